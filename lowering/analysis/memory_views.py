"""The buffer and the elements that an access at the loops level reaches.

    %a = memref.reinterpret_cast %m to offset: [1], sizes: [32], strides: [2] : ...
    %v = memref.load %a[%i]           // element 2 * i + 1 of %m

A chain of views is traced to its base: an allocation, an argument, or a value of unknown origin.
Offset and strides of a view are polynomials, or unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import func, memref, vector
from xdsl.dialects.builtin import DYNAMIC_INDEX, I64, DenseArrayBase, MemRefType, NoneAttr
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, polynomial_of

MEMORY_OPERAND: Mapping[type[Operation], int] = {
    memref.LoadOp: 0,
    memref.StoreOp: 1,
    vector.LoadOp: 0,
    vector.StoreOp: 1,
}
"""The number of the operand of an access that is the memref; the indices follow it."""


@dataclass(frozen=True)
class View:
    """A view of the memory of `base`. Offset and strides are in elements, None if unknown."""

    base: SSAValue
    offset: Polynomial | None = None
    strides: tuple[Polynomial, ...] | None = None

    def element(self, indices: Sequence[Polynomial]) -> Polynomial | None:
        """Return the number in the base of the element at `indices`; None if unknown."""
        if self.offset is None or self.strides is None or len(indices) != len(self.strides):
            return None
        steps = (index * stride for index, stride in zip(indices, self.strides, strict=True))
        return sum(steps, self.offset)


def view_of(memory: SSAValue) -> View:
    """Trace a memref to its base."""
    op = memory.op if isinstance(memory, OpResult) else None
    if isinstance(op, (memref.CastOp, memref.MemorySpaceCastOp, memref.AssumeAlignmentOp)):
        return view_of(op.operands[0])
    if isinstance(op, memref.ReinterpretCastOp):
        return _reinterpret(op)
    if isinstance(op, memref.SubviewOp):
        return _subview(op)
    sources = [o for o in op.operands if isinstance(o.type, MemRefType)] if op else []
    if op is not None and op.dialect_name() == "memref" and len(sources) == 1:
        return View(view_of(sources[0]).base)
    # Offset and strides, as far as the type has them.
    kind = cast(MemRefType[Attribute], memory.type)
    offset = kind.get_offset()
    strides = [s for s in kind.get_strides() or (None,) if s is not None]
    known = len(strides) == kind.get_num_dims()
    return View(
        memory,
        None if offset is None else Polynomial.of(offset),
        tuple(map(Polynomial.of, strides)) if known else None,
    )


def may_overlap(a: View, b: View, *, noalias: bool) -> bool:
    """Return whether two bases may share memory.

    An allocation shares memory only with its views; with `noalias`, so does each argument.
    """
    if a.base is b.base:
        return True
    allocated = [
        isinstance(base.owner, (memref.AllocOp, memref.AllocaOp)) for base in (a.base, b.base)
    ]
    arguments = [
        isinstance(base, BlockArgument) and isinstance(base.block.parent_op(), func.FuncOp)
        for base in (a.base, b.base)
    ]
    known = all(x or y for x, y in zip(allocated, arguments, strict=True))
    return not known or not (noalias or any(allocated))


def mixed_values(static: Sequence[int], dynamic: Sequence[SSAValue]) -> list[int | SSAValue]:
    """Return offsets, sizes or strides of memory, of which some are numbers; -1 for a dynamic one
    that the program does not state."""
    values = iter(dynamic)
    return [next(values, -1) if number == DYNAMIC_INDEX else number for number in static]


def mixed(static: DenseArrayBase[I64], dynamic: Sequence[SSAValue]) -> tuple[Polynomial, ...]:
    """Return the offsets, sizes or strides of a view as polynomials."""
    values = mixed_values(static.get_values(), dynamic)
    return tuple(polynomial_of(v) if isinstance(v, SSAValue) else Polynomial.of(v) for v in values)


def _reinterpret(op: memref.ReinterpretCastOp) -> View:
    """Return the view of a `reinterpret_cast`.

    The offset counts from the start of the allocation. So it is known only for a view of the whole
    allocation.
    """
    source = view_of(op.source)
    plain = op.source is source.base and isinstance(
        cast(MemRefType[Attribute], op.source.type).layout, NoneAttr
    )
    (offset,) = mixed(op.static_offsets, op.offsets)
    return View(source.base, offset if plain else None, mixed(op.static_strides, op.strides))


def _subview(op: memref.SubviewOp) -> View:
    """Return the view of a subview, of unknown layout if it drops dimensions."""
    source = view_of(op.source)
    starts = mixed(op.static_offsets, op.offsets)
    steps = mixed(op.static_strides, op.strides)
    same_rank = op.result.type.get_num_dims() == len(steps)
    if source.strides is None or len(source.strides) != len(steps) or not same_rank:
        return View(source.base)
    strides = tuple(a * b for a, b in zip(steps, source.strides, strict=True))
    return View(source.base, source.element(starts), strides)
