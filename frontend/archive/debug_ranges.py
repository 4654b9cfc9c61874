"""Tables of source ranges (`.debug_pkl`): the origin of each piece of code, read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from xdsl_torchscript.frontend.archive.errors import ArchiveError, short_repr
from xdsl_torchscript.frontend.archive.globals import is_integer
from xdsl_torchscript.frontend.archive.limits import Limits
from xdsl_torchscript.frontend.archive.model import DebugRange, ListValue, PickledValue

Fault = Callable[[str, str], ArchiveError]

_Source: TypeAlias = tuple[str, str | None, int]
"""A text, its file, and the number of its first line there."""

_WITH_TABLE = "FORMAT_WITH_STRING_TABLE"


def debug_ranges(table: PickledValue, limits: Limits, error: Fault) -> tuple[DebugRange, ...]:
    """Return the ranges of one `.debug_pkl`, by rising offset.

    Its pickle is a tuple of (offset, (source, start, end), ...) with a source (text, file, line).
    Newer ones are (mark, texts, ranges), and their sources name the texts by number.
    """
    texts: tuple[PickledValue, ...] | None = None
    if isinstance(table, tuple) and len(table) == 3 and table[0] == _WITH_TABLE:
        _, given, table = table
        texts = _tuple(given, 0, error)
    reader = _SourceReader(texts, limits, error)
    ranges = [reader.range(row) for row in _tuple(table, 0, error)]
    if any(before.offset > after.offset for before, after in pairwise(ranges)):
        raise error("decreasing offsets", "increasing offsets")
    return tuple(ranges)


def _tuple(value: PickledValue, least: int, error: Fault) -> tuple[PickledValue, ...]:
    if not isinstance(value, tuple) or len(value) < least:
        raise error(short_repr(value), f"a tuple of {least} or more")
    return value


def _position(value: PickledValue, error: Fault) -> int:
    if not isinstance(value, int) or not is_integer(value) or not 0 <= value < 1 << 40:
        raise error(short_repr(value), "a position in a text")
    return value


class _SourceReader:
    """A reader of ranges that assembles each text of a source once."""

    def __init__(
        self, texts: tuple[PickledValue, ...] | None, limits: Limits, error: Fault
    ) -> None:
        self._texts = texts
        self._left = limits.source_bytes
        self._error = error
        self._sources: dict[int, _Source] = {}

    def range(self, row: PickledValue) -> DebugRange:
        offset, where, *_ = _tuple(row, 2, self._error)
        source, start, end, *_ = _tuple(where, 3, self._error)
        text, filename, first_line = self._source(source)
        begin, stop = _position(start, self._error), _position(end, self._error)
        if begin > stop:
            raise self._error(f"the range {begin} to {stop}", "an end after the beginning")
        return DebugRange(_position(offset, self._error), text, filename, first_line, begin, stop)

    def _source(self, value: PickledValue) -> _Source:
        known = self._sources.get(id(value))
        if known is not None:
            return known
        pieces, name, line, *_ = _tuple(value, 3, self._error)
        text = self._text(pieces)
        filename = None if name is None else self._text(name)
        source = (text, filename or None, _position(line, self._error))
        self._sources[id(value)] = source
        return source

    def _text(self, value: PickledValue) -> str:
        pieces = value.items if isinstance(value, ListValue) else (value,)
        parts: list[str] = []
        for piece in pieces:
            if self._texts is not None:
                number = _position(piece, self._error)
                piece = self._texts[number] if number < len(self._texts) else None
            if not isinstance(piece, str):
                raise self._error(short_repr(piece), "a text")
            self._left -= len(piece) + 1
            if self._left < 0:
                raise self._error("sources with more bytes", "at most the bytes of one source")
            parts.append(piece)
        return "".join(parts)


def debug_table(ranges: Sequence[DebugRange]) -> PickledValue:
    """Return the table (mark, texts, ranges), with each distinct line and source stored once."""
    texts: dict[str, int] = {}
    sources: dict[tuple[str, str | None, int], PickledValue] = {}

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    def source(of: DebugRange) -> PickledValue:
        key = (of.text, of.filename, of.first_line)
        if key not in sources:
            # With their ends; unlike `str.splitlines`, only at newlines.
            lines = [f"{line}\n" for line in of.text.split("\n")]
            last = lines.pop()[:-1]
            pieces = [number(line) for line in ([*lines, last] if last else lines)]
            name = number(of.filename or "")
            sources[key] = (ListValue("List[int]", pieces), name, of.first_line)
        return sources[key]

    rows = tuple((of.offset, (source(of), of.start, of.end), 0) for of in ranges)
    return (_WITH_TABLE, tuple(texts), rows)
