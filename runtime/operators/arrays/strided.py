"""Views by strides, of other element types and under other names, and memory of given strides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.core import FLOAT32, Table
from xdsl_torchscript.runtime.operators.layout import (
    CONTIGUOUS,
    PRESERVE,
    copy_array,
    format_steps,
    suggest_format,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.storage import (
    address_of,
    is_same_view,
    memory_of,
    offset_of,
    span_of,
    view_by_strides,
)
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _as_strided(
    self: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Tensor:
    """Return a view by strides. Raises BadValue if it leaves the tensor's memory."""
    return self.over(view_by_strides(self.array, size, stride, storage_offset))


def clone_memory(array: Array) -> Array:
    """Return the same view of a copy of the whole memory; an expanded tensor is copied densely
    (aten/src/ATen/native/TensorFactories.cpp: `clone_preserve_strides`)."""
    expanded = any(step == 0 and n > 1 for n, step in zip(array.shape, array.strides, strict=True))
    if expanded or not array.size:
        return copy_array(array, array.dtype, PRESERVE)
    memory = memory_of(array).copy()
    return np.ndarray(array.shape, array.dtype, memory, offset_of(array), array.strides)


def _lazy_clone(self: Tensor) -> Tensor:
    return self.over(clone_memory(self.array))


def _as_strided_scatter(
    self: Tensor,
    src: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
) -> Tensor:
    result = self.over(clone_memory(self.array))
    _as_strided(result, size, stride, storage_offset).copy_(src)
    return result


def _storage_offset(self: Tensor) -> int:
    return offset_of(self.array) // self.array.itemsize


def _view_dtype(self: Tensor, dtype: int) -> Tensor:
    """Return the same bytes as another type; the last dimension changes its size with the width."""
    array, target = self.array, dtype_from_code(dtype)
    old, new = array.itemsize, target.itemsize
    if old == new:
        return self.over(array.view(target))
    if array.ndim == 0:
        raise BadValue(
            f"a 0-d {array.dtype} tensor cannot be viewed as {target}, as the widths differ"
        )
    shape = (*array.shape[:-1], array.shape[-1] * old // new)
    if not array.size and array.shape[-1] * old % new == 0:
        return self.over(np.empty(shape, target))
    new_axis = array.shape[-1] == 1 and array.strides[-1] == 0
    if array.strides[-1] != old and not new_axis:
        raise BadValue(
            f"a view of {array.dtype} as {target} needs the last dimension to step by 1, "
            f"not {array.strides[-1] // old}"
        )
    places = (array.shape[-1] * old, *array.strides[:-1], offset_of(array))
    if any(n % new for n in places):
        raise BadValue(
            f"a view of {array.dtype} as {target} needs the last size, the other strides and the "
            f"offset to be multiples of {new // old}"
        )
    return self.over(_of_bytes(array, target, shape, (*array.strides[:-1], new)))


def _of_bytes(
    array: Array, dtype: NumpyDtype, shape: tuple[int, ...], strides: tuple[int, ...]
) -> Array:
    if 0 in shape:
        return np.empty(shape, dtype)
    memory = memory_of(array)
    return np.ndarray(shape, dtype, memory, address_of(array) - address_of(memory), strides)


def _view_as_real(self: Tensor) -> Tensor:
    array = self.array
    if array.dtype.kind != "c":
        raise BadType(f"'aten.view_as_real' is not defined on {array.dtype} tensors")
    half = np.dtype(f"f{array.itemsize // 2}")
    strides = (*array.strides, half.itemsize)
    return self.over(_of_bytes(array, half, (*array.shape, 2), strides))


def _view_as_complex(self: Tensor) -> Tensor:
    array, width = self.array, self.array.itemsize
    if array.dtype.name not in ("float32", "float64"):
        raise BadType(f"'aten.view_as_complex' is not defined on {array.dtype} tensors")
    if array.ndim == 0 or array.shape[-1] != 2:
        raise BadValue(f"expected a last dimension of size 2, found shape {list(array.shape)}")
    wide = np.dtype(f"c{2 * width}")
    if not array.size:
        return self.over(np.empty(array.shape[:-1], wide))
    outer = (*array.strides[:-1], offset_of(array))
    if array.strides[-1] != width or any(n % (2 * width) for n in outer):
        raise BadValue(
            f"numbers of a pair are neighbours, and pairs start at even places: strides "
            f"{list(self.strides)}, offset {offset_of(array) // width}"
        )
    return self.over(_of_bytes(array, wide, array.shape[:-1], array.strides[:-1]))


def _stride(size: Sequence[int], stride: Sequence[int], dtype: NumpyDtype) -> Tensor:
    if len(size) != len(stride) or any(n < 0 for n in (*size, *stride)):
        raise BadValue(f"sizes {list(size)} and strides {list(stride)} do not describe a tensor")
    return Tensor(view_by_strides(np.zeros(span_of(size, stride), dtype), size, stride, 0))


def _empty_strided(
    size: Sequence[int], stride: Sequence[int], dtype: int | None, *_options: Any
) -> Tensor:
    return _stride(size, stride, FLOAT32 if dtype is None else dtype_from_code(dtype))


def _new_empty_strided(
    self: Tensor, size: Sequence[int], stride: Sequence[int], dtype: int | None, *_options: Any
) -> Tensor:
    return _stride(size, stride, self.array.dtype if dtype is None else dtype_from_code(dtype))


def _empty_permuted(
    size: Sequence[int], physical_layout: Sequence[int], dtype: int | None, *_options: Any
) -> Tensor:
    if sorted(physical_layout) != list(range(len(size))):
        raise BadValue(f"{list(physical_layout)} is not an order of {len(size)} dimensions")
    target = FLOAT32 if dtype is None else dtype_from_code(dtype)
    inner = np.zeros([size[axis] for axis in physical_layout], target)
    return Tensor(np.transpose(inner, np.argsort(physical_layout)))


def _new_empty(self: Tensor, size: Sequence[int], dtype: int | None, *_options: Any) -> Tensor:
    target = self.array.dtype if dtype is None else dtype_from_code(dtype)
    return Tensor(np.zeros(tuple(size), target))


def _resize_(self: Tensor, size: Sequence[int], memory_format: int | None) -> Tensor:
    """Resize in place, from the start of the view. If the memory is too small, other tensors keep
    it, and new elements are 0."""
    array = self.array
    if any(n < 0 for n in size):
        raise BadValue(f"'aten.resize_' to sizes {list(size)}")
    if memory_format is None and tuple(size) == array.shape:
        return self
    stride = format_steps(size, CONTIGUOUS if memory_format is None else memory_format)
    start, width = offset_of(array), array.itemsize
    held = (memory_of(array).size - start) // width
    if span_of(size, stride) > held:
        grown = np.zeros(span_of(size, stride), array.dtype)
        grown[:held] = view_by_strides(array, [held], [1], None)
        array, start = grown, 0
    self.array = view_by_strides(array, size, stride, start // width)
    return self


def _resize_as_(self: Tensor, the_template: Tensor, memory_format: int | None) -> Tensor:
    template = the_template.array
    if memory_format == PRESERVE:
        memory_format = suggest_format(template)
    return _resize_(self, template.shape, memory_format)


def _set_(self: Tensor, source: Tensor) -> Tensor:
    """Make the tensor another name of the source."""
    if self.array.dtype != source.array.dtype:
        raise BadType(f"a {self.array.dtype} tensor over memory of {source.array.dtype}")
    self.array = source.array
    return self


def _set_part_(
    self: Tensor, source: Tensor, storage_offset: int, size: Sequence[int], stride: Sequence[int]
) -> Tensor:
    steps = stride or format_steps(size, CONTIGUOUS)
    return _set_(self, _as_strided(source, size, steps, storage_offset))


def _is_set_to(self: Tensor, tensor: Tensor) -> bool:
    """Return whether both are the same elements of one memory."""
    return is_same_view(self.array, tensor.array)


def _itself(self: Tensor) -> Tensor:
    return self


STRIDED: Table = {
    "aten.as_strided": _as_strided,
    "aten.as_strided_scatter": _as_strided_scatter,
    "aten.storage_offset": _storage_offset,
    "aten.view.dtype": _view_dtype,
    "aten.view_as_real": _view_as_real,
    "aten.view_as_complex": _view_as_complex,
    "aten.empty_strided": _empty_strided,
    "aten.new_empty_strided": _new_empty_strided,
    "aten.empty_permuted": _empty_permuted,
    "aten.new_empty": _new_empty,
    "aten.resize_": _resize_,
    "aten.resize_as_": _resize_as_,
    "aten.set_.source_Tensor": _set_,
    "aten.set_.source_Tensor_storage_offset": _set_part_,
    "aten.is_set_to": _is_set_to,
    **by_name(_as_strided, "aten._reshape_alias"),
    "aten._unsafe_view": VIEWS["aten.reshape"],
    "aten._lazy_clone": _lazy_clone,
    "aten.lift": _itself,
    "aten.lift_fresh": _itself,
    "aten.unsafe_chunk": VIEWS["aten.chunk"],
    "aten.unsafe_split.Tensor": VIEWS["aten.split.Tensor"],
    "aten.unsafe_split_with_sizes": VIEWS["aten.split_with_sizes"],
}
