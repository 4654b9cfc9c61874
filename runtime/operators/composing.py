"""Operators in numpy's manner: tensors repeated, joined, split and brought to some rank; pairs of
indices; sums over lines; products of vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.arranging import ARRANGING
from xdsl_torchscript.runtime.operators.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Implementation,
    Number,
    Table,
    as_array,
    floating,
    is_integral,
    only_floating,
    rounded,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.indexing import INDEXING
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.views import VIEWS, wrapped
from xdsl_torchscript.runtime.tensor import Array, Tensor

_split = ARRANGING["aten.tensor_split.indices"]


def _flipped(axis: int, rank: int) -> Implementation:
    def run(self: Tensor) -> Tensor:
        if self.array.ndim < rank:
            raise ValueError(f"a tensor of rank {rank} or more, not {list(self.shape)}")
        return self.over(np.flip(self.array, axis).copy())

    return run


def _block_diag(tensors: Sequence[Tensor]) -> Tensor:
    dtype = common_dtype(*tensors)
    blocks = [np.atleast_2d(as_array(t, dtype)) for t in tensors]
    made = np.zeros((sum(len(b) for b in blocks), sum(b.shape[1] for b in blocks)), dtype)
    row = column = 0
    for block in blocks:
        made[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return Tensor(made)


def _combinations(self: Tensor, r: int, with_replacement: bool) -> Tensor:
    if self.array.ndim != 1 or r < 0:
        raise ValueError(f"combinations of {r} elements of a tensor of shape {list(self.shape)}")
    if r == 0:
        return self.over(np.empty(0, self.array.dtype))
    choose = combinations_with_replacement if with_replacement else combinations
    chosen = np.array(list(choose(range(len(self.array)), r)), INT64).reshape(-1, r)
    return self.over(self.array[chosen])


def _column_stack(tensors: Sequence[Tensor]) -> Tensor:
    dtype = common_dtype(*tensors)
    columns = [t.array.reshape(-1, 1) if t.array.ndim < 2 else t.array for t in tensors]
    return Tensor(np.concatenate([c.astype(dtype, copy=False) for c in columns], axis=1))


def _at_least(widen: Callable[[Array], Array]) -> Implementation:
    def run(self: Tensor | list[Tensor]) -> Tensor | list[Tensor]:
        if isinstance(self, Tensor):
            return self.over(widen(self.array))
        return [t.over(widen(t.array)) for t in self]

    return run


def _tile(self: Tensor, dims: Sequence[int]) -> Tensor:
    return self.over(np.tile(self.array, tuple(dims)))


def _diagflat(self: Tensor, offset: int) -> Tensor:
    return self.over(np.diagflat(self.array, offset))


def _ravel(self: Tensor) -> Tensor:
    return self.over(self.array.reshape(-1))


def _repeat_places(repeats: Tensor, output_size: int | None) -> Tensor:
    if repeats.array.ndim != 1 or (repeats.array < 0).any():
        raise ValueError("repeats are one line of numbers that are not negative")
    return Tensor(np.repeat(np.arange(len(repeats.array)), repeats.array))


def _repeat_interleave(
    self: Tensor, repeats: Tensor | int, dim: int | None, output_size: int | None
) -> Tensor:
    count = repeats.array if isinstance(repeats, Tensor) else repeats
    if np.any(np.asarray(count) < 0):
        raise ValueError("repeats are not to be negative")
    if self.array.ndim == 0 or dim is None:
        return self.over(np.asarray(np.repeat(self.array.reshape(-1), count)))
    return self.over(np.asarray(np.repeat(self.array, count, wrapped(dim, self.array.ndim))))


def _split_by_tensor(self: Tensor, bounds: Tensor, dim: int) -> Any:
    return _split(self, bounds.array.tolist(), dim)


def _split_along(name: str, axis: int, rank: int) -> Implementation:
    """Into parts of equal size, or at indices."""

    def run(self: Tensor, bounds: int | Sequence[int]) -> Any:
        if self.array.ndim < rank:
            raise ValueError(f"'aten.{name}' of a tensor of shape {list(self.shape)}")
        along = 0 if name == "hsplit" and self.array.ndim == 1 else axis
        if isinstance(bounds, int) and (bounds <= 0 or self.shape[along] % bounds):
            raise ValueError(f"{self.shape[along]} is not {bounds} parts of one size")
        return _split(self, bounds, along)

    return run


def _triangle(places: Callable[..., tuple[Array, Array]]) -> Implementation:
    def run(row: int, col: int, offset: int, dtype: int | None, *_options: Any) -> Tensor:
        if row < 0 or col < 0:
            raise ValueError(f"a matrix of {row} rows and {col} columns")
        target = INT64 if dtype is None else dtype_from_code(dtype)
        return Tensor(np.stack(places(row, offset, col)).astype(target))

    return run


def _sum_to_size(self: Tensor, size: Sequence[int]) -> Tensor:
    """Summed over the dimensions in which a tensor of that size would be broadcast."""
    lead = self.array.ndim - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, self.shape[lead:], strict=True)):
        raise ValueError(f"a tensor of size {list(size)} is not broadcast to {list(self.shape)}")
    pairs = zip(size, self.shape[lead:], strict=True)
    axes = (*range(lead), *(lead + i for i, (n, m) in enumerate(pairs) if n == 1 != m))
    if size and not axes:
        return self
    dtype = INT64 if is_integral(self.array.dtype) else self.array.dtype
    total = np.asarray(np.sum(self.array, axis=axes, keepdims=True, dtype=dtype))
    return self.over(total.reshape(tuple(size)))


def _slices(array: Array, axis: int) -> tuple[Array, Array]:
    """All but the first, and all but the last."""
    lines = np.moveaxis(array, axis, -1)
    return lines[..., 1:], lines[..., :-1]


def _areas(y: Tensor, x: Tensor | Number, dim: int) -> Array:
    """Those under each step of a line, with the axis of the line last."""
    axis = wrapped(dim, y.array.ndim)
    dtype = floating(common_dtype(y, x))
    after, before = _slices(y.array.astype(work_dtype(dtype)), axis)
    if not isinstance(x, Tensor):
        return (after + before) / 2 * x
    places = x.array if x.array.ndim == 1 else np.moveaxis(x.array, axis, -1)
    return (after + before) / 2 * np.diff(places)


def _trapezoid(y: Tensor, x: Tensor | Number, dim: int) -> Tensor:
    if y.shape[dim] == 0:
        return rounded(np.zeros(np.delete(y.shape, dim)), floating(common_dtype(y, x)))
    return rounded(_areas(y, x, dim).sum(-1), floating(common_dtype(y, x)))


def _cumulative_trapezoid(y: Tensor, x: Tensor | Number, dim: int) -> Tensor:
    running = np.moveaxis(np.cumsum(_areas(y, x, dim), axis=-1), -1, dim)
    return rounded(running, floating(common_dtype(y, x)))


def _logcumsumexp(self: Tensor, dim: int) -> Tensor:
    dtype = self.array.dtype
    only_floating("aten.logcumsumexp", dtype)
    if self.array.ndim == 0:
        return self.over(self.array.copy())
    axis = wrapped(dim, self.array.ndim)
    values = self.array.astype(work_dtype(dtype), copy=False)
    return rounded(np.logaddexp.accumulate(values, axis=axis), dtype)


def _product_of_vectors(self: Tensor, other: Tensor, dim: int) -> Tensor:
    """Of three elements each, along one dimension."""
    dtype = common_dtype(self, other)
    left, right = np.broadcast_arrays(as_array(self, dtype), as_array(other, dtype))
    axis = wrapped(dim, left.ndim)
    if left.shape[axis] != 3:
        raise ValueError(f"'aten.cross' along a dimension of size {left.shape[axis]}, not 3")
    return Tensor(np.cross(left, right, axis=axis))


def _cross(self: Tensor, other: Tensor, dim: int | None) -> Tensor:
    if dim is None:
        dim = next((i for i, n in enumerate(self.shape) if n == 3), 0)
    return _product_of_vectors(self, other, dim)


def _msort(self: Tensor) -> Tensor:
    return self.over(np.sort(self.array, axis=0) if self.array.ndim else self.array.copy())


def _narrow(self: Tensor, dim: int, start: Tensor, length: int) -> Tensor:
    return VIEWS["aten.narrow"](self, dim, int(start.array), length)


def _where(condition: Tensor) -> Any:
    places = np.nonzero(np.atleast_1d(condition.array))
    return [Tensor(place.astype(INT64)) for place in places]


COMPOSING: Table = {
    "aten.fliplr": _flipped(1, 2),
    "aten.flipud": _flipped(0, 1),
    "aten.block_diag": _block_diag,
    "aten.combinations": _combinations,
    "aten.column_stack": _column_stack,
    "aten.atleast_1d": _at_least(np.atleast_1d),
    "aten.atleast_1d.Sequence": _at_least(np.atleast_1d),
    "aten.atleast_2d": _at_least(np.atleast_2d),
    "aten.atleast_2d.Sequence": _at_least(np.atleast_2d),
    "aten.atleast_3d": _at_least(np.atleast_3d),
    "aten.atleast_3d.Sequence": _at_least(np.atleast_3d),
    "aten.tile": _tile,
    "aten.diagflat": _diagflat,
    "aten.linalg_diagonal": ARRANGING["aten.diagonal"],
    "aten.matrix_H": ARRANGING["aten.mH"],
    "aten.ravel": _ravel,
    "aten.repeat_interleave.Tensor": _repeat_places,
    "aten.repeat_interleave.self_Tensor": _repeat_interleave,
    "aten.repeat_interleave.self_int": _repeat_interleave,
    "aten.tensor_split.tensor_indices_or_sections": _split_by_tensor,
    "aten.hsplit.int": _split_along("hsplit", 1, 1),
    "aten.hsplit.array": _split_along("hsplit", 1, 1),
    "aten.vsplit.int": _split_along("vsplit", 0, 2),
    "aten.vsplit.array": _split_along("vsplit", 0, 2),
    "aten.dsplit.int": _split_along("dsplit", 2, 3),
    "aten.dsplit.array": _split_along("dsplit", 2, 3),
    "aten.tril_indices": _triangle(np.tril_indices),
    "aten.triu_indices": _triangle(np.triu_indices),
    "aten.sum_to_size": _sum_to_size,
    "aten.trapezoid.x": _trapezoid,
    "aten.trapezoid.dx": _trapezoid,
    "aten.trapz.x": _trapezoid,
    "aten.trapz.dx": _trapezoid,
    "aten.cumulative_trapezoid.x": _cumulative_trapezoid,
    "aten.cumulative_trapezoid.dx": _cumulative_trapezoid,
    "aten.logcumsumexp": _logcumsumexp,
    "aten.cross": _cross,
    "aten.linalg_cross": _product_of_vectors,
    "aten.msort": _msort,
    "aten.narrow.Tensor": _narrow,
    "aten.where": _where,
    "aten.index.Tensor_hacked_twin": INDEXING["aten.index.Tensor"],
    "aten._unsafe_index.Tensor": INDEXING["aten.index.Tensor"],
    "aten._unsafe_index.Tensor_hacked_twin": INDEXING["aten.index.Tensor"],
    "aten.index_put_.hacked_twin": INDEXING["aten.index_put_"],
}
