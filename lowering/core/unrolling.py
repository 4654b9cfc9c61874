"""The limit on the code that copies of a loop body make, at every level."""

from __future__ import annotations

MOST_OPERATIONS = 1 << 16
"""The most operations that unrolling makes of one loop."""

MOST_PARTS = 16
"""The most loops that take the place of one: each begins as a copy of its body."""


def refusal_of_copies(count: int, operations: int) -> str | None:
    """Return why a body of so many operations is not copied for `count` iterations; None if it may
    be."""
    made = count * operations
    if made <= MOST_OPERATIONS:
        return None
    return f"its {count} iterations would be {made} operations, more than {MOST_OPERATIONS}"
