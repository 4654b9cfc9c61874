"""Gradients of matrix products, for the requested operands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xdsl_torchscript.runtime.operators.core import Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _result(found: Array, dtype: NumpyDtype) -> Tensor:
    return wrap_result(np.asarray(found, order="C"), dtype)


def _linear(
    input: Tensor, gradient: Tensor, weight: Tensor, mask: Sequence[bool]
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Return the gradients of the input, the weight and the bias."""
    dtype = input.array.dtype
    a, g, w = (as_array(t, work_dtype(dtype)) for t in (input, gradient, weight))
    rows, values = g.reshape(-1, g.shape[-1]), a.reshape(-1, a.shape[-1])
    return (
        _result(g @ w, dtype) if mask[0] else None,
        _result(rows.T @ values, dtype) if mask[1] else None,
        _result(rows.sum(axis=0), dtype) if mask[2] else None,
    )


def _sum_to_shape(values: Array, shape: tuple[int, ...]) -> Array:
    """Sum over broadcast dimensions."""
    lead = values.ndim - len(shape)
    spread = [lead + d for d, n in enumerate(shape) if n == 1 != values.shape[lead + d]]
    return values.sum(axis=(*range(lead), *spread), keepdims=True).reshape(shape)


def _matmul(
    gradient: Tensor, self: Tensor, other: Tensor, mask: Sequence[bool]
) -> tuple[Tensor | None, Tensor | None]:
    """Return the gradients; vectors are matrices of one row or one column."""
    dtype = self.array.dtype
    g, a, b = (as_array(t, work_dtype(dtype)) for t in (gradient, self, other))
    left, right = np.atleast_2d(a), b[:, None] if b.ndim == 1 else b
    g = np.expand_dims(g, -1) if b.ndim == 1 else g
    g = np.expand_dims(g, -2) if a.ndim == 1 else g
    of_left = _sum_to_shape(g @ np.conj(right).swapaxes(-2, -1), left.shape).reshape(a.shape)
    of_right = _sum_to_shape(np.conj(left).swapaxes(-2, -1) @ g, right.shape).reshape(b.shape)
    return (
        _result(of_left, dtype) if mask[0] else None,
        _result(of_right, dtype) if mask[1] else None,
    )


PRODUCT_BACKWARD: Table = {
    "aten.linear_backward": _linear,
    "aten.matmul_backward": _matmul,
}
