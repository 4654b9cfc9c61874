"""Tables of an explanation in a terminal of 100 columns."""

from __future__ import annotations

from xdsl_torchscript.runtime.explain.tables import Section
from xdsl_torchscript.runtime.explain.text import text_of


def _table(columns: tuple[str, ...], *rows: tuple[str, ...]) -> list[str]:
    title, empty, heading, *lines = text_of("f", [Section("A", "", columns, rows)]).splitlines()
    assert (title, empty, heading) == ("f", "", "A")
    return lines


def test_columns_are_aligned() -> None:
    assert _table(("part", "time"), ("a", "1.0 us"), ("bcdef", "10.0 us")) == [
        "  part      time",
        "  a       1.0 us",
        "  bcdef  10.0 us",
    ]


def test_the_last_column_continues_below() -> None:
    first, second, third = _table(("at", "reason"), ("x" * 50, "word " * 11))
    assert first == "  at" + " " * 50 + "reason"
    assert second == "  " + "x" * 50 + "  " + "word " * 8 + "word"
    assert third == " " * 54 + "word word"


def test_without_room_the_last_column_has_lines_of_its_own() -> None:
    _, row, *further = _table(("at", "operators"), ("x" * 90, "operator, " * 20))
    assert row == "  " + "x" * 90
    assert len(further) == 3 and all(len(line) <= 100 for line in further)
    assert all(line.startswith(" " * 6 + "operator, ") for line in further)


def test_short_cells_have_no_lines_of_their_own() -> None:
    assert _table(("part", "share"), ("x" * 95, "50%")) == [
        "  part" + " " * 93 + "share",
        "  " + "x" * 95 + "  " + "  50%",
    ]


def test_notes_are_wrapped() -> None:
    text = text_of("f", [Section("A", "word " * 40)])
    lines = text.splitlines()[3:]
    assert len(lines) == 3 and all(line.startswith("  word") for line in lines)
    assert all(len(line) <= 100 for line in lines)
