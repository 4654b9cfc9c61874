"""Forks of the process, whose children inherit no thread but the one that forks.

    survive_fork(lock)          # no child inherits the lock held by another thread
    in_child(reset)             # each child calls the function first

Python acquires locks at a fork in the opposite order of these calls. So register first a lock that
threads take last.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any


def survive_fork(*locks: AbstractContextManager[Any]) -> None:
    """Make a fork wait for locks, in the order in which threads take them."""
    if not hasattr(os, "register_at_fork"):
        return

    def acquire() -> None:
        for lock in locks:
            lock.__enter__()

    def release() -> None:
        for lock in reversed(locks):
            lock.__exit__(None, None, None)

    os.register_at_fork(before=acquire, after_in_parent=release, after_in_child=release)


def in_child(function: Callable[[], None]) -> None:
    """Call a function in each forked child, before the code after the fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)
