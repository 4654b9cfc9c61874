"""Parse Python while other threads may parse, too."""

from __future__ import annotations

import ast
import gc
from typing import Any


def parse_python(
    text: str, filename: str = "<unknown>", mode: str = "exec", *, type_comments: bool = False
) -> Any:
    """Return the tree of a text, as `ast.parse` does, and raise what it raises.

    CPython counts the depth of trees in one place for all threads, and raises SystemError if one
    parses in the midst of another's parsing. A garbage collection, which may run Python code, is
    the only point at which threads can take turns there.
    """
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(text, filename, mode, type_comments=type_comments)
    finally:
        if is_enabled:
            gc.enable()
