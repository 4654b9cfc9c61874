"""A reduction over neighbouring elements keeps several partial results, in the lanes of a vector.

    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
      %x = memref.load %t[%k] : memref<?xf32>
      %y = arith.addf %acc, %x fastmath<reassoc> : f32
      scf.yield %y : f32
    }
  ->
    %v = scf.for %k = %c0 to %end step %c16 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %x = vector.load %t[%k] : memref<?xf32>, vector<16xf32>
      %y = arith.addf %acc, %x fastmath<reassoc> : vector<16xf32>
      scf.yield %y : vector<16xf32>
    }
    %s = vector.reduction <add>, %v : vector<16xf32> into f32
    %i = arith.addf %init, %s fastmath<reassoc> : f32
    %r = scf.for %k = %end to %n step %c1 iter_args(%acc = %i) -> (f32) {
      ... the loop as it was, for the elements left over
    }

The order of the elements changes. Integers, maxima and minima allow it; sums and products of floats
need `fastmath<reassoc>`. A cheap body gets `unroll` times as many lanes, so that partial results do
not wait for each other; half as many if it computes many values, which would not all stay in
registers. A second vector loop computes the remainder, and with `masked`, a vector with lanes off
the remainder of that, and short loops. Otherwise narrower vectors do so where the number of
elements is known, unless the loop around is to be vectorized instead. Where an element may be
combined twice, as in a maximum, the vector of the last elements overlaps the one before it, and
nothing is left over. A loop is left unchanged if it reads with another stride, writes, or carries
several values. So is a loop with an operation that has no vector form.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import AnyFloat, IntegerType, ModuleOp, VectorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.vector_lanes import MOST_LANES
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.reductions import (
    KINDS,
    combination_of,
    combine,
    may_reorder,
    neutral_value,
)
from xdsl_torchscript.lowering.loops.vectors import vectorize_loops
from xdsl_torchscript.lowering.loops.vectors.vector_body import (
    access_of,
    can_mask,
    refusal_of_op,
)
from xdsl_torchscript.lowering.loops.vectors.vectorize_loops import (
    NARROWER,
    SPARSE,
    count_of,
    emit_vector_loops,
    has_only_reductions,
    main_range,
)

_CHEAP_MATH = frozenset({"math.absf", "math.absi", "math.copysign"})
_MANY = 6
"""Values of a body above which its vectors do not all stay in registers."""


def refusal(loop: scf.ForOp, width: int) -> str | None:
    """Return why `loop` cannot keep `width` partial results, or None if it can."""
    op = combination_of(loop)
    if op is None:
        return "it does not reduce to one value"
    if not may_reorder(op):
        return f"'{op.name}' must keep the order of the elements"
    if constant_of(loop.step) != 1:
        return "it does not count by 1"
    lower, upper = constant_of(loop.lb), constant_of(loop.ub)
    if lower is not None and upper is not None and upper - lower < width:
        return f"it runs fewer than {width} times"
    body = loop.body.block
    accesses = [access for access in map(access_of, body.ops) if access is not None]
    if any(access.writes for access in accesses):
        return "it writes"
    if any(inner.regions for inner in body.ops):
        return "it contains a loop or a branch"
    reasons = (refusal_of_op(inner, body.args[0]) for inner in body.ops)
    return next(filter(None, reasons), None)


def _lanes(loop: scf.ForOp, width: int, unroll: int) -> int:
    """Return the number of partial results: more if the body is cheap and elements narrow."""
    ops = list(loop.body.block.ops)
    if any(op.dialect_name() == "math" and op.name not in _CHEAP_MATH for op in ops):
        return width
    types = [result.type for op in ops for result in op.results]
    widths = [t.bitwidth for t in types if isinstance(t, AnyFloat | IntegerType)]
    takes_many_registers = max(widths, default=0) > 32 or len(widths) > _MANY
    vectors = max(unroll // 2 if takes_many_registers else unroll, 1)
    return min(width * vectors, MOST_LANES)


def _is_vectorized_around(loop: scf.ForOp, width: int) -> bool:
    """Return whether vectors will do several iterations of the loop around a reduction at once."""
    around = loop.parent_op()
    while isinstance(around, scf.ForOp) and around.iter_args:
        around = around.parent_op()
    if not isinstance(around, scf.ForOp) or not has_only_reductions(around):
        return False
    return vectorize_loops.refusal(around, width, noalias=True) is None


def _vectorize(loop: scf.ForOp, lanes: int, *, masked: bool) -> bool:
    """Vectorize the loop; return whether it is left for the elements left over, which a vector with
    lanes off may compute."""
    combination, old = combination_of(loop), loop.body.block
    assert combination is not None
    emit, initial = Emitter.before(loop), loop.iter_args[0]
    step, end = main_range(emit, loop, lanes)
    type = VectorType(initial.type, [lanes])
    start = neutral_value(emit, combination, type)
    if start is None:
        start = emit(vector.BroadcastOp(initial, type)).vector
    overlaps = _may_overlap(loop, combination, lanes)
    masked = masked and not overlaps
    (partial,), rest = emit_vector_loops(emit, loop, lanes, step, end, [start], masked=masked)
    if rest is not None and overlaps:
        loop.operands[0] = emit_polynomial(emit, polynomial_of(loop.ub) + -Polynomial.of(lanes))
        (partial,), rest = emit_vector_loops(
            emit, loop, lanes, step, loop.ub, [partial], masked=False
        )
    total = combine(emit, combination, old.args[1], initial, _across(emit, combination, partial))
    if rest is None:
        Rewriter.replace_op(loop, [], [total])
        return False
    loop.operands[0], loop.operands[3] = rest, total
    return True


def _may_overlap(loop: scf.ForOp, combination: Operation, lanes: int) -> bool:
    """Return whether a whole vector of the last elements may follow the others: elements may be
    combined twice, and there are enough."""
    count = count_of(loop).constant
    return KINDS[combination.name][1] is None and count is not None and count >= lanes


def _across(emit: Emitter, op: Operation, lanes: SSAValue) -> SSAValue:
    """Return the combination of all lanes by an operation such as `op`."""
    kind = vector.CombiningKindAttr(KINDS[op.name][0])
    flags = op.properties.get("fastmath", arith.FastMathFlagsAttr("none"))
    return emit(
        vector.ReductionOp.create(
            operands=[lanes],
            result_types=op.result_types,
            properties={"kind": kind, "fastmath": flags},
        )
    ).results[0]


@dataclass(frozen=True)
class VectorizeReductionsPass(TsPass):
    """Vectorize innermost reductions of contiguous elements."""

    name = "vectorize-reductions"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    width: int = field(
        default=8, metadata={"help": "partial results per vector", "least": 2, "most": MOST_LANES}
    )
    unroll: int = field(
        default=1, metadata={"help": "vectors of partial results of a cheap body", "least": 1}
    )
    masked: bool = field(
        default=False, metadata={"help": "a vector with lanes off computes the remainder"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for loop in operations_of(module, scf.ForOp):
            if loop.iter_args:
                self._vectorize(loop)

    def _vectorize(self, loop: scf.ForOp) -> None:
        masked = self.masked and can_mask(loop)
        for lanes in self._widths(loop, masked=masked):
            is_last = lanes == self.width
            reason = refusal(loop, lanes // SPARSE if masked and is_last else lanes)
            if reason is not None:
                refuse(loop, reason)
            elif not _vectorize(loop, lanes, masked=masked and is_last):
                return

    def _widths(self, loop: scf.ForOp, *, masked: bool) -> list[int]:
        """Return the numbers of lanes to try; narrow ones for what is left of a known length."""
        wide = [*dict.fromkeys((_lanes(loop, self.width, self.unroll), self.width))]
        count = count_of(loop).constant
        narrower = [width for width in NARROWER if width < self.width]
        if masked or count is None or count % self.width < min(narrower, default=self.width):
            return wide
        return wide if _is_vectorized_around(loop, self.width) else wide + narrower
