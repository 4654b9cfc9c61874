"""`cache-accesses{memory=b loop=jo}`: each iteration uses a small copy of the elements it needs.

    scf.for %jo = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c16 step %c1 {
        scf.for %ji = %c0 to %c8 step %c1 {
          ... memref.load %b[%k, %jo * 8 + %ji]
  ->
    scf.for %jo = %c0 to %c4 step %c1 {
      %b_cache = memref.alloc() : memref<16x8xf32>
      scf.for %b0 = %c0 to %c16 step %c1 {
        scf.for %b1 = %c0 to %c8 step %c1 {
          %0 = memref.load %b[%b0, %jo * 8 + %b1]
          memref.store %0, %b_cache[%b0, %b1]
        } {loop_name = "b1"}
      } {loop_name = "b0"}
      scf.for %k = %c0 to %c16 step %c1 {
        scf.for %ji = %c0 to %c8 step %c1 {
          ... memref.load %b_cache[%k, %ji]
      ...
      memref.dealloc %b_cache : memref<16x8xf32>

The copy is the least box that holds the elements; its bounds follow from those of the loops inside.
If an iteration writes the memory, the copy is written back at its end. All accesses must be loads
and stores of single elements, known to be in range, of no other view. NNC has it as
`cacheAccesses`; Halide as `in` with `compute_at`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.memory_views import may_overlap, view_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops.bounds import IndexBox
from xdsl_torchscript.lowering.loops.independence import (
    accesses_in,
    refusal_of_operations,
)
from xdsl_torchscript.lowering.loops.nests import is_inside
from xdsl_torchscript.lowering.loops.schedule.local_copies import (
    LocalCopy,
    accessed_box,
    accesses_to,
    memory_named,
)
from xdsl_torchscript.lowering.loops.schedule.loop_names import loops_named


def refusal(memory: SSAValue, loop: scf.ForOp, *, noalias: bool) -> str | None:
    """Return why iterations of a loop cannot use a copy of memory, or None if they can.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    if (reason := refusal_of_operations(loop)) is not None:
        return reason
    if is_inside(memory, loop):
        return "an iteration makes this view"
    view = view_of(memory)
    is_written = any(isinstance(op, memref.StoreOp) for op in accesses_to(memory, loop))
    for access in accesses_in(loop):
        if access.memory is memory or not (is_written or access.writes):
            continue
        if may_overlap(view, access.view, noalias=noalias):
            return "it accesses memory that may overlap the copied one"
    return None


def _cache(memory: SSAValue, loop: scf.ForOp, box: IndexBox) -> None:
    accesses = accesses_to(memory, loop)
    copy = LocalCopy.allocate(memory, loop, box)
    buffer = copy.buffer.memory

    def read(inside: Emitter, near: Sequence[SSAValue], far: Sequence[SSAValue]) -> None:
        inside(memref.StoreOp.get(inside(memref.LoadOp.get(memory, far)).res, buffer, near))

    def write(inside: Emitter, near: Sequence[SSAValue], far: Sequence[SSAValue]) -> None:
        inside(memref.StoreOp.get(inside(memref.LoadOp.get(buffer, near)).res, memory, far))

    copy.for_each(copy.start, read)
    for access in accesses:
        copy.redirect(access)
    if any(isinstance(access, memref.StoreOp) for access in accesses):
        copy.for_each(copy.end(), write)
    copy.end()(memref.DeallocOp.get(buffer))


@dataclass(frozen=True)
class CacheAccessesPass(TsPass):
    """Let each iteration access a small copy of the elements of memory that it needs."""

    name = "cache-accesses"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    memory: str = field(metadata={"help": "the name of the memory in the text, without `%`"})
    loop: str = field(metadata={"help": "the name of the loop whose iterations use a copy"})
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for (loop,) in loops_named(module, self.loop):
            memory = memory_named(loop, self.memory)
            reason = refusal(memory, loop, noalias=self.noalias)
            box = accessed_box(memory, loop) if reason is None else reason
            if isinstance(box, str):
                fail(loop, f"'{self.loop}' cannot use a copy of '{self.memory}': {box}")
            _cache(memory, loop, box)
