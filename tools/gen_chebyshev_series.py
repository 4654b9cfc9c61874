"""Write `lowering/ts_to_te/pointwise/chebyshev_series.py`: run it where scipy is installed.

Each series interpolates a scipy function in double precision at the zeros of a Chebyshev
polynomial. The variable is chosen so that the function is smooth.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import special

TARGET = Path(__file__).parents[1] / "lowering/ts_to_te/pointwise/chebyshev_series.py"
HEADER = '''"""Chebyshev series of special functions, written by `tools/gen_chebyshev_series.py`.

`NAME = Series(low, high, coefficients)` stands for the sum of `c[k] * T_k(t)`, where `t` runs from
-1 to 1 as the variable runs from `low` to `high`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Series:
    low: float
    high: float
    coefficients: tuple[float, ...]


# fmt: off
'''
POINTS = 64


@dataclass(frozen=True)
class Fit:
    """A function of `u` from `low` to `high`."""

    low: float
    high: float
    function: Callable[[Any], Any]
    noise: float = 4e-16
    """Rounding of the function, relative to its maximum."""


def _of_square(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda u: function(np.sqrt(u))


def _of_inverse(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda u: function(1 / u)


def _log_gamma(x: float) -> float:
    """Return the logarithm of gamma; around its zeros, 1 and 2, by its power series."""
    near = x - round(x)
    if abs(near) > 0.25:
        return special.gammaln(x)
    terms = ((1 + special.zetac(k)) * (-near) ** k / k for k in range(2, 40))
    at_one = math.fsum(terms) - np.euler_gamma * near
    return at_one + (math.log1p(near) if x > 1.5 else 0.0)


def _digammas(t: float) -> float:
    """Return the power series that is left of Bessel functions of order 1 and the second kind."""
    terms = (
        (special.psi(k + 1) + special.psi(k + 2)) * t**k / math.factorial(k) / math.factorial(k + 1)
        for k in range(40)
    )
    return math.fsum(terms)


def _regular_y1(x: float) -> float:
    """Return Y1 without its logarithm and pole, divided by `x`; near 0 without cancellation."""
    if x < 1:
        logarithm = 2 * math.log(2) * special.j1(x) / x
        return -(logarithm + _digammas(-x * x / 4) / 2) / math.pi
    return (special.y1(x) - 2 / math.pi * (math.log(x) * special.j1(x) - 1 / x)) / x


def _hankel(order: int, x: float) -> tuple[float, float]:
    """Return the factors of the cosine and of the sine in Hankel's expansion, for large `x`."""
    term, sums = 1.0, [0.0, 0.0]
    for k in range(40):
        sums[k % 2] += (-1) ** (k // 2) * term
        term *= (4 * order**2 - (2 * k + 1) ** 2) / ((k + 1) * 8 * x)
    return sums[0], sums[1]


def _solve(order: int, x: float) -> tuple[float, float]:
    """Return the same from the functions themselves, for small `x`."""
    phase, scale = x - (2 * order + 1) * math.pi / 4, math.sqrt(math.pi * x / 2)
    j, y = special.jv(order, x), special.yv(order, x)
    cosine, sine = math.cos(phase), math.sin(phase)
    return scale * (j * cosine + y * sine), scale * (y * cosine - j * sine)


def _modulus(order: int, part: int) -> Callable[[Any], Any]:
    """Return a factor in Hankel's form of Bessel functions: the coefficient of the sine, times
    `x`."""

    def factor(u: float) -> float:
        x = 1 / math.sqrt(u)
        found = (_hankel if x > 20 else _solve)(order, x)[part]
        return found * x if part else found

    return np.vectorize(factor)


def _inverse_error(w: Any) -> tuple[Any, Any]:
    """Return `x` and `erfinv(x)` where `w = -log(1 - x^2)`."""
    rest = np.exp(-w) / (1 + np.sqrt(-np.expm1(-w)))
    return 1 - rest, special.erfcinv(rest)


def _inverse_near(w: Any) -> Any:
    x, y = _inverse_error(w)
    return y / x


def _inverse_far(s: Any) -> Any:
    return _inverse_error(s * s)[1]


def _half_line(u: Any) -> Any:
    """`(1 + 2 x) erfcx(x)` where `u = (x - 2) / (x + 2)`."""
    x = 2 * (1 + u) / (1 - u)
    return (1 + 2 * x) * special.erfcx(x)


FITS = {
    "LOG_GAMMA": Fit(0.75, 2.5, lambda x: _log_gamma(x) / ((x - 1) * (x - 2)), 1e-15),
    "I0_NEAR": Fit(0, 8, special.i0e),
    "I0_FAR": Fit(0, 1 / 8, _of_inverse(lambda x: special.i0e(x) * np.sqrt(x))),
    "I1_NEAR": Fit(0, 8, lambda x: special.i1e(x) / x),
    "I1_FAR": Fit(0, 1 / 8, _of_inverse(lambda x: special.i1e(x) * np.sqrt(x))),
    "K0_NEAR": Fit(
        0, 4, _of_square(lambda x: special.k0(x) + np.log(x / 2) * special.i0(x))
    ),
    "K0_FAR": Fit(0, 1 / 2, _of_inverse(lambda x: special.k0e(x) * np.sqrt(x))),
    "K1_NEAR": Fit(0, 4, lambda u: -_digammas(u / 4) / 4),
    "K1_FAR": Fit(0, 1 / 2, _of_inverse(lambda x: special.k1e(x) * np.sqrt(x))),
    "J0_NEAR": Fit(0, 64, _of_square(special.j0)),
    "J1_NEAR": Fit(0, 64, _of_square(lambda x: special.j1(x) / x)),
    "Y0_NEAR": Fit(
        0, 64, _of_square(lambda x: special.y0(x) - 2 / np.pi * np.log(x) * special.j0(x))
    ),
    "Y1_NEAR": Fit(0, 64, _of_square(_regular_y1)),
    "P0": Fit(0, 1 / 64, _modulus(0, 0)),
    "Q0": Fit(0, 1 / 64, _modulus(0, 1), 1e-13),
    "P1": Fit(0, 1 / 64, _modulus(1, 0)),
    "Q1": Fit(0, 1 / 64, _modulus(1, 1), 1e-13),
    "INVERSE_ERROR_NEAR": Fit(0, 6.25, _inverse_near),
    "INVERSE_ERROR_FAR": Fit(2.5, 6.25, _inverse_far),
    "INVERSE_ERROR_TAIL": Fit(6.25, 26.5, _inverse_far, 1e-15),
    "SCALED_ERROR": Fit(-1, 1, _half_line),
}  # fmt: skip


def _cosine(k: int, j: int) -> float:
    """Return `T_k` at the `j`-th zero, by an angle below 2 pi."""
    return math.cos(math.pi * (k * (2 * j + 1) % (4 * POINTS)) / (2 * POINTS))


def series(fit: Fit) -> list[float]:
    """Return the coefficients before the first that are mere rounding."""
    middle, half = (fit.low + fit.high) / 2, (fit.high - fit.low) / 2
    values = [float(fit.function(middle + half * _cosine(1, j))) for j in range(POINTS)]
    found = [
        2 / POINTS * math.fsum(value * _cosine(k, j) for j, value in enumerate(values))
        for k in range(POINTS)
    ]
    found[0] /= 2
    bound = fit.noise * max(map(abs, found))
    last = next(k for k in range(POINTS) if all(abs(c) < bound for c in found[k : k + 3]))
    return found[:last]


def text(name: str, fit: Fit) -> str:
    numbers = ", ".join(f"{c:.17g}" for c in series(fit))
    body = textwrap.fill(numbers, 96, initial_indent="    ", subsequent_indent="    ")
    return f"{name} = Series({fit.low!r}, {fit.high!r}, (\n{body},\n))\n"


def main() -> None:
    TARGET.write_text(HEADER + "".join(text(name, fit) for name, fit in FITS.items()))


if __name__ == "__main__":
    main()
