"""The sizes of tensors in the first calls of a hot function that have no plan.

    seen = SeenSizes()
    for length in range(2, 8):
        seen.note([ts.ones(length, 64)])
    seen.keep_changing(static=4)    # True: six sizes in six calls
    seen.types()[0]                 # {(0,): !ts.tensor<[2,64]>}

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
    from xdsl_torchscript.lowering.analysis.shapes import Shape
    from xdsl_torchscript.runtime.executors.varying_sizes import ArgumentPart, ArgumentTypes

_NOTED = 64
"""The number of calls that are noted."""


class SeenSizes:
    """The noted calls of one function."""

    def __init__(self) -> None:
        self._calls: list[dict[ArgumentPart, Shape]] = []

    def note(self, inputs: Sequence[Value]) -> None:
        """Note a call, unless many are noted, or a tensor has no value."""
        if len(self._calls) >= _NOTED:
            return
        try:
            self._calls.append(dict(_shapes_in(inputs, ())))
        except (NoValueError, BadType):
            return

    def keep_changing(self, *, static: int) -> bool:
        """Return whether there are more different sizes than plans for fixed ones, and most of them
        were in one call."""
        different = {tuple(shapes.values()) for shapes in self._calls}
        return len(different) > static and 2 * len(different) > len(self._calls)

    def types(self) -> list[ArgumentTypes]:
        """Return the sizes of each call as types."""
        calls = self._calls
        return [{part: TensorType.get(shape) for part, shape in call.items()} for call in calls]


def _shapes_in(
    values: Iterable[Value], whole: ArgumentPart
) -> Iterator[tuple[ArgumentPart, Shape]]:
    """Yield the sizes of tensors among these elements of an argument, or all arguments, and in
    lists, tuples and dicts."""
    for number, value in enumerate(values):
        part = *whole, number
        if isinstance(value, Tensor):
            yield part, value.shape
        elif isinstance(value, list | tuple):
            yield from _shapes_in(cast("Sequence[Value]", value), part)
        elif isinstance(value, dict):
            yield from _shapes_in(cast("dict[Value, Value]", value).values(), part)
