"""Powers of floats by logarithms with more bits than the result has."""

from __future__ import annotations

from fractions import Fraction

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    between,
    bits_of,
    horner,
    mul_add,
    sub_mul,
)
from xdsl_torchscript.lowering.loops.elementary.double_words import (
    DoubleWord,
    add_smaller,
    multiply_exactly,
)
from xdsl_torchscript.lowering.loops.elementary.exponentials import exp
from xdsl_torchscript.lowering.loops.elementary.logarithms import log, split_number
from xdsl_torchscript.lowering.loops.elementary.math_constants import F64, LOG_SERIES, parts_of

_THIRD = parts_of(Fraction(1, 3), 53, 53)
_LARGEST_EXPONENT = 2.0**66
"""Powers of a f64 number other than 1 to this or more are 0 or infinite."""


def is_power_of_finite(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Return where `pow_f32` and `pow_f64` hold."""
    return code.compare("lt", code.maximum(code.absolute(x), code.absolute(y)), float("inf"))


def pow_f32(code: ArithBuilder, x: SSAValue, y: SSAValue, _: bool) -> SSAValue:
    """Compute a power in f32, as `exp(y log(|x|))` in f64."""
    sign = _sign_of_power(code, x, y)
    logarithm = log(code, code.cast(code.absolute(x), f64))
    power = code.cast(exp(code, code.mul(code.cast(y, f64), logarithm)), f32)
    return code.select(code.compare("eq", y, 0.0), 1.0, code.mul(sign, power))


def pow_f64(code: ArithBuilder, x: SSAValue, y: SSAValue, fused: bool) -> SSAValue:
    """Compute a power in f64, as `exp(y log(|x|))` in double words."""
    sign = _sign_of_power(code, x, y)
    exponent = between(code, y, -_LARGEST_EXPONENT, _LARGEST_EXPONENT)
    logarithm = _log_in_two(code, code.absolute(x), fused)
    high, low = multiply_exactly(code, logarithm.high, exponent, fused)
    power = exp(code, high, mul_add(code, logarithm.low, exponent, low))
    of_zero = code.select(code.compare("lt", y, 0.0), code.like(float("inf"), x), 0.0)
    power = code.select(code.compare("eq", x, 0.0), of_zero, power)
    return code.select(code.compare("eq", y, 0.0), 1.0, code.mul(sign, power))


def _sign_of_power(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Return 1, or for a negative number -1 if `y` is odd, and NaN if `y` is not an integer."""
    half = code.call("trunc", code.mul(y, 0.5))
    rest = code.absolute(code.sub(y, code.add(half, half)))
    sign = code.select(code.compare("eq", rest, 0.0), code.like(1.0, x), float("nan"))
    sign = code.select(code.compare("eq", x, 0.0), 1.0, sign)
    sign = code.select(code.compare("eq", rest, 1.0), -1.0, sign)
    return code.select(code.compare("lt", bits_of(code, x), 0), sign, 1.0)


def _log_in_two(code: ArithBuilder, x: SSAValue, fused: bool) -> DoubleWord:
    """Return the logarithm of a positive number in f64 to 2^-64 of it: `e ln(2) + 2 s (1 + t)` for
    `x = 2^e (1 + f)` and `s = f / (2 + f)`, with `t = s^2 / 3 + s^4 / 5 + ...`."""
    e, f = split_number(code, x)
    s = _divide(code, f, code.add(f, 2.0), fused)
    t = _series(code, s, fused)
    twice, twice_low = code.add(s.high, s.high), code.add(s.low, s.low)
    product = multiply_exactly(code, twice, t.high, fused)
    rest = mul_add(code, twice, t.low, mul_add(code, twice_low, t.high, product.low))
    near = add_smaller(code, twice, product.high)
    near_low = code.add(near.low, code.add(twice_low, rest))
    high, low = F64.ln2_parts()
    total = add_smaller(code, code.mul(e, high), near.high)
    return DoubleWord(total.high, code.add(total.low, mul_add(code, e, low, near_low)))


def _divide(code: ArithBuilder, f: SSAValue, divisor: SSAValue, fused: bool) -> DoubleWord:
    """Return `s = f / (2 + f)` for the rounded divisor; its inverse is `(1 - s) / 2`."""
    s = code.div(f, divisor)
    lost = code.sub(f, code.sub(divisor, 2.0))
    product = multiply_exactly(code, s, divisor, fused)
    rest = code.sub(code.sub(code.sub(f, product.high), product.low), code.mul(s, lost))
    return DoubleWord(s, code.mul(rest, sub_mul(code, 0.5, s, 0.5)))


def _series(code: ArithBuilder, s: DoubleWord, fused: bool) -> DoubleWord:
    """Return `s^2 / 3 + s^4 / 5 + ...`, of which the first term needs the bits of two floats."""
    z = multiply_exactly(code, s.high, s.high, fused)
    z_low = mul_add(code, code.add(s.high, s.high), s.low, z.low)
    third, third_low = (code.like(part, s.high) for part in _THIRD)
    first = multiply_exactly(code, z.high, third, fused)
    first_low = mul_add(code, z.high, third_low, mul_add(code, z_low, third, first.low))
    further = [term / 2 for term in LOG_SERIES[1:]]
    square = code.mul(z.high, z.high)
    t = add_smaller(code, first.high, code.mul(square, horner(code, z.high, further)))
    return DoubleWord(t.high, code.add(t.low, first_low))
