"""Views by strides, of other element types and under other names, and memory of given strides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.core import FLOAT32, Table
from xdsl_torchscript.runtime.operators.views import VIEWS
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _storage(array: Array) -> Array:
    """The array that owns the memory."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _offset(array: Array) -> int:
    """Where the array starts in its memory, in elements."""
    start = np.lib.array_utils.byte_bounds(_storage(array))[0]
    return (array.__array_interface__["data"][0] - start) // array.itemsize


def _elements(owner: Array, dtype: NumpyDtype, count: int) -> Array:
    """All elements of a memory, one behind the other. The strides of its owner are positive."""
    first = owner[(slice(0, 1),) * owner.ndim].reshape(-1).view(dtype)
    return np.lib.stride_tricks.as_strided(first, (count,), (dtype.itemsize,))


def _as_strided(
    self: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Tensor:
    """ValueError for a view that leaves the memory of the tensor."""
    if len(size) != len(stride) or any(n < 0 for n in (*size, *stride)):
        raise ValueError(f"no view of size {list(size)} and strides {list(stride)}")
    owner, width = _storage(self.array), self.array.itemsize
    low, high = np.lib.array_utils.byte_bounds(owner)
    offset = _offset(self.array) if storage_offset is None else storage_offset
    span = 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    if offset < 0 or (offset + span) * width > high - low:
        raise ValueError(
            f"a view of size {list(size)} and strides {list(stride)} from {offset} on leaves a "
            f"memory of {(high - low) // width} elements"
        )
    memory = _elements(owner, self.array.dtype, (high - low) // width)
    strides = [s * width for s in stride]
    return self.over(np.lib.stride_tricks.as_strided(memory[offset:], tuple(size), strides))


def _as_strided_scatter(
    self: Tensor,
    src: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
) -> Tensor:
    result = self.over(self.array.copy())
    _as_strided(result, size, stride, storage_offset).copy_(src)
    return result


def _storage_offset(self: Tensor) -> int:
    return _offset(self.array)


def _view_dtype(self: Tensor, dtype: int) -> Tensor:
    """The same bytes; the last dimension has more or fewer elements where their widths differ."""
    return self.over(self.array.view(dtype_from_code(dtype)))


def _view_as_real(self: Tensor) -> Tensor:
    if self.array.dtype.kind != "c":
        raise TypeError(f"'aten.view_as_real' is not defined on {self.array.dtype} tensors")
    halves = np.dtype(f"f{self.array.itemsize // 2}")
    return self.over(self.array[..., None].view(halves))


def _view_as_complex(self: Tensor) -> Tensor:
    if self.array.dtype.kind != "f" or self.array.ndim == 0 or self.shape[-1] != 2:
        raise ValueError(f"no pairs of floats: {self.array.dtype}, {list(self.shape)}")
    wide = np.result_type(self.array.dtype, np.complex64)
    return self.over(self.array.view(wide)[..., 0])


def _strided(size: Sequence[int], stride: Sequence[int], dtype: NumpyDtype) -> Tensor:
    span = 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    memory = Tensor(np.zeros(span, dtype))
    return _as_strided(memory, size, stride, 0)


def _empty_strided(
    size: Sequence[int], stride: Sequence[int], dtype: int | None, *_options: Any
) -> Tensor:
    return _strided(size, stride, FLOAT32 if dtype is None else dtype_from_code(dtype))


def _new_empty_strided(
    self: Tensor, size: Sequence[int], stride: Sequence[int], dtype: int | None, *_options: Any
) -> Tensor:
    return _strided(size, stride, self.array.dtype if dtype is None else dtype_from_code(dtype))


def _empty_permuted(
    size: Sequence[int], physical_layout: Sequence[int], dtype: int | None, *_options: Any
) -> Tensor:
    if sorted(physical_layout) != list(range(len(size))):
        raise ValueError(f"{list(physical_layout)} is no order of {len(size)} dimensions")
    target = FLOAT32 if dtype is None else dtype_from_code(dtype)
    inner = np.zeros([size[axis] for axis in physical_layout], target)
    return Tensor(np.transpose(inner, np.argsort(physical_layout)))


def _new_empty(self: Tensor, size: Sequence[int], dtype: int | None, *_options: Any) -> Tensor:
    target = self.array.dtype if dtype is None else dtype_from_code(dtype)
    return Tensor(np.zeros(tuple(size), target))


def _reshape_alias(self: Tensor, size: list[int], stride: list[int]) -> Tensor:
    return _as_strided(self, size, stride)


def _resize_(self: Tensor, size: Sequence[int], memory_format: int | None) -> Tensor:
    """The elements in their order; new ones are 0."""
    made = np.zeros(tuple(size), self.array.dtype)
    count = min(made.size, self.array.size)
    made.reshape(-1)[:count] = self.array.reshape(-1)[:count]
    self.array = made
    return self


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
    "aten._reshape_alias": _reshape_alias,
    "aten._unsafe_view": VIEWS["aten.reshape"],
    "aten.lift": _itself,
    "aten.lift_fresh": _itself,
    "aten.unsafe_chunk": VIEWS["aten.chunk"],
    "aten.unsafe_split.Tensor": VIEWS["aten.split.Tensor"],
    "aten.unsafe_split_with_sizes": VIEWS["aten.split_with_sizes"],
}
