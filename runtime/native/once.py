"""`once`: a value that is made by the first thread that asks for it, and is the same for all.

    @once
    def library() -> Library: ...

With `functools.cache`, two threads that ask at the same time get two values, of which one goes
away: machine code that was linked to it would call what is no longer there.
A fork waits for a value that is being made: no child finds the lock held.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import TypeVar

from xdsl_torchscript.dialects.after_fork import survive_fork

_T = TypeVar("_T")


def once(make: Callable[[], _T]) -> Callable[[], _T]:
    """Return a function that calls `make` in its first call, and returns that result in all."""
    lock, made = survive_fork(Lock()), cache(make)

    @wraps(make)
    def get() -> _T:
        with lock:
            return made()

    return get
