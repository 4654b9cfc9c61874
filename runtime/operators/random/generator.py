"""Random numbers: the stream that PyTorch draws on CPUs from the same seed.

The engine is the Mersenne twister MT19937 of Matsumoto and Nishimura (1998). The conversion of its
32-bit words follows PyTorch: a float takes the low 24 bits of one word. A double takes the low 53
bits of two, the first of which is the upper. PyTorch builds with MKL draw Bernoulli and exponential
numbers from MKL on Intel processors. These are the numbers of all others.
"""

from __future__ import annotations

import ctypes
from collections import abc
from collections.abc import Callable
from contextlib import contextmanager
from functools import lru_cache, wraps
from operator import index
from threading import RLock
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import numpy as np

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.types import GeneratorType
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import FLOAT32, FLOAT64, real_dtype, work_dtype
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype
from xdsl_torchscript.runtime.values import TYPE_OF_CLASS

_WORDS = 624
_DEFAULT_SEED = 67280421310721
_FILLED_TOGETHER = 16
_LONG_RANGE = 1 << 28
"""From this many numbers on, an integer takes two words."""
_STATE_BYTES = 4 * (_WORDS + 1)
"""The bytes of the engine's state: its words, and the number of those that are used."""


@lru_cache(maxsize=16)
def _key(seed: int) -> Array:
    """Return the engine's state for a seed, of which it uses the low 32 bits."""
    words = [seed & 0xFFFFFFFF]
    for i in range(1, _WORDS):
        last = words[-1]
        words.append((1812433253 * (last ^ (last >> 30)) + i) & 0xFFFFFFFF)
    return np.array(words, np.uint32)


DRAWING = survive_fork(RLock())
"""Held by draws, also those of kernels."""
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _serialise(
    method: Callable[Concatenate[Generator, _P], _R],
) -> Callable[Concatenate[Generator, _P], _R]:
    """Serialise draws: the numbers of one call are adjacent in the stream."""

    @wraps(method)
    def run(self: Generator, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with DRAWING:
            return method(self, *args, **kwargs)

    return run


Position: TypeAlias = tuple[bytes, float | None, int]
"""A place of a stream: the engine's state, the spare normal number, and the seed."""


class Generator:
    """A stream of random numbers. Each method draws the next `count` of a distribution; threads
    that share the stream draw one after another."""

    def __init__(self, seed: int = _DEFAULT_SEED) -> None:
        self._engine = np.random.MT19937(0)
        self.manual_seed(seed)

    @property
    def address(self) -> int:
        """Where the engine has its state, which kernels change in place."""
        return self._engine.ctypes.state_address

    @_serialise
    def manual_seed(self, seed: int) -> Generator:
        """Seed the default stream: it continues as PyTorch's on CPUs after `torch.manual_seed`. Any
        64-bit number is a seed. Raises BadValue for others, TypeError for no integer."""
        if not -(1 << 63) <= index(seed) < 1 << 64:
            raise BadValue(f"a seed has 64 bits, {seed} has more")
        self.initial_seed = index(seed) & 0xFFFFFFFFFFFFFFFF
        self._spare: float | None = None
        state: Any = self._engine.state
        state["state"] = {"key": _key(seed), "pos": _WORDS}
        self._engine.state = state
        return self

    @property
    def position(self) -> Position:
        """The place of the stream; `return_to` goes back to it."""
        return ctypes.string_at(self.address, _STATE_BYTES), self._spare, self.initial_seed

    def return_to(self, position: Position) -> None:
        state, self._spare, self.initial_seed = position
        ctypes.memmove(self.address, state, _STATE_BYTES)

    @contextmanager
    def unchanged(self) -> abc.Generator[None]:
        """Return to the present place at the end of a block; other threads draw before or after."""
        with DRAWING:
            position = self.position
            try:
                yield
            finally:
                self.return_to(position)

    def seed(self) -> int:
        """Seed the stream unpredictably and return the seed."""
        fresh = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) >> 11
        return self.manual_seed(fresh).initial_seed

    @_serialise
    def words(self, count: int) -> Array:
        """Draw 32-bit words."""
        return self._engine.random_raw(count)

    def long_words(self, count: int) -> Array:
        """Draw 64-bit words."""
        words = self.words(2 * count)
        return (words[0::2] << np.uint64(32)) | words[1::2]

    def floats(self, count: int) -> Array:
        """Draw single-precision numbers uniformly from [0, 1)."""
        return (self.words(count) & np.uint64((1 << 24) - 1)).astype(FLOAT32) * FLOAT32.type(2**-24)

    def doubles(self, count: int) -> Array:
        """Draw double-precision numbers uniformly from [0, 1)."""
        return (self.long_words(count) & np.uint64((1 << 53) - 1)).astype(FLOAT64) * 2.0**-53

    def uniform(self, count: int, dtype: NumpyDtype) -> Array:
        """Draw numbers uniformly from [0, 1) in the precision of an element type; complex ones draw
        twice."""
        if dtype.kind == "c":
            return self.uniform(2 * count, real_dtype(dtype)).view(dtype)
        return self.doubles(count) if dtype == FLOAT64 else self.floats(count)

    @_serialise
    def normal(self, count: int) -> Array:
        """Draw standard normal doubles one by one, by Box and Muller (1958). They come in pairs;
        the second is kept for the next call."""
        kept = [] if self._spare is None else [self._spare]
        pairs = (count - len(kept) + 1) // 2
        first, second = self.doubles(2 * pairs).reshape(pairs, 2).T
        radius, angle = np.sqrt(-2 * np.log1p(-second)), 2 * np.pi * first
        drawn = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(-1)
        numbers = np.concatenate([kept, drawn])
        self._spare = float(numbers[count]) if len(numbers) > count else None
        return numbers[:count]

    @_serialise
    def normal_block(self, count: int, dtype: NumpyDtype) -> Array:
        """Draw standard normal numbers for a tensor of at least 16: sixteen uniform ones give eight
        pairs. The last ones are drawn again in a full block of sixteen."""
        size = _FILLED_TOGETHER
        whole = count - count % size
        # 16-bit types skip the draws that the final block replaces.
        drawn = self.uniform(whole if dtype.itemsize == 2 else count, work_dtype(dtype))
        numbers = np.concatenate([_pair(drawn[:whole]), np.empty(count - whole, drawn.dtype)])
        if whole != count:
            numbers[-size:] = _pair(self.uniform(size, work_dtype(dtype)))
        return numbers

    def integers(self, count: int, low: int, high: int) -> Array:
        """Draw int64 values uniformly from [low, high)."""
        if low >= high:
            raise BadValue(f"the range from {low} to below {high} is empty")
        words = self.words(count) if high - low < _LONG_RANGE else self.long_words(count)
        # The sum wraps around as in C, where the range begins below zero.
        return (words % np.uint64(high - low)).astype(np.int64) + np.int64(low)

    def permutation(self, count: int) -> Array:
        """Draw a permutation of the numbers below `count`, by exchanges from the front."""
        order = np.arange(count)
        ahead = self.words(max(count - 1, 0)) % np.arange(count, 1, -1, dtype=np.uint64)
        for i, step in enumerate(ahead.tolist()):
            order[i], order[i + step] = order[i + step], order[i]
        return order


def _pair(uniform: Array) -> Array:
    """Apply Box and Muller's transform to blocks of sixteen: the cosines, then the sines."""
    halves = uniform.reshape(-1, 2, _FILLED_TOGETHER // 2)
    one, two = halves.dtype.type(1), halves.dtype.type(2)
    radius = np.sqrt(-two * np.log(one - halves[:, 0]))
    angle = (two * halves.dtype.type(np.pi)) * halves[:, 1]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(-1)


TYPE_OF_CLASS[Generator] = GeneratorType()
_DEFAULT = Generator()


def default_generator() -> Generator:
    """Return the stream of operators without a generator, shared by all threads."""
    return _DEFAULT


def manual_seed(seed: int) -> Generator:
    """Seed the stream. Raises as its method."""
    return default_generator().manual_seed(seed)


Draw: TypeAlias = Callable[[int], Array]


def fill(array: Array, draw: Draw) -> None:
    """Write drawn numbers in the order of the elements in memory."""
    order = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    lying = array.transpose(order)
    lying[...] = draw(array.size).astype(array.dtype, copy=False).reshape(lying.shape)


def bernoulli(like: Array, p: float, generator: Generator | None = None) -> Array:
    """Draw ones with probability `p`, else zeros, in the shape and type of an array. Raises
    BadValue if `p` is not a probability."""
    if not 0 <= p <= 1:
        raise BadValue(f"a probability must be between 0 and 1, got {p}")
    drawn = np.empty_like(like)
    stream = default_generator() if generator is None else generator
    fill(drawn, lambda count: stream.doubles(count) < p)
    return drawn
