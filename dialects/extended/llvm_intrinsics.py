"""`llvm.intr.*` ops of MLIR that xDSL lacks, in the syntax that MLIR's intrinsics share.

    %r = llvm.intr.maximum(%a, %b) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32

The base class holds the only parser and printer. A format string per class would cost a millisecond
per class at start-up.
"""

from abc import ABC
from typing import ClassVar, TypeAlias

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloatConstr,
    BoolAttr,
    IntegerAttr,
    SignlessIntegerConstraint,
    VectorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

LlvmOperand: TypeAlias = SSAValue | Operation

NO_FAST_MATH = llvm.FastMathAttr(None)
FLOAT = AnyFloatConstr | VectorType.constr(AnyFloatConstr)
INTEGER = SignlessIntegerConstraint | VectorType.constr(SignlessIntegerConstraint)


class IntrinsicOp(IRDLOperation, ABC):
    """Base of the intrinsics: `name(operands) {properties and attributes} : function type`."""

    @classmethod
    def parse(cls, parser: Parser) -> "IntrinsicOp":
        position = parser.pos
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        signature = parser.parse_function_type()
        properties = {
            name: attributes.pop(name)
            for name in cls.get_irdl_definition().properties
            if name in attributes
        }
        return cls.create(
            operands=parser.resolve_operands(operands, signature.inputs.data, position),
            result_types=signature.outputs.data,
            properties={**cls.default_properties(), **properties},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_list(self.operands, printer.print_ssa_value)
        shown = {k: v for k, v in self.properties.items() if v != NO_FAST_MATH}
        printer.print_op_attributes(shown | self.attributes)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)

    @classmethod
    def default_properties(cls) -> dict[str, Attribute]:
        return {}


class FloatIntrinsicOp(IntrinsicOp, ABC):
    """A pure intrinsic over floats or vectors of floats that takes fast-math flags."""

    fastmathFlags = prop_def(llvm.FastMathAttr, default_value=NO_FAST_MATH)
    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Pure())

    @classmethod
    def default_properties(cls) -> dict[str, Attribute]:
        return {"fastmathFlags": NO_FAST_MATH}


class UnaryFloatIntrinsicOp(FloatIntrinsicOp, ABC):
    T: ClassVar = VarConstraint("T", FLOAT)
    arg = operand_def(T)
    res = result_def(T)

    def __init__(self, arg: LlvmOperand, fast_math: llvm.FastMathAttr = NO_FAST_MATH):
        super().__init__(
            operands=[arg],
            result_types=[SSAValue.get(arg).type],
            properties={"fastmathFlags": fast_math},
        )


class BinaryFloatIntrinsicOp(FloatIntrinsicOp, ABC):
    T: ClassVar = VarConstraint("T", FLOAT)
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)

    def __init__(
        self, lhs: LlvmOperand, rhs: LlvmOperand, fast_math: llvm.FastMathAttr = NO_FAST_MATH
    ):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[SSAValue.get(lhs).type],
            properties={"fastmathFlags": fast_math},
        )


@irdl_op_definition
class FMulAddOp(FloatIntrinsicOp):
    name = "llvm.intr.fmuladd"
    T: ClassVar = VarConstraint("T", FLOAT)
    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    res = result_def(T)

    def __init__(
        self,
        a: LlvmOperand,
        b: LlvmOperand,
        c: LlvmOperand,
        fast_math: llvm.FastMathAttr = NO_FAST_MATH,
    ):
        super().__init__(
            operands=[a, b, c],
            result_types=[SSAValue.get(a).type],
            properties={"fastmathFlags": fast_math},
        )


@irdl_op_definition
class PowIOp(FloatIntrinsicOp):
    """A float to the power of an `i32`."""

    name = "llvm.intr.powi"
    T: ClassVar = VarConstraint("T", FLOAT)
    val = operand_def(T)
    power = operand_def(i32)
    res = result_def(T)

    def __init__(
        self, val: LlvmOperand, power: LlvmOperand, fast_math: llvm.FastMathAttr = NO_FAST_MATH
    ):
        super().__init__(
            operands=[val, power],
            result_types=[SSAValue.get(val).type],
            properties={"fastmathFlags": fast_math},
        )


@irdl_op_definition
class RoundOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.round"


@irdl_op_definition
class RoundEvenOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.roundeven"


@irdl_op_definition
class FTruncOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.trunc"


@irdl_op_definition
class RintOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.rint"


@irdl_op_definition
class NearbyintOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.nearbyint"


@irdl_op_definition
class TanOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.tan"


@irdl_op_definition
class ASinOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.asin"


@irdl_op_definition
class ACosOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.acos"


@irdl_op_definition
class ATanOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.atan"


@irdl_op_definition
class SinhOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.sinh"


@irdl_op_definition
class CoshOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.cosh"


@irdl_op_definition
class TanhOp(UnaryFloatIntrinsicOp):
    name = "llvm.intr.tanh"


@irdl_op_definition
class Log10Op(UnaryFloatIntrinsicOp):
    name = "llvm.intr.log10"


@irdl_op_definition
class Exp10Op(UnaryFloatIntrinsicOp):
    name = "llvm.intr.exp10"


@irdl_op_definition
class ATan2Op(BinaryFloatIntrinsicOp):
    name = "llvm.intr.atan2"


@irdl_op_definition
class MaximumOp(BinaryFloatIntrinsicOp):
    """The larger operand; NaN if either is NaN."""

    name = "llvm.intr.maximum"


@irdl_op_definition
class MinimumOp(BinaryFloatIntrinsicOp):
    """The smaller operand; NaN if either is NaN."""

    name = "llvm.intr.minimum"


# --- integers ------------------------------------------------------------------------------


class BinaryIntIntrinsicOp(IntrinsicOp, ABC):
    T: ClassVar = VarConstraint("T", INTEGER)
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, lhs: LlvmOperand, rhs: LlvmOperand):
        super().__init__(operands=[lhs, rhs], result_types=[SSAValue.get(lhs).type])


class FlaggedIntIntrinsicOp(IntrinsicOp, ABC):
    """A unary integer intrinsic with one compile-time flag, as its last argument in LLVM IR."""

    T: ClassVar = VarConstraint("T", INTEGER)
    FLAG: ClassVar[str]
    arg = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, arg: LlvmOperand, flag: bool = False):
        super().__init__(
            operands=[arg],
            result_types=[SSAValue.get(arg).type],
            properties={self.FLAG: BoolAttr.from_bool(flag)},
        )


@irdl_op_definition
class SMaxOp(BinaryIntIntrinsicOp):
    name = "llvm.intr.smax"


@irdl_op_definition
class SMinOp(BinaryIntIntrinsicOp):
    name = "llvm.intr.smin"


@irdl_op_definition
class UMaxOp(BinaryIntIntrinsicOp):
    name = "llvm.intr.umax"


@irdl_op_definition
class UMinOp(BinaryIntIntrinsicOp):
    name = "llvm.intr.umin"


@irdl_op_definition
class AbsOp(FlaggedIntIntrinsicOp):
    name = "llvm.intr.abs"
    FLAG: ClassVar[str] = "is_int_min_poison"
    is_int_min_poison = prop_def(IntegerAttr.constr(i1))


@irdl_op_definition
class CountLeadingZerosOp(FlaggedIntIntrinsicOp):
    name = "llvm.intr.ctlz"
    FLAG: ClassVar[str] = "is_zero_poison"
    is_zero_poison = prop_def(IntegerAttr.constr(i1))


@irdl_op_definition
class CountTrailingZerosOp(FlaggedIntIntrinsicOp):
    name = "llvm.intr.cttz"
    FLAG: ClassVar[str] = "is_zero_poison"
    is_zero_poison = prop_def(IntegerAttr.constr(i1))


@irdl_op_definition
class CtPopOp(IntrinsicOp):
    name = "llvm.intr.ctpop"
    T: ClassVar = VarConstraint("T", INTEGER)
    arg = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, arg: LlvmOperand):
        super().__init__(operands=[arg], result_types=[SSAValue.get(arg).type])


# --- memory --------------------------------------------------------------------------------


class MemoryTransferOp(IntrinsicOp, ABC):
    """Copy `len` bytes from `src` to `dst`."""

    dst = operand_def(llvm.LLVMPointerType)
    src = operand_def(llvm.LLVMPointerType)
    len = operand_def(SignlessIntegerConstraint)
    is_volatile = prop_def(IntegerAttr.constr(i1), prop_name="isVolatile")

    def __init__(
        self, dst: LlvmOperand, src: LlvmOperand, length: LlvmOperand, volatile: bool = False
    ):
        super().__init__(
            operands=[dst, src, length],
            properties={"isVolatile": BoolAttr.from_bool(volatile)},
        )


@irdl_op_definition
class MemcpyOp(MemoryTransferOp):
    name = "llvm.intr.memcpy"


@irdl_op_definition
class MemmoveOp(MemoryTransferOp):
    name = "llvm.intr.memmove"


@irdl_op_definition
class MemsetOp(IntrinsicOp):
    """Fill `len` bytes at `dst` with the byte `val`."""

    name = "llvm.intr.memset"
    dst = operand_def(llvm.LLVMPointerType)
    val = operand_def(SignlessIntegerConstraint)
    len = operand_def(SignlessIntegerConstraint)
    is_volatile = prop_def(IntegerAttr.constr(i1), prop_name="isVolatile")

    def __init__(
        self, dst: LlvmOperand, val: LlvmOperand, length: LlvmOperand, volatile: bool = False
    ):
        super().__init__(
            operands=[dst, val, length],
            properties={"isVolatile": BoolAttr.from_bool(volatile)},
        )


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """Fetch the cache line at an address: `rw` is 1 for a write, `hint` a locality up to 3, `cache`
    1 for data."""

    name = "llvm.intr.prefetch"
    addr = operand_def(llvm.LLVMPointerType)
    rw = prop_def(IntegerAttr)
    hint = prop_def(IntegerAttr)
    cache = prop_def(IntegerAttr)

    def __init__(self, addr: LlvmOperand, rw: int, hint: int, cache: int) -> None:
        numbers = {"rw": rw, "hint": hint, "cache": cache}
        properties = {name: IntegerAttr(number, i32) for name, number in numbers.items()}
        super().__init__(operands=[addr], properties=properties)


@irdl_op_definition
class TrapOp(IRDLOperation):
    name = "llvm.intr.trap"
    assembly_format = "attr-dict"


LLVM_EXT_INTRINSICS: tuple[type[Operation], ...] = (
    ACosOp,
    ASinOp,
    ATan2Op,
    ATanOp,
    AbsOp,
    CoshOp,
    CountLeadingZerosOp,
    CountTrailingZerosOp,
    CtPopOp,
    Exp10Op,
    FMulAddOp,
    FTruncOp,
    Log10Op,
    MaximumOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
    MinimumOp,
    NearbyintOp,
    PowIOp,
    PrefetchOp,
    RintOp,
    RoundEvenOp,
    RoundOp,
    SMaxOp,
    SMinOp,
    SinhOp,
    TanOp,
    TanhOp,
    TrapOp,
    UMaxOp,
    UMinOp,
)
