"""Python functions from source text.

The text consists of our own templates, numbers and names, never of words of a program.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from traceback import walk_tb
from typing import Any

from xdsl_torchscript.runtime.interpreter.frames import Entry, Registers


@dataclass(frozen=True)
class GeneratedSource:
    """The text of an `Entry`: its lines and the objects that they name. For each line, counted from
    1: its instruction (`instructions`), and the names of its operands by register (`operands`)."""

    lines: Sequence[str]
    environment: Mapping[str, Any]
    instructions: Mapping[int, int]
    operands: Mapping[int, Mapping[int, str]]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def compile(self) -> Entry:
        names = dict(self.environment)
        exec(compile(self.text, "<generated>", "exec"), names)
        return names["run"]

    def failed(self, error: BaseException, entry: Entry, registers: Registers) -> int | None:
        """Return the instruction that raised in `entry`, or None; its operands are in registers
        then. Releases the entry's values, so that a traceback does not keep them."""
        code, found = getattr(entry, "__code__", None), None
        for frame, line in walk_tb(error.__traceback__):
            if frame.f_code is code:
                found = self.instructions.get(line)
                names = {**self.environment, **frame.f_locals}
                for register, name in self.operands.get(line, {}).items():
                    registers[register] = names.get(name)
                frame.clear()
                del names
                _ = frame.f_locals  # the copy that the frame keeps of them is made anew, and empty
        return found


class SourceWriter:
    """Writes the text of an `Entry` line by line, and notes the instructions of the lines."""

    def __init__(self, **names: Any) -> None:
        self._lines = ["def run(registers):"]
        self._environment = dict(names)
        self._instructions: dict[int, int] = {}
        self._operands: dict[int, Mapping[int, str]] = {}
        self._depth = 1

    def source(self) -> GeneratedSource:
        """Return the generated source."""
        return GeneratedSource(self._lines, self._environment, self._instructions, self._operands)

    def _line(
        self, text: str, number: int | None = None, operands: Mapping[int, str] | None = None
    ) -> None:
        """Write a line, of the instruction `number`, which reads `operands`."""
        self._lines.append(" " * self._depth + text)
        if number is not None:
            self._instructions[len(self._lines)] = number
        if operands is not None:
            self._operands[len(self._lines)] = operands

    @contextmanager
    def _block(self) -> Generator[None]:
        """Write the lines of a nested block."""
        start = len(self._lines)
        self._depth += 1
        yield
        if len(self._lines) == start:
            self._line("pass")
        self._depth -= 1

    def _bind(self, thing: object) -> str:
        """Add an object to the names that the text may use, and return its name."""
        name = f"k{len(self._environment)}"
        self._environment[name] = thing
        return name
