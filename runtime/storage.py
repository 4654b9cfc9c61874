"""The memory under arrays: views anywhere in it by strides, and whether two writes meet.

All views of one memory have the array that owns it as their base. A view by strides is made by
numpy over the bytes of that array, which checks the bounds once more.
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
    """The array that all views of a memory come from."""
    base: object = array.base
    while base is not None:
        if isinstance(base, np.ndarray):
            array = cast(Array, base)
        base = cast(object, getattr(base, "base", None))
    return array


def memory_of(array: Array) -> Array:
    """All bytes of the memory, in a line."""
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
    """Where an array starts in its memory, in bytes."""
    return address_of(array) - byte_bounds(owner_of(array))[0]


def restrided(array: Array, shape: Sequence[int], strides: Sequence[int]) -> Array:
    """A view from the same place on; strides count bytes. Nothing outside of the memory."""
    if 0 in shape:
        return np.empty(tuple(shape), array.dtype)
    memory = memory_of(array)
    start = address_of(array) - address_of(memory)
    return np.ndarray(tuple(shape), array.dtype, memory, start, tuple(strides))


def span_of(size: Sequence[int], stride: Sequence[int]) -> int:
    """How many elements from the first to the last, both included."""
    return 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True))


def view_by_strides(
    array: Array, size: Sequence[int], stride: Sequence[int], offset: int | None
) -> Array:
    """Any view of the memory under an array. Strides and offset count elements of its type; no
    offset is that of the array. ValueError for a view that leaves the memory."""
    if len(size) != len(stride):
        raise BadValue(f"{len(size)} sizes and {len(stride)} strides do not make a view")
    if any(n < 0 for n in (*size, *stride)) or (offset or 0) < 0:
        raise BadValue(
            f"sizes, strides and offset are not negative: {list(size)}, {list(stride)}, {offset}"
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
    """Whether its elements fill a piece of memory, in some order of the dimensions."""
    if array.flags.forc or not array.size:
        return True
    expected = array.itemsize
    for step, n in sorted(zip(array.strides, array.shape, strict=True)):
        if n > 1 and step != expected:
            return False
        expected *= n
    return True


def is_same_view(a: Array, b: Array) -> bool:
    """Whether both are the same elements of one memory, in the same order."""
    alike = a.shape == b.shape and a.strides == b.strides and a.dtype == b.dtype
    return alike and address_of(a) == address_of(b) and owner_of(a) is owner_of(b)


def refuse_repeated(array: Array) -> None:
    """ValueError for an array to be written in which one place stands for several elements, or
    whose memory is read only.

    As in PyTorch the former is told by strides of 0 alone."""
    flags = array.flags
    if not flags.writeable and 0 not in array.strides:
        raise BadValue("cannot write into a tensor over memory that is read only; clone() it first")
    if flags.c_contiguous:
        return
    for dim, (n, step) in enumerate(zip(array.shape, array.strides, strict=True)):
        if step == 0 and n > 1:
            raise BadValue(
                f"cannot write into an expanded tensor: the {n} elements along dimension {dim} "
                f"are one place in memory; clone() it first"
            )


def refuse_overlap(written: Array, read: Array) -> None:
    """ValueError where a result is written over some but not all elements of an operand.

    As in PyTorch only operands that lie densely in memory are looked at."""
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
