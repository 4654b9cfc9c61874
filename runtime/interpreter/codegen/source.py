"""Python functions from source text.

The text consists of our own templates, numbers and names, never of words of a program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from traceback import walk_tb
from typing import Any, TypeAlias

from xdsl_torchscript.runtime.interpreter.frames import Registers

Entry: TypeAlias = Callable[[Registers], int]
"""Runs instructions over registers; returns the number of the next one."""


def bind(environment: dict[str, Any], thing: object) -> str:
    """Add an object to the names that a text may use, and return its name."""
    name = f"k{len(environment)}"
    environment[name] = thing
    return name


@dataclass(frozen=True)
class GeneratedSource:
    """The text of an `Entry`: its lines and the objects that they name. By line, counted from 1:
    `instructions`, the instruction that it belongs to, and `operands`, the names of what that reads
    by register."""

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
        then. Releases the values of the entry, so that a traceback does not keep them."""
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
