"""Arguments that hold another tensor when the function returns: `te.assign`."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.irdl import AnyAttr, IRDLOperation, VarConstraint, irdl_op_definition, operand_def
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.te.axes import tensor_type


@irdl_op_definition
class AssignOp(IRDLOperation):
    """When the function returns, its argument `target` holds the tensor `value`.

    Assignments end the function, one for each argument that is written. The memory of such an
    argument must not overlap that of others.
    """

    name = "te.assign"

    T: ClassVar = VarConstraint("T", AnyAttr())

    value = operand_def(T)
    target = operand_def(T)

    assembly_format = "$value `to` $target attr-dict `:` type($value)"

    def __init__(self, value: SSAValue, target: SSAValue):
        super().__init__(operands=[value, target])

    def verify_(self) -> None:
        target, following = self.target, self.next_op
        if not isinstance(target, BlockArgument) or not isinstance(
            target.block.parent_op(), FuncOp
        ):
            raise VerifyException("assigns to an argument of a function")
        if tensor_type(target.type) is None:
            raise VerifyException(f"assigns a tensor, not {target.type}")
        if isinstance(self.value, BlockArgument):
            raise VerifyException("assigns a tensor that the function computes, not an argument")
        if following is not None and not isinstance(following, AssignOp | ReturnOp):
            raise VerifyException(f"stands before '{following.name}', but must end the function")
        others = (use.operation for use in target.uses if use.operation is not self)
        if any(isinstance(op, AssignOp | ReturnOp) for op in others):
            raise VerifyException("assigns to an argument that is assigned again, or returned")
