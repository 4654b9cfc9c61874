"""Functions over the reals, applied to each element."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Table,
    apply,
    floating_dtype,
    on_floats,
    on_reals,
    promote_operands,
    promote_to_real,
    real,
)
from xdsl_torchscript.runtime.operators.pointwise import special
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


@cache
def _one(dtype: NumpyDtype) -> Array:
    """Return 1 as a 0-d array, which numpy takes in half the time of Python's number."""
    return np.ones((), dtype)


def sigmoid_of(a: Array) -> Any:
    one = _one(a.dtype)
    powers = np.exp(np.negative(a))
    powers += one
    return one / powers


def _logit(self: Tensor, eps: float | None) -> Tensor:
    def of(a: Array) -> Any:
        inside = a if eps is None else np.clip(a, a.dtype.type(eps), a.dtype.type(1 - eps))
        return np.log(inside / (1 - inside))

    return apply(of, floating_dtype(self.array.dtype), self)


def _xlogy_of(a: Array, b: Array) -> Any:
    """Return `a * log(b)`; a zero `a` gives 0 unless `b` is NaN."""
    return np.where(np.isnan(b), b, np.where(a == 0, np.zeros_like(a), a * np.log(b)))


def _sinc(a: Array) -> Any:
    angle: Array = a * a.dtype.type(np.pi)
    return np.where(a == 0, a.dtype.type(1), np.sin(angle) / angle)


_XLOGY = promote_to_real(on_reals("aten.xlogy", _xlogy_of))


def log_of_sum(a: Array, b: Array) -> Any:
    """Return `log(exp(a) + exp(b))`; for complex numbers the larger one is factored out."""
    if a.dtype.kind != "c":
        return np.logaddexp(a, b)
    one, other = np.real(a), np.real(b)
    larger, smaller = np.where(one >= other, a, b), np.where(one >= other, b, a)
    endless = np.where(one < 0, smaller, np.log(np.exp(a) + np.exp(b)))
    shared = larger + np.log1p(np.exp(smaller - larger))
    found = np.where(np.isinf(one) & (one == other), endless, shared)
    return np.where(np.isnan(a) | np.isnan(b), a.dtype.type(complex(np.nan, np.nan)), found)


MATH: Table = {
    "aten.sin": real(np.sin),
    "aten.cos": real(np.cos),
    "aten.tan": real(np.tan),
    "aten.asin": real(np.arcsin),
    "aten.acos": real(np.arccos),
    "aten.atan": real(np.arctan),
    "aten.sinh": real(np.sinh),
    "aten.cosh": real(np.cosh),
    "aten.tanh": real(np.tanh),
    "aten.asinh": real(np.arcsinh),
    "aten.acosh": real(np.arccosh),
    "aten.atanh": real(np.arctanh),
    "aten.arcsin": real(np.arcsin),
    "aten.arccos": real(np.arccos),
    "aten.arctan": real(np.arctan),
    "aten.arcsinh": real(np.arcsinh),
    "aten.arccosh": real(np.arccosh),
    "aten.arctanh": real(np.arctanh),
    "aten.arctan2": promote_to_real(np.arctan2),
    "aten.exp": real(np.exp),
    "aten.exp2": real(np.exp2),
    "aten.expm1": real(np.expm1),
    "aten.log": real(np.log),
    "aten.log2": real(np.log2),
    "aten.log10": real(np.log10),
    "aten.log1p": real(np.log1p),
    "aten.sqrt": real(np.sqrt),
    "aten.rsqrt": real(lambda a: 1 / np.sqrt(a)),
    "aten.reciprocal": real(lambda a: 1 / a),
    "aten.sigmoid": real(sigmoid_of),
    "aten.special_expit": real(sigmoid_of),
    "aten.logit": _logit,
    "aten.erf": real(special.erf),
    "aten.erfc": real(special.erfc),
    "aten.erfinv": real(special.erfinv),
    "aten.lgamma": real(special.log_gamma),
    "aten.digamma": real(special.digamma),
    "aten.i0": real(special.i0),
    "aten.sinc": real(_sinc),
    "aten.deg2rad": real(np.deg2rad),
    "aten.rad2deg": real(np.rad2deg),
    "aten.logaddexp": promote_operands(on_floats("aten.logaddexp", log_of_sum)),
    "aten.logaddexp2": promote_operands(on_floats("aten.logaddexp2", np.logaddexp2)),
    "aten.xlogy.Tensor": _XLOGY,
    "aten.xlogy.Scalar_Self": _XLOGY,
    "aten.xlogy.Scalar_Other": _XLOGY,
}
