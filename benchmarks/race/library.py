"""`Library`: the operations that the array forms use, in numpy and in JAX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Library:
    """A numeric library: `np` has numpy's names."""

    np: Any
    erf: Callable[[Any], Any]
    conv: Callable[[Any, Any, int, int], Any]
    """A convolution without bias of images and weights, with its stride and padding."""
    max_pool: Callable[[Any, int, int, int], Any]
    """The largest of each window of images, with its size, stride and padding."""
    scan: Callable[[Callable[[Any, Any], Any], Any, Any], Any]
    """The last state of a step over the rows of an array."""

    def sigmoid(self, x: Any) -> Any:
        return 1 / (1 + self.np.exp(-x))


def _windows(x: Any, size: int, stride: int, padding: int, fill: float) -> Any:
    pads = ((0, 0), (0, 0), (padding, padding), (padding, padding))
    padded = np.pad(x, pads, constant_values=fill)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (size, size), (2, 3))
    return windows[:, :, ::stride, ::stride]


def _conv(x: Any, w: Any, stride: int, padding: int) -> Any:
    windows = _windows(x, w.shape[2], stride, padding, 0)
    return np.tensordot(w, windows, ((1, 2, 3), (1, 4, 5))).swapaxes(0, 1)


def _max_pool(x: Any, size: int, stride: int, padding: int) -> Any:
    return _windows(x, size, stride, padding, -np.inf).max((4, 5))


def _scan(step: Callable[[Any, Any], Any], state: Any, rows: Any) -> Any:
    for row in rows:
        state = step(state, row)
    return state


def numpy_library() -> Library:
    """Return numpy, with scipy's error function. Raises ImportError."""
    from scipy.special import erf  # noqa: PLC0415

    return Library(np, erf, _conv, _max_pool, _scan)


def jax_library() -> Library:
    """Return JAX. Raises ImportError."""
    import jax  # noqa: PLC0415
    from jax import lax  # noqa: PLC0415

    def conv(x: Any, w: Any, stride: int, padding: int) -> Any:
        return lax.conv_general_dilated(x, w, (stride, stride), [(padding, padding)] * 2)

    def max_pool(x: Any, size: int, stride: int, padding: int) -> Any:
        pads = [(0, 0), (0, 0), (padding, padding), (padding, padding)]
        window, strides = (1, 1, size, size), (1, 1, stride, stride)
        return lax.reduce_window(x, -np.inf, lax.max, window, strides, pads)

    def scan(step: Callable[[Any, Any], Any], state: Any, rows: Any) -> Any:
        return lax.scan(lambda s, row: (step(s, row), None), state, rows)[0]

    return Library(jax.numpy, jax.scipy.special.erf, conv, max_pool, scan)
