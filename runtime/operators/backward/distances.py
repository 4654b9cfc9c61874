"""Gradients of distances between rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _slope(difference: Array, distance: Array, p: float) -> Any:
    """Return the gradient of the p-norm of a difference; 0 for equal rows."""
    sign, size = np.sign(difference), np.abs(difference)
    if p == 0:
        return np.zeros_like(difference)
    if p == 1:
        return sign
    if p == np.inf:
        return sign * (size == distance)
    met = (distance == 0) | ((size == 0) & (p < 1))
    safe_size, safe_distance = np.where(met, 1, size), np.where(met, 1, distance)
    return np.where(met, 0, sign * (safe_size / safe_distance) ** (p - 1))


def _cdist(gradient: Tensor, x1: Tensor, x2: Tensor, p: float, cdist: Tensor) -> Tensor:
    """Return the gradient of the rows of `x1`. Raises ValueError for a gradient of another shape
    than the distances."""
    dtype = x1.array.dtype
    check_floating("aten._cdist_backward", dtype)
    if gradient.array.shape != cdist.array.shape:
        raise BadValue(
            f"a gradient of shape {list(gradient.shape)} for distances of {list(cdist.shape)}"
        )
    g, a, b, distance = (as_array(t, work_dtype(dtype)) for t in (gradient, x1, x2, cdist))
    difference = a[..., :, None, :] - b[..., None, :, :]
    slope = _slope(difference, distance[..., None], p)
    return wrap_result(np.sum(slope * g[..., None], axis=-2), dtype)


def _pdist(gradient: Tensor, self: Tensor, p: float, pdist: Tensor) -> Tensor:
    """Return the gradient of a matrix's rows by the distances of all pairs."""
    dtype = self.array.dtype
    check_floating("aten._pdist_backward", dtype)
    g, rows, distance = (as_array(t, work_dtype(dtype)) for t in (gradient, self, pdist))
    first, second = np.triu_indices(len(rows), 1)
    pulled = _slope(rows[first] - rows[second], distance[:, None], p) * g[:, None]
    made = np.zeros_like(rows)
    np.add.at(made, first, pulled)
    np.subtract.at(made, second, pulled)
    return wrap_result(made, dtype)


DISTANCE_BACKWARD: Table = {
    "aten._cdist_backward": _cdist,
    "aten._pdist_backward": _pdist,
}
