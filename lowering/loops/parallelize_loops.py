"""Outermost loops of independent iterations run as chunks, which threads may share.

    scf.for %i = %c0 to %c4096 step %c1 {
      ... row %i of %out
    }
  ->
    scf.parallel (%chunk) = (%c0) to (%c16) step (%c1) {
      %start = arith.muli %chunk, %c256 : index
      scf.for %k = %c0 to %c256 step %c1 {
        %i = arith.addi %start, %k : index
        ... row %i of %out
      }
      scf.reduce
    } {schedule = "16 chunks of 256 iterations, 5.2e+05 cycles"}

The chunks depend on the loop alone, not on the number of threads, so results do not either. A
reduction is not divided: `split-reductions` makes parts of long ones, which are independent
iterations here. The inner loop counts from 0, as later passes expect. So each chunk is tiled and
vectorized like any other loop. If iterations of a loop depend on each other, the loops inside are
tried. If the chunks of a product would have few rows, its columns are divided instead. Otherwise
each chunk would read the whole right factor, such as a layer's weights. A loop of very few
iterations is not divided if the one inside it can be.

The cost model in `work` decides. A chunk takes at least `cycles`, about ten times the cost of
handing it over. At most `chunks` of them balance the threads. For symbolic sizes the run computes
the number of chunks, which may be one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, ModuleOp, StringAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import emit_length
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.loops.contractions.contraction import contraction_of
from xdsl_torchscript.lowering.loops.independence import refusal_of_iterations
from xdsl_torchscript.lowering.loops.nests import inner_of
from xdsl_torchscript.lowering.loops.work import PARTS, work_of

SCHEDULE = "schedule"
"""Attribute of a parallel loop: its chunks, and the estimate of its work."""

_ALIGNMENT = 64
"""Chunks of neighbouring elements begin at lines of caches, and hold whole vectors."""
_FEW = 4
"""The iterations below which a loop leaves threads waiting for the last chunk."""
_ROWS = 8
"""The rows of a product from which a chunk reads the right factor often enough."""


@dataclass(frozen=True)
class _Chunks:
    """The division of a loop into chunks of `grain` iterations; None if only a run knows it."""

    iterations: int | None
    work: Polynomial
    """The parts of a cycle that an iteration takes."""
    grain: int | None
    alignment: int

    @property
    def is_uneven(self) -> bool:
        """Return whether the chunks may have several lengths."""
        return self.iterations is None or self.grain is None or self.iterations % self.grain != 0

    def __str__(self) -> str:
        if self.iterations is None or self.grain is None or self.work.constant is None:
            return "a number of chunks computed at run time"
        cycles = self.iterations * self.work.constant / PARTS
        count = -(-self.iterations // self.grain)
        return f"{count} chunks of {self.grain} iterations, {cycles:.2g} cycles"


def _ceil_div(emit: Emitter, dividend: Polynomial, divisor: Polynomial) -> SSAValue:
    """Return the quotient, rounded up, of a number that is not negative by a positive one."""
    if dividend.constant is not None and divisor.constant is not None:
        return emit.index(-(-dividend.constant // divisor.constant))
    if divisor.constant == 1:
        return emit_polynomial(emit, dividend)
    sum = emit_polynomial(emit, dividend + divisor + -Polynomial.of(1))
    return emit(arith.DivUIOp(sum, emit_polynomial(emit, divisor))).result


def _emit_end(emit: Emitter, loop: scf.ForOp, start: SSAValue, length: SSAValue) -> SSAValue:
    """Emit how far the counter gets in the chunk that begins at `start`."""
    bound, whole = constant_of(loop.ub), constant_of(length)
    if bound is not None and whole is not None and bound % whole == 0:
        return emit.index(whole)
    left = emit_polynomial(emit, polynomial_of(loop.ub) + -polynomial_of(start))
    return emit(arith.MinSIOp(left, length)).result


def _columns_of(rows: scf.ForOp) -> scf.ForOp | None:
    """Return the columns of the contraction whose rows a loop is, None if it is another loop."""
    columns = inner_of(rows)
    for op in () if columns is None else columns.body.block.ops:
        found = contraction_of(op) if isinstance(op, scf.ForOp) else ""
        if not isinstance(found, str) and found.rows is rows:
            return columns
    return None


def _alignment_of(loop: scf.ForOp) -> int:
    """Return the number of iterations of which chunks are to hold multiples."""
    if not any(inner.regions for inner in loop.body.block.ops):
        return _ALIGNMENT
    return _ROWS if constant_of(loop.ub) is None and _columns_of(loop) is not None else 1


@dataclass(frozen=True)
class ParallelizeLoopsPass(TsPass):
    """Divide outermost loops of independent iterations into chunks that threads share."""

    name = "parallelize-loops"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    cycles: int = field(
        default=16384, metadata={"help": "least estimated cycles of a chunk", "least": 1}
    )
    chunks: int = field(default=16, metadata={"help": "greatest number of chunks", "least": 2})
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for op in list(module.ops):
            self._visit(op)

    def _visit(self, op: Operation) -> None:
        """Parallelize a loop, or else those inside it."""
        if isinstance(op, scf.ParallelOp):
            return
        if isinstance(op, scf.ForOp):
            chunks = self._plan(op, work_of(op), _alignment_of(op))
            if not isinstance(chunks, str):
                self._divide(op, *self._loop_to_divide(op, chunks))
                return
            refuse(op, chunks)
        for region in op.regions:
            for block in region.blocks:
                for inner in list(block.ops):
                    self._visit(inner)

    def _loop_to_divide(self, rows: scf.ForOp, chunks: _Chunks) -> tuple[scf.ForOp, _Chunks]:
        """Return the loop of a nest to divide: rows, or the columns of a product with few rows, or
        the loop inside one of very few iterations."""
        columns, count = _columns_of(rows), constant_of(rows.ub)
        if count is None or chunks.grain is None:
            return rows, chunks
        if columns is None:
            return self._inner_to_divide(rows, count, chunks)
        if chunks.grain >= _ROWS:
            return rows, chunks
        found = self._plan(columns, work_of(columns) * Polynomial.of(count), _ALIGNMENT)
        return (rows, chunks) if isinstance(found, str) or found.is_uneven else (columns, found)

    def _inner_to_divide(
        self, loop: scf.ForOp, count: int, chunks: _Chunks
    ) -> tuple[scf.ForOp, _Chunks]:
        inner = inner_of(loop)
        if count >= _FEW or inner is None or inner.iter_args:
            return loop, chunks
        found = self._plan(inner, work_of(inner) * Polynomial.of(count), 1)
        return (loop, chunks) if isinstance(found, str) or found.is_uneven else (inner, found)

    def _plan(self, loop: scf.ForOp, work: Polynomial, alignment: int) -> _Chunks | str:
        """Return the chunks of a loop of so much work each time, or why it is not to be divided."""
        step, bound = constant_of(loop.step), constant_of(loop.ub)
        if constant_of(loop.lb) != 0 or step is None or step < 1:
            return "it does not count from 0 by a constant"
        if work.constant == 0:
            return "its iterations do nothing"
        if bound is None or work.constant is None:
            reason = refusal_of_iterations(loop, noalias=self.noalias)
            return reason or _Chunks(None, work, None, alignment)
        iterations, least = -(-bound // step), self.cycles * PARTS
        if iterations * work.constant < 2 * least:
            cycles = iterations * work.constant / PARTS
            return f"its {cycles:.2g} cycles are too few to share"
        reason = refusal_of_iterations(loop, noalias=self.noalias)  # This takes the longest.
        if reason is not None:
            return reason
        least_grain = max(-(-iterations // self.chunks), -(-least // work.constant))
        first = -(-least_grain // alignment) * alignment
        # Prefer a grain that divides all iterations, if it is not much larger.
        dividing = (n for n in range(first, 2 * first, alignment) if iterations % n == 0)
        grain = next(dividing, first)
        if grain >= iterations:
            return "it is a single chunk"
        return _Chunks(iterations, work, grain, alignment)

    def _divide(self, outermost: scf.ForOp, loop: scf.ForOp, chunks: _Chunks) -> None:
        """Put a nest into a parallel loop over chunks of one of its loops."""
        emit, step = Emitter.before(outermost), constant_of(loop.step)
        assert step is not None
        bound = emit_length(emit, loop)
        length = self._emit_length(emit, bound, chunks, step)
        count = _ceil_div(emit, bound, polynomial_of(length))
        body = Block(arg_types=[IndexType()])
        body.args[0].name_hint, body.args[0].location = "chunk", emit.location
        parallel = emit(scf.ParallelOp([emit.index(0)], [count], [emit.index(1)], Region(body)))
        parallel.attributes[SCHEDULE] = StringAttr(str(chunks))
        inside = Emitter(InsertPoint.at_end(body), emit.location)
        start = inside(arith.MuliOp(body.args[0], length), "start").result
        end = _emit_end(inside, loop, start, length)
        outermost.detach()
        inside(outermost)
        inside(scf.ReduceOp())
        loop.operands[1] = end
        # The body sees `start` added to its counter.
        first, counter = loop.body.block.first_op, loop.body.block.args[0]
        assert first is not None
        moved = Emitter.before(first)(arith.AddiOp(start, counter), counter.name_hint)
        counter.replace_uses_with_if(moved.result, lambda use: use.operation is not moved)

    def _emit_length(
        self, emit: Emitter, bound: Polynomial, chunks: _Chunks, step: int
    ) -> SSAValue:
        """Emit how far the counter gets in a chunk of a loop with that bound."""
        if chunks.grain is not None:
            return emit.index(chunks.grain * step)
        alignment = Polynomial.of(chunks.alignment)
        fair = _ceil_div(emit, bound, Polynomial.of(step * self.chunks))
        work = emit(arith.MaxSIOp(emit_polynomial(emit, chunks.work), emit.index(1))).result
        least = _ceil_div(emit, Polynomial.of(self.cycles * PARTS), polynomial_of(work))
        grain = emit(arith.MaxSIOp(fair, least)).result
        lines = _ceil_div(emit, polynomial_of(grain), alignment)
        return emit_polynomial(emit, polynomial_of(lines) * alignment * Polynomial.of(step))
