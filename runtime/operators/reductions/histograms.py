"""Histograms: counts of elements by bin, in one dimension or several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import INT64, Table, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

HistogramRange = Sequence[float] | None


def _range(values: Array, low: float, high: float, margin: float) -> tuple[float, float]:
    """Return the given range, or the range of the elements; widen a single value to a bin."""
    if low == high and values.size:
        low, high = float(values.min()), float(values.max())
    if low == high:
        low, high = low - margin, high + margin
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise BadValue(f"a histogram from {low} to {high}")
    return low, high


def _histc(self: Tensor, bins: int, min: float, max: float) -> Tensor:
    """Count; as in PyTorch, each step of finding a bin is rounded to the type."""
    if bins <= 0 or min > max:
        raise BadValue(f"a histogram of {bins} bins from {min} to {max}")
    values, dtype = self.array.reshape(-1), self.array.dtype
    check_floating("aten.histc", dtype)
    low, high = (np.asarray(n, dtype) for n in _range(values, float(min), float(max), 1))
    values = values[(values >= low) & (values <= high)]
    scaled = (values - low) * np.asarray(bins, dtype) / (high - low)
    place = np.minimum(scaled.astype(INT64), bins - 1)
    return wrap_result(np.bincount(place, None, bins), dtype)


# ---- between edges


def _edges_of(values: Array, bins: int, low: float, high: float) -> Array:
    """Return the edges of equal bins over the given range, the elements, or [0, 1]."""
    if bins < 1:
        raise BadValue(f"a histogram of {bins} bins")
    if not values.size and low == high:
        low, high = 0.0, 1.0
    low, high = _range(values, low, high, 0.5)
    return np.linspace(low, high, bins + 1).astype(values.dtype)


def _place(values: Array, edges: Array) -> tuple[Array, Array]:
    """Return the bin of each value and whether it has one; the last bin includes its upper edge."""
    if edges.ndim != 1 or len(edges) < 2:
        raise BadValue(f"the edges of bins are a line of two at least, not {edges.shape}")
    place = np.searchsorted(edges, values, "right") - 1
    place = np.where(values == edges[-1], len(edges) - 2, place)
    return place, (values >= edges[0]) & (values <= edges[-1])


def _counts(
    points: Array, edges: Sequence[Array], weight: Tensor | None, density: bool, dtype: NumpyDtype
) -> Tensor:
    """Count points, which are rows, between the edges of each of their coordinates."""
    found = [_place(points[:, i], line) for i, line in enumerate(edges)]
    inside = reduce(np.logical_and, [within for _, within in found])
    shape = tuple(len(line) - 1 for line in edges)
    flat = np.ravel_multi_index(tuple(place[inside] for place, _ in found), shape)
    weights = None if weight is None else weight.array.reshape(-1)[inside]
    total = np.bincount(flat, weights, int(np.prod(shape))).reshape(shape)
    if density:
        volume: Any = reduce(np.multiply.outer, [np.diff(line) for line in edges])
        total = total / (volume * total.sum())
    return wrap_result(total, dtype)


def _check_weight(name: str, weight: Tensor | None, shape: Sequence[int]) -> None:
    if weight is not None and weight.array.shape != tuple(shape):
        raise BadValue(f"'{name}' takes weights of shape {list(shape)}, not {weight.shape}")


def _histogram(
    self: Tensor, edges: Array, weight: Tensor | None, density: bool
) -> tuple[Tensor, Tensor]:
    _check_weight("aten.histogram", weight, self.shape)
    check_floating("aten.histogram", self.array.dtype)
    points = self.array.reshape(-1, 1)
    return _counts(points, [edges], weight, density, self.array.dtype), Tensor(edges)


def _histogram_between(
    self: Tensor, bins: Tensor, weight: Tensor | None, density: bool
) -> tuple[Tensor, Tensor]:
    return _histogram(self, bins.array.copy(), weight, density)


def _histogram_of(
    self: Tensor, bins: int, range: HistogramRange, weight: Tensor | None, density: bool
) -> tuple[Tensor, Tensor]:
    low, high = range or (0.0, 0.0)
    edges = _edges_of(self.array.reshape(-1), bins, low, high)
    return _histogram(self, edges, weight, density)


# ---- of several coordinates


def _points(self: Tensor, dimensions: int) -> Array:
    """Return points with coordinates in the last dimension."""
    check_floating("aten.histogramdd", self.array.dtype)
    if self.array.ndim < 2 or self.shape[-1] != dimensions:
        raise BadValue(f"'aten.histogramdd' of shape {list(self.shape)} in {dimensions} bins")
    return self.array.reshape(-1, dimensions)


def _all_edges(
    self: Tensor, bins: Sequence[int], range: HistogramRange, weight: Tensor | None, density: bool
) -> list[Tensor]:
    points = _points(self, len(bins))
    given = [0.0] * (2 * len(bins)) if range is None else list(range)
    if len(given) != 2 * len(bins):
        raise BadValue(f"'aten.histogramdd' takes {2 * len(bins)} bounds, not {len(given)}")
    bounds = zip(given[::2], given[1::2], strict=True)
    return [
        Tensor(_edges_of(points[:, i], count, low, high))
        for i, (count, (low, high)) in enumerate(zip(bins, bounds, strict=True))
    ]


def _within(self: Tensor, bins: Sequence[Tensor], weight: Tensor | None, density: bool) -> Tensor:
    _check_weight("aten.histogramdd", weight, self.shape[:-1])
    points = _points(self, len(bins))
    return _counts(points, [t.array for t in bins], weight, density, self.array.dtype)


def _from_counts(
    self: Tensor, bins: Sequence[int], range: HistogramRange, weight: Tensor | None, density: bool
) -> Tensor:
    return _within(self, _all_edges(self, bins, range, weight, density), weight, density)


_Found = tuple[Tensor, list[Tensor]]


def _by_counts(
    self: Tensor, bins: Sequence[int], range: HistogramRange, weight: Tensor | None, density: bool
) -> _Found:
    edges = _all_edges(self, bins, range, weight, density)
    return _within(self, edges, weight, density), edges


def _by_count(
    self: Tensor, bins: int, range: HistogramRange, weight: Tensor | None, density: bool
) -> _Found:
    return _by_counts(self, [bins] * self.shape[-1], range, weight, density)


def _by_edges(
    self: Tensor,
    bins: Sequence[Tensor],
    range: HistogramRange,
    weight: Tensor | None,
    density: bool,
) -> _Found:
    edges = [t.over(t.array.copy()) for t in bins]
    return _within(self, edges, weight, density), edges


HISTOGRAMS: Table = {
    "aten.histc": _histc,
    "aten.histogram.bins_tensor": _histogram_between,
    "aten.histogram.bin_ct": _histogram_of,
    "aten.histogramdd": _by_counts,
    "aten.histogramdd.int_bins": _by_count,
    "aten.histogramdd.TensorList_bins": _by_edges,
    "aten._histogramdd_bin_edges": _all_edges,
    "aten._histogramdd_from_bin_cts": _from_counts,
    "aten._histogramdd_from_bin_tensors": _within,
}
