"""Sliding windows over the last dimensions of an array, for convolution and pooling.

Sizes, strides and similar arguments have one entry per spatial dimension; these are the last
dimensions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.tensor import Array

Sizes: TypeAlias = Sequence[int]


def each(value: int | Sequence[int], rank: int) -> list[int]:
    """Return one number for each dimension, from one for all or a list.

    Raises BadValue for another count.
    """
    given = [value] if isinstance(value, int) else list(value)
    if len(given) not in (1, rank):
        raise BadValue(f"{given} has {len(given)} numbers for {rank} dimensions")
    return given * rank if len(given) == 1 else given


def extents(kernel: Sizes, dilation: Sizes) -> list[int]:
    """Return the number of elements that a window spans."""
    return [d * (k - 1) + 1 for k, d in zip(kernel, dilation, strict=True)]


def counts(sizes: Sizes, kernel: Sizes, stride: Sizes, dilation: Sizes) -> list[int]:
    """Return the number of windows that fit. Raises BadValue if none does, or a step is not
    positive."""
    if any(n <= 0 for n in (*kernel, *stride, *dilation)):
        raise BadValue(
            f"kernel {list(kernel)}, stride {list(stride)} and dilation {list(dilation)} must be "
            "positive"
        )
    spans = extents(kernel, dilation)
    fitting = [(n - e) // s + 1 for n, e, s in zip(sizes, spans, stride, strict=True)]
    if any(n <= 0 for n in fitting):
        raise BadValue(f"a window of {spans} does not fit into {list(sizes)}")
    return fitting


def take_along(array: Array, axis: int, places: Array) -> Array:
    """Return some elements along one dimension."""
    return np.take(array, places, axis)


def pad_array(array: Array, before: Sizes, after: Sizes, value: Any = 0) -> Array:
    """Return the array with elements of that value around it; itself without padding."""
    if not any((*before, *after)):
        return array
    lead = array.ndim - len(before)
    inner = array.shape[lead:]
    shape = [b + n + a for b, n, a in zip(before, inner, after, strict=True)]
    made = np.full((*array.shape[:lead], *shape), value, array.dtype)
    made[(..., *(slice(b, b + n) for b, n in zip(before, inner, strict=True)))] = array
    return made


def windows(array: Array, kernel: Sizes, stride: Sizes, dilation: Sizes) -> Array:
    """Return all windows as a view: first their positions, then the elements of each."""
    rank = len(kernel)
    lead = array.ndim - rank
    fitting = counts(array.shape[lead:], kernel, stride, dilation)
    steps = array.strides[lead:]
    between = [n * step for n, step in zip(stride, steps, strict=True)]
    within = [n * step for n, step in zip(dilation, steps, strict=True)]
    return np.lib.stride_tricks.as_strided(
        array,
        (*array.shape[:lead], *fitting, *kernel),
        (*array.strides[:lead], *between, *within),
        writeable=False,
    )


def offsets(kernel: Sizes) -> Iterator[tuple[int, ...]]:
    """Return the offsets within a window, the last dimension fastest."""
    return product(*map(range, kernel))


def index_in_windows(
    offset: Sizes, fitting: Sizes, stride: Sizes, dilation: Sizes
) -> tuple[Any, ...]:
    """Return the index that selects one offset of all windows."""
    starts = [o * d for o, d in zip(offset, dilation, strict=True)]
    return (
        ...,
        *(
            slice(start, start + (n - 1) * step + 1, step)
            for start, n, step in zip(starts, fitting, stride, strict=True)
        ),
    )


def overlap_add(
    columns: Array, sizes: Sizes, fitting: Sizes, stride: Sizes, dilation: Sizes
) -> Array:
    """Return zeros of the given sizes with the windows added at their positions.

    `columns` has the dimensions of each window first, then their positions, the reverse of the
    result of `windows`.
    """
    rank = len(fitting)
    lead = columns.ndim - 2 * rank
    kernel = columns.shape[lead : lead + rank]
    made = np.zeros((*columns.shape[:lead], *sizes), columns.dtype)
    for offset in offsets(kernel):
        at = index_in_windows(offset, fitting, stride, dilation)
        made[at] += columns[(slice(None),) * lead + offset]
    return made
