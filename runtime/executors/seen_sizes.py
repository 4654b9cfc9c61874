"""The sizes of tensors, and lengths of lists of numbers, in the first calls of a warm function that
have no plan.

    seen = SeenSizes()
    for length in range(2, 8):
        seen.note([ts.ones(length, 64)])
    seen.keep_changing(static=4)    # True: six sizes in six calls
    seen.types()[0]                 # {(0,): !ts.tensor<[2,64]>}

A plan for fixed sizes is of no use to calls whose sizes keep changing, such as the steps of a
decoder, and of little to calls of ten sizes in turn. They would wait for all such plans before the
one for any sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.lowering.analysis.shapes import Shape
    from xdsl_torchscript.runtime.executors.varying_sizes import ArgumentPart, ArgumentTypes

    CallSizes: TypeAlias = tuple[tuple[ArgumentPart, Shape], ...]

_NOTED = 64
"""The number of calls that are noted for each plan."""


class SeenSizes:
    """The noted calls of one function: how often they had which sizes."""

    def __init__(self) -> None:
        self._calls: dict[CallSizes, int] = {}
        self._left = _NOTED

    def note(self, inputs: Sequence[Value]) -> None:
        """Note a call, unless many are noted, or a tensor has no value."""
        if self._left <= 0:
            return
        try:
            sizes = tuple(_shapes_in(inputs, ()))
        except (NoValueError, BadType):
            return
        self._calls[sizes] = self._calls.get(sizes, 0) + 1
        self._left -= 1

    def begin_next(self) -> None:
        """Note further calls: a plan answers some of those before, which count once from now on."""
        self._calls, self._left = dict.fromkeys(self._calls, 1), _NOTED

    def keep_changing(self, *, static: int) -> bool:
        """Return whether there are more different sizes than plans for fixed ones, and most of them
        were in one call, or the plans would answer less than half of the calls."""
        counts = sorted(self._calls.values(), reverse=True)
        if len(counts) <= static:
            return False
        calls = sum(counts)
        return 2 * len(counts) > calls or 2 * sum(counts[:static]) < calls

    def types(self) -> list[ArgumentTypes]:
        """Return the different sizes of calls as types."""
        calls = [*self._calls]  # another thread may note a call
        return [{part: TensorType.get(shape) for part, shape in sizes} for sizes in calls]


def _shapes_in(
    values: Iterable[Value], whole: ArgumentPart
) -> Iterator[tuple[ArgumentPart, Shape]]:
    """Yield the sizes of tensors among these elements of an argument, or all arguments, and in
    lists, tuples and dicts."""
    for number, value in enumerate(values):
        part = *whole, number
        if isinstance(value, Tensor):
            yield part, value.shape
        elif isinstance(value, list) and value and isinstance(value[0], int | float):
            yield part, (len(cast("list[Value]", value)),)
        elif isinstance(value, list | tuple):
            yield from _shapes_in(cast("Sequence[Value]", value), part)
        elif isinstance(value, dict):
            yield from _shapes_in(cast("dict[Value, Value]", value).values(), part)
