"""Bessel functions, by Chebyshev series; of large arguments, in Hankel's form."""

from __future__ import annotations

import math

from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.pointwise import chebyshev_series as series
from xdsl_torchscript.lowering.ts_to_te.pointwise.double_functions import (
    One,
    chebyshev_sum,
    in_double,
)
from xdsl_torchscript.lowering.ts_to_te.rule import PointwiseRule
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _scaled_i(order: int) -> One:
    """Return `exp(-|x|)` times the modified Bessel function of the first kind."""
    near, far = ((series.I0_NEAR, series.I0_FAR), (series.I1_NEAR, series.I1_FAR))[order]

    def function(s: ScalarCode, x: SSAValue) -> SSAValue:
        size = s.absolute(x)
        close = chebyshev_sum(s, near, size)
        distant = s.div(chebyshev_sum(s, far, s.div(1.0, size)), s.call("sqrt", size))
        is_near = s.le(size, s.like(near.high, x))
        if order == 0:
            return s.select(is_near, close, distant)
        return s.select(is_near, s.mul(close, x), s.call("copysign", distant, x))

    return function


def _modified_i(order: int) -> One:
    return lambda s, x: s.mul(_scaled_i(order)(s, x), s.call("exp", s.absolute(x)))


def _modified_k(order: int, *, scaled: bool) -> One:
    """Return the modified Bessel function of the second kind, `exp(x)` times it if `scaled`."""
    near, far = ((series.K0_NEAR, series.K0_FAR), (series.K1_NEAR, series.K1_FAR))[order]

    def function(s: ScalarCode, x: SSAValue) -> SSAValue:
        regular = chebyshev_sum(s, near, s.mul(x, x))
        logarithm = s.mul(s.call("log", s.mul(x, 0.5)), _modified_i(order)(s, x))
        if order == 0:
            close = s.sub(regular, logarithm)
        else:
            close = s.add(s.add(s.mul(regular, x), logarithm), s.div(1.0, x))
        distant = s.div(chebyshev_sum(s, far, s.div(1.0, x)), s.call("sqrt", x))
        if scaled:
            close = s.mul(close, s.call("exp", x))
        else:
            distant = s.mul(distant, s.call("exp", s.neg(x)))
        found = s.select(s.le(x, s.like(2.0, x)), close, distant)
        positive = s.select(s.eq(x, s.like(0.0, x)), math.inf, found)
        return s.select(s.lt(x, s.like(0.0, x)), math.nan, positive)

    return function


_HANKEL = ((series.P0, series.Q0), (series.P1, series.Q1))


def _hankel(s: ScalarCode, size: SSAValue, order: int, *, second: bool) -> SSAValue:
    """Return a Bessel function of a large argument, as a wave whose phase is a sum."""
    inverse = s.div(1.0, size)
    square = s.mul(inverse, inverse)
    p, q = (chebyshev_sum(s, row, square) for row in _HANKEL[order])
    q = s.mul(q, inverse)
    sine, cosine = s.call("sin", size), s.call("cos", size)
    rising, falling = s.add(sine, cosine), s.sub(sine, cosine)
    # sin and cos of x - pi/4, or of x - 3 pi/4, times the square root of 2
    wave_cosine, wave_sine = (rising, falling) if order == 0 else (falling, s.neg(rising))
    if second:
        wave = s.add(s.mul(p, wave_sine), s.mul(q, wave_cosine))
    else:
        wave = s.sub(s.mul(p, wave_cosine), s.mul(q, wave_sine))
    return s.div(wave, s.call("sqrt", s.mul(size, math.pi)))


def _bessel_j(order: int) -> One:
    near = (series.J0_NEAR, series.J1_NEAR)[order]

    def function(s: ScalarCode, x: SSAValue) -> SSAValue:
        size = s.absolute(x)
        close = chebyshev_sum(s, near, s.mul(x, x))
        distant = _hankel(s, size, order, second=False)
        if order == 1:
            close = s.mul(close, size)
        found = s.select(s.le(size, s.like(8.0, x)), close, distant)
        return found if order == 0 else s.mul(found, s.call("copysign", s.like(1.0, x), x))

    return function


def _bessel_y(order: int) -> One:
    near = (series.Y0_NEAR, series.Y1_NEAR)[order]

    def function(s: ScalarCode, x: SSAValue) -> SSAValue:
        regular = chebyshev_sum(s, near, s.mul(x, x))
        singular = s.mul(s.call("log", x), _bessel_j(order)(s, x))
        if order == 1:
            regular, singular = s.mul(regular, x), s.sub(singular, s.div(1.0, x))
        close = s.add(regular, s.mul(singular, 2 / math.pi))
        distant = _hankel(s, x, order, second=True)
        found = s.select(s.le(x, s.like(8.0, x)), close, distant)
        positive = s.select(s.eq(x, s.like(0.0, x)), -math.inf, found)
        return s.select(s.lt(x, s.like(0.0, x)), math.nan, positive)

    return function


def _spherical_j0(s: ScalarCode, x: SSAValue) -> SSAValue:
    size = s.absolute(x)
    found = s.select(s.eq(x, s.like(0.0, x)), 1.0, s.div(s.call("sin", x), x))
    return s.select(s.eq(size, s.like(math.inf, x)), 0.0, found)


BESSEL_FUNCTIONS: dict[str, PointwiseRule] = {
    "i0 special_modified_bessel_i0": in_double(_modified_i(0)),
    "special_i1 special_modified_bessel_i1": in_double(_modified_i(1)),
    "special_i0e": in_double(_scaled_i(0)),
    "special_i1e": in_double(_scaled_i(1)),
    "special_modified_bessel_k0": in_double(_modified_k(0, scaled=False)),
    "special_modified_bessel_k1": in_double(_modified_k(1, scaled=False)),
    "special_scaled_modified_bessel_k0": in_double(_modified_k(0, scaled=True)),
    "special_scaled_modified_bessel_k1": in_double(_modified_k(1, scaled=True)),
    "special_bessel_j0": in_double(_bessel_j(0)),
    "special_bessel_j1": in_double(_bessel_j(1)),
    "special_bessel_y0": in_double(_bessel_y(0)),
    "special_bessel_y1": in_double(_bessel_y(1)),
    "special_spherical_bessel_j0": in_double(_spherical_j0),
}
"""By names without `aten.`."""

CYLINDRICAL = frozenset(f"aten.special_bessel_{kind}" for kind in ("j0", "j1", "y0", "y1"))
"""Functions whose kernels take up to twice the interpreter's time, by op name."""
