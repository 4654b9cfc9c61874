"""Instructions: what is printed of them, and the function that executes them.

A step takes the registers and returns the number of the next instruction. It is bound to its
registers and targets when the code is built, so that execution looks nothing up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from xdsl.dialects.builtin import FileLineColLoc

from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.values import Value

Registers: TypeAlias = list[Value]
Step: TypeAlias = Callable[[Registers], int]
Gather: TypeAlias = Callable[[Registers], tuple[Value, ...]]


@dataclass
class Label:
    """A place to jump to; its position is known when all instructions are."""

    position: int = -1


@dataclass(frozen=True)
class Instruction:
    """`outputs = name inputs`: `moved` flags the inputs that nobody reads again, `unused` the
    outputs that nobody reads at all. `bind(next)` makes the step, `target` is where it may jump.
    """

    name: str
    inputs: tuple[int, ...]
    moved: tuple[bool, ...]
    outputs: tuple[int, ...]
    bind: Callable[[int], Step]
    target: Label | None = None
    op_name: str = ""
    position: FileLineColLoc | None = None
    unused: frozenset[int] = frozenset()

    def __str__(self) -> str:
        outputs = ", ".join("_" if o in self.unused else str(o) for o in self.outputs)
        flags = zip(self.inputs, self.moved, strict=True)
        inputs = ", ".join(f"move({i})" if moved else str(i) for i, moved in flags)
        left = f"{outputs} = " if self.outputs else ""
        target = "" if self.target is None else f" -> {self.target.position}"
        return f"{left}{self.name}{' ' if inputs else ''}{inputs}{target}"


def gather(inputs: Sequence[int]) -> Gather:
    """A function that reads these registers."""
    if len(inputs) > 1:
        return itemgetter(*inputs)
    only = inputs[0] if inputs else None
    return (lambda registers: ()) if only is None else (lambda registers: (registers[only],))


def _binary(function: Implementation, a: int, b: int, out: int, next: int) -> Step:
    def step(registers: Registers) -> int:
        registers[out] = function(registers[a], registers[b])
        return next

    return step


def _unary(function: Implementation, a: int, out: int, next: int) -> Step:
    def step(registers: Registers) -> int:
        registers[out] = function(registers[a])
        return next

    return step


def _any(function: Implementation, inputs: Sequence[int], out: int, next: int) -> Step:
    read = gather(inputs)

    def step(registers: Registers) -> int:
        registers[out] = function(*read(registers))
        return next

    return step


def clearing(step: Step, cleared: Sequence[int], next: int) -> Step:
    """The step, then the release of what nobody reads again."""
    if len(cleared) == 1:
        only = cleared[0]

        def one(registers: Registers) -> int:
            step(registers)
            registers[only] = None
            return next

        return one

    def run(registers: Registers) -> int:
        step(registers)
        for register in cleared:
            registers[register] = None
        return next

    return run


def _spreading(
    function: Implementation, inputs: Sequence[int], outputs: Sequence[int], next: int
) -> Step:
    """For operators with no result or several."""
    read = gather(inputs)

    def run(registers: Registers) -> int:
        results = function(*read(registers))
        for register, value in zip(outputs, results or (), strict=True):
            registers[register] = value
        return next

    return run


def call(
    function: Implementation,
    inputs: Sequence[int],
    outputs: Sequence[int],
    cleared: Sequence[int],
    next: int,
) -> Step:
    """Runs an operator, then releases the registers `cleared`."""
    if len(outputs) != 1:
        step = _spreading(function, inputs, outputs, next)
    elif len(inputs) == 2:
        step = _binary(function, inputs[0], inputs[1], outputs[0], next)
    elif len(inputs) == 1:
        step = _unary(function, inputs[0], outputs[0], next)
    else:
        step = _any(function, inputs, outputs[0], next)
    return clearing(step, cleared, next) if cleared else step


def drop(cleared: Sequence[int], next: int) -> Step:
    def step(registers: Registers) -> int:
        for register in cleared:
            registers[register] = None
        return next

    return step


def move(inputs: Sequence[int], outputs: Sequence[int], cleared: Sequence[int], next: int) -> Step:
    """All inputs are read before the first output is written."""
    read = gather(inputs)

    def step(registers: Registers) -> int:
        values = read(registers)
        for register in cleared:
            registers[register] = None
        for register, value in zip(outputs, values, strict=True):
            registers[register] = value
        return next

    return step


def jump(target: Label, next: int) -> Step:
    position = target.position

    def step(registers: Registers) -> int:
        return position

    return step


def jump_if_false(condition: int, cleared: bool, target: Label, next: int) -> Step:
    position = target.position

    def step(registers: Registers) -> int:
        taken = registers[condition]
        if cleared:
            registers[condition] = None
        return next if taken else position

    return step


def enter_loop(trip: int, first: Step, next: int) -> Step:
    """Starts to count the turns, after `first` has stored the initial values."""

    def step(registers: Registers) -> int:
        first(registers)
        registers[trip] = 0
        return next

    return step


def test_loop(trip: int, limit: int, condition: int, target: Label, next: int) -> Step:
    """One more turn, or out to the target."""
    position = target.position

    def step(registers: Registers) -> int:
        more = registers[condition] and registers[trip] < registers[limit]
        return next if more else position

    return step


def next_turn(trip: int, carry: Step, target: Label, next: int) -> Step:
    """Stores what the turn carries on, counts it and goes back to the test."""
    position = target.position

    def step(registers: Registers) -> int:
        carry(registers)
        registers[trip] += 1
        return position

    return step
