"""Views of a tensor's memory, copies of it, and its sizes.

A view is a numpy view, so a write through it reaches the tensor that it came from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import Operand, Table, as_array, tensor
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor


def wrapped(dim: int, rank: int) -> int:
    """A dimension counted from the front; IndexError if there is none such."""
    bound = max(rank, 1)
    if not -bound <= dim < bound:
        raise IndexError(f"dimension {dim} is not within [{-bound}, {bound - 1}]")
    return dim % bound


def _axis(self: Tensor, dim: int) -> int:
    if self.array.ndim == 0:
        raise IndexError("a 0-d tensor has no dimension to take part of")
    return wrapped(dim, self.array.ndim)


def _spread(array: Array, shape: Sequence[int]) -> Array:
    """`np.broadcast_to`, still writable where the array is."""
    strides = np.broadcast_to(array, tuple(shape)).strides
    return np.lib.stride_tricks.as_strided(array, tuple(shape), strides)


def _t(self: Tensor) -> Tensor:
    if self.array.ndim > 2:
        raise ValueError(f"'aten.t' takes at most 2 dimensions, not {self.array.ndim}")
    return self.over(self.array.T)


def _transpose(self: Tensor, dim0: int, dim1: int) -> Tensor:
    if self.array.ndim == 0:
        return self.over(self.array)
    return self.over(np.swapaxes(self.array, _axis(self, dim0), _axis(self, dim1)))


def _permute(self: Tensor, dims: list[int]) -> Tensor:
    return self.over(np.transpose(self.array, dims))


def _with_inferred(shape: Sequence[int], count: int) -> list[int]:
    """The shape with a -1 replaced by the size that fits `count` elements."""
    if any(s < -1 for s in shape) or sum(s == -1 for s in shape) > 1:
        raise ValueError(f"{list(shape)} is no shape: one size at most may be -1")
    known = int(np.prod([s for s in shape if s != -1], dtype=np.int64))
    if -1 not in shape:
        fits = known == count
        rest = 0
    else:
        fits = known != 0 and count % known == 0
        rest = count // known if known else 0
    if not fits:
        raise ValueError(f"{count} elements do not fit into shape {list(shape)}")
    return [rest if s == -1 else s for s in shape]


def _view(self: Tensor, size: list[int]) -> Tensor:
    viewed = self.reshaped_view(_with_inferred(size, self.array.size))
    if viewed is None:
        raise ValueError(
            f"no view of shape {size} on a tensor of shape {list(self.shape)} and strides "
            f"{list(self.strides)}; use reshape"
        )
    return viewed


def _reshape(self: Tensor, shape: list[int]) -> Tensor:
    return self.over(self.array.reshape(_with_inferred(shape, self.array.size)))


def _view_as(self: Tensor, other: Tensor) -> Tensor:
    return _view(self, list(other.shape))


def _reshape_as(self: Tensor, other: Tensor) -> Tensor:
    return _reshape(self, list(other.shape))


def _flatten(self: Tensor, start: int, end: int) -> Tensor:
    rank = self.array.ndim
    if rank == 0:
        return self.over(self.array.reshape(1))
    first, last = wrapped(start, rank), wrapped(end, rank)
    if first > last:
        raise ValueError(f"'aten.flatten' from dimension {start} to {end}: the start is the later")
    merged = int(np.prod(self.shape[first : last + 1], dtype=np.int64))
    return self.over(self.array.reshape(*self.shape[:first], merged, *self.shape[last + 1 :]))


def _expand(self: Tensor, size: Sequence[int], implicit: bool = False) -> Tensor:
    lead = len(size) - self.array.ndim
    if lead < 0:
        raise ValueError(f"'aten.expand' of {list(self.shape)} to fewer dimensions, {list(size)}")
    if any(s == -1 for s in size[:lead]):
        raise ValueError(f"a new dimension of {list(size)} needs a size")
    shape = [self.shape[i - lead] if s == -1 else s for i, s in enumerate(size)]
    return self.over(_spread(self.array, shape))


def _expand_as(self: Tensor, other: Tensor) -> Tensor:
    return _expand(self, other.shape)


def _broadcast_tensors(tensors: list[Tensor]) -> list[Tensor]:
    shape = np.broadcast_shapes(*[t.shape for t in tensors])
    return [_expand(t, shape) for t in tensors]


def _squeeze(self: Tensor) -> Tensor:
    return self.over(np.squeeze(self.array))


def _squeeze_dims(self: Tensor, dims: Sequence[int]) -> Tensor:
    axes = {wrapped(d, self.array.ndim) for d in dims}
    kept = tuple(s for i, s in enumerate(self.shape) if i not in axes or s != 1)
    return self.over(self.array.reshape(kept)) if self.array.ndim else self.over(self.array)


def _squeeze_dim(self: Tensor, dim: int) -> Tensor:
    return _squeeze_dims(self, [dim])


def _unsqueeze(self: Tensor, dim: int) -> Tensor:
    return self.over(np.expand_dims(self.array, wrapped(dim, self.array.ndim + 1)))


def _select(self: Tensor, dim: int, index: int) -> Tensor:
    axis = _axis(self, dim)
    if not -self.shape[axis] <= index < self.shape[axis]:
        raise IndexError(f"index {index} is out of dimension {dim} of size {self.shape[axis]}")
    at: list[Any] = [slice(None)] * self.array.ndim
    at[axis] = index
    return self.over(self.array[(*at, ...)])


def _between(self: Tensor, axis: int, start: int | None, end: int | None, step: int = 1) -> Tensor:
    at = [slice(None)] * self.array.ndim
    at[axis] = slice(start, end, step)
    return self.over(self.array[tuple(at)])


def _slice(self: Tensor, dim: int, start: int | None, end: int | None, step: int) -> Tensor:
    if step <= 0:
        raise ValueError(f"'aten.slice' needs a positive step, not {step}")
    return _between(self, _axis(self, dim), start, end, step)


def _narrow(self: Tensor, dim: int, start: int, length: int) -> Tensor:
    axis = _axis(self, dim)
    size = self.shape[axis]
    first = start + size if start < 0 else start
    if length < 0 or not 0 <= first <= size - length:
        raise IndexError(f"[{start}, {start + length}) is out of dimension {dim} of size {size}")
    return _between(self, axis, first, first + length)


def _split(self: Tensor, split_size: int, dim: int) -> list[Tensor]:
    axis = _axis(self, dim)
    size = self.shape[axis]
    if split_size <= 0 and (size or split_size):
        raise ValueError(f"'aten.split' needs a positive size, not {split_size}")
    starts = range(0, size, split_size) if size else [0]
    return [_between(self, axis, s, s + split_size) for s in starts]


def _split_sizes(self: Tensor, sizes: list[int], dim: int) -> list[Tensor]:
    axis = _axis(self, dim)
    if sum(sizes) != self.shape[axis] or any(s < 0 for s in sizes):
        raise ValueError(f"sizes {sizes} do not divide dimension {dim} of {self.shape[axis]}")
    ends = np.cumsum(sizes).tolist()
    return [_between(self, axis, end - s, end) for s, end in zip(sizes, ends, strict=True)]


def chunk(self: Tensor, chunks: int, dim: int) -> list[Tensor]:
    """At most `chunks` parts of equal size, the last one smaller."""
    axis = _axis(self, dim)
    if chunks <= 0:
        raise ValueError(f"'aten.chunk' needs at least one chunk, not {chunks}")
    each = -(-self.shape[axis] // chunks)
    if each == 0:
        return [_between(self, axis, 0, 0) for _ in range(chunks)]
    return _split(self, each, axis)


def _unbind(self: Tensor, dim: int) -> list[Tensor]:
    axis = _axis(self, dim)
    return [_select(self, axis, i) for i in range(self.shape[axis])]


def _detach(self: Tensor) -> Tensor:
    return Tensor(self.array, self.device)


def _alias(self: Tensor) -> Tensor:
    return self.over(self.array)


def _clone(self: Tensor, memory_format: int | None) -> Tensor:
    return self.over(self.array.copy(order="K"))


def _copied(self: Tensor) -> Tensor:
    return self.over(self.array.copy(order="K"))


def _contiguous(self: Tensor, memory_format: int) -> Tensor:
    return self if self.is_contiguous() else self.over(np.ascontiguousarray(self.array))


def _copy(self: Tensor, source: Tensor, non_blocking: bool) -> Tensor:
    return self.copy_(source)


def _fill(self: Tensor, value: Operand) -> Tensor:
    return self.copy_(tensor(as_array(value, self.array.dtype)))


def _zero(self: Tensor) -> Tensor:
    self.array[...] = 0
    return self


def _cat(tensors: list[Tensor], dim: int) -> Tensor:
    """PyTorch passes over empty 1-d tensors, whatever the others' rank."""
    dtype = common_dtype(*tensors)
    parts = [t for t in tensors if t.shape != (0,)] or tensors
    axis = wrapped(dim, parts[0].array.ndim)
    return Tensor(np.concatenate([as_array(t, dtype) for t in parts], axis=axis))


def _stack(tensors: list[Tensor], dim: int) -> Tensor:
    dtype = common_dtype(*tensors)
    axis = wrapped(dim, tensors[0].array.ndim + 1)
    return Tensor(np.stack([as_array(t, dtype) for t in tensors], axis=axis))


def _size(self: Tensor) -> list[int]:
    return list(self.array.shape)


def _size_int(self: Tensor, dim: int) -> int:
    return self.array.shape[_axis(self, dim)]


def _stride(self: Tensor) -> list[int]:
    return list(self.strides)


def _stride_int(self: Tensor, dim: int) -> int:
    return self.strides[_axis(self, dim)]


def _dim(self: Tensor) -> int:
    return self.array.ndim


def _numel(self: Tensor) -> int:
    return self.array.size


def _len(self: Tensor) -> int:
    return self.array.shape[_axis(self, 0)]


def _is_contiguous(self: Tensor) -> bool:
    return self.is_contiguous()


VIEWS: Table = {
    "aten.t": _t,
    "aten.transpose.int": _transpose,
    "aten.permute": _permute,
    "aten.view": _view,
    "aten.view_as": _view_as,
    "aten.reshape": _reshape,
    "aten.reshape_as": _reshape_as,
    "aten.flatten.using_ints": _flatten,
    "aten.expand": _expand,
    "aten.expand_as": _expand_as,
    "aten.broadcast_to": _expand,
    "aten.broadcast_tensors": _broadcast_tensors,
    "aten.squeeze": _squeeze,
    "aten.squeeze.dim": _squeeze_dim,
    "aten.squeeze.dims": _squeeze_dims,
    "aten.unsqueeze": _unsqueeze,
    "aten.select.int": _select,
    "aten.slice.Tensor": _slice,
    "aten.narrow": _narrow,
    "aten.split.Tensor": _split,
    "aten.split.sizes": _split_sizes,
    "aten.split": _split_sizes,
    "aten.split_with_sizes": _split_sizes,
    "aten.chunk": chunk,
    "aten.unbind.int": _unbind,
    "aten.detach": _detach,
    "aten.alias": _alias,
    "aten.clone": _clone,
    "aten.contiguous": _contiguous,
    "aten.lift_fresh_copy": _copied,
    "aten.copy_": _copy,
    "aten.fill_.Scalar": _fill,
    "aten.fill_.Tensor": _fill,
    "aten.zero_": _zero,
    "aten.cat": _cat,
    "aten.stack": _stack,
    "aten.size": _size,
    "aten.size.int": _size_int,
    "aten.stride": _stride,
    "aten.stride.int": _stride_int,
    "aten.dim": _dim,
    "aten.numel": _numel,
    "aten.len.Tensor": _len,
    "aten.is_contiguous": _is_contiguous,
}
