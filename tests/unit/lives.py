"""Liveness of registers at instructions, from the jumps and registers of the code alone.

The builder decides moves and drops in a structured walk. Here the equations of live variables over
the flow of instructions are solved, as in textbooks, so that the two check each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.instructions import CALLS, Instruction
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.tensor import Tensor

_SMALL = (type(None), int, float)
"""Values that need not be released: the counters of loops are not."""

_NEVER_FALLS_THROUGH = ("Jump", "NextIteration")


def _successors(number: int, instruction: Instruction) -> list[int]:
    target = [] if instruction.target is None else [instruction.target]
    return target if instruction.name in _NEVER_FALLS_THROUGH else [number + 1, *target]


def _reads(instruction: Instruction) -> set[int]:
    counted = instruction.outputs[:1] if instruction.name == "NextIteration" else ()
    return {*instruction.inputs, *counted}


_KNOWN: dict[int, tuple[Code, list[frozenset[int]]]] = {}


def lives(code: Code) -> list[frozenset[int]]:
    """Return, for each instruction and the end, the registers that may be read from there on."""
    if id(code) not in _KNOWN:
        _KNOWN[id(code)] = code, _lives(code)
    return _KNOWN[id(code)][1]


def _lives(code: Code) -> list[frozenset[int]]:
    found: list[frozenset[int]] = [frozenset()] * len(code.instructions)
    found.append(frozenset(code.outputs))
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(code.instructions))):
            instruction = code.instructions[number]
            after = frozenset().union(*(found[n] for n in _successors(number, instruction)))
            before = frozenset(after - set(instruction.outputs) | _reads(instruction))
            changed = changed or before != found[number]
            found[number] = before
    return found


def arrays(value: Any) -> Iterator[Any]:
    """Yield the arrays that own the elements of all tensors in a value."""
    match value:
        case Tensor():
            array = value.array
            while array.base is not None:
                array = array.base
            yield array
        case list() | tuple():
            for part in value:
                yield from arrays(part)
        case dict():
            yield from arrays([*value, *value.values()])
        case Object():
            yield from arrays(list(value.slots.values()))
        case _:
            return


class _Heard:
    """A frame and its current instruction."""

    def __init__(self, code: Code, registers: list[Any]) -> None:
        self.code = code
        self.registers = registers
        self.number = 0
        self.needs: list[Any] = []
        self.always = {*code.constants, *([] if code.entered is None else [code.entered])}

    def alive(self, registers: frozenset[int]) -> list[Any]:
        return [self.registers[r] for r in registers | self.always]


class Lives:
    """A listener that checks lifetimes.

    `faults` are values in registers that are never read again. `most` is the maximum of bytes of
    live tensors, without those that existed before.
    """

    def __init__(self, *existing: Any) -> None:
        self.faults: list[str] = []
        self.most = 0
        self._existing = {id(array) for array in arrays(existing)}
        self._running: ContextVar[list[_Heard]] = ContextVar("running frames")
        self._running.set([])

    @property
    def _frames(self) -> list[_Heard]:
        """The frames of the current execution; a fork has a separate context."""
        return self._running.get()

    def enters(self, code: Code, registers: list[Any]) -> None:
        if code.site is not None:
            self._running.set([])
        if self._frames:
            caller = self._frames[-1]
            outputs = caller.code.instructions[caller.number].outputs
            caller.needs = []
            self._check(caller, lives(caller.code)[caller.number + 1] - {*outputs})
        self._frames.append(_Heard(code, registers))
        self._check(self._frames[-1], lives(code)[0] | {*code.inputs})

    def will_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        frame = self._frames[-1]
        frame.number = next(n for n, i in enumerate(code.instructions) if i is instruction)
        if instruction.name == "Drop":
            return
        self._check(frame, lives(code)[frame.number])
        frame.needs = frame.alive(lives(code)[frame.number])

    def did_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        frame = self._frames[-1]
        if not isinstance(instruction, CALLS):
            self._measure([*frame.needs, *(registers[r] for r in instruction.outputs)])
        frame.needs = []

    def failed(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        self._frames.pop()

    def leaves(self, code: Code, results: tuple[Any, ...]) -> None:
        frame = self._frames.pop()
        self._check(frame, lives(code)[-1])

    def _check(self, frame: _Heard, alive: frozenset[int]) -> None:
        held = {r for r, value in enumerate(frame.registers) if not isinstance(value, _SMALL)}
        left = sorted(held - alive - frame.always)
        if left:
            self.faults.append(f"{frame.code.name}, instruction {frame.number}: {left} are held")

    def _measure(self, values: list[Any]) -> None:
        """Measure the live memory while the innermost frame runs an instruction.

        It is the memory of operands and results, and of values that callers read later.
        """
        for caller in self._frames[:-1]:
            after = lives(caller.code)[caller.number + 1]
            values += caller.alive(after - {*caller.code.instructions[caller.number].outputs})
        owned = {id(array): array.nbytes for array in arrays(values)}
        self.most = max(self.most, sum(n for i, n in owned.items() if i not in self._existing))
