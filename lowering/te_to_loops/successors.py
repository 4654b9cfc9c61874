"""Tensors that take over the memory of an operand that nothing reads afterwards.

    %2 = te.scatter (%j = 64) into %1 : tensor<100x64xf32> {
      ...
      te.put %0 at [%t, %j] set : f32
    }

stores one row in the memory of `%1` without copying the others. So a loop that fills a tensor row
by row takes linear time. A loop also takes over the tensors that it carries first.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import func, scf
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.te import ScatterOp


def refusal(op: Operation, old: SSAValue) -> str | None:
    """Return why a result of `op` cannot take over its operand's memory, or None if it can."""
    block = op.parent
    assert block is not None
    if isinstance(old, BlockArgument) and isinstance(block.parent_op(), func.FuncOp):
        return "the old tensor is an argument of the function"
    home = old.owner.parent if isinstance(old.owner, Operation) else old.owner
    if home is not block:
        return "the old tensor is made in another block"
    users = [use.operation for use in old.uses]
    if users.count(op) > 1:
        return "the old tensor is taken twice"
    around = [block.find_ancestor_op_in_block(user) for user in users if user is not op]
    if not all(user is not None and user.is_before_in_block(op) for user in around):
        return "the old tensor is read afterwards"
    return None


def predecessors(value: SSAValue) -> Iterator[OpResult]:
    """Yield the results of the block whose memory becomes the memory of `value`, the last one
    first."""
    while isinstance(value, OpResult):
        yield value
        match value.op:
            case ScatterOp():
                old = value.op.init
            case scf.ForOp():
                old = value.op.iter_args[value.index]
            case _:
                return
        if refusal(value.op, old) is not None:
            return
        value = old
