"""Python functions as executables, which the interpreter's code calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.values import Value


@dataclass(frozen=True)
class PythonCode:
    """A function of `count` values, as the interpreter calls it; it never suspends."""

    name: str
    count: int
    function: Callable[[Sequence[Value]], Values]

    @property
    def inputs(self) -> tuple[int, ...]:
        return tuple(range(self.count))

    @property
    def registers(self) -> Values:
        return (None,) * self.count

    def execute(self, registers: Registers, counter: int = 0) -> Values:
        """Call the function."""
        return self.function(registers)

    def deliver(self, registers: Registers, counter: int, results: Values) -> None:
        raise TypeError(f"'{self.name}' calls no code")

    def abandon(self, registers: Registers, counter: int, fault: RuntimeFault) -> None:
        raise TypeError(f"'{self.name}' calls no code")
