"""Special functions. They are scipy's, which is imported by the first call of one of them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import Unary
from xdsl_torchscript.runtime.tensor import Array


@cache
def _function(name: str) -> Any:
    return getattr(import_module("scipy.special"), name)


def _special(name: str) -> Unary:
    def call(a: Any) -> Any:
        return _function(name)(a)

    return call


digamma = _special("psi")
erf = _special("erf")
erfc = _special("erfc")
erfinv = _special("erfinv")
gamma = _special("gamma")
i0 = _special("i0")
_gammaln = _special("gammaln")


def log_gamma(a: Array) -> Any:
    """scipy answers -inf at -inf, C and PyTorch inf."""
    return np.where(np.isinf(a), np.abs(a), _gammaln(a))
