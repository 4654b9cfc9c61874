"""`vectorize-loop{loop=j width=4}`: an iteration of a loop does the work of four.

    scf.for %j = %c0 to %c10 step %c1 {
      %x = memref.load %a[%j] : memref<10xf32>
      memref.store %x, %b[%j] : memref<10xf32>
    } {loop_name = "j"}
  ->
    scf.for %j = %c0 to %c8 step %c4 {
      %x = vector.load %a[%j] : memref<10xf32>, vector<4xf32>
      vector.store %x, %b[%j] : memref<10xf32>, vector<4xf32>
    } {loop_name = "j"}
    scf.for %j_tail = %c8 to %c10 step %c1 {
      %x = memref.load %a[%j_tail] : memref<10xf32>
      memref.store %x, %b[%j_tail] : memref<10xf32>
    } {loop_name = "j_tail"}

Iterations must be independent, and each operation have a vector form. `vectorize-loops` does the
same for every loop for which that holds. NNC and Halide have it as `vectorize`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.vector_lanes import MOST_LANES
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    fresh_name,
    function_around,
    loops_named,
    names_in,
    set_name,
)
from xdsl_torchscript.lowering.loops.vectors.vectorize_loops import (
    has_only_reductions,
    refusal,
    vectorize,
)


def _vectorize(loop: scf.ForOp, name: str, width: int, noalias: bool) -> None:
    """Vectorize a loop, and name the loops that it becomes."""
    taken, before, behind = names_in(function_around(loop)), loop.prev_op, loop.next_op
    vectorize(loop, width, noalias, masked=False)
    assert behind is not None
    op, made = behind.prev_op, list[scf.ForOp]()
    while op is not before and op is not None:
        made += [op] if isinstance(op, scf.ForOp) else []
        op = op.prev_op
    first, *tails = made[::-1]
    for tail in tails:
        set_name(tail, fresh_name(taken, f"{name}_tail"))
        taken = names_in(function_around(tail))
    set_name(first, name)


@dataclass(frozen=True)
class VectorizeLoopPass(TsPass):
    """Vectorize one loop."""

    name = "vectorize-loop"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    loop: str = field(metadata={"help": "the name of the loop"})
    width: int = field(metadata={"help": "iterations per vector", "least": 2, "most": MOST_LANES})
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for (loop,) in loops_named(module, self.loop):
            reason = refusal(loop, self.width, self.noalias)
            if not has_only_reductions(loop):
                reason = "it contains a branch, or a loop that is no reduction"
            if reason is not None:
                fail(loop, f"'{self.loop}' cannot be vectorized: {reason}")
            _vectorize(loop, self.loop, self.width, self.noalias)
