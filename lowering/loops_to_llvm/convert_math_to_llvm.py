"""Mathematical functions become intrinsics of LLVM, or calls of libm where LLVM has none.

    %r = math.tanh %x : vector<8xf32>
    %e = math.erf %y : f32

becomes

    %r = llvm.intr.tanh(%x) : (vector<8xf32>) -> vector<8xf32>
    %e = llvm.call @erff(%y) : (f32) -> f32

LLVM splits a vector intrinsic into calls per lane; this pass splits calls of libm. `math.ipowi`
calls a function that the pass adds to the module.
"""

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import llvm, math
from xdsl.dialects.builtin import (
    AnyFloat,
    Builtin,
    Float32Type,
    Float64Type,
    ModuleOp,
    VectorType,
    f32,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended import llvm_intrinsics as intrinsics
from xdsl_torchscript.dialects.extended.llvm import ExtractElementOp, PoisonOp, extended_llvm
from xdsl_torchscript.dialects.extended.math import ErfcOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops_to_llvm.conversion import (
    Converted,
    LlvmConversion,
    check_bfloats,
    llvm_rules,
)
from xdsl_torchscript.lowering.loops_to_llvm.convert_arith_to_llvm import fast_math
from xdsl_torchscript.lowering.loops_to_llvm.functions import call_function, has_function, module_of

RULES = llvm_rules()

UNARY: dict[type[Operation], Callable[[SSAValue, llvm.FastMathAttr], Operation]] = {
    math.AbsFOp: lambda value, flags: llvm.FAbsOp(value, value.type, flags),
    math.AcosOp: intrinsics.ACosOp,
    math.AsinOp: intrinsics.ASinOp,
    math.AtanOp: intrinsics.ATanOp,
    math.CeilOp: llvm.FCeilOp,
    math.CosOp: llvm.FCosOp,
    math.CoshOp: intrinsics.CoshOp,
    math.Exp2Op: llvm.FExp2Op,
    math.ExpOp: llvm.FExpOp,
    math.FloorOp: llvm.FFloorOp,
    math.Log10Op: intrinsics.Log10Op,
    math.Log2Op: llvm.FLog2Op,
    math.LogOp: llvm.FLogOp,
    math.RoundEvenOp: intrinsics.RoundEvenOp,
    math.RoundOp: intrinsics.RoundOp,
    math.SinOp: llvm.FSinOp,
    math.SinhOp: intrinsics.SinhOp,
    math.SqrtOp: llvm.FSqrtOp,
    math.TanOp: intrinsics.TanOp,
    math.TanhOp: intrinsics.TanhOp,
    math.TruncOp: intrinsics.FTruncOp,
}

BINARY: dict[type[Operation], Callable[[SSAValue, SSAValue, llvm.FastMathAttr], Operation]] = {
    math.Atan2Op: intrinsics.ATan2Op,
    math.CopySignOp: llvm.FCopySignOp,
    math.PowFOp: llvm.FPowOp,
}

INTEGER: dict[type[Operation], Callable[[SSAValue], Operation]] = {
    math.AbsIOp: intrinsics.AbsOp,
    math.CountLeadingZerosOp: intrinsics.CountLeadingZerosOp,
    math.CountTrailingZerosOp: intrinsics.CountTrailingZerosOp,
    math.CtPopOp: intrinsics.CtPopOp,
}

LIBM: dict[type[Operation], str] = {
    math.AcoshOp: "acosh",
    math.AsinhOp: "asinh",
    math.AtanhOp: "atanh",
    math.CbrtOp: "cbrt",
    math.ErfOp: "erf",
    ErfcOp: "erfc",
    math.ExpM1Op: "expm1",
    math.Log1pOp: "log1p",
}

LIBM_SUFFIXES: dict[type[Attribute], str] = {Float32Type: "f", Float64Type: ""}


@RULES.rule(*UNARY)
def _(to: LlvmConversion, op: Operation) -> Converted:
    return to(UNARY[type(op)](to.value(op.operands[0]), fast_math(op)))


@RULES.rule(*BINARY)
def _(to: LlvmConversion, op: Operation) -> Converted:
    lhs, rhs = to.operands(op.operands)
    return to(BINARY[type(op)](lhs, rhs, fast_math(op)))


@RULES.rule(*INTEGER)
def _(to: LlvmConversion, op: Operation) -> Converted:
    return to(INTEGER[type(op)](to.value(op.operands[0])))


@RULES.rule(math.FmaOp)
def _(to: LlvmConversion, op: math.FmaOp) -> Converted:
    a, b, c = to.operands(op.operands)
    return to(llvm.FMAOp(a, b, c, fast_math(op)))


@RULES.rule(math.RsqrtOp)
def _(to: LlvmConversion, op: math.RsqrtOp) -> Converted:
    value, flags = to.value(op.operand), fast_math(op)
    root = to(llvm.FSqrtOp(value, flags))
    return to(llvm.FDivOp(to.constant(1.0, value.type), root, flags))


@RULES.rule(math.FPowIOp)
def _(to: LlvmConversion, op: math.FPowIOp) -> Converted:
    base, power = to.operands(op.operands)
    if (power.type.element_type if isa(power.type, VectorType) else power.type) != i32:
        fail(op, f"has a power of type {op.rhs.type}; LLVM raises to i32 only, so cast it to i32")
    flags = fast_math(op)

    def power_of(x: SSAValue, n: SSAValue) -> SSAValue:
        return to(intrinsics.PowIOp(x, n, flags))

    return lane_by_lane(to, [base, power], power_of)


@RULES.rule(*LIBM)
def _(to: LlvmConversion, op: Operation) -> Converted:
    def call(value: SSAValue) -> SSAValue:
        kind = value.type
        if type(kind) in LIBM_SUFFIXES:
            name = LIBM[type(op)] + LIBM_SUFFIXES[type(kind)]
            return call_function(to, name, [value], kind).results[0]
        if not isinstance(kind, AnyFloat) or kind.bitwidth > 32:
            fail(op, f"is of type {kind}, for which libm has no function")
        return to(llvm.FPTruncOp(call(to(llvm.FPExtOp(value, f32))), kind))

    return lane_by_lane(to, [to.value(op.operands[0])], call)


@RULES.rule(math.IPowIOp)
def _(to: LlvmConversion, op: math.IPowIOp) -> Converted:
    def call(base: SSAValue, power: SSAValue) -> SSAValue:
        kind = base.type
        name = f"xdsl_torchscript_ipow_{kind}"
        module = module_of(to.op)
        if not has_function(module, name):
            context = Context()
            context.load_dialect(Builtin)
            context.load_dialect(extended_llvm())
            text = POWER.replace("NAME", name).replace("TYPE", str(kind))
            function = Parser(context, text).parse_op()
            module.body.block.add_ops(propagate_location(to.op, [function]))
        return call_function(to, name, [base, power], kind).results[0]

    return lane_by_lane(to, to.operands(op.operands), call)


def lane_by_lane(
    to: LlvmConversion, operands: list[SSAValue], compute: Callable[..., SSAValue]
) -> SSAValue:
    """Compute a scalar from scalars; for vectors, lane by lane."""
    vector = operands[0].type
    if not isa(vector, VectorType):
        return compute(*operands)
    result = to(PoisonOp(vector))
    for lane in range(vector.get_shape()[0]):
        index = to.constant(lane)
        scalars = [to(ExtractElementOp(operand, index)) for operand in operands]
        result = to(llvm.InsertElementOp(result, compute(*scalars), index))
    return result


# By squaring. Negative powers of 1 and -1 are exact, of any other integer 0.
POWER = """
llvm.func internal @NAME(%base: TYPE, %power: TYPE) -> TYPE {
  %zero = llvm.mlir.constant(0 : TYPE) : TYPE
  %one = llvm.mlir.constant(1 : TYPE) : TYPE
  %minus_one = llvm.mlir.constant(-1 : TYPE) : TYPE
  %negative = llvm.icmp "slt" %power, %zero : TYPE
  %is_one = llvm.icmp "eq" %base, %one : TYPE
  %is_minus_one = llvm.icmp "eq" %base, %minus_one : TYPE
  %is_unit = llvm.or %is_one, %is_minus_one : i1
  %parity = llvm.and %power, %one : TYPE
  %positive = llvm.select %negative, %parity, %power : i1, TYPE
  %start = llvm.select %is_unit, %one, %zero : i1, TYPE
  %first = llvm.select %negative, %start, %one : i1, TYPE
  llvm.br ^head(%first, %base, %positive : TYPE, TYPE, TYPE)
^head(%result: TYPE, %square: TYPE, %left: TYPE):
  %more = llvm.icmp "ne" %left, %zero : TYPE
  llvm.cond_br %more, ^body, ^done
^body:
  %bit = llvm.and %left, %one : TYPE
  %is_set = llvm.icmp "ne" %bit, %zero : TYPE
  %product = llvm.mul %result, %square : TYPE
  %next = llvm.select %is_set, %product, %result : i1, TYPE
  %next_square = llvm.mul %square, %square : TYPE
  %half = llvm.lshr %left, %one : TYPE
  llvm.br ^head(%next, %next_square, %half : TYPE, TYPE, TYPE)
^done:
  llvm.return %result : TYPE
}
"""


@dataclass(frozen=True)
class ConvertMathToLlvmPass(TsPass):
    """Convert math to LLVM intrinsics and calls of libm."""

    name = "convert-math-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-math",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        check_bfloats(module)
        LlvmConversion(RULES).run(module)
