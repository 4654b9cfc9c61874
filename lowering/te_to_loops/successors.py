"""Tensors that take over the memory of an operand that nothing reads afterwards.

    %2 = te.scatter (%j = 64) into %1 : tensor<100x64xf32> {
      ...
      te.put %0 at [%t, %j] set : f32
    }

stores one row in the memory of `%1` without copying the others. So a loop that fills a tensor row
by row takes linear time. A loop also takes over the tensors that it carries first, and a branch
those of which a side yields a new version: for each result, of the first side whose tensor can be
taken over. A side may take over what is made before the branch.

Arguments keep their elements, except those with another tensor assigned (`te.assign`). Their memory
may also be taken over by an expression that reads them only where it stores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from xdsl.dialects import cf, func, scf
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.te import AssignOp, ComputeOp, LoadOp, tensor_type
from xdsl_torchscript.lowering.te.versions import old_versions

_Path: TypeAlias = Mapping[Block | None, Operation]
"""An operation and branches around it, by the blocks that they stand in."""

TAKEN_TWICE = "the old tensor is taken twice"


def refusal(op: Operation, old: SSAValue) -> str | None:
    """Return why a result of `op` cannot take over its operand's memory, or None if it can."""
    if isinstance(old, BlockArgument) and isinstance(old.block.parent_op(), func.FuncOp):
        return "the old tensor is an argument of the function"
    return _conflict(op, old)


def _conflict(op: Operation, old: SSAValue) -> str | None:
    path = _path_to(op, old)
    if path is None:
        return "a loop around reads the old tensor again"
    users = _readers(old)
    if users.count(op) > 1:
        return TAKEN_TWICE
    if not all(_is_before(path, user) for user in users if user is not op):
        return "the old tensor is read afterwards"
    return None


def taken_by(op: scf.IfOp) -> dict[OpResult, SSAValue]:
    """Return the tensors that results of a branch take over, each by one result."""
    takers: dict[SSAValue, OpResult] = {}
    for result in op.results:
        candidates = () if tensor_type(result.type) is None else old_versions(result)
        free = (old for old in candidates if old not in takers and refusal(op, old) is None)
        if (old := next(free, None)) is not None:
            takers[old] = result
    return {result: old for old, result in takers.items()}


def _taken_by_result(value: OpResult) -> SSAValue | None:
    """Return the tensor that a result takes over, None if there is none."""
    if isinstance(value.op, scf.IfOp):
        return taken_by(value.op).get(value)
    free = (old for old in old_versions(value) if refusal(value.op, old) is None)
    return next(free, None)


def _readers(tensor: SSAValue) -> list[Operation]:
    users = (use.operation for use in tensor.uses)
    return [user for user in users if not (isinstance(user, AssignOp) and user.target is tensor)]


def _block_of(value: SSAValue) -> Block | None:
    return value.owner.parent if isinstance(value.owner, Operation) else value.owner


def _path_to(op: Operation, old: SSAValue) -> _Path | None:
    """Return an operation and the branches around it, up to one in the block of a tensor, by their
    blocks. None if a loop is around it there, as its next iteration reads what is made before it.
    """
    home, path = _block_of(old), {op.parent: op}
    while op.parent is not home:
        around = op.parent_op()
        if not isinstance(around, scf.IfOp):
            return None
        op = path[around.parent] = around
    return path


def _is_before(path: _Path, user: Operation) -> bool:
    """Return whether a user of a tensor does not run after the operation at the start of a path."""
    while user.parent not in path:
        around = user.parent_op()
        assert around is not None
        user = around
    op = path[user.parent]
    if user is op:
        # Sides that the path does not lead to do not run with it. Those of the operation itself are
        # looked at by themselves. Other operations read while they write.
        return isinstance(op, scf.IfOp)
    return user.is_before_in_block(op)


def predecessors(value: SSAValue) -> Iterator[OpResult]:
    """Yield the results of a block whose memory becomes the memory of `value`, the last one
    first."""
    block = value.owner.parent if isinstance(value, OpResult) else None
    while isinstance(value, OpResult) and value.op.parent is block:
        yield value
        old = _taken_by_result(value)
        if old is None:
            return
        value = old


def is_made_in_place(value: OpResult, argument: BlockArgument) -> bool:
    """Return whether the versions of a tensor may be made in the memory of an argument that it is
    assigned to. A function that fails has written nothing: it checks nothing behind them."""
    *_, first = predecessors(value)
    if _may_fail_from(first.op) or isinstance(first.op, scf.IfOp):  # A branch aims at no argument.
        return False
    if isinstance(first.op, ComputeOp):
        return first.op.parent is argument.block and _reads_in_place(first.op, argument)
    return argument in old_versions(first) and _conflict(first.op, argument) is None


def is_made_over(value: OpResult, old: SSAValue) -> bool:
    """Return whether the versions of a tensor that a side of a branch yields may be made in the
    memory of a tensor made before the branch, of which the side makes no versions."""
    side = value.op.parent
    others = [user for user in _readers(old) if not isinstance(user, LoadOp)]
    if side is None or any(map(side.is_ancestor, others)):
        return False
    *_, first = predecessors(value)
    return isinstance(first.op, ComputeOp) and _reads_in_place(first.op, old)


def _may_fail_from(op: Operation) -> bool:
    """Return whether an operation, or one behind it in its block, may end the function with an
    error."""
    following: Operation | None = op
    while following is not None:
        if any(isinstance(inner, cf.AssertOp) for inner in following.walk()):
            return True
        following = following.next_op
    return False


def _reads_in_place(op: ComputeOp, tensor: SSAValue) -> bool:
    """Return whether an expression reads a tensor only at the element that it computes, and nothing
    reads it afterwards."""
    own = [user for user in _readers(tensor) if op.is_ancestor(user)]
    others = [user for user in _readers(tensor) if user not in own]
    is_aligned = all(isinstance(u, LoadOp) and tuple(u.indices) == op.axes for u in own)
    path = _path_to(op, tensor) if is_aligned else None
    return path is not None and all(_is_before(path, user) for user in others)
