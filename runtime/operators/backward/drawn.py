"""Derivatives of numbers drawn from gamma and Dirichlet distributions, by their parameters.

The value of the distribution function F(x; a) is fixed, so x moves by the quotient -(dF/da) /
(dF/dx). F is a series, differentiated term by term; the large powers common to both derivatives
cancel. PyTorch approximates the same numbers to three digits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import FLOAT64, Table, as_array, wrap_result
from xdsl_torchscript.runtime.operators.pointwise.special import digamma
from xdsl_torchscript.runtime.tensor import Array, Tensor

_LONGEST = 20_000
"""Terms of a series, which converges long before for numbers that are drawn at all."""

_LARGE = 1e6
"""From this shape on a gamma number is a normal one, but for a millionth."""


def _series(first: Array, growth: Callable[[int], Array], weight: Callable[[int], Array]) -> Array:
    """Sum a series: each term is `growth(n)` times the previous one, weighted by `weight(n)`."""
    term, total = first, first * weight(0)
    for n in range(1, _LONGEST):
        term = term * growth(n)
        total = total + term * weight(n)
        if not np.any(term > np.finfo(FLOAT64).eps * np.abs(total)):
            break
    return total


def _log(x: Array) -> Array:
    """Return the logarithm, finite at 0, where it is multiplied by 0."""
    return np.log(np.maximum(x, np.finfo(FLOAT64).tiny))


def _gamma_low(shape: Array, x: Array) -> Array:
    """Differentiate DLMF 8.7.1 term by term."""
    logarithm = _log(x)
    return _series(
        x / shape, lambda n: x / (shape + n), lambda n: digamma(shape + n + 1) - logarithm
    )


_ABSCISSAS, _WEIGHTS = np.polynomial.laguerre.laggauss(40)


def _gamma_high(shape: Array, x: Array) -> Array:
    """Integrate the tail, whose density decays at a known rate."""
    shape, x = shape[..., None], x[..., None]
    rate = 1 - (shape - 1) / x
    step = _ABSCISSAS / rate
    density = np.exp((shape - 1) * (np.log1p(step / x) - step / x))
    inner = density * (np.log(x + step) - digamma(shape))
    return np.sum(inner * _WEIGHTS, axis=-1) / rate[..., 0]


def _standard_gamma(self: Tensor, output: Tensor) -> Tensor:
    """Return the gradient. Raises BadType for a shape and a number of different types."""
    if self.array.dtype != output.array.dtype or self.array.dtype.kind != "f":
        raise BadType(f"a gamma number of {output.array.dtype} for a {self.array.dtype} shape")
    shape, x = np.broadcast_arrays(as_array(self, FLOAT64), as_array(output, FLOAT64))
    large = shape > _LARGE
    high = ~large & (x > shape + 5 * np.sqrt(shape) + 5)
    low = ~large & ~high
    made = (1 + x / shape) / 2
    made[low] = _gamma_low(shape[low], x[low])
    made[high] = _gamma_high(shape[high], x[high])
    return wrap_result(made, self.array.dtype)


def _beta_low(x: Array, alpha: Array, beta: Array) -> Array:
    """Differentiate DLMF 8.17.8 term by term."""
    both, logarithm = alpha + beta, _log(x)
    return -_series(
        1 / alpha,
        lambda n: x * (both + n - 1) / (alpha + n),
        lambda n: logarithm + digamma(both + n) - digamma(alpha + 1 + n),
    )


def _beta_high(x: Array, alpha: Array, beta: Array) -> Array:
    """Return the same from the other end."""
    both = alpha + beta
    level = np.log(x) - digamma(alpha)
    return _series(
        1 / beta,
        lambda n: (1 - x) * (both + n - 1) / (beta + n),
        lambda n: level + digamma(both + n),
    )


def _dirichlet(x: Tensor, alpha: Tensor, total: Tensor) -> Tensor:
    """Return a share's gradient, divided by the remainder."""
    given = (as_array(t, FLOAT64) for t in (x, alpha, total))
    share, own, whole = np.broadcast_arrays(*given)
    rest = whole - own
    low = share <= np.clip(own / whole, 0.1, 0.9)
    made = np.empty(share.shape)
    made[low] = _beta_low(share[low], own[low], rest[low])
    made[~low] = _beta_high(share[~low], own[~low], rest[~low])
    return wrap_result(made * share, x.array.dtype)


DRAWN_BACKWARD: Table = {
    "aten._standard_gamma_grad": _standard_gamma,
    "aten._dirichlet_grad": _dirichlet,
}
