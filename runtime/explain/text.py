"""An explanation as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from xdsl_torchscript.runtime.explain.tables import NUMBERS, Section

_WIDTH, _LEAST, _SHORT = 100, 24, 40
"""The columns of a terminal; the fewest in which a cell is continued, as with less room it has
lines of its own; and those of a cell that is too short for that."""
_NOTE, _FURTHER = " " * 2, " " * 6


def text_of(title: str, sections: Sequence[Section]) -> str:
    """Return the sections under a title, the cells of a column aligned. Notes and last columns are
    wrapped."""
    return "\n".join([title, *(line for section in sections for line in _lines(section))])


def _lines(section: Section) -> Iterator[str]:
    yield from ("", section.title)
    yield from _wrapped(section.note, _NOTE)
    if section.rows:
        yield from _table(section.columns, (section.columns, *section.rows))
    yield from (f"  {line}".rstrip() for line in section.text.splitlines())


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    left = sum(widths[:-1]) + 2 * len(widths)
    room = _WIDTH - left
    for row in rows:
        *cells, last = (
            cell.rjust(width) if column in NUMBERS else cell.ljust(width)
            for column, cell, width in zip(columns, row, widths, strict=True)
        )
        beginning = "  " + "  ".join(cells)
        if len(row[-1]) <= (room if room >= _LEAST else _SHORT):
            yield f"{beginning}  {last}".rstrip()
        elif room < _LEAST:
            yield beginning.rstrip()
            yield from _wrapped(row[-1], _FURTHER)
        else:
            first, *further = wrap(row[-1], room)
            yield f"{beginning}  {first}"
            yield from (" " * left + line for line in further)


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent)
