"""Special functions. They are scipy's, which is imported by the first call of one of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.lowering.loops.elementary.math_constants import ERF_LIMIT, ERF_RATIO
from xdsl_torchscript.runtime.operators.core import FLOAT32, Unary
from xdsl_torchscript.runtime.tensor import Array


def _special(name: str) -> Unary:
    target = f"scipy.special:{name}"

    def call(a: Any) -> Any:
        return lazy_import(target)(a)

    return call


digamma = _special("psi")
_erf = _special("erf")
erfc = _special("erfc")
erfinv = _special("erfinv")
gamma = _special("gamma")
i0 = _special("i0")
_gammaln = _special("gammaln")


_BLOCK = 1 << 15
"""The elements that go through all steps of a polynomial while they are in the cache."""

_FEW = 1 << 9
"""So few elements are computed one by one sooner than by steps."""


def erf(a: Any) -> Any:
    """Return scipy's erf, and for many float32 elements the polynomial of native code, as scipy
    computes each in float64."""
    if getattr(a, "dtype", None) is not FLOAT32 or a.size < _FEW or not a.flags.c_contiguous:
        return _erf(a)
    made = np.empty_like(a)
    given, taken = a.reshape(-1), made.reshape(-1)
    limit = np.float32(ERF_LIMIT)
    highest, *rest = _COEFFICIENTS
    for start in range(0, a.size, _BLOCK):
        # erf(x) / x by Horner's scheme, in place.
        block = taken[start : start + _BLOCK]
        x = given[start : start + _BLOCK].clip(-limit, limit)
        u = x * x
        u *= np.float32(1 / 8)
        u -= np.float32(1)
        block[...] = highest
        for coefficient in rest:
            block *= u
            block += coefficient
        block *= x
    return made


_COEFFICIENTS = tuple(np.array(c, np.float32) for c in reversed(ERF_RATIO))


def log_gamma(a: Array) -> Any:
    """Return the logarithm of the gamma function; inf at -inf as in C, unlike scipy."""
    return np.where(np.isinf(a), np.abs(a), _gammaln(a))
