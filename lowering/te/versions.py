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

from xdsl.dialects import scf
from xdsl.ir import Block, BlockArgument, OpResult, SSAValue

from xdsl_torchscript.dialects.te import ScatterOp


def old_version(value: OpResult) -> SSAValue | None:
    """Return the tensor of which a result is a new version, None if there is none."""
    match value.op:
        case ScatterOp():
            return value.op.init
        case scf.ForOp():
            return value.op.iter_args[value.index]
        case scf.WhileOp():
            argument = passed_argument(value.op, value.index)
            return None if argument is None else value.op.arguments[argument.index]
        case scf.IfOp():
            return _version_before(value.op, value.index)
        case _:
            return None


def passed_argument(op: scf.WhileOp, index: int) -> BlockArgument | None:
    """Return the argument of the first region that a loop passes on as its result of an index; None
    if there is none, or if it is an earlier result, too."""
    block = op.before_region.block
    end = block.last_op
    value = end.args[index] if isinstance(end, scf.ConditionOp) else None
    if not isinstance(value, BlockArgument) or value.block is not block:
        return None
    return None if end is None or value in end.operands[1 : index + 1] else value


def _version_before(op: scf.IfOp, index: int) -> SSAValue | None:
    """Return the tensor, made before a branch, that one of its sides yields, or a new version of
    it."""
    for region in op.regions:
        for block in region.blocks:
            end = block.last_op
            old = None if end is None else _first_version(end.operands[index], block)
            if old is not None:
                return old
    return None


def _first_version(value: SSAValue, block: Block) -> SSAValue | None:
    """Return the tensor made before a block of which a value is the last version, or None."""
    old: SSAValue | None = value
    while isinstance(old, OpResult) and old.op.parent is block:
        old = old_version(old)
    return old
