"""Dropout of elements or whole channels; the remaining elements are scaled up."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table, work_dtype
from xdsl_torchscript.runtime.operators.random.generator import bernoulli
from xdsl_torchscript.runtime.tensor import Array, Tensor

_SELU_FLOOR = 1.7580993408473766
"""The scale times the alpha of SELU: where its negative side ends."""


def _draw_mask(array: Array, p: float) -> Array:
    """Draw ones for kept elements, with probability `1 - p`."""
    if not 0 <= p <= 1:
        raise BadValue(f"the probability of dropout must be between 0 and 1, got {p}")
    return bernoulli(array, 1 - p)


def _by_element(array: Array) -> Array:
    return array


def _by_channel(array: Array) -> Array:
    """Return memory for one element for each channel of each instance."""
    if array.ndim < 2:
        raise BadValue("dropout of channels needs at least two dimensions")
    return np.empty((*array.shape[:2], *[1] * (array.ndim - 2)), array.dtype)


def _drop(array: Array, noise_of: Array, p: float) -> Array:
    if p == 1:
        return array * array.dtype.type(0)
    work = work_dtype(array.dtype)
    kept = _draw_mask(noise_of, p).astype(work, copy=False)
    return array * (kept / work.type(1 - p)).astype(array.dtype)


def _drop_alpha(array: Array, noise_of: Array, p: float) -> Array:
    """Drop elements to the floor of SELU; mean and variance stay."""
    if p == 1:
        return array * array.dtype.type(0)
    factor = 1 / sqrt((_SELU_FLOOR**2 * p + 1) * (1 - p))
    kept = _draw_mask(noise_of, p)
    floor = (kept - 1) * (_SELU_FLOOR * factor) + _SELU_FLOOR * factor * p
    return (array * (kept * factor) + floor).astype(array.dtype)


def dropout(array: Array, p: float, train: bool) -> Array:
    """Return the array with elements dropped; itself outside training."""
    return _drop(array, array, p) if train and p and array.size else array


def _operator(
    drop: Callable[[Array, Array, float], Array], part: Callable[[Array], Array]
) -> Callable[[Tensor, float, bool], Tensor]:
    def run(input: Tensor, p: float, train: bool) -> Tensor:
        if not 0 <= p <= 1:
            raise BadValue(f"the probability of dropout must be between 0 and 1, got {p}")
        if not train or p == 0:
            return input
        if not input.array.size:  # Sizes alone must not decide whether the result is new.
            return input.over(input.array.copy())
        return input.over(drop(input.array, part(input.array), p))

    return run


def _native_dropout(input: Tensor, p: float, train: bool | None) -> tuple[Tensor, Tensor]:
    """Return the result, and a bool tensor of the kept elements."""
    if train is False or not input.array.size:
        return input.over(input.array.copy()), Tensor(np.ones(input.shape, np.bool_))
    mask = _draw_mask(np.empty_like(input.array, dtype=np.bool_), p)
    scale = 0.0 if p == 1 else 1 / (1 - p)
    return input.over(input.array * mask * input.array.dtype.type(scale)), Tensor(mask)


def _in_place(
    function: Callable[[Tensor, float, bool], Tensor],
) -> Callable[[Tensor, float, bool], Tensor]:
    def run(self: Tensor, p: float, train: bool) -> Tensor:
        return self.copy_(function(self, p, train))

    return run


_DROPOUTS = {
    "dropout": _operator(_drop, _by_element),
    "alpha_dropout": _operator(_drop_alpha, _by_element),
    "feature_dropout": _operator(_drop, _by_channel),
    "feature_alpha_dropout": _operator(_drop_alpha, _by_channel),
}

DROPOUT: Table = {
    **{f"aten.{name}": run for name, run in _DROPOUTS.items()},
    **{f"aten.{name}_": _in_place(run) for name, run in _DROPOUTS.items()},
    "aten.native_dropout": _native_dropout,
}
