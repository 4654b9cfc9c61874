"""Convolutions of one to three dimensions, and their transposes.

A convolution arranges the windows of the input as columns of a matrix and multiplies it by the
weights. It processes only as many output positions at a time as fit into the cache. Columns are
written, read once and discarded. Windows of one element are used as columns without a copy. If each
group has one channel, a sum over kernel positions replaces the matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import product
from math import prod
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Table, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.layout import in_format
from xdsl_torchscript.runtime.operators.networks.windows import (
    counts,
    each,
    extents,
    index_in_windows,
    offsets,
    overlap_add,
    pad_array,
)
from xdsl_torchscript.runtime.operators.preconditions import check_same_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor

_COLUMNS = 1 << 18
"""The most elements of the matrix of columns, except for that of a single output row."""

_CHANNELWISE = 1 << 17
"""About how many elements of a result are summed up at a time, where channels stay apart."""


@dataclass(frozen=True)
class _Geometry:
    """The movement of a kernel. `after` is the padding behind, where it is not that before."""

    stride: list[int]
    before: list[int]
    after: list[int]
    dilation: list[int]
    groups: int


def _check(input: Tensor, weight: Tensor, bias: Tensor | None, rank: int, groups: int) -> None:
    operands = [t for t in (input, weight, bias) if t is not None]
    check_same_dtype("a convolution", *(t.array.dtype for t in operands))
    if weight.array.dtype.kind == "b":
        raise BadType("a convolution is not defined on bool tensors")
    if weight.array.ndim != rank + 2 or input.array.ndim not in (rank + 1, rank + 2):
        raise BadValue(
            f"a convolution over {rank} dimensions takes an input of rank {rank + 1} or {rank + 2} "
            f"and a weight of rank {rank + 2}, not {list(input.shape)} and {list(weight.shape)}"
        )
    if groups <= 0 or weight.shape[0] % groups or not weight.shape[0]:
        raise BadValue(f"{weight.shape[0]} channels of the weight do not make {groups} groups")


def _check_channels(given: int, expected: int) -> None:
    if given != expected:
        raise BadValue(f"the weight takes {expected} channels, the input has {given}")


def _direct(input: Array, weight: Array, bias: Array | None, geometry: _Geometry) -> Array:
    groups = geometry.groups
    _check_channels(input.shape[1], weight.shape[1] * groups)
    whole = pad_array(input, geometry.before, geometry.after)
    places = counts(whole.shape[2:], weight.shape[2:], geometry.stride, geometry.dilation)
    made = np.empty((len(input), weight.shape[0], *places), input.dtype)
    if not made.size:
        return made
    if weight.shape[1] == 1 and groups > 1:
        _by_channel(whole, weight, geometry, made)
        return made if bias is None else np.add(made, bias, out=made)
    rows = weight.reshape(groups, weight.shape[0] // groups, -1)
    flat = made.reshape(len(made), *rows.shape[:2], -1)
    offset = None if bias is None else bias.reshape(*rows.shape[:2], 1)
    for images, lines, columns in _columns(whole, weight.shape[2:], places, geometry):
        target = flat[images, :, :, lines]
        np.matmul(rows, columns.reshape(len(columns), groups, rows.shape[2], -1), out=target)
        if offset is not None:
            np.add(target, offset, out=target)
    return made


def _columns(
    whole: Array, kernel: Sequence[int], places: list[int], geometry: _Geometry
) -> Iterator[tuple[slice, slice, Array]]:
    """Yield blocks of columns in the same memory: images, linear places, and elements by image,
    channel, offset and place."""
    batch, channels = whole.shape[:2]
    stride, height, inner = geometry.stride, places[0], prod(places[1:])
    if prod(kernel) == 1 and prod(stride) == 1:
        yield slice(None), slice(None), whole
        return
    high = min(height, max(1, _COLUMNS // max(1, channels * prod(kernel) * inner)))
    many = max(1, _COLUMNS // max(1, channels * prod(kernel) * inner * height))
    memory = np.empty(min(batch, many) * channels * prod(kernel) * high * inner, whole.dtype)
    for image, top in product(range(0, batch, many), range(0, height, high)):
        images = slice(image, min(image + many, batch))
        lines = min(high, height - top)
        shape = (images.stop - image, channels, prod(kernel), lines, *places[1:])
        columns = memory[: prod(shape)].reshape(shape)
        part = whole[images, :, top * stride[0] :]
        for i, offset in enumerate(offsets(kernel)):
            at = index_in_windows(offset, [lines, *places[1:]], stride, geometry.dilation)
            columns[:, :, i] = part[at]
        yield images, slice(top * inner, (top + lines) * inner), columns


def _by_channel(input: Array, weight: Array, geometry: _Geometry, made: Array) -> None:
    """Convolve each channel with its own kernels. Sum over kernel positions for as many channels as
    fit into the cache."""
    channels = input.shape[1]
    factors = weight.reshape(channels, -1, *weight.shape[2:])
    result = made.reshape(len(made), *factors.shape[:2], *made.shape[2:])
    step = max(1, _CHANNELWISE // max(1, prod(result.shape[2:])))
    for image, first in product(range(len(made)), range(0, channels, step)):
        some = slice(first, first + step)
        _sum_of_places(input[image, some], factors[some], geometry, result[image, some])


def _sum_of_places(input: Array, factors: Array, geometry: _Geometry, made: Array) -> None:
    """Sum over the kernel's positions. The elements at one position are every s-th element of a
    contiguous range. Windows across line ends are computed, too, and dropped.
    """
    stride, spread = geometry.stride, geometry.dilation
    places = made.shape[2:]
    lines = [-(-n // s) for n, s in zip(input.shape[1:], stride, strict=True)]
    steps = [prod(lines[axis + 1 :]) for axis in range(len(lines))]
    length = 1 + sum((n - 1) * step for n, step in zip(places, steps, strict=True))
    whole = np.empty((*made.shape[:2], places[0], *lines[1:]), made.dtype)
    total = whole.reshape(*made.shape[:2], -1)[..., :length]
    part = np.empty(total.shape, made.dtype)
    phases: dict[tuple[int, ...], Array] = {}
    for i, offset in enumerate(offsets(factors.shape[2:])):
        reach = [o * d for o, d in zip(offset, spread, strict=True)]
        phase = tuple(r % s for r, s in zip(reach, stride, strict=True))
        if phase not in phases:
            phases[phase] = _phase(input, phase, stride, lines)
        start = sum(r // s * step for r, s, step in zip(reach, stride, steps, strict=True))
        values = phases[phase][:, None, start : start + length]
        np.multiply(values, factors[(..., *offset)][..., None], out=part if i else total)
        if i:
            np.add(total, part, out=total)
    made[...] = whole[(..., *map(slice, places))]


def _phase(
    input: Array, phase: Sequence[int], stride: Sequence[int], lines: Sequence[int]
) -> Array:
    """Return every s-th element of each line, line by line, for each channel."""
    part = input[(slice(None), *(slice(p, None, s) for p, s in zip(phase, stride, strict=True)))]
    if list(part.shape[1:]) == list(lines):
        return part.reshape(len(part), -1)
    made = np.zeros((len(part), *lines), part.dtype)
    made[(slice(None), *map(slice, part.shape[1:]))] = part
    return made.reshape(len(part), -1)


_Compute = Callable[[Array, Array, Array | None], Array]
"""The result of the images, the weight, and the bias with the dimensions of the result."""


def _convolve(input: Tensor, weight: Tensor, bias: Tensor | None, compute: _Compute) -> Tensor:
    """Convolve a batch, or one image without its dimension. Channels come last if the strides of
    input or weight suggest it."""
    dtype = input.array.dtype
    work = work_dtype(dtype)
    single = input.array.ndim == weight.array.ndim - 1
    images = input.array[None] if single else input.array
    offset = None
    if bias is not None:
        shape = (-1, *(1,) * (weight.array.ndim - 2))
        offset = bias.array.astype(work, copy=False).reshape(shape)
    values = images.astype(work, copy=False), weight.array.astype(work, copy=False)
    result = in_format(compute(*values, offset), images, weight.array)
    return wrap_result(result[0] if single else result, dtype)


def _forward(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int] = (1,),
    groups: int = 1,
) -> Tensor:
    rank = weight.array.ndim - 2
    _check(input, weight, bias, rank, groups)
    around = each(padding, rank)
    geometry = _Geometry(each(stride, rank), around, around, each(dilation, rank), groups)
    return _convolve(input, weight, bias, lambda a, w, b: _direct(a, w, b, geometry))


def _convolve_with_padding_mode(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: str,
    dilation: Sequence[int],
    groups: int,
) -> Tensor:
    """Convolve with the padding `valid`, none, or `same`, which keeps the sizes; the end gets the
    odd element."""
    rank = weight.array.ndim - 2
    if padding == "valid":
        return _forward(input, weight, bias, stride, [0] * rank, dilation, groups)
    steps, spread = each(stride, rank), each(dilation, rank)
    if padding != "same" or any(s != 1 for s in steps):
        raise BadValue(
            f"padding must be 'valid', or 'same' with a stride of 1, not '{padding}' with {steps}"
        )
    _check(input, weight, bias, rank, groups)
    total = [e - 1 for e in extents(weight.shape[2:], spread)]
    before = [n // 2 for n in total]
    after = [n - b for n, b in zip(total, before, strict=True)]
    geometry = _Geometry(steps, before, after, spread, groups)
    return _convolve(input, weight, bias, lambda a, w, b: _direct(a, w, b, geometry))


def _backwards(
    input: Array, weight: Array, bias: Array | None, geometry: _Geometry, extra: list[int]
) -> Array:
    """Sum windows: each element of the input is scaled to a window of the result."""
    groups, rank = geometry.groups, weight.ndim - 2
    _check_channels(input.shape[1], weight.shape[0])
    batch, places, kernel = len(input), input.shape[2:], weight.shape[2:]
    rows = weight.reshape(groups, weight.shape[0] // groups, -1)
    values = input.reshape(batch, groups, rows.shape[1], prod(places))
    columns = np.matmul(np.swapaxes(rows, 1, 2), values)
    channels = weight.shape[1] * groups
    spans = extents(kernel, geometry.dilation)
    sizes = [
        (n - 1) * s + span + e
        for n, s, span, e in zip(places, geometry.stride, spans, extra, strict=True)
    ]
    patches = columns.reshape(batch, channels, *kernel, *places)
    whole = overlap_add(patches, sizes, places, geometry.stride, geometry.dilation)
    ends = [n - a for n, a in zip(sizes, geometry.after, strict=True)]
    inner = tuple(slice(b, max(b, e)) for b, e in zip(geometry.before, ends, strict=True))
    result = whole[(..., *inner)]
    if 0 in result.shape[-rank:]:
        raise BadValue(f"a transposed convolution of sizes {list(places)} has no elements")
    result = np.ascontiguousarray(result)
    return result if bias is None else np.add(result, bias, out=result)


def _transpose(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    output_padding: Sequence[int],
    groups: int,
    dilation: Sequence[int],
) -> Tensor:
    rank = weight.array.ndim - 2
    _check(input, weight, bias, rank, groups)
    around = each(padding, rank)
    geometry = _Geometry(each(stride, rank), around, around, each(dilation, rank), groups)
    extra = each(output_padding, rank)
    if any(
        e >= max(s, d) for e, s, d in zip(extra, geometry.stride, geometry.dilation, strict=True)
    ):
        raise BadValue(f"output padding {extra} must be smaller than stride or dilation")
    return _convolve(input, weight, bias, lambda a, w, b: _backwards(a, w, b, geometry, extra))


def convolution(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
) -> Tensor:
    """Return the convolution of an image, or with `transposed` its adjoint."""
    if not transposed:
        return _forward(input, weight, bias, stride, padding, dilation, groups)
    return _transpose(input, weight, bias, stride, padding, output_padding, groups, dilation)


def _of_batches(convolve: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Return a convolution that refuses single images, as these operators of PyTorch do."""

    @wraps(convolve)
    def checked(input: Tensor, weight: Tensor, *others: Any) -> Tensor:
        if input.array.ndim != weight.array.ndim:
            raise BadValue(
                f"the input {list(input.shape)} and the weight {list(weight.shape)} must have the "
                "same rank"
            )
        return convolve(input, weight, *others)

    return checked


def _undilate(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    padding: Sequence[int],
    stride: Sequence[int],
) -> Tensor:
    return _forward(input, weight, bias, stride, padding, [1], 1)


def _depthwise(
    self: Tensor,
    weight: Tensor,
    kernel_size: Sequence[int],
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
) -> Tensor:
    return _forward(
        self, weight, bias, stride, padding, dilation, self.shape[-weight.array.ndim + 1]
    )


def _time_batch_channel(self: Tensor, weight: Tensor, bias: Tensor, pad: int) -> Tensor:
    """Time, batch and channel in this order; the weight has time, input and output channels."""
    turned = self.over(np.moveaxis(self.array, 0, -1))
    kernel = weight.over(np.transpose(weight.array, (2, 1, 0)))
    result = _forward(turned, kernel, bias, [1], [pad], [1], 1)
    return result.over(np.ascontiguousarray(np.moveaxis(result.array, -1, 0)))


CONVOLUTION: Table = {
    **{f"aten.conv{rank}d": _forward for rank in (1, 2, 3)},
    **{f"aten.conv{rank}d.padding": _convolve_with_padding_mode for rank in (1, 2, 3)},
    "aten.conv_transpose1d": _transpose,
    "aten.conv_transpose2d.input": _transpose,
    "aten.conv_transpose3d.input": _transpose,
    **by_name(
        _of_batches(convolution),
        "aten.convolution",
        "aten.convolution_overrideable",
        "aten._convolution",
        "aten._convolution.deprecated",
    ),
    "aten._convolution_mode": _of_batches(_convolve_with_padding_mode),
    "aten._conv_depthwise2d": _depthwise,
    "aten.conv_depthwise3d": _depthwise,
    **by_name(
        _forward,
        "aten._slow_conv2d_forward",
        "aten.thnn_conv2d",
        "aten.slow_conv3d",
        "aten.slow_conv3d_forward",
        "aten.slow_conv_dilated2d",
        "aten.slow_conv_dilated3d",
    ),
    **by_name(_transpose, "aten.slow_conv_transpose2d", "aten.slow_conv_transpose3d", groups=1),
    "aten._nnpack_spatial_convolution": _undilate,
    "aten.conv_tbc": _time_batch_channel,
}
