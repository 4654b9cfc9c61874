"""Distributions by rejection sampling, gamma, Dirichlet, Poisson and binomial, from PyTorch's
stream in PyTorch's order."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, exp, floor, lgamma, log, log1p, pi, sqrt

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import FLOAT64, Table
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.operators.random.generator import Generator, default_generator
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _stream(generator: Generator | None) -> Generator:
    return default_generator() if generator is None else generator


def _uniform(stream: Generator) -> float:
    return float(stream.doubles(1)[0])


def _each(draw: Callable[..., float], dtype: NumpyDtype, *arrays: Array) -> Array:
    """Draw one number for each element, in order."""
    spread = np.broadcast_arrays(*arrays)
    lines = zip(*[array.reshape(-1).tolist() for array in spread], strict=True)
    drawn = np.array([draw(*map(float, numbers)) for numbers in lines], FLOAT64)
    return drawn.astype(dtype).reshape(spread[0].shape)


# ---- Poisson


def _poisson_small(mean: float, stream: Generator) -> int:
    """Draw by Knuth's products of uniform numbers."""
    limit, product, found = exp(-mean), 1.0, -1
    while product > limit:
        product *= _uniform(stream)
        found += 1
    return found


def _poisson_large(mean: float, stream: Generator) -> int:
    """Draw by the transformed rejection PTRS of Hoermann (1993)."""
    b = 0.931 + 2.53 * sqrt(mean)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    accepted = 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = _uniform(stream) - 0.5, _uniform(stream)
        us = 0.5 - abs(u)
        k = floor((2 * a / us + b) * u + mean + 0.43)
        if us >= 0.07 and v <= accepted:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        if log(v) + log(inverse_alpha) - log(a / (us * us) + b) <= (
            -mean + k * log(mean) - lgamma(k + 1)
        ):
            return k


_LARGE_MEAN = 10


def _poisson(self: Tensor, generator: Generator | None) -> Tensor:
    check_floating("aten.poisson", self.array.dtype)
    stream = _stream(generator)
    if np.any(self.array < 0):
        raise BadValue("the mean of a Poisson distribution must not be negative")

    def one(mean: float) -> int:
        if mean == 0:
            return 0
        return (_poisson_large if mean >= _LARGE_MEAN else _poisson_small)(mean, stream)

    return self.over(_each(one, self.array.dtype, self.array))


# ---- gamma


def _gammas(self: Tensor, dtype: NumpyDtype, generator: Generator | None) -> Array:
    stream = _stream(generator)
    if np.any(self.array < 0):
        raise BadValue("the shape of a gamma distribution must not be negative")

    def one(shape: float) -> float:
        # Draw by the squeeze of Marsaglia and Tsang (2000). A shape below 1 is drawn from one
        # above.
        if shape == 0:
            return 0.0
        scale = 1.0
        if shape < 1:
            scale, shape = (1 - _uniform(stream)) ** (1 / shape), shape + 1
        d = shape - 1 / 3
        c = 1 / sqrt(9 * d)
        while True:
            x = float(stream.normal(1)[0])
            root = 1 + c * x
            if root <= 0:
                continue
            v, u, squared = root**3, 1 - _uniform(stream), x * x
            if u < 1 - 0.0331 * squared * squared or log(u) < 0.5 * squared + d * (1 - v + log(v)):
                return scale * d * v

    return np.maximum(_each(one, dtype, self.array), np.finfo(dtype).tiny)


def _only_wide_floats(name: str, dtype: NumpyDtype) -> None:
    if dtype.char not in "fd":
        raise BadType(f"'{name}' is not defined on {dtype} tensors")


def _standard_gamma(self: Tensor, generator: Generator | None) -> Tensor:
    _only_wide_floats("aten._standard_gamma", self.array.dtype)
    return self.over(_gammas(self, self.array.dtype, generator))


def _dirichlet(self: Tensor, generator: Generator | None) -> Tensor:
    """Draw shares of gamma numbers, neither 0 nor 1."""
    dtype = self.array.dtype
    _only_wide_floats("aten._sample_dirichlet", dtype)
    parts = _gammas(self, FLOAT64, generator)
    shares = (parts / parts.sum(axis=-1, keepdims=True)).astype(dtype)
    below_one = np.nextafter(dtype.type(1), dtype.type(0))
    return self.over(np.clip(shares, np.finfo(dtype).tiny, below_one))


# ---- binomial


def _tail(k: float) -> float:
    """Return the remainder of Stirling's formula for the logarithm of a factorial."""
    return lgamma(k + 1) - ((k + 0.5) * log(k + 1) - (k + 1) + 0.5 * log(2 * pi))


def _binomial_small(count: float, chance: float, stream: Generator) -> float:
    """Draw waiting times until all trials are used."""
    trials, found, log_failure = 0.0, -1, log1p(-chance)
    while trials <= count:
        u = _uniform(stream)
        trials += ceil(log(u) / log_failure) if u else float("inf")
        found += 1
    return found


def _binomial_large(count: float, chance: float, stream: Generator) -> float:
    """Draw by the transformed rejection BTRS of Hoermann (1993)."""
    deviation = sqrt(count * chance * (1 - chance))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * chance
    accepted, odds = 0.92 - 4.2 / b, chance / (1 - chance)
    alpha = (2.83 + 5.1 / b) * deviation
    m = floor((count + 1) * chance)
    while True:
        u, v = _uniform(stream) - 0.5, _uniform(stream)
        us = 0.5 - abs(u)
        k = floor((2 * a / us + b) * u + count * chance + 0.5)
        if not 0 <= k <= count:
            continue
        if us >= 0.07 and v <= accepted:
            return k
        bound = (
            (m + 0.5) * log((m + 1) / (odds * (count - m + 1)))
            + (count + 1) * log((count - m + 1) / (count - k + 1))
            + (k + 0.5) * log(odds * (count - k + 1) / (k + 1))
            + (_tail(m) + _tail(count - m) - _tail(k) - _tail(count - k))
        )
        if log(v * alpha / (a / (us * us) + b)) <= bound:
            return k


_LARGE_EXPECTATION = 10


def _binomial_of(count: float, chance: float, stream: Generator) -> float:
    if count <= 0 or chance <= 0:
        return 0.0
    if chance >= 1:
        return count
    if chance > 0.5:
        return count - _binomial_of(count, 1 - chance, stream)
    large = count * chance >= _LARGE_EXPECTATION
    return (_binomial_large if large else _binomial_small)(count, chance, stream)


def _binomial(count: Tensor, prob: Tensor, generator: Generator | None) -> Tensor:
    """Draw the number of successes of the trials, by element."""
    dtype = count.array.dtype
    _only_wide_floats("aten.binomial", dtype)
    if prob.array.dtype != dtype:
        raise BadType(f"'aten.binomial' of {dtype} counts and {prob.array.dtype} chances")
    stream = _stream(generator)

    def one(trials: float, chance: float) -> float:
        return chance if chance != chance else _binomial_of(trials, chance, stream)

    return count.over(_each(one, dtype, count.array, prob.array))


REJECTION: Table = {
    "aten.poisson": _poisson,
    "aten._standard_gamma": _standard_gamma,
    "aten._sample_dirichlet": _dirichlet,
    "aten.binomial": _binomial,
}
