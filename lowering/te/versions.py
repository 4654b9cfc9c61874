"""Versions of tensors: a scatter, a loop or a branch makes a new one of the tensor that it begins
with.

    %r = scf.if %c -> (tensor<8xf32>) {              of %t, as a branch yields %t,
      %1 = te.scatter () into %t : tensor<8xf32> {   or a new version of it
        te.put %x at [%k] set : f32
      }
      scf.yield %1 : tensor<8xf32>
    } else {
      scf.yield %t : tensor<8xf32>
    }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import scf
from xdsl.ir import Block, BlockArgument, OpResult, SSAValue

from xdsl_torchscript.dialects.te import ScatterOp


def old_versions(value: OpResult) -> Sequence[SSAValue]:
    """Return the tensors of which a result may be a new version: those of the sides of a branch, in
    their order, and at most one of another operation."""
    match value.op:
        case ScatterOp():
            return (value.op.init,)
        case scf.ForOp():
            return (value.op.iter_args[value.index],)
        case scf.WhileOp():
            argument = passed_argument(value.op, value.index)
            return () if argument is None else (value.op.arguments[argument.index],)
        case scf.IfOp():
            return _versions_before(value.op, value.index)
        case _:
            return ()


def passed_argument(op: scf.WhileOp, index: int) -> BlockArgument | None:
    """Return the argument of the first region that a loop passes on as its result of an index; None
    if there is none, or if it is an earlier result, too."""
    block = op.before_region.block
    end = block.last_op
    value = end.args[index] if isinstance(end, scf.ConditionOp) else None
    if not isinstance(value, BlockArgument) or value.block is not block:
        return None
    return None if end is None or value in end.operands[1 : index + 1] else value


def _versions_before(op: scf.IfOp, index: int) -> Sequence[SSAValue]:
    """Return the tensors, made before a branch, that its sides yield, or new versions of them."""
    blocks = [block for region in op.regions for block in region.blocks]
    ends = [(block, block.last_op) for block in blocks]
    yielded = [(block, end.operands[index]) for block, end in ends if end is not None]
    found = (old for block, value in yielded for old in _first_versions(value, block))
    return tuple(dict.fromkeys(found))


def _first_versions(value: SSAValue, block: Block) -> Iterator[SSAValue]:
    """Yield the tensors made before a block of which a value may be the last version."""
    pending, seen = [value], set[SSAValue]()
    while pending:
        old = pending.pop()
        if old in seen:
            continue
        seen.add(old)
        if isinstance(old, OpResult) and old.op.parent is block:
            pending += reversed(old_versions(old))
        else:
            yield old
