"""Logarithms, and the inverses of hyperbolic functions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    FORMATS,
    bits_of,
    horner,
    mul_add,
    sign_and_size,
    with_sign,
)
from xdsl_torchscript.lowering.loops.math_constants import LN2, LN10, LOG_SERIES, parts_of


def log(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e ln(2) + log(1 + f)`."""
    e, f, half_square, rest = _log_terms(code, x)
    high, low = FORMATS[element_of(x.type)].ln2_parts()
    # e high + (f - (f^2/2 - (rest + e low))): small terms first.
    correction = code.add(rest, code.mul(e, low))
    value = code.add(code.mul(e, high), code.sub(f, code.sub(half_square, correction)))
    return _log_of_special(code, x, value)


def log2(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e + log(1 + f) / ln(2)`."""
    return _log_to_base(code, x, (1.0, 0.0), 1 / LN2)


def log10(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e log10(2) + log(1 + f) / ln(10)`."""
    mantissa = FORMATS[element_of(x.type)].mantissa
    return _log_to_base(code, x, parts_of(LN2 / LN10, mantissa - 11, mantissa + 1), 1 / LN10)


def _log_to_base(
    code: ArithBuilder, x: SSAValue, of_two: Sequence[float], factor: Fraction
) -> SSAValue:
    """Return a logarithm by that of two, in parts, and the factor of the natural logarithm."""
    e, f, half_square, rest = _log_terms(code, x)
    natural = code.sub(f, code.sub(half_square, rest))
    mantissa = FORMATS[element_of(x.type)].mantissa
    high, low = parts_of(factor, mantissa + 1, mantissa + 1)
    small = mul_add(code, natural, low, code.mul(e, of_two[1]))
    value = code.add(code.mul(e, of_two[0]), mul_add(code, natural, high, small))
    return _log_of_special(code, x, value)


def _log_terms(code: ArithBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue, SSAValue]:
    """Return e, f, `f^2 / 2` and `log(1 + f) - f + f^2 / 2` for `x = 2^e (1 + f)`, `|f|` small; a
    series in `s = f / (2 + f)`."""
    element = element_of(x.type)
    format = FORMATS[element]
    up = format.mantissa + 2
    tiny = code.compare("lt", x, 2.0 ** (1 - format.bias))
    bits = bits_of(code, code.select(tiny, code.mul(x, 2.0**up), x))
    root_half = code.like(format.bits(0.5**0.5), bits)
    mantissa = code.like(format.mantissa, bits)
    exponent = code.shift_right_by(code.sub(bits, root_half), mantissa)
    fraction = code.bitcast(code.sub(bits, code.shift_left_by(exponent, mantissa)), element)
    scaled = code.sub(exponent, up)
    e = code.cast(code.select(tiny, scaled, exponent), element)
    f = code.sub(fraction, 1.0)
    s = code.div(f, code.add(f, 2.0))
    z = code.mul(s, s)
    series = code.mul(z, horner(code, z, LOG_SERIES[: format.log_terms]))
    half_square = code.mul(code.mul(f, f), 0.5)
    return e, f, half_square, code.mul(s, code.add(half_square, series))


def _log_of_special(code: ArithBuilder, x: SSAValue, value: SSAValue) -> SSAValue:
    """Return the logarithm of `x`, `value` for positive numbers."""
    infinity = float("inf")
    value = code.select(code.compare("ult", x, infinity), value, x)
    value = code.select(code.is_nan(x), x, value)
    value = code.select(code.compare("eq", x, 0.0), -infinity, value)
    return code.select(code.compare("lt", x, 0.0), float("nan"), value)


def log1p(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log(u) + (x - (u - 1)) / u` with `u = 1 + x`, whose rounding the second term corrects."""
    u = code.add(x, 1.0)
    correction = code.div(code.sub(x, code.sub(u, 1.0)), u)
    value = log(code, u)
    has_rest = code.bit_and(code.compare("gt", u, 0.0), code.compare("lt", u, float("inf")))
    value = code.select(has_rest, code.add(value, correction), value)
    return code.select(code.compare("eq", u, 1.0), x, value)


def asinh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))`, with the sign of `x`."""
    format = FORMATS[element_of(x.type)]
    sign, size = sign_and_size(code, x, format)
    square = code.mul(size, size)
    root = code.call("sqrt", code.add(square, 1.0))
    rest = code.add(size, code.div(square, code.add(root, 1.0)))
    return with_sign(code, _log1p_or_of_twice(code, rest, size), sign, format)


def acosh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log1p(t + sqrt(2 t + t^2))` with `t = x - 1`."""
    t = code.sub(x, 1.0)
    root = code.call("sqrt", code.mul(t, code.add(t, 2.0)))
    value = _log1p_or_of_twice(code, code.add(t, root), x)
    return code.select(code.compare("lt", x, 1.0), float("nan"), value)


def _log1p_or_of_twice(code: ArithBuilder, rest: SSAValue, size: SSAValue) -> SSAValue:
    """Return `log(1 + rest)`, or `log(2 size)` for large sizes, of which squares may overflow."""
    is_large = code.compare("lt", 2.0 ** (FORMATS[element_of(size.type)].mantissa + 2), size)
    value = log1p(code, code.select(is_large, size, rest))
    return code.add(value, code.select(is_large, code.like(float(LN2), size), 0.0))


def atanh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log1p(2 x / (1 - x)) / 2`, with the sign of `x`."""
    format = FORMATS[element_of(x.type)]
    sign, size = sign_and_size(code, x, format)
    ratio = code.div(code.add(size, size), code.sub(1.0, size))
    return with_sign(code, code.mul(log1p(code, ratio), 0.5), sign, format)
