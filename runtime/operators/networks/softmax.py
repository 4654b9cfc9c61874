"""Softmax, its logarithm, and its variants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    Implementation,
    NumpyDtype,
    Table,
    work_dtype,
    working_array,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.preconditions import check_real_floating, wrap_dim
from xdsl_torchscript.runtime.operators.specialiser import (
    FAST_TYPES,
    Specialiser,
    are_known,
    general_on,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _below_peak(array: Array, axis: int | None) -> Array:
    """Return a new array minus its maxima. They are found without a check for NaN, in half the
    time: NaN makes the sum NaN anyway."""
    if array.size == 0:
        return array.copy()
    return np.asarray(array - np.fmax.reduce(array, axis=axis, keepdims=True))


def softmax_of(array: Array, axis: int | None) -> Array:
    powers = _below_peak(array, axis)
    np.exp(powers, powers)
    return np.divide(powers, np.add.reduce(powers, axis=axis, keepdims=True), powers)


def log_softmax_of(array: Array, axis: int | None) -> Array:
    below = _below_peak(array, axis)
    below -= np.log(np.add.reduce(np.exp(below), axis=axis, keepdims=True))
    return below


def safe_softmax_of(array: Array, axis: int | None) -> Array:
    """Return the softmax, and zeros where all elements are masked by -inf."""
    masked = np.all(array == -np.inf, axis=axis, keepdims=True)
    return np.where(masked, array.dtype.type(0), softmax_of(array, axis))


Softmax = Callable[[Array, int | None], Array]


def _over(function: Softmax, self: Tensor, dim: int, target: NumpyDtype) -> Tensor:
    check_real_floating("softmax", target)
    axis = wrap_dim(dim, self.array.ndim) if self.array.ndim else None
    values = convert(self.array, target).astype(work_dtype(target), copy=False)
    return wrap_result(function(values, axis), target)


def _along(function: Softmax) -> Callable[..., Tensor]:
    """Return the operator over one dimension; it converts to a requested type first."""

    def run(self: Tensor, dim: int, dtype: int | None) -> Tensor:
        target = self.array.dtype if dtype is None else dtype_from_code(dtype)
        return _over(function, self, dim, target)

    return run


def _native(function: Softmax) -> Callable[[Tensor, int, bool], Tensor]:
    def run(self: Tensor, dim: int, half_to_float: bool) -> Tensor:
        return _over(function, self, dim, FLOAT32 if half_to_float else self.array.dtype)

    return run


_MASK_OF_QUERIES, MASK_OF_KEYS = 0, 1


def masked_softmax(scores: Array, mask: Array, kind: int | None) -> Array:
    """Return the softmax over the last dimension of `[batch, heads, queries, keys]` without the
    scores of true mask elements, NaN if all are. The mask is over queries and keys, batch and keys,
    or all."""
    shapes = {_MASK_OF_QUERIES: mask.shape, MASK_OF_KEYS: (len(mask), 1, 1, mask.shape[-1])}
    whole = mask.reshape(shapes.get(-1 if kind is None else kind, mask.shape)).astype(np.bool_)
    return softmax_of(np.where(whole, scores.dtype.type(-np.inf), scores), -1)


def _masked_softmax(self: Tensor, mask: Tensor, dim: int | None, kind: int | None) -> Tensor:
    if dim is not None and wrap_dim(dim, self.array.ndim) != self.array.ndim - 1:
        raise BadValue("'aten._masked_softmax' is over the last dimension")
    values = working_array(self)
    return wrap_result(masked_softmax(values, mask.array, kind), self.array.dtype)


SOFTMAX: Table = {
    "aten.softmax.int": _along(softmax_of),
    "aten.log_softmax.int": _along(log_softmax_of),
    "aten._safe_softmax": _along(safe_softmax_of),
    "aten.special_softmax": _along(softmax_of),
    "aten.special_log_softmax": _along(log_softmax_of),
    "aten._softmax": _native(softmax_of),
    "aten._log_softmax": _native(log_softmax_of),
    "aten._masked_softmax": _masked_softmax,
}


# ---- with arguments that a program fixes


_OF_ARRAYS = {"aten.softmax.int": softmax_of, "aten.log_softmax.int": log_softmax_of}


def _specialise_softmax(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    if not are_known(arguments) or arguments[2] is not None:
        return None
    of, dim, general = _OF_ARRAYS[name], arguments[1], general_on(function, arguments)

    def run(self: Tensor) -> Tensor:
        array = self.array
        plain = array.dtype in FAST_TYPES and array.flags.c_contiguous
        if not plain or not -array.ndim <= dim < array.ndim:
            return general(self)
        return wrap_result(of(array, dim), array.dtype)

    return run


SPECIALISED_SOFTMAX: dict[str, Specialiser] = dict.fromkeys(_OF_ARRAYS, _specialise_softmax)
