"""An explanation as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl_torchscript.runtime.explain.tables import NUMBERS, Section


def text_of(title: str, sections: Sequence[Section]) -> str:
    """Return the sections under a title, the cells of a column aligned."""
    return "\n".join([title, *(line for section in sections for line in _lines(section))])


def _lines(section: Section) -> Iterator[str]:
    yield from ("", section.title)
    if section.note:
        yield f"  {section.note}"
    if section.rows:
        rows = (section.columns, *section.rows)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (
                cell.rjust(width) if column in NUMBERS else cell.ljust(width)
                for column, cell, width in zip(section.columns, row, widths, strict=True)
            )
            yield "  " + "  ".join(cells).rstrip()
    yield from (f"  {line}".rstrip() for line in section.text.splitlines())
