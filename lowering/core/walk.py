"""Walks over nested operations at a constant cost per operation, however deep the nest.

`Operation.walk` of xDSL passes each operation through one generator per level of nesting.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Operation


def nested_operations(root: Operation) -> Iterator[Operation]:
    """Yield the operations inside `root`, which is left out, in textual order."""
    pending = _children(root)
    while pending:
        op = pending.pop()
        yield op
        if op.regions:
            pending += _children(op)


def _children(op: Operation) -> list[Operation]:
    """Return the operations in the regions of `op`, the last one first."""
    children = [child for region in op.regions for block in region.blocks for child in block.ops]
    return children[::-1]
