"""The arguments of a function that had the same value in all of its calls without a plan.

    seen = SeenArguments()
    seen.note([x, 3, True])
    seen.note([x, 4, False])
    seen.fixed    # {2}: the number varies, and flags have few values

A number that varies, such as the position in a decoder, is no constant of a plan.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from xdsl_torchscript.runtime.executors.argument_constants import is_constant_argument
from xdsl_torchscript.runtime.values import Value


class SeenArguments:
    """The arguments in the calls of one function. None is no other value, as flags are none."""

    def __init__(self) -> None:
        self._values: dict[int, Value] | None = None
        """The arguments that may be constants, by number, with their values; None before a call."""

    @property
    def fixed(self) -> Set[int]:
        """The numbers of the arguments that never varied, but for None, and of all flags."""
        return {*(self._values or ())}

    def note(self, inputs: Sequence[Value]) -> None:
        """Note a call."""
        if self._values is None:
            found = enumerate(inputs)
            self._values = {n: _copy(value) for n, value in found if is_constant_argument(value)}
            return
        for number, value in [*self._values.items()]:
            found = inputs[number]
            if found is value or found is None or isinstance(value, bool):
                continue
            is_constant = is_constant_argument(found)
            if value is None and is_constant:
                self._values[number] = _copy(found)
            elif value is not None and not (is_constant and _is_same(found, value)):
                self._values.pop(number, None)  # another thread may note a call


def _is_same(found: Value, value: Value) -> bool:
    return type(found) is type(value) and found == value


def _copy(value: Value) -> Value:
    return [*value] if isinstance(value, list) else value
