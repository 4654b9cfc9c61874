"""The sizes of tensors in the first calls of a function that have no plan.

    seen = SeenSizes()
    for length in range(2, 8):
        seen.note([ts.ones(length, 64)])
    seen.keep_changing(static=4)    # True: six sizes in six calls
    seen.calls[0]                   # {(0,): Float(2, 64)}

A plan for fixed sizes is of no use to calls whose sizes keep changing, such as the steps of a
decoder. They would wait for all such plans before the one for any sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.executors.varying_sizes import ArgumentPart, ArgumentTypes

_NOTED = 64
"""The number of calls that are noted."""


class SeenSizes:
    """The noted calls of one function."""

    def __init__(self) -> None:
        self.calls: list[ArgumentTypes] = []
        """The types of tensors among the arguments of each, and in lists, tuples and dicts."""

    def note(self, inputs: Sequence[Value]) -> None:
        """Note a call, unless many are noted, or a tensor has no elements."""
        if len(self.calls) >= _NOTED:
            return
        try:
            self.calls.append(dict(_types_in(inputs, ())))
        except (NoValueError, BadType):
            return

    def keep_changing(self, *, static: int) -> bool:
        """Return whether there are more different sizes than plans for fixed ones, and most of them
        were in one call."""
        different = {tuple(type.shape for type in types.values()) for types in self.calls}
        return len(different) > static and 2 * len(different) > len(self.calls)


def _types_in(
    values: Iterable[Value], whole: ArgumentPart
) -> Iterator[tuple[ArgumentPart, TensorType]]:
    """Yield the parts of these elements of an argument, or of all arguments, that are tensors."""
    for number, value in enumerate(values):
        part = *whole, number
        if isinstance(value, Tensor):
            yield part, value.type
        elif isinstance(value, list | tuple):
            yield from _types_in(cast("Sequence[Value]", value), part)
        elif isinstance(value, dict):
            yield from _types_in(cast("dict[Value, Value]", value).values(), part)
