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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Attribute, BlockArgument, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import may_overlap, view_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops.bounds import (
    ElementAccess,
    IndexBox,
    box_of,
    extent_of,
    is_in_range,
)
from xdsl_torchscript.lowering.loops.independence import (
    refusal_of_operations,
    viewed_accesses_in,
)
from xdsl_torchscript.lowering.loops.loop_names import (
    fresh_name,
    function_around,
    loops_named,
    names_in,
    set_name,
)
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer, nest


def _memory_named(loop: scf.ForOp, name: str) -> SSAValue:
    """Return the memory of this name that a loop accesses. Fails unless there is one."""
    used = dict.fromkeys(viewed.access.memory for viewed in viewed_accesses_in(loop))
    found = [memory for memory in used if memory.name_hint == name]
    if len(found) != 1:
        names = ", ".join(f"'{memory.name_hint}'" for memory in used if memory.name_hint)
        count = "several memories" if found else "no memory"
        fail(loop, f"accesses {count} named '{name}'; it accesses {names or 'none with a name'}")
    return found[0]


def _accesses_to(memory: SSAValue, loop: scf.ForOp) -> list[ElementAccess]:
    users = [use.operation for use in memory.uses if loop.is_ancestor(use.operation)]
    return [user for user in loop.body.walk() if isinstance(user, ElementAccess) and user in users]


def refusal(memory: SSAValue, loop: scf.ForOp, *, noalias: bool) -> str | None:
    """Return why iterations of a loop cannot use a copy of memory, or None if they can.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    if (reason := refusal_of_operations(loop)) is not None:
        return reason
    own, view = _accesses_to(memory, loop), view_of(memory)
    is_written = any(isinstance(access, memref.StoreOp) for access in own)
    for viewed in viewed_accesses_in(loop):
        if viewed.access.memory is memory or not (is_written or viewed.access.writes):
            continue
        if may_overlap(view, viewed.view, noalias=noalias):
            return "it accesses memory that may overlap the copied one"
    for access in own:
        for dimension, index in enumerate(access.indices):
            size = extent_of(memory, dimension)
            if size is None or not is_in_range(index, size, access):
                return f"an index in dimension {dimension} is not known to be in range"
    return None


def _allocate(emit: Emitter, memory: SSAValue, box: IndexBox) -> Buffer:
    element = cast(MemRefType[Attribute], memory.type).element_type
    buffer = emit(memref.AllocOp.get(element, None, box.sizes)).memref
    return Buffer(buffer, box.sizes, element)


def _copy(
    emit: Emitter, buffer: Buffer, body: Callable[[Emitter, Sequence[SSAValue]], None], name: str
) -> None:
    """Emit named loops over the elements of a copy."""

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        loops = [c.block.parent_op() for c in counters if isinstance(c, BlockArgument)]
        for loop in loops:
            assert isinstance(loop, scf.ForOp)
            hint = loop.body.block.args[0].name_hint or name
            set_name(loop, fresh_name(names_in(function_around(loop)), hint))
        body(inside, counters)

    names = [f"{name}{dimension}" for dimension in range(len(buffer.sizes))]
    nest(emit, buffer.sizes, names, element)


def _cache(memory: SSAValue, loop: scf.ForOp, box: IndexBox) -> None:
    """Let a loop access a copy of the elements of memory in a box."""
    name, accesses = memory.name_hint or "", _accesses_to(memory, loop)
    start, end = loop.body.block.first_op, loop.body.block.last_op
    assert start is not None and end is not None
    emit = Emitter.before(start, loop)
    buffer = _allocate(emit, memory, box)
    buffer.memory.name_hint = f"{name}_cache"
    firsts = [
        Polynomial.of(emit_polynomial(emit, first)) if first.constant is None else first
        for first in box.first
    ]

    def place(inside: Emitter, counters: Sequence[SSAValue]) -> list[SSAValue]:
        """Return the indices in the memory of an element of the copy."""
        pairs = zip(firsts, counters, strict=True)
        return [emit_polynomial(inside, first + polynomial_of(c)) for first, c in pairs]

    def read(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        value = inside(memref.LoadOp.get(memory, place(inside, counters))).res
        inside(memref.StoreOp.get(value, buffer.memory, counters))

    def write(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        value = inside(memref.LoadOp.get(buffer.memory, counters)).res
        inside(memref.StoreOp.get(value, memory, place(inside, counters)))

    _copy(emit, buffer, read, name)
    for access in accesses:
        _redirect(access, buffer.memory, box)
    emit = Emitter.before(end, loop)
    if any(isinstance(access, memref.StoreOp) for access in accesses):
        _copy(emit, buffer, write, name)
    emit(memref.DeallocOp.get(buffer.memory))


def _redirect(access: ElementAccess, buffer: SSAValue, box: IndexBox) -> None:
    """Let an access reach its element in the copy."""
    emit, position = Emitter.before(access), int(isinstance(access, memref.StoreOp))
    access.operands[position] = buffer
    pairs = zip(list(access.indices), box.first, strict=True)
    for number, (index, first) in enumerate(pairs, start=position + 1):
        if first.constant != 0:
            access.operands[number] = emit_polynomial(emit, polynomial_of(index) + -first)


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
            memory = _memory_named(loop, self.memory)
            reason = refusal(memory, loop, noalias=self.noalias)
            box = box_of(_accesses_to(memory, loop), loop) if reason is None else reason
            if isinstance(box, str):
                fail(loop, f"'{self.loop}' cannot use a copy of '{self.memory}': {box}")
            _cache(memory, loop, box)
