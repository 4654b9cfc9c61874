"""Functions that are written as text before Python compiles them.

What a closure would look up each time it runs (how many registers, which operator) the text says
once. The text consists of our own templates, numbers and names, never of words of a program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from traceback import walk_tb
from typing import Any


def written(
    text: str, environment: Mapping[str, Any] | None = None, filename: str = "<step>"
) -> Callable[..., Any]:
    """The one function that the text defines; names that it does not define are those of
    `environment`. Failures in it carry `filename` and lines of the text."""
    names = dict(environment or {})
    known = set(names)
    exec(compile(text, filename, "exec"), names)
    (name,) = names.keys() - known - {"__builtins__"}
    return names[name]


def failed_line(error: BaseException, function: Callable[..., Any]) -> int:
    """The line of a written function in which something was raised, 0 if nothing was."""
    frames = walk_tb(error.__traceback__)
    return next((line for frame, line in frames if frame.f_code is function.__code__), 0)
