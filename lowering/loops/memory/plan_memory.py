"""The buffers of a function lie in one piece of memory, the arena, and share it over time.

    %a = memref.alloc() : memref<64xf32>
    scf.for ... { ... memref.store %x, %a[%i] }
    %b = memref.alloc() : memref<16xf64>
    scf.for ... { ... memref.load %a[%i] ... memref.store %y, %b[%i] }
    %c = memref.alloc() : memref<50xi32>
    scf.for ... { ... memref.load %b[%i] ... memref.store %z, %c[%i] }
    memref.dealloc %a, %b, %c
  ->
    %arena = memref.alloc() : memref<384xi8>
    %a = memref.view %arena[%c0][] : memref<384xi8> to memref<64xf32>
    ...
    %b = memref.view %arena[%c256][] : memref<384xi8> to memref<16xf64>
    ...
    %c = memref.view %arena[%c0][] : memref<384xi8> to memref<50xi32>     // in place of %a
    ...
    memref.dealloc %arena

So a call allocates once, and a deep network needs the memory of a few layers, which stays in caches
and needs few fresh pages. A buffer is in use from the first to the last operation of its block that
accesses it. An operation with regions counts whole: what a loop reads, each iteration may read.
Iterations of a parallel loop run at the same time, so each has an arena of its own.

Constant sizes are laid out here, see `arena_layout.py`. Behind them are the buffers of symbolic
sizes, at offsets that the function computes. These share memory if their sizes are multiples of one
expression, such as `n` and `4 * n`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FixedBitwidthType,
    IndexType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    i8,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import mixed_values
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import (
    is_class_of,
    nested_operations,
    operations_in,
)
from xdsl_torchscript.lowering.loops.memory.arena_layout import (
    ALIGNMENT,
    LiveRange,
    offsets_of,
    padded,
    slots_of,
)

_SEQUENTIAL = (scf.ForOp, scf.IfOp, scf.WhileOp)
"""Operations whose regions run one after another, so that buffers inside may share memory with
those around."""

_INDEX_BYTES = 8


@dataclass(frozen=True)
class _Temporary:
    """An allocation, the operation that frees it, and the period in which it is in use."""

    alloc: memref.AllocOp
    dealloc: memref.DeallocOp
    live: LiveRange
    bytes: Polynomial

    @property
    def is_symbolic(self) -> bool:
        """Whether only a run knows the size."""
        return self.bytes.constant is None

    @property
    def factor(self) -> int:
        """The greatest number of which the size is a multiple, whatever the run."""
        return gcd(*self.bytes.terms.values())

    @property
    def unit(self) -> Polynomial:
        """The size divided by the factor."""
        factor = self.factor
        return Polynomial({m: c // factor for m, c in self.bytes.terms.items()})


class LiveOrder:
    """The positions of operations in a block, in the order in which they run."""

    def __init__(self, block: Block) -> None:
        roots = operations_in(block)
        ops = [op for root in roots for op in (root, *nested_operations(root))]
        self.begins = {op: number for number, op in enumerate(ops)}
        self._ends: dict[Operation, int] = {}
        for op in reversed(ops):
            end = self._ends.setdefault(op, self.begins[op])
            around = op.parent_op()
            if around is not None and around in self.begins:
                self._ends[around] = max(end, self._ends.get(around, end))

    def range_of(self, alloc: memref.AllocOp, users: Iterable[Operation]) -> LiveRange:
        """Return the period from the first to the last of some operations. What is nested in other
        operations of the block counts as these."""
        block = alloc.parent
        assert block is not None
        around = [op for op in map(block.find_ancestor_op_in_block, users) if op is not None]
        begin = min((self.begins[op] for op in around), default=self.begins[alloc])
        return LiveRange(begin, max((self._ends[op] for op in around), default=begin))


def _element_bytes(element: Attribute) -> int | None:
    if isinstance(element, IndexType):
        return _INDEX_BYTES
    return element.size if isinstance(element, FixedBitwidthType) else None


def _buffer(alloc: memref.AllocOp, order: LiveOrder) -> _Temporary | str:
    """Return the buffer of an allocation, or why it cannot lie in an arena."""
    kind = alloc.memref.type
    users = [use.operation for use in alloc.memref.uses]
    deallocs = [op for op in users if isinstance(op, memref.DeallocOp)]
    if [op.parent for op in deallocs] != [alloc.parent]:
        return "its block does not free it"
    if any(op.has_trait(IsTerminator) for op in users):
        return "its block passes it on"
    if any(isinstance(type, MemRefType) for op in users for type in op.result_types):
        return "there are views of it"
    if not isinstance(kind.layout, NoneAttr) or not isinstance(kind.memory_space, NoneAttr):
        return "its type states a layout or a memory space"
    if alloc.alignment is not None and ALIGNMENT % alloc.alignment.value.data:
        return f"its alignment does not divide {ALIGNMENT}"
    element = _element_bytes(kind.element_type)
    if element is None:
        return "the size of its elements is not known"
    sizes = mixed_values(kind.get_shape(), alloc.dynamic_sizes)
    bytes = Polynomial.of(element)
    for size in sizes:
        bytes *= polynomial_of(size) if isinstance(size, SSAValue) else Polynomial.of(size)
    live = order.range_of(alloc, (op for op in users if op is not deallocs[0]))
    return _Temporary(alloc, deallocs[0], live, bytes)


def _allocations(block: Block) -> Iterator[memref.AllocOp]:
    """Yield the allocations in a block and in the loops and branches that it runs."""
    for op in operations_in(block):
        if isinstance(op, memref.AllocOp):
            yield op
        elif is_class_of(_SEQUENTIAL, type(op)):
            for region in op.regions:
                for inner in region.blocks:
                    yield from _allocations(inner)


def _is_later(value: SSAValue, point: Operation) -> bool:
    owner = value.owner
    return (
        isinstance(owner, Operation)
        and owner.parent is point.parent
        and not owner.is_before_in_block(point)
    )


def _slots(buffers: Iterable[_Temporary]) -> Iterator[list[_Temporary]]:
    """Yield the buffers of symbolic sizes that may share a place, the largest one first."""
    alike: dict[Polynomial, list[_Temporary]] = {}
    for buffer in buffers:
        alike.setdefault(buffer.unit, []).append(buffer)
    for group in alike.values():
        numbers = slots_of([b.factor for b in group], [b.live for b in group])
        yield from ([group[number] for number in slot] for slot in numbers)


def _padded_bytes(emit: Emitter, buffer: _Temporary) -> Polynomial:
    """Return the bytes between a buffer's start and the next one's, which may have to be emitted: a
    line of a cache more than its size, as even sizes are most likely to be multiples of pages."""
    if buffer.factor % ALIGNMENT == 0:
        return buffer.bytes + Polynomial.of(ALIGNMENT)
    above = emit_polynomial(emit, buffer.bytes + Polynomial.of(2 * ALIGNMENT - 1))
    lines = emit(arith.DivUIOp(above, emit.index(ALIGNMENT))).result
    return Polynomial.of(lines) * Polynomial.of(ALIGNMENT)


def _view(buffer: _Temporary, arena: SSAValue, start: SSAValue) -> None:
    """Let a buffer be the bytes of the arena from `start` on."""
    alloc = buffer.alloc
    kind, name = alloc.memref.type, alloc.memref.name_hint
    view = Emitter.before(alloc)(memref.ViewOp(arena, start, alloc.dynamic_sizes, kind), name)
    Rewriter.erase_op(buffer.dealloc)
    Rewriter.replace_op(alloc, [], [view.result])


def _place(buffers: Sequence[_Temporary], point: Operation) -> None:
    """Let buffers be views of an arena, which is allocated before `point`."""
    emit, block = Emitter.before(point, buffers[0].alloc), point.parent
    fixed = [buffer for buffer in buffers if not buffer.is_symbolic]
    sizes = [buffer.factor for buffer in fixed]
    offsets = offsets_of(sizes, [buffer.live for buffer in fixed])
    ends = (offset + padded(size) for offset, size in zip(offsets, sizes, strict=True))
    end = Polynomial.of(max(ends, default=0))
    starts = [(b, Polynomial.of(offset)) for b, offset in zip(fixed, offsets, strict=True)]
    for slot in _slots(buffer for buffer in buffers if buffer.is_symbolic):
        starts += ((buffer, end) for buffer in slot)
        end += _padded_bytes(emit, slot[0])
    size = end.constant
    dynamic = [emit_polynomial(emit, end)] if size is None else []
    shape = [DYNAMIC_INDEX if size is None else size]
    arena = emit(memref.AllocOp.get(i8, None, shape, dynamic), "arena").memref
    views = [(buffer, emit_polynomial(emit, start)) for buffer, start in starts]
    for buffer, start in views:
        _view(buffer, arena, start)
    assert block is not None and block.last_op is not None
    Emitter.before(block.last_op)(memref.DeallocOp.get(arena))


def _buffers(block: Block) -> Iterator[_Temporary]:
    """Yield the buffers that an arena of the block may hold."""
    order = LiveOrder(block)
    for alloc in _allocations(block):
        found = _buffer(alloc, order)
        if isinstance(found, str):
            refuse(alloc, found)
        elif found.is_symbolic and alloc.parent is not block:
            refuse(alloc, "only some runs allocate it, and its size may mean nothing in others")
        else:
            yield found


def plan_memory(block: Block) -> None:
    """Let the buffers of a block, and of loops and branches in it, share an arena."""
    buffers = list(_buffers(block))
    point = block.find_ancestor_op_in_block(buffers[0].alloc) if buffers else None
    if point is None:
        return
    late = [b for b in buffers if any(_is_later(u, point) for u in b.bytes.unknowns)]
    for buffer in late:
        refuse(buffer.alloc, "its size is known only after the first allocation")
    known = [buffer for buffer in buffers if buffer not in late]
    if [buffer.alloc.parent for buffer in known] == [block]:
        refuse(known[0].alloc, "it is the only buffer")
        return
    _place(known, point)


def _concurrent_blocks(module: ModuleOp) -> Iterator[Block]:
    """Yield the blocks of functions, and those that other threads may run."""
    for op in nested_operations(module):
        if op.regions and not is_class_of(_SEQUENTIAL, type(op)):
            yield from (region.block for region in op.regions if len(region.blocks) == 1)


@dataclass(frozen=True)
class PlanMemoryPass(TsPass):
    """Let the buffers of a function lie in one piece of memory, which they share over time."""

    name = "plan-memory"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for block in list(_concurrent_blocks(module)):
            plan_memory(block)
