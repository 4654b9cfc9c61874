"""Buffers that are never in use at the same time share memory.

    %a = memref.alloc() : memref<64xf32>
    scf.for ... { ... memref.store %x, %a[%i] }
    %b = memref.alloc() : memref<100xf32>
    scf.for ... { ... memref.load %a[%i] ... memref.store %y, %b[%i] }
    %c = memref.alloc() : memref<50xf32>
    scf.for ... { ... memref.load %b[%i] ... memref.store %z, %c[%i] }
    ...
    memref.dealloc %a, %b, %c
  ->
    %a = memref.alloc() : memref<64xf32>       // also in place of %c
    ...

A buffer is in use from its allocation to the last operation of its block that accesses it. Buffers
are visited in order of decreasing size. Each takes the first memory of its element type that is
free in this period, or new memory. So a deep network needs the memory of a few layers, which stays
in caches and needs few fresh pages.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse


@dataclass(frozen=True)
class _Allocation:
    """A buffer, and the positions in its block between which it is in use."""

    alloc: memref.AllocOp
    dealloc: memref.DeallocOp
    begin: int
    end: int

    @property
    def size(self) -> int:
        return prod(self.alloc.memref.type.get_shape())

    @property
    def kind(self) -> Hashable:
        """Equal for buffers that may share memory: for one axis the element type, else the element
        type and sizes."""
        type = self.alloc.memref.type
        if self.alloc.dynamic_sizes or len(type.get_shape()) != 1:
            return type, *self.alloc.dynamic_sizes
        return type.element_type, type.layout, type.memory_space

    def overlaps(self, other: _Allocation) -> bool:
        return self.begin <= other.end and other.begin <= self.end


def _buffer(alloc: memref.AllocOp, positions: dict[Operation, int]) -> _Allocation | str:
    """Return the buffer of an allocation, or why it shares no memory."""
    uses = [use.operation for use in alloc.memref.uses]
    deallocs = [op for op in uses if isinstance(op, memref.DeallocOp) and op in positions]
    if len(deallocs) != 1:
        return "its block does not free it"
    if any(isinstance(type, MemRefType) for op in uses for type in op.result_types):
        return "there are views of it"
    if any(isinstance(op, memref.CopyOp | memref.DimOp) for op in uses):
        return "an operation depends on its size"
    block, begin = alloc.parent, positions[alloc]
    assert block is not None
    around = [block.find_ancestor_op_in_block(op) for op in uses if op is not deallocs[0]]
    end = max((positions[op] for op in around if op is not None), default=begin)
    return _Allocation(alloc, deallocs[0], begin, end)


def _share(buffers: list[_Allocation]) -> None:
    """Let the first buffer, the largest, be in the place of all."""
    kept = buffers[0].alloc
    first = min(buffers, key=lambda buffer: buffer.begin)
    last = max(buffers, key=lambda buffer: buffer.end)
    if first.alloc is not kept:
        kept.detach()
        Rewriter.insert_op(kept, InsertPoint.before(first.alloc))
    for buffer in buffers:
        if buffer is not last:
            Rewriter.erase_op(buffer.dealloc)
    for buffer in buffers[1:]:
        Rewriter.replace_op(buffer.alloc, [], [kept.memref])


def share_buffers(block: Block) -> None:
    """Let the buffers of a block that are not in use at the same time share memory."""
    positions = {op: number for number, op in enumerate(block.ops)}
    buffers: list[_Allocation] = []
    for op in [op for op in block.ops if isinstance(op, memref.AllocOp)]:
        found = _buffer(op, positions)
        if isinstance(found, str):
            refuse(op, found)
        else:
            buffers.append(found)
    places: list[list[_Allocation]] = []
    for buffer in sorted(buffers, key=lambda buffer: -buffer.size):
        for place in places:
            if place[0].kind == buffer.kind and not any(map(buffer.overlaps, place)):
                place.append(buffer)
                break
        else:
            places.append([buffer])
    for place in places:
        _share(place)


@dataclass(frozen=True)
class ReuseBuffersPass(TsPass):
    """Let buffers that are not in use at the same time share memory."""

    name = "reuse-buffers"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for op in module.walk():
            for region in op.regions:
                for block in region.blocks:
                    share_buffers(block)
