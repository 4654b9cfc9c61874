"""Write `lowering/loops/elementary/minimax.py`: run it where mpmath is installed.

Lawson's algorithm finds the polynomial with the least maximum of the weighted error: least squares,
in which points count the more, the larger their errors are. A coefficient is rounded to the format
before those of higher powers are fitted again, so they make up for it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mpmath
import numpy as np

TARGET = Path(__file__).parents[2] / "lowering/loops/elementary/minimax.py"
HEADER = '''"""Coefficients of polynomials, those of low powers first.

`tests/conformance/gen_minimax.py` wrote them. The comment above each has its interval, and its
largest error, relative to the result of the function that uses it.
"""

from __future__ import annotations

# fmt: off
'''
mpmath.mp.dps = 40
HALF_LN2 = mpmath.log(2) / 2
HALF_PI = mpmath.pi / 2
ROOT_HALF = mpmath.sqrt(0.5)
SLACK = 1.001
"""Rounding moves arguments that are reduced to an interval beyond it."""
POINTS, STEPS = 100, 8
ERF_NEAR, ERF_FAR = 0.85, 4.0
"""Where erf switches polynomials, and where it is 1 in f32."""
ERF_NEAR_F64, ERF_FAR_F64 = 1.0, 6.0


@dataclass(frozen=True)
class Fit:
    """A function on an interval, the degree, the weight of errors, and coefficients that are given.

    Coefficients are floats of `dtype`.
    """

    function: Callable[[Any], Any]
    low: Any
    high: Any
    degree: int
    weight: Callable[[Any], Any] = lambda x: 1
    given: tuple[float, ...] = ()
    dtype: type[np.floating[Any]] = np.float32


def _tanh_rest(z: Any) -> Any:
    """`tanh(r)` is `r - r z` times this, where `z = r^2`."""
    r = mpmath.sqrt(z)
    return (1 - mpmath.tanh(r) / r) / z if z else mpmath.mpf(1) / 3


def _sine_rest(z: Any) -> Any:
    """`sin(r)` is `r - r z` times this, where `z = r^2`."""
    r = mpmath.sqrt(z)
    return (1 - mpmath.sin(r) / r) / z if z else mpmath.mpf(1) / 6


def _erf_ratio(u: Any) -> Any:
    """`erf(x) / x` where `u = x^2`."""
    x = mpmath.sqrt(u)
    return mpmath.erf(x) / x if u else 2 / mpmath.sqrt(mpmath.pi)


def _atan_rest(z: Any) -> Any:
    """`atan(r)` is `r - r z` times this, where `z = r^2`."""
    r = mpmath.sqrt(z)
    return (1 - mpmath.atan(r) / r) / z if z else mpmath.mpf(1) / 3


def _log_rest(f: Any) -> Any:
    """`log(1 + f)` is `f + f^2` times this."""
    return (mpmath.log1p(f) - f) / f**2 if f else mpmath.mpf(-1) / 2


def _log_third(f: Any) -> Any:
    """`log(1 + f)` is `f - f^2 / 2 + f^3` times this."""
    return (mpmath.log1p(f) - f + f**2 / 2) / f**3 if f else mpmath.mpf(1) / 3


def _asin_rest(z: Any) -> Any:
    """`asin(r)` is `r + r z` times this, where `z = r^2`."""
    r = mpmath.sqrt(z)
    return (mpmath.asin(r) / r - 1) / z if z else mpmath.mpf(1) / 6


def _tan_rest(z: Any) -> Any:
    """`tan(r)` is `r + r z` times this, where `z = r^2`."""
    r = mpmath.sqrt(z)
    return (mpmath.tan(r) / r - 1) / z if z else mpmath.mpf(1) / 3


EXP_REACH, SINE_REACH = HALF_LN2 * SLACK, (HALF_PI * SLACK) ** 2
_SINE = Fit(_sine_rest, 0, SINE_REACH, 3, lambda z: z / (1 - z * _sine_rest(z)))
_TAN = Fit(_tan_rest, 0, SINE_REACH / 4, 6, lambda z: z / (1 + z * _tan_rest(z)), (), np.float64)
_ASIN = Fit(_asin_rest, 0, 0.25, 4, lambda z: z / (1 + z * _asin_rest(z)))
_ATAN = Fit(_atan_rest, 0, 1, 8, lambda z: z / (1 - z * _atan_rest(z)))
_ERF_NEAR = Fit(lambda u: _erf_ratio(u) - 1, 0, ERF_NEAR**2, 5, lambda u: 1 / _erf_ratio(u))
_ERF_FAR = Fit(
    lambda x: -mpmath.log(mpmath.erfc(x), 2), ERF_NEAR, ERF_FAR, 6,
    lambda x: mpmath.erfc(x) / mpmath.erf(x) * mpmath.log(2),
)  # fmt: skip
_EXP2_MINUS = Fit(lambda g: 2**-g, -SLACK / 2, SLACK / 2, 5, given=(1.0,))
FITS = {
    "EXP_F32": Fit(
        mpmath.exp, -EXP_REACH, EXP_REACH, 6, lambda r: mpmath.exp(-r), given=(1.0, 1.0)
    ),
    "EXP_FAST": Fit(
        mpmath.exp, -EXP_REACH, EXP_REACH, 5, lambda r: mpmath.exp(-r), given=(1.0, 1.0)
    ),
    "EXP_F64": Fit(
        mpmath.exp, -EXP_REACH, EXP_REACH, 11, lambda r: mpmath.exp(-r), (1.0, 1.0), np.float64
    ),
    "LOG_F32": Fit(
        _log_third, ROOT_HALF - 1, 2 * ROOT_HALF - 1, 7, lambda f: f**3 / abs(mpmath.log1p(f))
    ),
    "LOG_FAST": Fit(
        _log_rest, ROOT_HALF - 1, 2 * ROOT_HALF - 1, 6, lambda f: f**2 / abs(mpmath.log1p(f))
    ),
    "TANH_F32": Fit(
        _tanh_rest, 0, (EXP_REACH / 2) ** 2, 2, lambda z: z / (1 - z * _tanh_rest(z))
    ),
    "TANH_F64": Fit(
        _tanh_rest, 0, (EXP_REACH / 2) ** 2, 6, lambda z: z / (1 - z * _tanh_rest(z)), (),
        np.float64,
    ),
    "SINE": _SINE,
    "SINE_F64": replace(_SINE, degree=7, dtype=np.float64),
    "TAN": _TAN,
    "TAN_F64": replace(_TAN, degree=14),
    "ASIN": _ASIN,
    "ASIN_F64": replace(_ASIN, degree=12, dtype=np.float64),
    "ATAN": _ATAN,
    "ATAN_F64": replace(_ATAN, degree=20, dtype=np.float64),
    "ERF_NEAR": _ERF_NEAR,
    "ERF_NEAR_F64": replace(_ERF_NEAR, high=ERF_NEAR_F64**2, degree=11, dtype=np.float64),
    "ERF_FAR": _ERF_FAR,
    "ERF_FAR_F64": replace(
        _ERF_FAR, low=ERF_NEAR_F64, high=ERF_FAR_F64, degree=17, dtype=np.float64
    ),
    "EXP2_MINUS": _EXP2_MINUS,
    "EXP2_MINUS_F64": replace(_EXP2_MINUS, degree=11, dtype=np.float64),
}  # fmt: skip


def _nodes(fit: Fit) -> list[Any]:
    """Return points that are denser at the ends, where errors are largest."""
    middle, half = (fit.low + fit.high) / 2, (fit.high - fit.low) / 2
    return [middle - half * mpmath.cos(mpmath.pi * (k + 0.5) / POINTS) for k in range(POINTS)]


def _fitted(fit: Fit, known: list[float]) -> list[Any]:
    """Return the coefficients of the powers that are not known."""
    nodes = _nodes(fit)
    powers = np.array([[x**k for k in range(fit.degree + 1)] for x in nodes], object)
    scale = np.array([fit.weight(x) for x in nodes], object)
    values = np.array([fit.function(x) for x in nodes], object) - powers[:, : len(known)] @ known
    matrix, right = powers[:, len(known) :] * scale[:, None], values * scale
    importance = np.full(POINTS, mpmath.mpf(1), object)
    for _ in range(STEPS):
        weighted = matrix.T * importance
        found = mpmath.lu_solve(mpmath.matrix(weighted @ matrix), mpmath.matrix(weighted @ right))
        errors = np.abs(matrix @ np.array(list(found), object) - right)
        importance *= errors / max(errors)
    return list(found)


def coefficients(fit: Fit) -> list[float]:
    """Return the coefficients, each rounded to the format before the next are fitted."""
    known = list(fit.given)
    while len(known) <= fit.degree:
        known.append(float(fit.dtype(_fitted(fit, known)[0])))
    return known


def error_of(fit: Fit, found: list[float]) -> Any:
    """Return the base-2 logarithm of the largest error."""
    places = mpmath.linspace(fit.low, fit.high, 1000)
    errors = (
        fit.weight(x) * (fit.function(x) - mpmath.polyval(found[::-1], x)) for x in places if x
    )
    return mpmath.log(max(map(abs, errors)), 2)


def text(name: str, fit: Fit) -> str:
    found = coefficients(fit)
    body = textwrap.fill(
        ", ".join(map(repr, found)), 96, initial_indent="    ", subsequent_indent="    "
    )
    interval = f"[{float(fit.low):.4g}, {float(fit.high):.4g}]"
    comment = f"# {interval}, 2^{float(error_of(fit, found)):.1f}"
    return f"{comment}\n{name} = (\n{body},\n)\n"


def main() -> None:
    limits = f"ERF_NEAR_LIMIT, ERF_FAR_LIMIT = {ERF_NEAR!r}, {ERF_FAR!r}\n"
    limits += f"ERF_NEAR_LIMIT_F64, ERF_FAR_LIMIT_F64 = {ERF_NEAR_F64!r}, {ERF_FAR_F64!r}\n"
    TARGET.write_text(HEADER + limits + "".join(text(name, fit) for name, fit in FITS.items()))


if __name__ == "__main__":
    main()
