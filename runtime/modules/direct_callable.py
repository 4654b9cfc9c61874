"""`DirectCallable`: a callable object with a slot for a kernel that may serve its calls."""

from __future__ import annotations

from typing import Any


class DirectCallable:
    """Base of functions, methods and modules.

    `_direct` is set once the kernel alone can answer calls (`executors/direct_call.py`). From then
    on machine code answers the calls that it fits, and `__call__` all others.
    """

    __slots__ = ("_direct",)

    _direct: tuple[Any, ...] | None


def get_direct(callable: DirectCallable) -> tuple[Any, ...] | None:
    """Return the description of the direct call, None if there is none."""
    return callable._direct  # pyright: ignore[reportPrivateUsage]


def set_direct(callable: DirectCallable, direct: tuple[Any, ...] | None) -> None:
    """Set the description of the direct call."""
    object.__setattr__(callable, "_direct", direct)
