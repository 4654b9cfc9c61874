"""Logarithms, and the inverses of hyperbolic functions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary import minimax
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    FORMATS,
    bits_of,
    horner,
    mul_add,
    power_of_two,
    sign_and_size,
    with_sign,
)
from xdsl_torchscript.lowering.loops.elementary.math_constants import (
    LN2,
    LN10,
    LOG_SERIES,
    parts_of,
)


def log(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e ln(2) + log(1 + f)`."""
    e, f = split_number(code, x)
    return _log_of_special(code, x, _log_of_parts(code, e, f, *_log_terms(code, f)))


def _log_of_parts(
    code: ArithBuilder, e: SSAValue, f: SSAValue, half_square: SSAValue, rest: SSAValue
) -> SSAValue:
    """Return `e ln(2) + (f - (half_square - rest))`: small terms first."""
    high, low = FORMATS[element_of(e.type)].ln2_parts()
    correction = code.add(rest, code.mul(e, low))
    return code.add(code.mul(e, high), code.sub(f, code.sub(half_square, correction)))


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
    e, f = split_number(code, x)
    half_square, rest = _log_terms(code, f)
    natural = code.sub(f, code.sub(half_square, rest))
    mantissa = FORMATS[element_of(x.type)].mantissa
    high, low = parts_of(factor, mantissa + 1, mantissa + 1)
    small = mul_add(code, natural, low, code.mul(e, of_two[1]))
    value = code.add(code.mul(e, of_two[0]), mul_add(code, natural, high, small))
    return _log_of_special(code, x, value)


def split_number(code: ArithBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return e and f for a positive `x = 2^e (1 + f)`, `|f|` small."""
    element = element_of(x.type)
    format = FORMATS[element]
    up = format.mantissa + 2
    tiny = code.compare("lt", x, 2.0 ** (1 - format.bias))
    exponent, f = split_normal(code, code.select(tiny, code.mul(x, 2.0**up), x))
    return code.cast(code.select(tiny, code.sub(exponent, up), exponent), element), f


def split_normal(code: ArithBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return e, an integer, and f for a positive normal number `x = 2^e (1 + f)`, `|f|` small."""
    element = element_of(x.type)
    format, bits = FORMATS[element], bits_of(code, x)
    root_half = code.like(format.bits(0.5**0.5), bits)
    mantissa = code.like(format.mantissa, bits)
    exponent = code.shift_right_by(code.sub(bits, root_half), mantissa)
    fraction = code.bitcast(code.sub(bits, code.shift_left_by(exponent, mantissa)), element)
    return exponent, code.sub(fraction, 1.0)


def _log_terms(code: ArithBuilder, f: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return `f^2 / 2` and `log(1 + f) - f + f^2 / 2`: a polynomial in f32; in f64, where
    it would be long, a series in `s = f / (2 + f)`."""
    square = code.mul(f, f)
    half_square = code.mul(square, 0.5)
    if element_of(f.type) == f32:
        return half_square, code.mul(code.mul(square, f), horner(code, f, minimax.LOG_F32))
    s = code.div(f, code.add(f, 2.0))
    z = code.mul(s, s)
    series = code.mul(z, horner(code, z, LOG_SERIES))
    return half_square, code.mul(s, code.add(half_square, series))


def _log_of_special(code: ArithBuilder, x: SSAValue, value: SSAValue) -> SSAValue:
    """Return the logarithm of `x`, `value` for positive numbers."""
    infinity = float("inf")
    value = code.select(code.compare("lt", x, infinity), value, x)
    value = code.select(code.compare("eq", x, 0.0), -infinity, value)
    return code.select(code.compare("lt", x, 0.0), float("nan"), value)


def log1p(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log(u) + c / u` with `u = 1 + x = 2^e (1 + f)`, whose rounding is `c = x - (u - 1)`. Where e
    is 0, that is `log(1 + x)`, without rounding."""
    element = element_of(x.type)
    format = FORMATS[element]
    u = code.add(x, 1.0)
    exponent, f = split_normal(code, u)
    is_near = code.compare("eq", exponent, 0)
    # 2^(2 - e) is normal for the greatest e, too.
    scale = power_of_two(code, code.sub(format.bias + 2, exponent), format)
    lost = code.mul(code.sub(x, code.sub(u, 1.0)), scale)
    f = code.select(is_near, x, f)
    half_square, rest = _log_terms(code, f)
    # A quarter of 1 / (1 + f), to 7 %, which suffices for a rounding error.
    inverse = mul_add(code, mul_add(code, f, 0.25, -0.25), f, 0.25)
    rest = code.select(is_near, rest, mul_add(code, lost, inverse, rest))
    value = _log_of_parts(code, code.cast(exponent, element), f, half_square, rest)
    return code.select(code.compare("eq", u, 1.0), x, _log_of_special(code, u, value))


def asinh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))`, with the sign of `x`."""
    sign, size = sign_and_size(code, x, FORMATS[element_of(x.type)])
    square = code.mul(size, size)
    root = code.call("sqrt", code.add(square, 1.0))
    rest = code.add(size, code.div(square, code.add(root, 1.0)))
    return with_sign(code, _log1p_or_of_twice(code, rest, size), sign)


def acosh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log1p(t + sqrt(t^2 + 2 t))` with `t = x - 1`, and what that sum lost to rounding if it is
    small."""
    t = code.sub(x, 1.0)
    root = code.call("sqrt", mul_add(code, t, t, code.add(t, t)))
    total = code.add(root, t)
    lost = code.sub(t, code.sub(total, root))
    lost = code.select(code.compare("lt", total, 0.5), lost, 0.0)
    value = code.add(_log1p_or_of_twice(code, total, x), lost)
    return code.select(code.compare("lt", x, 1.0), float("nan"), value)


def _log1p_or_of_twice(code: ArithBuilder, rest: SSAValue, size: SSAValue) -> SSAValue:
    """Return `log(1 + rest)`, or `log(2 size)` for large sizes, of which squares may overflow."""
    is_large = code.compare("lt", 2.0 ** (FORMATS[element_of(size.type)].mantissa + 2), size)
    value = log1p(code, code.select(is_large, size, rest))
    return code.add(value, code.select(is_large, code.like(float(LN2), size), 0.0))


def atanh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`log1p(2 x / (1 - x)) / 2`, with the sign of `x`."""
    sign, size = sign_and_size(code, x, FORMATS[element_of(x.type)])
    ratio = code.div(code.add(size, size), code.sub(1.0, size))
    return with_sign(code, code.mul(log1p(code, ratio), 0.5), sign)
