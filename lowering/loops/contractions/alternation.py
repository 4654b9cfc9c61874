"""Loops that read a factor forwards in one iteration of an outer loop, and backwards in the next.

    scf.for %t = %c0 to %c100 step %c1 {
      scf.for %k = %c0 to %c512 step %c1 {        // reads row %k of a factor, the same for each %t
  ->
    scf.for %t = %c0 to %c100 step %c1 {
      %odd = arith.andi %t, %c1 : index
      ... sign = 1 - 2 * odd
      scf.for %k = %c0 to %c512 step %c1 {        // reads row sign * %k + 511 * odd

So what one iteration read last is what the next one reads first, while it is in the first cache. In
one direction, a factor that is larger than the cache comes from behind it in each iteration.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith, scf
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.loops.contractions.contraction import ContractionLoops, problem_of
from xdsl_torchscript.lowering.loops.contractions.register_tile import stays_in_first_cache
from xdsl_torchscript.lowering.loops.nests import is_inside


@dataclass(frozen=True)
class Direction:
    """The direction of inner loops in an iteration: down if the number of the iteration is odd."""

    odd: SSAValue
    sign: SSAValue

    @staticmethod
    def within(loop: scf.ForOp, emit: Emitter) -> Direction:
        """Return the direction in the iterations of `loop`; `emit` is inside it."""
        one = emit.index(1)
        odd = emit(arith.AndIOp(loop.body.block.args[0], one)).result
        twice = emit(arith.AddiOp(odd, odd)).result
        return Direction(odd, emit(arith.SubiOp(one, twice)).result)

    def place(self, emit: Emitter, counter: SSAValue, last: int) -> SSAValue:
        """Return the place of an inner iteration, for a counter that goes from 0 to `last`."""
        first = emit(arith.MuliOp(self.odd, emit.index(last))).result
        moved = emit(arith.MuliOp(self.sign, counter)).result
        return emit(arith.AddiOp(first, moved)).result


def reading_loop(contraction: ContractionLoops) -> scf.ForOp | None:
    """Return the loop around a contraction if each iteration reads the same elements of its right
    factor, each of them once; None for any other contraction."""
    loop = contraction.outermost.parent_op()
    if not isinstance(loop, scf.ForOp) or not counts_from_zero(loop):
        return None
    if contraction.rows is not None or contraction.columns is None:
        return None
    right = contraction.right
    addresses = (right.start, right.column, right.term)
    fixed = [right.load.memref, *(unknown for part in addresses for unknown in part.unknowns)]
    return None if any(is_inside(value, loop) for value in fixed) else loop


def direction_of(contraction: ContractionLoops, emit: Emitter) -> Direction | None:
    """Return the direction for the loops of a contraction whose right factor is larger than the
    first cache; None for any other one."""
    problem, loop = problem_of(contraction), reading_loop(contraction)
    if loop is None or problem.columns is None or problem.terms is None:
        return None
    if stays_in_first_cache(problem.columns * problem.terms * problem.element_bytes):
        return None
    return Direction.within(loop, emit)
