"""The memory of tensors below te: their memrefs, the sizes of these, and accesses.

As in numpy, a bool is stored as a byte that is 0 or 1 (`i8`). An index is stored as `i64`. External
memory of symbolic size is accessed through a `memref.reinterpret_cast`, whose operands are the
sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType, i1, i8, i64
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_torchscript.dialects.te import AnyTensor, Extent
from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, emit_polynomial
from xdsl_torchscript.lowering.core.emitter import Emitter

_INDEX = IndexType()
_STORED_AS: dict[Attribute, Attribute] = {i1: i8, _INDEX: i64}


@dataclass(frozen=True)
class Buffer:
    """Memory that holds a tensor: a memref with one size per dimension."""

    memory: SSAValue
    sizes: tuple[Extent, ...]
    element: Attribute
    """The element type of the tensor; that of the memory may differ."""


def buffer_type(tensor: AnyTensor) -> MemRefType[Attribute]:
    """Return the memref that holds such a tensor."""
    element = tensor.element_type
    return MemRefType(_STORED_AS.get(element, element), tensor.get_shape())


def scalar_slot(type: Attribute) -> MemRefType[Attribute]:
    """Return the memref that receives a scalar result."""
    return MemRefType(_STORED_AS.get(type, type), [1])


def load(emit: Emitter, buffer: Buffer, indices: Sequence[SSAValue]) -> SSAValue:
    """Emit the read of one element."""
    stored = emit(memref.LoadOp.get(buffer.memory, indices)).res
    if buffer.element == i1:
        return emit(arith.TruncIOp(stored, i1)).result
    if buffer.element == _INDEX:
        return emit(arith.IndexCastOp(stored, _INDEX)).result
    return stored


def store(emit: Emitter, value: SSAValue, memory: SSAValue, indices: Sequence[SSAValue]) -> None:
    """Emit the write of one element."""
    if value.type == i1:
        value = emit(arith.ExtUIOp(value, i8)).result
    if value.type == _INDEX:
        value = emit(arith.IndexCastOp(value, i64)).result
    emit(memref.StoreOp.get(value, memory, indices))


def allocate(emit: Emitter, tensor: AnyTensor, sizes: Sequence[Extent]) -> Buffer:
    """Emit an allocation; the caller sees to it that it is freed."""
    type = buffer_type(tensor)
    dynamic = [size for size in sizes if not isinstance(size, int)]
    op = memref.AllocOp.get(type.element_type, None, type.get_shape(), dynamic)
    return Buffer(emit(op).memref, tuple(sizes), tensor.element_type)


def view(emit: Emitter, memory: SSAValue, tensor: AnyTensor, sizes: Sequence[Extent]) -> Buffer:
    """Return a buffer on an argument of the function; symbolic sizes are stated by a cast."""
    type = buffer_type(tensor)
    if DYNAMIC_INDEX in type.get_shape() and isinstance(memory.owner, Block):
        products = [Polynomial.product(sizes[axis + 1 :]) for axis in range(len(sizes))]
        strides = [emit_polynomial(emit, p) if p.constant is None else p.constant for p in products]
        cast_op = memref.ReinterpretCastOp.from_dynamic(memory, [0], sizes, strides, type)
        memory = emit(cast_op, memory.name_hint).result
    return Buffer(memory, tuple(sizes), tensor.element_type)


def copy(emit: Emitter, source: Buffer, target: SSAValue) -> None:
    """Emit loops that copy a whole buffer."""

    def element(inside: Emitter, indices: Sequence[SSAValue]) -> None:
        stored = inside(memref.LoadOp.get(source.memory, indices)).res
        inside(memref.StoreOp.get(stored, target, indices))

    nest(emit, source.sizes, [None] * len(source.sizes), element)


def nest(
    emit: Emitter,
    extents: Sequence[Extent],
    names: Sequence[str | None],
    body: Callable[[Emitter, Sequence[SSAValue]], None],
) -> None:
    """Emit one `scf.for` per extent, the last innermost, and `body` in the middle of them."""

    def fill(
        inside: Emitter, counters: Sequence[SSAValue], _: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        body(inside, counters)
        return ()

    reduction(emit, extents, names, (), fill)


def reduction(
    emit: Emitter,
    extents: Sequence[Extent],
    names: Sequence[str | None],
    inits: Sequence[SSAValue],
    body: Callable[[Emitter, Sequence[SSAValue], Sequence[SSAValue]], Sequence[SSAValue]],
) -> Sequence[SSAValue]:
    """Emit a nest that carries values from point to point; return the last ones.

    `body` gets the counters and the values so far, and returns the next values. An axis of extent 1
    gets no loop.
    """
    if not extents:
        return body(emit, (), inits)
    zero, one = emit.index(0), emit.index(1)
    bounds = [emit.index(e) if isinstance(e, int) else e for e in extents]

    def level(
        emit: Emitter, counters: tuple[SSAValue, ...], carried: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        depth = len(counters)
        if depth == len(bounds):
            return body(emit, counters, carried)
        if extents[depth] == 1:
            return level(emit, (*counters, zero), carried)
        loop = emit.loop(
            zero,
            bounds[depth],
            one,
            lambda inside, counter, inner: level(inside, (*counters, counter), inner),
            carried,
            names[depth],
        )
        return loop.results

    return level(emit, (), inits)
