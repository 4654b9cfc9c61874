"""Small buffers in the place of the elements of memory that one iteration of a loop accesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self, cast

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, BlockArgument, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.loops.bounds import (
    ElementAccess,
    IndexBox,
    box_of,
    extent_of,
    is_in_range,
)
from xdsl_torchscript.lowering.loops.independence import accesses_in
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    fresh_name,
    function_around,
    names_in,
    set_name,
)
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer, nest


def memory_named(loop: scf.ForOp, name: str) -> SSAValue:
    """Return the memory of this name that a loop accesses. Fails unless there is one."""
    used = dict.fromkeys(access.memory for access in accesses_in(loop))
    found = [memory for memory in used if memory.name_hint == name]
    if len(found) != 1:
        names = ", ".join(f"'{memory.name_hint}'" for memory in used if memory.name_hint)
        count = "several memories" if found else "no memory"
        fail(loop, f"accesses {count} named '{name}'; it accesses {names or 'none with a name'}")
    return found[0]


def accesses_to(memory: SSAValue, loop: scf.ForOp) -> list[ElementAccess]:
    """Return the accesses in a loop to single elements of memory, in textual order."""
    users = {use.operation for use in memory.uses}
    return [op for op in loop.body.walk() if isinstance(op, ElementAccess) and op in users]


def accessed_box(memory: SSAValue, loop: scf.ForOp) -> IndexBox | str:
    """Return the box of elements that an iteration of a loop accesses, all of which exist; or why
    it is not known."""
    accesses = accesses_to(memory, loop)
    for access in accesses:
        for dimension, index in enumerate(access.indices):
            size = extent_of(memory, dimension)
            if size is None or not is_in_range(index, size, access):
                return f"an index in dimension {dimension} is not known to be in range"
    return box_of(accesses, loop)


@dataclass(frozen=True)
class LocalCopy:
    """A buffer for a box of elements of memory, which each iteration of a loop allocates."""

    memory: SSAValue
    loop: scf.ForOp
    box: IndexBox
    buffer: Buffer
    start: Emitter
    """Inserts operations at the start of an iteration, after the allocation."""
    first: tuple[Polynomial, ...]
    """The indices of the first element of the box, as values known there."""

    @classmethod
    def allocate(cls, memory: SSAValue, loop: scf.ForOp, box: IndexBox) -> Self:
        """Emit the allocation, at the start of an iteration."""
        before = loop.body.block.first_op
        assert before is not None
        emit = Emitter.before(before, loop)
        element = cast(MemRefType[Attribute], memory.type).element_type
        buffer = emit(memref.AllocOp.get(element, None, box.sizes), f"{memory.name_hint}_cache")
        known = [p if p.constant is not None else emit_polynomial(emit, p) for p in box.first]
        first = tuple(p if isinstance(p, Polynomial) else Polynomial.of(p) for p in known)
        return cls(memory, loop, box, Buffer(buffer.memref, box.sizes, element), emit, first)

    def for_each(
        self,
        emit: Emitter,
        body: Callable[[Emitter, Sequence[SSAValue], Sequence[SSAValue]], None],
    ) -> None:
        """Emit named loops over the elements; `body` gets the indices in the buffer and in the
        memory."""
        name = self.memory.name_hint

        def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
            for counter, hint in zip(counters, names, strict=True):
                loop = counter.block.parent_op() if isinstance(counter, BlockArgument) else None
                if isinstance(loop, scf.ForOp):
                    set_name(loop, fresh_name(names_in(function_around(loop)), hint))
            pairs = zip(self.first, counters, strict=True)
            place = [emit_polynomial(inside, first + polynomial_of(c)) for first, c in pairs]
            body(inside, counters, place)

        names = [f"{name}{dimension}" for dimension in range(len(self.box.sizes))]
        nest(emit, self.box.sizes, names, element)

    def redirect(self, access: ElementAccess) -> None:
        """Let an access reach its element in the buffer."""
        emit, position = Emitter.before(access), int(isinstance(access, memref.StoreOp))
        access.operands[position] = self.buffer.memory
        pairs = zip(list(access.indices), self.box.first, strict=True)
        for number, (index, first) in enumerate(pairs, start=position + 1):
            if first.constant != 0:
                access.operands[number] = emit_polynomial(emit, polynomial_of(index) + -first)

    def end(self) -> Emitter:
        """Return an emitter at the end of an iteration."""
        end = self.loop.body.block.last_op
        assert end is not None
        return Emitter.before(end, self.loop)
