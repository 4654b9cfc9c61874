"""The generator: which instructions become a Python function, and how its text is written.

Each loop over numbers is a part; so is each remaining sequence of instructions without a jump into
it. Both are written by a `Writer` (`source.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl_torchscript.runtime.interpreter.codegen.scalar_loops import scalar_loop, scalar_loops
from xdsl_torchscript.runtime.interpreter.codegen.source import GeneratedSource
from xdsl_torchscript.runtime.interpreter.codegen.straight_line import (
    straight_line,
    straight_lines,
)
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.values import Value


@dataclass(frozen=True)
class Part:
    """Instructions from `start` on that become one function. `repeats` says that it is worth its
    text at its first execution, as it runs them many times."""

    start: int
    repeats: bool
    write: Callable[[], GeneratedSource]


def parts(instructions: Sequence[Instruction], constants: Mapping[int, Value]) -> Iterator[Part]:
    """Return the parts of a code; `constants` are in registers."""
    loops = list(scalar_loops(instructions))
    for start, end in loops:
        yield Part(start, True, partial(scalar_loop, instructions, start, end))
    inside = {number for start, end in loops for number in range(start, end)}
    for start, end in straight_lines(instructions, inside):
        yield Part(start, False, partial(straight_line, instructions, start, end, constants))
