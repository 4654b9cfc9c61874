"""The values of a function's arguments in all of its calls without a plan.

    seen = SeenArguments()
    seen.note([x, 3, True])
    seen.note([x, 4, False])
    seen.fixed_in(function)    # {2}: flags have few values; {1, 2} if argument 1 is a step

A number that varies, such as the position in a decoder, is no constant of a plan. But parameters of
operators have few values in a program, and are constants of several plans.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.executors.argument_constants import (
    is_constant_argument,
    parameters_of_operators,
)
from xdsl_torchscript.runtime.executors.variants import MAX_VARIANTS
from xdsl_torchscript.runtime.values import Value


class SeenArguments:
    """The arguments in the calls of one function. None is no other value, as flags are none."""

    def __init__(self) -> None:
        self._values: dict[int, list[Value]] | None = None
        """The different values of the arguments that may be constants, by number, while they are
        few; None before a call."""

    @property
    def fixed(self) -> Set[int]:
        """The numbers of the arguments that never varied, but for None, and of all flags."""
        values = {**(self._values or {})}
        return {n for n, seen in values.items() if len(seen) < 2 or isinstance(seen[0], bool)}

    def fixed_in(self, function: FuncOp) -> Set[int]:
        """Return the numbers of the arguments that a plan of a function may take as constants:
        those that never varied, and parameters of operators that had few values."""
        fixed, few = self.fixed, {*(self._values or ())}
        return fixed if few == fixed else fixed | (few & parameters_of_operators(function))

    def note(self, inputs: Sequence[Value]) -> None:
        """Note a call."""
        if self._values is None:
            found = enumerate(inputs)
            self._values = {n: _seen(value) for n, value in found if is_constant_argument(value)}
            return
        for number, seen in [*self._values.items()]:
            found = inputs[number]
            if found is None or any(found is value or _is_same(found, value) for value in seen):
                continue
            if len(seen) < MAX_VARIANTS and is_constant_argument(found):
                self._values[number] = seen + _seen(found)
            else:
                self._values.pop(number, None)  # another thread may note a call


def _seen(value: Value) -> list[Value]:
    return [] if value is None else [[*value] if isinstance(value, list) else value]


def _is_same(found: Value, value: Value) -> bool:
    return type(found) is type(value) and found == value
