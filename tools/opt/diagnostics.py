"""Errors as ts-opt prints them: `file:line:col: error: message`, the line, and a caret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr, ModuleOp

from xdsl_torchscript.frontend.source import LocatedError, SourceError
from xdsl_torchscript.lowering.core.diagnostics import (
    Finding,
    FindingsError,
    file_position,
    nearest_location,
)


@dataclass(frozen=True)
class Diagnostic:
    """A message. `line` and `column` count from 1; 0 means unknown.

    `line_text` is set if the line is from another text than the input, such as code in an archive.
    """

    filename: str
    line: int
    column: int
    message: str
    notes: tuple[str, ...] = ()
    line_text: str = ""

    def render(self, source_lines: Sequence[str], source_name: str) -> str:
        """Return the text for a terminal, with the source line if it is known."""
        place = f"{self.filename}:{self.line}:{self.column}" if self.line else self.filename
        text = [f"{place}: error: {self.message}"]
        line = self.line_text
        if self.filename == source_name and 0 < self.line <= len(source_lines):
            line = source_lines[self.line - 1]
        if line:
            blank = "".join("\t" if char == "\t" else " " for char in line[: self.column - 1])
            text += [line, blank + "^"]
        return "\n".join([*text, *self.notes])


class InputError(Exception):
    """Input that cannot be processed, with all its diagnostics."""

    def __init__(self, diagnostics: Sequence[Diagnostic]):
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics))
        self.diagnostics = tuple(diagnostics)


class UnreadableError(InputError):
    """Input that is not text of the expected language."""


def from_source_error(error: SourceError) -> Diagnostic:
    notes = tuple(getattr(error, "__notes__", ()))
    return Diagnostic(error.filename, error.line, error.col, error.message, notes, error.line_text)


def from_finding(finding: Finding, filename: str) -> Diagnostic:
    return at_location(finding.location, finding.message, filename)


def at_location(location: LocationAttr, message: str, filename: str) -> Diagnostic:
    """Return a message at a location; `filename` is for locations without a file."""
    position = file_position(location)
    if position is None:
        return Diagnostic(filename, 0, 0, message)
    return Diagnostic(position.filename.data, position.line.data, position.column.data, message)


def from_exception(error: Exception, module: ModuleOp, filename: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an exception of a pass or target, at the module if it has no
    place."""
    if isinstance(error, FindingsError):
        return tuple(from_finding(finding, filename) for finding in error.findings)
    if isinstance(error, LocatedError):
        return (at_location(error.location, error.message, filename),)
    return (at_location(nearest_location(module), str(error), filename),)
