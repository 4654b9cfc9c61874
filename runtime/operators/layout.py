"""The memory layout of results.

A pointwise result is dense, with its dimensions in the order in which the operands have theirs
(aten/src/ATen/TensorIterator.cpp: `reorder_dimensions`, `allocate_or_resize_outputs`). If all
operands are contiguous, so is the result, at the cost of a check of flags.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Any, TypeAlias, cast

import numpy as np

from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.element_conversion import write
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.storage import Array, is_dense, refuse_repeated
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor

IntTuple: TypeAlias = tuple[int, ...]

CONTIGUOUS, PRESERVE, CHANNELS_LAST, CHANNELS_LAST_3D = range(4)
"""The numbers of memory formats in programs."""

_OUTER_FIRST: dict[int, tuple[int, ...]] = {
    CHANNELS_LAST: (0, 2, 3, 1),
    CHANNELS_LAST_3D: (0, 2, 3, 4, 1),
}
_NAMES = {CHANNELS_LAST: "channels_last", CHANNELS_LAST_3D: "channels_last_3d"}


def strides_in_order(shape: Sequence[int], outer_first: Sequence[int]) -> IntTuple:
    """Return the strides, in elements, of a dense tensor with dimensions in this order."""
    steps, step = [1] * len(shape), 1
    for dim in reversed(outer_first):
        steps[dim] = step
        step *= max(shape[dim], 1)
    return tuple(steps)


def empty_with(shape: Sequence[int], steps: IntTuple, dtype: NumpyDtype) -> Array:
    """Return memory for a dense tensor of these strides, in elements."""
    memory = np.empty(tuple(shape), dtype)
    if not memory.size:
        return memory
    return np.ndarray(memory.shape, dtype, memory, 0, tuple(s * dtype.itemsize for s in steps))


# ---- the order of dimensions


def _is_inside(inner: int, outer: int, shape: IntTuple, operands: Sequence[IntTuple]) -> int:
    """Return -1 if dimension `inner` has smaller strides than `outer`, 1 if larger, 0 if undecided.
    The first operand that decides counts."""
    for steps in operands:
        a, b = steps[inner], steps[outer]
        if a == 0 or b == 0:
            continue
        if a != b:
            return -1 if a < b else 1
        if shape[inner] > shape[outer]:
            return 1
    return 0


@lru_cache(maxsize=4096)
def _pointwise_steps(shape: IntTuple, operands: tuple[IntTuple, ...]) -> IntTuple:
    """Return the steps of a result whose dimensions are in the order of the operands'.

    They are sorted, outermost first, by an insertion sort that skips undecided pairs.
    """
    order = list(range(len(shape)))[::-1]
    for start in range(1, len(order)):
        at = start
        for before in range(start - 1, -1, -1):
            verdict = _is_inside(order[before], order[at], shape, operands)
            if verdict < 0:
                break
            if verdict > 0:
                order[before], order[at] = order[at], order[before]
                at = before
    return strides_in_order(shape, order[::-1])


def _broadcast_steps(array: Array, rank: int, shape: IntTuple) -> IntTuple:
    """Return an operand's strides, 0 where it is repeated."""
    lead = rank - array.ndim
    own = zip(array.strides, array.shape, shape[lead:], strict=True)
    return (0,) * lead + tuple(0 if n == 1 != m else step for step, n, m in own)


def match_memory_format(result: Array, arrays: Sequence[Array]) -> Array:
    """Return a pointwise result in the memory format of its operands."""
    if result.ndim < 2 or not result.size:
        return result
    if result.flags.c_contiguous and all(a.flags.c_contiguous for a in arrays):
        return result
    shape = result.shape
    first = arrays[0]
    alike = all(a.shape == shape and a.strides == first.strides for a in arrays)
    if alike and is_dense(first):
        steps = tuple(step // first.itemsize for step in first.strides)
    else:
        rank = len(shape)
        steps = _pointwise_steps(shape, tuple(_broadcast_steps(a, rank, shape) for a in arrays))
    return _with_steps(result, steps)


def arrange_like(result: Array, operands: Sequence[IntTuple]) -> Array:
    """Return the result, dense, with dimensions in the order of the strides of operands, which are
    0 in missing dimensions."""
    return _with_steps(result, _pointwise_steps(result.shape, tuple(operands)))


def _with_steps(result: Array, steps: IntTuple) -> Array:
    width = result.dtype.itemsize
    if result.strides == tuple(step * width for step in steps):
        return result
    made = empty_with(result.shape, steps, result.dtype)
    made[...] = result
    return made


# ---- memory formats


def is_in_order(array: Array) -> bool:
    """Return whether the array is contiguous and has PyTorch's strides at dimensions of size 1,
    which numpy ignores."""
    shape = array.shape
    if 1 in shape and array.strides != _row_major_strides(shape, array.itemsize):
        return False
    return array.flags.c_contiguous


@lru_cache(maxsize=4096)
def _row_major_strides(shape: IntTuple, width: int) -> IntTuple:
    return tuple(step * width for step in strides_in_order(shape, range(len(shape))))


def in_order(array: Array) -> Array:
    """Return the array, or a contiguous copy."""
    return array if is_in_order(array) else copy_array(array, array.dtype, CONTIGUOUS)


def preserve_strides(array: Array) -> IntTuple:
    """Return a copy's strides: a dense tensor's strides, else dense strides in the same order."""
    if not array.size:
        return strides_in_order(array.shape, range(array.ndim))
    steps = tuple(step // array.itemsize for step in array.strides)
    return steps if is_dense(array) else _pointwise_steps(array.shape, (steps,))


def format_steps(shape: Sequence[int], memory_format: int) -> IntTuple:
    """Return a format's strides. Raises BadValue for a rank that the format does not have."""
    if memory_format == CONTIGUOUS:
        return strides_in_order(shape, range(len(shape)))
    if memory_format not in _OUTER_FIRST:
        raise BadValue(f"{memory_format} is not a memory format of a new tensor")
    order = _OUTER_FIRST[memory_format]
    if len(shape) != len(order):
        raise BadValue(
            f"memory format {_NAMES[memory_format]} is of tensors of rank {len(order)}, "
            f"not {len(shape)}"
        )
    return strides_in_order(shape, order)


def like(array: Array, dtype: NumpyDtype, memory_format: int | None) -> Array:
    """Return memory of the same sizes, without a format in the array's layout."""
    if memory_format in (None, PRESERVE):
        if array.flags.c_contiguous:
            return np.empty(array.shape, dtype)
        return empty_with(array.shape, preserve_strides(array), dtype)
    return empty_with(array.shape, format_steps(array.shape, memory_format), dtype)


def copy_array(array: Array, dtype: NumpyDtype, memory_format: int | None) -> Array:
    """Return a copy in another type and format."""
    made = like(array, dtype, memory_format)
    write(made, array)
    return made


def has_format(array: Array, memory_format: int) -> bool:
    """Return whether the elements are in this memory format."""
    if memory_format in (CONTIGUOUS, PRESERVE) or not array.size:
        return array.flags.c_contiguous
    order = _OUTER_FIRST.get(memory_format, ())
    if array.ndim != len(order):
        return False
    wanted = strides_in_order(array.shape, order)
    own = zip(array.strides, wanted, array.shape, strict=True)
    return all(n == 1 or step == w * array.itemsize for step, w, n in own)


def suggest_format(array: Array) -> int:
    """Return the format that the strides suggest, contiguous if undecided (c10/core/MemoryFormat.h:
    `is_channels_last_strides_2d_s4`)."""
    wanted = next((f for f, order in _OUTER_FIRST.items() if len(order) == array.ndim), CONTIGUOUS)
    if wanted == CONTIGUOUS or not array.size or array.strides[1] == 0:
        return CONTIGUOUS
    least = 0
    for dim in reversed(_OUTER_FIRST[wanted]):
        step = array.strides[dim]
        if step < least or (dim == 0 and least == array.strides[1]):
            return CONTIGUOUS
        least = step * max(array.shape[dim], 1)
    return wanted


def in_format(result: Array, *sources: Array) -> Array:
    """Return the result, channels last if the strides of a source suggest it, else contiguous."""
    if result.ndim < 4:
        return in_order(result)
    formats = map(suggest_format, sources)
    found = next((f for f in formats if f != CONTIGUOUS), CONTIGUOUS)
    if has_format(result, found):
        return result
    return copy_array(result, result.dtype, found)


def channels_last(array: Array) -> Array:
    """Return images, or volumes, with their channels last; any other array as it is."""
    wanted = next((f for f, order in _OUTER_FIRST.items() if len(order) == array.ndim), None)
    return array if wanted is None else copy_array(array, array.dtype, wanted)


def with_format(self: Tensor, memory_format: int) -> Tensor:
    """Return the tensor, or a copy in the format. Raises BadValue if its rank has no such
    format."""
    if memory_format == PRESERVE:
        if self.array.flags.c_contiguous:
            return self
        raise BadValue("preserve_format says nothing of how a contiguous tensor lies")
    if memory_format == CONTIGUOUS and self.array.flags.c_contiguous:
        return self
    wanted = format_steps(self.array.shape, memory_format)
    if has_format(self.array, memory_format):
        return self
    made = empty_with(self.array.shape, wanted, self.array.dtype)
    made[...] = self.array
    return self.over(made)


# ---- operators whose result layout does not depend on the operands'


def _in_order(result: Any) -> Any:
    if isinstance(result, Tensor):
        array = result.array
        return result if is_in_order(array) else result.over(in_order(array))
    if isinstance(result, tuple):
        return tuple(map(_in_order, cast("tuple[Any, ...]", result)))
    return result


def _contiguous(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make the results contiguous."""

    def run(*arguments: Any) -> Any:
        return _in_order(function(*arguments))

    return run


def as_operand(function: Callable[..., Any]) -> Callable[..., Any]:
    """Preserve the first operand's memory format in results of its sizes."""

    def match_layout(result: Any, like: Array) -> Any:
        if not isinstance(result, Tensor):
            return tuple(match_layout(part, like) for part in result)
        steps = preserve_strides(like)
        if result.array.shape != like.shape or result.strides == steps:
            return result
        made = empty_with(like.shape, steps, result.array.dtype)
        made[...] = result.array
        return result.over(made)

    def run(self: Tensor, *arguments: Any) -> Any:
        result, array = function(self, *arguments), self.array
        return _in_order(result) if is_in_order(array) else match_layout(result, array)

    return run


def _preserve_memory_format(function: Callable[..., Any]) -> Callable[..., Any]:
    """Preserve the memory format of the operand in the result."""

    def run(self: Tensor, *arguments: Any) -> Any:
        return with_format(function(self, *arguments), suggest_format(self.array))

    return run


_CONTIGUOUS_KINDS = (
    "sum", "nansum", "prod", "mean", "nanmean", "amax", "amin", "max", "min", "aminmax", "all",
    "any", "argmax", "argmin", "cumsum", "cumprod", "cummax", "cummin", "logcumsumexp", "softmax",
    "_softmax", "log_softmax", "_log_softmax", "special_softmax", "special_log_softmax",
    "_safe_softmax", "logsumexp", "var", "std", "var_mean", "std_mean",
    "norm", "linalg_vector_norm", "count_nonzero", "median", "nanmedian", "mode", "kthvalue",
    "topk", "tril", "triu", "index_select", "gather", "masked_fill",
    "take", "take_along_dim", "repeat", "repeat_interleave",
    "renorm", "cdist",
)  # fmt: skip
_CHANNELS_KEPT_KINDS = ("roll",)
_AS_OPERAND_KINDS = ("sort", "msort", "argsort", "fliplr", "flipud")
_WRAPPERS = {
    **{f"aten.{kind}": _contiguous for kind in _CONTIGUOUS_KINDS},
    **{f"aten.{kind}": as_operand for kind in _AS_OPERAND_KINDS},
    **{f"aten.{kind}": _preserve_memory_format for kind in _CHANNELS_KEPT_KINDS},
}


def reject_overlap(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operator that writes its first operand. It raises BadValue, before any write or
    draw, if elements of the operand overlap."""

    @wraps(function)
    def run(self: Tensor, *arguments: Any) -> Any:
        refuse_repeated(self.array)
        return function(self, *arguments)

    return run


def with_layout(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the implementation with results in the layout of PyTorch's."""
    wrapper = _WRAPPERS.get(".".join(name.split(".")[:2]))
    if wrapper is None or name.endswith(".other"):
        return function
    # `sort` and `any` may be on a list.
    first = operator_table()[name].arguments[0]
    return wrapper(function) if isinstance(first.type, TensorType) else function
