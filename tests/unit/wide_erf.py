"""The error function in the widest float of numpy, which has none, as a reference."""

from __future__ import annotations

from typing import Any

import numpy as np

_TERMS = 250
_LARGEST = 7.0
"""From here on, erf is 1 in float64."""


def wide_erf(x: Any) -> Any:
    """Return erf of an array in its own type, a `longdouble`.

    The series `2 / sqrt(pi) exp(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...)` has positive terms only,
    so that nothing cancels. See Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.6.
    """
    size = np.minimum(np.abs(x), _LARGEST)
    term, total = size.copy(), size.copy()
    for n in range(1, _TERMS):
        term *= 2 * size**2 / (2 * n + 1)
        total += term
    root_pi = np.sqrt(4 * np.arctan(x.dtype.type(1)))
    value = np.minimum(2 / root_pi * np.exp(-(size**2)) * total, 1)
    return np.copysign(value, x)
