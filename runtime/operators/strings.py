"""Strings, printing, warnings and exceptions of the program."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from typing import Any

from xdsl_torchscript.runtime.errors import ScriptError
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.text import format_text, percent_text, text_of


def _print(*values: Any) -> None:
    print(*map(text_of, values))


def _warn(message: str, stacklevel: int) -> None:
    warnings.warn(message, UserWarning, stacklevel=2)


def _raise(message: str, kind: str | None) -> None:
    raise ScriptError(message, kind)


def _join(separator: str, values: list[str]) -> str:
    return separator.join(values)


def _split(self: str, separator: str | None, most: int) -> list[str]:
    return self.split(separator, most)


def _zfill(self: str, width: int) -> str:
    """TorchScript puts the zeros before a sign."""
    return self.rjust(width, "0")


def _within(method: Callable[..., Any]) -> Implementation:
    """A search between two places; an end of -1 is the end of the string, as TorchScript reads
    it."""

    def run(self: str, part: str, start: int, end: int) -> Any:
        return method(self, part, start, len(self) if end == -1 else end)

    return run


_METHODS: tuple[Callable[..., Any], ...] = (
    str.lower, str.upper, str.capitalize, str.title, str.swapcase, str.center, str.ljust,
    str.rjust, str.strip, str.lstrip, str.rstrip, str.replace, str.partition,
    str.rpartition, str.rsplit, str.splitlines, str.expandtabs, str.isdigit, str.isalpha,
    str.isalnum, str.isdecimal, str.isidentifier, str.islower, str.isnumeric, str.isprintable,
    str.isspace, str.istitle, str.isupper,
)  # fmt: skip
"""Methods that take the arguments of the schema by position."""

STRINGS: Table = {
    "aten.add.str": operator.add,
    "aten.format": format_text,
    "aten.str": text_of,
    "aten.join": _join,
    **{f"aten.{method.__name__}": method for method in _METHODS},
    "aten.zfill": _zfill,
    "aten.list": list,
    "aten.split.str": _split,
    "aten.find": _within(str.find),
    "aten.rfind": _within(str.rfind),
    "aten.index.str": _within(str.index),
    "aten.rindex": _within(str.rindex),
    "aten.count": _within(str.count),
    "aten.startswith": _within(str.startswith),
    "aten.endswith": _within(str.endswith),
    "aten.percentFormat": percent_text,
    "aten.ord": ord,
    "aten.chr": chr,
    "aten.hex": hex,
    "aten.oct": oct,
    "aten.bin": bin,
    "aten.warn": _warn,
    "prim.Print": _print,
    "prim.RaiseException": _raise,
}
