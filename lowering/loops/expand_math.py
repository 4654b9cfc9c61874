"""Functions of `math` become arithmetic, which vectors do as fast as scalars.

    %y = math.exp %x : vector<8xf32>
  ->
    %c = arith.constant dense<89.0> : vector<8xf32>
    %0 = arith.cmpf olt, %c, %x : vector<8xf32>
    ...
    %y = arith.mulf %p, %s : vector<8xf32>

Without this, `math.exp` of a vector is a call of the C library for each lane. The errors, in units
in the last place, over all of the range, NaN, infinities, zeros and denormal numbers included:

    exp f32, f64   1.2      log f32, f64   0.9
    tanh f32       2.6      sin, cos f32   2.3      erf f32   1.8

On a machine with fused multiply-add, it is 1.8 for sine and cosine. An exponential that is only
added to 1, as in a sigmoid, may be wrong where it is below 2^-100 and the sum is 1.

Sine and cosine reduce their arguments in f32 up to 10^5, or up to 6000 on machines without fused
multiply-add. If a lane has a larger one, a branch that is otherwise not taken reduces all of them
in f64. Beyond 10^6, another calls the library. All other operations of `math` stay, including f64
`sin`, `cos` and `tanh`. Operations with fast-math flags also stay: these algorithms do not honour
the flags.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder, Constants
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops.polynomials import (
    FUSED,
    SPLIT,
    TRIG_LIMIT,
    ArgumentReduction,
    cos,
    cos_far,
    erf,
    exp,
    exp_above_tiny,
    log,
    sin,
    sin_far,
    tanh,
)

Expansion: TypeAlias = Callable[[ArithBuilder, SSAValue], SSAValue]
Reducing: TypeAlias = Callable[[ArithBuilder, SSAValue, ArgumentReduction], SSAValue]
Tiers: TypeAlias = Sequence[tuple[float, Expansion]]
"""Expansions, and the sizes of the argument up to which they hold, the smallest first."""

_F32 = frozenset[Attribute]({f32})
_BOTH = frozenset[Attribute]({f32, f64})
_FORMATS: dict[type[Operation], frozenset[Attribute]] = {
    math.CosOp: _F32,
    math.ErfOp: _F32,
    math.ExpOp: _BOTH,
    math.LogOp: _BOTH,
    math.SinOp: _F32,
    math.TanhOp: _F32,
}
_EXPANSIONS: dict[type[Operation], Expansion] = {
    math.ErfOp: erf,
    math.ExpOp: exp,
    math.LogOp: log,
    math.TanhOp: tanh,
}
_BOUNDED: dict[type[Operation], tuple[Reducing, Expansion]] = {
    math.CosOp: (cos, cos_far),
    math.SinOp: (sin, sin_far),
}
"""Expansions up to the limit of a reduction, and those up to TRIG_LIMIT."""

BRANCH = "math.library"
"""Marks the `scf.if` that chooses between the library and the expansion."""


def refusal(op: Operation) -> str | None:
    """Return why an operation of `math` is not expanded, or None if it is."""
    if type(op) not in _FORMATS:
        return "it has no expansion"
    if element_of(op.operands[0].type) not in _FORMATS[type(op)]:
        return f"its expansion does not support {element_of(op.operands[0].type)}"
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
    emit, x = code.emit, op.operands[0]
    beyond = _any_lane(code, code.compare("uge", code.absolute(x), limit))
    slow, fast = Block(), Block()
    inside = ArithBuilder(Emitter(InsertPoint.at_end(slow), emit.location))
    inside.emit(scf.YieldOp(_expand_by_size(inside, op, further)))
    inside = ArithBuilder(Emitter(InsertPoint.at_end(fast), emit.location))
    inside.emit(scf.YieldOp(expansion(inside, x)))
    branch = scf.IfOp(beyond, [x.type], Region(slow), Region(fast))
    branch.attributes[BRANCH] = op.results[0].type
    return emit(branch).output[0]


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


@dataclass(frozen=True)
class ExpandMathPass(TsPass):
    """Expand exp, log, tanh, erf, sin and cos to arithmetic."""

    name = "expand-math"
    level = "any"
    requires = ()
    ensures = ()
    preserves = ()

    fma: bool = field(
        default=False, metadata={"help": "the machine has fused multiply-add instructions"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        constants: dict[Block | None, Constants] = defaultdict(Constants)
        for op in [op for op in nested_operations(module) if op.dialect_name() == "math"]:
            reason = refusal(op)
            if reason is not None:
                refuse(op, reason)
                continue
            value = self._expand(ArithBuilder(Emitter.before(op), constants[op.parent]), op)
            value.name_hint = op.results[0].name_hint
            op.results[0].replace_all_uses_with(value)
            Rewriter.erase_op(op)

    def _expand(self, code: ArithBuilder, op: Operation) -> SSAValue:
        if isinstance(op, math.ExpOp) and _is_only_added_to_one(op.result):
            return exp_above_tiny(code, op.operand)
        if type(op) in _EXPANSIONS:
            return _EXPANSIONS[type(op)](code, op.operands[0])
        near, far = _BOUNDED[type(op)]
        reduction = FUSED if self.fma else SPLIT

        def first(code: ArithBuilder, x: SSAValue) -> SSAValue:
            return near(code, x, reduction)

        return _expand_by_size(code, op, [(reduction.limit, first), (TRIG_LIMIT, far)])
