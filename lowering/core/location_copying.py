"""Locations of the operations that a rewrite inserts."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.diagnostics import is_unknown, nearest_location


def propagate_location(
    source: Operation | LocationAttr, new_ops: Sequence[Operation]
) -> Sequence[Operation]:
    """Give `new_ops` and nested ones the location of `source` where they have none."""
    location = nearest_location(source) if isinstance(source, Operation) else source
    if is_unknown(location):
        return new_ops
    ops = [op for new in new_ops for op in new.walk()]
    blocks = [block for op in ops for region in op.regions for block in region.blocks]
    for part in (*ops, *(arg for block in blocks for arg in block.args)):
        if is_unknown(part.location):
            part.location = location
    return new_ops
