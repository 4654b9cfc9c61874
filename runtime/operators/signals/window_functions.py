"""Windows of signals, and ranges with their end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    Table,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_or
from xdsl_torchscript.runtime.operators.pointwise.special import i0
from xdsl_torchscript.runtime.tensor import Array, Tensor

_WindowShape = Callable[..., Any]
"""A function of positions from 0 to 1 and of the parameters of the window."""


def _window(shape: _WindowShape, count: int, *defaults: float) -> Callable[..., Tensor]:
    """Return a window function of `count` numbers; others have their defaults. A periodic window is
    a longer one without its end."""

    def run(length: int, *arguments: Any) -> Tensor:
        if length < 0:
            raise BadValue(f"expected a window of length 0 or more, found {length}")
        periodic = arguments[0] if count else True
        numbers = [*arguments[1:count], *defaults[max(count - 1, 0) :]]
        target = dtype_or(arguments[count], FLOAT32)
        if length < 2:
            return Tensor(np.ones(length, target))
        places = np.arange(length) / (length if periodic else length - 1)
        return Tensor(np.asarray(shape(places, *numbers)).astype(target))

    return run


def _hamming(x: Array, alpha: float, beta: float) -> Any:
    return alpha - beta * np.cos(2 * np.pi * x)


def _blackman(x: Array) -> Any:
    return 0.42 - 0.5 * np.cos(2 * np.pi * x) + 0.08 * np.cos(4 * np.pi * x)


def _bartlett(x: Array) -> Any:
    return 1 - np.abs(2 * x - 1)


def _kaiser(x: Array, beta: float) -> Any:
    return i0(beta * np.sqrt(np.maximum(1 - (2 * x - 1) ** 2, 0))) / i0(beta)


# ---- lines of numbers


def _range(start: Any, end: Any, dtype: int | None, step: Any = 1) -> Tensor:
    """Return a range including its end; integer types truncate the bounds."""
    if dtype_or(dtype, FLOAT32).kind in "iu":
        start, end, step = int(start), int(end), int(step)
    if step == 0 or (end - start) / step < 0:
        raise BadValue(f"'aten.range' from {start} to {end} by {step}")
    count = int((end - start) / step) + 1
    return Tensor((start + np.arange(count) * step).astype(dtype_or(dtype, FLOAT32)))


_WINDOWS: dict[str, tuple[_WindowShape, tuple[tuple[str, int], ...], tuple[float, ...]]] = {
    "hann": (partial(_hamming, alpha=0.5, beta=0.5), (("", 0), (".periodic", 1)), ()),
    "blackman": (_blackman, (("", 0), (".periodic", 1)), ()),
    "bartlett": (_bartlett, (("", 0), (".periodic", 1)), ()),
    "kaiser": (_kaiser, (("", 0), (".periodic", 1), (".beta", 2)), (12.0,)),
    "hamming": (
        _hamming,
        (("", 0), (".periodic", 1), (".periodic_alpha", 2), (".periodic_alpha_beta", 3)),
        (0.54, 0.46),
    ),
}

WINDOW_FUNCTIONS: Table = {
    **{
        f"aten.{name}_window{overload}": _window(shape, count, *defaults)
        for name, (shape, overloads, defaults) in _WINDOWS.items()
        for overload, count in overloads
    },
    **by_name(_range, "aten.range", "aten.range.step"),
}
