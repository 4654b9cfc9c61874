"""The error function in the widest float of numpy, which has none, as a reference."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

_LARGEST = 7.0
"""From here on, erf is 1 in float64."""
_BOUNDS = (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, _LARGEST)
"""Bounds of the ranges of arguments; the larger the argument, the more terms a range takes."""
_NEGLIGIBLE = 2.0**-70
"""The share of the sum below which a term changes nothing."""


def wide_erf(x: Any) -> Any:
    """Return erf of an array in its own type, a `longdouble`.

    The series `2 / sqrt(pi) exp(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...)` has positive terms only,
    so that nothing cancels. See Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.6.
    """
    size = np.abs(x)
    value = np.where(np.isnan(x), x, x.dtype.type(1))
    for least, limit in pairwise(_BOUNDS):
        within = (size >= least) & (size < limit)
        value[within] = _series(size[within])
    return np.copysign(value, x)


def _series(size: Any) -> Any:
    """Return erf of numbers that are not negative."""
    term, total, factor = size.copy(), size.copy(), 2 * size**2
    denominator = 1
    while np.any(term > total * _NEGLIGIBLE):
        denominator += 2
        term *= factor / denominator
        total += term
    root_pi = np.sqrt(4 * np.arctan(size.dtype.type(1)))
    return np.minimum(2 / root_pi * np.exp(-(size**2)) * total, 1)
