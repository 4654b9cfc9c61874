"""Functions of `math` become arithmetic, which vectors do as fast as scalars.

    %y = math.exp %x : vector<8xf32>
  ->
    %c = arith.constant dense<89.0> : vector<8xf32>
    %0 = arith.cmpf olt, %c, %x : vector<8xf32>
    ...
    %y = arith.mulf %p, %s : vector<8xf32>

Without this, `math.exp` of a vector is a call of the C library for each lane. The errors, in units
in the last place, over all of the range, NaN, infinities, zeros and denormal numbers included:

    f32 and f64   exp, exp2 1.2      expm1 1.5    log, log1p 0.9    log2 1.8    log10 1.9
                  sinh 1.5           cosh 1.3     asinh, acosh 1.8  atanh 2.0
                  sin, cos 2.0       asin 2.0     acos 1.2          atan2 1.8
    f32           tan 0.8            erf 1.8      tanh 2.5          atan 1.5    powf 0.6
                  arith.remf 0
    f64           tan 1.6            erf 1.4      tanh 2.1          atan 1.7    powf 1.3

With fused multiply-add, they are 1.8 for sine and cosine, 2.0 for f64 tanh, 1.6 for f64 atan, 1.2
for f64 erf and 1.0 for f64 powf; an f32 tanh within 2 takes half as much time again. An exponential
that is only added to 1, as in a sigmoid, may be wrong where it is below 2^-100 and the sum is 1.

With `precision=exact`, all f32 functions are within 0.51: they are computed in f64 and rounded
once. That takes two and a half to five times as long. f64 functions are the library's; in glibc,
the errors are

    f64           exp, exp2, log, log2 0.6      expm1, log1p 0.8    log10 1.6     cosh 1.5
                  atanh 1.6                     asinh, sinh 1.7     acosh 2.0     tanh 2.1
                  sin, cos, asin, acos 0.6      atan 0.6            tan 0.7       erf 1.1

With `precision=fast`, the error of the f32 exp is 2.4 and that of log 3.5, without support of
subnormal numbers: results of exp below 2^-125.4 may be 0, and positive arguments of log below
2^-126 count as 0. They take 27 % and 47 % less time. Other functions keep their expansions.

Sine and cosine of f32 reduce their arguments in f32 up to 10^5, or up to 6000 on machines without
fused multiply-add. If a lane has a larger one, a branch that is otherwise not taken reduces all of
them in f64. Beyond 10^6, another calls the library, in f64 beyond 10^9, without fused multiply-add
and for tangents beyond 10^8. So does a power if an argument is not finite, and a remainder of f32
if a quotient exceeds 2^28. All other operations of `math` stay, a power of f64 that is no vector,
for which the library is as fast and more exact, and those with fast-math flags, which these
algorithms do not honour.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects import math, scf, vector
from xdsl.dialects.arith import AddfOp, ConstantOp, FastMathFlagsAttr
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    ModuleOp,
    VectorType,
    f32,
    f64,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.extended.arith import RemFOp, element_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder, Constants
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.math_precision import MATH_PRECISIONS, MathPrecision
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops.elementary import fast
from xdsl_torchscript.lowering.loops.elementary.angles import (
    FUSED,
    SPLIT,
    TRIG_LIMIT,
    ArgumentReduction,
    acos,
    asin,
    atan,
    atan2,
    cos,
    cos_far,
    sin,
    sin_far,
    tan,
    tan_in_f64,
)
from xdsl_torchscript.lowering.loops.elementary.exponentials import (
    cosh,
    erf,
    exp,
    exp2,
    exp_above_tiny,
    expm1,
    sinh,
    tanh,
    tanh_f64,
)
from xdsl_torchscript.lowering.loops.elementary.logarithms import (
    acosh,
    asinh,
    atanh,
    log,
    log1p,
    log2,
    log10,
)
from xdsl_torchscript.lowering.loops.elementary.powers import (
    is_power_of_finite,
    pow_f32,
    pow_f64,
)
from xdsl_torchscript.lowering.loops.elementary.remainders import is_short_division, remainder

Expansion: TypeAlias = Callable[..., SSAValue]
Tiers: TypeAlias = Sequence[tuple[float, Expansion]]
"""Expansions, and the sizes of the argument up to which they hold, the smallest first."""

_EXPANSIONS: dict[type[Operation], Mapping[Attribute, Expansion]] = {
    math.AcosOp: {f32: acos, f64: acos},
    math.AcoshOp: {f32: acosh, f64: acosh},
    math.AsinOp: {f32: asin, f64: asin},
    math.AsinhOp: {f32: asinh, f64: asinh},
    math.Atan2Op: {f32: atan2, f64: atan2},
    math.AtanOp: {f32: atan, f64: atan},
    math.AtanhOp: {f32: atanh, f64: atanh},
    math.CoshOp: {f32: cosh, f64: cosh},
    math.ErfOp: {f32: erf, f64: erf},
    math.Exp2Op: {f32: exp2, f64: exp2},
    math.ExpM1Op: {f32: expm1, f64: expm1},
    math.ExpOp: {f32: exp, f64: exp},
    math.Log10Op: {f32: log10, f64: log10},
    math.Log1pOp: {f32: log1p, f64: log1p},
    math.Log2Op: {f32: log2, f64: log2},
    math.LogOp: {f32: log, f64: log},
    math.SinhOp: {f32: sinh, f64: sinh},
    math.TanhOp: {f32: tanh, f64: tanh_f64},
}
_TIERS: dict[type[Operation], Mapping[Attribute, Callable[[ArgumentReduction], Tiers]]] = {
    math.CosOp: {
        f32: lambda turns: [(turns.limit, partial(cos, reduction=turns)), (TRIG_LIMIT, cos_far)],
        f64: lambda turns: [(turns.limit, partial(cos, reduction=turns))],
    },
    math.SinOp: {
        f32: lambda turns: [(turns.limit, partial(sin, reduction=turns)), (TRIG_LIMIT, sin_far)],
        f64: lambda turns: [(turns.limit, partial(sin, reduction=turns))],
    },
    math.TanOp: {
        f32: lambda turns: [(TRIG_LIMIT, tan_in_f64)],
        f64: lambda turns: [(SPLIT[f64].limit, tan)],
    },
}
"""Expansions by the reduction of the machine."""

_CHECKED: dict[type[Operation], tuple[Expansion, Mapping[Attribute, Expansion]]] = {
    math.PowFOp: (is_power_of_finite, {f32: pow_f32, f64: pow_f64}),
    RemFOp: (is_short_division, {f32: remainder}),
}
"""Where expansions hold, and the expansions, which may use fused multiply-add."""

_ELEMENTS: dict[type[Operation], Collection[Attribute]] = {
    **_EXPANSIONS,
    **_TIERS,
    **{op: expansions for op, (_, expansions) in _CHECKED.items()},
}
"""The types of elements for which there are expansions."""

BRANCH = "math.library"
"""Marks the `scf.if` that chooses between the library and the expansion."""


_FAST: dict[type[Operation], Expansion] = {math.ExpOp: fast.exp, math.LogOp: fast.log}
"""The expansions of f32 that are faster where subnormal numbers are not supported."""

_ROUNDED_ONCE = frozenset({math.PowFOp, RemFOp})
"""Functions of f32 that are computed in f64 at any precision."""


def refusal(op: Operation, precision: MathPrecision = "default") -> str | None:
    """Return why an operation of `math` is not expanded, or None if it is."""
    element = element_of(op.operands[0].type)
    if precision == "exact" and element == f64:
        return "the library is more exact in f64"
    if type(op) not in _ELEMENTS:
        return "it has no expansion"
    if isinstance(op, math.PowFOp) and op.lhs.type == f64:
        return "for a single number in f64 the library is as fast, and more exact"
    if element not in _ELEMENTS[type(op)]:
        return f"its expansion does not support {element}"
    if op.properties.get("fastmath", FastMathFlagsAttr("none")) != FastMathFlagsAttr("none"):
        return "it has fast-math flags"
    parent = op.parent_op()
    if parent is not None and BRANCH in parent.attributes:
        return "it is the fallback of an expansion"
    return None


def _expand_by_size(code: ArithBuilder, op: Operation, tiers: Tiers) -> SSAValue:
    """Use the first expansion that holds for all lanes, and otherwise the library's function."""
    if not tiers:
        return code.emit(op.clone()).results[0]
    (limit, expansion), *further = tiers
    x = op.operands[0]
    beyond = _any_lane(code, code.compare("uge", code.absolute(x), limit))
    return _choose(
        code,
        beyond,
        lambda inside: _expand_by_size(inside, op, further),
        lambda inside: expansion(inside, x),
    )


def _expand_checked(code: ArithBuilder, op: Operation, fma: bool) -> SSAValue:
    """Use the expansion if it holds for all lanes, and otherwise the library's function."""
    condition, expansions = _CHECKED[type(op)]
    expansion = expansions[element_of(op.operands[0].type)]
    holds = condition(code, *op.operands)
    return _choose(
        code,
        _any_lane(code, code.bit_xor(holds, code.like(1, holds))),
        lambda inside: inside.emit(op.clone()).results[0],
        lambda inside: expansion(inside, *op.operands, fma),
    )


def _choose(
    code: ArithBuilder,
    is_slow: SSAValue,
    slow: Callable[[ArithBuilder], SSAValue],
    fast: Callable[[ArithBuilder], SSAValue],
) -> SSAValue:
    """Emit a branch that computes a value in one of two ways."""
    blocks, values = (Block(), Block()), list[SSAValue]()
    for block, compute in zip(blocks, (slow, fast), strict=True):
        inside = ArithBuilder(Emitter(InsertPoint.at_end(block), code.emit.location))
        values.append(compute(inside))
        inside.emit(scf.YieldOp(values[-1]))
    branch = scf.IfOp(is_slow, [values[0].type], Region(blocks[0]), Region(blocks[1]))
    branch.attributes[BRANCH] = values[0].type
    return code.emit(branch).output[0]


def _any_lane(code: ArithBuilder, mask: SSAValue) -> SSAValue:
    if not isinstance(mask.type, VectorType):
        return mask
    kind = vector.CombiningKindAttr(vector.CombiningKindFlag.OR)
    properties: dict[str, Attribute] = {"kind": kind, "fastmath": FastMathFlagsAttr("none")}
    reduction = vector.ReductionOp.create(operands=[mask], result_types=[i1], properties=properties)
    return code.emit(reduction).results[0]


def _is_only_added_to_one(value: SSAValue) -> bool:
    """Return whether results too small to change 1 make no difference, as in a sigmoid."""
    uses = [use.operation for use in value.uses]
    return all(isinstance(use, AddfOp) and any(map(_is_one, use.operands)) for use in uses)


def _is_one(value: SSAValue) -> bool:
    if not isinstance(value.owner, ConstantOp):
        return False
    constant = value.owner.value
    if isinstance(constant, DenseIntOrFPElementsAttr) and constant.is_splat():
        constant = constant.get_attrs()[0]
    return isinstance(constant, FloatAttr) and constant.value.data == 1.0


def _is_function(op: Operation) -> bool:
    return op.dialect_name() == "math" or isinstance(op, RemFOp)


@dataclass(frozen=True)
class ExpandMathPass(TsPass):
    """Expand exponentials, logarithms, hyperbolic and trigonometric functions to arithmetic."""

    name = "expand-math"
    level = "any"
    requires = ()
    ensures = ()
    preserves = ()

    fma: bool = field(
        default=False, metadata={"help": "the machine has fused multiply-add instructions"}
    )

    precision: str = field(
        default="default",
        metadata={
            "help": f"errors against time: {', '.join(MATH_PRECISIONS)}",
            "choices": tuple(MATH_PRECISIONS),
        },
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        assert self.precision in MATH_PRECISIONS, "a pass with another one cannot be created"
        constants: dict[Block | None, Constants] = defaultdict(Constants)
        for op in [op for op in nested_operations(module) if _is_function(op)]:
            reason = refusal(op, self.precision)
            if reason is not None:
                refuse(op, reason)
                continue
            value = self._expand(ArithBuilder(Emitter.before(op), constants[op.parent]), op)
            value.name_hint = op.results[0].name_hint
            op.results[0].replace_all_uses_with(value)
            Rewriter.erase_op(op)

    def _expand(self, code: ArithBuilder, op: Operation) -> SSAValue:
        element = element_of(op.operands[0].type)
        if self.precision == "exact" and type(op) not in _ROUNDED_ONCE:
            return self._expand_in_f64(code, op)
        if self.precision == "fast" and element == f32 and type(op) in _FAST:
            return _FAST[type(op)](code, *op.operands)
        if isinstance(op, math.ExpOp) and _is_only_added_to_one(op.result):
            return exp_above_tiny(code, op.operand)
        if type(op) in _CHECKED:
            return _expand_checked(code, op, self.fma)
        return self._expand_usually(code, op)

    def _expand_usually(self, code: ArithBuilder, op: Operation) -> SSAValue:
        """Use the expansion that holds for all arguments, or the one for their sizes."""
        element = element_of(op.operands[0].type)
        if type(op) in _EXPANSIONS:
            return _EXPANSIONS[type(op)][element](code, *op.operands)
        reduction = (FUSED if self.fma else SPLIT)[element]
        return _expand_by_size(code, op, _TIERS[type(op)][element](reduction))

    def _expand_in_f64(self, code: ArithBuilder, op: Operation) -> SSAValue:
        """Compute a function of f32 in f64 and round once."""
        wide = [code.cast(operand, f64) for operand in op.operands]
        types = [wide[0].type]
        call = type(op).create(operands=wide, result_types=types, properties=op.properties)
        value = self._expand_usually(code, call)
        call.erase()
        return code.cast(value, f32)
