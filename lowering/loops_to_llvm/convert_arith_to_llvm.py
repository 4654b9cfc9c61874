"""Arithmetic on scalars and vectors becomes instructions of LLVM.

    %s = arith.addf %a, %b fastmath<contract> : vector<8xf32>
    %n = arith.index_cast %i : index to i32

becomes

    %s = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
    %n = llvm.trunc %i : i64 to i32

Operations that LLVM lacks are expanded: divisions that round down or up, sums and products with a
carry.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    VectorType,
    bf16,
    f32,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended import llvm as ext
from xdsl_torchscript.dialects.extended import llvm_intrinsics as intrinsics
from xdsl_torchscript.dialects.extended.arith import RemFOp, element_of, with_lanes_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import integer_attribute
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops_to_llvm.conversion import (
    Converted,
    LlvmConversion,
    check_bfloats,
    llvm_rules,
)

RULES = llvm_rules()
Cast = Callable[[SSAValue, Attribute], Operation]

FLOAT_BINARY: dict[type[Operation], type[Operation]] = {
    RemFOp: llvm.FRemOp,
    arith.AddfOp: llvm.FAddOp,
    arith.DivfOp: llvm.FDivOp,
    arith.MaximumfOp: intrinsics.MaximumOp,
    arith.MaxnumfOp: llvm.VectorFMaxOp,
    arith.MinimumfOp: intrinsics.MinimumOp,
    arith.MinnumfOp: llvm.VectorFMinOp,
    arith.MulfOp: llvm.FMulOp,
    arith.SubfOp: llvm.FSubOp,
}

WRAPPING_BINARY: dict[type[Operation], type[llvm.ArithmeticBinOpOverflow]] = {
    arith.AddiOp: llvm.AddOp,
    arith.MuliOp: llvm.MulOp,
    arith.ShLIOp: llvm.ShlOp,
    arith.SubiOp: llvm.SubOp,
}

BINARY: dict[type[Operation], type[Operation]] = {
    arith.AndIOp: llvm.AndOp,
    arith.DivSIOp: llvm.SDivOp,
    arith.DivUIOp: llvm.UDivOp,
    arith.MaxSIOp: intrinsics.SMaxOp,
    arith.MaxUIOp: intrinsics.UMaxOp,
    arith.MinSIOp: intrinsics.SMinOp,
    arith.MinUIOp: intrinsics.UMinOp,
    arith.OrIOp: llvm.OrOp,
    arith.RemSIOp: llvm.SRemOp,
    arith.RemUIOp: llvm.URemOp,
    arith.ShRSIOp: llvm.AShrOp,
    arith.ShRUIOp: llvm.LShrOp,
    arith.XOrIOp: llvm.XOrOp,
}

CASTS: dict[type[Operation], Cast] = {
    arith.BitcastOp: llvm.BitcastOp,
    arith.ExtSIOp: llvm.SExtOp,
    arith.ExtUIOp: llvm.ZExtOp,
    arith.FPToSIOp: ext.FPToSIOp,
    arith.FPToUIOp: ext.FPToUIOp,
    arith.SIToFPOp: llvm.SIToFPOp,
    arith.TruncFOp: llvm.FPTruncOp,
    arith.TruncIOp: llvm.TruncOp,
    arith.UIToFPOp: ext.UIToFPOp,
}


def fast_math(op: Operation) -> llvm.FastMathAttr:
    """Return the fast-math flags of an operation of arith, math or vector, as llvm spells them."""
    return _fast_math_flags(op.properties.get("fastmath"))


@cache
def _fast_math_flags(flags: Attribute | None) -> llvm.FastMathAttr:
    return llvm.FastMathAttr(flags.data if isinstance(flags, arith.FastMathFlagsAttr) else None)


@RULES.rule(arith.ExtFOp)
def _(to: LlvmConversion, op: arith.ExtFOp) -> Converted:
    """A bfloat is the upper half of a float32."""
    value, target = to.value(op.input), to.type(op.result.type)
    if element_of(op.input.type) != bf16:
        return to(llvm.FPExtOp(value, target))
    bits = to(llvm.ZExtOp(value, with_lanes_of(i32, target)))
    upper = to(llvm.ShlOp(bits, to.constant(16, bits.type)))
    single = to(llvm.BitcastOp(upper, with_lanes_of(f32, target)))
    return single if single.type == target else to(llvm.FPExtOp(single, target))


@RULES.rule(*FLOAT_BINARY)
def _(to: LlvmConversion, op: Operation) -> Converted:
    target = FLOAT_BINARY[_key(op, FLOAT_BINARY)]
    return to.same_type(target, _pair(to, op), {"fastmathFlags": fast_math(op)})


@RULES.rule(*WRAPPING_BINARY)
def _(to: LlvmConversion, op: Operation) -> Converted:
    target = WRAPPING_BINARY[_key(op, WRAPPING_BINARY)]
    flags = _overflow_flags(op.properties.get("overflowFlags"))
    return to.same_type(target, _pair(to, op), {"overflowFlags": flags})


@cache
def _overflow_flags(flags: Attribute | None) -> IntegerAttr:
    """Return the flags of a sum, product or shift as llvm spells them."""
    wrap = flags.data if isinstance(flags, arith.IntegerOverflowAttr) else ()
    overflow = llvm.OverflowAttr([llvm.OverflowFlag(flag.value) for flag in wrap])
    return IntegerAttr(overflow.to_int(), 32)


@RULES.rule(*BINARY)
def _(to: LlvmConversion, op: Operation) -> Converted:
    return to.same_type(BINARY[_key(op, BINARY)], _pair(to, op))


@RULES.rule(*CASTS)
def _(to: LlvmConversion, op: Operation) -> Converted:
    value, target = to.value(op.operands[0]), to.type(op.results[0].type)
    if value.type == target:
        return value
    return to(CASTS[_key(op, CASTS)](value, target))


def _key(op: Operation, table: dict[type[Operation], Any]) -> type[Operation]:
    """Return the registered op class of the operation, or its closest base."""
    return type(op) if type(op) in table else next(c for c in type(op).__mro__ if c in table)


def _pair(to: LlvmConversion, op: Operation) -> tuple[SSAValue, SSAValue]:
    return to.value(op.operands[0]), to.value(op.operands[1])


@RULES.rule(arith.ConstantOp)
def _(to: LlvmConversion, op: arith.ConstantOp) -> Converted:
    target = to.type(op.result.type)
    return to.constant_of(_constant(op, target), target)


def _constant(op: arith.ConstantOp, target: Attribute) -> Attribute:
    value = op.value
    if op.result.type == target and isinstance(value, IntegerAttr | DenseIntOrFPElementsAttr):
        return cast(Attribute, value)
    if isa(value, IntegerAttr) and isa(target, IntegerType):
        return integer_attribute(value.value.data, target)
    if isinstance(value, DenseIntOrFPElementsAttr) and isa(target, VectorType):
        return DenseIntOrFPElementsAttr(target, value.data)  # pyright: ignore[reportArgumentType]
    if not isinstance(value, FloatAttr):
        fail(op, "is a constant whose data is not in the program; only dense data lowers")
    if isa(target, IntegerType):
        bits = int.from_bytes(bf16.pack((value.value.data,)), "little", signed=True)
        return integer_attribute(bits, target)
    return value


@RULES.rule(arith.NegfOp)
def _(to: LlvmConversion, op: arith.NegfOp) -> Converted:
    return to(llvm.FNegOp(to.value(op.operand), fast_math(op)))


@RULES.rule(arith.CmpiOp)
def _(to: LlvmConversion, op: arith.CmpiOp) -> Converted:
    predicate = llvm.ALL_ICMP_FLAGS[op.predicate.value.data]
    return to(ext.ICmpOp(*_pair(to, op), predicate))


@RULES.rule(arith.CmpfOp)
def _(to: LlvmConversion, op: arith.CmpfOp) -> Converted:
    predicate = llvm.ALL_FCMP_FLAGS[op.predicate.value.data]
    return to(ext.FCmpOp(*_pair(to, op), predicate, fast_math(op)))


@RULES.rule(arith.SelectOp)
def _(to: LlvmConversion, op: arith.SelectOp) -> Converted:
    return to(ext.SelectOp(*to.operands(op.operands)))


@RULES.rule(arith.IndexCastOp)
def _(to: LlvmConversion, op: arith.IndexCastOp) -> Converted:
    """Signed, like arith.index_cast: an `index` is an i64."""
    value, target = to.value(op.input), to.type(op.result.type)
    have, want = _width(value.type), _width(target)
    if have == want:
        return value
    return to((llvm.TruncOp if have > want else llvm.SExtOp)(value, target))


def _width(given: Attribute) -> int:
    element = given.element_type if isa(given, VectorType) else given
    return element.width.data if isa(element, IntegerType) else 0


# --- operations without an LLVM instruction ------------------------------------------------


@RULES.rule(arith.FloorDivSIOp)
def _(to: LlvmConversion, op: arith.FloorDivSIOp) -> Converted:
    """Round the quotient to zero; subtract one if there is a remainder and the signs differ."""
    quotient, has_rest, differ = _signed_division(to, op)
    below = to(llvm.SubOp(quotient, to.constant(1, quotient.type)))
    return to(ext.SelectOp(to(llvm.AndOp(has_rest, differ)), below, quotient))


@RULES.rule(arith.CeilDivSIOp)
def _(to: LlvmConversion, op: arith.CeilDivSIOp) -> Converted:
    """Round the quotient to zero; add one if there is a remainder and the signs agree."""
    quotient, has_rest, differ = _signed_division(to, op)
    above = to(llvm.AddOp(quotient, to.constant(1, quotient.type)))
    rounds = to(ext.SelectOp(has_rest, above, quotient))
    return to(ext.SelectOp(differ, quotient, rounds))


def _signed_division(to: LlvmConversion, op: Operation) -> tuple[SSAValue, SSAValue, SSAValue]:
    """Return the quotient, whether the remainder is nonzero, and whether the operands' signs
    differ.
    """
    lhs, rhs = _pair(to, op)
    quotient = to(llvm.SDivOp(lhs, rhs))
    whole = to(llvm.MulOp(quotient, rhs))
    has_rest = to(ext.ICmpOp(whole, lhs, "ne"))
    mixed = to(llvm.XOrOp(lhs, rhs))
    differ = to(ext.ICmpOp(mixed, to.constant(0, lhs.type), "slt"))
    return quotient, has_rest, differ


@RULES.rule(arith.CeilDivUIOp)
def _(to: LlvmConversion, op: arith.CeilDivUIOp) -> Converted:
    lhs, rhs = _pair(to, op)
    quotient = to(llvm.UDivOp(lhs, rhs))
    whole = to(llvm.MulOp(quotient, rhs))
    has_rest = to(ext.ICmpOp(whole, lhs, "ne"))
    return to(llvm.AddOp(quotient, to(llvm.ZExtOp(has_rest, lhs.type))))


@RULES.rule(arith.AddUIExtendedOp)
def _(to: LlvmConversion, op: arith.AddUIExtendedOp) -> Converted:
    lhs, rhs = _pair(to, op)
    total = to(llvm.AddOp(lhs, rhs))
    return [total, to(ext.ICmpOp(total, lhs, "ult"))]


@RULES.rule(arith.MulSIExtendedOp, arith.MulUIExtendedOp)
def _(to: LlvmConversion, op: arith.MulExtendedBase) -> Converted:
    """Multiply in twice the width, and return both halves."""
    extend = llvm.SExtOp if isinstance(op, arith.MulSIExtendedOp) else llvm.ZExtOp
    narrow = to.type(op.low.type)
    wide: Attribute = IntegerType(2 * _width(narrow))
    if isa(narrow, VectorType):
        wide = VectorType(wide, narrow.shape)
    lhs, rhs = (to(extend(value, wide)) for value in _pair(to, op))
    product = to(llvm.MulOp(lhs, rhs))
    # Widened, since xDSL has no vector constants of 128 bits.
    distance = to(llvm.ZExtOp(to.constant(_width(narrow), narrow), wide))
    shifted = to(llvm.LShrOp(product, distance))
    return [to(llvm.TruncOp(product, narrow)), to(llvm.TruncOp(shifted, narrow))]


@dataclass(frozen=True)
class ConvertArithToLlvmPass(TsPass):
    """Convert arith to the llvm dialect."""

    name = "convert-arith-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-arith",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        check_bfloats(module)
        LlvmConversion(RULES).run(module)
