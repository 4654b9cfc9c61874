"""The tiles of a product fetch the next panel of its right factor while they read this one.

    scf.for %p = %c0 to %c16 step %c1 {
      scf.for %i = %c0 to %c56 step %c7 {
        scf.for %k = %c0 to %c4608 step %c1 iter_args(...) {
          %v = vector.load %w[%p * 147456 + %k * 32] : memref<2359296xf32>, vector<16xf32>
          ...
        } {schedule = "columns of 7x2 vectors of 16"}

Eight tiles read a panel of %w. Each fetches an eighth of the next one, four elements for each term:

          memref.prefetch %w[(%p + 1) * 147456 + (%i / 7 * 4608 + %k) * 4], read, locality<3>, data

Memory delivers a panel more slowly than a tile reads it. So the first tile would wait, and memory
be idle during the others. Factors that caches hold gain nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, prod

from xdsl.context import Context
from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.extended.memref import PrefetchOp
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import trip_count_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_around, operations_of
from xdsl_torchscript.lowering.loops.contractions.tile_contractions import SCHEDULE
from xdsl_torchscript.lowering.loops.memory.prefetch_rows import large_element_bytes

_MOST_TILES = 32
"""The tiles of a panel beyond which the wait of the first one is short against the others."""


@dataclass(frozen=True)
class Panels:
    """The panels of a factor that the tiles of a contraction read."""

    memory: SSAValue
    start: Polynomial
    """The address of the first element that a tile reads."""
    step: int
    """The elements of a panel for each term."""
    next: Polynomial
    """The distance of the next panel."""
    tiles: list[scf.ForOp]
    """The loops over the tiles that read one panel, from the innermost one out."""


def panels_of(load: vector.LoadOp, terms: scf.ForOp) -> Panels | None:
    """Return the panels that a load in the loop over terms reads, None if there are none."""
    parts = polynomial_of(load.indices[0]).split(terms.body.block.args[0])
    if parts is None or not (step := parts[0].constant) or step < 0:
        return None
    tiles: list[scf.ForOp] = []
    for loop in operations_around(terms):
        if not isinstance(loop, scf.ForOp | scf.ParallelOp):
            return None
        count = trip_count_of(loop) if isinstance(loop, scf.ForOp) else None
        if count == 1:
            continue
        moved = parts[1].split(loop.body.block.args[0])
        if moved is not None and moved[0].terms:
            return Panels(load.base, parts[1], step, moved[0], tiles)
        if moved is None or count is None or isinstance(loop, scf.ParallelOp):
            return None
        tiles.append(loop)
    return None


def refusal(panels: Panels | None, terms: scf.ForOp) -> str | None:
    """Return why no panel is fetched, None if it is."""
    if panels is None:
        return "no loop goes over panels of a factor"
    count = prod(trip_count_of(loop) or 1 for loop in panels.tiles)
    if count == 1:
        return "one tile reads each panel, in order"
    if count > _MOST_TILES:
        return f"{count} tiles read a panel, so the first one's wait is short"
    return "the number of terms is not known" if trip_count_of(terms) is None else None


def _prefetch(panels: Panels, terms: scf.ForOp) -> None:
    """Let each tile fetch its part of the next panel."""
    outside, tile, count = Emitter.before(terms), Polynomial(), 1
    for loop in panels.tiles:
        number = outside(arith.DivUIOp(loop.body.block.args[0], loop.step)).result
        tile += Polynomial.of(number) * Polynomial.of(count)
        count *= trip_count_of(loop) or 1
    first = terms.body.block.first_op
    assert first is not None
    emit, term = Emitter.before(first), Polynomial.of(terms.body.block.args[0])
    part = (tile * Polynomial.of(trip_count_of(terms) or 0) + term) * Polynomial.of(
        ceil(panels.step / count)
    )
    at = emit_polynomial(emit, panels.start + panels.next + part)
    emit(PrefetchOp(panels.memory, [at], is_write=False))


@dataclass(frozen=True)
class PrefetchPanelsPass(TsPass):
    """Fetch the next panel of large factors while tiles read this one."""

    name = "prefetch-panels"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    least: int = field(
        default=1 << 20,
        metadata={"help": "the bytes from which caches may not hold a factor", "least": 0},
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for terms in operations_of(module, scf.ForOp):
            if SCHEDULE in terms.attributes:
                self._run(terms)

    def _run(self, terms: scf.ForOp) -> None:
        loads = [op for op in terms.body.block.ops if isinstance(op, vector.LoadOp)]
        for load in {op.base: op for op in reversed(loads)}.values():
            if large_element_bytes(load.base, self.least) is None:
                continue
            panels = panels_of(load, terms)
            reason = refusal(panels, terms)
            if panels is not None and reason is None:
                _prefetch(panels, terms)
            elif reason is not None:
                refuse(terms, reason)
