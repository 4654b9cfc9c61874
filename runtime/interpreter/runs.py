"""Straight runs: instructions in a row that only apply operators, as one function.

Run one by one, instructions keep their values in registers and go back to the loop that executes
code, which takes longer than many operators. A run that was executed often is written as Python:

    def run(registers):
     a = registers[1]; registers[1] = None; b = registers[2]; a = f0(a, b)
     a = f1(a)
     registers[5] = a; return 9

What dies in the run lives in variables, under the same promise: a value is released as soon as the
instruction is done that reads it last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from traceback import walk_tb
from typing import Any

from xdsl_torchscript.runtime.interpreter.frames import Registers
from xdsl_torchscript.runtime.interpreter.instructions import Applied, Instruction, Step
from xdsl_torchscript.runtime.interpreter.written import failed_line, written
from xdsl_torchscript.runtime.values import Value

HOT = 64
"""After so many executions it pays to write a run: that takes some 10 microseconds for an
instruction, and each execution of one saves a fifth of a microsecond."""


def straight(instructions: Sequence[Instruction]) -> Iterator[tuple[int, int]]:
    """Where runs of two instructions or more start and end; nothing jumps into one."""
    targets = {i.target.position for i in instructions if i.target is not None}
    start = 0
    for at in range(len(instructions) + 1):
        ends = at == len(instructions) or instructions[at].applied is None
        if (ends or at in targets) and at - start > 1:
            yield start, at
        if ends:
            start = at + 1
        elif at in targets:
            start = at


class Runs:
    """The steps of a code, by which it is executed: where a run starts that is executed often
    stands the whole of it."""

    def __init__(
        self,
        instructions: Sequence[Instruction],
        steps: Sequence[Step],
        constants: Mapping[int, Value],
    ) -> None:
        self.steps = list(steps)
        self._instructions, self._constants = instructions, constants
        self._written: dict[int, Step] = {}
        for start, end in straight(instructions):
            self.steps[start] = self._counted(start, end)

    def _counted(self, start: int, end: int) -> Step:
        """The first step of a run, until it was executed often enough."""
        step, count = self.steps[start], 0

        def run(registers: Registers) -> int:
            nonlocal count
            count += 1
            if count >= HOT:
                self.steps[start] = self._write(start, end)
            return step(registers)

        return run

    def _write(self, start: int, end: int) -> Step:
        applied = [i.applied for i in self._instructions[start:end] if i.applied is not None]
        text = _Text(applied, self._constants, end)
        run = written("\n".join(text.lines), text.environment, "<run>")
        self._written[start] = run
        return run

    def failed(self, counter: int, error: BaseException) -> int:
        """The number of the instruction that raised, in the run that starts at `counter`. A
        traceback shall not keep the values of the run."""
        run = self._written.get(counter)
        line = 0 if run is None else failed_line(error, run)
        if run is None or not line:
            return counter
        for frame, _ in walk_tb(error.__traceback__):
            if frame.f_code is getattr(run, "__code__", None):
                frame.clear()
        return counter + line - 2


class _Text:
    """Writes a run: each line but the first and the last is an instruction."""

    def __init__(
        self, applied: Sequence[Applied], constants: Mapping[int, Value], following: int
    ) -> None:
        self.lines = ["def run(registers):"]
        self.environment: dict[str, Any] = {}
        self._constants = constants
        self._names: dict[int, str] = {}
        self._made: dict[int, None] = {}
        self._free: list[str] = []
        self._count = 0
        self._dying = {register for a in applied for register in a.cleared}
        for number, instruction in enumerate(applied):
            self.lines.append(" " + "; ".join(self._statements(number, instruction)))
        stores = [f"registers[{r}] = {self._names[r]}" for r in self._made if r in self._names]
        self.lines.append(" " + "; ".join([*stores, f"return {following}"]))

    def _statements(self, number: int, applied: Applied) -> Iterator[str]:
        function, inputs, outputs, cleared = applied
        yield from self._loads(inputs)
        operands = ", ".join(map(self._read, inputs))
        dead = self._release(cleared)
        results = list(map(self._variable, outputs))
        self._made.update(dict.fromkeys(outputs))
        self.environment[f"f{number}"] = function
        left = ", ".join(results) + " = " if results else ""
        yield f"{left}f{number}({operands})"
        dead += self._release(cleared)
        rest = [name for name in dict.fromkeys(dead) if name in self._free]
        if rest:
            yield f"{' = '.join(rest)} = None"

    def _loads(self, inputs: Sequence[int]) -> Iterator[str]:
        """From registers to variables, at the first use."""
        for register in dict.fromkeys(inputs):
            if register in self._names or register in self._constants:
                continue
            yield f"{self._variable(register)} = registers[{register}]"
            if register in self._dying:
                yield f"registers[{register}] = None"

    def _read(self, register: int) -> str:
        if register not in self._constants:
            return self._names[register]
        self.environment[f"k{register}"] = self._constants[register]
        return f"k{register}"

    def _variable(self, register: int) -> str:
        """One that holds nothing any more, or is about to lose what dies with the instruction."""
        if not self._free:
            self._count += 1
            self._free.append(f"v{self._count}")
        name = self._names[register] = self._free.pop()
        return name

    def _release(self, cleared: Sequence[int]) -> list[str]:
        names = [self._names.pop(r) for r in cleared if r in self._names]
        self._free += names
        return names
