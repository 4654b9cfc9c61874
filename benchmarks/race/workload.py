"""`Workload`: a row of the race, and the exception of a peer that cannot run it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Call = Callable[[], Any]


class Unsupported(Exception):
    """A peer cannot run a workload; the message is its reason."""


@dataclass(frozen=True, eq=False)
class Workload:
    """A program in the forms that peers take, with its cost.

    Either `source` defines a TorchScript function `f`, or `module` creates a module of PyTorch,
    whose weights are constants to every peer. `arrays` is the same over a numeric library: it takes
    the `Library`, the weights by name, and the inputs. `forms` has a form for single peers.
    """

    name: str
    inputs: Callable[[], tuple[Any, ...]]
    source: str = ""
    module: Callable[[], Any] | None = None
    arrays: Callable[..., Any] | None = None
    forms: Mapping[str, Any] = field(default_factory=dict)
    flops: float = 0.0
    bytes: float = 0.0
    threshold: float = 1.0
    """The least ratio, the best peer's time over ours, that the project claims."""
    tolerance: float = 1e-4


def results(value: Any) -> list[Any]:
    """Return the results of a call as numbers or numpy arrays."""
    parts = value if isinstance(value, tuple | list) else (value,)
    return [np.asarray(part) for part in parts]


def check(found: Any, expected: Any, tolerance: float) -> None:
    """Raise AssertionError unless the results of two calls agree, relative to the largest."""
    for a, b in zip(results(found), results(expected), strict=True):
        scale = max(1e-6, float(np.abs(b).max(initial=0)))
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * scale)
