"""Maximum and average pooling over windows, or over a given number of parts.

Maxima are computed offset by offset within the window, for all windows at once. PyTorch
answers with the last one of several NaN, and with the first one of equal elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Implementation,
    Table,
    is_integral,
    work_dtype,
    working_array,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import in_format
from xdsl_torchscript.runtime.operators.networks.windows import (
    Sizes,
    each,
    extents,
    index_in_windows,
    offsets,
    pad_array,
)
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _window_count(
    sizes: Sizes, spans: Sizes, stride: Sizes, padding: Sizes, ceil_mode: bool
) -> list[int]:
    """Return the number of windows. With `ceil_mode` the last one may reach over the end, but
    starts in the input or the padding before it."""
    found: list[int] = []
    for size, span, step, pad in zip(sizes, spans, stride, padding, strict=True):
        room = size + 2 * pad - span
        count = (-(-room // step) if ceil_mode else room // step) + 1
        beyond = ceil_mode and (count - 1) * step >= size + pad
        found.append(count - beyond)
    if any(n <= 0 for n in found):
        raise BadValue(f"a window of {list(spans)} does not fit into {list(sizes)}")
    return found


def _check_window(kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes) -> None:
    if any(n <= 0 for n in (*kernel, *stride, *dilation)):
        raise BadValue("kernel, stride and dilation of a pooling must be positive")
    spans = extents(kernel, dilation)
    if any(p < 0 or 2 * p > s for p, s in zip(padding, spans, strict=True)):
        raise BadValue(f"padding {list(padding)} is more than half of the window {spans}")


def _check_type(self: Tensor) -> None:
    if self.array.dtype.kind in "bc":
        raise BadType(f"this pooling is not defined on {self.array.dtype} tensors")


def _check_rank(self: Tensor, rank: int) -> None:
    if self.array.ndim not in (rank + 1, rank + 2):
        raise BadValue(f"a tensor of rank {rank + 1} or {rank + 2}, not {list(self.shape)}")


def _reach(sizes: Sizes, fitting: Sizes, spans: Sizes, stride: Sizes, padding: Sizes) -> list[int]:
    """Return how far behind the elements the last window ends."""
    return [
        max(0, (n - 1) * s + span - p - size)
        for size, n, span, s, p in zip(sizes, fitting, spans, stride, padding, strict=True)
    ]


def _flat(lines: Sequence[Array], sizes: Sizes) -> Array:
    """Convert coordinates to linear indices."""
    places = np.zeros((), INT64)
    for line, size in zip(lines, sizes, strict=True):
        places = places[..., None] * size + line
    return places


def _greatest(
    self: Tensor,
    kernel: Sizes,
    stride: Sizes,
    padding: Sizes,
    dilation: Sizes,
    ceil_mode: bool,
    indexed: bool,
) -> tuple[Tensor, Array | None]:
    """Return the greatest elements and, if requested, their indices."""
    rank = len(kernel)
    _check_type(self)
    _check_rank(self, rank)
    _check_window(kernel, stride, padding, dilation)
    sizes, spans = self.shape[-rank:], extents(kernel, dilation)
    fitting = _window_count(sizes, spans, stride, padding, ceil_mode)
    dtype = self.array.dtype
    low = np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf
    after = _reach(sizes, fitting, spans, stride, padding)
    values = pad_array(self.array, padding, after, low)
    if not indexed:
        parts = (values[index_in_windows(o, fitting, stride, dilation)] for o in offsets(kernel))
        best = next(parts).copy()
        for part in parts:
            np.maximum(best, part, out=best)
        return self.over(best), None
    starts = [np.arange(n) * s - p for n, s, p in zip(fitting, stride, padding, strict=True)]
    inside = [np.where(a < 0, a % d, a) for a, d in zip(starts, dilation, strict=True)]
    best = np.full((*self.shape[:-rank], *fitting), low, values.dtype)
    places = np.broadcast_to(_flat(inside, sizes), best.shape)
    for offset in offsets(kernel):
        part = values[index_in_windows(offset, fitting, stride, dilation)]
        newer = (part > best) | (part != part)
        lines = [a + o * d for a, o, d in zip(starts, offset, dilation, strict=True)]
        best = np.where(newer, part, best)
        places = np.where(newer, _flat(lines, sizes), places)
    return self.over(best), places


def _max_pool(rank: int, indexed: bool) -> Implementation:
    def run(
        self: Tensor,
        kernel_size: Sequence[int],
        stride: Sequence[int],
        padding: Sequence[int],
        dilation: Sequence[int],
        ceil_mode: bool,
    ) -> Tensor | tuple[Tensor, Tensor]:
        kernel = each(kernel_size, rank)
        steps = each(stride, rank) if stride else kernel
        best, places = _greatest(
            self, kernel, steps, each(padding, rank), each(dilation, rank), ceil_mode, indexed
        )
        best = best.over(in_format(best.array, self.array))
        return best if places is None else (best, Tensor(in_format(places, self.array)))

    return run


def _divisors(
    sizes: Sizes, fitting: Sizes, kernel: Sizes, stride: Sizes, padding: Sizes, padded_too: bool
) -> Array:
    """Return the element counts of the windows, optionally with the padding, always without the
    overhang."""
    found = np.ones((), INT64)
    for size, n, k, s, p in zip(sizes, fitting, kernel, stride, padding, strict=True):
        start = np.arange(n) * s - p
        end = np.minimum(start + k, size + p)
        line = end - start if padded_too else np.minimum(end, size) - np.maximum(start, 0)
        found = found[..., None] * line
    return found


def _quotient(total: Array, divisor: Any) -> Array:
    """Divide; of integers, truncate."""
    if not is_integral(total.dtype):
        return np.divide(total, divisor, dtype=total.dtype)
    return np.asarray(np.sign(total) * np.sign(divisor) * (np.abs(total) // np.abs(divisor)))


def _avg_pool(rank: int) -> Implementation:
    def run(
        self: Tensor,
        kernel_size: Sequence[int],
        stride: Sequence[int],
        padding: Sequence[int],
        ceil_mode: bool,
        count_include_pad: bool,
        divisor: int | None = None,
    ) -> Tensor:
        _check_type(self)
        if self.array.dtype != INT64:
            check_floating(f"aten.avg_pool{rank}d", self.array.dtype)
        _check_rank(self, rank)
        if divisor == 0:
            raise BadValue("the divisor of a pooling is not 0")
        kernel, around, ones = each(kernel_size, rank), each(padding, rank), [1] * rank
        steps = each(stride, rank) if stride else kernel
        _check_window(kernel, steps, around, ones)
        sizes = self.shape[-rank:]
        fitting = _window_count(sizes, kernel, steps, around, ceil_mode)
        after = _reach(sizes, fitting, kernel, steps, around)
        values = working_array(self)
        whole = pad_array(values, around, after)
        total = np.zeros((*self.shape[:-rank], *fitting), whole.dtype)
        for offset in offsets(kernel):
            total += whole[index_in_windows(offset, fitting, steps, ones)]
        by = divisor or _divisors(sizes, fitting, kernel, steps, around, count_include_pad)
        return wrap_result(in_format(_quotient(total, by), self.array), self.array.dtype)

    return run


def part_bounds(size: int, count: int) -> list[tuple[int, int]]:
    """Return starts and ends of parts of about the same size; they overlap if the size is
    uneven."""
    return [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


_MOST_KEPT = 1 << 12
"""The elements up to which the matrix of the means of parts is kept for later calls."""


def _averages(size: int, count: int, dtype: NumpyDtype) -> Array:
    """Return the matrix whose product with a line has the means of `count` parts of the line."""
    matrix = np.zeros((size, count), dtype)
    for i, (start, end) in enumerate(part_bounds(size, count)):
        matrix[start:end, i] = 1 / (end - start)
    return matrix


_kept_averages = lru_cache(maxsize=64)(_averages)


def _means_of_parts(lines: Array, count: int) -> Array:
    """Return the means of `count` parts of the last axis, by a product with a matrix."""
    size = lines.shape[-1]
    averages = _kept_averages if size * count <= _MOST_KEPT else _averages
    matrix = averages(size, count, lines.dtype)
    means = lines @ matrix
    if np.isfinite(means).all():
        return means
    # An infinity, or NaN, outside of a part was multiplied by 0.
    parts = part_bounds(size, count)
    return np.stack([lines[..., start:end].mean(-1) for start, end in parts], -1)


def _targets(self: Tensor, output_size: Sequence[int | None], rank: int) -> list[int]:
    _check_rank(self, rank)
    wanted = each([n for n in output_size if n is not None], rank)
    if any(n < 0 for n in wanted):
        raise BadValue(f"output sizes {wanted} must not be negative")
    if 0 in self.shape[-rank:]:
        raise BadValue(f"a pooling of an empty image of shape {list(self.shape)}")
    return wanted


def _adaptive_avg_pool(rank: int) -> Implementation:
    """Return the means of boxes as means of means, dimension by dimension."""

    def run(self: Tensor, output_size: Sequence[int]) -> Tensor:
        wanted = _targets(self, output_size, rank)
        if 0 not in wanted:
            check_floating(f"aten.adaptive_avg_pool{rank}d", self.array.dtype)
        values = working_array(self)
        for axis, count in zip(range(-rank, 0), wanted, strict=True):
            values = _means_of_parts(values.swapaxes(axis, -1), count).swapaxes(axis, -1)
        result = _in_format_of_batch(np.ascontiguousarray(values), self.array, rank)
        return wrap_result(result, self.array.dtype)

    return run


def _in_format_of_batch(result: Array, array: Array, rank: int) -> Array:
    """Return a result in the memory format of images, contiguous without a batch dimension."""
    return in_format(result, array) if array.ndim == rank + 2 else result


_Bounds = Sequence[Sequence[tuple[int, int]]]


def _greatest_of_boxes(array: Array, bounds: _Bounds) -> tuple[Array, Array]:
    """Return the maximum of each box and its index; `bounds` has the bounds per dimension."""
    rank = len(bounds)
    lead, sizes = array.shape[:-rank], array.shape[-rank:]
    shape = (*lead, *map(len, bounds))
    best, places = np.empty(shape, array.dtype), np.empty(shape, INT64)
    for at in product(*[range(len(b)) for b in bounds]):
        box = [bounds[axis][i] for axis, i in enumerate(at)]
        part = array[(..., *(slice(*edge) for edge in box))]
        place = np.argmax(part.reshape(*lead, -1), axis=-1)
        # Convert an index in a part to an index in the whole input.
        outer, step = np.zeros_like(place), 1
        for (start, end), size in zip(reversed(box), reversed(sizes), strict=True):
            place, within = np.divmod(place, end - start)
            outer += (within + start) * step
            step *= size
        places[(..., *at)] = outer
        best[(..., *at)] = np.max(part, axis=tuple(range(-rank, 0)))
    return best, places


def _adaptive_max_pool(rank: int) -> Implementation:
    def run(self: Tensor, output_size: Sequence[int]) -> tuple[Tensor, Tensor]:
        _check_type(self)
        wanted = _targets(self, output_size, rank)
        sizes = self.shape[-rank:]
        bounds = [part_bounds(n, count) for n, count in zip(sizes, wanted, strict=True)]
        best, places = _greatest_of_boxes(self.array, bounds)
        return (
            self.over(_in_format_of_batch(best, self.array, rank)),
            Tensor(_in_format_of_batch(places, self.array, rank)),
        )

    return run


def _fractions(size: int, kernel: int, count: int, sample: Any) -> list[tuple[int, int]]:
    """Return the starts of steps of uneven size, shifted by a random number, after Graham,
    "Fractional Max-Pooling" (2014)."""
    step = sample.dtype.type((size - kernel) / (count - 1)) if count > 1 else sample.dtype.type(0)
    shift = int(sample * step)
    starts = [int((sample.dtype.type(i) + sample) * step) - shift for i in range(count - 1)]
    return [(s, s + kernel) for s in [*starts, size - kernel]]


def _fractional_max_pool(rank: int) -> Implementation:
    def run(
        self: Tensor, kernel_size: Sequence[int], output_size: Sequence[int], samples: Tensor
    ) -> tuple[Tensor, Tensor]:
        wanted, kernel = _targets(self, output_size, rank), each(kernel_size, rank)
        sizes = self.shape[-rank:]
        if any(n + k - 1 > size for n, k, size in zip(wanted, kernel, sizes, strict=True)):
            raise BadValue(f"{wanted} windows of {kernel} are too many for {list(sizes)}")
        single = self.array.ndim == rank + 1
        images = self.array[None] if single else self.array
        best = np.empty((*images.shape[:2], *wanted), images.dtype)
        places = np.empty(best.shape, INT64)
        drawn = samples.array.reshape(-1, images.shape[1], rank)
        if rank == 2:  # The number for the width comes first; in three dimensions, last.
            drawn = drawn[..., ::-1]
        for n, c in np.ndindex(*images.shape[:2]):
            edges = zip(sizes, kernel, wanted, drawn[n, c], strict=True)
            bounds = [_fractions(*edge) for edge in edges]
            best[n, c], places[n, c] = _greatest_of_boxes(images[n, c], bounds)
        if single:
            best, places = best[0], places[0]
        return self.over(best), Tensor(places)

    return run


def _max_unpool(rank: int) -> Callable[..., Tensor]:
    """Return zeros with the elements at the indices of the maxima."""

    def run(self: Tensor, indices: Tensor, output_size: Sequence[int], *_window: Any) -> Tensor:
        _check_rank(self, rank)
        if indices.shape != self.shape:
            raise BadValue(f"places {list(indices.shape)} of elements {list(self.shape)}")
        lead, count = self.shape[:-rank], prod(output_size)
        places = indices.array.reshape(*lead, -1)
        if places.size and not (places.min() >= 0 and places.max() < count):
            raise BadIndex(f"a place is outside of {list(output_size)}")
        made = np.zeros((*lead, count), self.array.dtype)
        np.put_along_axis(made, places, self.array.reshape(*lead, -1), -1)
        return self.over(in_format(made.reshape(*lead, *output_size), self.array))

    return run


def _to_places(rank: int) -> Implementation:
    """Return the input's gradient: scatter each result's gradient to the index of its maximum.
    `indices` is the last argument; the windows come before it.
    """

    def run(grad_output: Tensor, self: Tensor, *rest: Any) -> Tensor:
        indices: Tensor = rest[-1]
        _check_rank(self, rank)
        if grad_output.array.dtype != self.array.dtype:
            raise BadType(f"a gradient of {grad_output.array.dtype} for {self.array.dtype}")
        if not indices.shape == grad_output.shape or indices.shape[:-rank] != self.shape[:-rank]:
            raise BadValue(
                f"a gradient of shape {list(grad_output.shape)} and places of shape "
                f"{list(indices.shape)} for an input of shape {list(self.shape)}"
            )
        count = prod(self.shape[-rank:])
        places = indices.array
        if places.size and not (places.min() >= 0 and places.max() < count):
            raise BadIndex(f"a place is outside of {list(self.shape[-rank:])}")
        lead = prod(self.shape[:-rank])
        made = np.zeros((lead, count), work_dtype(self.array.dtype))
        rows = np.arange(lead)[:, None]
        inner = prod(places.shape[-rank:])
        np.add.at(made, (rows, places.reshape(lead, inner)), grad_output.array.reshape(lead, inner))
        return wrap_result(in_format(made.reshape(self.shape), self.array), self.array.dtype)

    return run


POOLING: Table = {
    **{f"aten.max_pool{rank}d": _max_pool(rank, False) for rank in (1, 2, 3)},
    **{f"aten.max_pool{rank}d_with_indices": _max_pool(rank, True) for rank in (2, 3)},
    **{f"aten.avg_pool{rank}d": _avg_pool(rank) for rank in (2, 3)},
    **{f"aten.adaptive_avg_pool{rank}d": _adaptive_avg_pool(rank) for rank in (2, 3)},
    **{f"aten._adaptive_avg_pool{rank}d": _adaptive_avg_pool(rank) for rank in (2, 3)},
    **{f"aten.adaptive_max_pool{rank}d": _adaptive_max_pool(rank) for rank in (2, 3)},
    **{f"aten.fractional_max_pool{rank}d": _fractional_max_pool(rank) for rank in (2, 3)},
    **{f"aten.max_pool{rank}d_with_indices_backward": _to_places(rank) for rank in (2, 3)},
    **{f"aten.adaptive_max_pool{rank}d_backward": _to_places(rank) for rank in (2, 3)},
    **{f"aten.fractional_max_pool{rank}d_backward": _to_places(rank) for rank in (2, 3)},
    **{f"aten.max_unpool{rank}d": _max_unpool(rank) for rank in (2, 3)},
}
