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
    tanh f32       2.2      sin, cos f32   1.5      erf f32   0.6

Sine and cosine are expanded for arguments up to 10^6. If a lane has a larger one, a branch that is
otherwise not taken calls the library. All other operations of `math` stay, including f64 `sin`,
`cos` and `tanh`. Operations with fast-math flags also stay: these algorithms do not honour the
flags.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects import math, scf, vector
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import ModuleOp, VectorType, f32, f64, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder, Constants
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops.polynomials import TRIG_LIMIT, cos, erf, exp, log, sin, tanh

Expansion: TypeAlias = Callable[[ArithBuilder, SSAValue], SSAValue]

_F32 = frozenset[Attribute]({f32})
_BOTH = frozenset[Attribute]({f32, f64})
_EXPANSIONS: dict[type[Operation], tuple[Expansion, frozenset[Attribute]]] = {
    math.CosOp: (cos, _F32),
    math.ErfOp: (erf, _F32),
    math.ExpOp: (exp, _BOTH),
    math.LogOp: (log, _BOTH),
    math.SinOp: (sin, _F32),
    math.TanhOp: (tanh, _F32),
}
_BOUNDED = (math.CosOp, math.SinOp)
"""Expanded for arguments up to TRIG_LIMIT alone."""

BRANCH = "math.library"
"""Marks the `scf.if` that chooses between the library and the expansion."""


def refusal(op: Operation) -> str | None:
    """Return why an operation of `math` is not expanded, or None if it is."""
    if type(op) not in _EXPANSIONS:
        return "it has no expansion"
    if element_of(op.operands[0].type) not in _EXPANSIONS[type(op)][1]:
        return f"its expansion does not support {element_of(op.operands[0].type)}"
    if op.properties.get("fastmath", FastMathFlagsAttr("none")) != FastMathFlagsAttr("none"):
        return "it has fast-math flags"
    parent = op.parent_op()
    if parent is not None and BRANCH in parent.attributes:
        return "it is the fallback of an expansion"
    return None


def _expand_or_call(
    code: ArithBuilder, op: Operation, x: SSAValue, expansion: Expansion
) -> SSAValue:
    """Call the library's function if an argument is too large; otherwise use the expansion."""
    emit = code.emit
    large = code.compare("uge", code.absolute(x), TRIG_LIMIT)
    library, arithmetic = Block(), Block()
    slow = Emitter(InsertPoint.at_end(library), emit.location)
    slow(scf.YieldOp(slow(op.clone()).results[0]))
    fast = Emitter(InsertPoint.at_end(arithmetic), emit.location)
    fast(scf.YieldOp(expansion(ArithBuilder(fast), x)))
    if not isinstance(large.type, VectorType):
        any_lane = large
    else:
        kind = vector.CombiningKindAttr(vector.CombiningKindFlag.OR)
        properties: dict[str, Attribute] = {"kind": kind, "fastmath": FastMathFlagsAttr("none")}
        any_lane = emit(
            vector.ReductionOp.create(operands=[large], result_types=[i1], properties=properties)
        ).results[0]
    branch = scf.IfOp(any_lane, [x.type], Region(library), Region(arithmetic))
    branch.attributes[BRANCH] = op.results[0].type
    return emit(branch).output[0]


@dataclass(frozen=True)
class ExpandMathPass(TsPass):
    """Expand exp, log, tanh, erf, sin and cos to arithmetic."""

    name = "expand-math"
    level = "any"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        constants: dict[Block | None, Constants] = defaultdict(Constants)
        for op in [op for op in nested_operations(module) if op.dialect_name() == "math"]:
            reason = refusal(op)
            if reason is not None:
                refuse(op, reason)
                continue
            (expansion, _), x = _EXPANSIONS[type(op)], op.operands[0]
            code = ArithBuilder(Emitter.before(op), constants[op.parent])
            bounded = isinstance(op, _BOUNDED)
            value = _expand_or_call(code, op, x, expansion) if bounded else expansion(code, x)
            value.name_hint = op.results[0].name_hint
            op.results[0].replace_all_uses_with(value)
            Rewriter.erase_op(op)
