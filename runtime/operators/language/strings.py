"""Strings, printing, warnings and exceptions of the program."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Callable
from typing import Any

from xdsl_torchscript.runtime.errors import ScriptError
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.language.text import format_text, percent_text, text_of


def _print(*values: Any) -> None:
    print(*map(text_of, values))


def _warn(message: str, stacklevel: int) -> None:
    warnings.warn(message, UserWarning, stacklevel=2)


def _raise(message: str, kind: str | None) -> None:
    raise ScriptError(message, kind)


def _join(separator: str, values: list[str]) -> str:
    return separator.join(values)


def _split(self: str, separator: str | None, most: int) -> list[str]:
    """At white space it is split everywhere, whatever `most` says."""
    return self.split() if separator is None else self.split(separator, most)


_LINE_END = re.compile("([\n\r\v\f\x1c\x1d\x1e])")


def _split_lines(self: str, keep_ends: bool) -> list[str]:
    """The ends that are kept are lines of their own."""
    pieces = _LINE_END.split(self)
    lines = pieces if pieces[-1] else pieces[:-1]
    return lines if keep_ends else lines[::2]


def _partition(self: str, separator: str) -> tuple[str, str, str]:
    return self.partition(separator) if separator else ("", "", self)


def _partition_at_last(self: str, separator: str) -> tuple[str, str, str]:
    return self.rpartition(separator) if separator else (self, "", "")


def _zfill(self: str, width: int) -> str:
    """TorchScript puts the zeros before a sign."""
    return self.rjust(width, "0")


def _places(self: str, start: int, end: int) -> tuple[int, int]:
    """Counted from the front. An end of -1 is behind the last character, as TorchScript reads it,
    and -2 before it."""
    size = len(self)
    return (
        start if start >= 0 else max(0, size + start),
        end if end >= 0 else max(0, size + end + 1),
    )


def _searching(method: Callable[[str, str], int]) -> Implementation:
    """The place of a part between two places; -1 where it is not."""

    def run(self: str, part: str, start: int, end: int) -> int:
        start, end = _places(self, start, end)
        place = method(self[start : max(start, end)], part)
        return place if place < 0 else start + place

    return run


def _required(search: Implementation) -> Implementation:
    """ValueError where the part is not."""

    def run(self: str, part: str, start: int, end: int) -> int:
        place = search(self, part, start, end)
        if place < 0:
            raise ValueError(f"'{part}' is not in '{self}'")
        return place

    return run


def _testing(method: Callable[[str, str], bool]) -> Implementation:
    """A test of what is between two places; of all behind the first where the second comes before
    it. IndexError for a start behind the end."""

    def run(self: str, part: str, start: int, end: int) -> bool:
        start, end = _places(self, start, end)
        if start > len(self):
            raise IndexError(f"place {start} in a string of {len(self)} characters")
        return method(self[start:end] if end >= start else self[start:], part)

    return run


def _count(self: str, part: str, start: int, end: int) -> int:
    """How often the part begins between two places, without overlap."""
    start, end = _places(self, start, end)
    return self[start : end + len(part) - 1].count(part) if start < end else 0


_METHODS: tuple[Callable[..., Any], ...] = (
    str.lower, str.upper, str.capitalize, str.title, str.swapcase, str.center, str.ljust,
    str.rjust, str.strip, str.lstrip, str.rstrip, str.replace, str.rsplit,
    str.expandtabs, str.isdigit, str.isalpha, str.isalnum, str.isdecimal, str.isidentifier,
    str.islower, str.isnumeric, str.isprintable, str.isspace, str.istitle, str.isupper,
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
    "aten.splitlines": _split_lines,
    "aten.partition": _partition,
    "aten.rpartition": _partition_at_last,
    "aten.find": _searching(str.find),
    "aten.rfind": _searching(str.rfind),
    "aten.index.str": _required(_searching(str.find)),
    "aten.rindex": _required(_searching(str.rfind)),
    "aten.count": _count,
    "aten.startswith": _testing(str.startswith),
    "aten.endswith": _testing(str.endswith),
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
