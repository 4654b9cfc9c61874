"""Removal of writes that PyTorch loses when it loads an archive.

    CONSTANTS.c0.n = 4          ->
    return CONSTANTS.c0.n             return CONSTANTS.c0.n

Each reference to an object among the constants is a separate operation. Before PyTorch merges
them, it removes assignments to attributes of those that nothing else uses. The graph that users see
is unchanged.
"""

from __future__ import annotations

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp, SetAttrOp


def without_lost_writes(function: FuncOp) -> FuncOp:
    """Return the function, or a copy without writes to constants that nothing else uses."""
    if not any(map(_is_lost, function.walk())):
        return function
    copy = function.clone()
    for op in list(filter(_is_lost, copy.walk())):
        Rewriter.erase_op(op)
    return copy


def _is_lost(op: Operation) -> bool:
    if not isinstance(op, SetAttrOp) or not isinstance(constant := op.object.owner, ConstantOp):
        return False
    users = [use.operation for use in constant.result.uses]
    return all(isinstance(user, SetAttrOp) and user.object is constant.result for user in users)
