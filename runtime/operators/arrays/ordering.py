"""Elements in order along a dimension: sorted, ranked, accumulated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.arrays.selection import smallest
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    INT64,
    Table,
    is_integral,
    tensor,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.preconditions import check_no_bools, wrap_dim
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _order(array: Array, axis: int, descending: bool) -> Array:
    """Sort stably; NaN counts as the largest element, also of bfloat16."""
    array = array.astype(work_dtype(array.dtype), copy=False)
    if not descending:
        return np.argsort(array, axis=axis, kind="stable")
    backwards = (*[slice(None)] * axis, slice(None, None, -1))
    return array.shape[axis] - 1 - array[backwards].argsort(axis, kind="stable")[backwards]


def _sort(self: Tensor, dim: int, descending: bool) -> tuple[Tensor, Tensor]:
    if self.array.dtype.kind == "c":
        raise BadType(f"{self.array.dtype} tensors cannot be ordered")
    axis = wrap_dim(dim, self.array.ndim)
    if self.array.ndim == 0:
        return self.over(self.array.copy()), tensor(np.zeros((), INT64))
    order = _order(self.array, axis, descending)
    return self.over(np.take_along_axis(self.array, order, axis)), wrap_result(order, INT64)


def _topk(self: Tensor, k: int, dim: int, largest: bool, sorted_: bool) -> tuple[Tensor, Tensor]:
    check_no_bools("aten.topk", self.array.dtype)
    if self.array.ndim == 0:
        return _sort(self, dim, largest)
    axis = wrap_dim(dim, self.array.ndim)
    if not 0 <= k <= self.shape[axis]:
        raise BadValue(f"{k} elements were requested of a dimension of size {self.shape[axis]}")
    values = self.array.swapaxes(axis, -1)
    order = _order(values, values.ndim - 1, largest)
    best = _take(values, order[..., : k + 1])
    indices = order[..., :k].copy()
    tied = _same(best[..., 1:], best[..., :-1]).any(-1)
    for row in np.argwhere(tied) if tied.any() else ():
        at = tuple(row)
        # The rank of each element; equal elements have one rank.
        chosen = order[at]
        arranged = values[at][chosen]
        steps = np.concatenate([[0], ~_same(arranged[1:], arranged[:-1])]).cumsum()
        ranks = np.empty(len(chosen), np.int64)
        ranks[chosen] = steps
        indices[at] = smallest(ranks, k)
    found = _take(values, indices)
    return (
        self.over(np.ascontiguousarray(found.swapaxes(axis, -1))),
        wrap_result(np.ascontiguousarray(indices.swapaxes(axis, -1)), INT64),
    )


def _take(values: Array, order: Array) -> Array:
    """Return the elements in that order along the last dimension."""
    if values.ndim > 2:
        return np.take_along_axis(values, order, -1)
    return values[order] if values.ndim == 1 else values[np.arange(len(values))[:, None], order]


def _same(a: Array, b: Array) -> Array:
    """Return whether elements are equal, NaN included."""
    return np.equal(a, b) | (np.not_equal(a, a) & np.not_equal(b, b))


def _kthvalue(self: Tensor, k: int, dim: int, keepdim: bool) -> tuple[Tensor, Tensor]:
    check_no_bools("aten.kthvalue", self.array.dtype)
    axis = wrap_dim(dim, self.array.ndim)
    size = self.array.shape[axis] if self.array.ndim else 1
    if not 1 <= k <= size:
        raise BadValue(f"k is {k}, expected 1 to {size}")
    values, indices = _sort(self, axis, False)
    if self.array.ndim == 0:
        return values, indices
    at = (*[slice(None)] * axis, slice(k - 1, k) if keepdim else k - 1)
    return self.over(np.asarray(values.array[at])), tensor(indices.array[at])


_TALLIES: dict[NumpyDtype, NumpyDtype] = {
    FLOAT32: FLOAT64,
    np.dtype(np.complex64): np.dtype(np.complex128),
}
"""Running totals cannot be summed pairwise, so they are kept in double precision."""


def tally_dtype(dtype: NumpyDtype) -> NumpyDtype:
    """Return the type of running totals of elements of this type."""
    return _TALLIES.get(dtype, work_dtype(dtype))


def _accumulation(function: Callable[..., Any]) -> Callable[..., Tensor]:
    def run(self: Tensor, dim: int, dtype: int | None) -> Tensor:
        own = INT64 if is_integral(self.array.dtype) else self.array.dtype
        target = own if dtype is None else dtype_from_code(dtype)
        axis = wrap_dim(dim, self.array.ndim)
        if self.array.ndim == 0:
            return Tensor(self.array.astype(target))
        if target.kind == "b" and self.array.size:
            raise BadType("running totals of bools are not defined")
        values = convert(self.array, target)
        return wrap_result(function(values, axis=axis, dtype=tally_dtype(target)), target)

    return run


def _running(better: Callable[[Any, Any], Any]) -> Callable[..., tuple[Tensor, Tensor]]:
    """Return the best element so far and its last index; NaN is the best of all."""

    def run(self: Tensor, dim: int) -> tuple[Tensor, Tensor]:
        array = self.array
        axis = wrap_dim(dim, array.ndim)
        best, places = array.copy(), np.zeros(array.shape, INT64)
        if array.ndim:
            values, at = np.moveaxis(best, axis, 0), np.moveaxis(places, axis, 0)
            for i in range(1, len(values)):
                newer = better(values[i], values[i - 1]) | np.not_equal(values[i], values[i])
                values[i] = np.where(newer, values[i], values[i - 1])
                at[i] = np.where(newer, i, at[i - 1])
        return self.over(best), Tensor(places)

    return run


ORDERING: Table = {
    **by_name(_sort, "aten.sort", "aten.sort.stable"),
    "aten.topk": _topk,
    "aten.kthvalue": _kthvalue,
    "aten.cumsum": _accumulation(np.cumsum),
    "aten.cumprod": _accumulation(np.cumprod),
    "aten.cummax": _running(np.greater_equal),
    "aten.cummin": _running(np.less_equal),
}
