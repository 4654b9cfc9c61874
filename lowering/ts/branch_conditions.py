"""The condition of a prim.If where it is known: in branches, and behind a branch that raises."""

from __future__ import annotations

from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import literal_attribute
from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, RaiseExceptionOp
from xdsl_torchscript.lowering.core.location_copying import propagate_location


def raises(block: Block) -> bool:
    """Return whether a block raises an exception whenever it runs."""
    return any(isinstance(op, RaiseExceptionOp) for op in block.ops)


def state_condition(op: IfOp) -> None:
    """Replace the condition by a constant in the branches, and behind `op` if one of them raises.

    The use of the condition by `op` itself stays.
    """
    if op.condition.has_one_use():
        return
    for block, value in ((op.then_block, True), (op.else_block, False)):
        first = block.first_op
        assert first is not None
        _replace_uses(op, first, value=value)
        behind = op.next_op
        if behind is not None and raises(block):
            _replace_uses(op, behind, value=not value)


def _replace_uses(op: IfOp, first: Operation, *, value: bool) -> None:
    """Replace the condition of `op` by a constant from an operation on to the end of its block."""
    block = first.parent
    assert block is not None
    users = [(use, block.find_ancestor_op_in_block(use.operation)) for use in op.condition.uses]
    known = {
        use
        for use, around in users
        if around is first or (around is not None and first.is_before_in_block(around))
    }
    if known:
        constant = ConstantOp(literal_attribute(value), op.condition.type)
        Rewriter.insert_op(propagate_location(op, [constant]), InsertPoint.before(first))
        op.condition.replace_uses_with_if(constant.result, known.__contains__)
