"""Gradients of losses and of softmax with respect to their first tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadValue
from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    apply,
    as_array,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.networks.losses import MEAN, NONE, SUM
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.preconditions import check_floating, wrap_dim
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _share(reduction: int, count: int) -> float:
    """Return the share of each element in the reduced loss."""
    if reduction not in (NONE, MEAN, SUM):
        raise BadValue(f"a reduction must be 0 (none), 1 (mean) or 2 (sum), not {reduction}")
    return 1 / max(count, 1) if reduction == MEAN else 1.0


def _pair(name: str, slope: Callable[..., Any]) -> Callable[..., Tensor]:
    """Return the gradient of a loss of two tensors; its numbers follow the reduction."""

    def run(
        gradient: Tensor, self: Tensor, target: Tensor, reduction: int, *numbers: Number
    ) -> Tensor:
        dtype = common_dtype(self, target)
        check_floating(f"aten.{name}", dtype)
        share = _share(reduction, self.array.size)

        def function(g: Array, a: Array, y: Array) -> Any:
            return slope(a, y, *map(a.dtype.type, numbers)) * (g * g.dtype.type(share))

        return apply(function, dtype, gradient, self, target)

    return run


def _square(a: Array, y: Array) -> Any:
    return 2 * (a - y)


def _smooth(a: Array, y: Array, beta: Any) -> Any:
    distance = a - y
    return np.where(np.abs(distance) < beta, distance / beta, np.sign(distance))


def _huber(a: Array, y: Array, delta: Any) -> Any:
    return np.clip(a - y, -delta, delta)


def _soft_margin(a: Array, y: Array) -> Any:
    steep = np.exp(-y * a)
    return -y * steep / (1 + steep)


_LEAST_VARIANCE = 1e-12


def _binary_cross_entropy(
    gradient: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, reduction: int
) -> Tensor:
    share = _share(reduction, self.array.size)

    def function(g: Array, p: Array, y: Array, *w: Array) -> Any:
        variance = np.maximum((1 - p) * p, p.dtype.type(_LEAST_VARIANCE))
        slope = g * (p - y) / variance * g.dtype.type(share)
        return slope * w[0] if w else slope

    weights = () if weight is None else (weight,)
    return apply(function, self.array.dtype, gradient, self, target, *weights)


def _nll(
    gradient: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, reduction: int,
    ignore_index: int, total_weight: Tensor,
) -> Tensor:  # fmt: skip
    """Return the gradient of the scores. Raises IndexError for a missing class. Classes are
    dimension 1, or the only one."""
    dtype = self.array.dtype
    work = work_dtype(dtype)
    axis = 0 if self.array.ndim < 2 else 1
    made = np.zeros(self.array.shape, work)
    by_class: Array = np.moveaxis(made, axis, -1)
    count = made.shape[axis]
    classes = target.array
    counted = classes != ignore_index
    if np.any((classes[counted] < 0) | (classes[counted] >= count)):
        raise BadIndex(f"a target is out of range, expected 0 to {count - 1}")
    wanted = np.where(counted, classes, 0)
    weights = np.ones(1, work) if weight is None else as_array(weight, work)
    slope = -(weights[wanted] if weight is not None else weights[0])
    _share(reduction, 1)
    given = as_array(gradient, work)
    total = as_array(total_weight, work).reshape(()) if reduction == MEAN else work.type(1)
    values = np.where(counted, slope * given / total, work.type(0))
    np.put_along_axis(by_class, wanted[..., None], np.asarray(values)[..., None], -1)
    return wrap_result(made, dtype)


def _row_share(gradient: Array, reduction: int, shape: tuple[int, ...]) -> Any:
    """Return the share of each row in a loss over classes, before the division by their number."""
    share = gradient.dtype.type(_share(reduction, shape[0]) / shape[1])
    return gradient.reshape(-1, 1) * share


def _multi_margin(
    gradient: Tensor, self: Tensor, target: Tensor, p: Number, margin: Number,
    weight: Tensor | None, reduction: int,
) -> Tensor:  # fmt: skip
    """Return the gradient of the scores. Raises BadValue for a p other than 1 or 2."""
    if p not in (1, 2):
        raise BadValue(f"'aten.multi_margin_loss_backward' takes p of 1 or 2, not {p}")
    dtype = self.array.dtype
    g, rows = (
        as_array(gradient, work_dtype(dtype)),
        np.atleast_2d(as_array(self, work_dtype(dtype))),
    )
    wanted = target.array.reshape(-1)
    at = np.arange(len(rows)), wanted
    excess = rows - rows[at][:, None] + rows.dtype.type(margin)  # pyright: ignore
    made = np.where(excess > 0, 1 if p == 1 else 2 * excess, 0).astype(rows.dtype)
    if weight is not None:
        made *= as_array(weight, rows.dtype)[wanted][:, None]
    made[at] = 0
    made[at] = -made.sum(axis=1)
    return wrap_result((made * _row_share(g, reduction, made.shape)).reshape(self.shape), dtype)


def _multilabel_margin(
    gradient: Tensor, self: Tensor, target: Tensor, reduction: int, is_target: Tensor
) -> Tensor:
    """Return the gradient of the scores: targets rise and the other classes within the margin
    fall."""
    dtype = self.array.dtype
    g, rows = (
        as_array(gradient, work_dtype(dtype)),
        np.atleast_2d(as_array(self, work_dtype(dtype))),
    )
    labels, marked = np.atleast_2d(target.array), np.atleast_2d(is_target.array) != 0
    made = np.zeros(rows.shape, rows.dtype)
    for line, row, found, known in zip(made, rows, labels, marked, strict=True):
        ends = np.flatnonzero(found < 0)
        wanted = found[: ends[0]] if len(ends) else found
        near = ~known & (1 - row[wanted][:, None] + row > 0)
        line += near.sum(axis=0)
        np.subtract.at(line, wanted, near.sum(axis=1))
    return wrap_result((made * _row_share(g, reduction, made.shape)).reshape(self.shape), dtype)


def _softmax(g: Array, out: Array, axis: int | None) -> Any:
    weighted = g * out
    return weighted - out * np.sum(weighted, axis=axis, keepdims=True)


def _log_softmax(g: Array, out: Array, axis: int | None) -> Any:
    return g - np.exp(out) * np.sum(g, axis=axis, keepdims=True)


def _normalise(function: Callable[..., Any]) -> Callable[..., Tensor]:
    def run(gradient: Tensor, output: Tensor, dim: int, input_dtype: int) -> Tensor:
        if gradient.shape != output.shape:
            raise BadValue(f"a gradient of shape {list(gradient.shape)} for {list(output.shape)}")
        work = work_dtype(output.array.dtype)
        check_floating("the gradient of softmax", work)
        axis = wrap_dim(dim, output.array.ndim) if output.array.ndim else None
        made = function(as_array(gradient, work), as_array(output, work), axis)
        return wrap_result(np.asarray(made, order="C"), dtype_from_code(input_dtype))

    return run


_PAIRED: dict[str, Callable[..., Any]] = {
    "mse_loss_backward": _square,
    "smooth_l1_loss_backward": _smooth,
    "huber_loss_backward": _huber,
    "soft_margin_loss_backward": _soft_margin,
}

LOSS_BACKWARD: Table = {
    **{f"aten.{name}": _pair(name, slope) for name, slope in _PAIRED.items()},
    "aten.binary_cross_entropy_backward": _binary_cross_entropy,
    "aten.nll_loss_backward": _nll,
    "aten.nll_loss2d_backward": _nll,
    "aten.multi_margin_loss_backward": _multi_margin,
    "aten.multilabel_margin_loss_backward": _multilabel_margin,
    "aten._softmax_backward_data": _normalise(_softmax),
    "aten._log_softmax_backward_data": _normalise(_log_softmax),
}
