"""Where values stand: among sorted boundaries, in bins, in a set, in runs of equal ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    FLOAT64,
    INT64,
    Operand,
    Table,
    as_array,
    rounded,
    tensor,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.views import wrapped
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

_INT32 = np.dtype(np.int32)


def _side(right: bool, side: str | None) -> Any:
    """Whether equal boundaries lie before or behind a value."""
    if side not in (None, "left", "right") or (side == "left" and right):
        raise ValueError(f"side is 'left' or 'right', not '{side}' with right={right}")
    return "right" if right or side == "right" else "left"


def _places(boundaries: Array, values: Array, side: Any, out_int32: bool) -> Array:
    """The boundaries are one line for all values, or one for each line of them."""
    dtype = _INT32 if out_int32 else INT64
    if boundaries.ndim == 1:
        return np.asarray(np.searchsorted(boundaries, values, side)).astype(dtype)
    if boundaries.shape[:-1] != values.shape[:-1]:
        raise ValueError(f"boundaries of shape {boundaries.shape} for {values.shape}")
    found = np.empty(values.shape, dtype)
    for line in np.ndindex(*values.shape[:-1]):
        found[line] = np.searchsorted(boundaries[line], values[line], side)
    return found


def _searchsorted(
    sorted_sequence: Tensor,
    values: Operand,
    out_int32: bool,
    right: bool,
    side: str | None,
    sorter: Tensor | None,
) -> Tensor:
    boundaries = sorted_sequence.array
    if sorter is not None:
        boundaries = np.take_along_axis(boundaries, sorter.array, -1)
    wanted = values.array if isinstance(values, Tensor) else np.asarray(values)
    return tensor(_places(boundaries, wanted, _side(right, side), out_int32))


def _bucketize(self: Operand, boundaries: Tensor, out_int32: bool, right: bool) -> Tensor:
    return _searchsorted(boundaries, self, out_int32, right, None, None)


def _isin(elements: Operand, test_elements: Operand, assume_unique: bool, invert: bool) -> Tensor:
    dtype = common_dtype(elements, test_elements)
    here, there = as_array(elements, dtype), as_array(test_elements, dtype)
    return tensor(np.isin(here, there, invert=invert))


def _range(array: Array, low: float, high: float, margin: float) -> tuple[float, float]:
    """That of the elements where none is given; of one element, a bin around it."""
    if low == high and array.size:
        low, high = float(array.min()), float(array.max())
    if low == high:
        low, high = low - margin, high + margin
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise ValueError(f"a histogram from {low} to {high}")
    return low, high


def _counted(array: Array, edges: Array, weights: Array | None, dtype: NumpyDtype) -> Array:
    """How many elements are in each bin, the last of which holds its upper edge too."""
    flat = array.reshape(-1)
    place = np.searchsorted(edges, flat, "right") - 1
    place = np.where(flat == edges[-1], len(edges) - 2, place)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    given = None if weights is None else weights.reshape(-1)[inside]
    return np.bincount(place[inside], given, len(edges) - 1).astype(dtype)


def _histc(self: Tensor, bins: int, min: float, max: float) -> Tensor:
    if bins <= 0 or min > max:
        raise ValueError(f"a histogram of {bins} bins from {min} to {max}")
    dtype = self.array.dtype
    values = self.array.astype(work_dtype(dtype), copy=False).reshape(-1)
    low, high = _range(values, float(min), float(max), 1)
    values = values[(values >= low) & (values <= high)]
    scaled = (values.astype(FLOAT64) - low) * bins / (high - low)
    place = np.minimum(scaled.astype(INT64), bins - 1)
    return rounded(np.bincount(place, None, bins), dtype)


def _histogram(
    self: Tensor, edges: Array, weight: Tensor | None, density: bool
) -> tuple[Tensor, Tensor]:
    weights = None if weight is None else weight.array
    counts = _counted(self.array, edges, weights, self.array.dtype)
    if density:
        counts = counts / (np.diff(edges) * counts.sum())
    return rounded(counts, self.array.dtype), Tensor(edges)


def _histogram_between(
    self: Tensor, bins: Tensor, weight: Tensor | None, density: bool
) -> tuple[Tensor, Tensor]:
    return _histogram(self, bins.array.copy(), weight, density)


def _histogram_of(
    self: Tensor,
    bins: int,
    range: Sequence[float] | None,
    weight: Tensor | None,
    density: bool,
) -> tuple[Tensor, Tensor]:
    start, end = range or (0.0, 0.0)
    low, high = _range(self.array, start, end, 0.5)
    edges = np.linspace(low, high, bins + 1).astype(self.array.dtype)
    return _histogram(self, edges, weight, density)


_Distinct = tuple[Tensor, Tensor, Tensor]


def _runs(lines: Array, changes: Array, with_places: bool, with_counts: bool) -> tuple[Array, ...]:
    """The first of each run, the run that each belongs to, and how long the runs are."""
    count = len(lines)
    starts = np.flatnonzero(np.concatenate([np.ones(min(count, 1), bool), changes]))
    place = np.cumsum(np.concatenate([np.zeros(min(count, 1), INT64), changes.astype(INT64)]))
    lengths = np.diff(np.append(starts, count))
    empty = np.empty(0, INT64)
    return lines[starts], place if with_places else empty, lengths if with_counts else empty


def _unique_consecutive(
    self: Tensor, return_inverse: bool, return_counts: bool, dim: int | None
) -> _Distinct:
    if dim is not None:
        return _unique_lines_consecutive(self, dim, return_inverse, return_counts)
    flat = self.array.reshape(-1)
    found, place, lengths = _runs(flat, flat[1:] != flat[:-1], return_inverse, return_counts)
    shaped = place.reshape(self.shape) if return_inverse else place
    return self.over(found), rounded(shaped, INT64), rounded(lengths, INT64)


def _unique_lines_consecutive(
    self: Tensor, dim: int, return_inverse: bool, return_counts: bool
) -> _Distinct:
    axis = wrapped(dim, self.array.ndim)
    lines = np.moveaxis(self.array, axis, 0)
    flat = lines.reshape(len(lines), -1)
    changes = np.any(flat[1:] != flat[:-1], axis=1)
    found, place, lengths = _runs(lines, changes, return_inverse, return_counts)
    values = np.ascontiguousarray(np.moveaxis(found, 0, axis))
    return self.over(values), rounded(place, INT64), rounded(lengths, INT64)


def _argwhere(self: Tensor) -> Tensor:
    return Tensor(np.argwhere(self.array).astype(INT64))


def _nonzero_static(self: Tensor, size: int, fill_value: int) -> Tensor:
    """So many rows, whatever there is: cut off, or filled up."""
    found = np.argwhere(self.array)[:size]
    made = np.full((size, self.array.ndim), fill_value, INT64)
    made[: len(found)] = found
    return Tensor(made)


SEARCHING: Table = {
    "aten.searchsorted.Tensor": _searchsorted,
    "aten.searchsorted.Scalar": _searchsorted,
    "aten.bucketize.Tensor": _bucketize,
    "aten.bucketize.Scalar": _bucketize,
    "aten.isin.Tensor_Tensor": _isin,
    "aten.isin.Tensor_Scalar": _isin,
    "aten.isin.Scalar_Tensor": _isin,
    "aten.histc": _histc,
    "aten.histogram.bins_tensor": _histogram_between,
    "aten.histogram.bin_ct": _histogram_of,
    "aten.unique_consecutive": _unique_consecutive,
    "aten.unique_dim_consecutive": _unique_lines_consecutive,
    "aten.argwhere": _argwhere,
    "aten.nonzero_static": _nonzero_static,
}
