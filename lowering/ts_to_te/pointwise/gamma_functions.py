"""The gamma function's logarithm and the derivatives of that, by Stirling's series.

Its coefficients are Bernoulli's numbers.
"""

from __future__ import annotations

import math
from fractions import Fraction

from xdsl.dialects.builtin import f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.promotion import Category
from xdsl_torchscript.lowering.ts_to_te.pointwise.chebyshev_series import LOG_GAMMA
from xdsl_torchscript.lowering.ts_to_te.pointwise.double_functions import (
    One,
    chebyshev_sum,
    double,
    in_double,
    polynomial,
)
from xdsl_torchscript.lowering.ts_to_te.rule import (
    REALS,
    KnownOperand,
    PointwiseCall,
    PointwiseRule,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _bernoulli(count: int) -> list[Fraction]:
    """Return B_2, B_4, ..."""
    numbers = [Fraction(1)]
    for m in range(1, 2 * count + 1):
        total = sum((math.comb(m + 1, k) * numbers[k] for k in range(m)), Fraction(0))
        numbers.append(-total / (m + 1))
    return numbers[2::2]


_BERNOULLI = _bernoulli(10)
_SHIFT = 10
"""Stirling's series is summed from here on; what is less is moved there by recurrence."""


def _reflect(s: ScalarCode, x: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue]:
    """Return whether `x` is below 1/2, then `1 - x` else `x`, and `pi` times `x` less its nearest
    integer."""
    is_low = s.lt(x, s.like(0.5, x))
    offset = s.mul(s.sub(x, s.call("roundeven", x)), math.pi)
    return is_low, s.select(is_low, s.sub(1.0, x), x), offset


def _move(s: ScalarCode, y: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Return whether `y` is moved, and where to."""
    is_small = s.lt(y, s.like(_SHIFT, y))
    return is_small, s.select(is_small, s.add(y, float(_SHIFT)), y)


def _log_gamma(s: ScalarCode, x: SSAValue) -> SSAValue:
    """Around its zeros, 1 and 2, the logarithm is a product, as a difference has no digits."""
    is_low, y, offset = _reflect(s, x)
    is_small, z = _move(s, y)
    product = y
    for k in range(1, _SHIFT):
        product = s.mul(product, s.add(y, float(k)))
    inverse = s.div(1.0, z)
    tail = [float(b / (2 * k * (2 * k - 1))) for k, b in enumerate(_BERNOULLI, 1)]
    stirling = s.add(
        s.sub(s.mul(s.sub(z, 0.5), s.call("log", z)), z),
        s.add(s.mul(polynomial(s, s.mul(inverse, inverse), tail), inverse), math.log(math.tau) / 2),
    )
    above = s.sub(stirling, s.call("log", s.select(is_small, product, 1.0)))
    is_near = s.bit_and(s.ge(y, s.like(LOG_GAMMA.low, y)), s.le(y, s.like(LOG_GAMMA.high, y)))
    factors = s.mul(s.sub(y, 1.0), s.sub(y, 2.0))
    above = s.select(is_near, s.mul(chebyshev_sum(s, LOG_GAMMA, y), factors), above)
    sine = s.absolute(s.call("sin", offset))
    below = s.sub(s.sub(math.log(math.pi), s.call("log", sine)), above)
    size = s.absolute(x)
    found = s.select(is_low, below, above)
    return s.select(s.eq(size, s.like(math.inf, x)), size, found)


def _cotangent_derivative(n: int) -> list[float]:
    """Return the n-th derivative of the cotangent, as a polynomial in it."""
    coefficients = [0, 1]
    for _ in range(n):
        slope = [k * c for k, c in enumerate(coefficients)][1:]
        coefficients = [0] * (len(slope) + 2)
        for k, c in enumerate(slope):
            coefficients[k] -= c
            coefficients[k + 2] -= c
    return [float(c) for c in coefficients]


def _power(s: ScalarCode, x: SSAValue, n: int) -> SSAValue:
    result = x
    for _ in range(n - 1):
        result = s.mul(result, x)
    return result


def _stirling_derivative(s: ScalarCode, z: SSAValue, n: int) -> SSAValue:
    """Return the n-th derivative of digamma for large `z`, without its sign for n > 0."""
    inverse = s.div(1.0, z)
    tail = [
        float(b * Fraction(math.factorial(2 * k + n - 1), math.factorial(2 * k)))
        for k, b in enumerate(_BERNOULLI, 1)
    ]
    square = s.mul(inverse, inverse)
    rest = s.mul(polynomial(s, square, tail), square)
    if n == 0:
        return s.sub(s.sub(s.call("log", z), s.mul(inverse, 0.5)), rest)
    half = s.mul(inverse, math.factorial(n) / 2)
    first = s.add(s.add(half, float(math.factorial(n - 1))), rest)
    return s.mul(first, _power(s, inverse, n))


def _polygamma_of(n: int) -> One:
    """Return the n-th derivative of digamma."""
    sign = 1.0 if n % 2 else -1.0

    def function(s: ScalarCode, x: SSAValue) -> SSAValue:
        is_low, y, offset = _reflect(s, x)
        is_small, z = _move(s, y)
        steps = s.like(0.0, x)
        for k in range(_SHIFT):
            steps = s.add(steps, _power(s, s.div(1.0, s.add(y, float(k))), n + 1))
        steps = s.mul(s.select(is_small, steps, 0.0), float(math.factorial(n)))
        far = _stirling_derivative(s, z, n)
        above = s.sub(far, steps) if n == 0 else s.mul(s.add(far, steps), sign)
        cotangent = s.div(1.0, s.call("tan", offset))
        slope = s.mul(polynomial(s, cotangent, _cotangent_derivative(n)), math.pi ** (n + 1))
        below = s.sub(s.mul(above, float((-1) ** n)), slope)
        return s.select(is_low, below, above)

    return function


def _digamma(s: ScalarCode, x: SSAValue) -> SSAValue:
    """NaN at the poles, except for 0, whose sign selects the side."""
    zero = s.like(0.0, x)
    is_pole = s.bit_and(s.lt(x, zero), s.eq(x, s.call("floor", x)))
    found = s.select(is_pole, math.nan, _polygamma_of(0)(s, x))
    return s.select(s.eq(x, zero), s.div(-1.0, x), found)


_MOST_DERIVATIVES = 8
"""Beyond, Stirling's series needs a greater shift."""


def _polygamma(call: PointwiseCall) -> SSAValue:
    order = int(call.known_number(0, 0))
    function = _polygamma_of(order) if order else _digamma
    return call.code.cast(function(call.code, double(call, 1)), call.type)


def _polygamma_refusal(category: Category, known: KnownOperand) -> str | None:
    order = known(0)
    if isinstance(order, int) and 0 <= order <= _MOST_DERIVATIVES:
        return None
    return f"has the order {order}; from 0 to {_MOST_DERIVATIVES} are compiled"


_MOST_DIMENSIONS = 8
"""Each one is a logarithm of gamma in the kernel."""


def _multivariate_log_gamma(call: PointwiseCall) -> SSAValue:
    """Differences are rounded to the result's type, as in PyTorch."""
    s, p = call.code, int(call.known_number(1, 1))
    total = s.constant(p * (p - 1) / 4 * math.log(math.pi), f64)
    for k in range(p):
        total = s.add(total, _log_gamma(s, s.cast(s.sub(call[0], k / 2), f64)))
    return s.cast(total, call.type)


def _multivariate_refusal(category: Category, known: KnownOperand) -> str | None:
    dimensions = known(1)
    if isinstance(dimensions, int) and 1 <= dimensions <= _MOST_DIMENSIONS:
        return None
    return f"has {dimensions} dimensions; from 1 to {_MOST_DIMENSIONS} are compiled"


GAMMA_FUNCTIONS: dict[str, PointwiseRule] = {
    "lgamma": in_double(_log_gamma),
    "digamma": in_double(_digamma),
    "polygamma": PointwiseRule(_polygamma, REALS, _polygamma_refusal),
    "mvlgamma": PointwiseRule(_multivariate_log_gamma, REALS, _multivariate_refusal),
}
"""By name without `aten.`."""
