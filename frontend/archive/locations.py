"""Code of an archive, with locations in the program that it was made from.

torch.jit.save writes a table of source ranges for each file of code. Ops take their locations from
it, so errors refer to the original program rather than to code printed by PyTorch.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr

from xdsl_torchscript.frontend.archive.model import DebugRange
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.frontend.source import SourceError, place_of, register_source

_CONTINUATION = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no character."""
_PIECE = 1024


class _Lines:
    """The lines of a text, found by offsets in UTF-8. A search takes no longer in a long text."""

    def __init__(self, text: str) -> None:
        self.texts = text.split("\n")
        self._data = text.encode()
        self._starts = [0, *(found.end() for found in re.finditer(b"\n", self._data))]
        sizes = (self._characters(at, at + _PIECE) for at in range(0, len(self._data), _PIECE))
        self._before = [0, *accumulate(sizes)]
        """The characters before each piece of the text."""

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line, from 0, and the column, from 1, of a byte, or of the end of the text for
        one behind it."""
        offset = min(offset, len(self._data))
        line = bisect_right(self._starts, offset) - 1
        return line, self._count(offset) - self._count(self._starts[line]) + 1

    def _count(self, offset: int) -> int:
        """Return the number of characters before a byte."""
        piece = offset // _PIECE
        return self._before[piece] + self._characters(piece * _PIECE, offset)

    def _characters(self, begin: int, end: int) -> int:
        return len(self._data[begin:end].translate(None, _CONTINUATION))


class Origins:
    """The places of the original program for the bytes of one file of code."""

    def __init__(self, ranges: Sequence[DebugRange]) -> None:
        self._ranges = ranges
        self._offsets = [found.offset for found in ranges]
        self._places: dict[tuple[int, int], FileLineColLoc] = {}
        self._names: dict[tuple[int, int], StringAttr] = {}
        self._lines: dict[int, _Lines] = {}

    def at(self, offset: int) -> FileLineColLoc | None:
        """Return the place of a byte, None if the archive has no range for it."""
        index = bisect_right(self._offsets, offset) - 1
        found = self._ranges[index] if index >= 0 else None
        if found is None or not found.filename:
            return None
        key = id(found.text), found.start
        if key not in self._places:
            self._places[key] = self._place(found, found.filename)
        return self._places[key]

    def before(self, offset: int, least: int) -> FileLineColLoc | None:
        """Return the place of the last byte in [least, offset] that has one."""
        index = bisect_right(self._offsets, offset) - 1
        while index >= 0 and self._offsets[index] >= least:
            found = self.at(self._offsets[index])
            if found is not None:
                return found
            index -= 1
        return None

    def _place(self, found: DebugRange, filename: str) -> FileLineColLoc:
        if id(found.text) not in self._lines:
            self._lines[id(found.text)] = _Lines(found.text)
        lines = self._lines[id(found.text)]
        line, col = lines.position(found.start)
        key = id(found.text), found.first_line
        if key not in self._names:
            self._names[key] = register_source(filename, lines.texts, found.first_line)
        name = self._names[key]
        return FileLineColLoc(name, IntAttr(found.first_line + line), IntAttr(col))


@dataclass
class ArchiveScript(Script):
    """A file of an archive's code: `filename` is the archive and the record.

    `ranges` has the tables of source ranges, read when a location is first requested; damage in
    them raises ArchiveError then.
    """

    ranges: Mapping[str, Sequence[DebugRange]] = field(default_factory=dict[str, list[DebugRange]])
    path: str = ""
    _line_offsets: list[int] = field(init=False, default_factory=list[int])
    _origins: Origins | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        offset = 0
        for line in self.text.encode().split(b"\n"):
            self._line_offsets.append(offset)
            offset += len(line) + 1

    def origin(self, node: ast.AST) -> FileLineColLoc | None:
        """Return the place where the code of a node was written, None if unknown."""
        if isinstance(node, ast.comprehension):
            node = node.target
        line = getattr(node, "lineno", 1)
        if line > len(self._line_offsets):
            return None
        return self._origins_table().at(
            self._line_offsets[line - 1] + getattr(node, "col_offset", 0)
        )

    def _origins_table(self) -> Origins:
        if self._origins is None:
            self._origins = Origins(self.ranges.get(self.path, ()))
        return self._origins

    def place(self, offset: int) -> str:
        """Return the origin of the character `offset`, or of the code before it in its line.

        The format is `file:line:column`; without an origin it is the place in the archive.
        """
        before = self.text[:offset]
        line, col = before.count("\n") + 1, offset - before.rfind("\n") - 1
        node = ast.Constant(None, lineno=line, col_offset=len(before[-col:].encode()) if col else 0)
        first = self._line_offsets[min(line, len(self._line_offsets)) - 1]
        origin = self._origins_table().before(first + node.col_offset, first)
        return place_of(origin or super().location(node))

    def location(self, node: ast.AST) -> FileLineColLoc:
        """Return the place where a node was written.

        A class has its place in the archive, as in PyTorch; declaring classes thus reads no ranges.
        """
        if isinstance(node, ast.ClassDef):
            return super().location(node)
        return self.origin(node) or super().location(node)

    def error(self, message: str, node: ast.AST) -> SourceError:
        """Return an error at the place in the archive; the message ends with the original place."""
        origin = self.origin(node)
        written = "" if origin is None else f" (written at {place_of(origin)})"
        return super().error(message + written, node)
