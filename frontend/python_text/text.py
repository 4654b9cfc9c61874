"""Pieces of text that record the source location of each of their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import LocationAttr


@dataclass(frozen=True)
class Text:
    """A text; from the offset of each mark on, it comes from the mark's location."""

    text: str
    marks: tuple[tuple[int, LocationAttr], ...] = ()


Piece: TypeAlias = str | Text


def compose(pieces: Iterable[Piece], location: LocationAttr) -> Text:
    """Concatenate pieces; those without marks come from `location`."""
    parts: list[str] = []
    marks: list[tuple[int, LocationAttr]] = []
    length, current = 0, None
    for piece in pieces:
        text = piece if isinstance(piece, str) else piece.text
        inner = piece.marks if isinstance(piece, Text) else ()
        for offset, place in inner or ((0, location),):
            if place != current:
                marks.append((length + offset, place))
                current = place
        parts.append(text)
        length += len(text)
    return Text("".join(parts), tuple(marks))


def intersperse(pieces: Iterable[Piece], separator: str = ", ") -> Iterator[Piece]:
    """Yield the pieces with the separator between them."""
    for number, piece in enumerate(pieces):
        if number:
            yield separator
        yield piece


class Writer:
    """Lines with indentation, and the marks of the whole text."""

    def __init__(self) -> None:
        self.level = 0
        self._lines: list[str] = []
        self._length = 0
        self._marks: list[tuple[int, LocationAttr]] = []

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self._lines)

    def line(self, pieces: Iterable[Piece], location: LocationAttr) -> None:
        """Append an indented line."""
        indent = "  " * self.level
        made = compose(pieces, location)
        start = self._length + len(indent)
        for offset, place in made.marks:
            if not self._marks or self._marks[-1][1] != place:
                self._marks.append((start + offset, place))
        self._lines.append(f"{indent}{made.text}\n")
        self._length += len(self._lines[-1])

    def text(self) -> Text:
        return Text("".join(self._lines), tuple(self._marks))
