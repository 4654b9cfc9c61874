"""Tensors that take over the memory of an operand that nothing reads afterwards.

    %2 = te.scatter (%j = 64) into %1 : tensor<100x64xf32> {
      ...
      te.put %0 at [%t, %j] set : f32
    }

stores one row in the memory of `%1` without copying the others. So a loop that fills a tensor row
by row takes linear time. A loop also takes over the tensors that it carries first.

Arguments keep their elements, except those with another tensor assigned (`te.assign`). Their memory
may also be taken over by an expression that reads them only where it stores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import cf, func
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.te import AssignOp, ComputeOp, LoadOp
from xdsl_torchscript.lowering.te.versions import old_version


def refusal(op: Operation, old: SSAValue) -> str | None:
    """Return why a result of `op` cannot take over its operand's memory, or None if it can."""
    if isinstance(old, BlockArgument) and isinstance(old.block.parent_op(), func.FuncOp):
        return "the old tensor is an argument of the function"
    return _conflict(op, old)


def _conflict(op: Operation, old: SSAValue) -> str | None:
    home = old.owner.parent if isinstance(old.owner, Operation) else old.owner
    if home is not op.parent:
        return "the old tensor is made in another block"
    users = _readers(old)
    if users.count(op) > 1:
        return "the old tensor is taken twice"
    if not _are_before(op, [user for user in users if user is not op]):
        return "the old tensor is read afterwards"
    return None


def _readers(tensor: SSAValue) -> list[Operation]:
    users = (use.operation for use in tensor.uses)
    return [user for user in users if not (isinstance(user, AssignOp) and user.target is tensor)]


def _are_before(op: Operation, users: Sequence[Operation]) -> bool:
    """Return whether operations, or those around them, stand in the block before `op`."""
    assert op.parent is not None
    around = map(op.parent.find_ancestor_op_in_block, users)
    return all(user is not None and user.is_before_in_block(op) for user in around)


def predecessors(value: SSAValue) -> Iterator[OpResult]:
    """Yield the results of the block whose memory becomes the memory of `value`, the last one
    first."""
    while isinstance(value, OpResult):
        yield value
        old = old_version(value)
        if old is None or refusal(value.op, old) is not None:
            return
        value = old


def is_made_in_place(value: OpResult, argument: BlockArgument) -> bool:
    """Return whether the versions of a tensor may be made in the memory of an argument that it is
    assigned to. A function that fails has written nothing: it checks nothing behind them."""
    *_, first = predecessors(value)
    if _may_fail_from(first.op):
        return False
    if isinstance(first.op, ComputeOp):
        return first.op.parent is argument.block and _reads_in_place(first.op, argument)
    return old_version(first) is argument and _conflict(first.op, argument) is None


def _may_fail_from(op: Operation) -> bool:
    """Return whether an operation, or one behind it in its block, may end the function with an
    error."""
    following: Operation | None = op
    while following is not None:
        if any(isinstance(inner, cf.AssertOp) for inner in following.walk()):
            return True
        following = following.next_op
    return False


def _reads_in_place(op: ComputeOp, argument: BlockArgument) -> bool:
    """Return whether an expression reads an argument only at the element that it computes, and
    nothing reads it afterwards."""
    own = [user for user in _readers(argument) if op.is_ancestor(user)]
    others = [user for user in _readers(argument) if user not in own]
    is_aligned = all(isinstance(u, LoadOp) and tuple(u.indices) == op.axes for u in own)
    return is_aligned and _are_before(op, others)
