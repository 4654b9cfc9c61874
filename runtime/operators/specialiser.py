"""Operators specialised on constant arguments.

A family may provide a `Maker` for an operator. It returns a function of the run-time arguments that
skips checks and conversions of the constants. `specialisation.py` lists all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    Implementation,
    bind_scalars,
)
from xdsl_torchscript.runtime.tensor import Tensor

UNKNOWN = object()
"""Marks an argument that is known at run time only."""

Specialiser: TypeAlias = Callable[[str, Implementation, Sequence[Any]], Implementation | None]
"""Takes an operator's name, its function, and its arguments, the first of which is UNKNOWN. Returns
None if specialisation gains nothing.
"""

FAST_TYPES = frozenset((FLOAT32, FLOAT64))
"""The tensor types for which specialised operators have a fast path."""

WRONG = (IndexError, ValueError)
"""Exceptions of numpy for invalid arguments; the general operator raises the error with its own
message.
"""


def general_on(function: Implementation, arguments: Sequence[Any]) -> Implementation:
    rest = tuple(arguments[1:])

    def run(self: Tensor) -> Any:
        return function(self, *rest)

    return run


def are_known(arguments: Sequence[Any]) -> bool:
    """Return whether all arguments but the first are known."""
    return all(argument is not UNKNOWN for argument in arguments[1:])


def is_number(argument: object) -> bool:
    return isinstance(argument, bool | int | float | complex)


def with_scalars(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise an operator of one tensor and numbers."""
    numbers = arguments[1:]
    known = any(map(is_number, numbers)) and all(n is None or is_number(n) for n in numbers)
    return bind_scalars(function, *numbers) if known else None
