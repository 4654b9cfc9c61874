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


@dataclass(frozen=True)
class Source:
    """The text of an `Entry`: its lines, the objects that they name, and which instruction a line,
    counted from 1, belongs to."""

    lines: Sequence[str]
    environment: Mapping[str, Any]
    instructions: Mapping[int, int]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def compile(self) -> Entry:
        names = dict(self.environment)
        exec(compile(self.text, "<generated>", "exec"), names)
        return names["run"]

    def failed(self, error: BaseException, entry: Entry) -> int | None:
        """The instruction that raised in `entry`, None if none did. Releases what the entry holds:
        a traceback shall not keep it."""
        code, found = getattr(entry, "__code__", None), None
        for frame, line in walk_tb(error.__traceback__):
            if frame.f_code is code:
                found = self.instructions.get(line)
                frame.clear()
        return found
