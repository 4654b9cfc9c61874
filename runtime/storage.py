"""The memory of arrays: views by strides, and overlap checks for writes.

All views of a memory have the owning array as their base. Views by strides are created by numpy
over the bytes of that array, with numpy's bounds check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from xdsl_torchscript.runtime.operand_errors import BadValue

Array: TypeAlias = NDArray[Any]

_BYTE = np.dtype(np.uint8)


def owner_of(array: Array) -> Array:
    """Return the array that owns the memory."""
    base: object = array.base
    while base is not None:
        if isinstance(base, np.ndarray):
            array = cast(Array, base)
        base = cast(object, getattr(base, "base", None))
    return array


def memory_of(array: Array) -> Array:
    """Return all bytes of the memory as a flat array."""
    owner = owner_of(array)
    if owner.flags.c_contiguous:
        return owner.reshape(-1).view(_BYTE)
    outwards = np.argsort([-step for step in owner.strides], kind="stable")
    dense = owner.transpose(outwards)
    if dense.flags.c_contiguous:
        return dense.reshape(-1).view(_BYTE)
    low, high = byte_bounds(owner)
    first = owner[(slice(0, 1),) * owner.ndim].reshape(-1).view(_BYTE)
    return as_strided(first, (high - low,), (1,))


def address_of(array: Array) -> int:
    return array.__array_interface__["data"][0]


def offset_of(array: Array) -> int:
    """Return the offset of an array in its memory, in bytes."""
    return address_of(array) - byte_bounds(owner_of(array))[0]


def restride(array: Array, shape: Sequence[int], strides: Sequence[int]) -> Array:
    """Return a view from the same start; strides count bytes. The caller ensures the bounds."""
    if 0 in shape:
        return np.empty(tuple(shape), array.dtype)
    memory = memory_of(array)
    start = address_of(array) - address_of(memory)
    return np.ndarray(tuple(shape), array.dtype, memory, start, tuple(strides))


def span_of(size: Sequence[int], stride: Sequence[int]) -> int:
    """Return the number of elements from the first to the last, inclusive."""
    return 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True))


def view_by_strides(
    array: Array, size: Sequence[int], stride: Sequence[int], offset: int | None
) -> Array:
    """Return any view of an array's memory; strides and offset count its elements.

    Without an offset the view starts at the array. Raises ValueError for a view outside the memory.
    """
    if len(size) != len(stride):
        raise BadValue(f"{len(size)} sizes and {len(stride)} strides do not make a view")
    if any(n < 0 for n in (*size, *stride)) or (offset or 0) < 0:
        raise BadValue(
            f"sizes, strides and offset must not be negative: {list(size)}, {list(stride)}, "
            f"{offset}"
        )
    memory, width = memory_of(array), array.dtype.itemsize
    start = offset_of(array) if offset is None else offset * width
    span = span_of(size, stride) * width
    if start + span > memory.size and span:
        raise BadValue(
            f"a view of sizes {list(size)} and strides {list(stride)} from {start // width} on "
            f"leaves a memory of {memory.size // width} elements"
        )
    if not span:
        return np.empty(tuple(size), array.dtype)
    return np.ndarray(tuple(size), array.dtype, memory, start, tuple(s * width for s in stride))


# ---- overlap


def is_dense(array: Array) -> bool:
    """Return whether its elements fill their memory, in some order of the dimensions."""
    if array.flags.forc or not array.size:
        return True
    expected = array.itemsize
    for step, n in sorted(zip(array.strides, array.shape, strict=True)):
        if n > 1 and step != expected:
            return False
        expected *= n
    return True


def is_same_view(a: Array, b: Array) -> bool:
    """Return whether both are the same elements of one memory, in the same order."""
    alike = a.shape == b.shape and a.strides == b.strides and a.dtype == b.dtype
    return alike and address_of(a) == address_of(b) and owner_of(a) is owner_of(b)


def refuse_repeated(array: Array) -> None:
    """Raise BadValue for an array to be written that is read-only, or repeats elements.

    As in PyTorch, repetition means a stride of 0.
    """
    flags = array.flags
    if not flags.writeable and 0 not in array.strides:
        raise BadValue("cannot write into a tensor over read-only memory; clone() it first")
    if flags.c_contiguous:
        return
    for dim, (n, step) in enumerate(zip(array.shape, array.strides, strict=True)):
        if step == 0 and n > 1:
            raise BadValue(
                f"cannot write into an expanded tensor: the {n} elements along dimension {dim} "
                f"share one place in memory; clone() it first"
            )


def refuse_overlap(written: Array, read: Array) -> None:
    """Raise BadValue if a result is written over some but not all elements of an operand.

    As in PyTorch, only dense operands are checked.
    """
    if written is read or owner_of(written) is not owner_of(read):
        return
    if not (written.size and read.size and is_dense(written) and is_dense(read)):
        return
    ours, theirs = byte_bounds(written), byte_bounds(read)
    if ours == theirs and written.strides == read.strides:
        return
    if ours[0] < theirs[1] and theirs[0] < ours[1]:
        raise BadValue(
            "cannot write into a tensor that shares some of its memory with an operand; "
            "clone() one of them first"
        )
