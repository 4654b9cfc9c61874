"""Views of a tensor's memory, copies of it, and its sizes.

A view is a numpy view, so a write through it reaches the tensor that it came from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    UNCONVERTED,
    Operand,
    Table,
    as_array,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import (
    CONTIGUOUS,
    PRESERVE,
    copy_array,
    empty_with,
    format_steps,
    has_format,
    in_order,
    is_in_order,
    reject_overlap,
    suggest_format,
    with_format,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import element
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.storage import is_dense, restride
from xdsl_torchscript.runtime.tensor import Array, Tensor

SizeTuple: TypeAlias = tuple[int, ...]

_ALL = slice(None)


def _axis(self: Tensor, dim: int) -> int:
    if self.array.ndim == 0:
        raise BadIndex("expected a tensor with dimensions, found a 0-d tensor")
    return wrap_dim(dim, self.array.ndim)


def _t(self: Tensor) -> Tensor:
    if self.array.ndim > 2:
        raise BadValue(f"'aten.t' takes at most 2 dimensions, not {self.array.ndim}")
    return self.over(self.array.T)


def _transpose(self: Tensor, dim0: int, dim1: int) -> Tensor:
    array = self.array
    rank = array.ndim
    first, second = wrap_dim(dim0, rank), wrap_dim(dim1, rank)
    return self.over(array.swapaxes(first, second) if rank else array)


def _permute(self: Tensor, dims: list[int]) -> Tensor:
    rank = self.array.ndim
    order = [wrap_dim(d, rank) for d in dims]
    if len(order) != rank or len(set(order)) != rank:
        raise BadValue(f"'aten.permute' to {dims} does not name each of {rank} dimensions once")
    return self.over(self.array.transpose(order))


def infer_size(shape: Sequence[int], count: int) -> list[int]:
    """Return the shape with -1 replaced by the size that fits `count` elements."""
    free = shape.count(-1)
    if free > 1 or min(shape, default=0) < -1:
        raise BadValue(f"{list(shape)} is not a shape: one size at most may be -1")
    if not free:
        fits, rest = prod(shape) == count, 0
    else:
        known = -prod(shape)
        fits = known != 0 and count % known == 0
        rest = count // known if known else 0
    if not fits:
        raise BadValue(f"{count} elements do not fit into shape {list(shape)}")
    return [rest if s == -1 else s for s in shape] if free else list(shape)


def _view(self: Tensor, size: list[int]) -> Tensor:
    viewed = self.reshape_view(size) if min(size, default=0) >= -1 else None
    if viewed is None:
        infer_size(size, self.array.size)
        raise BadValue(
            f"a view of shape {size} is not possible on a tensor of shape {list(self.shape)} "
            "and strides "
            f"{list(self.strides)}; use reshape"
        )
    return viewed


def _unflatten(self: Tensor, dim: int, sizes: list[int]) -> Tensor:
    shape = self.array.shape
    if not shape:
        raise BadIndex("unflatten: expected a tensor of at least one dimension")
    if not sizes:
        raise BadValue("unflatten: expected at least one size")
    axis = wrap_dim(dim, len(shape))
    if sizes.count(-1) > 1:
        raise BadValue(f"unflatten: at most one size may be -1, got {sizes}")
    given = abs(prod(sizes))
    parts = [shape[axis] // given if n == -1 and given else n for n in sizes]
    if prod(parts) != shape[axis]:
        raise BadValue(f"unflatten: sizes {sizes} do not have {shape[axis]} elements")
    return _view(self, [*shape[:axis], *parts, *shape[axis + 1 :]])


def _reshape(self: Tensor, shape: list[int]) -> Tensor:
    return self.over(self.array.reshape(infer_size(shape, self.array.size)))


def _flatten(self: Tensor, start: int, end: int) -> Tensor:
    rank = self.array.ndim
    first, last = wrap_dim(start, rank), wrap_dim(end, rank)
    if rank == 0:
        return self.over(self.array.reshape(1))
    if first == last:
        return self
    if first > last:
        raise BadValue(f"'aten.flatten' from dimension {start} to {end}: the start is the later")
    shape = self.array.shape
    merged = (prod(shape[first : last + 1]),)
    return self.over(self.array.reshape(shape[:first] + merged + shape[last + 1 :]))


def _expand(self: Tensor, size: Sequence[int], implicit: bool = False) -> Tensor:
    array = self.array
    shape, strides = _expansion(array.shape, array.strides, tuple(size))
    if array.dtype in UNCONVERTED and array.flags.c_contiguous and 0 not in shape:
        return self.over(np.ndarray(shape, array.dtype, array, 0, strides))
    return self.over(restride(array, shape, strides))


@lru_cache(maxsize=1024)
def _expansion(
    own_shape: SizeTuple, own_strides: SizeTuple, size: SizeTuple
) -> tuple[SizeTuple, SizeTuple]:
    """Shape and strides of an expanded tensor."""
    lead = len(size) - len(own_shape)
    if lead < 0:
        raise BadValue(f"'aten.expand' of {list(own_shape)} to fewer dimensions, {list(size)}")
    if any(s < 0 for s in size[:lead]):
        raise BadValue(f"a new dimension of {list(size)} needs a size")
    shape = tuple(own_shape[i - lead] if s == -1 else s for i, s in enumerate(size))
    strides = [0] * lead
    for dim, (own, step, wanted) in enumerate(
        zip(own_shape, own_strides, shape[lead:], strict=True)
    ):
        if wanted < 0 or own not in (1, wanted):
            raise BadValue(
                f"'aten.expand' of {list(own_shape)} to {list(size)}: dimension {dim + lead} of "
                f"size {own} is not repeated to {wanted}"
            )
        strides.append(step if own == wanted else 0)
    return shape, tuple(strides)


def _broadcast_tensors(tensors: list[Tensor]) -> list[Tensor]:
    shape = np.broadcast_shapes(*[t.shape for t in tensors])
    return [_expand(t, shape) for t in tensors]


def _squeeze(self: Tensor) -> Tensor:
    return self.over(np.squeeze(self.array))


def _squeeze_dims(self: Tensor, dims: Sequence[int]) -> Tensor:
    array = self.array
    axes = {wrap_dim(d, array.ndim) for d in dims}
    return self.over(
        array.squeeze(tuple(i for i, s in enumerate(array.shape) if i in axes and s == 1))
    )


def _squeeze_dim(self: Tensor, dim: int) -> Tensor:
    return _squeeze_dims(self, [dim])


def _unsqueeze(self: Tensor, dim: int) -> Tensor:
    """Insert a dimension, whose stride steps over the next one; numpy's index None gives 0."""
    array = self.array
    shape, strides = array.shape, array.strides
    axis = wrap_dim(dim, len(shape) + 1)
    view = array.reshape((*shape[:axis], 1, *shape[axis:]))
    step = shape[axis] * strides[axis] if axis < len(shape) else array.itemsize
    if array.size and view.strides != (wanted := (*strides[:axis], step, *strides[axis:])):
        view = restride(array, view.shape, wanted)
    return self.over(view)


def _select(self: Tensor, dim: int, index: int) -> Tensor:
    array = self.array
    axis = dim if 0 <= dim < array.ndim else _axis(self, dim)
    size = array.shape[axis]
    if not -size <= index < size:
        raise BadIndex(f"index {index} is out of range for dimension {dim} of size {size}")
    return self.over(array[(*(_ALL,) * axis, index, ...)] if axis else array[index, ...])


def _between(self: Tensor, axis: int, start: int | None, end: int | None, step: int = 1) -> Tensor:
    return self.over(self.array[(*(_ALL,) * axis, slice(start, end, step))])


def _slice(self: Tensor, dim: int, start: int | None, end: int | None, step: int) -> Tensor:
    if step <= 0:
        raise BadValue(f"'aten.slice' needs a positive step, not {step}")
    array = self.array
    axis = dim if 0 <= dim < array.ndim else _axis(self, dim)
    return self.over(array[(*(_ALL,) * axis, slice(start, end, step))])


def _narrow(self: Tensor, dim: int, start: int, length: int) -> Tensor:
    axis = _axis(self, dim)
    size = self.shape[axis]
    first = start + size if start < 0 else start
    if not 0 <= first <= size:
        raise BadIndex(f"start {start} is out of range for dimension {dim} of size {size}")
    if not 0 <= length <= size - first:
        raise BadValue(
            f"[{start}, {start + length}) is out of range for dimension {dim} of size {size}"
        )
    return _between(self, axis, first, first + length)


def _split(self: Tensor, split_size: int, dim: int) -> list[Tensor]:
    array, axis = self.array, _axis(self, dim)
    size = array.shape[axis]
    if split_size <= 0 and (size or split_size):
        raise BadValue(f"'aten.split' needs a positive size, not {split_size}")
    starts = range(0, size, split_size) if size else [0]
    lead, over = (_ALL,) * axis, self.over
    return [over(array[(*lead, slice(s, s + split_size))]) for s in starts]


def _split_sizes(self: Tensor, sizes: list[int], dim: int) -> list[Tensor]:
    axis = _axis(self, dim)
    if sum(sizes) != self.shape[axis] or any(s < 0 for s in sizes):
        raise BadValue(f"sizes {sizes} do not divide dimension {dim} of {self.shape[axis]}")
    ends = np.cumsum(sizes).tolist()
    return [_between(self, axis, end - s, end) for s, end in zip(sizes, ends, strict=True)]


def chunk(self: Tensor, chunks: int, dim: int) -> list[Tensor]:
    """Return at most `chunks` parts of equal size, the last one smaller."""
    axis = _axis(self, dim)
    if chunks <= 0:
        raise BadValue(f"'aten.chunk' needs at least one chunk, not {chunks}")
    each = -(-self.array.shape[axis] // chunks)
    if each == 0:
        return [_between(self, axis, 0, 0) for _ in range(chunks)]
    return _split(self, each, axis)


def _unbind(self: Tensor, dim: int) -> list[Tensor]:
    axis = _axis(self, dim)
    return [_select(self, axis, i) for i in range(self.shape[axis])]


def _detach(self: Tensor) -> Tensor:
    made = self.over(self.array)
    made.requires_grad = False
    return made


def _alias(self: Tensor) -> Tensor:
    return self.over(self.array)


def _clone(self: Tensor, memory_format: int | None) -> Tensor:
    array = self.array
    if array.flags.c_contiguous and memory_format in (None, PRESERVE):
        return self.over(array.copy())
    return self.over(copy_array(array, array.dtype, memory_format))


def _copy(self: Tensor, source: Tensor, non_blocking: bool) -> Tensor:
    return self.copy_(source)


def _fill(self: Tensor, value: Operand) -> Tensor:
    """Fill with a number; overlapping elements are allowed, as all become equal."""
    if isinstance(value, Tensor) and value.array.ndim:
        raise BadValue(f"'aten.fill_' takes a 0-d tensor, not one of {list(value.shape)}")
    dtype = self.array.dtype
    self.array[...] = value.array if isinstance(value, Tensor) else element(value, dtype)
    return self


def _zero(self: Tensor) -> Tensor:
    self.array[...] = 0
    return self


def _cat(tensors: list[Tensor], dim: int) -> Tensor:
    """Concatenate. As in PyTorch, skip empty 1-d tensors even if the others have another rank."""
    arrays = _in_common_type(tensors)
    is_plain = arrays[0].ndim < 4 or is_in_order(arrays[0])
    joined = _concatenate(arrays, dim) if is_plain else None
    if joined is None:
        parts = [a for a in arrays if a.shape != (0,)] or arrays
        _check_fit("aten.cat", parts, dim)
        # In the memory format of the arrays, if they agree.
        axis = wrap_dim(dim, parts[0].ndim)
        formats = {suggest_format(a) for a in parts} if parts[0].ndim > 3 else {CONTIGUOUS}
        if len(formats) > 1 or CONTIGUOUS in formats:
            joined = in_order(np.concatenate(parts, axis=axis))
        else:
            shape = list(parts[0].shape)
            shape[axis] = sum(a.shape[axis] for a in parts)
            made = empty_with(shape, format_steps(shape, *formats), parts[0].dtype)
            joined = np.concatenate(parts, axis=axis, out=made)
    return wrap_result(joined, joined.dtype)


def _in_common_type(tensors: Sequence[Tensor]) -> list[Array]:
    arrays = [t.array for t in tensors]
    if len({a.dtype for a in arrays}) == 1:
        return arrays
    dtype = common_dtype(*tensors)
    return [as_array(t, dtype) for t in tensors]


def _concatenate(arrays: Sequence[Array], axis: int) -> Array | None:
    """Concatenate in order; None for arrays that do not fit."""
    try:
        joined = np.concatenate(arrays, axis)
    except ValueError:
        return None
    return in_order(joined)


def _check_fit(name: str, parts: Sequence[Array], dim: int) -> None:
    """Raise BadValue for arrays that differ in more than the joined dimension."""
    first = parts[0].shape
    if not first:
        raise BadValue(f"'{name}' joins tensors along a dimension, and a 0-d tensor has none")
    axis = wrap_dim(dim, len(first))
    for place, part in enumerate(parts):
        shape = part.shape
        if len(shape) != len(first):
            raise BadValue(
                f"'{name}' of tensors of rank {len(first)} and, in place {place}, {len(shape)}"
            )
        if shape[:axis] + shape[axis + 1 :] != first[:axis] + first[axis + 1 :]:
            raise BadValue(
                f"'{name}' of sizes {list(first)} and, in place {place}, {list(shape)}: they "
                f"differ in more than dimension {axis}"
            )


def _stack(tensors: list[Tensor], dim: int) -> Tensor:
    arrays = _in_common_type(tensors)
    axis = wrap_dim(dim, arrays[0].ndim + 1)
    if len({a.shape for a in arrays}) > 1:
        raise BadValue(f"'aten.stack' of sizes {[list(a.shape) for a in arrays]}: all are equal")
    place = (*(_ALL,) * axis, None)
    stacked = np.concatenate([a[place] for a in arrays], axis)
    return wrap_result(in_order(stacked), stacked.dtype)


def _size(self: Tensor) -> list[int]:
    return list(self.array.shape)


def _size_int(self: Tensor, dim: int) -> int:
    return self.array.shape[_axis(self, dim)]


def _stride(self: Tensor) -> list[int]:
    return list(self.strides)


def _stride_int(self: Tensor, dim: int) -> int:
    return self.strides[_axis(self, dim)]


def _dim(self: Tensor) -> int:
    return self.dim()


def _numel(self: Tensor) -> int:
    return self.array.size


def _len(self: Tensor) -> int:
    return self.array.shape[_axis(self, 0)]


def _is_contiguous(self: Tensor) -> bool:
    return self.array.flags.c_contiguous


def _is_contiguous_in(self: Tensor, memory_format: int) -> bool:
    return has_format(self.array, memory_format)


def _is_strides_like(self: Tensor, memory_format: int) -> bool:
    return memory_format != CONTIGUOUS and suggest_format(self.array) == memory_format


def _is_dense(self: Tensor) -> bool:
    return is_dense(self.array)


VIEWS: Table = {
    "aten.t": _t,
    "aten.transpose.int": _transpose,
    "aten.permute": _permute,
    "aten.view": _view,
    "aten.unflatten.int": _unflatten,
    "aten.reshape": _reshape,
    "aten.flatten.using_ints": _flatten,
    "aten.expand": _expand,
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
    "aten.contiguous": with_format,
    **by_name(_clone, "aten.lift_fresh_copy", memory_format=CONTIGUOUS),
    "aten.copy_": _copy,
    "aten.fill_.Scalar": _fill,
    "aten.fill_.Tensor": reject_overlap(_fill),
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
    "aten.is_contiguous.memory_format": _is_contiguous_in,
    "aten.is_strides_like_format": _is_strides_like,
    "aten.is_non_overlapping_and_dense": _is_dense,
}
