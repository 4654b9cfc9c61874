"""Losses that compare a tensor with another, element by element or row by row.

The reduction is 0 (none), 1 (mean) or 2 (sum), as PyTorch counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    as_array,
    floating,
    real_dtype,
    rounded,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.norms import norm_of
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.views import wrapped
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

NONE, MEAN, SUM = 0, 1, 2
_REDUCTIONS: dict[int, Callable[[Array], Any]] = {NONE: np.asarray, MEAN: np.mean, SUM: np.sum}


def reduced(values: Any, reduction: int, dtype: NumpyDtype) -> Tensor:
    """All values, their mean or their sum; ValueError for another reduction."""
    if reduction not in _REDUCTIONS:
        raise ValueError(f"a reduction is 0 (none), 1 (mean) or 2 (sum), not {reduction}")
    array = np.asarray(values)
    if reduction == MEAN and not array.size:
        return rounded(np.nan, dtype)
    return rounded(_REDUCTIONS[reduction](array), dtype)


def _read(*tensors: Tensor) -> tuple[NumpyDtype, list[Array]]:
    dtype = common_dtype(*tensors)
    work = work_dtype(dtype)
    return dtype, [as_array(t, work) for t in tensors]


def _read_real(*tensors: Tensor) -> tuple[NumpyDtype, list[Array]]:
    """Integers are read as float32."""
    dtype = floating(common_dtype(*tensors))
    work = work_dtype(dtype)
    return dtype, [as_array(t, work) for t in tensors]


def _paired(function: Callable[..., Any]) -> Callable[..., Tensor]:
    """A loss of two tensors whose numbers stand behind the reduction."""

    def run(self: Tensor, target: Tensor, reduction: int, *numbers: Number) -> Tensor:
        dtype, (a, b) = _read(self, target)
        return reduced(function(a, b, *map(a.dtype.type, numbers)), reduction, dtype)

    return run


def _margined(function: Callable[..., Any]) -> Callable[..., Tensor]:
    """A loss of tensors, then a margin and the reduction."""

    def run(*arguments: Any) -> Tensor:
        *tensors, margin, reduction = arguments
        dtype, arrays = _read_real(*tensors)
        return reduced(function(*arrays, margin), reduction, dtype)

    return run


def _chosen(condition: Array, yes: Array, no: Array) -> Array:
    return np.where(condition, yes, no)


def _positive(values: Array) -> Any:
    return np.maximum(values, values.dtype.type(0))


def _absolute(a: Array, b: Array) -> Any:
    return np.abs(a - b)


def _squared(a: Array, b: Array) -> Any:
    return (a - b) * (a - b)


def _smooth(a: Array, b: Array, beta: Any) -> Any:
    distance = np.abs(a - b)
    if beta < 0:
        raise ValueError(f"'aten.smooth_l1_loss' needs a beta that is not negative, not {beta}")
    if beta == 0:
        return distance
    return _chosen(distance < beta, distance * distance / (2 * beta), distance - beta / 2)


def _huber(a: Array, b: Array, delta: Any) -> Any:
    if delta <= 0:
        raise ValueError(f"'aten.huber_loss' needs a positive delta, not {delta}")
    distance = np.abs(a - b)
    return np.where(distance <= delta, distance * distance / 2, delta * (distance - delta / 2))


_SMALLEST_LOGARITHM = -100.0


def _binary_cross_entropy(
    self: Tensor, target: Tensor, weight: Tensor | None, reduction: int
) -> Tensor:
    """Logarithms below -100 count as that."""
    dtype, (p, y) = _read(self, target)
    if self.shape != target.shape:
        raise ValueError(f"a loss of shapes {list(self.shape)} and {list(target.shape)}")
    if p.size and not (p.min() >= 0 and p.max() <= 1):
        raise ValueError("'aten.binary_cross_entropy' takes probabilities, from 0 to 1")
    least = p.dtype.type(_SMALLEST_LOGARITHM)
    yes, no = np.maximum(np.log(p), least), np.maximum(np.log1p(-p), least)
    losses = (y - 1) * no - y * yes
    return reduced(losses if weight is None else losses * weight.array, reduction, dtype)


def _log_sigmoid(a: Array) -> Any:
    return np.minimum(a, a.dtype.type(0)) - np.log1p(np.exp(-np.abs(a)))


def _with_logits(
    self: Tensor, target: Tensor, weight: Tensor | None, pos_weight: Tensor | None, reduction: int
) -> Tensor:
    dtype, (x, y) = _read(self, target)
    factor = 1 if pos_weight is None else (pos_weight.array - 1) * y + 1
    losses = (1 - y) * x - factor * _log_sigmoid(x)
    return reduced(losses if weight is None else losses * weight.array, reduction, dtype)


def _kl_div(self: Tensor, target: Tensor, reduction: int, log_target: bool) -> Tensor:
    dtype, (a, b) = _read(self, target)
    if log_target:
        return reduced(np.exp(b) * (b - a), reduction, dtype)
    entropy = np.where(np.isnan(b), b, np.where(b == 0, b.dtype.type(0), b * np.log(b)))
    return reduced(entropy - b * a, reduction, dtype)


def _poisson(
    input: Tensor, target: Tensor, log_input: bool, full: bool, eps: float, reduction: int
) -> Tensor:
    """`full` adds Stirling's approximation of the logarithm of the factorial."""
    dtype, (x, y) = _read_real(input, target)
    small = x.dtype.type(eps)
    losses = np.exp(x) - y * x if log_input else x - y * np.log(x + small)
    if full:
        stirling = y * np.log(y) - y + np.log(2 * np.pi * y) / 2
        losses = losses + np.where(y > 1, stirling, 0).astype(x.dtype)
    return reduced(losses, reduction, dtype)


def _hinge_embedding(a: Array, y: Array, margin: float) -> Any:
    zero = a.dtype.type(0)
    apart = _chosen(y == 1, zero, _positive(a.dtype.type(margin) - a))
    return apart + _chosen(y == -1, zero, a)


def _margin_ranking(a: Array, b: Array, y: Array, margin: float) -> Any:
    return _positive(-y * (a - b) + a.dtype.type(margin))


_NO_DIVISION_BY_ZERO = 1e-12


def _cosine_embedding(a: Array, b: Array, y: Array, margin: float) -> Any:
    if y.ndim > 1 or a.shape != b.shape:
        raise ValueError("'aten.cosine_embedding_loss' takes rows of one shape, a target for each")
    small = a.dtype.type(_NO_DIVISION_BY_ZERO)
    product = np.sum(a * b, axis=-1)
    lengths = np.sqrt((np.sum(a * a, axis=-1) + small) * (np.sum(b * b, axis=-1) + small))
    cosine = product / lengths
    zero = a.dtype.type(0)
    apart = _chosen(y == -1, _positive(cosine - a.dtype.type(margin)), zero)
    return _chosen(y == 1, 1 - cosine, zero) + apart


def _soft_margin(a: Array, y: Array) -> Any:
    return np.log1p(np.exp(-y * a))


# ---- distances


def _distance(a: Array, b: Array, p: float, eps: float, keepdim: bool = False) -> Array:
    return norm_of(a - b + a.dtype.type(eps), p, (-1,), keepdim)


def _pairwise_distance(x1: Tensor, x2: Tensor, p: float, eps: float, keepdim: bool) -> Tensor:
    dtype, (a, b) = _read_real(x1, x2)
    return rounded(_distance(a, b, p, eps, keepdim), dtype)


def _dist(self: Tensor, other: Tensor, p: float) -> Tensor:
    dtype, (a, b) = _read(self, other)
    found = norm_of(a - b, float(p), None, False)
    return rounded(found, real_dtype(dtype))


def _pdist(self: Tensor, p: float) -> Tensor:
    """The distances of all pairs of rows."""
    _, (a,) = _read(self)
    if a.ndim != 2 or p < 0:
        raise ValueError("'aten.pdist' takes a matrix and an order that is not negative")
    first, second = np.triu_indices(len(a), 1)
    return rounded(norm_of(a[first] - a[second], p, (-1,), False), self.array.dtype)


def _cosine_similarity(x1: Tensor, x2: Tensor, dim: int, eps: float) -> Tensor:
    dtype = floating(common_dtype(x1, x2))
    work = work_dtype(dtype)
    a, b = np.broadcast_arrays(as_array(x1, work), as_array(x2, work))
    axis = (wrapped(dim, a.ndim),) if a.ndim else None
    units = [v / np.maximum(norm_of(v, 2, axis, True), work.type(eps)) for v in (a, b)]
    return rounded(np.sum(units[0] * units[1], axis=axis), dtype)


def _triplet_margin(
    anchor: Tensor, positive: Tensor, negative: Tensor, margin: float, p: float, eps: float,
    swap: bool, reduction: int,
) -> Tensor:  # fmt: skip
    dtype, (a, near, far) = _read_real(anchor, positive, negative)
    if not a.ndim == near.ndim == far.ndim:
        raise ValueError("'aten.triplet_margin_loss' takes tensors of as many dimensions")
    together, apart = _distance(a, near, p, eps), _distance(a, far, p, eps)
    if swap:
        apart = np.minimum(apart, _distance(near, far, p, eps))
    return reduced(_positive(a.dtype.type(margin) + together - apart), reduction, dtype)


# ---- several classes with a margin


def _rows(array: Array) -> Array:
    return array.reshape(1, -1) if array.ndim < 2 else array


def _multi_margin(
    self: Tensor, target: Tensor, p: Number, margin: Number, weight: Tensor | None, reduction: int
) -> Tensor:
    """How much the other classes come near the target's."""
    dtype, (scores,) = _read(self)
    if p not in (1, 2):
        raise ValueError(f"'aten.multi_margin_loss' takes p of 1 or 2, not {p}")
    rows, wanted = _rows(scores), target.array.reshape(-1)
    if len(wanted) != len(rows) or (
        wanted.size and not 0 <= wanted.min() <= wanted.max() < rows.shape[1]
    ):
        raise ValueError(f"targets that do not fit scores of shape {list(self.shape)}")
    at = np.arange(len(rows)), wanted
    excess = _positive(rows.dtype.type(margin) - rows[at][:, None] + rows) ** p  # pyright: ignore
    excess[at] = 0
    if weight is not None:
        excess = excess * weight.array[wanted][:, None]
    losses = np.sum(excess, axis=1) / rows.dtype.type(rows.shape[1])
    return reduced(losses.reshape(target.shape) if reduction == NONE else losses, reduction, dtype)


def _multilabel_margin_forward(
    self: Tensor, target: Tensor, reduction: int
) -> tuple[Tensor, Tensor]:
    """The targets of a row stand before its first -1. The loss, and which classes are targets."""
    dtype, (scores,) = _read(self)
    if self.shape != target.shape:
        raise ValueError(f"scores of shape {list(self.shape)}, targets of {list(target.shape)}")
    rows, labels = _rows(scores), _rows(target.array)
    marked = np.zeros(rows.shape, rows.dtype)
    losses = np.zeros(len(rows), rows.dtype)
    for i, (row, found) in enumerate(zip(rows, labels, strict=True)):
        ends = np.flatnonzero(found < 0)
        wanted = found[: ends[0]] if len(ends) else found
        marked[i, wanted] = 1
        others = row[marked[i] == 0]
        losses[i] = np.sum(_positive(1 - row[wanted][:, None] + others)) / row.dtype.type(len(row))
    shaped = losses[0] if scores.ndim < 2 else losses
    return reduced(shaped, reduction, dtype), rounded(marked.reshape(self.shape), dtype)


def _multilabel_margin(self: Tensor, target: Tensor, reduction: int) -> Tensor:
    return _multilabel_margin_forward(self, target, reduction)[0]


LOSSES: Table = {
    "aten.l1_loss": _paired(_absolute),
    "aten.mse_loss": _paired(_squared),
    "aten.smooth_l1_loss": _paired(_smooth),
    "aten.huber_loss": _paired(_huber),
    "aten.soft_margin_loss": _paired(_soft_margin),
    "aten.binary_cross_entropy": _binary_cross_entropy,
    "aten.binary_cross_entropy_with_logits": _with_logits,
    "aten.kl_div": _kl_div,
    "aten.poisson_nll_loss": _poisson,
    "aten.hinge_embedding_loss": _margined(_hinge_embedding),
    "aten.margin_ranking_loss": _margined(_margin_ranking),
    "aten.cosine_embedding_loss": _margined(_cosine_embedding),
    "aten.triplet_margin_loss": _triplet_margin,
    "aten.multi_margin_loss": _multi_margin,
    "aten.multilabel_margin_loss": _multilabel_margin,
    "aten.multilabel_margin_loss_forward": _multilabel_margin_forward,
    "aten.pairwise_distance": _pairwise_distance,
    "aten.dist": _dist,
    "aten.pdist": _pdist,
    "aten.cosine_similarity": _cosine_similarity,
}
