"""Write-backs: copies that give arguments their last version at the end of a function.

    func.func @f(%k: !ts.tensor<[8],f32>, %x: !ts.tensor<[8],f32>) -> !ts.tensor {
      %v = aten.add.Tensor(%k, %x, %one) : ...
      %y = aten.sum(%v, %none) : ...
      %w = aten.copy_(%k, %v, %false) : ...                    the write-back of %k
      func.return %y : !ts.tensor
    }

All before them computes values, as kernels do.
"""

from __future__ import annotations

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, LoopOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType


def written_arguments(function: FuncOp) -> tuple[int, ...]:
    """Return the numbers of the arguments that a function writes at its end."""
    written = (op.operands[0] for op in function.body.block.ops if is_write_back(op))
    return tuple(value.index for value in written if isinstance(value, BlockArgument))


def is_write_back(op: Operation) -> bool:
    """Return whether an operation is the only write-back of an argument of its function: a copy of
    a new tensor of the same sizes and element type, behind which there are only such copies."""
    if op.name != "aten.copy_" or op.results[0].first_use is not None:
        return False
    target, source = op.operands[:2]
    if not isinstance(target, BlockArgument) or not isinstance(target.block.parent_op(), FuncOp):
        return False
    if op.parent is not target.block or not _is_new(source):
        return False
    return _has_equal_type(target.type, source.type) and _ends_function(op, target)


def _is_new(value: SSAValue) -> bool:
    """Return whether a value is no argument, and no view by an operator; a conversion of a tensor
    to another element type is none."""
    op = value.owner
    if not isinstance(op, SchemaOp):
        return isinstance(op, IfOp | LoopOp)
    if op.name == "aten.to.dtype":
        return _dtype_of(op.operands[0]) != _dtype_of(value)
    return all(returned.alias is None for returned in op.schema.returns)


def _dtype_of(value: SSAValue) -> Attribute | None:
    return value.type.dtype if isinstance(value.type, TensorType) else None


def _has_equal_type(target: object, source: object) -> bool:
    if not isinstance(target, TensorType) or not isinstance(source, TensorType):
        return False
    is_known = target.shape is not None and target.dtype is not None
    return is_known and (target.shape, target.dtype) == (source.shape, source.dtype)


def _ends_function(op: Operation, target: BlockArgument) -> bool:
    following = op.next_op
    while following is not None and (
        following.name == op.name or isinstance(following, ConstantOp)
    ):
        if target in following.operands:
            return False
        following = following.next_op
    return following is not None and following.has_trait(IsTerminator)
