"""Sine, cosine and tangent, and their inverses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from xdsl.dialects.builtin import IntegerType, f32, f64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary import minimax
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    FORMATS,
    horner,
    mul_add,
    mul_sub,
    odd,
    sign_and_size,
    subtract_parts,
    whole_part,
    with_sign,
)
from xdsl_torchscript.lowering.loops.elementary.math_constants import F32, PI, parts_of

TRIG_LIMIT = 1.0e6
"""Up to this size, f64 reduces the arguments of f32 functions exactly enough."""


_PI_PARTS_F64 = parts_of(PI, 33, 53)
"""The first times half an integer below 2^19 is exact in f64."""


@dataclass(frozen=True)
class ArgumentReduction:
    """The reduction of arguments of sine and cosine: subtract multiples of each part of pi."""

    parts: tuple[float, ...]
    limit: float
    """The size from which results are not exact enough."""
    fused: bool
    """Whether each product and its difference are rounded once."""


FUSED: dict[Attribute, ArgumentReduction] = {
    f32: ArgumentReduction(parts_of(PI, 24, 24, 24), 1.0e5, fused=True),
    f64: ArgumentReduction(parts_of(PI, 53, 53, 53), 1.0e9, fused=True),
}


SPLIT: dict[Attribute, ArgumentReduction] = {
    f32: ArgumentReduction(parts_of(PI, 12, 12, 12, 24), 6.0e3, fused=False),
    f64: ArgumentReduction(parts_of(PI, 27, 23, 26, 53), 1.0e8, fused=False),
}
"""Products of the first three parts and half an integer below 2^11, in f64 2^25, are exact. The
first two end where a difference below 2 still has bits, so that differences are exact, too."""

_SINE: dict[Attribute, Sequence[float]] = {f32: minimax.SINE, f64: minimax.SINE_F64}
_ASIN: dict[Attribute, Sequence[float]] = {f32: minimax.ASIN, f64: minimax.ASIN_F64}
_ATAN: dict[Attribute, Sequence[float]] = {f32: minimax.ATAN, f64: minimax.ATAN_F64}


def _reduce_turns(
    code: ArithBuilder, x: SSAValue, n: SSAValue, reduction: ArgumentReduction
) -> SSAValue:
    """Return `x - n pi`."""
    if not reduction.fused:
        return code.sub(*_reduce_split(code, x, n, reduction.parts))
    for part in reduction.parts:
        x = code.call("fma", n, code.like(-part, n), x)
    return x


def _reduce_split(
    code: ArithBuilder, x: SSAValue, n: SSAValue, parts: Sequence[float]
) -> tuple[SSAValue, SSAValue]:
    """Return `x - n pi` as a difference: all products but the last are exact, and so are all
    differences but that with the last but one, whose error the subtrahend makes up for."""
    *exact, third, fourth = parts
    x = subtract_parts(code, x, n, exact)
    product = code.mul(n, third)
    r = code.sub(x, product)
    error = code.sub(code.sub(x, r), product)
    return r, mul_add(code, n, fourth, code.neg(error))


def sin(code: ArithBuilder, x: SSAValue, reduction: ArgumentReduction) -> SSAValue:
    """Compute the sine of `|x|` up to the limit of the reduction."""
    turns, n = _nearest_multiple(code, x, 1 / PI)
    return _sine(code, _reduce_turns(code, x, n, reduction), turns)


def cos(code: ArithBuilder, x: SSAValue, reduction: ArgumentReduction) -> SSAValue:
    """Compute the cosine of `|x|` up to that limit: the sine a quarter turn further."""
    turns, n = _nearest_half_multiple(code, x)
    return _sine(code, _reduce_turns(code, x, n, reduction), turns)


def sin_far(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 sine of `|x|` up to TRIG_LIMIT, the argument being reduced in f64."""
    wide = code.cast(x, f64)
    turns, n = _nearest_multiple(code, wide, 1 / PI)
    return _sine_of_wide(code, subtract_parts(code, wide, n, _PI_PARTS_F64), turns)


def cos_far(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 cosine of `|x|` up to TRIG_LIMIT, the argument being reduced in f64."""
    wide = code.cast(x, f64)
    turns, n = _nearest_half_multiple(code, wide)
    return _sine_of_wide(code, subtract_parts(code, wide, n, _PI_PARTS_F64), turns)


def _nearest_multiple(
    code: ArithBuilder, x: SSAValue, inverse: Fraction
) -> tuple[SSAValue, SSAValue]:
    """Return the integer nearest to `x inverse`: in the last bits of an integer, and as a float."""
    magic = FORMATS[element_of(x.type)].magic
    return whole_part(code, mul_add(code, x, float(inverse), magic), magic)


def _nearest_half_multiple(code: ArithBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return the odd multiple of 1/2 nearest to `x / pi`, and before it that plus 1/2 as an
    integer."""
    magic = FORMATS[element_of(x.type)].magic
    quarter_on = mul_add(code, x, float(1 / PI), 0.5)
    turns, n = whole_part(code, code.add(quarter_on, magic), magic)
    return turns, code.sub(n, 0.5)


def _sine_of_wide(code: ArithBuilder, r: SSAValue, turns: SSAValue) -> SSAValue:
    """Return the f32 sine of an f64 number, as `_sine` does."""
    return _sine(code, code.cast(r, f32), code.cast(turns, IntegerType(F32.width)))


def _sine(code: ArithBuilder, r: SSAValue, turns: SSAValue) -> SSAValue:
    """Return the sine of `r`, from -pi/2 to pi/2, negated for an odd number of half turns."""
    element = element_of(r.type)
    sign = code.shift_left_by(turns, FORMATS[element].width - 1)
    return with_sign(code, odd(code, r, _SINE[element]), sign)


def tan(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f64 tangent of `|x|` up to the limit of SPLIT: that of a difference `r - rest`,
    in which `rest` counts about `1 + r^2` times."""
    turns, n = _nearest_multiple(code, x, 2 / PI)
    r, rest = _reduce_split(code, x, code.mul(n, 0.5), SPLIT[f64].parts)
    z = code.mul(r, r)
    curve = horner(code, z, minimax.TAN_F64)
    small = mul_sub(code, code.mul(r, z), curve, mul_add(code, rest, z, rest))
    return _tangent(code, x, code.add(r, small), turns)


def tan_in_f64(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 tangent of `|x|` up to TRIG_LIMIT in f64."""
    wide = code.cast(x, f64)
    turns, n = _nearest_multiple(code, wide, 2 / PI)
    r = subtract_parts(code, wide, n, [part / 2 for part in _PI_PARTS_F64])
    z = code.mul(r, r)
    t = mul_add(code, code.mul(r, z), horner(code, z, minimax.TAN), r)
    return code.cast(_tangent(code, wide, t, turns), f32)


def _tangent(code: ArithBuilder, x: SSAValue, t: SSAValue, turns: SSAValue) -> SSAValue:
    """Return the tangent of `x = n pi / 2 + r`, n in the last bits of `turns`: `t = tan(r)`, or
    `-1 / t`."""
    is_odd = code.compare("ne", code.bit_and(turns, 1), 0)
    value = code.div(code.select(is_odd, -1.0, t), code.select(is_odd, t, 1.0))
    return code.select(code.compare("eq", x, 0.0), x, value)


def atan(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the arc tangent, with the sign of `x`."""
    sign, size = sign_and_size(code, x, FORMATS[element_of(x.type)])
    return with_sign(code, _angle(code, size, code.like(1.0, x)), sign)


def atan2(code: ArithBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """Expand the angle of a point: that of its mirror image in the first quadrant, then pi less
    the angle if `x` has a sign, with the sign of `y`."""
    format = FORMATS[element_of(x.type)]
    (sign, above), (is_left, aside) = (sign_and_size(code, part, format) for part in (y, x))
    angle = _angle(code, above, aside)
    angle = code.select(code.compare("ne", is_left, 0), _less_angle(code, PI, angle), angle)
    return with_sign(code, angle, sign)


def asin(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the angle whose sine is `x`: near 1, pi/2 less twice that of the sine
    `sqrt((1 - x) / 2)`, with the sign of `x`."""
    format = FORMATS[element_of(x.type)]
    sign, size = sign_and_size(code, x, format)
    is_steep, r, rest = _small_arc(code, size)
    high, low = parts_of(PI / 2, format.mantissa + 1, format.mantissa + 1)
    steep = code.sub(mul_add(code, r, -2.0, high), mul_add(code, rest, 2.0, -low))
    return with_sign(code, code.select(is_steep, steep, code.add(r, rest)), sign)


def acos(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the angle whose cosine is `x`: pi/2 less `asin(x)`, or near 1 and -1, twice the small
    angle of `asin`, or pi less that."""
    sign, size = sign_and_size(code, x, FORMATS[element_of(x.type)])
    is_steep, r, rest = _small_arc(code, size)
    angle = code.add(r, rest)
    twice = code.add(angle, angle)
    is_left = code.compare("ne", sign, 0)
    steep = code.select(is_left, _less_angle(code, PI, twice), twice)
    flat = _less_angle(code, PI / 2, with_sign(code, angle, sign))
    return code.select(is_steep, steep, flat)


def _small_arc(code: ArithBuilder, size: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue]:
    """Return whether a sine is above 1/2, and the angle of the sine, or of `sqrt((1 - sine) / 2)`
    if it is, in two parts: the sine and a small rest."""
    is_steep = code.compare("lt", code.like(0.5, size), size)
    z = code.select(is_steep, mul_add(code, size, -0.5, 0.5), code.mul(size, size))
    r = code.select(is_steep, code.call("sqrt", z), size)
    return is_steep, r, code.mul(code.mul(r, z), horner(code, z, _ASIN[element_of(size.type)]))


def _angle(code: ArithBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """Return the angle of a point in the first quadrant: the arc tangent of the smaller coordinate
    over the larger one, or pi/2 less that."""
    is_steep = code.compare("lt", x, y)
    smaller, larger = code.select(is_steep, x, y), code.select(is_steep, y, x)
    ratio = code.div(smaller, larger)
    ratio = code.select(code.compare("eq", smaller, larger), 1.0, ratio)  # of infinities, too
    ratio = code.select(code.compare("eq", code.add(smaller, larger), 0.0), 0.0, ratio)
    angle = odd(code, ratio, _ATAN[element_of(x.type)])
    return code.select(is_steep, _less_angle(code, PI / 2, angle), angle)


def _less_angle(code: ArithBuilder, whole: Fraction, angle: SSAValue) -> SSAValue:
    """Return `whole - angle`."""
    mantissa = FORMATS[element_of(angle.type)].mantissa
    high, low = parts_of(whole, mantissa + 1, mantissa + 1)
    return code.sub(high, code.sub(angle, low))
