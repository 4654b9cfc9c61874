"""Segments of a dimension, each reduced to one element."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Number, Table, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import check_floating, wrap_dim
from xdsl_torchscript.runtime.tensor import Array, Tensor

_REDUCTIONS: Mapping[str, tuple[Any, float]] = {
    "sum": (np.add, 0.0),
    "mean": (np.add, 0.0),
    "prod": (np.multiply, 1.0),
    "max": (np.maximum, -np.inf),
    "min": (np.minimum, np.inf),
}
"""The combining function and the initial value of each reduction."""


def segment_bounds(
    lengths: Tensor | None, offsets: Tensor | None, size: int, unsafe: bool
) -> Array:
    """Return the starts of the segments and the end of the last one, in the last dimension. Raises
    BadValue for segments that do not fill it, unless `unsafe`."""
    if offsets is not None:
        ends = offsets.array
    elif lengths is not None:
        start = np.zeros((*lengths.shape[:-1], 1), np.int64)
        ends = np.concatenate([start, np.cumsum(lengths.array, axis=-1)], axis=-1)
    else:
        raise BadValue("'aten.segment_reduce' takes the lengths of segments, or their offsets")
    if unsafe:
        return np.clip(ends, 0, size)
    if not ends.shape[-1] or np.any(np.diff(ends, axis=-1) < 0):
        raise BadValue("the lengths of segments must not be negative")
    if np.any(ends[..., 0] != 0) or np.any(ends[..., -1] != size):
        raise BadValue(f"segments must be adjacent and fill a dimension of size {size}")
    return ends


def _reduce(values: Array, how: str, start: Number | None) -> Any:
    """Reduce the first dimension. The mean of nothing is NaN without an initial value."""
    combine, neutral = _REDUCTIONS[how]
    count = len(values)
    if how == "mean" and not count and start is None:
        return np.nan
    first = values.dtype.type(neutral if start is None else start)
    total = combine.reduce(values, axis=0, initial=first)
    return total / values.dtype.type(count) if how == "mean" and count else total


def _segment_reduce(
    data: Tensor, reduce: str, lengths: Tensor | None, indices: Tensor | None,
    offsets: Tensor | None, axis: int, unsafe: bool, initial: Number | None,
) -> Tensor:  # fmt: skip
    """Reduce segments. Raises BadValue if they do not fill the dimension, unless `unsafe`."""
    if reduce not in _REDUCTIONS:
        raise BadValue(f"segments are reduced by {', '.join(_REDUCTIONS)}, not by '{reduce}'")
    if indices is not None:
        raise BadValue("'aten.segment_reduce' takes lengths or offsets, not indices")
    array = data.array
    check_floating("aten.segment_reduce", array.dtype)
    dim = wrap_dim(axis, array.ndim)
    bounds = segment_bounds(lengths, offsets, array.shape[dim], unsafe)
    if bounds.shape[:-1] != array.shape[:dim]:
        raise BadValue(
            f"segments of sizes {list(bounds.shape[:-1])} do not fit the dimensions before "
            f"{dim} of {list(array.shape)}"
        )
    values = array.astype(work_dtype(array.dtype), copy=False)
    count = bounds.shape[-1] - 1
    made = np.empty((*array.shape[:dim], count, *array.shape[dim + 1 :]), values.dtype)
    for place in np.ndindex(bounds.shape[:-1]):
        for at in range(count):
            start, end = bounds[place][at], bounds[place][at + 1]
            made[(*place, at)] = _reduce(values[place][start:end], reduce, initial)
    return wrap_result(made, array.dtype)


SEGMENTS: Table = {"aten.segment_reduce": _segment_reduce}
