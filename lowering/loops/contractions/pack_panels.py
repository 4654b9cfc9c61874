"""The right factor of a large contraction is copied to contiguous panels of few columns.

    scf.for %i = %c0 to %c256 step %c1 {
      scf.for %j = %c0 to %c512 step %c1 {
        %s = scf.for %k = %c0 to %c512 step %c1 iter_args(%acc = %zero) -> (f32) {
          ... %acc + %a[%i, %k] * %b[%k, %j]
        }
        memref.store %s, %c[%i, %j]
  ->
    scf.for %start = %c0 to %c512 step %c32 {
      %panel = memref.alloc() : memref<16384xf32>
      scf.for %k = %c0 to %c512 step %c1 {
        scf.for %j = %c0 to %c32 step %c1 {
          memref.store %b[%k, %start + %j], %panel[%k, %j]
        }
      }
      scf.for %i = %c0 to %c256 step %c1 {
        scf.for %j = %c0 to %c32 step %c1 {
          %s = scf.for %k = %c0 to %c512 step %c1 iter_args(%acc = %zero) -> (f32) {
            ... %acc + %a[%i, %k] * %panel[%k, %j]
          }
          memref.store %s, %c[%i, %start + %j]
        }
      }
      memref.dealloc %panel

This splits the columns and caches the reads of a factor, as NNC's `splitWithTail` and
`cacheAccesses` do. The remaining columns follow in a separate nest, in narrower panels if no
vectors of them can be loaded otherwise. A panel is as wide as the tile that `tile-contractions`
will choose. Each has its own memory, so that threads can compute panels. It pays if many rows use
each panel, and its columns were far apart or its terms adjacent. The cost in `register_tile`
decides, and the run if only it knows the number of rows. If a loop around a single row reads the
same factor in each iteration, as the steps of a recurrent network do, the factor is copied once,
before that loop. The left factor is copied with gaps if all its rows would begin in one set of the
first-level cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import emit_length, trip_count_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.contractions.alternation import reading_loop
from xdsl_torchscript.lowering.loops.contractions.contraction import (
    ContractionLoops,
    Factor,
    MachineOptions,
    contraction_of,
    forms_of,
    problem_of,
)
from xdsl_torchscript.lowering.loops.contractions.register_tile import (
    ASSUMED,
    Problem,
    VectorRegisters,
    choose_tile,
    stays_in_first_cache,
)
from xdsl_torchscript.lowering.loops.contractions.tile_contractions import refusal_of_results
from xdsl_torchscript.lowering.loops.independence import may_write
from xdsl_torchscript.lowering.loops.nests import restrict
from xdsl_torchscript.lowering.te_to_loops.buffers import nest

_COPY, _TRANSPOSE = 0.25, 0.5
"""The cycles to copy an element of a row, and one of a column."""
_ROWS = 16
"""The rows, if only the run knows their number, from which copies of the right factor pay."""
_PAGE = 4096
"""The distance in bytes of elements that share a set of the first cache."""


def refusal(contraction: ContractionLoops, registers: VectorRegisters, noalias: bool) -> str | None:
    """Return why panels do not pay, or None if they do."""
    if contraction.group > 1:
        return "the bytes of a group are neighbours, as its right factor lies in panels already"
    problem, times = problem_of(contraction), _repetitions(contraction, noalias)
    if contraction.columns is None or (contraction.rows is None and times == 1):
        return "each element of the right factor is read once"
    if problem.terms is None or (contraction.rows is None and problem.columns is None):
        return "the size of a panel is known only at run time"
    columns = problem.columns or ASSUMED
    bytes = columns * problem.terms * problem.element_bytes
    if contraction.rows is None and not stays_in_first_cache(bytes // 3):
        return "less than a third of the right factor is in the first cache for the next iteration"
    reason, forms = refusal_of_results(contraction, noalias), forms_of(contraction)
    if reason is not None or not forms:
        return reason
    cost = _COPY if contraction.right.column.constant == 1 else _TRANSPOSE
    copying = columns * problem.terms * cost / times
    packed = choose_tile(_with_panels(problem), ("columns",), registers).cycles(
        _with_panels(problem)
    )
    if copying + packed >= choose_tile(problem, forms, registers).cycles(problem):
        return "copying the right factor costs more than it saves"
    return None


def _repetitions(contraction: ContractionLoops, noalias: bool) -> int:
    """Return how many iterations of a loop around a single row read the same right factor."""
    loop = reading_loop(contraction)
    if loop is None or may_write(loop, contraction.right.load.memref, noalias=noalias):
        return 1
    return trip_count_of(loop) or 1


def _with_panels(problem: Problem) -> Problem:
    return replace(problem, is_strided=False)


def _pack(contraction: ContractionLoops, registers: VectorRegisters) -> ContractionLoops | None:
    """Split the columns into panels, each copied before use. Return the contraction of the
    remaining columns, if any.
    """
    problem = problem_of(contraction)
    columns, count, terms = contraction.columns, problem.columns, problem.terms
    assert columns is not None and terms is not None
    width = choose_tile(_with_panels(problem), ("columns",), registers).width
    outermost, right = contraction.outermost, contraction.right
    emit = Emitter.before(outermost)
    whole = _multiple_below(emit, emit_length(emit, columns), width)
    rest = _split_columns(contraction, whole) if count is None or count % width else None
    grid = _Grid(terms=(terms, width), columns=(width, 1))

    def fill(inside: Emitter, start: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
        memory = memref.AllocOp.get(right.load.res.type, None, [terms * width])
        panel = inside(memory, "panel").memref
        moved = replace(right, start=right.start + right.column * Polynomial.of(start))
        _copy(inside, moved, panel, grid)
        outermost.detach()
        inside(outermost)
        restrict(columns, start, Polynomial.of(width))
        _read_from(right, panel, contraction, grid)
        inside(memref.DeallocOp.get(panel))
        return ()

    emit.loop(emit.index(0), whole, emit.index(width), fill)
    return rest


def _multiple_below(emit: Emitter, number: Polynomial, divisor: int) -> SSAValue:
    """Return the largest multiple that is not above a number, which is not negative."""
    if number.constant is not None:
        return emit.index(number.constant - number.constant % divisor)
    by = emit.index(divisor)
    quotient = emit(arith.DivUIOp(emit_polynomial(emit, number), by)).result
    return emit(arith.MuliOp(quotient, by)).result


def _pack_once(contraction: ContractionLoops, loop: scf.ForOp) -> None:
    """Copy the right factor before the loop whose iterations all read it."""
    problem, right = problem_of(contraction), contraction.right
    count, terms = problem.columns, problem.terms
    assert count is not None and terms is not None
    emit, grid = Emitter.before(loop), _Grid(terms=(terms, count), columns=(count, 1))
    memory = emit(memref.AllocOp.get(right.load.res.type, None, [terms * count]), "panel").memref
    _copy(emit, right, memory, grid)
    _read_from(right, memory, contraction, grid)
    Rewriter.insert_op(memref.DeallocOp.get(memory), InsertPoint.after(loop))


def _split_columns(contraction: ContractionLoops, first: SSAValue) -> ContractionLoops:
    """Add a nest after a contraction, for its columns from number `first` on."""
    outermost = contraction.outermost
    nest = outermost.clone()
    Rewriter.insert_op(nest, InsertPoint.after(outermost))
    number = list(outermost.walk()).index(contraction.terms)
    terms = list(nest.walk())[number]
    assert isinstance(terms, scf.ForOp)
    rest = contraction_of(terms)
    assert isinstance(rest, ContractionLoops) and rest.columns is not None
    restrict(rest.columns, first, polynomial_of(rest.columns.ub) + -polynomial_of(first))
    moved = contraction_of(terms)
    assert isinstance(moved, ContractionLoops)
    return moved


class _Grid(NamedTuple):
    """The axes of a copy of a factor: the size and step of each, the outer one first."""

    rows: tuple[int, int] = (1, 0)
    terms: tuple[int, int] = (1, 0)
    columns: tuple[int, int] = (1, 0)

    def place(self, counters: Sequence[Polynomial]) -> Polynomial:
        """Return the place of an element in the copy."""
        steps = (Polynomial.of(step) for _, step in self)
        return sum((c * step for c, step in zip(counters, steps, strict=True)), Polynomial())


def _copy(emit: Emitter, factor: Factor, memory: SSAValue, grid: _Grid) -> None:
    """Emit the loops that copy a factor."""

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        places = [polynomial_of(counter) for counter in counters]
        steps = zip((factor.row, factor.term, factor.column), places, strict=True)
        source = sum((step * place for step, place in steps), factor.start)
        address = emit_polynomial(inside, source)
        value = inside(memref.LoadOp.get(factor.load.memref, [address])).res
        inside(memref.StoreOp.get(value, memory, [emit_polynomial(inside, grid.place(places))]))

    nest(emit, [size for size, _ in grid], [None] * len(grid), element)


def _read_from(
    factor: Factor, memory: SSAValue, contraction: ContractionLoops, grid: _Grid
) -> None:
    """Let a contraction read a factor from its copy."""
    load = factor.load
    loops = (contraction.rows, contraction.terms, contraction.columns)
    counters = [
        Polynomial() if loop is None else Polynomial.of(loop.body.block.args[0]) for loop in loops
    ]
    inside = Emitter.before(load)
    cached = inside(memref.LoadOp.get(memory, [emit_polynomial(inside, grid.place(counters))]))
    load.res.replace_all_uses_with(cached.res)
    Rewriter.erase_op(load)


def _require_rows(contraction: ContractionLoops) -> None:
    """Leave a contraction of few rows as it is, if only the run knows their number."""
    nest, rows = contraction.outermost, contraction.rows
    assert rows is not None
    emit, packed, plain = Emitter.before(nest), Block(), Block()
    bound = emit_polynomial(emit, polynomial_of(rows.ub))
    enough = emit(arith.CmpiOp(bound, emit.index(_ROWS), "sge")).result
    plain.add_op(nest.clone())
    emit(scf.IfOp(enough, [], Region(packed), Region(plain)))
    nest.detach()
    packed.add_op(nest)
    for block in (packed, plain):
        Emitter.at_end(block, nest)(scf.YieldOp())


@dataclass(frozen=True)
class PackPanelsPass(MachineOptions, TsPass):
    """Copy the right factor of large contractions to contiguous panels."""

    name = "pack-panels"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        loops = operations_of(module, scf.ForOp)
        for loop in loops:
            contraction = contraction_of(loop) if loop.iter_args else "it carries nothing"
            if not isinstance(contraction, str):
                self._pack(contraction)

    def _pack(self, contraction: ContractionLoops) -> None:
        registers = self.registers_for(contraction)
        reason = refusal(contraction, registers, self.noalias)
        if reason is not None:
            refuse(contraction.terms, reason)
            return
        loop = reading_loop(contraction)
        if loop is not None:
            _pack_once(contraction, loop)
            return
        problem, left = problem_of(contraction), contraction.left
        if problem.rows is None:
            _require_rows(contraction)
        # Whether all rows of the left factor begin in the same set of the first cache.
        step = left.row.constant
        is_page = step is not None and step * problem.element_bytes % _PAGE == 0
        if is_page and left.term.constant == 1 and problem.rows is not None:
            # Copy the left factor so that the rows of a tile map to different cache sets.
            assert problem.terms is not None
            stride = problem.terms + registers.lanes
            emit = Emitter.before(contraction.outermost)
            kind = left.load.res.type
            copy = emit(memref.AllocOp.get(kind, None, [problem.rows * stride]), "left").memref
            grid = _Grid(rows=(problem.rows, stride), terms=(problem.terms, 1))
            _copy(emit, left, copy, grid)
            _read_from(left, copy, contraction, grid)
            Rewriter.insert_op(memref.DeallocOp.get(copy), InsertPoint.after(contraction.outermost))
        rest = _pack(contraction, registers)
        if rest is not None and not forms_of(rest):
            self._pack(rest)
