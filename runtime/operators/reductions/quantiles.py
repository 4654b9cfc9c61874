"""Reductions by rank or count, and reductions that skip NaN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    BOOL,
    INT64,
    Table,
    tensor,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import in_order
from xdsl_torchscript.runtime.operators.preconditions import check_floating, wrap_dim
from xdsl_torchscript.runtime.operators.reductions.reduction import (
    axes_of,
    check_extremes,
    sum_dtype,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

UINT8 = np.dtype(np.uint8)
_Dims = Sequence[int] | None


# ---- by rank: one line of elements at a time


def _lines(array: Array, dim: int) -> Array:
    """Return the tensor with the dimension last; a 0-d one as one element."""
    if array.ndim == 0:
        wrap_dim(dim, 0)
        return array.reshape(1)
    moved: Array = np.moveaxis(array, wrap_dim(dim, array.ndim), -1)
    return moved


def _place(found: Array, self: Tensor, dim: int, keepdim: bool) -> Tensor:
    if keepdim and self.array.ndim:
        return tensor(np.expand_dims(found, wrap_dim(dim, self.array.ndim)))
    return tensor(found)


def _median(self: Tensor, dim: int, keepdim: bool, skip_nan: bool) -> tuple[Tensor, Tensor]:
    """Return the lower one of two middle elements. NaN is the median if present, unless ignored."""
    if self.array.dtype.kind in "bc":
        raise BadType(f"'aten.median' is not defined on {self.array.dtype} tensors")
    lines = _lines(self.array, dim)
    if not lines.shape[-1]:
        raise BadIndex("a median needs elements")
    keys = lines.astype(work_dtype(lines.dtype), copy=False)
    order = np.argsort(keys, axis=-1, kind="stable")
    missing = np.isnan(lines) if lines.dtype.kind not in "iub" else np.zeros(lines.shape, BOOL)
    counted = lines.shape[-1] - missing.sum(axis=-1)
    middle: Array = (np.maximum(counted, 1) - 1) // 2
    if not skip_nan:
        middle += (counted < lines.shape[-1]) * (lines.shape[-1] - 1 - middle)
    at = np.take_along_axis(order, middle[..., None], -1)
    first_nan = missing.argmax(axis=-1)[..., None]
    is_nan = np.take_along_axis(missing, at, -1)
    at = np.where(is_nan, first_nan, at)
    values = np.take_along_axis(lines, at, -1)[..., 0]
    return (
        wrap_result(_place(values, self, dim, keepdim).array, self.array.dtype),
        wrap_result(_place(at[..., 0], self, dim, keepdim).array, INT64),
    )


def _median_over(skip_nan: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the medians of all elements, and along a dimension."""

    def whole(self: Tensor) -> Tensor:
        if not self.array.size:
            return wrap_result(np.nan, self.array.dtype)
        return _median(Tensor(self.array.reshape(-1)), 0, False, skip_nan)[0]

    def along(self: Tensor, dim: int, keepdim: bool) -> tuple[Tensor, Tensor]:
        return _median(self, dim, keepdim, skip_nan)

    return whole, along


def _mode(self: Tensor, dim: int, keepdim: bool) -> tuple[Tensor, Tensor]:
    """Return the smallest of the most frequent elements, and its last index."""
    lines = _lines(self.array, dim)
    if not lines.shape[-1]:
        raise BadIndex("a mode needs elements")
    ordered = np.sort(lines, axis=-1)
    counts = (ordered[..., None] == ordered[..., None, :]).sum(axis=-1)
    value = np.take_along_axis(ordered, counts.argmax(axis=-1)[..., None], -1)
    last = lines.shape[-1] - 1 - (lines == value)[..., ::-1].argmax(axis=-1)
    return (
        wrap_result(_place(value[..., 0], self, dim, keepdim).array, self.array.dtype),
        wrap_result(_place(last, self, dim, keepdim).array, INT64),
    )


_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def _quantile(function: Callable[..., Any]) -> Callable[..., Tensor]:
    def run(
        self: Tensor, q: Tensor | float, dim: int | None, keepdim: bool, interpolation: str
    ) -> Tensor:
        """Return quantiles; if they are a list, their dimension is the first."""
        if interpolation not in _INTERPOLATIONS:
            raise BadValue(f"an interpolation is one of {_INTERPOLATIONS}, not '{interpolation}'")
        array = self.array
        check_floating("aten.quantile", array.dtype)
        if not array.size:
            raise BadValue("a quantile needs elements")
        wanted = q.array if isinstance(q, Tensor) else np.asarray(q, array.dtype)
        if wanted.size and not (wanted.min() >= 0 and wanted.max() <= 1):
            raise BadValue("quantiles are between 0 and 1")
        axis = None if dim is None or not array.ndim else wrap_dim(dim, array.ndim)

        def by(method: str) -> Array:
            return function(array, wanted, axis=axis, method=method, keepdims=keepdim)

        found = by(interpolation)
        if np.isnan(found).any():  # numpy multiplies the next element by 0, even an infinite one
            lower = by("lower")
            found = np.where(np.isfinite(lower) & (lower == by("higher")), lower, found)
        if wanted.ndim == 0:
            return wrap_result(in_order(np.asarray(found)), array.dtype)
        # The quantiles of a line are contiguous.
        together = in_order(np.moveaxis(np.asarray(found, array.dtype), 0, -1))
        return Tensor(np.moveaxis(together, -1, 0))

    return run


# ---- passing over NaN, counting


def _nansum(self: Tensor, dim: _Dims, keepdim: bool, dtype: int | None) -> Tensor:
    if self.array.dtype.kind == "c":
        raise BadType(f"'aten.nansum' is not defined on {self.array.dtype} tensors")
    target = sum_dtype(self, dtype)
    values = convert(self.array, target).astype(work_dtype(target), copy=False)
    axes = axes_of(self, dim)
    return wrap_result(np.nansum(values, axis=axes, keepdims=keepdim, dtype=values.dtype), target)


def _count_nonzero(self: Tensor, dim: _Dims) -> Tensor:
    return wrap_result(np.count_nonzero(self.array, axis=axes_of(self, dim)), INT64)


def _count_nonzero_dim(self: Tensor, dim: int | None) -> Tensor:
    return _count_nonzero(self, None if dim is None else [dim])


def _aminmax(self: Tensor, dim: int | None, keepdim: bool) -> tuple[Tensor, Tensor]:
    axes = axes_of(self, None if dim is None else [dim])
    if dim is not None:
        check_extremes(self, axes)
    elif not self.array.size:
        raise BadValue("'aten.aminmax' needs elements")
    least, most = (f(self.array, axis=axes, keepdims=keepdim) for f in (np.min, np.max))
    return wrap_result(least, self.array.dtype), wrap_result(most, self.array.dtype)


def _test(function: Callable[..., Any]) -> Callable[..., Tensor]:
    """Return a test; uint8 tensors give uint8, all others bool."""

    def run(self: Tensor, dim: _Dims, keepdim: bool) -> Tensor:
        axes = () if dim is not None and not dim else axes_of(self, dim)
        found = function(self.array, axis=axes, keepdims=keepdim)
        return wrap_result(found, UINT8 if self.array.dtype == UINT8 else BOOL)

    return run


_MEDIAN, _NANMEDIAN = _median_over(False), _median_over(True)

QUANTILES: Table = {
    "aten.median": _MEDIAN[0],
    "aten.median.dim": _MEDIAN[1],
    "aten.nanmedian": _NANMEDIAN[0],
    "aten.nanmedian.dim": _NANMEDIAN[1],
    "aten.mode": _mode,
    "aten.quantile": _quantile(np.quantile),
    "aten.quantile.scalar": _quantile(np.quantile),
    "aten.nanquantile": _quantile(np.nanquantile),
    "aten.nanquantile.scalar": _quantile(np.nanquantile),
    "aten.nansum": _nansum,
    "aten.count_nonzero": _count_nonzero_dim,
    "aten.count_nonzero.dim_IntList": _count_nonzero,
    "aten.aminmax": _aminmax,
    "aten.all.dims": _test(np.all),
    "aten.any.dims": _test(np.any),
}
