"""The gradient of segments that are each reduced to one element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Number, Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import check_floating, wrap_dim
from xdsl_torchscript.runtime.operators.reductions.segments import segment_bounds
from xdsl_torchscript.runtime.tensor import Array, Tensor

_OfSegment = Callable[[Array, Array, Array, Any], Any]
"""A function of the gradient and the result of a segment, its elements, and their initial value."""


def _sum(g: Array, _result: Array, values: Array, _start: Any) -> Any:
    return np.broadcast_to(g, values.shape)


def _mean(g: Array, _result: Array, values: Array, _start: Any) -> Any:
    return np.broadcast_to(g / g.dtype.type(max(len(values), 1)), values.shape)


def _extreme(g: Array, result: Array, values: Array, _start: Any) -> Any:
    """Share the gradient among equal extremes."""
    equal = (values == result) | np.isnan(values)
    share: Array = g / np.maximum(equal.sum(axis=0), 1).astype(g.dtype)
    return np.where(equal, share, g.dtype.type(0))


def _product(g: Array, result: Array, values: Array, start: Any) -> Any:
    made = g * result / values
    first = values.dtype.type(1 if start is None else start)
    for place in np.argwhere((values == 0) | np.isnan(values)):
        at, *rest = place.tolist()
        others = np.delete(values[(slice(None), *rest)], at)
        made[(at, *rest)] = g[tuple(rest)] * np.prod(others) * first
    return made


_BY_REDUCTION: dict[str, _OfSegment] = {
    "sum": _sum, "mean": _mean, "max": _extreme, "min": _extreme, "prod": _product,
}  # fmt: skip


def _segment_reduce(
    gradient: Tensor, output: Tensor, data: Tensor, reduce: str, lengths: Tensor | None,
    offsets: Tensor | None, axis: int, initial: Number | None,
) -> Tensor:  # fmt: skip
    """Return the gradient of the data. Raises BadValue for segments that do not fill the dimension,
    or an unknown reduction."""
    if reduce not in _BY_REDUCTION:
        raise BadValue(f"segments are reduced by {', '.join(_BY_REDUCTION)}, not by '{reduce}'")
    dtype = data.array.dtype
    check_floating("aten._segment_reduce_backward", dtype)
    g, result, values = (as_array(t, work_dtype(dtype)) for t in (gradient, output, data))
    dim = wrap_dim(axis, values.ndim)
    bounds = segment_bounds(lengths, offsets, values.shape[dim], False)
    made = np.zeros(values.shape, values.dtype)
    for place in np.ndindex(bounds.shape[:-1]):
        lines = g[place], result[place], values[place]
        for at, (start, end) in enumerate(zip(bounds[place], bounds[place][1:], strict=False)):
            given = (lines[0][at], lines[1][at], lines[2][start:end], initial)
            made[place][start:end] = _BY_REDUCTION[reduce](*given)
    return wrap_result(made, dtype)


SEGMENT_BACKWARD: Table = {"aten._segment_reduce_backward": _segment_reduce}
