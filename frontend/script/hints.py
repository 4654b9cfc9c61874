"""The names that values have in text.

xDSL keeps of a name what stands before a number: of `x_1` it keeps `x`, and of `_0` nothing, which
it then refuses to copy to another value. It takes ASCII letters alone.
"""

from __future__ import annotations

from xdsl.ir import SSAValue

NUMBERED = "."
"""The hint of a variable called `_0`, until the function is complete: a number, not a name."""


def hint_of(name: str) -> str | None:
    """What a hint keeps of the name of a variable."""
    if not SSAValue.is_valid_name(name):
        return None
    return SSAValue.extract_valid_name(name) or NUMBERED
