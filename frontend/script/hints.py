"""Name hints of values.

xDSL drops a numeric suffix of a name: `x_1` becomes `x`. `_0` becomes empty, which xDSL refuses to
copy to another value. It accepts only ASCII letters.
"""

from __future__ import annotations

from xdsl.ir import SSAValue

NUMBERED = "."
"""The hint of a variable called `_0`, until the function is complete: a number, not a name."""


def hint_of(name: str) -> str | None:
    """Return the hint for a variable's name, None if it is invalid."""
    if not SSAValue.is_valid_name(name):
        return None
    return SSAValue.extract_valid_name(name) or NUMBERED
