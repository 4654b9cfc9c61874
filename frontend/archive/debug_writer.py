"""The writer of tables of source ranges (`.debug_pkl`), the inverse of `debug_ranges.py`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl_torchscript.frontend.archive.debug_ranges import WITH_TABLE
from xdsl_torchscript.frontend.archive.model import DebugRange, ListValue, Value


def debug_table(ranges: Sequence[DebugRange]) -> Value:
    """Return the table (mark, texts, ranges), with each distinct line and source stored once."""
    texts: dict[str, int] = {}
    sources: dict[tuple[str, str | None, int], Value] = {}

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    def source(of: DebugRange) -> Value:
        key = (of.text, of.filename, of.first_line)
        if key not in sources:
            pieces = [number(line) for line in _lines(of.text)]
            name = number(of.filename or "")
            sources[key] = (ListValue("List[int]", pieces), name, of.first_line)
        return sources[key]

    rows = tuple((of.offset, (source(of), of.start, of.end), 0) for of in ranges)
    return (WITH_TABLE, tuple(texts), rows)


def _lines(text: str) -> list[str]:
    """Split a text into lines with their ends; unlike `str.splitlines`, only at newlines."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines
