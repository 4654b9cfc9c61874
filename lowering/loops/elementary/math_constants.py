"""Constants of the expansions of math functions, computed here to more digits than any float has.

No table is copied. Logarithms and pi come from their series in exact fractions, the coefficients of
the logarithm from its Taylor series: on a short interval it needs one or two terms more than the
best polynomial, and its error is known. The polynomial for erf interpolates. `minimax.py` has the
others.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import cos, erf, floor, fsum, log2, pi, sqrt


def _atanh(x: Fraction) -> Fraction:
    """`x + x^3/3 + x^5/5 + ...`, to beyond 200 bits for x up to 1/3."""
    return sum((x ** (2 * k + 1) / (2 * k + 1) for k in range(70)), Fraction(0))


def _atan(x: Fraction) -> Fraction:
    return sum(((-1) ** k * x ** (2 * k + 1) / (2 * k + 1) for k in range(70)), Fraction(0))


LN2 = 2 * _atanh(Fraction(1, 3))
LN10 = 3 * LN2 + 2 * _atanh(Fraction(1, 9))
PI = 4 * (4 * _atan(Fraction(1, 5)) - _atan(Fraction(1, 239)))
"""By Machin's formula."""


def parts_of(value: Fraction, *bits: int) -> tuple[float, ...]:
    """Return floats that add up to a positive number: each has so many bits of what is left."""
    found: list[float] = []
    for count in bits:
        unit = Fraction(2) ** (floor(log2(value)) + 1 - count)
        part = floor(value / unit) * unit
        found.append(float(part))
        value -= part
    return tuple(found)


LOG_SERIES = tuple(Fraction(2, 2 * k + 3) for k in range(11))
"""log((1 + s) / (1 - s)) = 2 s + s z * (sum of these times z^k), with z = s^2. For `|s|` up to
`3 - 2 sqrt(2)`, the remainder is below 2^-56 of it."""


@dataclass(frozen=True)
class Format:
    """A floating-point format, and where its exponentials end."""

    width: int
    mantissa: int
    """Bits of the fraction that are stored."""
    exp_range: tuple[float, float]
    """Below, exp is 0; above, it is infinite."""

    @property
    def bias(self) -> int:
        return (1 << (self.width - self.mantissa - 2)) - 1

    @property
    def magic(self) -> float:
        """The constant that rounds to nearest when added; the integer is in the low bits."""
        return 1.5 * 2.0**self.mantissa

    def bits(self, value: float) -> int:
        """Return the representation of a number of this format, as an integer."""
        floats, integers = ("=f", "=i") if self.width == 32 else ("=d", "=q")
        number: int = struct.unpack(integers, struct.pack(floats, value))[0]
        return number

    def ln2_parts(self) -> tuple[float, ...]:
        """ln(2) in two parts; a product of the first with an exponent is exact."""
        return parts_of(LN2, self.mantissa - 11, self.mantissa + 1)


F32 = Format(32, 23, exp_range=(-104.0, 89.0))
F64 = Format(64, 52, exp_range=(-746.0, 710.0))


ERF_LIMIT = 4.0
"""From here on, erf is 1 in f32."""


def _erf_ratio(u: float) -> float:
    """erf(x) / x as a function of `u = x^2 / 8 - 1`, in [-1, 1] for x in [0, 4]."""
    x = sqrt(8.0 * (u + 1.0))
    return erf(x) / x


def _interpolate(function: Callable[[float], float], degree: int) -> tuple[float, ...]:
    """Return the polynomial that equals `function` at the zeros of a Chebyshev polynomial.

    On [-1, 1] its error is within a small factor of the minimum. See Trefethen, Approximation
    Theory and Approximation Practice, 2013, chapter 16.
    """
    count = degree + 1
    angles = [pi * (k + 0.5) / count for k in range(count)]
    values = [function(cos(angle)) for angle in angles]
    total = [0.0] * count
    before, current = [0.0] * count, [1.0] + [0.0] * degree
    for order in range(count):
        products = (v * cos(order * a) for v, a in zip(values, angles, strict=True))
        weight = (1.0 if order == 0 else 2.0) / count * fsum(products)
        total = [t + weight * c for t, c in zip(total, current, strict=True)]
        # T(n+1) = 2 u T(n) - T(n-1), but T(1) = u.
        factor = 1.0 if order == 0 else 2.0
        shifted = [0.0, *(factor * c for c in current[:-1])]
        before, current = current, [s - b for s, b in zip(shifted, before, strict=True)]
    return tuple(total)


ERF_RATIO = _interpolate(_erf_ratio, 18)
"""Coefficients of erf(x) / x in powers of `x^2 / 8 - 1`, for `|x| <= ERF_LIMIT`. The interpreter
evaluates them, a step for a whole array at a time; native code has shorter polynomials."""
