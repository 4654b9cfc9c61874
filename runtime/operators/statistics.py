"""The spread of elements, and logarithms of sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    only_floating,
    rounded,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.views import wrapped
from xdsl_torchscript.runtime.tensor import Tensor


def _all_axes(self: Tensor, dim: Sequence[int] | None) -> tuple[int, ...]:
    rank = self.array.ndim
    return tuple(wrapped(d, rank) for d in dim) if dim else tuple(range(rank))


def _variance(self: Tensor, dim: Sequence[int] | None, correction: float, keepdim: bool) -> Any:
    only_floating("aten.var", self.array.dtype)
    axes = _all_axes(self, dim)
    count = int(np.prod([self.shape[a] for a in axes], dtype=np.int64))
    values = self.array.astype(work_dtype(self.array.dtype), copy=False)
    squares = np.square(np.abs(values - np.mean(values, axis=axes, keepdims=True)))
    total = np.sum(squares, axis=axes, keepdims=keepdim)
    return np.divide(total, max(count - correction, 0), dtype=total.dtype)


def _spread(finish: Callable[[Any], Any]) -> Table:
    """The overloads of `var`, or with a root those of `std`."""

    def whole(self: Tensor, unbiased: bool) -> Tensor:
        return along(self, None, unbiased, False)

    def along(self: Tensor, dim: Sequence[int] | None, unbiased: bool, keepdim: bool) -> Tensor:
        return corrected(self, dim, 1 if unbiased else 0, keepdim)

    def corrected(
        self: Tensor, dim: Sequence[int] | None, correction: Number | None, keepdim: bool
    ) -> Tensor:
        by = 1.0 if correction is None else float(correction)  # pyright: ignore[reportArgumentType]
        return rounded(finish(_variance(self, dim, by, keepdim)), self.array.dtype)

    return {"": whole, ".dim": along, ".correction": corrected}


def _logsumexp(self: Tensor, dim: list[int], keepdim: bool) -> Tensor:
    axes = _all_axes(self, dim)
    peak = np.max(self.array, axis=axes, keepdims=True)
    total = np.log(np.sum(np.exp(self.array - peak), axis=axes, keepdims=keepdim))
    return rounded(total + (peak if keepdim else np.squeeze(peak, axes)), self.array.dtype)


def _with_mean(of: Table) -> Callable[..., tuple[Tensor, Tensor]]:
    def run(self: Tensor, unbiased: bool) -> tuple[Tensor, Tensor]:
        return of[""](self, unbiased), rounded(np.mean(self.array), self.array.dtype)

    return run


_VARIANCE, _DEVIATION = _spread(lambda value: value), _spread(np.sqrt)

STATISTICS: Table = {
    "aten.logsumexp": _logsumexp,
    **{f"aten.var{overload}": run for overload, run in _VARIANCE.items()},
    **{f"aten.std{overload}": run for overload, run in _DEVIATION.items()},
    "aten.var_mean": _with_mean(_VARIANCE),
    "aten.std_mean": _with_mean(_DEVIATION),
}
