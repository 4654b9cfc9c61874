"""Output of programs: prints, warnings and exceptions."""

from __future__ import annotations

import sys
import warnings
from typing import Any

from xdsl_torchscript.dialects.byte_strings import bytes_of, is_utf8
from xdsl_torchscript.runtime.errors import ScriptError
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.operators.language.text import text_of


def _print(*values: Any) -> None:
    """Write the bytes below the text stream, which refuses invalid UTF-8."""
    text = " ".join(map(text_of, values)) + "\n"
    below = None if is_utf8(text) else getattr(sys.stdout, "buffer", None)
    if below is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    below.write(bytes_of(text))


def _warn(message: str, stacklevel: int) -> None:
    warnings.warn(message, UserWarning, stacklevel=2)


def _raise(message: str, kind: str | None) -> None:
    raise ScriptError(message, kind)


MESSAGES: Table = {
    "aten.warn": _warn,
    "prim.Print": _print,
    "prim.RaiseException": _raise,
}
