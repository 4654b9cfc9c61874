"""Errors of the script frontend, with their texts.

`python test_script_errors.py` rewrites data/script_errors.txt.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.ts.script_compiler import compile_source

DATA = Path(__file__).parent / "data/script_errors.txt"
PROGRAM, ERROR = "---- program\n", "---- error\n"


def cases(text: str) -> Iterator[tuple[str, str]]:
    """Yield programs, each with its error."""
    for case in text.split(PROGRAM)[1:]:
        program, _, error = case.partition(ERROR)
        yield program, error


def error_of(program: str) -> str:
    try:
        compile_source(program, "p.py")
    except SourceError as error:
        return f"{error}\n"
    return "no error\n"


@pytest.mark.parametrize(("program", "error"), list(cases(DATA.read_text())))
def test_refusals(program: str, error: str) -> None:
    assert error_of(program) == error


def test_deep_nesting_is_an_error() -> None:
    deep = "def f(n: int):\n    return " + "-(" * 5000 + "n" + ")" * 5000
    with pytest.raises(SourceError, match="nested"):
        compile_source(deep)
    long = "def f(n: int):\n    return n" + " + n" * 20000
    with pytest.raises(SourceError, match="nested"):
        compile_source(long)


def test_columns_are_characters() -> None:
    with pytest.raises(SourceError) as caught:
        compile_source('def f():\n    return "äöü" + missing\n')
    assert (caught.value.line, caught.value.col) == (2, 20)


if __name__ == "__main__":
    made = [f"{PROGRAM}{p}{ERROR}{error_of(p)}" for p, _ in cases(DATA.read_text())]
    DATA.write_text("".join(made))


def test_of_a_long_line_the_part_around_the_column_is_shown() -> None:
    text = "def f(x: int): return [" + "x, " * 5000 + "missing" + ", x" * 5000 + "]"
    with pytest.raises(SourceError) as caught:
        compile_source(text, "long.py")
    place, line, caret = str(caught.value).splitlines()
    column = text.index("missing")
    assert place.startswith(f"long.py:1:{column + 1}: error: ")
    assert len(line) < 300
    assert line[caret.index("^") :].startswith("missing")


def test_a_long_line_is_shown_from_its_start_and_to_its_end() -> None:
    line = "first " + "x" * 1000 + " last"
    start = str(SourceError("no", "a.py", 1, 2, line)).splitlines()
    end = str(SourceError("no", "a.py", 1, len(line), line)).splitlines()
    assert start[1].startswith("first") and start[1].endswith("x...") and start[2] == " ^"
    assert end[1].startswith("...x") and end[1].endswith("last") and end[1][len(end[2]) - 1] == "t"
