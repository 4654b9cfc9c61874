"""Locations of the operations that a rewrite inserts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import BlockArgument, Operation

from xdsl_torchscript.lowering.core.diagnostics import is_unknown, nearest_location


def located(source: Operation | LocationAttr, new_ops: Sequence[Operation]) -> Sequence[Operation]:
    """Give `new_ops` and nested ones the location of `source` where they have none."""
    location = nearest_location(source) if isinstance(source, Operation) else source
    if not is_unknown(location):
        for part in [part for op in new_ops for part in _parts(op) if is_unknown(part.location)]:
            part.location = location
    return new_ops


def _parts(root: Operation) -> Iterator[Operation | BlockArgument]:
    """Yield an operation and the nested ones, with the arguments of their blocks."""
    for op in root.walk():
        yield op
        yield from (arg for region in op.regions for block in region.blocks for arg in block.args)
