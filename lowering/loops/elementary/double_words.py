"""Numbers as unevaluated sums of two floats, for twice as many bits.

See Dekker, "A floating-point technique for extending the available precision", 1971, and Joldes,
Muller and Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
arithmetic", 2017.
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.dialects.builtin import f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary.arithmetic import bits_of, mul_add, mul_sub


class DoubleWord(NamedTuple):
    """The number `high + low`, `low` at most half a unit in the last place of `high`."""

    high: SSAValue
    low: SSAValue


def add_smaller(code: ArithBuilder, a: SSAValue, b: SSAValue) -> DoubleWord:
    """Return `a + b` exactly, for `|a| >= |b|` or `a = 0`."""
    total = code.add(a, b)
    return DoubleWord(total, code.sub(b, code.sub(total, a)))


def multiply_exactly(code: ArithBuilder, a: SSAValue, b: SSAValue, fused: bool) -> DoubleWord:
    """Return `a b` exactly in f64, unless a part of it leaves the range of normal numbers.

    Without fused multiply-add, the factors are split into halves, whose products are exact.
    """
    product = code.mul(a, b)
    if fused:
        return DoubleWord(product, code.call("fma", a, b, code.neg(product)))
    a_high, a_low = _halves(code, a)
    b_high, b_low = _halves(code, b)
    error = mul_sub(code, a_high, b_high, product)
    error = mul_add(code, a_low, b_high, mul_add(code, a_high, b_low, error))
    return DoubleWord(product, mul_add(code, a_low, b_low, error))


def _halves(code: ArithBuilder, x: SSAValue) -> DoubleWord:
    """Return the upper 26 bits of a number of f64, and the rest."""
    high = code.bitcast(code.bit_and(bits_of(code, x), -(1 << 27)), f64)
    return DoubleWord(high, code.sub(x, high))
