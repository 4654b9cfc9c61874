"""`--verify-diagnostics`: the errors of an input must match its annotations.

    // expected-error {{text}}          on this line
    // expected-error@+1 {{text}}       on the next line; @-2: two lines up
    // expected-error@below {{text}}    on the next line without annotation; @above: before it
    // expected-error@unknown {{text}}  an error without a place in this file
    // expected-note {{text}}           a note, of which a few parser errors have one

`text` is a part of the message. Each annotation matches one message; unmatched messages and
unmatched annotations both fail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl_torchscript.tools.opt.diagnostics import Diagnostic

_ANNOTATION = re.compile(
    r"expected-(?P<severity>error|note)\s*(?:@(?P<where>[+-]\d+|above|below|unknown))?"
    r"\s*\{\{(?P<text>.*?)\}\}"
)
_NOTE = re.compile(r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): note: (?P<text>.*)", re.DOTALL)


@dataclass(frozen=True)
class Expectation:
    """An annotation. `line` is the expected line of the message, 0 for no place in this file."""

    severity: str
    line: int
    text: str
    written_at: int


@dataclass(frozen=True)
class _Message:
    severity: str
    line: int
    column: int
    text: str

    def fulfils(self, expected: Expectation) -> bool:
        same_place = (self.severity, self.line) == (expected.severity, expected.line)
        return same_place and expected.text in self.text


def expectations(lines: Sequence[str]) -> list[Expectation]:
    """Return the annotations of a text, in order."""
    annotated = {number for number, line in enumerate(lines, 1) if _ANNOTATION.search(line)}
    return [
        Expectation(m["severity"], _target(m["where"], number, annotated), m["text"], number)
        for number, line in enumerate(lines, 1)
        for m in _ANNOTATION.finditer(line)
    ]


def _target(where: str | None, line: int, annotated: set[int]) -> int:
    match where:
        case None:
            return line
        case "unknown":
            return 0
        case "above" | "below":
            step = 1 if where == "below" else -1
            line += step
            while line in annotated:
                line += step
            return line
        case offset:
            return line + int(offset)


def mismatches(
    diagnostics: Sequence[Diagnostic], lines: Sequence[str], filename: str
) -> list[Diagnostic]:
    """Return the differences between actual and expected errors."""
    open_expectations = expectations(lines)
    unexpected: list[Diagnostic] = []
    for message in _messages(diagnostics, filename):
        found = next((e for e in open_expectations if message.fulfils(e)), None)
        if found is None:
            text = f"unexpected {message.severity}: {message.text}"
            unexpected.append(Diagnostic(filename, message.line, message.column, text))
        else:
            open_expectations.remove(found)
    missing = [
        Diagnostic(filename, e.written_at, 1, f'expected {e.severity} "{e.text}" was not produced')
        for e in open_expectations
    ]
    return unexpected + missing


def _messages(diagnostics: Sequence[Diagnostic], filename: str) -> list[_Message]:
    messages: list[_Message] = []
    for diagnostic in diagnostics:
        line = diagnostic.line if diagnostic.filename == filename else 0
        messages.append(_Message("error", line, diagnostic.column, diagnostic.message))
        for note in filter(None, map(_NOTE.fullmatch, diagnostic.notes)):
            line = int(note["line"]) if note["file"] == filename else 0
            messages.append(_Message("note", line, int(note["column"]), note["text"]))
    return messages
