"""Views along dimensions that a program states, and sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from operator import itemgetter, methodcaller
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.specialiser import (
    UNKNOWN,
    WRONG,
    Specialiser,
    are_known,
    general_on,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

SizeTuple: TypeAlias = tuple[int, ...]
ArrayView: TypeAlias = Callable[[Array], Array | None]
"""None, or an exception of WRONG, leaves the array to the general operator."""

_ALL = slice(None)
_SHAPES_KEPT = 128

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


def _viewed(size: list[int]) -> ArrayView | None:
    """Reshape contiguous arrays: numpy copies others, which only `reshape` may do."""
    reshape = _reshaped(size)
    return reshape and (lambda array: reshape(array) if array.flags.c_contiguous else None)


def _resized(resize: Callable[[SizeTuple, bool], SizeTuple | None]) -> ArrayView:
    """Reshape to the sizes that `resize` computes once for a shape, and for whether the array is
    contiguous."""
    find = lru_cache(_SHAPES_KEPT)(resize)

    def view(array: Array) -> Array | None:
        sizes = find(array.shape, array.flags.c_contiguous)
        return None if sizes is None else array.reshape(sizes)

    return view


def _unsqueezed(dim: int) -> ArrayView:
    """Insert a dimension into tensors without sizes of 1.

    The stride of the new dimension steps over the next one, as in numpy's `reshape`; that of a last
    dimension is 1, which numpy gives to contiguous arrays alone."""

    def resize(shape: SizeTuple, contiguous: bool) -> SizeTuple | None:
        rank = len(shape)
        axis = dim if dim >= 0 else dim + rank + 1
        if 1 in shape or not 0 <= axis <= (rank if contiguous else rank - 1):
            return None
        return (*shape[:axis], 1, *shape[axis:])

    return _resized(resize)


def _flattened(start: int, end: int) -> ArrayView:
    """Join dimensions; the general operator returns tensors with nothing to join themselves."""

    def resize(shape: SizeTuple, _: bool) -> SizeTuple | None:
        rank = len(shape)
        first, last = (dim if dim >= 0 else dim + rank for dim in (start, end))
        if not 0 <= first < last < rank:
            return None
        return (*shape[:first], prod(shape[first : last + 1]), *shape[last + 1 :])

    return _resized(resize)


_VIEWS: dict[str, Callable[..., ArrayView | None]] = {
    "aten.transpose.int": _transposed,
    "aten.permute": _permuted,
    "aten.select.int": _selected,
    "aten.slice.Tensor": _sliced,
    "aten.squeeze.dim": _squeezed,
    "aten.unsqueeze": _unsqueezed,
    "aten.flatten.using_ints": _flattened,
    "aten.reshape": _reshaped,
    "aten.view": _viewed,
}


def array_view(name: str, arguments: Sequence[Any]) -> ArrayView | None:
    """Return a view operator as a function of its array, if the other arguments are known."""
    if name not in _VIEWS or arguments[0] is not UNKNOWN or not are_known(arguments):
        return None
    return _VIEWS[name](*arguments[1:])


def _view(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    view = array_view(name, arguments)
    if view is None:
        return None
    general, shares = general_on(function, arguments), np.may_share_memory

    def run(self: Tensor) -> Tensor:
        if type(self) is not Tensor:  # quantised
            return general(self)
        array = self.array
        try:
            viewed = view(array)
        except WRONG:
            return general(self)
        if viewed is None:
            return general(self)
        made = _new(Tensor)
        made.array, made.device = viewed, self.device
        made.requires_grad = self.requires_grad and shares(array, viewed)
        return made

    return run


def view_chain(views: Sequence[ArrayView]) -> Callable[[Tensor], Tensor | None]:
    """Return the function that applies views in order and makes one tensor, of the last.

    It returns None for tensors that the operators must be called for one by one, and for those that
    one of them fails on, so that it fails itself."""

    def run(self: Tensor) -> Tensor | None:
        array: Array | None = self.array
        try:
            for view in views:
                array = view(array)
                if array is None:
                    return None
        except (*WRONG, MemoryError):
            return None
        return self.over(array)

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
    **dict.fromkeys(_VIEWS, _view),
    "aten.chunk": _chunk,
    "aten.size.int": _size,
}
