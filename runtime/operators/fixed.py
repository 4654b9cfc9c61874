"""Operators some of whose arguments the program fixes: `x.transpose(0, 1)`, `x * 2.0`.

What they say is read once, when code is built, and not each time that it runs. An argument that
the general operator would refuse leads to it, for its message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter, methodcaller
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operators.core import FLOAT32, FLOAT64, Implementation, beside
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import DIFFERENCE, SUM
from xdsl_torchscript.runtime.tensor import Array, Tensor

UNKNOWN = object()
"""Stands for an argument that is known at run time only."""

View: TypeAlias = Callable[[Array], Array]

_ALL = slice(None)
_WRONG = (IndexError, ValueError)

_new: Callable[[type[Tensor]], Tensor] = Tensor.__new__


# ---- views


def _at(dim: int, index: object) -> tuple[Any, ...]:
    """An index into one dimension, counted from the front or from the end."""
    return (*(_ALL,) * dim, index, ...) if dim >= 0 else (..., index, *(_ALL,) * (-dim - 1))


def _transposed(dim0: int, dim1: int) -> View:
    return methodcaller("swapaxes", dim0, dim1)


def _permuted(dims: list[int]) -> View | None:
    return methodcaller("transpose", tuple(dims)) if dims else None


def _selected(dim: int, index: int) -> View:
    return itemgetter(_at(dim, index))


def _sliced(dim: int, start: int | None, end: int | None, step: int) -> View | None:
    return itemgetter(_at(dim, slice(start, end, step))) if step > 0 else None


def _unsqueezed(dim: int) -> View:
    return itemgetter(_at(dim, None))


def _reshaped(size: list[int]) -> View | None:
    is_shape = min(size, default=0) >= -1 and size.count(-1) <= 1
    return methodcaller("reshape", tuple(size)) if is_shape else None


_VIEWS: dict[str, Callable[..., View | None]] = {
    "aten.transpose.int": _transposed,
    "aten.permute": _permuted,
    "aten.select.int": _selected,
    "aten.slice.Tensor": _sliced,
    "aten.unsqueeze": _unsqueezed,
    "aten.reshape": _reshaped,
    "aten.view": _reshaped,
}
_OF_CONTIGUOUS = frozenset({"aten.view"})
"""Views where numpy would copy what is not contiguous."""

READS_FIXED_LISTS = frozenset({"aten.permute", "aten.reshape", "aten.view"})
"""Operators that only read the lists that they are given, so that one list serves all calls."""


def _viewing(view: View, general: Implementation, contiguous: bool) -> Implementation:
    def run(self: Tensor) -> Tensor:
        array = self.array
        if contiguous and not array.flags.c_contiguous:
            return general(self)
        try:
            result = view(array)
        except _WRONG:
            return general(self)
        made = _new(Tensor)
        made.array, made.device, made.requires_grad = result, self.device, self.requires_grad
        return made

    return run


def _chunked(general: Implementation, chunks: int, dim: int) -> Implementation:
    """The parts of a tensor whose size they divide; the indices of a size are made once."""
    known: dict[int, list[tuple[Any, ...]]] = {}

    def parts(size: int) -> list[tuple[Any, ...]]:
        each = size // chunks
        return [_at(dim, slice(at, at + each)) for at in range(0, size, each)]

    def run(self: Tensor) -> Any:
        array = self.array
        size = array.shape[dim] if -array.ndim <= dim < array.ndim else 0
        if not size or size % chunks:
            return general(self)
        indices = known.get(size)
        if indices is None:
            indices = known[size] = parts(size)
        over = self.over
        return [over(array[index]) for index in indices]

    return run


# ---- pointwise


def _beside_number(function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """A function of two operands whose second is a number."""
    is_number = len(arguments) == 2 and isinstance(arguments[1], bool | int | float | complex)
    return beside(function, arguments[1]) if is_number else None


_SUMS = {
    "aten.add.Tensor": SUM,
    "aten.add.Scalar": SUM,
    "aten.sub.Tensor": DIFFERENCE,
    "aten.sub.Scalar": DIFFERENCE,
}


def _sum(name: str, arguments: Sequence[Any]) -> Implementation | None:
    """A sum or difference of operands of which none is multiplied."""
    _, other, alpha = arguments
    if type(alpha) is not int or alpha != 1 or isinstance(other, bool):
        return None
    if other is not UNKNOWN:
        return beside(_SUMS[name], other)
    return _SUMS[name] if name.endswith(".Tensor") else None


_WRITING: dict[str, np.ufunc] = {
    "aten.add_.Tensor": np.add,
    "aten.sub_.Tensor": np.subtract,
    "aten.mul_.Tensor": np.multiply,
    "aten.div_.Tensor": np.true_divide,
}
_WRITTEN = frozenset((FLOAT32, FLOAT64))


def _writing(name: str, function: Implementation, rest: Sequence[Any]) -> Implementation | None:
    """An operator that writes its result into its first operand, where nothing overlaps: arrays
    with memory of their own are told at once."""
    if any(type(alpha) is not int or alpha != 1 for alpha in rest):
        return None
    write = _WRITING[name]

    def run(self: Tensor, other: Tensor) -> Tensor:
        array, second = self.array, other.array
        dtype = array.dtype
        plain = dtype is second.dtype and dtype in _WRITTEN and array.flags.c_contiguous
        own = array is second or (array.base is None and second.base is None)
        if not (plain and (own or not np.may_share_memory(array, second))):
            return function(self, other, *rest)
        try:
            write(array, second, array)
        except ValueError:
            return function(self, other, *rest)
        return self

    return run


def _general(function: Implementation, arguments: Sequence[Any]) -> Implementation:
    rest = tuple(arguments[1:])

    def run(self: Tensor) -> Any:
        return function(self, *rest)

    return run


def _with_parts(function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    _, chunks, dim = arguments
    if chunks is UNKNOWN or dim is UNKNOWN or chunks <= 0:
        return None
    return _chunked(_general(function, arguments), chunks, dim)


def with_fixed(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """The function of an operator as one of those arguments alone that are UNKNOWN; None where that
    is not faster."""
    if not arguments or arguments[0] is not UNKNOWN:
        return None
    if name in _SUMS:
        return _sum(name, arguments)
    if name in _WRITING:
        return _writing(name, function, arguments[2:]) if arguments[1] is UNKNOWN else None
    if name == "aten.chunk":
        return _with_parts(function, arguments)
    viewed = _VIEWS.get(name)
    if viewed is None:
        return _beside_number(function, arguments)
    known = all(argument is not UNKNOWN for argument in arguments[1:])
    view = viewed(*arguments[1:]) if known else None
    if view is None:
        return None
    return _viewing(view, _general(function, arguments), name in _OF_CONTIGUOUS)
