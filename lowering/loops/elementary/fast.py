"""Shorter expansions of f32 functions, which do not support subnormal numbers."""

from __future__ import annotations

from math import inf, nan

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary import minimax
from xdsl_torchscript.lowering.loops.elementary.arithmetic import (
    between,
    horner,
    mul_add,
    power_of_two,
    subtract_parts,
    whole_part,
)
from xdsl_torchscript.lowering.loops.elementary.logarithms import split_normal
from xdsl_torchscript.lowering.loops.elementary.math_constants import F32, LN2


def exp(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`2^(n - 1) 2 exp(r)` for `x = n ln(2) + r`, and 0 from n = -126 down, where the bits of the
    power are 0."""
    x = between(code, x, -float(LN2) * (F32.bias - 1), F32.exp_range[1])
    magic = F32.magic + F32.bias - 1
    bits, n = whole_part(code, mul_add(code, x, float(1 / LN2), magic), magic)
    r = subtract_parts(code, x, n, F32.ln2_parts())
    value = horner(code, r, [2 * c for c in minimax.EXP_FAST])
    return code.mul(value, power_of_two(code, bits, F32))


def log(code: ArithBuilder, x: SSAValue) -> SSAValue:
    """`e ln(2) + f + f^2 p(f)` for `x = 2^e (1 + f)`; subnormal numbers count as 0."""
    exponent, f = split_normal(code, x)
    e = code.cast(exponent, element_of(x.type))
    small = mul_add(code, code.mul(f, f), horner(code, f, minimax.LOG_FAST), f)
    value = code.select(code.compare("lt", x, inf), mul_add(code, e, float(LN2), small), x)
    value = code.select(code.compare("lt", x, 2.0 ** (1 - F32.bias)), -inf, value)
    return code.select(code.compare("lt", x, 0.0), nan, value)
