"""Elements in order along a dimension: sorted, ranked, accumulated."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
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

_LONG = 32
"""The length from which lines of elements of at most 32 bits are sorted by keys."""
_MANY = 4096
"""The number of elements from which the best are selected before they are sorted."""
_KEY_BITS, _GREATEST = 32, 2**31 - 1


def _order(array: Array, axis: int, descending: bool) -> Array:
    """Sort stably; NaN counts as the largest element, also of bfloat16."""
    array = array.astype(work_dtype(array.dtype), copy=False)
    if array.itemsize * 8 <= _KEY_BITS and array.shape[axis] >= _LONG:
        return _order_by_keys(array, axis, descending)
    if not descending:
        return np.argsort(array, axis=axis, kind="stable")
    backwards = (*[slice(None)] * axis, slice(None, None, -1))
    return array.shape[axis] - 1 - array[backwards].argsort(axis, kind="stable")[backwards]


def _order_by_keys(array: Array, axis: int, descending: bool) -> Array:
    """Sort integers of 64 bits, an element's key above its index: numpy sorts them by vectors."""
    keys = _keys(array).swapaxes(axis, -1).astype(INT64)
    if descending:
        np.invert(keys, out=keys)
    np.left_shift(keys, _KEY_BITS, out=keys)
    np.bitwise_or(keys, np.arange(int(array.shape[axis])), out=keys)
    keys.sort()
    np.bitwise_and(keys, 2**_KEY_BITS - 1, out=keys)
    return np.ascontiguousarray(keys.swapaxes(axis, -1))


def _keys(array: Array) -> Array:
    """Return integers in the order of these numbers: the bits of floats, whose negative numbers
    descend."""
    if array.dtype.kind != "f":
        return array
    bits = (array.astype(FLOAT32) + FLOAT32.type(0)).view(np.int32)  # The sum has no negative zero.
    keys = bits ^ (bits >> 31 & _GREATEST)
    keys[np.isnan(array)] = _GREATEST
    return keys


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
    lines = values.reshape(prod(values.shape[:-1]), values.shape[-1])
    indices = _places_of_best(lines.astype(work_dtype(lines.dtype), copy=False), k, largest)
    shape = *values.shape[:-1], k
    found, places = (
        part.reshape(shape).swapaxes(axis, -1) for part in (_at(lines, indices), indices)
    )
    return (
        self.over(np.ascontiguousarray(found)),
        wrap_result(np.ascontiguousarray(places), INT64),
    )


def _at(lines: Array, places: Array) -> Array:
    """Return the elements of each line at these places of it."""
    return lines[np.arange(len(lines))[:, None], places]


def _places_of_best(lines: Array, k: int, largest: bool) -> Array:
    """Return the places of the `k` largest or smallest elements of each line, in order."""
    if lines.shape[1] < _LONG or lines.size < _MANY or k == 0:
        indices = _order(lines, 1, largest)
        best = _at(lines, indices[:, : k + 1])
        indices = indices[:, :k].copy()
        has_ties = _same(best[:, 1:], best[:, :-1]).any(-1)
    else:
        indices, has_ties = _select(lines, k, largest)
    for line in np.flatnonzero(has_ties):
        indices[line] = smallest(_ranks(lines[line], largest), k)
    return indices


def _select(lines: Array, k: int, largest: bool) -> tuple[Array, Array]:
    """Return the places of the `k` best elements of each line, in order, and of which lines the
    last of them equals the first of the others, or two are equal: there, the order is unknown."""
    last = lines.shape[1] - k if largest else k - 1
    limits = np.partition(lines, last)[:, last : last + 1]
    chosen = lines >= limits if largest else lines <= limits
    has_ties = np.count_nonzero(chosen, -1) != k
    clear = ~has_ties
    indices = np.zeros((len(lines), k), INT64)
    indices[clear] = (np.flatnonzero(chosen[clear]) % lines.shape[1]).reshape(-1, k)
    found = _at(lines, indices)
    order = _order(found, 1, largest)
    found = _at(found, order)
    return _at(indices, order), has_ties | _same(found[:, 1:], found[:, :-1]).any(-1)


def _ranks(line: Array, descending: bool) -> Array:
    """Return the rank of each element; equal elements have one rank."""
    order = _order(line, 0, descending)
    arranged, ranks = line[order], np.empty(len(line), INT64)
    ranks[order] = np.concatenate([[0], ~_same(arranged[1:], arranged[:-1])]).cumsum()
    return ranks


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
