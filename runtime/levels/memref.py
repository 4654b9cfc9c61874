"""The operations of memref: a memref is a numpy array that is a view of its memory.

xDSL has implementations for memrefs of static, row-major shapes; these also take dynamic sizes,
views, and elements of any type. An access outside a memref fails. Memory that was not written, or
was freed, holds conspicuous numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.traits import SymbolTable

from xdsl_torchscript.dialects.extended.memref import PrefetchOp, extended_memref
from xdsl_torchscript.runtime.levels.elements import GARBAGE, constant, dtype_of, fill, shape_of
from xdsl_torchscript.runtime.levels.table import LevelRule, table_functions
from xdsl_torchscript.runtime.tensor import Array


def check_indices(array: Array, indices: Sequence[Any]) -> None:
    """Raises IndexError for an index outside the array."""
    for dim, (index, size) in enumerate(zip(indices, array.shape, strict=True)):
        if not 0 <= index < size:
            raise IndexError(f"index {index} is outside of dimension {dim}, of size {size}")


def mixed(static: Iterable[int], dynamic: Sequence[Any]) -> list[int]:
    """Return numbers, some of which are operands."""
    values = iter(dynamic)
    return [int(next(values)) if n == DYNAMIC_INDEX else n for n in static]


def window(memory: Array, offset: int, sizes: Sequence[int], strides: Sequence[int]) -> Array:
    """Return a view of row-major memory. Raises IndexError if it reaches outside."""
    if not memory.flags.c_contiguous:
        raise ValueError("the memory is not a row-major memref")
    last = offset + sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True))
    if prod(sizes) and not 0 <= last < memory.size:
        raise IndexError(f"the view reaches element {last} of a memory of {memory.size}")
    flat, width = memory.reshape(-1), memory.itemsize
    return as_strided(flat[offset:], sizes, [stride * width for stride in strides])


def _allocate(op: memref.AllocOp | memref.AllocaOp, values: PythonValues) -> PythonValues:
    shape = mixed(shape_of(op.memref.type), values)
    return (fill(np.empty(shape, dtype_of(op.memref.type)), GARBAGE),)


def _free(op: memref.DeallocOp, values: PythonValues) -> PythonValues:
    fill(values[0], GARBAGE)
    return ()


def _load(op: memref.LoadOp, values: PythonValues) -> PythonValues:
    array, *indices = values
    check_indices(array, indices)
    return (array[tuple(indices)],)


def _store(op: memref.StoreOp, values: PythonValues) -> PythonValues:
    value, array, *indices = values
    check_indices(array, indices)
    array[tuple(indices)] = value
    return ()


def _copy(op: memref.CopyOp, values: PythonValues) -> PythonValues:
    source, target = values
    if source.shape != target.shape:
        raise ValueError(f"a copy of a memref of shape {source.shape} to one of {target.shape}")
    target[...] = source
    return ()


def _size(op: memref.DimOp, values: PythonValues) -> PythonValues:
    array, dim = values
    return (np.int64(array.shape[dim]),)


def _same(op: memref.CastOp, values: PythonValues) -> PythonValues:
    """Check the static sizes of the new type."""
    (array,) = values
    wanted = shape_of(op.results[0].type)
    sizes_differ = any(
        size not in (DYNAMIC_INDEX, actual)
        for size, actual in zip(wanted, array.shape, strict=True)
    )
    if sizes_differ:
        raise ValueError(f"found a memref of shape {array.shape}, expected {op.results[0].type}")
    return (array,)


def _reinterpret(op: memref.ReinterpretCastOp, values: PythonValues) -> PythonValues:
    memory, *numbers = values
    offsets, sizes, strides = _view_numbers(op, numbers)
    return (window(memory, offsets[0], sizes, strides),)


def _view(op: memref.ViewOp, values: PythonValues) -> PythonValues:
    """Return bytes of a memory under another type."""
    memory, start, *numbers = values
    kind = op.result.type
    shape, dtype = mixed(shape_of(kind), numbers), dtype_of(kind)
    bytes = window(memory, start, [prod(shape) * dtype.itemsize], [1])
    return (bytes.view(dtype).reshape(shape),)


def _view_numbers(
    op: memref.ReinterpretCastOp | memref.SubviewOp, numbers: Sequence[Any]
) -> tuple[list[int], list[int], list[int]]:
    """Return the offsets, sizes and strides, of which the operands are the dynamic ones."""
    first, second = len(op.offsets), len(op.offsets) + len(op.sizes)
    return (
        mixed(op.static_offsets.get_values(), numbers[:first]),
        mixed(op.static_sizes.get_values(), numbers[first:second]),
        mixed(op.static_strides.get_values(), numbers[second:]),
    )


def _subview(op: memref.SubviewOp, values: PythonValues) -> PythonValues:
    array, *numbers = values
    offsets, sizes, strides = _view_numbers(op, numbers)
    for dim, (offset, size, stride) in enumerate(zip(offsets, sizes, strides, strict=True)):
        last = offset + (size - 1) * stride
        if size and not (offset >= 0 and last < array.shape[dim]):
            raise IndexError(f"the view reaches index {last} of dimension {dim}, of {array.shape}")
    steps = zip(offsets, sizes, strides, strict=True)
    view = array[tuple(slice(o, o + n * step, step) for o, n, step in steps)]
    dropped = view.ndim - len(shape_of(op.result.type))
    ones = [dim for dim, size in enumerate(sizes) if size == 1][:dropped]
    return (view.squeeze(tuple(ones)),)


def _reshape(op: memref.CollapseShapeOp, values: PythonValues) -> PythonValues:
    """Join dimensions, of which each group of the result is the product."""
    (array,) = values
    groups = [[part.value.data for part in group.data] for group in op.reassociation.data]
    return (array.reshape([prod(array.shape[dim] for dim in group) for group in groups]),)


def _expand(op: memref.ExpandShapeOp, values: PythonValues) -> PythonValues:
    array, *sizes = values
    return (array.reshape(mixed(op.static_output_shape.get_values(), sizes)),)


def _align(op: memref.AssumeAlignmentOp, values: PythonValues) -> PythonValues:
    return values[: len(op.results)]


def _prefetch(op: PrefetchOp, values: PythonValues) -> PythonValues:
    """Do nothing: the element may lie outside of the memory."""
    return ()


RULES: dict[str, LevelRule] = {
    "memref.alloc": _allocate,
    "memref.alloca": _allocate,
    "memref.dealloc": _free,
    "memref.load": _load,
    "memref.store": _store,
    "memref.copy": _copy,
    "memref.dim": _size,
    "memref.cast": _same,
    "memref.memory_space_cast": _same,
    "memref.reinterpret_cast": _reinterpret,
    "memref.subview": _subview,
    "memref.view": _view,
    "memref.collapse_shape": _reshape,
    "memref.expand_shape": _expand,
    "memref.assume_alignment": _align,
    "memref.prefetch": _prefetch,
}


@register_impls
class GlobalFunctions(InterpreterFunctions):
    """Globals of a module, whose memory lives as long as the interpreter."""

    @impl(memref.GetGlobalOp)
    def run_get_global(
        self, interpreter: Interpreter, op: memref.GetGlobalOp, args: PythonValues
    ) -> PythonValues:
        found = SymbolTable.lookup_symbol(op, op.name_)
        assert isinstance(found, memref.GlobalOp)
        name = found.sym_name.data
        return (interpreter.get_data(GlobalFunctions, name, lambda: _global_memory(found)),)


def _global_memory(op: memref.GlobalOp) -> Array:
    if op.initial_value.name != "unit":
        return constant(op.initial_value, op.type)
    return fill(np.empty(shape_of(op.type), dtype_of(op.type)), GARBAGE)


def memref_functions() -> InterpreterFunctions:
    return table_functions(RULES, memref.MemRef, extended_memref())
