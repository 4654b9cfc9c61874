"""Conversion of elements between types, rounded as in PyTorch: doubles become float16 by way of
float32, so they are rounded twice."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.storage import Array

_HALF, _SINGLE = np.dtype(np.float16), np.dtype(np.float32)
_WIDER = frozenset({np.dtype(np.float64), np.dtype(np.complex128)})
"""Types that numpy rounds to float16 at once."""


def convert(array: Array, dtype: np.dtype[Any], copy: bool = False) -> Array:
    """Return the elements converted to the type: the array itself if it has that type, unless a
    copy is requested."""
    return _prepared(array, dtype).astype(dtype, copy=copy)


def write(target: Array, values: Array) -> None:
    """Write values into an array, broadcast and converted."""
    np.copyto(target, _prepared(values, target.dtype), casting="unsafe")


def _prepared(array: Array, dtype: np.dtype[Any]) -> Array:
    """Return the elements in a type that numpy converts as PyTorch does."""
    return array.astype(_SINGLE) if dtype is _HALF and array.dtype in _WIDER else array
