"""Count executed lines of Python: a cost that is the same on every machine and under any load."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_run(call: Callable[[], object]) -> int:
    """Count the lines of Python that a call executes, in all that it calls too."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def grows_linearly(cost: Callable[[int], int], few: int) -> bool:
    """Return whether eight times the size costs at most twice as much per item."""
    return cost(8 * few) < 2 * 8 * cost(few)
