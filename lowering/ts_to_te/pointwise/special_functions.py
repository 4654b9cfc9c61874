"""Special functions: the error function's relatives, and functions from the neighbouring files."""

from __future__ import annotations

import math

from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.pointwise import chebyshev_series as series
from xdsl_torchscript.lowering.ts_to_te.pointwise.bessel_functions import BESSEL_FUNCTIONS
from xdsl_torchscript.lowering.ts_to_te.pointwise.double_functions import chebyshev_sum, in_double
from xdsl_torchscript.lowering.ts_to_te.pointwise.gamma_functions import GAMMA_FUNCTIONS
from xdsl_torchscript.lowering.ts_to_te.rule import PointwiseRule, for_aten
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _scaled_erfc(s: ScalarCode, x: SSAValue) -> SSAValue:
    """Return `exp(x^2) erfc(x)`; below 0 by reflection."""
    size = s.absolute(x)
    u = s.sub(1.0, s.div(4.0, s.add(size, 2.0)))
    right = s.div(chebyshev_sum(s, series.SCALED_ERROR, u), s.add(s.add(size, size), 1.0))
    left = s.sub(s.mul(s.call("exp", s.mul(x, x)), 2.0), right)
    return s.select(s.lt(x, s.like(0.0, x)), left, right)


def _log_normal_cdf(s: ScalarCode, x: SSAValue) -> SSAValue:
    """Return the logarithm of the normal distribution; `erfcx` gives its left tail."""
    scaled = s.mul(x, math.sqrt(0.5))
    tail = s.sub(s.call("log", s.mul(_scaled_erfc(s, s.neg(scaled)), 0.5)), s.mul(scaled, scaled))
    middle = s.call("log1p", s.mul(s.call("erfc", scaled), -0.5))
    return s.select(s.lt(x, s.like(-1.0, x)), tail, middle)


def _inverse_error(s: ScalarCode, x: SSAValue, rest: SSAValue) -> SSAValue:
    """Return the inverse of the error function at `x >= 0`, where `rest` is `1 - x`."""
    w = s.neg(s.call("log", s.mul(rest, s.add(x, 1.0))))
    root = s.call("sqrt", w)
    near = s.mul(chebyshev_sum(s, series.INVERSE_ERROR_NEAR, w), x)
    far = chebyshev_sum(s, series.INVERSE_ERROR_FAR, root)
    tail = chebyshev_sum(s, series.INVERSE_ERROR_TAIL, root)
    beyond = s.select(s.le(root, s.like(6.25, x)), far, tail)
    found = s.select(s.le(w, s.like(6.25, x)), near, beyond)
    found = s.select(s.eq(rest, s.like(0.0, x)), math.inf, found)
    return s.select(s.lt(rest, s.like(0.0, x)), math.nan, found)


def _erfinv(s: ScalarCode, x: SSAValue) -> SSAValue:
    size = s.absolute(x)
    return s.call("copysign", _inverse_error(s, size, s.sub(1.0, size)), x)


def _normal_quantile(s: ScalarCode, p: SSAValue) -> SSAValue:
    """Return where the normal distribution is `p`, from the nearer tail."""
    above = s.sub(1.0, p)
    is_left = s.lt(p, s.like(0.5, p))
    rest = s.mul(s.select(is_left, p, above), 2.0)
    size = s.mul(_inverse_error(s, s.sub(1.0, rest), rest), math.sqrt(2))
    return s.select(is_left, s.neg(size), size)


SPECIAL_FUNCTIONS: dict[str, PointwiseRule] = for_aten({
    **GAMMA_FUNCTIONS,
    **BESSEL_FUNCTIONS,
    "special_erfcx": in_double(_scaled_erfc),
    "special_log_ndtr": in_double(_log_normal_cdf),
    "special_ndtri": in_double(_normal_quantile),
    "erfinv": in_double(_erfinv),
})  # fmt: skip
"""By op name."""
