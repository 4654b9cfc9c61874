"""Operators some of whose arguments the program fixes: `x.transpose(0, 1)`, `x * 2.0`.

What they say is read once, when code is built, and not each time that it runs. An argument that
the general operator would refuse leads to it, for its message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter, methodcaller
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT64,
    Implementation,
    beside,
    on_one,
    rounded,
)
from xdsl_torchscript.runtime.operators.layout import in_order
from xdsl_torchscript.runtime.operators.networks.softmax import log_softmax_of, softmax_of
from xdsl_torchscript.runtime.operators.pointwise.activation import GELU
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import DIFFERENCE, POWERS, SUM
from xdsl_torchscript.runtime.operators.pointwise.casts import converted, dtype_from_code, element
from xdsl_torchscript.runtime.operators.reductions.reduction import mean_of
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

UNKNOWN = object()
"""Stands for an argument that is known at run time only."""

View: TypeAlias = Callable[[Array], Array]
Maker: TypeAlias = Callable[[str, Implementation, Sequence[Any]], Implementation | None]
"""Takes an operator's name, its function, and its arguments, the first of which is UNKNOWN. None
says that nothing is gained."""

_COMPUTED = frozenset((FLOAT32, FLOAT64))
"""The types of tensors for which there are shortcuts that look at one."""

_ALL = slice(None)
_WRONG = (IndexError, ValueError)

_new: Callable[[type[Tensor]], Tensor] = Tensor.__new__


def _general(function: Implementation, arguments: Sequence[Any]) -> Implementation:
    rest = tuple(arguments[1:])

    def run(self: Tensor) -> Any:
        return function(self, *rest)

    return run


def _are_known(arguments: Sequence[Any]) -> bool:
    """All but the first."""
    return all(argument is not UNKNOWN for argument in arguments[1:])


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


def _squeezed(dim: int) -> View:
    return methodcaller("squeeze", dim)


_VIEWS: dict[str, Callable[..., View | None]] = {
    "aten.transpose.int": _transposed,
    "aten.permute": _permuted,
    "aten.select.int": _selected,
    "aten.slice.Tensor": _sliced,
    "aten.squeeze.dim": _squeezed,
    "aten.unsqueeze": _unsqueezed,
    "aten.reshape": _reshaped,
    "aten.view": _reshaped,
}
_OF_CONTIGUOUS = frozenset({"aten.view"})
"""Views where numpy would copy what is not contiguous."""

READS_FIXED_LISTS = frozenset({
    "aten.permute", "aten.reshape", "aten.view", "aten.expand", "aten.layer_norm", "aten.amax",
    "aten.amin", "aten.sum.dim_IntList", "aten.mean.dim",
})  # fmt: skip
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


def _view(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    view = _VIEWS[name](*arguments[1:]) if _are_known(arguments) else None
    if view is None:
        return None
    return _viewing(view, _general(function, arguments), name in _OF_CONTIGUOUS)


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


def _chunk(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    if not _are_known(arguments) or arguments[1] <= 0:
        return None
    return _chunked(_general(function, arguments), *arguments[1:])


def _size(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    general, dim = _general(function, arguments), arguments[1]
    if dim is UNKNOWN:
        return None

    def run(self: Tensor) -> int:
        try:
            return self.array.shape[dim]
        except IndexError:
            return general(self)

    return run


# ---- reductions


_TOTALS: dict[str, Callable[..., Any]] = {
    "aten.sum": np.add.reduce,
    "aten.mean": mean_of,
    "aten.sum.dim_IntList": np.add.reduce,
    "aten.mean.dim": mean_of,
    "aten.amax": np.maximum.reduce,
    "aten.amin": np.minimum.reduce,
    "aten.max": np.maximum.reduce,
    "aten.min": np.minimum.reduce,
}
"""What reduces an array: it takes axes, a type, an array to write into, whether to keep them."""


def _reduction(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Over dimensions that are known, in the type of the tensor."""
    dims, keepdim, dtype = _reduced(*arguments[1:]) if _are_known(arguments) else (None, False, 0)
    if dtype is not None:
        return None
    reduce, general, axes = _TOTALS[name], _general(function, arguments), tuple(dims or ()) or None

    def run(self: Tensor) -> Tensor:
        array = self.array
        dtype = array.dtype
        if dtype not in _COMPUTED:
            return general(self)
        try:
            result = reduce(array, axes, None, None, keepdim)
        except _WRONG:
            return general(self)
        return rounded(result, dtype) if result.flags.c_contiguous else general(self)

    return run


def _reduced(*rest: Any) -> tuple[list[int] | None, bool, int | None]:
    """Dimensions, whether they are kept, and a type, of which an operator has all or some."""
    if len(rest) < 2:
        return None, False, rest[0] if rest else None
    dims, keepdim, *dtype = rest
    return dims, keepdim, dtype[0] if dtype else None


_EXTREMES: dict[str, Callable[..., Any]] = {
    "aten.argmax": np.ndarray.argmax,
    "aten.argmin": np.ndarray.argmin,
}


def _place(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """Of an extreme along a dimension that is known."""
    if not _are_known(arguments):
        return None
    find, general, (_, dim, keepdim) = _EXTREMES[name], _general(function, arguments), arguments

    def run(self: Tensor) -> Tensor:
        array = self.array
        if array.dtype not in _COMPUTED or not array.ndim:
            return general(self)
        try:
            found = find(array, dim, keepdims=keepdim)
        except _WRONG:
            return general(self)
        return rounded(found, INT64) if found.flags.c_contiguous else general(self)

    return run


_SOFTMAX = {"aten.softmax.int": softmax_of, "aten.log_softmax.int": log_softmax_of}


def _softmax(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    if not _are_known(arguments) or arguments[2] is not None:
        return None
    of, dim, general = _SOFTMAX[name], arguments[1], _general(function, arguments)

    def run(self: Tensor) -> Tensor:
        array = self.array
        plain = array.dtype in _COMPUTED and array.flags.c_contiguous
        if not plain or not -array.ndim <= dim < array.ndim:
            return general(self)
        return rounded(of(array, dim), array.dtype)

    return run


# ---- pointwise


def _is_number(argument: object) -> bool:
    return isinstance(argument, bool | int | float | complex)


def _beside_numbers(
    _: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """An operator of one tensor beside which stand numbers."""
    numbers = arguments[1:]
    fixed = any(map(_is_number, numbers)) and all(n is None or _is_number(n) for n in numbers)
    return beside(function, *numbers) if fixed else None


_SUMS = {
    "aten.add.Tensor": SUM,
    "aten.add.Scalar": SUM,
    "aten.sub.Tensor": DIFFERENCE,
    "aten.sub.Scalar": DIFFERENCE,
}


def _sum(name: str, _: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """A sum or difference of operands of which none is multiplied."""
    _, other, alpha = arguments
    if type(alpha) is not int or alpha != 1 or isinstance(other, bool):
        return None
    if _is_number(other):
        return beside(_SUMS[name], other)
    return _SUMS[name] if other is UNKNOWN and name.endswith(".Tensor") else None


def _power(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    exponent = arguments[1]
    direct = POWERS.get(exponent) if isinstance(exponent, int | float) else None
    if direct is None:
        return _beside_numbers(name, function, arguments)
    return on_one(direct, _general(function, arguments), floats_only=True)


def _gelu(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    return GELU.get(arguments[1])


def _filled(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """`masked_fill`; the number is converted once for each type of tensors."""
    _, mask, value = arguments
    if mask is not UNKNOWN or not _is_number(value):
        return None
    known: dict[NumpyDtype, Array] = {}

    def run(self: Tensor, mask: Tensor) -> Tensor:
        array, chosen = self.array, mask.array
        dtype = array.dtype
        if chosen.dtype is not BOOL:
            return function(self, mask, value)
        if dtype not in known:
            known[dtype] = element(value, dtype)
        return rounded(in_order(np.where(chosen, known[dtype], array)), dtype)

    return run


def _converted(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """A conversion to a type that is known."""
    _, code, _, copy, memory_format = arguments
    if code is UNKNOWN or copy is not False or memory_format is not None:
        return None
    try:
        dtype = dtype_from_code(code)
    except (TypeError, ValueError):
        return None

    def run(self: Tensor) -> Tensor:
        return converted(self, dtype)

    return run


# ---- writing


_WRITING: dict[str, np.ufunc] = {
    "aten.add_.Tensor": np.add,
    "aten.sub_.Tensor": np.subtract,
    "aten.mul_.Tensor": np.multiply,
    "aten.div_.Tensor": np.true_divide,
}


def _writing(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """An operator that writes its result into its first operand, where nothing overlaps: arrays
    with memory of their own are told at once."""
    _, other, *rest = arguments
    if other is not UNKNOWN or any(type(alpha) is not int or alpha != 1 for alpha in rest):
        return None
    write = _WRITING[name]

    def run(self: Tensor, other: Tensor) -> Tensor:
        array, second = self.array, other.array
        dtype = array.dtype
        plain = dtype is second.dtype and dtype in _COMPUTED and array.flags.c_contiguous
        own = array is second or (array.base is None and second.base is None)
        if not (plain and (own or not np.may_share_memory(array, second))):
            return function(self, other, *rest)
        try:
            write(array, second, array)
        except ValueError:
            return function(self, other, *rest)
        return self

    return run


_MAKERS: dict[str, Maker] = {
    **dict.fromkeys(_VIEWS, _view),
    **dict.fromkeys(_TOTALS, _reduction),
    **dict.fromkeys(_EXTREMES, _place),
    **dict.fromkeys(_SOFTMAX, _softmax),
    **dict.fromkeys(_SUMS, _sum),
    **dict.fromkeys(_WRITING, _writing),
    "aten.chunk": _chunk,
    "aten.size.int": _size,
    "aten.pow.Tensor_Scalar": _power,
    "aten.gelu": _gelu,
    "aten.masked_fill.Scalar": _filled,
    "aten.to.dtype": _converted,
}


def with_fixed(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """The function of an operator as one of those arguments alone that are UNKNOWN; None where that
    is not faster."""
    if not arguments or arguments[0] is not UNKNOWN:
        return None
    return _MAKERS.get(name, _beside_numbers)(name, function, arguments)
