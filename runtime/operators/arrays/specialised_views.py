"""Views along dimensions that a program states, and sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


_PLAIN: dict[str, Callable[..., ArrayView | None]] = {
    "aten.transpose.int": _transposed,
    "aten.permute": _permuted,
    "aten.select.int": _selected,
    "aten.slice.Tensor": _sliced,
    "aten.squeeze.dim": _squeezed,
    "aten.reshape": _reshaped,
    "aten.view": _reshaped,
}


def _view(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    view = _PLAIN[name](*arguments[1:]) if are_known(arguments) else None
    if view is None:
        return None
    # numpy copies what is not contiguous to another shape, which only `reshape` may do.
    general, contiguous = general_on(function, arguments), name == "aten.view"

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


def _unsqueeze(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """Insert a dimension. The sizes are computed once for tensors without sizes of 1.

    The stride of the new dimension steps over the next one, as in numpy's `reshape`; that of a last
    dimension is 1, which numpy gives to contiguous arrays alone."""
    if not are_known(arguments):
        return None
    general, dim = general_on(function, arguments), arguments[1]
    inner: dict[tuple[int, ...], tuple[int, ...]] = {}
    last: dict[tuple[int, ...], tuple[int, ...]] = {}

    def run(self: Tensor) -> Tensor:
        array = self.array
        shape = array.shape
        sizes = inner.get(shape)
        if sizes is None:
            sizes = last.get(shape) if array.flags.c_contiguous else None
            if sizes is None:
                learn(shape)
                return general(self)
        made = _new(Tensor)
        made.array = array.reshape(sizes)
        made.device, made.requires_grad = self.device, self.requires_grad
        return made

    def learn(shape: tuple[int, ...]) -> None:
        axis, rank = dim if dim >= 0 else dim + len(shape) + 1, len(shape)
        if 1 in shape or not 0 <= axis <= rank:
            return
        known = inner if axis < rank else last
        if len(known) == _SHAPES_KEPT:
            known.clear()
        known[shape] = (*shape[:axis], 1, *shape[axis:])

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
    "aten.unsqueeze": _unsqueeze,
    "aten.chunk": _chunk,
    "aten.size.int": _size,
}
