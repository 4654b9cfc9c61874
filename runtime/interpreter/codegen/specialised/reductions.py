"""Reductions along dimensions that a program fixes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.interpreter.codegen.specialised.arguments import (
    COMPUTED,
    WRONG,
    Maker,
    are_known,
    general_on,
)
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Implementation,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.networks.softmax import log_softmax_of, softmax_of
from xdsl_torchscript.runtime.operators.reductions.reduction import mean_of
from xdsl_torchscript.runtime.tensor import Tensor

_TOTALS: dict[str, Callable[..., Any]] = {
    "aten.sum": np.add.reduce,
    "aten.mean": mean_of,
    "aten.sum.dim_IntList": np.add.reduce,
    "aten.mean.dim": mean_of,
    "aten.amax": np.maximum.reduce,
    "aten.amin": np.minimum.reduce,
    "aten.max": np.maximum.reduce,
    "aten.min": np.minimum.reduce,
}
"""A reduction of an array: takes axes, a type, an array to write into, whether to keep them."""


def _reduction(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise a reduction over known dimensions in the dtype of the tensor."""
    dims, keepdim, dtype = _reduced(*arguments[1:]) if are_known(arguments) else (None, False, 0)
    if dtype is not None:
        return None
    reduce, general = _TOTALS[name], general_on(function, arguments)
    axes = tuple(dims or ()) or None

    def run(self: Tensor) -> Tensor:
        array = self.array
        dtype = array.dtype
        if dtype not in COMPUTED:
            return general(self)
        try:
            result = reduce(array, axes, None, None, keepdim)
        except WRONG:
            return general(self)
        return wrap_result(result, dtype) if result.flags.c_contiguous else general(self)

    return run


def _reduced(*rest: Any) -> tuple[list[int] | None, bool, int | None]:
    """Return the dimensions, `keepdim` and the dtype, as far as the operator takes them."""
    if len(rest) < 2:
        return None, False, rest[0] if rest else None
    dims, keepdim, *dtype = rest
    return dims, keepdim, dtype[0] if dtype else None


_EXTREMES: dict[str, Callable[..., Any]] = {
    "aten.argmax": np.ndarray.argmax,
    "aten.argmin": np.ndarray.argmin,
}


def _place(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """Specialise the index of an extreme along a known dimension."""
    if not are_known(arguments):
        return None
    find, general, (_, dim, keepdim) = _EXTREMES[name], general_on(function, arguments), arguments

    def run(self: Tensor) -> Tensor:
        array = self.array
        if array.dtype not in COMPUTED or not array.ndim:
            return general(self)
        try:
            found = find(array, dim, keepdims=keepdim)
        except WRONG:
            return general(self)
        return wrap_result(found, INT64) if found.flags.c_contiguous else general(self)

    return run


_SOFTMAX = {"aten.softmax.int": softmax_of, "aten.log_softmax.int": log_softmax_of}


def _softmax(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    if not are_known(arguments) or arguments[2] is not None:
        return None
    of, dim, general = _SOFTMAX[name], arguments[1], general_on(function, arguments)

    def run(self: Tensor) -> Tensor:
        array = self.array
        plain = array.dtype in COMPUTED and array.flags.c_contiguous
        if not plain or not -array.ndim <= dim < array.ndim:
            return general(self)
        return wrap_result(of(array, dim), array.dtype)

    return run


REDUCTIONS: dict[str, Maker] = {
    **dict.fromkeys(_TOTALS, _reduction),
    **dict.fromkeys(_EXTREMES, _place),
    **dict.fromkeys(_SOFTMAX, _softmax),
}
