"""Random transformations of the named loops of a function."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

Spec = Callable[[random.Random, Sequence[str]], str]
"""A function that writes a transformation of some of the named loops."""


def _split(source: random.Random, names: Sequence[str]) -> str:
    factor, tail = source.choice((2, 3, 4)), source.choice(("loop", "mask"))
    return f"split-loop{{loop={source.choice(names)} factor={factor} tail={tail}}}"


def _unroll(source: random.Random, names: Sequence[str]) -> str:
    return f"unroll-loop{{loop={source.choice(names)} factor={source.choice((0, 2, 3))}}}"


def _reorder(source: random.Random, names: Sequence[str]) -> str:
    # Names follow each other as in the text, so neighbours are often in one nest.
    start = source.randrange(len(names))
    chosen = list(names[start : start + source.choice((2, 2, 3))])
    source.shuffle(chosen)
    return f"reorder-loops{{loops={','.join(chosen)}}}"


def _of_one(name: str) -> Spec:
    return lambda source, names: f"{name}{{loop={source.choice(names)}}}"


TRANSFORMATIONS: tuple[Spec, ...] = (
    *(_split, _unroll, _reorder, _reorder),
    *map(_of_one, ("accumulate-in-memory", "distribute-loop", "distribute-loop")),
    lambda source, names: "eliminate-dead-stores",
)


def transformation(source: random.Random, names: Sequence[str]) -> str:
    """Write a transformation of some of the loops, which a pass may reject."""
    return source.choice(TRANSFORMATIONS)(source, names)
