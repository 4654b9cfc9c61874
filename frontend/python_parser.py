"""Parse Python while other threads may parse, too."""

from __future__ import annotations

import ast
from typing import Any

from xdsl_torchscript.dialects.garbage import paused_collection


def parse_python(
    text: str, filename: str = "<unknown>", mode: str = "exec", *, type_comments: bool = False
) -> Any:
    """Parse a text, with the results and exceptions of `ast.parse`.

    CPython counts the depth of trees in one place for all threads: a parse that interrupts another
    raises SystemError. Only a garbage collection, which may run Python code, can interrupt one.
    """
    with paused_collection():
        return ast.parse(text, filename, mode, type_comments=type_comments)
