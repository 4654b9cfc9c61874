"""Functions by powers of two: exponentials, hyperbolic functions, and erf."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, f64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops import minimax
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    FORMATS,
    at_most,
    between,
    contract,
    horner,
    mul_add,
    odd,
    power_of_two,
    sign_and_size,
    sub_mul,
    subtract_parts,
    whole_part,
    with_sign,
)
from xdsl_torchscript.lowering.loops.math_constants import F32, F64, LN2, Format, parts_of

_EXP: dict[Attribute, Sequence[float]] = {f32: minimax.EXP_F32, f64: minimax.EXP_F64}


def exp(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """2^n exp(r), the power in two factors, for its exponent may leave the range of normals."""
    format = FORMATS[element_of(x.type)]
    magic = format.magic + 2 * format.bias
    bits, value = _exp_parts(code, between(code, x, *format.exp_range), magic, 1)
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
    code: ArithBuilder, x: SSAValue, magic: float, factor: int
) -> tuple[SSAValue, SSAValue]:
    """Return the bits of `magic + n`, and exp(r) times a factor, for `x = n ln(2) + r`."""
    element = element_of(x.type)
    bits, n = whole_part(code, mul_add(code, x, float(1 / LN2), magic), magic)
    r = subtract_parts(code, x, n, FORMATS[element].ln2_parts())
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
    """Twice the half, which does not leave the range of the format before the result does."""
    format = FORMATS[element_of(x.type)]
    lowest = -float(LN2) * (format.mantissa + 3)  # From here on it is -1 to the last bit.
    return code.mul(_expm1_part(code, between(code, x, lowest, format.exp_range[1]), 1), 2.0)


def _expm1_part(code: ArithBuilder, x: SSAValue, scale: int) -> SSAValue:
    """Return `(exp(x) - 1) / 2^scale`: `2^(n - scale) p + (2^(n - scale) - 2^-scale)` for
    `x = n ln(2) + r` and `p = exp(r) - 1`."""
    element = element_of(x.type)
    format = FORMATS[element]
    magic = format.magic + format.bias - scale
    bits, n = whole_part(code, mul_add(code, x, float(1 / LN2), magic), magic)
    r = subtract_parts(code, x, n, format.ln2_parts())
    # As in `_odd`, the difference from 0 keeps the sign of -0.
    change = sub_mul(code, 0.0, r, horner(code, r, [-c for c in _EXP[element][2:]]))
    p = mul_add(code, change, r, r)
    power = power_of_two(code, bits, format)
    value = mul_add(code, power, p, code.sub(power, 2.0**-scale))
    return code.select(code.compare("eq", n, 0.0), code.mul(p, 2.0**-scale), value)


def _half_expm1(code: ArithBuilder, size: SSAValue, format: Format) -> tuple[SSAValue, SSAValue]:
    """Return half of `exp(size) - 1`, and whether hyperbolic functions are infinite there."""
    (limit,) = parts_of(
        (format.bias + 2) * LN2 - Fraction(1, 2 << format.mantissa), format.mantissa + 1
    )
    half = code.mul(_expm1_part(code, at_most(code, size, limit), 2), 2.0)
    return half, code.compare("lt", limit, size)


def sinh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`h + h / (2 h + 1)` with `h = (exp(|x|) - 1) / 2`, with the sign of `x`."""
    format = FORMATS[element_of(x.type)]
    sign, size = sign_and_size(code, x, format)
    half, is_infinite = _half_expm1(code, size, format)
    value = code.add(half, code.div(half, code.add(code.add(half, half), 1.0)))
    return with_sign(code, code.select(is_infinite, float("inf"), value), sign, format)


def cosh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`g + 1 / (4 g)` with `g = exp(|x|) / 2`."""
    format = FORMATS[element_of(x.type)]
    _, size = sign_and_size(code, x, format)
    half, is_infinite = _half_expm1(code, size, format)
    power = code.add(half, 0.5)
    value = code.add(power, code.div(code.like(0.25, power), power))
    return code.select(is_infinite, float("inf"), value)


def tanh_f64(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e / (e + 2)` with `e = exp(2 |x|) - 1`, with the sign of `x`."""
    sign, size = sign_and_size(code, x, F64)
    size = at_most(code, size, 0.5 * (F64.mantissa + 3))  # From here on tanh is 1 to the last bit.
    e = _expm1_part(code, code.add(size, size), 0)
    return with_sign(code, code.div(e, code.add(e, 2.0)), sign, F64)


def tanh(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand tanh of f32 by the tangent of a sum: with `x = n ln(2)/2 + r` and `t = tanh(r)`,

    `tanh(x) = ((2^n + 1) t - (1 - 2^n)) / ((2^n + 1) - (1 - 2^n) t)`.
    """
    limit = 0.5 * (F32.mantissa + 3)  # From here on tanh is 1 to the last bit.
    x = between(code, x, -limit, limit)
    magic = F32.magic + F32.bias
    bits, n = whole_part(code, mul_add(code, x, float(2 / LN2), magic), magic)
    r = subtract_parts(code, x, n, [part / 2 for part in F32.ln2_parts()])
    t = odd(code, r, minimax.TANH)
    power = power_of_two(code, bits, F32)
    above, below = code.add(power, 1.0), code.sub(1.0, power)
    product = contract(code, arith.MulfOp, above, t)
    value = contract(code, arith.SubfOp, product, below)
    return code.div(value, sub_mul(code, above, below, t))


def erf(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Expand erf of f32 to `x + x p(x^2)` near 0; elsewhere to `1 - 2^-q(|x|)`, with the sign of
    `x`."""
    near = mul_add(code, horner(code, code.mul(x, x), minimax.ERF_NEAR), x, x)
    sign, size = sign_and_size(code, x, F32)
    q = horner(code, at_most(code, size, minimax.ERF_FAR_LIMIT), minimax.ERF_FAR)
    magic = F32.magic + F32.bias
    bits, n = whole_part(code, code.sub(magic, q), magic)
    rest = horner(code, code.add(q, n), minimax.EXP2_MINUS)
    far = sub_mul(code, 1.0, power_of_two(code, bits, F32), rest)
    is_near = code.compare("lt", size, minimax.ERF_NEAR_LIMIT)
    return code.select(is_near, near, with_sign(code, far, sign, F32))
