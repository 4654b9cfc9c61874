"""Sine, cosine and tangent, and their inverses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from xdsl.dialects.builtin import IntegerType, f32, f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops import minimax
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    horner,
    mul_add,
    odd,
    sign_and_size,
    subtract_parts,
    whole_part,
    with_sign,
)
from xdsl_torchscript.lowering.loops.math_constants import F32, F64, PI, parts_of

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


def _reduce_turns(
    code: ArithBuilder, x: SSAValue, n: SSAValue, reduction: ArgumentReduction
) -> SSAValue:
    """Return `x - n pi`."""
    if not reduction.fused:
        return _reduce_split(code, x, n, reduction.parts)
    for part in reduction.parts:
        x = code.call("fma", n, code.like(-part, n), x)
    return x


def _reduce_split(code: ArithBuilder, x: SSAValue, n: SSAValue, parts: Sequence[float]) -> SSAValue:
    """Return `x - n pi`, rounded once: all products but the last are exact, and so are all
    differences but that with the last but one, whose error the last difference makes up for."""
    *exact, third, fourth = parts
    x = subtract_parts(code, x, n, exact)
    product = code.mul(n, third)
    r = code.sub(x, product)
    error = code.sub(code.sub(x, r), product)
    return code.sub(r, mul_add(code, n, fourth, code.neg(error)))


def sin(code: ArithBuilder, x: SSAValue, reduction: ArgumentReduction) -> SSAValue:
    """Compute the f32 sine of `|x|` up to the limit of the reduction."""
    turns, n = whole_part(code, mul_add(code, x, float(1 / PI), F32.magic), F32.magic)
    return _sine(code, _reduce_turns(code, x, n, reduction), turns)


def cos(code: ArithBuilder, x: SSAValue, reduction: ArgumentReduction) -> SSAValue:
    """Compute the f32 cosine of `|x|` up to that limit: the sine a quarter turn further."""
    quarter_on = mul_add(code, x, float(1 / PI), 0.5)
    turns, n = whole_part(code, code.add(quarter_on, F32.magic), F32.magic)
    return _sine(code, _reduce_turns(code, x, code.sub(n, 0.5), reduction), turns)


def sin_far(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 sine of `|x|` up to TRIG_LIMIT, the argument being reduced in f64."""
    wide = code.cast(x, f64)
    turns, n = whole_part(code, mul_add(code, wide, float(1 / PI), F64.magic), F64.magic)
    r = code.cast(subtract_parts(code, wide, n, _PI_PARTS_F64), f32)
    return _sine(code, r, code.cast(turns, IntegerType(F32.width)))


def cos_far(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 cosine of `|x|` up to TRIG_LIMIT, the argument being reduced in f64."""
    wide = code.cast(x, f64)
    quarter_on = mul_add(code, wide, float(1 / PI), 0.5)
    turns, n = whole_part(code, code.add(quarter_on, F64.magic), F64.magic)
    r = code.cast(subtract_parts(code, wide, code.sub(n, 0.5), _PI_PARTS_F64), f32)
    return _sine(code, r, code.cast(turns, IntegerType(F32.width)))


def _sine(code: ArithBuilder, r: SSAValue, turns: SSAValue) -> SSAValue:
    """Return the sine of `r`, from -pi/2 to pi/2, negated for an odd number of half turns."""
    sign = code.shift_left_by(turns, F32.width - 1)
    return with_sign(code, odd(code, r, minimax.SINE), sign)


def tan(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 tangent of `|x|` up to TRIG_LIMIT in f64: that of `r`, or `-1 / tan(r)`, for
    `x = n pi / 2 + r`."""
    wide = code.cast(x, f64)
    turns, n = whole_part(code, mul_add(code, wide, float(2 / PI), F64.magic), F64.magic)
    r = subtract_parts(code, wide, n, [part / 2 for part in _PI_PARTS_F64])
    z = code.mul(r, r)
    t = mul_add(code, code.mul(r, z), horner(code, z, minimax.TAN), r)
    is_odd = code.compare("ne", code.bit_and(turns, 1), 0)
    value = code.div(code.select(is_odd, -1.0, t), code.select(is_odd, t, 1.0))
    return code.select(code.compare("eq", x, 0.0), x, code.cast(value, f32))


def atan(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the arc tangent of f32, with the sign of `x`."""
    sign, size = sign_and_size(code, x, F32)
    return with_sign(code, _angle(code, size, code.like(1.0, x)), sign)


def atan2(code: ArithBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """Expand the angle of a point in f32: that of its mirror image in the first quadrant, then pi
    less the angle if `x` has a sign, with the sign of `y`."""
    (sign, above), (is_left, aside) = (sign_and_size(code, part, F32) for part in (y, x))
    angle = _angle(code, above, aside)
    angle = code.select(code.compare("ne", is_left, 0), _less_angle(code, PI, angle), angle)
    return with_sign(code, angle, sign)


def asin(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the angle of f32 whose sine is `x`: near 1, pi/2 less twice that of the sine
    `sqrt((1 - x) / 2)`, with the sign of `x`."""
    sign, size = sign_and_size(code, x, F32)
    is_steep, r, rest = _small_arc(code, size)
    high, low = parts_of(PI / 2, F32.mantissa + 1, F32.mantissa + 1)
    steep = code.sub(mul_add(code, r, -2.0, high), mul_add(code, rest, 2.0, -low))
    return with_sign(code, code.select(is_steep, steep, code.add(r, rest)), sign)


def acos(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand the angle of f32 whose cosine is `x`: pi/2 less `asin(x)`, or near 1 and -1, twice the
    small angle of `asin`, or pi less that."""
    sign, size = sign_and_size(code, x, F32)
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
    return is_steep, r, code.mul(code.mul(r, z), horner(code, z, minimax.ASIN))


def _angle(code: ArithBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """Return the angle of a point in the first quadrant: the arc tangent of the smaller coordinate
    over the larger one, or pi/2 less that."""
    is_steep = code.compare("lt", x, y)
    smaller, larger = code.select(is_steep, x, y), code.select(is_steep, y, x)
    ratio = code.div(smaller, larger)
    ratio = code.select(code.compare("eq", smaller, larger), 1.0, ratio)  # of infinities, too
    ratio = code.select(code.compare("eq", code.add(smaller, larger), 0.0), 0.0, ratio)
    angle = odd(code, ratio, minimax.ATAN)
    return code.select(is_steep, _less_angle(code, PI / 2, angle), angle)


def _less_angle(code: ArithBuilder, whole: Fraction, angle: SSAValue) -> SSAValue:
    """Return `whole - angle`."""
    high, low = parts_of(whole, F32.mantissa + 1, F32.mantissa + 1)
    return code.sub(high, code.sub(angle, low))
