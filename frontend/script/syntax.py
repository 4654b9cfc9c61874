"""Python's syntax tree, with a position in the text for every node."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass, field

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr

from xdsl_torchscript.frontend.python_parser import parse_python
from xdsl_torchscript.frontend.source import SourceError, register_source

FIRST = ast.Constant(None, lineno=1, col_offset=0)
"""The node for errors that concern the whole text."""

TOO_DEEP = "the program is nested too deeply; name parts of it, or use functions"


@dataclass
class Script:
    """A text and its name; positions are lines and columns of characters, both from 1."""

    text: str
    filename: str
    _lines: list[str] = field(init=False)
    _name: StringAttr = field(init=False)

    def __post_init__(self) -> None:
        # Python ends a line only at these; `splitlines` also does at form feeds.
        unified = self.text.replace("\r\n", "\n").replace("\r", "\n")
        self._lines = unified.split("\n")
        self._name = register_source(self.filename, self._lines)

    def _line(self, number: int) -> str:
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def position(self, node: ast.AST) -> tuple[int, int]:
        """Return line and column of a node, converted from Python's columns in bytes of UTF-8."""
        if isinstance(node, ast.comprehension):
            node = node.target
        line = getattr(node, "lineno", 1)
        before = self._line(line).encode("utf-8")[: getattr(node, "col_offset", 0)]
        return line, len(before.decode("utf-8", errors="replace")) + 1

    def location(self, node: ast.AST) -> FileLineColLoc:
        line, col = self.position(node)
        return FileLineColLoc(self._name, IntAttr(line), IntAttr(col))

    def error(self, message: str, node: ast.AST) -> SourceError:
        line, col = self.position(node)
        return SourceError(message, self.filename, line, col, self._line(line))

    def parse(self) -> ast.Module:
        """Parse the text. Raises SourceError if it is not Python."""
        try:
            with warnings.catch_warnings():
                # Python warns of odd spellings on stderr; they are not errors.
                warnings.simplefilter("ignore", SyntaxWarning)
                warnings.simplefilter("ignore", DeprecationWarning)
                try:
                    return parse_python(self.text, type_comments=True)
                except SyntaxError:
                    return parse_python(self.text)
        except SyntaxError as error:
            line, col = error.lineno or 1, max(error.offset or 1, 1)
            message = f"invalid Python: {error.msg}"
            raise SourceError(message, self.filename, line, col, self._line(line)) from error
        except (MemoryError, RecursionError) as error:
            raise self.error(TOO_DEEP, FIRST) from error
        except ValueError as error:
            raise self.error(f"invalid Python: {error}", FIRST) from error
