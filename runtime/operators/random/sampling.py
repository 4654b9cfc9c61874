"""Operators that draw random numbers, from PyTorch's stream (`generator.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import SchemaArgument, by_name
from xdsl_torchscript.runtime.operators.core import (
    BFLOAT16,
    BOOL,
    FLOAT32,
    FLOAT64,
    INT64,
    Implementation,
    Number,
    Table,
    real_dtype,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.layout import PRESERVE, like, reject_overlap
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_or
from xdsl_torchscript.runtime.operators.preconditions import (
    check_floating,
    check_rank,
    check_real_floating,
)
from xdsl_torchscript.runtime.operators.random import generator as streams
from xdsl_torchscript.runtime.operators.random.generator import Generator, default_generator, fill
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

_TOGETHER = 16
Filler: TypeAlias = Callable[..., Tensor]
"""Fills a tensor, given it, the numbers of the distribution, and the generator or None."""


def _stream(generator: Generator | None) -> Generator:
    return default_generator() if generator is None else generator


# ---- distributions that fill a tensor


def _parts(array: Array) -> Array:
    """Return the real and imaginary parts of complex numbers as a last dimension; others
    unchanged."""
    return array[..., None].view(real_dtype(array.dtype)) if array.dtype.kind == "c" else array


def _uniform_(self: Tensor, low: float, high: float, generator: Generator | None) -> Tensor:
    """Fill uniformly. Numbers that a 16-bit type rounds up to the end of the range become its
    start."""
    check_floating("aten.uniform_", self.array.dtype)
    stream, parts = _stream(generator), _parts(self.array)
    dtype = parts.dtype
    most = float(cast(Any, ml_dtypes.finfo(dtype)).max)
    if not -most <= low <= high <= most:
        raise BadValue(f"'aten.uniform_' needs a range within {dtype}, not {low} to {high}")

    def draw(count: int) -> Array:
        drawn = stream.uniform(count, work_dtype(dtype))
        drawn = drawn * drawn.dtype.type(high - low) + drawn.dtype.type(low)
        drawn = drawn.astype(dtype, copy=False)
        drawn[drawn == dtype.type(high)] = dtype.type(low)
        return drawn

    fill(parts, draw)
    return self


def _normal_(self: Tensor, mean: float, std: float, generator: Generator | None) -> Tensor:
    """Fill with normal numbers: large contiguous tensors as a whole, others one by one.

    Complex numbers share the variance between their parts.
    """
    array = self.array
    check_floating("aten.normal_", array.dtype)
    if not std >= 0:
        raise BadValue(f"a standard deviation must not be negative, got {std}")
    parts = _parts(array)
    deviation, stream = std if parts is array else std / sqrt(2), _stream(generator)
    together = parts.size >= _TOGETHER and parts.flags.c_contiguous

    def draw(count: int) -> Array:
        drawn = stream.normal_block(count, parts.dtype) if together else stream.normal(count)
        return drawn * drawn.dtype.type(deviation) + drawn.dtype.type(mean)

    fill(parts, draw)
    return self


def _transform(transform: Callable[..., Any]) -> Filler:
    """Return a distribution that is a function of uniform doubles."""

    def run(self: Tensor, *arguments: Any) -> Tensor:
        *numbers, generator = arguments
        stream = _stream(generator)
        fill(self.array, lambda count: transform(stream.doubles(count), *numbers))
        return self

    return run


def _on_floats_only(name: str, filler: Filler) -> Filler:
    def run(self: Tensor, *arguments: Any) -> Tensor:
        check_real_floating(name, self.array.dtype)
        return filler(self, *arguments)

    return reject_overlap(run)


def _exponential(u: Array, rate: float) -> Any:
    if not rate > 0:
        raise BadValue(f"'aten.exponential_' needs a positive rate, not {rate}")
    return -np.log1p(-u) / rate


def _cauchy(u: Array, median: float, sigma: float) -> Any:
    if not sigma > 0:
        raise BadValue(f"'aten.cauchy_' needs a positive scale, not {sigma}")
    return median + sigma * np.tan(np.pi * (u - 0.5))


def _geometric(u: Array, p: float) -> Any:
    if not 0 < p < 1:
        raise BadValue(f"'aten.geometric_' needs a probability between 0 and 1, not {p}")
    return np.ceil(np.log(u) / np.log1p(-p))


def _log_normal_(self: Tensor, mean: float, std: float, generator: Generator | None) -> Tensor:
    if not std > 0:
        raise BadValue(f"'aten.log_normal_' needs a positive deviation, not {std}")
    stream = _stream(generator)
    fill(self.array, lambda count: np.exp(stream.normal(count) * std + mean))
    return self


# ---- new tensors


def _size(filler: Filler) -> Implementation:
    """Return the operator that draws a tensor of given sizes."""

    def run(
        *, size: Sequence[int], generator: Generator | None = None, dtype: int | None
    ) -> Tensor:
        made = Tensor(np.empty(tuple(size), dtype_or(dtype, FLOAT32)))
        return filler(made, 0, 1, generator)

    return run


def _like(filler: Filler) -> Implementation:
    """Return the operator that draws a tensor in the shape of another."""

    def run(
        self: Tensor, *, generator: Generator | None = None, dtype: int | None,
        memory_format: int | None,
    ) -> Tensor:  # fmt: skip
        made = like(self.array, dtype_or(dtype, self.array.dtype), memory_format)
        return filler(self.over(made), 0, 1, generator)

    return run


def _normal_of(mean: Tensor | float, std: Tensor | float, generator: Generator | None) -> Tensor:
    """Draw with a mean, a deviation or both by element."""
    arrays = [t.array if isinstance(t, Tensor) else np.asarray(t) for t in (mean, std)]
    tensors = [t for t in (mean, std) if isinstance(t, Tensor)]
    if np.any(arrays[1] < 0):
        raise BadValue("a standard deviation must not be negative")
    made = Tensor(np.empty(np.broadcast_shapes(*[a.shape for a in arrays]), tensors[0].array.dtype))
    drawn = _normal_(made, 0, 1, generator).array
    return Tensor((drawn * arrays[1] + arrays[0]).astype(drawn.dtype, copy=False))


def _normal_sized(
    *, mean: float, std: float, size: Sequence[int], generator: Generator | None,
    dtype: int | None,
) -> Tensor:  # fmt: skip
    return _normal_(Tensor(np.empty(tuple(size), dtype_or(dtype, FLOAT32))), mean, std, generator)


def _integers(array: Array, low: int, high: int, stream: Generator) -> None:
    """Fill with integers; floats get those between the bounds that their type represents."""
    if array.dtype == BOOL and not 0 <= low <= high - 1 <= 1:
        raise BadValue(f"bools are drawn from 0 and 1, not from {low} to below {high}")
    if array.dtype.kind not in "iub":
        low, high = (
            _representable_bound(low + 1, array.dtype, -1, low),
            _representable_bound(high - 1, array.dtype, 1, high),
        )
    fill(array, lambda count: stream.integers(count, low, high))


def _representable_bound(inner: int, dtype: NumpyDtype, outwards: int, bound: int) -> int:
    """Return a bound of integers. If the float type rounds the number inside it to the bound or
    beyond, return the next representable number inside."""
    if abs(inner) > float(np.finfo(FLOAT32 if dtype == BFLOAT16 else dtype).max):
        raise BadValue(f"whole numbers up to {inner} are out of the range of {dtype}")
    reached = int(np.asarray(inner).astype(dtype))
    if (reached - bound) * outwards < 0 or (outwards < 0 and reached == bound):
        return bound
    digits = _largest(dtype).bit_length() - 1
    return reached - outwards * (1 << (abs(inner).bit_length() - digits))


def _randint(
    *, high: int, size: Sequence[int], low: int = 0, generator: Generator | None = None,
    dtype: int | None,
) -> Tensor:  # fmt: skip
    made = np.empty(tuple(size), dtype_or(dtype, FLOAT32))
    _integers(made, low, high, _stream(generator))
    return Tensor(made)


def _randint_like(
    self: Tensor, *, high: int | Tensor, low: int = 0, generator: Generator | None = None,
    dtype: int | None, memory_format: int | None,
) -> Tensor:  # fmt: skip
    if isinstance(high, Tensor) and high.array.ndim:
        raise BadValue(f"a bound must be a 0-d tensor, not one of {list(high.array.shape)}")
    made = like(self.array, dtype_or(dtype, self.array.dtype), memory_format)
    _integers(made, low, int(high), _stream(generator))
    return self.over(made)


def _largest(dtype: NumpyDtype) -> int:
    """Return the largest number up to which a type represents all integers."""
    if dtype == BFLOAT16:
        return 1 << 8
    if dtype.kind == "f":
        return 1 << (np.finfo(dtype).nmant + 1)
    return 1 if dtype == BOOL else int(np.iinfo(dtype).max)


def _random_(self: Tensor, generator: Generator | None) -> Tensor:
    """Fill with any number that the type represents, from 0; one word each, two for 64 bits."""
    stream, dtype = _stream(generator), self.array.dtype
    many = np.uint64(_largest(dtype) + 1)
    words = stream.long_words if dtype in (INT64, FLOAT64) else stream.words
    fill(self.array, lambda count: words(count) % many)
    return self


def _random_from(self: Tensor, low: int, high: int | None, generator: Generator | None) -> Tensor:
    end = _largest(self.array.dtype) + 1 if high is None else high
    _integers(self.array, low, end, _stream(generator))
    return self


def _randperm(n: int, *, generator: Generator | None = None, dtype: int | None) -> Tensor:
    if n < 0:
        raise BadValue(f"expected a number of elements of at least 0, found {n}")
    return Tensor(_stream(generator).permutation(n).astype(dtype_or(dtype, INT64)))


# ---- with a probability for each element


def _bernoulli_p(self: Tensor, p: float, generator: Generator | None) -> Tensor:
    return self.over(streams.bernoulli(self.array, p, generator))


def _bernoulli_p_(self: Tensor, p: float, generator: Generator | None) -> Tensor:
    return self.copy_(_bernoulli_p(self, p, generator))


def _bernoulli_by_(self: Tensor, p: Tensor, generator: Generator | None) -> Tensor:
    """Draw with a probability for each element; doubles are compared with doubles."""
    chances = np.broadcast_to(p.array, self.array.shape)
    check_floating("aten.bernoulli", chances.dtype)
    if chances.size and not (chances.min() >= 0 and chances.max() <= 1):
        raise BadValue("probabilities lie between 0 and 1")
    drawn = np.empty_like(self.array, chances.dtype)
    fill(drawn, lambda count: _stream(generator).uniform(count, work_dtype(chances.dtype)))
    self.array[...] = drawn < chances
    return self


def _bernoulli_by(self: Tensor, p: Tensor, generator: Generator | None) -> Tensor:
    return _bernoulli_by_(self.over(np.empty(self.shape, self.array.dtype)), p, generator)


def _multinomial(
    self: Tensor, count: int, replacement: bool, generator: Generator | None
) -> Tensor:
    """Draw indices with the probabilities of rows. Without replacement, exponential races decide;
    with it, uniform numbers are found in cumulative sums."""
    check_floating("aten.multinomial", self.array.dtype)
    weights = self.array
    check_rank("self", weights.shape, 1, 2)
    if count <= 0 or (not replacement and count > weights.shape[-1]):
        raise BadValue(f"{count} places of {weights.shape[-1]} cannot be drawn")
    are_valid = np.isfinite(weights).all() and (weights >= 0).all()
    if not (are_valid and (weights.sum(-1) > 0).all()):
        raise BadValue("probabilities must be finite, non-negative, and not all zero")
    stream = _stream(generator)
    if replacement and count > 1:
        rows = np.atleast_2d(weights)
        sums = np.cumsum(rows.astype(work_dtype(rows.dtype), copy=False), axis=-1)
        sums = sums / sums[:, -1:]
        drawn = [np.searchsorted(row, stream.doubles(count)) for row in sums]
        return Tensor(np.minimum(np.stack(drawn), rows.shape[-1] - 1).astype(INT64).reshape(
            *weights.shape[:-1], count
        ))  # fmt: skip
    times = Tensor(like(weights, weights.dtype, PRESERVE))
    races = weights / _EXPONENTIAL(times, 1.0, stream).array
    return Tensor(np.argsort(-races, axis=-1, kind="stable")[..., :count].astype(INT64))


# ---- leaky slopes at random


def _rrelu_with_noise(
    self: Tensor, noise: Tensor, lower: Number, upper: Number, training: bool,
    generator: Generator | None,
) -> Tensor:  # fmt: skip
    """Scale each non-positive element by a random slope, kept in `noise`; outside training by the
    middle slope."""
    check_floating("aten.rrelu", self.array.dtype)
    array = self.array
    if array.dtype == np.float16:
        raise BadType("'aten.rrelu' is not defined on float16 tensors")
    low, high = float(lower), float(upper)  # pyright: ignore[reportArgumentType]
    if not training:
        slope = array.dtype.type((low + high) / 2)
        return self.over(np.where(array <= 0, array * slope, array))
    slopes = np.ones(array.shape, array.dtype)
    below = array <= 0
    drawn = _stream(generator).doubles(int(np.count_nonzero(below)))
    slopes[below] = drawn * (high - low) + low
    noise.copy_(Tensor(slopes))
    return self.over(array * slopes)


def _rrelu(
    self: Tensor, lower: Number, upper: Number, training: bool, generator: Generator | None
) -> Tensor:
    noise = Tensor(np.empty_like(self.array))
    return _rrelu_with_noise(self, noise, lower, upper, training, generator)


def _rrelu_with_noise_functional(
    self: Tensor, noise: Tensor, *options: Any
) -> tuple[Tensor, Tensor]:
    kept = noise.over(noise.array.copy())
    return _rrelu_with_noise(self, kept, *options), kept


# ---- generators


def _manual_seed(seed: int) -> None:
    streams.manual_seed(seed)


def _new_generator(device: Any, seed: int | None) -> Generator:
    return Generator() if seed is None else Generator(seed)


def _initial_seed(self: Generator) -> int:
    return self.initial_seed


_EXPONENTIAL = _transform(_exponential)


def _normal_functional(self: Tensor, *arguments: Any) -> Tensor:
    return _normal_(self.over(np.empty_like(self.array)), *arguments)


SAMPLING: Table = {
    **by_name(_size(_uniform_), "aten.rand", "aten.rand.generator"),
    **by_name(_size(_normal_), "aten.randn", "aten.randn.generator"),
    **by_name(_like(_uniform_), "aten.rand_like", "aten.rand_like.generator"),
    **by_name(_like(_normal_), "aten.randn_like", "aten.randn_like.generator"),
    **by_name(
        _randint,
        "aten.randint",
        "aten.randint.generator",
        "aten.randint.low",
        "aten.randint.low_generator",
    ),
    **by_name(
        _randint_like,
        "aten.randint_like",
        "aten.randint_like.Tensor",
        "aten.randint_like.generator",
        "aten.randint_like.Tensor_generator",
        "aten.randint_like.low_dtype",
        "aten.randint_like.low_generator_dtype",
    ),
    **by_name(_randperm, "aten.randperm", "aten.randperm.generator"),
    "aten.random_": reject_overlap(_random_),
    "aten.random_.from": reject_overlap(_random_from),
    **by_name(reject_overlap(_random_from), "aten.random_.to", low=0, high=SchemaArgument("to")),
    "aten.uniform_": reject_overlap(_uniform_),
    "aten.normal_": reject_overlap(_normal_),
    "aten.normal_functional": _normal_functional,
    "aten.normal.Tensor_float": _normal_of,
    "aten.normal.float_Tensor": _normal_of,
    "aten.normal.Tensor_Tensor": _normal_of,
    **by_name(_normal_sized, "aten.normal.float_float"),
    "aten._no_grad_normal_": reject_overlap(_normal_),
    "aten._no_grad_uniform_": reject_overlap(_uniform_),
    "aten.exponential_": _on_floats_only("aten.exponential_", _EXPONENTIAL),
    "aten.cauchy_": _on_floats_only("aten.cauchy_", _transform(_cauchy)),
    "aten.geometric_": reject_overlap(_transform(_geometric)),
    "aten.log_normal_": _on_floats_only("aten.log_normal_", _log_normal_),
    **by_name(_bernoulli_by, "aten.bernoulli", p=SchemaArgument("self")),
    "aten.bernoulli.p": _bernoulli_p,
    "aten.bernoulli.Tensor": _bernoulli_by,
    "aten.bernoulli_.float": _bernoulli_p_,
    "aten.bernoulli_.Tensor": _bernoulli_by_,
    "aten.multinomial": _multinomial,
    "aten.rrelu": _rrelu,
    "aten.rrelu_with_noise": _rrelu_with_noise,
    "aten.rrelu_with_noise_functional": _rrelu_with_noise_functional,
    "aten.manual_seed": _manual_seed,
    "aten.manual_seed.generator": Generator.manual_seed,
    "aten.seed": Generator.seed,
    "aten.initial_seed": _initial_seed,
    "aten.Generator": _new_generator,
}
