"""Losses that compare a tensor with another, element by element or row by row.

The reduction is 0 (none), 1 (mean) or 2 (sum), as PyTorch counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    as_array,
    real_dtype,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import cast_tensor
from xdsl_torchscript.runtime.operators.preconditions import check_floating, check_same_dtype
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.reductions.norms import norm_of
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

NONE, MEAN, SUM = 0, 1, 2
_REDUCTIONS: dict[int, Callable[[Array], Any]] = {MEAN: np.mean, SUM: np.sum}


def reduce_loss(values: Any, reduction: int, dtype: NumpyDtype, *operands: Tensor) -> Tensor:
    """Return all values, in the layout of the operands, their mean or their sum. Raises BadValue
    for another reduction."""
    if reduction not in (NONE, *_REDUCTIONS):
        raise BadValue(f"a reduction must be 0 (none), 1 (mean) or 2 (sum), not {reduction}")
    array = np.asarray(values)
    if reduction == MEAN and not array.size:
        return wrap_result(np.nan, dtype)
    if reduction == NONE:
        return wrap_result(array, dtype, *(operand.array for operand in operands))
    array = array.astype(work_dtype(array.dtype), copy=False)
    return wrap_result(_REDUCTIONS[reduction](array), dtype)


def _read(*tensors: Tensor) -> tuple[NumpyDtype, list[Array]]:
    dtype = common_dtype(*tensors)
    work = work_dtype(dtype)
    return dtype, [as_array(t, work) for t in tensors]


def _pair(name: str, function: Callable[..., Any]) -> Callable[..., Tensor]:
    """Return a loss of two tensors; its numbers follow the reduction. Distances of complex numbers
    are real."""

    def run(self: Tensor, target: Tensor, reduction: int, *numbers: Number) -> Tensor:
        dtype, (a, b) = _read(self, target)
        check_floating(name, dtype)
        losses = function(a, b, *map(a.dtype.type, numbers))
        found = dtype if np.iscomplexobj(losses) else real_dtype(dtype)
        return reduce_loss(losses, reduction, found, self, target)

    return run


def _select(condition: Array, yes: Array, no: Array) -> Array:
    return np.where(condition, yes, no)


def _positive(values: Array) -> Any:
    return np.maximum(values, values.dtype.type(0))


def _square(a: Array, b: Array) -> Any:
    return (a - b) * (a - b)


def _smooth(a: Array, b: Array, beta: Any) -> Any:
    distance = np.abs(a - b)
    if beta < 0:
        raise BadValue(f"'aten.smooth_l1_loss' needs a beta that is not negative, not {beta}")
    if beta == 0:
        return distance
    return _select(distance < beta, distance * distance / (2 * beta), distance - beta / 2)


def _huber(a: Array, b: Array, delta: Any) -> Any:
    if delta <= 0:
        raise BadValue(f"'aten.huber_loss' needs a positive delta, not {delta}")
    distance = np.abs(a - b)
    return np.where(distance <= delta, distance * distance / 2, delta * (distance - delta / 2))


_huber_of_pair = _pair("aten.huber_loss", _huber)


def _huber_loss(self: Tensor, target: Tensor, reduction: int, delta: float) -> Tensor:
    """Return the loss in the type of `self`, whatever the target's is."""
    check_floating("aten.huber_loss", self.array.dtype)
    return cast_tensor(_huber_of_pair(self, target, reduction, delta), self.array.dtype)


_SMALLEST_LOGARITHM = -100.0


def _binary_cross_entropy(
    self: Tensor, target: Tensor, weight: Tensor | None, reduction: int
) -> Tensor:
    """Return the cross entropy with logarithms of at least -100."""
    dtype, (p, y) = _read(self, target)
    check_same_dtype("'aten.binary_cross_entropy'", self.array.dtype, target.array.dtype)
    check_floating("aten.binary_cross_entropy", dtype)
    if self.shape != target.shape:
        raise BadValue(f"a loss of shapes {list(self.shape)} and {list(target.shape)}")
    if p.size and not (p.min() >= 0 and p.max() <= 1):
        raise BadValue("'aten.binary_cross_entropy' takes probabilities, from 0 to 1")
    least = p.dtype.type(_SMALLEST_LOGARITHM)
    yes, no = np.maximum(np.log(p), least), np.maximum(np.log1p(-p), least)
    losses = (y - 1) * no - y * yes
    weighted = losses if weight is None else losses * weight.array
    return reduce_loss(weighted, reduction, dtype, self)


def _with_logits(
    self: Tensor, target: Tensor, weight: Tensor | None, pos_weight: Tensor | None, reduction: int
) -> Tensor:
    """Return the loss in the type of the target, to which PyTorch adds the input in place."""
    _, (x, y) = _read(self, target)
    for tensor in (self, target):
        check_floating("aten.binary_cross_entropy_with_logits", tensor.array.dtype)
    factor = 1 if pos_weight is None else (pos_weight.array - 1) * y + 1
    log_sigmoid = np.minimum(x, x.dtype.type(0)) - np.log1p(np.exp(-np.abs(x)))
    losses = (1 - y) * x - factor * log_sigmoid
    weighted = losses if weight is None else losses * weight.array
    return reduce_loss(weighted, reduction, target.array.dtype, target, self)


def _soft_margin(self: Tensor, target: Tensor, reduction: int) -> Tensor:
    """Return the loss in the type of `self`; as in PyTorch, each step is rounded to a 16-bit
    type."""
    check_floating("aten.soft_margin_loss", self.array.dtype)
    dtype = common_dtype(self, target)
    a, y = as_array(self, dtype), as_array(target, dtype)
    return reduce_loss(np.log1p(np.exp(-y * a)), reduction, self.array.dtype, self)


# ---- distances


def _dist(self: Tensor, other: Tensor, p: float) -> Tensor:
    dtype, (a, b) = _read(self, other)
    check_floating("aten.dist", dtype)
    found = norm_of(a - b, float(p), None, False)
    return wrap_result(found, real_dtype(dtype))


# ---- several classes with a margin


def _rows(array: Array) -> Array:
    return array.reshape(1, -1) if array.ndim < 2 else array


def _multi_margin(
    self: Tensor, target: Tensor, p: Number, margin: Number, weight: Tensor | None, reduction: int
) -> Tensor:
    """Return by how much other classes violate the margin to the target."""
    dtype, (scores,) = _read(self)
    if p not in (1, 2):
        raise BadValue(f"'aten.multi_margin_loss' takes p of 1 or 2, not {p}")
    rows, wanted = _rows(scores), target.array.reshape(-1)
    if len(wanted) != len(rows) or (
        wanted.size and not 0 <= wanted.min() <= wanted.max() < rows.shape[1]
    ):
        raise BadValue(f"targets that do not fit scores of shape {list(self.shape)}")
    at = np.arange(len(rows)), wanted
    excess = _positive(rows.dtype.type(margin) - rows[at][:, None] + rows) ** p  # pyright: ignore
    excess[at] = 0
    if weight is not None:
        excess = excess * weight.array[wanted][:, None]
    losses = np.sum(excess, axis=1) / rows.dtype.type(rows.shape[1])
    return reduce_loss(
        losses.reshape(target.shape) if reduction == NONE else losses, reduction, dtype
    )


def _multilabel_margin_forward(
    self: Tensor, target: Tensor, reduction: int
) -> tuple[Tensor, Tensor]:
    """Return the loss, and which classes are targets; a row lists them before its first -1."""
    dtype, (scores,) = _read(self)
    if self.shape != target.shape:
        raise BadValue(f"scores of shape {list(self.shape)}, targets of {list(target.shape)}")
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
    return reduce_loss(shaped, reduction, dtype), wrap_result(marked.reshape(self.shape), dtype)


LOSSES: Table = {
    "aten.mse_loss": _pair("aten.mse_loss", _square),
    "aten.smooth_l1_loss": _pair("aten.smooth_l1_loss", _smooth),
    "aten.huber_loss": _huber_loss,
    "aten.soft_margin_loss": _soft_margin,
    "aten.binary_cross_entropy": _binary_cross_entropy,
    "aten.binary_cross_entropy_with_logits": _with_logits,
    "aten.multi_margin_loss": _multi_margin,
    "aten.multilabel_margin_loss_forward": _multilabel_margin_forward,
    "aten.dist": _dist,
}
