"""A long reduction becomes parts of a fixed length, which threads may share.

    %sum = scf.for %k = %c0 to %c1000000 step %c1 iter_args(%acc = %init) -> (f32) {
      ... adds element %k
    }
  ->
    %parts = memref.alloc() : memref<16xf32>
    scf.for %part = %c0 to %c16 step %c1 {
      %start = arith.muli %part, %c62464 : index
      %p = scf.for %i = %c0 to %c62464 step %c1 iter_args(%a = %zero) -> (f32) {
        %k = arith.addi %start, %i : index
        ... adds element %k
      }
      memref.store %p, %parts[%part] : memref<16xf32>
    }
    %all = scf.for %part = %c0 to %c16 step %c1 iter_args(%acc = %init) -> (f32) {
      ... adds element %part of %parts
    }
    %sum = scf.for %i = %c0 to %c576 step %c1 iter_args(%acc = %all) -> (f32) {
      ... adds element 999424 + %i
    }
    memref.dealloc %parts : memref<16xf32>

`split-loop`, then `rfactor`. The parts depend on the loop alone, not on the number of threads, so
results do not either. The order of the elements changes, which integers, maxima and minima allow;
sums and products of floats need `fastmath<reassoc>`. A reduction inside another loop is left as it
is: threads share the iterations of that one. So is one that writes, or whose length only a run
knows.

The cost model in `work` decides, as for `parallelize-loops`, which divides the loop over parts: a
part takes at least `cycles`. There are up to `parts` of them, or a few more if as many do not
divide the length.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.lowering.analysis.trip_counts import trip_count_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_around, operations_of
from xdsl_torchscript.lowering.loops.independence import accesses_in, refusal_of_operations
from xdsl_torchscript.lowering.loops.schedule import rfactor
from xdsl_torchscript.lowering.loops.schedule.split_loop import Split, split_loop
from xdsl_torchscript.lowering.loops.work import PARTS, work_of

_ALIGNMENT = 64
"""Parts of neighbouring elements begin at lines of caches, and hold whole vectors."""


def _is_in_loop(op: Operation) -> bool:
    return any(isinstance(around, scf.ForOp | scf.ParallelOp) for around in operations_around(op))


def refusal(loop: scf.ForOp) -> str | None:
    """Return why a reduction cannot be split into parts that threads share, or None if it can."""
    if _is_in_loop(loop):
        return "it is inside another loop"
    reason = rfactor.refusal(loop) or refusal_of_operations(loop)
    if reason is not None:
        return reason
    return "it writes" if any(access.writes for access in accesses_in(loop)) else None


@dataclass(frozen=True)
class SplitReductionsPass(TsPass):
    """Split long reductions into parts that threads may share, and combine their results."""

    name = "split-reductions"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    cycles: int = field(
        default=16384, metadata={"help": "least estimated cycles of a part", "least": 1}
    )
    parts: int = field(default=16, metadata={"help": "parts of a very long reduction", "least": 2})

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for loop in operations_of(module, scf.ForOp):
            if not loop.iter_args:
                continue
            length = self._length_of_part(loop)
            reason = length if isinstance(length, str) else refusal(loop)
            if reason is not None:
                refuse(loop, reason)
            elif isinstance(length, int):
                _split(loop, length)

    def _length_of_part(self, loop: scf.ForOp) -> int | str:
        """Return the iterations of a part, or why there is a single one."""
        iterations, work = trip_count_of(loop), work_of(loop).constant
        if iterations is None or work is None:
            return "its length is known at run time only"
        least = self.cycles * PARTS
        count = min(self.parts, iterations * work // least)
        if count < 2:
            return f"its {iterations * work / PARTS:.2g} cycles are too few to share"
        alignment = 1 if any(op.regions for op in loop.body.block.ops) else _ALIGNMENT
        # A part that takes a little less would not be worth a chunk of its own.
        shortest = -(-least // (work * alignment)) * alignment
        length = max(iterations // count // alignment * alignment, shortest)
        return length if iterations >= 2 * length else "it is a single part"


def _split(loop: scf.ForOp, length: int) -> None:
    part = split_loop(loop, Split(length))
    parts = part.parent_op()
    assert isinstance(parts, scf.ForOp)
    parts.body.block.args[0].name_hint = "part"
    total = rfactor.factor(parts, "parts")
    total.body.block.args[0].name_hint = "part"
