"""`parallelize-loop{loop=i}`: threads share the iterations of a loop.

    scf.for %i = %c0 to %n step %c1 {
      ...
    } {loop_name = "i"}
  ->
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      ...
      scf.reduce
    } {loop_name = "i"}

Iterations must be independent. Each of them is one piece of work for a thread, so short ones should
be split off first, as the inner loop of `split-loop`. `parallelize-loops` finds loops and the
number of pieces by a cost model. NNC and Halide call it `parallelize` and `parallel`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.walk import operations_around
from xdsl_torchscript.lowering.loops.independence import refusal_of_iterations
from xdsl_torchscript.lowering.loops.schedule.loop_pass import LoopPass


def refusal(loop: scf.ForOp, *, noalias: bool) -> str | None:
    """Return why threads cannot share a loop, or None if they can.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    if not counts_from_zero(loop):
        return "it does not count from 0 by 1"
    if any(isinstance(op, scf.ParallelOp) for op in (*operations_around(loop), *loop.walk())):
        return "a loop around it or inside it is parallel"
    return refusal_of_iterations(loop, noalias=noalias)


def _parallelize(loop: scf.ForOp) -> None:
    end: Operation | None = loop.body.block.last_op
    assert end is not None
    Emitter.before(end)(scf.ReduceOp())
    Rewriter.erase_op(end)
    body = loop.detach_region(loop.body)
    made = Emitter.before(loop)(scf.ParallelOp([loop.lb], [loop.ub], [loop.step], body))
    made.attributes |= loop.attributes
    Rewriter.erase_op(loop)


@dataclass(frozen=True)
class ParallelizeLoopPass(LoopPass):
    """Let threads share the iterations of one loop."""

    name = "parallelize-loop"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()
    refused = "be parallelized"

    def refusal(self, loop: scf.ForOp) -> str | None:
        return refusal(loop, noalias=self.noalias)

    def transform(self, loop: scf.ForOp) -> None:
        _parallelize(loop)
