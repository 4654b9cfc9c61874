"""Random transformations of the loops of a function, by names of loops and of memory."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Names:
    """The names in a function, in textual order."""

    loops: Sequence[str]
    memories: Sequence[str]


Spec = Callable[[random.Random, Names], str]
"""A function that writes a transformation, which a pass may reject."""


def _split(source: random.Random, names: Names) -> str:
    factor, tail = source.choice((2, 3, 4)), source.choice(("loop", "mask"))
    return f"split-loop{{loop={source.choice(names.loops)} factor={factor} tail={tail}}}"


def _unroll(source: random.Random, names: Names) -> str:
    return f"unroll-loop{{loop={source.choice(names.loops)} factor={source.choice((0, 2, 3))}}}"


def _reorder(source: random.Random, names: Names) -> str:
    # Names follow each other as in the text, so neighbours are often in one nest.
    start = source.randrange(len(names.loops))
    chosen = list(names.loops[start : start + source.choice((2, 2, 3))])
    source.shuffle(chosen)
    return f"reorder-loops{{loops={','.join(chosen)}}}"


def _of_memory(name: str) -> Spec:
    def write(source: random.Random, names: Names) -> str:
        memory, loop = source.choice(names.memories), source.choice(names.loops)
        return f"{name}{{memory={memory} loop={loop}}}"

    return write


def _of_one(name: str, options: str = "") -> Spec:
    return lambda source, names: f"{name}{{loop={source.choice(names.loops)}{options}}}"


TRANSFORMATIONS: tuple[Spec, ...] = (
    *(_split, _unroll, _reorder, _reorder),
    *map(_of_memory, ("cache-accesses", "compute-at", "compute-at", "compute-at")),
    *map(_of_one, ("accumulate-in-memory", "distribute-loop", "distribute-loop", "rfactor")),
    *(_of_one("parallelize-loop"), _of_one("vectorize-loop", " width=4")),
    lambda source, names: "eliminate-dead-stores",
)


def transformation(source: random.Random, names: Names) -> str:
    """Write a random transformation."""
    return source.choice(TRANSFORMATIONS)(source, names)
