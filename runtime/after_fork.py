"""Forks of the process, whose children inherit no thread but the one that forks.

    before_fork(finish)         # a fork calls the function first
    survive_fork(lock)          # no child inherits the lock held by another thread
    in_child(reset)             # each child calls the function first

A fork takes the locks in the opposite order of these calls: register first those that threads take
last. Systems without forks call no function.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from threading import Lock
from typing import Any

_FINISHES: list[Callable[[], None]] = []
_LOCKS: list[AbstractContextManager[Any]] = []
_RESETS: list[Callable[[], None]] = []
_FORKING = Lock()
_held = ExitStack()
"""The locks that the thread holds which forks."""


def before_fork(function: Callable[[], None]) -> None:
    """Call a function before each fork, and before it takes the locks."""
    _FINISHES.append(function)


def survive_fork(*locks: AbstractContextManager[Any]) -> None:
    """Make forks wait for locks, which stand in the order in which threads take them."""
    _LOCKS.extend(reversed(locks))


def in_child(function: Callable[[], None]) -> None:
    """Call a function in each forked child, before the code after the fork."""
    _RESETS.append(function)


def _prepare() -> None:
    """Finish first: that may register further locks."""
    for finish in _FINISHES:
        finish()
    for lock in (_FORKING, *reversed(_LOCKS)):
        _held.enter_context(lock)


def _release() -> None:
    # Another thread that forks may add its locks as soon as it can.
    _held.pop_all().close()


def _begin_child() -> None:
    _release()
    for reset in _RESETS:
        reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_prepare, after_in_parent=_release, after_in_child=_begin_child)
