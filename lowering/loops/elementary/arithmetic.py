"""The steps of elementary functions: polynomials, powers of two, signs and limits of floats.

A product and a sum may be contracted where the machine has such an instruction: in polynomials, and
where the product is exact. No operation may be reordered: constants in several parts depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, f32, f64
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder, CodeOperand
from xdsl_torchscript.lowering.loops.elementary.math_constants import F32, F64, Format

FORMATS: dict[Attribute, Format] = {f32: F32, f64: F64}

_CONTRACT = arith.FastMathFlagsAttr([FastMathFlag.ALLOW_CONTRACT])


def contract(code: ArithBuilder, op_class: type[Operation], *operands: SSAValue) -> SSAValue:
    """Emit a product or sum that may be contracted with another one."""
    flags, types = {"fastmath": _CONTRACT}, [operands[0].type]
    op = op_class.create(operands=operands, result_types=types, properties=flags)
    return code.emit(op).results[0]


def mul_add(code: ArithBuilder, a: SSAValue, b: CodeOperand, c: CodeOperand) -> SSAValue:
    """Return `a b + c`, rounded once where the machine has such an instruction."""
    b, c = (n if isinstance(n, SSAValue) else code.like(n, a) for n in (b, c))
    return contract(code, arith.AddfOp, contract(code, arith.MulfOp, a, b), c)


def mul_sub(code: ArithBuilder, a: SSAValue, b: SSAValue, c: SSAValue) -> SSAValue:
    """Return `a b - c`, rounded once where the machine has such an instruction."""
    return contract(code, arith.SubfOp, contract(code, arith.MulfOp, a, b), c)


def sub_mul(code: ArithBuilder, c: CodeOperand, a: SSAValue, b: CodeOperand) -> SSAValue:
    """Return `c - a b`, rounded once where the machine has such an instruction."""
    b, c = (n if isinstance(n, SSAValue) else code.like(n, a) for n in (b, c))
    return contract(code, arith.SubfOp, c, contract(code, arith.MulfOp, a, b))


def horner(code: ArithBuilder, x: SSAValue, coefficients: Sequence[Fraction | float]) -> SSAValue:
    """Return the polynomial with these coefficients, the constant one first."""
    total = code.like(coefficients[-1], x)
    for coefficient in reversed(coefficients[:-1]):
        total = mul_add(code, total, x, coefficient)
    return total


def bits_of(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """Return the representation of floats as integers."""
    return code.bitcast(x, IntegerType(FORMATS[element_of(x.type)].width))


def whole_part(code: ArithBuilder, shifted: SSAValue, magic: float) -> tuple[SSAValue, SSAValue]:
    """Return an integer n to which `magic` was added: first in the last bits, then as a float.

    If `magic` is the format's plus a small integer k, these bits are those of `n + k`. Adding it to
    a float rounds that to n, if n is below 2^(mantissa - 1). NaN does not trap.
    """
    return bits_of(code, shifted), code.sub(shifted, magic)


def subtract_parts(
    code: ArithBuilder, x: SSAValue, n: SSAValue, parts: Sequence[float]
) -> SSAValue:
    """Return `x - n c` for a constant c in parts, the largest first."""
    for part in parts:
        x = sub_mul(code, x, n, part)
    return x


def power_of_two(code: ArithBuilder, biased: SSAValue, format: Format) -> SSAValue:
    """Return 2^n, a normal number, for an integer that ends with the bits of `n + bias`."""
    bits = code.shift_left_by(biased, format.mantissa)
    return code.bitcast(bits, f32 if format is F32 else f64)


def odd(code: ArithBuilder, r: SSAValue, coefficients: Sequence[float]) -> SSAValue:
    """Return `r - r z p(z)` with `z = r^2`.

    A difference from 0 is never -0, so the result for -0 is -0.
    """
    z = code.mul(r, r)
    change = sub_mul(code, 0.0, z, horner(code, z, coefficients))
    return mul_add(code, change, r, r)


def between(code: ArithBuilder, x: SSAValue, lowest: float, highest: float) -> SSAValue:
    """Return `x` or the limit that it exceeds, or NaN if `x` is NaN."""
    x = code.select(code.compare("lt", highest, x), highest, x)
    return code.select(code.compare("lt", x, lowest), lowest, x)


def at_most(code: ArithBuilder, x: SSAValue, limit: float) -> SSAValue:
    """Return the smaller of `x` and the limit, or NaN if `x` is NaN."""
    return code.select(code.compare("lt", limit, x), limit, x)


def sign_and_size(code: ArithBuilder, x: SSAValue, format: Format) -> tuple[SSAValue, SSAValue]:
    """Return the sign bit of `x`, in its position, and `|x|`."""
    bits = bits_of(code, x)
    sign = code.bit_and(bits, -(1 << (format.width - 1)))
    return sign, code.bitcast(code.bit_xor(bits, sign), element_of(x.type))


def with_sign(code: ArithBuilder, x: SSAValue, sign: SSAValue) -> SSAValue:
    """Return `x`, its sign changed where `sign` has the sign bit."""
    return code.bitcast(code.bit_xor(bits_of(code, x), sign), element_of(x.type))
