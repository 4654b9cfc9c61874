"""Elements in order along a dimension: sorted, ranked, accumulated, and the distinct ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Table,
    is_integral,
    rounded,
    tensor,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.views import wrapped
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _order(array: Array, axis: int, descending: bool) -> Array:
    """Equal elements stay in their order; NaN counts as the largest."""
    if not descending:
        return np.argsort(array, axis=axis, kind="stable")
    backwards = np.flip(np.argsort(np.flip(array, axis), axis=axis, kind="stable"), axis)
    return array.shape[axis] - 1 - backwards


def _sort(self: Tensor, dim: int, descending: bool) -> tuple[Tensor, Tensor]:
    if self.array.ndim == 0:
        return self.over(self.array.copy()), tensor(np.zeros((), INT64))
    axis = wrapped(dim, self.array.ndim)
    order = _order(self.array, axis, descending)
    return self.over(np.take_along_axis(self.array, order, axis)), rounded(order, INT64)


def _sort_stable(
    self: Tensor, stable: bool | None, dim: int, descending: bool
) -> tuple[Tensor, Tensor]:
    return _sort(self, dim, descending)


def _argsort(self: Tensor, dim: int, descending: bool) -> Tensor:
    return _sort(self, dim, descending)[1]


def _argsort_stable(self: Tensor, stable: bool, dim: int, descending: bool) -> Tensor:
    return _sort(self, dim, descending)[1]


def _topk(self: Tensor, k: int, dim: int, largest: bool, sorted_: bool) -> tuple[Tensor, Tensor]:
    if self.array.ndim == 0:
        return _sort(self, dim, largest)
    axis = wrapped(dim, self.array.ndim)
    if not 0 <= k <= self.shape[axis]:
        raise ValueError(f"there are no {k} elements in a dimension of size {self.shape[axis]}")
    values, indices = _sort(self, dim, largest)
    first = (*[slice(None)] * axis, slice(k))
    return self.over(values.array[first]), Tensor(indices.array[first])


def _kth(self: Tensor, place: int, axis: int, keepdim: bool) -> tuple[Tensor, Tensor]:
    values, indices = _sort(self, axis, False)
    if self.array.ndim == 0:
        return values, indices
    at = (*[slice(None)] * axis, slice(place, place + 1) if keepdim else place)
    return self.over(np.asarray(values.array[at])), tensor(indices.array[at])


def _kthvalue(self: Tensor, k: int, dim: int, keepdim: bool) -> tuple[Tensor, Tensor]:
    return _kth(self, k - 1, wrapped(dim, self.array.ndim), keepdim)


def _accumulation(function: Callable[..., Any]) -> Callable[..., Tensor]:
    def run(self: Tensor, dim: int, dtype: int | None) -> Tensor:
        own = INT64 if is_integral(self.array.dtype) else self.array.dtype
        target = own if dtype is None else dtype_from_code(dtype)
        if self.array.ndim == 0:
            return rounded(self.array, target)
        axis = wrapped(dim, self.array.ndim)
        values = self.array.astype(target, copy=False).astype(work_dtype(target), copy=False)
        return rounded(function(values, axis=axis, dtype=values.dtype), target)

    return run


def _running(better: Callable[[Any, Any], Any]) -> Callable[..., tuple[Tensor, Tensor]]:
    """The best element so far and its last place."""

    def run(self: Tensor, dim: int) -> tuple[Tensor, Tensor]:
        axis = wrapped(dim, self.array.ndim)
        if self.array.ndim == 0:
            return self.over(self.array.copy()), tensor(np.zeros((), INT64))
        lines = np.moveaxis(self.array, axis, 0)
        values, places = lines.copy(), np.zeros(lines.shape, INT64)
        for i in range(1, len(lines)):
            newer = better(lines[i], values[i - 1])
            values[i] = np.where(newer, lines[i], values[i - 1])
            places[i] = np.where(newer, i, places[i - 1])
        return self.over(np.moveaxis(values, 0, axis)), Tensor(np.moveaxis(places, 0, axis))

    return run


def _diff(self: Tensor, n: int, dim: int, prepend: Tensor | None, append: Tensor | None) -> Tensor:
    options: dict[str, Array] = {}
    if prepend is not None:
        options["prepend"] = prepend.array
    if append is not None:
        options["append"] = append.array
    return self.over(np.diff(self.array, n, wrapped(dim, self.array.ndim), **options))


def _unique2(
    self: Tensor, sorted_: bool, return_inverse: bool, return_counts: bool
) -> tuple[Tensor, Tensor, Tensor]:
    flat = self.array.reshape(-1)
    values, inverse, counts = np.unique(flat, return_inverse=True, return_counts=True)
    places = inverse.reshape(self.shape) if return_inverse or return_counts else inverse[:0]
    return (
        self.over(values),
        rounded(places, INT64),
        rounded(counts if return_counts else counts[:0], INT64),
    )


def _unique_dim(
    self: Tensor, dim: int, sorted_: bool, return_inverse: bool, return_counts: bool
) -> tuple[Tensor, Tensor, Tensor]:
    axis = wrapped(dim, self.array.ndim)
    found = np.unique(self.array, return_inverse=True, return_counts=True, axis=axis)
    return self.over(found[0]), rounded(found[1].reshape(-1), INT64), rounded(found[2], INT64)


ORDERING: Table = {
    "aten.sort": _sort,
    "aten.sort.stable": _sort_stable,
    "aten.argsort": _argsort,
    "aten.argsort.stable": _argsort_stable,
    "aten.topk": _topk,
    "aten.kthvalue": _kthvalue,
    "aten.cumsum": _accumulation(np.cumsum),
    "aten.cumprod": _accumulation(np.cumprod),
    "aten.cummax": _running(np.greater_equal),
    "aten.cummin": _running(np.less_equal),
    "aten.diff": _diff,
    "aten._unique2": _unique2,
    "aten.unique_dim": _unique_dim,
}
