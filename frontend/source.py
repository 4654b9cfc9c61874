"""Source text with positions, and the error that all text frontends raise."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import finalize

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr
from xdsl.utils.exceptions import DiagnosticException

from xdsl_torchscript.dialects.locations import file_position


class SourceError(Exception):
    """Invalid text, with its position. Lines and columns count from 1.

    Prints as `file:line:col: error: message`, the line (shortened around the column), and a caret.
    A frontend that recovers from errors reports the others in `further`. `callers` are the call
    sites of the function with the error, the nearest first.
    """

    further: tuple[SourceError, ...] = ()
    callers: tuple[SourceError, ...] = ()

    def __init__(self, message: str, filename: str, line: int, col: int, line_text: str) -> None:
        super().__init__(message)
        self.message = message
        self.filename = filename
        self.line = line
        self.col = col
        self.line_text = line_text

    def __str__(self) -> str:
        notes = [caller.format("note") for caller in self.callers]
        return "\n".join([self.format("error"), *notes, *map(str, self.further)])

    def format(self, kind: str) -> str:
        """Return the position, the message and the line alone."""
        place = f"{self.filename}:{self.line}:{self.col}"
        return f"{place}: {kind}: {self.message}\n{format_caret(self.line_text, self.col)}"


_CONTROL = re.compile(r"[^\t\x20-\x7e\xa0-\U0010ffff]")


def format_caret(line_text: str, column: int) -> str:
    """Return a line, shortened around the column if long, and a caret under the column.

    Control characters are replaced: the line may come from an untrusted file, and go to a terminal.
    """
    text = _CONTROL.sub("\N{REPLACEMENT CHARACTER}", line_text)
    # The part of a long line around the column, and the column in it.
    if len(text) <= _WIDEST:
        line, col = text, column
    else:
        start = max(min(column - 1, len(text)) - _WIDEST // 2, 0)
        before = "..." if start else ""
        after = "..." if start + _WIDEST < len(text) else ""
        line, col = before + text[start : start + _WIDEST] + after, column - start + len(before)
    blank = "".join("\t" if char == "\t" else " " for char in line[: col - 1])
    return f"{line}\n{blank}^"


_TEXTS: dict[int, tuple[Sequence[str], int]] = {}
"""The lines of texts and the number of the first, by the identity of the name in locations.

Texts of one name may differ. An entry is dropped with its name.
"""


def register_source(filename: str, lines: Sequence[str], first: int = 1) -> StringAttr:
    """Return a text's name for locations, through which `line_at` finds the lines.

    IR read from a file has names without lines.
    """
    name = StringAttr(filename)
    _TEXTS[id(name)] = lines, first
    finalize(name, _TEXTS.pop, id(name))
    return name


def line_at(location: FileLineColLoc) -> str | None:
    """Return the line at a location, None if its text is unknown."""
    lines, first = _TEXTS.get(id(location.filename), ((), 1))
    index = location.line.data - first
    return lines[index] if 0 <= index < len(lines) else None


_WIDEST = 240
"""The longest line that is shown whole."""


def decode(data: bytes, filename: str) -> str:
    """Decode a file's text, without a byte order mark. Raises SourceError at the first byte that is
    not UTF-8."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"byte 0x{data[error.start]:02x} is not UTF-8 text"
        text = data.decode("utf-8", errors="replace")
        offset = len(data[: error.start].decode("utf-8"))
        raise Source(text, filename).error(message, offset) from error


class LocatedError(DiagnosticException):
    """IR that a printer of this folder cannot write, and the op's location."""

    def __init__(self, message: str, location: LocationAttr) -> None:
        super().__init__(message)
        self.message = message
        self.location = location

    def __str__(self) -> str:
        found = file_position(self.location)
        return self.message if found is None else f"{place_of(found)}: error: {self.message}"


def place_of(location: FileLineColLoc) -> str:
    """Return `file:line:column`."""
    return f"{location.filename.data}:{location.line.data}:{location.column.data}"


_NEWLINE = re.compile(r"\n")


@dataclass
class Source:
    """A text and its name, with conversion of offsets to lines and columns."""

    text: str
    filename: str
    _starts: list[int] = field(init=False)
    _name: StringAttr = field(init=False)

    def __post_init__(self) -> None:
        self._starts = [0, *(found.end() for found in _NEWLINE.finditer(self.text))]
        self._name = StringAttr(self.filename)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def location(self, offset: int) -> FileLineColLoc:
        line, col = self.position(offset)
        return FileLineColLoc(self._name, IntAttr(line), IntAttr(col))

    def error(self, message: str, offset: int) -> SourceError:
        line, col = self.position(min(offset, len(self.text)))
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        line_text = self.text[self._starts[line - 1] : end].rstrip("\r")
        return SourceError(message, self.filename, line, col, line_text)
