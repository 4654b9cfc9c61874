"""The spread of elements, and logarithms of sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Implementation,
    Number,
    Table,
    floating_dtype,
    real_dtype,
    work_dtype,
    working_array,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.operators.reductions.reduction import axes_of, mean_of
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _spread(finish: Callable[[Any], Any]) -> Implementation:
    """Return the variance, or with `root` the deviation."""

    def run(
        self: Tensor, dim: Sequence[int] | None, correction: Number | None, keepdim: bool
    ) -> Tensor:
        by = 1.0 if correction is None else float(correction)  # pyright: ignore[reportArgumentType]
        check_floating("aten.var", self.array.dtype)
        axes = axes_of(self, dim)
        count = int(np.prod([self.shape[a] for a in axes], dtype=np.int64))
        values = working_array(self)
        squares = np.square(np.abs(values - mean_of(values, axes, keepdims=True)))
        total = np.sum(squares, axis=axes, keepdims=keepdim)
        variance = np.divide(total, max(count - by, 0), dtype=total.dtype)
        return wrap_result(finish(variance), real_dtype(self.array.dtype))

    return run


def _logsumexp(self: Tensor, dim: list[int], keepdim: bool) -> Tensor:
    """Return the log-sum-exp; integers are converted to float32, and infinite peaks not
    subtracted."""
    dtype = floating_dtype(self.array.dtype)
    values = self.array.astype(work_dtype(dtype), copy=False)
    axes = axes_of(self, dim)
    if not values.size:
        return wrap_result(np.log(np.sum(values, axis=axes, keepdims=keepdim)), dtype)
    peak: Array = np.asarray(np.max(np.real(values), axis=axes, keepdims=True))
    peak[np.isinf(peak)] = 0
    total = np.log(np.sum(np.exp(values - peak), axis=axes, keepdims=keepdim))
    return wrap_result(total + (peak if keepdim else np.squeeze(peak, axes)), dtype)


def _with_mean(of: Implementation) -> Implementation:
    def run(
        self: Tensor, dim: Sequence[int] | None, correction: Number | None, keepdim: bool
    ) -> tuple[Tensor, Tensor]:
        spread = of(self, dim, correction, keepdim)
        mean = mean_of(working_array(self), axes_of(self, dim), keepdims=keepdim)
        return spread, wrap_result(mean, self.array.dtype)

    return run


_VARIANCE, _DEVIATION = _spread(lambda value: value), _spread(np.sqrt)

STATISTICS: Table = {
    "aten.logsumexp": _logsumexp,
    "aten.var.correction": _VARIANCE,
    "aten.std.correction": _DEVIATION,
    "aten.var_mean.correction": _with_mean(_VARIANCE),
    "aten.std_mean.correction": _with_mean(_DEVIATION),
}
