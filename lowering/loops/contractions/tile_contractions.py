"""A contraction keeps a tile of its result in vector registers.

    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %c40 step %c1 {
        %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
          ... %acc + %a[%i, %k] * %b[%k, %j]
        }
        memref.store %s, %c[%i, %j]
  ->
    scf.for %t = %c0 to %c40 step %c16 {
      %j = arith.minsi %t, %c24 : index
      scf.for %i = %c0 to %c64 step %c2 {
        %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %zeros, %y = %zeros) -> (...) {
          %v = vector.load %b[%k, %j] : memref<?xf32>, vector<16xf32>
          ... vector.fma of %a[%i, %k] and %v to %x, of %a[%i + 1, %k] and %v to %y
        }
        vector.store %s#0, %c[%i, %j] : memref<?xf32>, vector<16xf32>
        vector.store %s#1, %c[%i + 1, %j] : memref<?xf32>, vector<16xf32>

The last tile of a row or column ends at the border and may recompute elements. So all tiles have
one size. Later operations of the nest on an element are applied to each vector. `register_tile`
describes both forms of a tile and chooses among them; the reduction loop records the choice as
`schedule`. A large right factor that a loop around a single row reads in each iteration is read
backwards in every second one (`alternation`). For symbolic sizes the run decides whether a tile
fits; tiles of fewer rows, or the original nest, compute small results.

With `usdot`, sums of four products of bytes are `simd.usdot`: 64 bytes of %b for 16 sums of int32.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import ModuleOp, StringAttr, VectorType, i1, i8
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.byte_groups import GROUP
from xdsl_torchscript.dialects.extended.arith import splat
from xdsl_torchscript.dialects.simd import UsdotOp
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import View, may_overlap, view_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.arith_builder import number_attribute
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.contractions.alternation import Direction, direction_of
from xdsl_torchscript.lowering.loops.contractions.contraction import (
    ContractionLoops,
    Factor,
    MachineOptions,
    contraction_of,
    forms_of,
    iterations_of,
    problem_of,
)
from xdsl_torchscript.lowering.loops.contractions.register_tile import (
    Tile,
    choose_tile,
)
from xdsl_torchscript.lowering.loops.vectors.lanes import horizontal_sums
from xdsl_torchscript.lowering.loops.vectors.vector_body import VectorBody, access_of, refusal_of_op

SCHEDULE = "schedule"
"""Attribute of a reduction loop: the tile, and why."""


def refusal(contraction: ContractionLoops, noalias: bool) -> str | None:
    """Return why a contraction cannot be tiled, or None if it can."""
    if not forms_of(contraction):
        return "neither columns nor terms of both factors are neighbours"
    return refusal_of_results(contraction, noalias)


def refusal_of_results(contraction: ContractionLoops, noalias: bool) -> str | None:
    """Return why vectors of results cannot be computed, twice at borders; None if they can."""
    problem = problem_of(contraction)
    if 0 in (problem.rows, problem.columns):
        return "it computes nothing"
    counter = contraction.columns.body.block.args[0] if contraction.columns else None
    reads = [view_of(factor.load.memref) for factor in (contraction.left, contraction.right)]
    written = list[View]()
    for op in contraction.epilogue:
        reason = refusal_of_op(op, counter) if counter else None
        if reason is not None:
            return reason
        access = access_of(op)
        if access is not None and access.writes:
            written.append(access.view)
        elif access is not None:
            reads.append(access.view)
    if any(may_overlap(read, write, noalias=noalias) for read in reads for write in written):
        return "it may read what it writes"
    if len({write.base for write in written}) < len(written):
        return "it writes the same memory twice"
    return None


@dataclass
class _Tiling:
    """The tiles of one contraction."""

    contraction: ContractionLoops
    tile: Tile
    schedule: str
    direction: Direction | None
    """The direction of the loops; None if they always go up."""
    lane_type: Attribute = field(init=False)
    type: VectorType[Attribute] = field(init=False)
    """The type of sums."""
    operand_type: VectorType[Attribute] = field(init=False)
    """The type of factors, of which each lane of a sum may take several elements."""

    def __post_init__(self) -> None:
        contraction, lanes = self.contraction, self.tile.lanes
        self.lane_type = contraction.terms.iter_args[0].type
        self.type = VectorType(self.lane_type, [lanes])
        element = contraction.right.load.res.type
        self.operand_type = VectorType(element, [lanes * contraction.group])

    def emit(self, emit: Emitter) -> None:
        """Emit the loops over all tiles."""
        columns, rows = self.contraction.columns, self.contraction.rows

        def over_rows(outer: Emitter, column: SSAValue) -> None:
            def block(inner: Emitter, row: SSAValue) -> None:
                self._block(inner, row, column)

            _starts(outer, rows, self.tile.rows, block)

        _starts(emit, columns, self.tile.width, over_rows, self.direction)

    def _block(self, emit: Emitter, row: SSAValue, column: SSAValue) -> None:
        """Emit one tile."""
        terms, tile = self.contraction.terms, self.tile
        left = _Addresses.of(emit, self.contraction.left, row, column, tile.rows, row_step=1)
        step = tile.lanes if tile.form == "columns" else 1
        right = _Addresses.of(emit, self.contraction.right, row, column, tile.columns, step)
        count = tile.rows * tile.columns
        zeros = [_constant(emit, 0, self.type)] * count
        body = self._columns_step if tile.form == "columns" else self._dots_step
        direction = self.direction if tile.form == "columns" else None

        def fill(
            inside: Emitter, counter: SSAValue, carried: Sequence[SSAValue]
        ) -> Sequence[SSAValue]:
            term = _place(inside, direction, counter, iterations_of(terms), 1)
            return body(inside, term, left, right, carried)

        by = emit.index(tile.lanes if tile.form == "dots" else 1)
        name = terms.body.block.args[0].name_hint
        loop = emit.loop(emit.index(0), _bound(emit, terms), by, fill, zeros, name)
        loop.attributes[SCHEDULE] = StringAttr(self.schedule)
        sums = [loop.results[r * tile.columns : (r + 1) * tile.columns] for r in range(tile.rows)]
        for number, row_sums in enumerate(sums):
            self._finish_row(emit, _plus(emit, row, number), column, row_sums)

    def _columns_step(
        self,
        emit: Emitter,
        counter: SSAValue,
        left: _Addresses,
        right: _Addresses,
        carried: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        rights = [
            emit(vector.LoadOp(right.memory, [at], self.operand_type)).result
            for at in right.at(emit, counter)
        ]
        results: list[SSAValue] = []
        accumulators = iter(carried)
        for at in left.at(emit, counter):
            spread = self._spread(emit, left.memory, at)
            results += [self._add_products(emit, spread, v, next(accumulators)) for v in rights]
        return results

    def _spread(self, emit: Emitter, memory: SSAValue, at: SSAValue) -> SSAValue:
        """Return a vector with the left factor of a term in each lane."""
        if self.contraction.group == 1:
            scalar = emit(memref.LoadOp.get(memory, [at])).res
            return emit(vector.BroadcastOp(scalar, self.type)).vector
        bytes = emit(vector.LoadOp(memory, [at], VectorType(i8, [GROUP]))).result
        lane = emit(vector.BitcastOp(bytes, VectorType(self.lane_type, [1]))).result
        spread = emit(vector.BroadcastOp(lane, self.type)).vector
        return emit(vector.BitcastOp(spread, self.operand_type)).result

    def _add_products(
        self, emit: Emitter, left: SSAValue, right: SSAValue, total: SSAValue
    ) -> SSAValue:
        if self.contraction.group == 1:
            return emit(vector.FMAOp(left, right, total)).res
        factors = (left, right) if self.contraction.left.is_unsigned else (right, left)
        return emit(UsdotOp(*factors, total)).res

    def _dots_step(
        self,
        emit: Emitter,
        counter: SSAValue,
        left: _Addresses,
        right: _Addresses,
        carried: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        load = self._term_loader(emit, counter)
        rights = [load(right.memory, at) for at in right.at(emit, counter)]
        accumulators = iter(carried)
        results: list[SSAValue] = []
        for at in left.at(emit, counter):
            value = load(left.memory, at)
            results += [emit(vector.FMAOp(value, v, next(accumulators))).res for v in rights]
        return results

    def _term_loader(
        self, emit: Emitter, counter: SSAValue
    ) -> Callable[[SSAValue, SSAValue], SSAValue]:
        """Return a function that loads neighbouring terms, with 0 for those behind the last."""
        terms = self.contraction.terms
        count = iterations_of(terms)
        if count is not None and count % self.tile.lanes == 0:
            return lambda memory, at: emit(vector.LoadOp(memory, [at], self.type)).result
        left_over = emit(arith.SubiOp(_bound(emit, terms), counter)).result
        mask = emit(vector.CreateMaskOp([left_over], VectorType(i1, [self.tile.lanes])))
        zeros = _constant(emit, 0, self.type)

        def load(memory: SSAValue, at: SSAValue) -> SSAValue:
            return emit(vector.MaskedLoadOp(memory, [at], mask.mask_vector, zeros)).result

        return load

    def _finish_row(
        self, emit: Emitter, row: SSAValue, column: SSAValue, sums: Sequence[SSAValue]
    ) -> None:
        """Emit the operations after the reduction, for a row of a tile."""
        if self.tile.form == "dots":
            sums = [horizontal_sums(emit, sums)]
        width = self.tile.width // len(sums)
        loops = (self.contraction.rows, self.contraction.columns)
        counters = [loop.body.block.args[0] for loop in loops if loop is not None]
        if self.contraction.columns is None:
            element = emit(vector.ExtractOp(sums[0], [0], self.lane_type)).result
            self.contraction.terms.results[0].replace_all_uses_with(element)
            return
        for number, value in enumerate(sums):
            at = [row, _plus(emit, column, number * width)][-len(counters) :]
            body = VectorBody(
                width,
                emit,
                self.contraction.columns.body.block.args[0],
                dict(zip(counters, at, strict=True)),
                {self.contraction.terms.results[0]: value},
            )
            for op in self.contraction.epilogue:
                body.add(op, emit)


@dataclass(frozen=True)
class _Addresses:
    """The addresses of several neighbours in a factor, at any term."""

    factor: Factor
    first: Polynomial
    """The first one, at term 0."""
    offsets: Sequence[SSAValue]
    """The distances of the others from the first."""

    @property
    def memory(self) -> SSAValue:
        return self.factor.load.memref

    @staticmethod
    def of(
        emit: Emitter,
        factor: Factor,
        row: SSAValue,
        column: SSAValue,
        count: int,
        column_step: int = 0,
        row_step: int = 0,
    ) -> _Addresses:
        step = factor.row * Polynomial.of(row_step) + factor.column * Polynomial.of(column_step)
        place = factor.row * polynomial_of(row) + factor.column * polynomial_of(column)
        first = factor.start + place
        if first.constant is None:
            first = Polynomial.of(emit_polynomial(emit, first))
        offsets = [emit_polynomial(emit, step * Polynomial.of(n)) for n in range(1, count)]
        return _Addresses(factor, first, offsets)

    def at(self, emit: Emitter, counter: SSAValue) -> Iterator[SSAValue]:
        first = emit_polynomial(emit, self.first + self.factor.at_term(emit, counter))
        yield first
        for offset in self.offsets:
            yield emit(arith.AddiOp(first, offset)).result


def _starts(
    emit: Emitter,
    loop: scf.ForOp | None,
    size: int,
    body: Callable[[Emitter, SSAValue], None],
    direction: Direction | None = None,
) -> None:
    """Emit `body` at the start of every tile of `size` along a loop; the last one ends with it."""
    extent = iterations_of(loop)
    if loop is None or extent == size:
        body(emit, emit.index(0))
        return
    bound = _bound(emit, loop)
    exact = size == 1 or (extent is not None and extent % size == 0)
    last = bound if exact else emit(arith.SubiOp(bound, emit.index(size))).result

    def fill(inside: Emitter, counter: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
        place = _place(inside, direction, counter, extent, size)
        start = place if exact else inside(arith.MinSIOp(place, last)).result
        body(inside, start)
        return ()

    emit.loop(emit.index(0), bound, emit.index(size), fill, name=loop.body.block.args[0].name_hint)


def _place(
    emit: Emitter, direction: Direction | None, counter: SSAValue, extent: int | None, step: int
) -> SSAValue:
    """Return the place of an iteration of a loop that counts up to `extent`."""
    if direction is None or extent is None:
        return counter
    return direction.place(emit, counter, (extent - 1) // step * step)


def _bound(emit: Emitter, loop: scf.ForOp) -> SSAValue:
    """Emit the number of iterations, which may be computed inside the nest."""
    return emit_polynomial(emit, polynomial_of(loop.ub))


def _plus(emit: Emitter, value: SSAValue, number: int) -> SSAValue:
    return emit_polynomial(emit, polynomial_of(value) + Polynomial.of(number))


def _constant(emit: Emitter, number: float, type: VectorType[Attribute]) -> SSAValue:
    return emit.constant_of(splat(number_attribute(number, type.element_type), type), type)


def _tile(emit: Emitter, contraction: ContractionLoops, tile: Tile) -> bool:
    """Emit tiles, with a guard where they may not fit: results of few rows are computed by tiles of
    fewer rows, or by the original nest, which moves there. Return whether it does."""
    problem, outermost = problem_of(contraction), contraction.outermost
    reason = f"{tile}, {tile.cycles(problem):.3g} cycles for {problem}"
    tiling = _Tiling(contraction, tile, reason, direction_of(contraction, emit))
    fits = _guard(emit, contraction, tile)
    if fits is None:
        tiling.emit(emit)
        return False
    tiled, other = Block(), Block()
    emit(scf.IfOp(fits, [], Region(tiled), Region(other)))
    inside, otherwise = Emitter.at_end(tiled, outermost), Emitter.at_end(other, outermost)
    tiling.emit(inside)
    inside(scf.YieldOp())
    is_moved = problem.columns is None
    if is_moved:
        outermost.detach()
        other.add_op(outermost)
    else:
        _tile(otherwise, contraction, replace(tile, rows=max(1, tile.rows // 3)))
    otherwise(scf.YieldOp())
    return is_moved


def _guard(emit: Emitter, contraction: ContractionLoops, tile: Tile) -> SSAValue | None:
    """Emit the condition under which a whole tile has its place; None if it always has."""
    conditions: list[SSAValue] = []
    for loop, size in ((contraction.rows, tile.rows), (contraction.columns, tile.width)):
        if loop is not None and iterations_of(loop) is None and size > 1:
            least = emit.index(size)
            conditions.append(emit(arith.CmpiOp(_bound(emit, loop), least, "sge")).result)
    if len(conditions) == 2:
        return emit(arith.AndIOp(conditions[0], conditions[1])).result
    return conditions[0] if conditions else None


@dataclass(frozen=True)
class TileContractionsPass(MachineOptions, TsPass):
    """Keep a tile of the result of each contraction in vector registers."""

    name = "tile-contractions"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    usdot: bool = field(
        default=False, metadata={"help": "the machine has dot products of groups of bytes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        loops = operations_of(module, scf.ForOp)
        for loop in loops:
            if loop.iter_args:
                self._tile(loop)

    def _tile(self, loop: scf.ForOp) -> None:
        contraction = contraction_of(loop)
        if isinstance(contraction, str):
            refuse(loop, contraction)
            return
        reason = refusal(contraction, self.noalias)
        if contraction.group > 1 and not self.usdot:
            reason = "the machine has no dot products of bytes"
        if reason is not None:
            refuse(loop, reason)
            return
        registers = self.registers_for(contraction)
        tile = choose_tile(problem_of(contraction), forms_of(contraction), registers)
        outermost = contraction.outermost
        if not _tile(Emitter.before(outermost), contraction, tile):
            Rewriter.erase_op(outermost)
