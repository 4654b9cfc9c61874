"""Matching of errors with `expected-error` annotations, and reports of unmatched ones."""

from __future__ import annotations

import pytest

from xdsl_torchscript.tools.opt.diagnostics import Diagnostic
from xdsl_torchscript.tools.opt.expected import expectations, mismatches

FILE = "f.mlir"


def error(line: int, message: str, *notes: str) -> Diagnostic:
    return Diagnostic(FILE, line, 3, message, notes)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a // expected-error {{x}}", 1),
        ("a // expected-error{{x}}", 1),
        ("\n# expected-error@-1 {{x}}", 1),
        ("// expected-error @+2 {{x}}", 3),
        ("// expected-error@below {{x}}\nop", 2),
        ("// expected-error@below {{x}}\n// expected-error@below {{y}}\nop", 3),
        ("op\n// expected-error@above {{y}}\n// expected-error@above {{x}}", 1),
        ("\n// expected-error@unknown {{x}}", 0),
    ],
)
def test_the_line_of_an_annotation(text: str, line: int) -> None:
    (found,) = (e for e in expectations(text.split("\n")) if e.text == "x")
    assert (found.line, found.severity) == (line, "error")


def test_several_annotations_on_a_line() -> None:
    line = "op // expected-error {{a}} expected-error {{b: {c}}} expected-note@+1 {{d}}"
    found = [(e.severity, e.line, e.text) for e in expectations([line])]
    assert found == [("error", 1, "a"), ("error", 1, "b: {c"), ("note", 2, "d")]


@pytest.mark.parametrize(
    ("annotations", "errors", "reported"),
    [
        ("op // expected-error {{bad}}", [error(1, "a bad thing")], []),
        ("op", [], []),
        ("op // expected-error {{bad}}", [], ['expected error "bad" was not produced']),
        ("op", [error(1, "bad")], ["unexpected error: bad"]),
        (
            "op // expected-error {{bad}}",
            [error(2, "bad")],
            ["unexpected error: bad", 'expected error "bad" was not produced'],
        ),
        # One annotation, one error.
        ("op // expected-error {{bad}}", [error(1, "bad")] * 2, ["unexpected error: bad"]),
        (
            "op // expected-error {{bad}} expected-error {{bad}}",
            [error(1, "bad")],
            ['expected error "bad" was not produced'],
        ),
        # A place in another file is not a line of this one.
        ("// expected-error {{bad}}", [Diagnostic("g.py", 1, 1, "bad")], 2),
        ("// expected-error@unknown {{bad}}", [Diagnostic("g.py", 1, 1, "bad")], []),
        (
            "op // expected-error {{bad}}\n// expected-note {{here}}",
            [error(1, "bad", f"{FILE}:2:1: note: it was here")],
            [],
        ),
        ("op // expected-error {{bad}}", [error(1, "bad", f"{FILE}:2:1: note: here")], 1),
    ],
)
def test_mismatches(annotations: str, errors: list[Diagnostic], reported: list[str] | int) -> None:
    found = [d.message for d in mismatches(errors, annotations.split("\n"), FILE)]
    assert (len(found) if isinstance(reported, int) else found) == reported


def test_rendering() -> None:
    lines = ["one", "\ttwo three"]
    diagnostic = Diagnostic(FILE, 2, 6, "wrong", (f"{FILE}:1:1: note: here",))
    assert diagnostic.render(lines, FILE).split("\n") == [
        "f.mlir:2:6: error: wrong",
        "\ttwo three",
        "\t    ^",
        "f.mlir:1:1: note: here",
    ]
    assert Diagnostic("g.py", 2, 1, "wrong").render(lines, FILE) == "g.py:2:1: error: wrong"
    assert Diagnostic(FILE, 0, 0, "wrong").render(lines, FILE) == "f.mlir: error: wrong"
    assert Diagnostic(FILE, 9, 1, "wrong").render(lines, FILE) == "f.mlir:9:1: error: wrong"
