"""Functions that compute in doubles and round once to the result's type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.pointwise.chebyshev_series import Series
from xdsl_torchscript.lowering.ts_to_te.rule import REALS, PointwiseCall, PointwiseRule
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

One: TypeAlias = Callable[[ScalarCode, SSAValue], SSAValue]
"""A function of one double."""


def double(call: PointwiseCall, index: int) -> SSAValue:
    """Return an operand, rounded to the common type and converted to double."""
    return call.code.cast(call[index], f64)


def in_double(function: One) -> PointwiseRule:
    def body(call: PointwiseCall) -> SSAValue:
        return call.code.cast(function(call.code, double(call, 0)), call.type)

    return PointwiseRule(body, REALS)


def polynomial(s: ScalarCode, x: SSAValue, coefficients: Sequence[float]) -> SSAValue:
    """Return the polynomial with these coefficients, the constant one first."""
    total = s.like(coefficients[-1], x)
    for coefficient in coefficients[-2::-1]:
        total = s.add(s.mul(total, x), s.like(coefficient, x))
    return total


def chebyshev_sum(s: ScalarCode, row: Series, u: SSAValue) -> SSAValue:
    """Sum a Chebyshev series by Clenshaw's recurrence."""
    middle, half = (row.low + row.high) / 2, (row.high - row.low) / 2
    t = s.mul(s.sub(u, middle), 1 / half)
    twice = s.add(t, t)
    now, before = s.like(row.coefficients[-1], u), s.like(0.0, u)
    for coefficient in row.coefficients[-2:0:-1]:
        now, before = s.add(s.sub(s.mul(twice, now), before), coefficient), now
    return s.add(s.sub(s.mul(t, now), before), row.coefficients[0])
