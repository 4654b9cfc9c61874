"""Elementary functions as arithmetic: reduce the argument, evaluate Taylor's polynomial, put the
result together. Each function returns the value that it emitted.

The algorithms are the classical ones (Cody and Waite, Software Manual for the Elementary Functions,
1980; Muller, Elementary Functions, 2016). Only the operations of a polynomial may be contracted,
and none may be reordered: the two-part constants depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, f32, f64, i1
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.extended.arith import TruncIOp, element_of, with_lanes_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.math_constants import (
    COS_TAYLOR,
    ERF_LIMIT,
    ERF_RATIO,
    EXP_TAYLOR,
    F32,
    F64,
    HALF_PI,
    LN2,
    LOG_SERIES,
    SIN_TAYLOR,
    Format,
    leading_bits,
)

FORMATS: dict[Attribute, Format] = {f32: F32, f64: F64}
_CONTRACT = arith.FastMathFlagsAttr([FastMathFlag.ALLOW_CONTRACT])

TRIG_LIMIT = 1.0e6
"""Up to this size of the argument, sine and cosine reduce it exactly enough."""


def _horner(code: ArithBuilder, x: SSAValue, coefficients: Sequence[Fraction | float]) -> SSAValue:
    """Return the polynomial with these coefficients, the constant one first.

    Each step may be contracted to one rounding, where the machine has such an instruction.
    """
    total = code.like(coefficients[-1], x)
    for coefficient in reversed(coefficients[:-1]):
        product = _contract(code, arith.MulfOp, total, x)
        total = _contract(code, arith.AddfOp, product, code.like(coefficient, x))
    return total


def _contract(code: ArithBuilder, op_class: type[Operation], *operands: SSAValue) -> SSAValue:
    flags, types = {"fastmath": _CONTRACT}, [operands[0].type]
    op = op_class.create(operands=operands, result_types=types, properties=flags)
    return code.emit(op).results[0]


def _bits(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Return the representation of floats as integers."""
    return code.bitcast(x, IntegerType(FORMATS[element_of(x.type)].width))


def _nearest(code: ArithBuilder, x: SSAValue, format: Format) -> tuple[SSAValue, SSAValue]:
    """Round `x` to the nearest integer; return it as integer and as float. NaN does not trap;
    otherwise `|x|` must be below 2^(mantissa - 1).
    """
    shifted = code.add(x, format.magic)
    bits = _bits(code, shifted)
    whole = code.sub(bits, format.bits(format.magic))
    return whole, code.sub(shifted, format.magic)


def _power_of_two(code: ArithBuilder, n: SSAValue, format: Format, element: SSAValue) -> SSAValue:
    """2^n for a normal result, by building its representation."""
    biased = code.add(n, format.bias)
    bits = code.shift_left_by(biased, format.mantissa)
    return code.bitcast(bits, element_of(element.type))


def _reduce(code: ArithBuilder, x: SSAValue, format: Format) -> tuple[SSAValue, SSAValue]:
    """`(n, r)` with `x = n ln(2) + r`, n whole and `|r| <= ln(2)/2`."""
    whole, n = _nearest(code, code.mul(x, float(1 / LN2)), format)
    high, low = format.ln2_parts()
    return whole, code.sub(code.sub(x, code.mul(n, high)), code.mul(n, low))


def exp(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """2^n exp(r), the power in two factors, for its exponent may leave the range of normals."""
    format = FORMATS[element_of(x.type)]
    lowest, highest = format.exp_range
    x = code.select(code.compare("lt", highest, x), highest, x)
    x = code.select(code.compare("lt", x, lowest), lowest, x)
    n, r = _reduce(code, x, format)
    value = _horner(code, r, EXP_TAYLOR[: format.exp_degree + 1])
    half = code.shift_right_by(n, 1)
    for part in (half, code.sub(n, half)):
        value = code.mul(value, _power_of_two(code, part, format, x))
    return value


def tanh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e / (e + 2)` with `e = exp(2 |x|) - 1 = 2^n (exp(r) - 1) + (2^n - 1)`, and the sign of x."""
    format = FORMATS[element_of(x.type)]
    sign, size = _sign_and_size(code, x, format)
    # From here on tanh is 1 to the last bit, and 2^n stays small.
    limit = 0.5 * (format.mantissa + 3)
    size = code.select(code.compare("lt", limit, size), limit, size)
    n, r = _reduce(code, code.mul(size, 2.0), format)
    tail = _horner(code, r, EXP_TAYLOR[2 : format.exp_degree + 1])
    rest = code.add(r, code.mul(code.mul(r, r), tail))
    power = _power_of_two(code, n, format, x)
    e = code.add(code.mul(power, rest), code.sub(power, 1.0))
    value = code.div(e, code.add(e, 2.0))
    return _with_sign(code, value, sign, format)


def _sign_and_size(code: ArithBuilder, x: SSAValue, format: Format) -> tuple[SSAValue, SSAValue]:
    """Return the sign bit of `x`, in its position, and `|x|`."""
    bits = _bits(code, x)
    sign = code.bit_and(bits, -(1 << (format.width - 1)))
    return sign, code.bitcast(code.bit_xor(bits, sign), element_of(x.type))


def _with_sign(code: ArithBuilder, x: SSAValue, sign: SSAValue, format: Format) -> SSAValue:
    """`x`, its sign changed where `sign` has the sign bit."""
    return code.bitcast(code.bit_xor(_bits(code, x), sign), element_of(x.type))


def log(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e ln(2) + log(1 + f)` for `x = 2^e (1 + f)`, `|f|` small; a series in `s = f / (2 + f)`."""
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
    high, low = format.ln2_parts()
    # e high + (f - (f^2/2 - (s (f^2/2 + series) + e low))): small terms first.
    correction = code.add(code.mul(s, code.add(half_square, series)), code.mul(e, low))
    value = code.add(code.mul(e, high), code.sub(f, code.sub(half_square, correction)))
    infinity = float("inf")
    value = code.select(code.compare("ult", x, infinity), value, x)
    value = code.select(code.is_nan(x), x, value)
    value = code.select(code.compare("eq", x, 0.0), -infinity, value)
    return code.select(code.compare("lt", x, 0.0), float("nan"), value)


def erf(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand erf of f32: `x` times a polynomial in `x^2`, in f64; beyond the limit 1 to the last
    bit."""
    wide = code.cast(x, f64)
    wide = code.select(code.compare("lt", ERF_LIMIT, wide), ERF_LIMIT, wide)
    wide = code.select(code.compare("lt", wide, -ERF_LIMIT), -ERF_LIMIT, wide)
    u = code.sub(code.mul(code.mul(wide, wide), 0.125), 1.0)
    return code.cast(code.mul(wide, _horner(code, u, ERF_RATIO)), f32)


def sin(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Compute the f32 sine of `|x|` up to TRIG_LIMIT, with the sign of `x`."""
    sign, size = _sign_and_size(code, x, F32)
    return _with_sign(code, _trigonometric(code, size, 0), sign, F32)


def cos(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Cosine of f32 up to TRIG_LIMIT in size: the sine a quarter turn further."""
    return _trigonometric(code, x, 1)


def _trigonometric(code: ArithBuilder, x: SSAValue, quarters: int) -> SSAValue:
    """Expand sine or cosine of `x = n pi/2 + r` to a function of `r`, selected by the last two bits
    of `n + quarters`.

    r is computed in f64. Two parts of pi/2 with 33 bits and the rest give r 80 bits after the
    point. Every float is at least some 2^-35 away from a multiple of pi/2.
    """
    wide = code.cast(x, f64)
    whole, n = _nearest(code, code.mul(wide, float(1 / HALF_PI)), F64)
    high = leading_bits(HALF_PI, 33)
    r = code.sub(code.sub(wide, code.mul(n, float(high))), code.mul(n, float(HALF_PI - high)))
    r = code.cast(r, f32)
    turn = code.cast(whole, IntegerType(F32.width))
    if quarters:
        turn = code.add(turn, quarters)
    z = code.mul(r, r)
    sine = code.add(r, code.mul(code.mul(r, z), _horner(code, z, SIN_TAYLOR[1:5])))
    cosine = _horner(code, z, COS_TAYLOR[:6])
    bits = cast(IntegerType, with_lanes_of(i1, turn.type))
    is_odd = code.emit(TruncIOp(turn, bits)).result  # the lowest bit
    value = code.select(is_odd, cosine, sine)
    half_turn = code.bit_and(turn, 2)
    sign = code.shift_left_by(half_turn, F32.width - 2)
    return _with_sign(code, value, sign, F32)
