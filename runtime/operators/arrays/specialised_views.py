"""Views along dimensions that a program states, and sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter, methodcaller
from typing import Any, TypeAlias

from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.specialiser import (
    UNKNOWN,
    WRONG,
    Specialiser,
    are_known,
    general_on,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

ArrayView: TypeAlias = Callable[[Array], Array]

_ALL = slice(None)

_new: Callable[[type[Tensor]], Tensor] = Tensor.__new__


def _at(dim: int, index: object) -> tuple[Any, ...]:
    """Index one dimension, counted from the front or from the end."""
    return (*(_ALL,) * dim, index, ...) if dim >= 0 else (..., index, *(_ALL,) * (-dim - 1))


def _transposed(dim0: int, dim1: int) -> ArrayView:
    return methodcaller("swapaxes", dim0, dim1)


def _permuted(dims: list[int]) -> ArrayView | None:
    return methodcaller("transpose", tuple(dims)) if dims else None


def _selected(dim: int, index: int) -> ArrayView:
    return itemgetter(_at(dim, index))


def _sliced(dim: int, start: int | None, end: int | None, step: int) -> ArrayView | None:
    return itemgetter(_at(dim, slice(start, end, step))) if step > 0 else None


def _reshaped(size: list[int]) -> ArrayView | None:
    is_shape = min(size, default=0) >= -1 and size.count(-1) <= 1
    return methodcaller("reshape", tuple(size)) if is_shape else None


def _squeezed(dim: int) -> ArrayView:
    return methodcaller("squeeze", dim)


def _unsqueezed(dim: int) -> ArrayView:
    """Insert a dimension, whose stride steps over the next one; numpy's index None gives 0."""

    @lru_cache
    def extend(shape: tuple[int, ...]) -> tuple[int, ...]:
        axis = dim if dim >= 0 else dim + len(shape) + 1
        if 1 in shape or not 0 <= axis <= len(shape):
            raise IndexError
        return *shape[:axis], 1, *shape[axis:]

    return lambda array: array.reshape(extend(array.shape))


_PLAIN: dict[str, Callable[..., ArrayView | None]] = {
    "aten.transpose.int": _transposed,
    "aten.permute": _permuted,
    "aten.select.int": _selected,
    "aten.slice.Tensor": _sliced,
    "aten.squeeze.dim": _squeezed,
    "aten.unsqueeze": _unsqueezed,
    "aten.reshape": _reshaped,
    "aten.view": _reshaped,
}
_OF_CONTIGUOUS = frozenset({"aten.view", "aten.unsqueeze"})
"""Views where numpy would copy what is not contiguous, or give other strides."""


def _view(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    view = _PLAIN[name](*arguments[1:]) if are_known(arguments) else None
    if view is None:
        return None
    general, contiguous = general_on(function, arguments), name in _OF_CONTIGUOUS

    def run(self: Tensor) -> Tensor:
        array = self.array
        if contiguous and not array.flags.c_contiguous:
            return general(self)
        try:
            result = view(array)
        except WRONG:
            return general(self)
        made = _new(Tensor)
        made.array, made.device, made.requires_grad = result, self.device, self.requires_grad
        return made

    return run


def _chunk(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """Return equal parts of a tensor; the indices for a size are computed once."""
    if not are_known(arguments) or arguments[1] <= 0:
        return None
    general = general_on(function, arguments)
    chunks, dim = arguments[1:]
    known: dict[int, list[tuple[Any, ...]]] = {}

    def run(self: Tensor) -> Any:
        array = self.array
        size = array.shape[dim] if -array.ndim <= dim < array.ndim else 0
        if not size or size % chunks:
            return general(self)
        indices = known.get(size)
        if indices is None:
            each = size // chunks
            indices = [_at(dim, slice(at, at + each)) for at in range(0, size, each)]
            known[size] = indices
        over = self.over
        return [over(array[index]) for index in indices]

    return run


def _size(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    general, dim = general_on(function, arguments), arguments[1]
    if dim is UNKNOWN:
        return None

    def run(self: Tensor) -> int:
        try:
            return self.array.shape[dim]
        except IndexError:
            return general(self)

    return run


SPECIALISED_VIEWS: dict[str, Specialiser] = {
    **dict.fromkeys(_PLAIN, _view),
    "aten.chunk": _chunk,
    "aten.size.int": _size,
}
