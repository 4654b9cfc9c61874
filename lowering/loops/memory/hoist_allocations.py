"""Memory that each iteration of a loop allocates is allocated once, before the loop.

    scf.for %i = %c0 to %n step %c1 {
      %row = memref.alloc() : memref<1024xf32>
      ...
      memref.dealloc %row
    }
  ->
    %row = memref.alloc() : memref<1024xf32>
    scf.for %i = %c0 to %n step %c1 {
      ...
    }
    memref.dealloc %row

Iterations of one loop follow each other, and new memory has no contents, so they may share it.
Iterations of a parallel loop run concurrently: `parallelize-loops` comes first, and each chunk
keeps separate memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import emit_polynomial, polynomial_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.loops.nests import is_inside


def refusal(memory: memref.AllocOp, loop: scf.ForOp) -> str | None:
    """Return why memory cannot be allocated before the loop, or None if it can."""
    frees = [u.operation for u in memory.memref.uses if isinstance(u.operation, memref.DeallocOp)]
    if [free.parent for free in frees] != [loop.body.block]:
        return "an iteration does not free it"
    unknowns = [u for size in memory.dynamic_sizes for u in polynomial_of(size).unknowns]
    if any(is_inside(unknown, loop) for unknown in unknowns):
        return "its size is known only in the iteration"
    return None


@dataclass(frozen=True)
class HoistAllocationsPass(TsPass):
    """Allocate the memory of iterations once, before their loop."""

    name = "hoist-allocations"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        loops = [op for op in module.walk(region_first=True) if isinstance(op, scf.ForOp)]
        for loop in loops:
            for op in list(loop.body.block.ops):
                if isinstance(op, memref.AllocOp):
                    self._hoist(op, loop)

    def _hoist(self, memory: memref.AllocOp, loop: scf.ForOp) -> None:
        reason = refusal(memory, loop)
        if reason is not None:
            refuse(memory, reason)
            return
        emit = Emitter.before(loop)
        for position, size in enumerate(memory.dynamic_sizes):
            memory.operands[position] = emit_polynomial(emit, polynomial_of(size))
        users = [use.operation for use in memory.memref.uses]
        free = next(user for user in users if isinstance(user, memref.DeallocOp))
        for op, point in ((memory, InsertPoint.before(loop)), (free, InsertPoint.after(loop))):
            op.detach()
            Rewriter.insert_op(op, point)
