"""Frames: one execution of a code, with separate registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.values import Value

Registers: TypeAlias = list[Value]
Values: TypeAlias = tuple[Value, ...]
Entry: TypeAlias = Callable[[Registers], int]
"""Runs instructions over registers; returns the number of the next one."""


class Executable(Protocol):
    """Code that can be called. `registers` is the initial state of a frame, and `inputs` are the
    leading registers of the arguments."""

    @property
    def name(self) -> str: ...

    @property
    def inputs(self) -> tuple[int, ...]: ...

    @property
    def registers(self) -> Values: ...

    @property
    def entered(self) -> int | None:
        """The register of the context managers that are entered, None if the code has none."""
        ...

    def execute(self, registers: Registers, counter: int = 0) -> Values:
        """Run from an instruction to the end. Raises RuntimeFault, and Suspend."""
        ...

    def deliver(self, registers: Registers, counter: int, results: Values) -> None:
        """End the call at the instruction `counter`."""
        ...

    def abandon(self, registers: Registers, counter: int, fault: RuntimeFault) -> None:
        """Unwind the execution after the callee at `counter` raised."""
        ...


class Suspended(Protocol):
    """A suspended frame."""

    def run(self) -> Values:
        """Continue to the end. Raises RuntimeFault, and Suspend."""
        ...

    def deliver(self, results: Values) -> None:
        """Receive the results of the awaited call."""
        ...

    def fail(self, fault: RuntimeFault) -> None:
        """Unwind the frame after the awaited call failed."""
        ...


@dataclass(slots=True)
class Frame:
    """An execution that is about to run the instruction `counter`, or is suspended inside it."""

    code: Executable
    registers: Registers
    counter: int = 0

    def run(self) -> Values:
        return self.code.execute(self.registers, self.counter)

    def deliver(self, results: Values) -> None:
        self.code.deliver(self.registers, self.counter, results)
        self.counter += 1

    def fail(self, fault: RuntimeFault) -> None:
        self.code.abandon(self.registers, self.counter, fault)


def new_frame(code: Executable, arguments: Sequence[Value]) -> Registers:
    """Return the registers of a new frame. Raises TypeError on an argument-count mismatch."""
    count = len(code.inputs)
    if len(arguments) != count:
        raise TypeError(f"'{code.name}' takes {count} inputs, got {len(arguments)}")
    registers = list(code.registers)
    registers[:count] = arguments
    return registers
