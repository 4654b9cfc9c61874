"""`llvm.intr.*` ops over the lanes of a vector that MLIR has and xDSL lacks.

%m = llvm.intr.vector.reduce.fmax(%v) : (vector<8xf32>) -> f32
%r = llvm.intr.masked.load %p, %mask, %other {alignment = 4 : i32} : ...
"""

from abc import ABC
from typing import ClassVar

from xdsl.dialects import llvm
from xdsl.dialects.builtin import I1, AnyFloatConstr, IntegerAttr, VectorType, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure

from xdsl_torchscript.dialects.extended.llvm_intrinsics import (
    NO_FAST_MATH,
    FloatIntrinsicOp,
    IntrinsicOp,
    LlvmOperand,
)


class VectorReduceOp(IntrinsicOp, ABC):
    """The reduction of all lanes of a vector to one scalar."""

    T: ClassVar = VarConstraint("T", AnyAttr())
    arg = operand_def(VectorType.constr(T))
    res = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, arg: LlvmOperand):
        vector = SSAValue.get(arg, type=VectorType)
        super().__init__(operands=[vector], result_types=[vector.type.element_type])


class VectorReduceFloatOp(FloatIntrinsicOp, ABC):
    T: ClassVar = VarConstraint("T", AnyFloatConstr)
    arg = operand_def(VectorType.constr(T))
    res = result_def(T)

    def __init__(self, arg: LlvmOperand, fast_math: llvm.FastMathAttr = NO_FAST_MATH):
        vector = SSAValue.get(arg, type=VectorType)
        super().__init__(
            operands=[vector],
            result_types=[vector.type.element_type],
            properties={"fastmathFlags": fast_math},
        )


@irdl_op_definition
class VectorReduceAddOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.add"


@irdl_op_definition
class VectorReduceMulOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.mul"


@irdl_op_definition
class VectorReduceAndOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.and"


@irdl_op_definition
class VectorReduceOrOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.or"


@irdl_op_definition
class VectorReduceXorOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.xor"


@irdl_op_definition
class VectorReduceSMaxOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.smax"


@irdl_op_definition
class VectorReduceSMinOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.smin"


@irdl_op_definition
class VectorReduceUMaxOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.umax"


@irdl_op_definition
class VectorReduceUMinOp(VectorReduceOp):
    name = "llvm.intr.vector.reduce.umin"


@irdl_op_definition
class VectorReduceFMaxOp(VectorReduceFloatOp):
    name = "llvm.intr.vector.reduce.fmax"


@irdl_op_definition
class VectorReduceFMinOp(VectorReduceFloatOp):
    name = "llvm.intr.vector.reduce.fmin"


@irdl_op_definition
class VectorReduceFMaximumOp(VectorReduceFloatOp):
    name = "llvm.intr.vector.reduce.fmaximum"


@irdl_op_definition
class VectorReduceFMinimumOp(VectorReduceFloatOp):
    name = "llvm.intr.vector.reduce.fminimum"


@irdl_op_definition
class MaskedLoadOp(IRDLOperation):
    """Load the lanes whose mask is set; the others come from `pass_thru`."""

    name = "llvm.intr.masked.load"
    data = operand_def(llvm.LLVMPointerType)
    mask = operand_def(VectorType[I1])
    pass_thru = operand_def(VectorType)
    res = result_def(VectorType)
    alignment = prop_def(IntegerAttr.constr(i32))
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def __init__(
        self, data: LlvmOperand, mask: LlvmOperand, pass_thru: LlvmOperand, alignment: int
    ):
        super().__init__(
            operands=[data, mask, pass_thru],
            result_types=[SSAValue.get(pass_thru).type],
            properties={"alignment": IntegerAttr(alignment, i32)},
        )


@irdl_op_definition
class MaskedStoreOp(IRDLOperation):
    """Store the lanes whose mask is set; unlike xDSL's op, of any element type."""

    name = "llvm.intr.masked.store"
    value = operand_def(VectorType)
    data = operand_def(llvm.LLVMPointerType)
    mask = operand_def(VectorType[I1])
    alignment = prop_def(IntegerAttr.constr(i32))
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($data)"
    )

    def __init__(self, value: LlvmOperand, data: LlvmOperand, mask: LlvmOperand, alignment: int):
        super().__init__(
            operands=[value, data, mask],
            properties={"alignment": IntegerAttr(alignment, i32)},
        )


LLVM_EXT_VECTOR_INTRINSICS: tuple[type[Operation], ...] = (
    MaskedLoadOp,
    MaskedStoreOp,
    VectorReduceAddOp,
    VectorReduceAndOp,
    VectorReduceFMaxOp,
    VectorReduceFMaximumOp,
    VectorReduceFMinOp,
    VectorReduceFMinimumOp,
    VectorReduceMulOp,
    VectorReduceOrOp,
    VectorReduceSMaxOp,
    VectorReduceSMinOp,
    VectorReduceUMaxOp,
    VectorReduceUMinOp,
    VectorReduceXorOp,
)
