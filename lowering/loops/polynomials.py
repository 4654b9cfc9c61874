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


def _sine(code: ArithBuilder, r: SSAValue, turns: SSAValue) -> SSAValue:
    """Return the sine of `r`, from -pi/2 to pi/2, negated for an odd number of half turns."""
    sign = code.shift_left_by(turns, F32.width - 1)
    return _with_sign(code, _odd(code, r, minimax.SINE), sign, F32)
