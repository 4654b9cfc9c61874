"""Instructions: what is printed of them, and the function that executes them.

A step takes the registers and returns the number of the next instruction. It is bound to its
registers and targets when the code is built, so that execution looks nothing up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import FileLineColLoc

from xdsl_torchscript.dialects.locations import Site
from xdsl_torchscript.runtime.interpreter.frames import Call, Registers
from xdsl_torchscript.runtime.interpreter.written import written
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.values import Value

Step: TypeAlias = Callable[[Registers], int]
Sites: TypeAlias = tuple[Site, ...]
"""Where an instruction stands in the program, then the calls around it that were inlined."""
FailedAt: TypeAlias = Callable[[Exception], tuple[str, Sites]]
Gather: TypeAlias = Callable[[Registers], tuple[Value, ...]]


@dataclass
class Label:
    """A place to jump to; its position is known when all instructions are."""

    position: int = -1


class Applied(NamedTuple):
    """An operator over registers: `outputs = function(inputs)`, then `cleared` are released."""

    function: Implementation
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    cleared: tuple[int, ...]


@dataclass(frozen=True)
class Instruction:
    """`outputs = name inputs`: `moved` flags the inputs that nobody reads again, `unused` the
    outputs that nobody reads at all. `bind(next)` makes the step, `target` is where it may jump.
    `call` is there where the instruction runs other code, `failed` where it stands for several ops:
    it tells which of them raised an error. `applied` is there where it does no more than apply an
    operator.
    """

    name: str
    inputs: tuple[int, ...]
    moved: tuple[bool, ...]
    outputs: tuple[int, ...]
    bind: Callable[[int], Step]
    target: Label | None = None
    op_name: str = ""
    sites: Sites = (Site(None, None),)
    unused: frozenset[int] = frozenset()
    call: Call | None = None
    failed: FailedAt | None = None
    applied: Applied | None = None

    @property
    def position(self) -> FileLineColLoc | None:
        """The place in the program."""
        return self.sites[0].position

    def failed_at(self, error: Exception) -> tuple[str, Sites]:
        """The name of what raised the error, and where it stands."""
        if self.failed is not None:
            return self.failed(error)
        return self.op_name or self.name, self.sites

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


_WIDEST = 8
"""Operators with more registers run by tuples and loops: few programs have a second one alike."""


@cache
def _maker(inputs: int, outputs: int, cleared: int) -> Callable[..., Step]:
    """Makes steps with so many registers. Each is one call, without tuples or loops over
    registers:

        def make(function, next, i0, i1, o0, c0):
            def step(registers):
                registers[o0] = function(registers[i0], registers[i1])
                registers[c0] = None
                return next
            return step
    """
    reads, writes, clears = (
        [f"{kind}{n}" for n in range(count)]
        for kind, count in (("i", inputs), ("o", outputs), ("c", cleared))
    )
    left = ", ".join(f"registers[{w}]" for w in writes) + (" = " if writes else "")
    lines = [
        f"def make({', '.join(['function', 'next', *reads, *writes, *clears])}):",
        " def step(registers):",
        f"  {left}function({', '.join(f'registers[{r}]' for r in reads)})",
        *(f"  registers[{c}] = None" for c in clears),
        "  return next",
        " return step",
    ]
    return written("\n".join(lines))


def _any(
    function: Implementation,
    inputs: Sequence[int],
    outputs: Sequence[int],
    cleared: Sequence[int],
    next: int,
) -> Step:
    read = gather(inputs)
    single = outputs[0] if len(outputs) == 1 else None

    def step(registers: Registers) -> int:
        results = function(*read(registers))
        values = results or () if single is None else (results,)
        for register, value in zip(outputs, values, strict=True):
            registers[register] = value
        for register in cleared:
            registers[register] = None
        return next

    return step


def clearing(step: Step, cleared: Sequence[int], next: int) -> Step:
    """The step, then the release of what nobody reads again."""

    def run(registers: Registers) -> int:
        step(registers)
        for register in cleared:
            registers[register] = None
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
    if max(len(inputs), len(outputs), len(cleared)) > _WIDEST:
        return _any(function, inputs, outputs, cleared, next)
    maker = _maker(len(inputs), len(outputs), len(cleared))
    return maker(function, next, *inputs, *outputs, *cleared)


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
