"""Inputs of workloads: the same random numbers in every process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def normal(*shapes: tuple[int, ...], scale: float = 1.0) -> Callable[[], tuple[Any, ...]]:
    """Return a maker of one float32 array for each shape."""

    def make() -> tuple[Any, ...]:
        random = np.random.default_rng(0)
        return tuple(scale * random.standard_normal(s, np.float32) for s in shapes)

    return make
