"""Functions by powers of two: exponentials, hyperbolic functions, and erf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary import minimax
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    FORMATS,
    at_most,
    between,
    horner,
    mul_add,
    mul_sub,
    odd,
    power_of_two,
    sign_and_size,
    sub_mul,
    subtract_parts,
    whole_part,
    with_sign,
)
from xdsl_torchscript.lowering.loops.elementary.math_constants import (
    F32,
    F64,
    LN2,
    Format,
    parts_of,
)

_EXP: dict[Attribute, Sequence[float]] = {f32: minimax.EXP_F32, f64: minimax.EXP_F64}


def exp(code: ArithBuilder, x: SSAValue, rest: SSAValue | None = None) -> SSAValue:
    """Expand the exponential of `x`, or of `x + rest` if these are a double word, to 2^n exp(r),
    the power in two factors, for its exponent may leave the range of normals."""
    format = FORMATS[element_of(x.type)]
    magic = format.magic + 2 * format.bias
    limited = between(code, x, *format.exp_range)
    if rest is not None:
        rest = code.select(code.compare("eq", limited, x), rest, 0.0)
    bits, value = _exp_parts(code, limited, magic, 1, rest)
    half = code.shift_right_by(bits, 1)
    for part in (half, code.sub(bits, half)):
        value = code.mul(value, power_of_two(code, part, format))
    return value


def exp_above_tiny(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand exp to `2^(n - 1) 2 exp(r)`, which is normal. Below the range of exp where results are
    normal, the result is too large, but tiny."""
    format = FORMATS[element_of(x.type)]
    lowest = -float(LN2) * (format.bias - 2)
    magic = format.magic + format.bias - 1
    bits, value = _exp_parts(code, between(code, x, lowest, format.exp_range[1]), magic, 2)
    return code.mul(value, power_of_two(code, bits, format))


def _exp_parts(
    code: ArithBuilder, x: SSAValue, magic: float, factor: int, rest: SSAValue | None = None
) -> tuple[SSAValue, SSAValue]:
    """Return the bits of `magic + n`, and exp(r) times a factor, for `x + rest = n ln(2) + r`."""
    element = element_of(x.type)
    bits, n = whole_part(code, mul_add(code, x, float(1 / LN2), magic), magic)
    r = subtract_parts(code, x, n, FORMATS[element].ln2_parts())
    r = r if rest is None else code.add(r, rest)
    return bits, horner(code, r, [factor * c for c in _EXP[element]])


def exp2(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """2^n exp(r ln(2)) for `x = n + r`, the power in two factors as in `exp`."""
    format = FORMATS[element_of(x.type)]
    magic = format.magic + 2 * format.bias
    lowest, highest = (limit / float(LN2) for limit in format.exp_range)
    x = between(code, x, lowest, highest)
    bits, n = whole_part(code, code.add(x, magic), magic)
    r = code.mul(code.sub(x, n), float(LN2))
    half = code.shift_right_by(bits, 1)
    value = horner(code, r, _EXP[element_of(x.type)])
    for part in (half, code.sub(bits, half)):
        value = code.mul(value, power_of_two(code, part, format))
    return value


def expm1(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Twice the half, which does not leave the range of the format before the result does. It has
    the sign of `x`, that of 0 included."""
    format = FORMATS[element_of(x.type)]
    lowest = -float(LN2) * (format.mantissa + 3)  # From here on it is -1 to the last bit.
    half = _expm1_part(code, between(code, x, lowest, format.exp_range[1]), 1)
    return code.call("copysign", code.mul(half, 2.0), x)


def _expm1_part(code: ArithBuilder, x: SSAValue, scale: int) -> SSAValue:
    """Return `(exp(x) - 1) / 2^scale`: `2^(n - scale) (exp(r) - 1) + (2^(n - scale) - 2^-scale)`
    for `x = n ln(2) + r`."""
    element = element_of(x.type)
    format = FORMATS[element]
    magic = format.magic + format.bias - scale
    bits, n = whole_part(code, mul_add(code, x, float(1 / LN2), magic), magic)
    first, rest = _rest_in_parts(code, x, n)
    r = code.sub(first, rest)
    curve = horner(code, r, _EXP[element][2:])
    small = mul_sub(code, code.mul(r, r), curve, rest)
    power = power_of_two(code, bits, format)
    return mul_add(code, power, small, mul_add(code, power, first, code.sub(power, 2.0**-scale)))


def _rest_in_parts(code: ArithBuilder, x: SSAValue, n: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return `r = x - n ln(2)` as a difference of an exact number and a small one."""
    high, low = FORMATS[element_of(x.type)].ln2_parts()
    return sub_mul(code, x, n, high), code.mul(n, low)


def sinh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`(p + q) sinh(r) + (p - q) cosh(r)` for `|x| = n ln(2) + r`, `p = 2^(n - 1)` and
    `q = 2^(-n - 1)`, with the sign of `x`."""
    format = FORMATS[element_of(x.type)]
    sign, size = sign_and_size(code, x, format)
    p, q, r, odd, even = _hyperbolic_parts(code, size, format)
    plus, minus = code.add(p, q), code.sub(p, q)
    small = mul_add(code, plus, odd, code.mul(minus, even))
    value = code.add(mul_add(code, plus, r, minus), small)
    return with_sign(code, _twice_below_limit(code, value, size), sign)


def cosh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`(p + q) cosh(r) + (p - q) sinh(r)` for `|x| = n ln(2) + r`, `p = 2^(n - 1)` and
    `q = 2^(-n - 1)`."""
    size = code.absolute(x)
    p, q, r, odd, even = _hyperbolic_parts(code, size, FORMATS[element_of(x.type)])
    small = mul_add(code, code.sub(p, q), code.add(r, odd), code.mul(code.add(p, q), even))
    return _twice_below_limit(code, code.add(p, code.add(q, small)), size)


def _hyperbolic_parts(
    code: ArithBuilder, size: SSAValue, format: Format
) -> tuple[SSAValue, SSAValue, SSAValue, SSAValue, SSAValue]:
    """Return `p / 2`, `q / 2`, a part of r, and small rests: what it lacks to `sinh(r)`, and 1 to
    `cosh(r)`."""
    coefficients = _EXP[element_of(size.type)]
    x = at_most(code, size, _hyperbolic_limit(format))
    magic = format.magic + format.bias - 2
    bits, n = whole_part(code, mul_add(code, x, float(1 / LN2), magic), magic)
    first, rest = _rest_in_parts(code, x, n)
    r = code.sub(first, rest)
    z = code.mul(r, r)
    odd = mul_sub(code, code.mul(r, z), horner(code, z, coefficients[3::2]), rest)
    even = code.mul(z, horner(code, z, coefficients[2::2]))
    # The smallest q are not normal, and make no difference.
    mirrored = code.maximum(code.sub(format.bits(magic) + format.bias - 2, bits), 0)
    p, q = power_of_two(code, bits, format), power_of_two(code, mirrored, format)
    return p, q, first, odd, even


def _hyperbolic_limit(format: Format) -> float:
    """Return the number from which sinh and cosh are infinite."""
    (limit,) = parts_of(
        (format.bias + 2) * LN2 - Fraction(1, 2 << format.mantissa), format.mantissa + 1
    )
    return limit


def _twice_below_limit(code: ArithBuilder, half: SSAValue, size: SSAValue) -> SSAValue:
    """Return twice `half`, or infinity where hyperbolic functions of `size` are."""
    is_infinite = code.compare("lt", _hyperbolic_limit(FORMATS[element_of(size.type)]), size)
    return code.select(is_infinite, float("inf"), code.mul(half, 2.0))


def tanh_f64(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand tanh by the tangent of a sum: with `|x| = n ln(2)/2 + r`, `t = tanh(r)` and a factor
    c, it is

    `(c (1 - 2^-n) + c (1 + 2^-n) t) / (c (1 + 2^-n) + c (1 - 2^-n) t)`.

    From n = 2 on, the dividend is the divisor less `c 2^(1 - n) (1 - t)`, so the rounding of the
    divisor does not matter. For n = 1, c brings the divisor below 1, where it is half as large.
    """
    factor = 0.625
    size = at_most(code, code.absolute(x), 0.5 * (F64.mantissa + 3))  # From here on it is 1.
    magic = F64.magic + F64.bias
    bits, n = whole_part(code, mul_add(code, size, float(-2 / LN2), magic), magic)
    high, low = (part / 2 for part in F64.ln2_parts())
    first, rest = mul_add(code, n, high, size), code.mul(n, low)
    r = code.add(first, rest)
    z = code.mul(r, r)
    curve = horner(code, z, [-c for c in minimax.TANH_F64])
    t = code.add(first, mul_add(code, code.mul(r, z), curve, rest))
    power = power_of_two(code, bits, F64)
    above = mul_add(code, power, factor, factor)
    below = sub_mul(code, factor, power, factor)
    divisor = mul_add(code, below, t, above)
    twice = code.mul(power, 2 * factor)
    far = code.add(divisor, mul_sub(code, twice, t, twice))
    dividend = code.select(code.compare("lt", n, -1.0), far, mul_add(code, above, t, below))
    return code.call("copysign", code.div(dividend, divisor), x)


def tanh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand tanh of f32 by the tangent of a sum: with `x = n ln(2)/2 + r` and `t = tanh(r)`,

    `tanh(x) = ((2^n + 1) t - (1 - 2^n)) / ((2^n + 1) - (1 - 2^n) t)`.
    """
    limit = 0.5 * (F32.mantissa + 3)  # From here on tanh is 1 to the last bit.
    x = between(code, x, -limit, limit)
    magic = F32.magic + F32.bias
    bits, n = whole_part(code, mul_add(code, x, float(2 / LN2), magic), magic)
    t = odd(code, sub_mul(code, x, n, float(LN2 / 2)), minimax.TANH_F32)
    power = power_of_two(code, bits, F32)
    above, below = code.add(power, 1.0), code.sub(1.0, power)
    value = mul_sub(code, above, t, below)
    return code.div(value, sub_mul(code, above, below, t))


@dataclass(frozen=True)
class ErfPolynomials:
    """The polynomials of erf in a format: near 0, elsewhere, and of a power of two."""

    near_limit: float
    far_limit: float
    """The number from which erf is 1."""
    near: Sequence[float]
    far: Sequence[float]
    power: Sequence[float]


_ERF: dict[Attribute, ErfPolynomials] = {
    f32: ErfPolynomials(
        minimax.ERF_NEAR_LIMIT,
        minimax.ERF_FAR_LIMIT,
        minimax.ERF_NEAR,
        minimax.ERF_FAR,
        minimax.EXP2_MINUS,
    ),
    f64: ErfPolynomials(
        minimax.ERF_NEAR_LIMIT_F64,
        minimax.ERF_FAR_LIMIT_F64,
        minimax.ERF_NEAR_F64,
        minimax.ERF_FAR_F64,
        minimax.EXP2_MINUS_F64,
    ),
}


def erf(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand erf to `x + x p(x^2)` near 0; elsewhere to `1 - 2^-q(|x|)`, with the sign of `x`."""
    element = element_of(x.type)
    format, polynomials = FORMATS[element], _ERF[element]
    near = mul_add(code, horner(code, code.mul(x, x), polynomials.near), x, x)
    sign, size = sign_and_size(code, x, format)
    q = horner(code, at_most(code, size, polynomials.far_limit), polynomials.far)
    magic = format.magic + format.bias
    bits, n = whole_part(code, code.sub(magic, q), magic)
    rest = horner(code, code.add(q, n), polynomials.power)
    far = sub_mul(code, 1.0, power_of_two(code, bits, format), rest)
    is_near = code.compare("lt", size, polynomials.near_limit)
    return code.select(is_near, near, with_sign(code, far, sign))
