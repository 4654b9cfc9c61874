"""Elementary functions as arithmetic: reduce the argument, evaluate a polynomial, put the result
together. Each function returns the value that it emitted.

The algorithms are the classical ones (Cody and Waite, Software Manual for the Elementary Functions,
1980; Muller, Elementary Functions, 2016). A product and a sum may be contracted where the machine
has such an instruction: in polynomials, and where the product is exact. No operation may be
reordered: constants in several parts depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, f32, f64
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder, CodeOperand
from xdsl_torchscript.lowering.loops import minimax
from xdsl_torchscript.lowering.loops.math_constants import (
    F32,
    F64,
    LN2,
    LN10,
    LOG_SERIES,
    PI,
    Format,
    parts_of,
)

FORMATS: dict[Attribute, Format] = {f32: F32, f64: F64}
_EXP: dict[Attribute, Sequence[float]] = {f32: minimax.EXP_F32, f64: minimax.EXP_F64}
_CONTRACT = arith.FastMathFlagsAttr([FastMathFlag.ALLOW_CONTRACT])

TRIG_LIMIT = 1.0e6
"""Up to this size, f64 reduces the argument of sine and cosine exactly enough."""

_PI_PARTS_F64 = parts_of(PI, 33, 53)
"""The first times half an integer below 2^19 is exact in f64."""


@dataclass(frozen=True)
class ArgumentReduction:
    """The reduction of sine's and cosine's f32 arguments: subtract multiples of each part of pi."""

    parts: tuple[float, ...]
    limit: float
    """The size from which results are not exact enough."""
    fused: bool
    """Whether each product and its difference are rounded once."""


FUSED = ArgumentReduction(parts_of(PI, 24, 24, 24), 1.0e5, fused=True)
SPLIT = ArgumentReduction(parts_of(PI, 12, 12, 12, 24), 6.0e3, fused=False)
"""Products of the first three parts and half an integer below 2^11 are exact."""


def _contract(code: ArithBuilder, op_class: type[Operation], *operands: SSAValue) -> SSAValue:
    flags, types = {"fastmath": _CONTRACT}, [operands[0].type]
    op = op_class.create(operands=operands, result_types=types, properties=flags)
    return code.emit(op).results[0]


def _mul_add(code: ArithBuilder, a: SSAValue, b: CodeOperand, c: CodeOperand) -> SSAValue:
    """Return `a b + c`, rounded once where the machine has such an instruction."""
    b, c = (n if isinstance(n, SSAValue) else code.like(n, a) for n in (b, c))
    return _contract(code, arith.AddfOp, _contract(code, arith.MulfOp, a, b), c)


def _sub_mul(code: ArithBuilder, c: CodeOperand, a: SSAValue, b: CodeOperand) -> SSAValue:
    """Return `c - a b`, rounded once where the machine has such an instruction."""
    b, c = (n if isinstance(n, SSAValue) else code.like(n, a) for n in (b, c))
    return _contract(code, arith.SubfOp, c, _contract(code, arith.MulfOp, a, b))


def _horner(code: ArithBuilder, x: SSAValue, coefficients: Sequence[Fraction | float]) -> SSAValue:
    """Return the polynomial with these coefficients, the constant one first."""
    total = code.like(coefficients[-1], x)
    for coefficient in reversed(coefficients[:-1]):
        total = _mul_add(code, total, x, coefficient)
    return total


def _bits(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Return the representation of floats as integers."""
    return code.bitcast(x, IntegerType(FORMATS[element_of(x.type)].width))


def _whole(code: ArithBuilder, shifted: SSAValue, magic: float) -> tuple[SSAValue, SSAValue]:
    """Return an integer n to which `magic` was added: first in the last bits, then as a float.

    If `magic` is the format's plus a small integer k, these bits are those of `n + k`. Adding it to
    a float rounds that to n, if n is below 2^(mantissa - 1). NaN does not trap.
    """
    return _bits(code, shifted), code.sub(shifted, magic)


def _reduce(code: ArithBuilder, x: SSAValue, n: SSAValue, parts: Sequence[float]) -> SSAValue:
    """Return `x - n c` for a constant c in parts, the largest first."""
    for part in parts:
        x = _sub_mul(code, x, n, part)
    return x


def _reduce_turns(
    code: ArithBuilder, x: SSAValue, n: SSAValue, reduction: ArgumentReduction
) -> SSAValue:
    """Return `x - n pi`."""
    if not reduction.fused:
        return _reduce(code, x, n, reduction.parts)
    for part in reduction.parts:
        x = code.call("fma", n, code.like(-part, n), x)
    return x


def _power_of_two(code: ArithBuilder, biased: SSAValue, format: Format) -> SSAValue:
    """Return 2^n, a normal number, for an integer that ends with the bits of `n + bias`."""
    bits = code.shift_left_by(biased, format.mantissa)
    return code.bitcast(bits, f32 if format is F32 else f64)


def exp(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """2^n exp(r), the power in two factors, for its exponent may leave the range of normals."""
    format = FORMATS[element_of(x.type)]
    magic = format.magic + 2 * format.bias
    bits, value = _exp_parts(code, _between(code, x, *format.exp_range), magic, 1)
    half = code.shift_right_by(bits, 1)
    for part in (half, code.sub(bits, half)):
        value = code.mul(value, _power_of_two(code, part, format))
    return value


def exp_above_tiny(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand exp to `2^(n - 1) 2 exp(r)`, which is normal. Below the range of exp where results are
    normal, the result is too large, but tiny."""
    format = FORMATS[element_of(x.type)]
    lowest = -float(LN2) * (format.bias - 2)
    magic = format.magic + format.bias - 1
    bits, value = _exp_parts(code, _between(code, x, lowest, format.exp_range[1]), magic, 2)
    return code.mul(value, _power_of_two(code, bits, format))


def _exp_parts(
    code: ArithBuilder, x: SSAValue, magic: float, factor: int
) -> tuple[SSAValue, SSAValue]:
    """Return the bits of `magic + n`, and exp(r) times a factor, for `x = n ln(2) + r`."""
    element = element_of(x.type)
    bits, n = _whole(code, _mul_add(code, x, float(1 / LN2), magic), magic)
    r = _reduce(code, x, n, FORMATS[element].ln2_parts())
    return bits, _horner(code, r, [factor * c for c in _EXP[element]])


def exp2(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """2^n exp(r ln(2)) for `x = n + r`, the power in two factors as in `exp`."""
    format = FORMATS[element_of(x.type)]
    magic = format.magic + 2 * format.bias
    lowest, highest = (limit / float(LN2) for limit in format.exp_range)
    x = _between(code, x, lowest, highest)
    bits, n = _whole(code, code.add(x, magic), magic)
    r = code.mul(code.sub(x, n), float(LN2))
    half = code.shift_right_by(bits, 1)
    value = _horner(code, r, _EXP[element_of(x.type)])
    for part in (half, code.sub(bits, half)):
        value = code.mul(value, _power_of_two(code, part, format))
    return value


def expm1(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Twice the half, which does not leave the range of the format before the result does."""
    format = FORMATS[element_of(x.type)]
    lowest = -float(LN2) * (format.mantissa + 3)  # From here on it is -1 to the last bit.
    return code.mul(_expm1_part(code, _between(code, x, lowest, format.exp_range[1]), 1), 2.0)


def _expm1_part(code: ArithBuilder, x: SSAValue, scale: int) -> SSAValue:
    """Return `(exp(x) - 1) / 2^scale`: `2^(n - scale) p + (2^(n - scale) - 2^-scale)` for
    `x = n ln(2) + r` and `p = exp(r) - 1`."""
    element = element_of(x.type)
    format = FORMATS[element]
    magic = format.magic + format.bias - scale
    bits, n = _whole(code, _mul_add(code, x, float(1 / LN2), magic), magic)
    r = _reduce(code, x, n, format.ln2_parts())
    # As in `_odd`, the difference from 0 keeps the sign of -0.
    change = _sub_mul(code, 0.0, r, _horner(code, r, [-c for c in _EXP[element][2:]]))
    p = _mul_add(code, change, r, r)
    power = _power_of_two(code, bits, format)
    value = _mul_add(code, power, p, code.sub(power, 2.0**-scale))
    return code.select(code.compare("eq", n, 0.0), code.mul(p, 2.0**-scale), value)


def _half_expm1(code: ArithBuilder, size: SSAValue, format: Format) -> tuple[SSAValue, SSAValue]:
    """Return half of `exp(size) - 1`, and whether hyperbolic functions are infinite there."""
    (limit,) = parts_of(
        (format.bias + 2) * LN2 - Fraction(1, 2 << format.mantissa), format.mantissa + 1
    )
    half = code.mul(_expm1_part(code, _at_most(code, size, limit), 2), 2.0)
    return half, code.compare("lt", limit, size)


def sinh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`h + h / (2 h + 1)` with `h = (exp(|x|) - 1) / 2`, with the sign of `x`."""
    format = FORMATS[element_of(x.type)]
    sign, size = _sign_and_size(code, x, format)
    half, is_infinite = _half_expm1(code, size, format)
    value = code.add(half, code.div(half, code.add(code.add(half, half), 1.0)))
    return _with_sign(code, code.select(is_infinite, float("inf"), value), sign, format)


def cosh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`g + 1 / (4 g)` with `g = exp(|x|) / 2`."""
    format = FORMATS[element_of(x.type)]
    _, size = _sign_and_size(code, x, format)
    half, is_infinite = _half_expm1(code, size, format)
    power = code.add(half, 0.5)
    value = code.add(power, code.div(code.like(0.25, power), power))
    return code.select(is_infinite, float("inf"), value)


def tanh_f64(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e / (e + 2)` with `e = exp(2 |x|) - 1`, with the sign of `x`."""
    sign, size = _sign_and_size(code, x, F64)
    size = _at_most(code, size, 0.5 * (F64.mantissa + 3))  # From here on tanh is 1 to the last bit.
    e = _expm1_part(code, code.add(size, size), 0)
    return _with_sign(code, code.div(e, code.add(e, 2.0)), sign, F64)


def tanh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand tanh of f32 by the tangent of a sum: with `x = n ln(2)/2 + r` and `t = tanh(r)`,

    `tanh(x) = ((2^n + 1) t - (1 - 2^n)) / ((2^n + 1) - (1 - 2^n) t)`.
    """
    limit = 0.5 * (F32.mantissa + 3)  # From here on tanh is 1 to the last bit.
    x = _between(code, x, -limit, limit)
    magic = F32.magic + F32.bias
    bits, n = _whole(code, _mul_add(code, x, float(2 / LN2), magic), magic)
    r = _reduce(code, x, n, [part / 2 for part in F32.ln2_parts()])
    t = _odd(code, r, minimax.TANH)
    power = _power_of_two(code, bits, F32)
    above, below = code.add(power, 1.0), code.sub(1.0, power)
    product = _contract(code, arith.MulfOp, above, t)
    value = _contract(code, arith.SubfOp, product, below)
    return code.div(value, _sub_mul(code, above, below, t))


def _odd(code: ArithBuilder, r: SSAValue, coefficients: Sequence[float]) -> SSAValue:
    """Return `r - r z p(z)` with `z = r^2`.

    A difference from 0 is never -0, so the result for -0 is -0.
    """
    z = code.mul(r, r)
    change = _sub_mul(code, 0.0, z, _horner(code, z, coefficients))
    return _mul_add(code, change, r, r)


def _between(code: ArithBuilder, x: SSAValue, lowest: float, highest: float) -> SSAValue:
    """Return `x` or the limit that it exceeds, or NaN if `x` is NaN."""
    x = code.select(code.compare("lt", highest, x), highest, x)
    return code.select(code.compare("lt", x, lowest), lowest, x)


def _at_most(code: ArithBuilder, x: SSAValue, limit: float) -> SSAValue:
    """Return the smaller of `x` and the limit, or NaN if `x` is NaN."""
    return code.select(code.compare("lt", limit, x), limit, x)


def _sign_and_size(code: ArithBuilder, x: SSAValue, format: Format) -> tuple[SSAValue, SSAValue]:
    """Return the sign bit of `x`, in its position, and `|x|`."""
    bits = _bits(code, x)
    sign = code.bit_and(bits, -(1 << (format.width - 1)))
    return sign, code.bitcast(code.bit_xor(bits, sign), element_of(x.type))


def _with_sign(code: ArithBuilder, x: SSAValue, sign: SSAValue, format: Format) -> SSAValue:
    """`x`, its sign changed where `sign` has the sign bit."""
    return code.bitcast(code.bit_xor(_bits(code, x), sign), element_of(x.type))


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
    small = _mul_add(code, natural, low, code.mul(e, of_two[1]))
    value = code.add(code.mul(e, of_two[0]), _mul_add(code, natural, high, small))
    return _log_of_special(code, x, value)


def _log_terms(code: ArithBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue, SSAValue]:
    """Return e, f, `f^2 / 2` and `log(1 + f) - f + f^2 / 2` for `x = 2^e (1 + f)`, `|f|` small; a
    series in `s = f / (2 + f)`."""
    element = element_of(x.type)
    format = FORMATS[element]
    up = format.mantissa + 2
    tiny = code.compare("lt", x, 2.0 ** (1 - format.bias))
    bits = _bits(code, code.select(tiny, code.mul(x, 2.0**up), x))
    root_half = code.like(format.bits(0.5**0.5), bits)
    mantissa = code.like(format.mantissa, bits)
    exponent = code.shift_right_by(code.sub(bits, root_half), mantissa)
    fraction = code.bitcast(code.sub(bits, code.shift_left_by(exponent, mantissa)), element)
    scaled = code.sub(exponent, up)
    e = code.cast(code.select(tiny, scaled, exponent), element)
    f = code.sub(fraction, 1.0)
    s = code.div(f, code.add(f, 2.0))
    z = code.mul(s, s)
    series = code.mul(z, _horner(code, z, LOG_SERIES[: format.log_terms]))
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
    sign, size = _sign_and_size(code, x, format)
    square = code.mul(size, size)
    root = code.call("sqrt", code.add(square, 1.0))
    rest = code.add(size, code.div(square, code.add(root, 1.0)))
    return _with_sign(code, _log1p_or_of_twice(code, rest, size), sign, format)


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
    sign, size = _sign_and_size(code, x, format)
    ratio = code.div(code.add(size, size), code.sub(1.0, size))
    return _with_sign(code, code.mul(log1p(code, ratio), 0.5), sign, format)


def atan(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the arc tangent of f32, with the sign of `x`."""
    sign, size = _sign_and_size(code, x, F32)
    return _with_sign(code, _angle(code, size, code.like(1.0, x)), sign, F32)


def atan2(code: ArithBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """Expand the angle of a point in f32: that of its mirror image in the first quadrant, then pi
    less the angle if `x` has a sign, with the sign of `y`."""
    (sign, above), (is_left, aside) = (_sign_and_size(code, part, F32) for part in (y, x))
    angle = _angle(code, above, aside)
    angle = code.select(code.compare("ne", is_left, 0), _less_angle(code, PI, angle), angle)
    return _with_sign(code, angle, sign, F32)


def asin(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the angle of f32 whose sine is `x`: the point is at `sqrt((1 - x) (1 + x))`."""
    sign, size = _sign_and_size(code, x, F32)
    return _with_sign(code, _angle(code, size, _other_leg(code, size)), sign, F32)


def acos(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the angle of f32 whose cosine is `x`, as in `asin`."""
    size = code.absolute(x)
    angle = _angle(code, _other_leg(code, size), size)
    return code.select(code.compare("lt", x, 0.0), _less_angle(code, PI, angle), angle)


def _other_leg(code: ArithBuilder, size: SSAValue) -> SSAValue:
    """Return `sqrt(1 - size^2)`."""
    return code.call("sqrt", code.mul(code.sub(1.0, size), code.add(size, 1.0)))


def _angle(code: ArithBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """Return the angle of a point in the first quadrant: the arc tangent of the smaller coordinate
    over the larger one, or pi/2 less that."""
    is_steep = code.compare("lt", x, y)
    smaller, larger = code.select(is_steep, x, y), code.select(is_steep, y, x)
    ratio = code.div(smaller, larger)
    ratio = code.select(code.compare("eq", smaller, larger), 1.0, ratio)  # of infinities, too
    ratio = code.select(code.compare("eq", code.add(smaller, larger), 0.0), 0.0, ratio)
    angle = _odd(code, ratio, minimax.ATAN)
    return code.select(is_steep, _less_angle(code, PI / 2, angle), angle)


def _less_angle(code: ArithBuilder, whole: Fraction, angle: SSAValue) -> SSAValue:
    """Return `whole - angle`."""
    high, low = parts_of(whole, F32.mantissa + 1, F32.mantissa + 1)
    return code.sub(high, code.sub(angle, low))


def pow_of_positive(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Compute a power in f32 of 0 or a positive finite number, as `exp(y log(x))` in f64."""
    power = exp(code, code.mul(code.cast(y, f64), log(code, code.cast(x, f64))))
    return code.select(code.compare("eq", y, 0.0), 1.0, code.cast(power, f32))


def remainder(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Compute the remainder of a division in f32, with the sign of `x`: the quotient is less than
    2^28, so its product with `y` is exact in f64."""
    wide, by = code.cast(x, f64), code.cast(y, f64)
    quotient = code.call("trunc", code.div(wide, by))
    rest = code.cast(code.sub(wide, code.mul(quotient, by)), f32)
    return code.call("copysign", rest, x)


def is_short_division(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Return where `remainder` holds."""
    is_short = code.compare("lt", code.absolute(code.div(x, y)), 2.0**28)
    return code.bit_and(is_short, code.compare("lt", code.absolute(y), float("inf")))


def is_power_of_positive(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Return where `pow_of_positive` holds."""
    is_positive = code.compare("ge", _bits(code, x), 0)
    is_finite = code.compare("lt", code.maximum(x, code.absolute(y)), float("inf"))
    return code.bit_and(is_positive, is_finite)


def erf(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand erf of f32 to `x + x p(x^2)` near 0; elsewhere to `1 - 2^-q(|x|)`, with the sign of
    `x`."""
    near = _mul_add(code, _horner(code, code.mul(x, x), minimax.ERF_NEAR), x, x)
    sign, size = _sign_and_size(code, x, F32)
    q = _horner(code, _at_most(code, size, minimax.ERF_FAR_LIMIT), minimax.ERF_FAR)
    magic = F32.magic + F32.bias
    bits, n = _whole(code, code.sub(magic, q), magic)
    rest = _horner(code, code.add(q, n), minimax.EXP2_MINUS)
    far = _sub_mul(code, 1.0, _power_of_two(code, bits, F32), rest)
    is_near = code.compare("lt", size, minimax.ERF_NEAR_LIMIT)
    return code.select(is_near, near, _with_sign(code, far, sign, F32))


def sin(code: ArithBuilder, x: SSAValue, reduction: ArgumentReduction) -> SSAValue:
    """Compute the f32 sine of `|x|` up to the limit of the reduction."""
    turns, n = _whole(code, _mul_add(code, x, float(1 / PI), F32.magic), F32.magic)
    return _sine(code, _reduce_turns(code, x, n, reduction), turns)


def cos(code: ArithBuilder, x: SSAValue, reduction: ArgumentReduction) -> SSAValue:
    """Compute the f32 cosine of `|x|` up to that limit: the sine a quarter turn further."""
    quarter_on = _mul_add(code, x, float(1 / PI), 0.5)
    turns, n = _whole(code, code.add(quarter_on, F32.magic), F32.magic)
    return _sine(code, _reduce_turns(code, x, code.sub(n, 0.5), reduction), turns)


def sin_far(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 sine of `|x|` up to TRIG_LIMIT, the argument being reduced in f64."""
    wide = code.cast(x, f64)
    turns, n = _whole(code, _mul_add(code, wide, float(1 / PI), F64.magic), F64.magic)
    r = code.cast(_reduce(code, wide, n, _PI_PARTS_F64), f32)
    return _sine(code, r, code.cast(turns, IntegerType(F32.width)))


def cos_far(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 cosine of `|x|` up to TRIG_LIMIT, the argument being reduced in f64."""
    wide = code.cast(x, f64)
    quarter_on = _mul_add(code, wide, float(1 / PI), 0.5)
    turns, n = _whole(code, code.add(quarter_on, F64.magic), F64.magic)
    r = code.cast(_reduce(code, wide, code.sub(n, 0.5), _PI_PARTS_F64), f32)
    return _sine(code, r, code.cast(turns, IntegerType(F32.width)))


def tan(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 tangent of `|x|` up to TRIG_LIMIT in f64: that of `r`, or `-1 / tan(r)`, for
    `x = n pi / 2 + r`."""
    wide = code.cast(x, f64)
    turns, n = _whole(code, _mul_add(code, wide, float(2 / PI), F64.magic), F64.magic)
    r = _reduce(code, wide, n, [part / 2 for part in _PI_PARTS_F64])
    z = code.mul(r, r)
    t = _mul_add(code, code.mul(r, z), _horner(code, z, minimax.TAN), r)
    is_odd = code.compare("ne", code.bit_and(turns, 1), 0)
    value = code.div(code.select(is_odd, -1.0, t), code.select(is_odd, t, 1.0))
    return code.select(code.compare("eq", x, 0.0), x, code.cast(value, f32))


def _sine(code: ArithBuilder, r: SSAValue, turns: SSAValue) -> SSAValue:
    """Return the sine of `r`, from -pi/2 to pi/2, negated for an odd number of half turns."""
    sign = code.shift_left_by(turns, F32.width - 1)
    return _with_sign(code, _odd(code, r, minimax.SINE), sign, F32)
