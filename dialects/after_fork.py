"""Forks of the process, whose children inherit no thread but the one that forks.

    before_fork(finish)               # a fork calls the function first
    lock = survive_fork(RLock())      # no child inherits the lock held by another thread
    in_child(reset)                   # each child calls the function first

A fork takes all locks that exist. It waits for one only while it holds no other, as `std::lock` of
C++ does: so threads may take locks in any order. Systems without forks call no function.
"""

from __future__ import annotations

import logging  # noqa: F401  # pyright: ignore[reportUnusedImport]
import os
from collections.abc import Callable
from contextlib import ExitStack
from threading import RLock
from typing import Protocol, TypeVar
from weakref import ref


class _Lock(Protocol):
    def acquire(self, blocking: bool = ...) -> bool: ...

    def release(self) -> None: ...


_L = TypeVar("_L", bound=_Lock)

_FINISHES: list[Callable[[], None]] = []
_LOCKS: dict[ref[_Lock], None] = {}
_RESETS: list[Callable[[], None]] = []
_REGISTERING = RLock()
"""Held to register a lock, and by the thread that forks."""
_held = ExitStack()
"""The locks that the thread holds which forks."""


def before_fork(function: Callable[[], None]) -> None:
    """Call a function before each fork, and before it takes the locks."""
    _FINISHES.append(function)


def survive_fork(lock: _L) -> _L:
    """Make forks wait for a lock as long as it exists, and return it. Unless it is reentrant, the
    thread that forks must not hold it."""
    with _REGISTERING:
        key: ref[_Lock] = ref(lock, _LOCKS.pop)
        _LOCKS[key] = None
    return lock


def in_child(function: Callable[[], None]) -> None:
    """Call a function in each forked child, before the code after the fork."""
    _RESETS.append(function)


def _prepare() -> None:
    """Finish first: that may register further locks."""
    for finish in _FINISHES:
        finish()
    busy: _Lock | None = _REGISTERING
    while busy is not None:
        busy = _take_all(busy)


def _take_all(first: _Lock) -> _Lock | None:
    """Wait for a lock and take the others; or take none and return one that is held."""
    with ExitStack() as taken:
        first.acquire()
        taken.callback(first.release)
        for lock in (_REGISTERING, *(reference() for reference in _LOCKS.copy())):
            if lock is None or lock is first:
                continue
            if not lock.acquire(blocking=False):
                return lock
            taken.callback(lock.release)
        _held.push(taken.pop_all())
    return None


def _release() -> None:
    # Another thread that forks may add its locks as soon as it can.
    _held.pop_all().close()


def _begin_child() -> None:
    _release()
    for reset in _RESETS:
        reset()


# The last hook to be registered runs first. Threads that hold these locks may log, so the import
# above lets `logging` register the hook that takes its lock before this one.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_prepare, after_in_parent=_release, after_in_child=_begin_child)
