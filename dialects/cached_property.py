"""`functools.cached_property` as of Python 3.12.

Python 3.11 holds a lock of the class while a property is computed for the first time: properties of
other objects wait for it, and a child of a fork waits for ever.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

_T = TypeVar("_T")


class cached_property(functools.cached_property[_T]):
    """A property that is computed once per object; by each of the threads that ask at first."""

    def __init__(self, func: Callable[[Any], _T]) -> None:
        super().__init__(func)
        self.lock = nullcontext()
