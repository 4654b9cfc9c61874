"""Convolutions of one to three dimensions, and their transposes.

A convolution lays the windows of the input out as the columns of a matrix and multiplies the
weights with it, for some images of the batch at a time, so that the columns stay small. Where each
group has one channel, a sum over the places of the kernel takes their place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from xdsl_torchscript.runtime.operators.core import Table, rounded, work_dtype
from xdsl_torchscript.runtime.operators.windows import (
    counts,
    each,
    extents,
    offsets,
    overlapped,
    padded,
    place_in_all,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

_COLUMNS = 1 << 22
"""How many elements the matrix of columns may have, where one image does not need more."""


@dataclass(frozen=True)
class _Geometry:
    """How a kernel moves. `after` is the padding behind, where it is not that before."""

    stride: list[int]
    before: list[int]
    after: list[int]
    dilation: list[int]
    groups: int


def _checked(input: Tensor, weight: Tensor, bias: Tensor | None, rank: int, groups: int) -> None:
    dtypes = {t.array.dtype for t in (input, weight, bias) if t is not None}
    if len(dtypes) > 1:
        raise TypeError(f"a convolution of {input.array.dtype} and {weight.array.dtype} tensors")
    if weight.array.ndim != rank + 2 or input.array.ndim not in (rank + 1, rank + 2):
        raise ValueError(
            f"a convolution over {rank} dimensions takes an input of rank {rank + 1} or {rank + 2} "
            f"and a weight of rank {rank + 2}, not {list(input.shape)} and {list(weight.shape)}"
        )
    if groups <= 0 or weight.shape[0] % groups:
        raise ValueError(f"{weight.shape[0]} channels of the weight are not {groups} groups")


def _check_channels(given: int, expected: int) -> None:
    if given != expected:
        raise ValueError(f"the weight takes {expected} channels, the input has {given}")


def _direct(input: Array, weight: Array, geometry: _Geometry) -> Array:
    groups = geometry.groups
    _check_channels(input.shape[1], weight.shape[1] * groups)
    whole = padded(input, geometry.before, geometry.after)
    if weight.shape[1] == 1 and groups > 1:
        return _by_channel(whole, weight, geometry)
    kernel, batch, channels = weight.shape[2:], len(input), input.shape[1]
    places = counts(whole.shape[2:], kernel, geometry.stride, geometry.dilation)
    rows = weight.reshape(groups, weight.shape[0] // groups, -1)
    result = np.empty((batch, *rows.shape[:2], prod(places)), input.dtype)
    step = max(1, _COLUMNS // (channels * prod(kernel) * prod(places)))
    for first in range(0, batch, step):
        some = whole[first : first + step]
        columns = np.empty((len(some), channels, prod(kernel), *places), input.dtype)
        for i, offset in enumerate(offsets(kernel)):
            at = place_in_all(offset, places, geometry.stride, geometry.dilation)
            columns[:, :, i] = some[at]
        flat = columns.reshape(len(some), groups, -1, prod(places))
        np.matmul(rows, flat, out=result[first : first + step])
    return result.reshape(batch, weight.shape[0], *places)


def _by_channel(input: Array, weight: Array, geometry: _Geometry) -> Array:
    """Each channel has kernels of its own."""
    kernel, stride, dilation = weight.shape[2:], geometry.stride, geometry.dilation
    fitting = counts(input.shape[2:], kernel, stride, dilation)
    batch, channels = input.shape[:2]
    each_of = weight.shape[0] // channels
    result = np.zeros((batch, channels, each_of, *fitting), input.dtype)
    factors = weight.reshape(channels, each_of, *kernel)
    ones = (1,) * len(kernel)
    for offset in offsets(kernel):
        values = input[place_in_all(offset, fitting, stride, dilation)]
        result += values[:, :, None] * factors[(..., *offset)].reshape(channels, each_of, *ones)
    return result.reshape(batch, weight.shape[0], *fitting)


def _convolved(
    input: Tensor, weight: Tensor, bias: Tensor | None, compute: Callable[[Array, Array], Array]
) -> Tensor:
    """The convolution of a batch, or of one image without a dimension for it."""
    dtype = input.array.dtype
    work = work_dtype(dtype)
    single = input.array.ndim == weight.array.ndim - 1
    images = input.array[None] if single else input.array
    result = compute(images.astype(work, copy=False), weight.array.astype(work, copy=False))
    if bias is not None:
        shape = (-1, *(1,) * (weight.array.ndim - 2))
        result += bias.array.astype(work, copy=False).reshape(shape)
    return rounded(result[0] if single else result, dtype)


def _forward(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    groups: int,
) -> Tensor:
    rank = weight.array.ndim - 2
    _checked(input, weight, bias, rank, groups)
    around = each(padding, rank)
    geometry = _Geometry(each(stride, rank), around, around, each(dilation, rank), groups)
    return _convolved(input, weight, bias, lambda a, w: _direct(a, w, geometry))


def _named_padding(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: str,
    dilation: Sequence[int],
    groups: int,
) -> Tensor:
    """`valid` is none, `same` keeps the sizes; where it is uneven, the end gets more of it."""
    rank = weight.array.ndim - 2
    if padding == "valid":
        return _forward(input, weight, bias, stride, [0] * rank, dilation, groups)
    steps, spread = each(stride, rank), each(dilation, rank)
    if padding != "same" or any(s != 1 for s in steps):
        raise ValueError(
            f"padding is 'valid', or 'same' with a stride of 1, not '{padding}' with {steps}"
        )
    _checked(input, weight, bias, rank, groups)
    total = [e - 1 for e in extents(weight.shape[2:], spread)]
    before = [n // 2 for n in total]
    after = [n - b for n, b in zip(total, before, strict=True)]
    geometry = _Geometry(steps, before, after, spread, groups)
    return _convolved(input, weight, bias, lambda a, w: _direct(a, w, geometry))


def _backwards(input: Array, weight: Array, geometry: _Geometry, extra: list[int]) -> Array:
    """Each element of the input is a window of the result, which is the sum of them."""
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
    laid_out = columns.reshape(batch, channels, *kernel, *places)
    whole = overlapped(laid_out, sizes, places, geometry.stride, geometry.dilation)
    ends = [n - a for n, a in zip(sizes, geometry.after, strict=True)]
    inner = tuple(slice(b, max(b, e)) for b, e in zip(geometry.before, ends, strict=True))
    result = whole[(..., *inner)]
    if 0 in result.shape[-rank:]:
        raise ValueError(f"a transposed convolution of sizes {list(places)} leaves nothing")
    return np.ascontiguousarray(result)


def _transposed(
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
    _checked(input, weight, bias, rank, groups)
    around = each(padding, rank)
    geometry = _Geometry(each(stride, rank), around, around, each(dilation, rank), groups)
    extra = each(output_padding, rank)
    if any(
        e >= max(s, d) for e, s, d in zip(extra, geometry.stride, geometry.dilation, strict=True)
    ):
        raise ValueError(f"output padding {extra} is to be smaller than stride or dilation")
    return _convolved(input, weight, bias, lambda a, w: _backwards(a, w, geometry, extra))


def _convolution(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    *_flags: bool,
) -> Tensor:
    if not transposed:
        return _forward(input, weight, bias, stride, padding, dilation, groups)
    return _transposed(input, weight, bias, stride, padding, output_padding, groups, dilation)


def _with_kernel(
    self: Tensor,
    weight: Tensor,
    kernel_size: Sequence[int],
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int] = (1,),
) -> Tensor:
    """PyTorch's own kernels, which are told the size of the weight once more."""
    return _forward(self, weight, bias, stride, padding, dilation, 1)


def _undilated(
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


def _transposed_with_kernel(
    self: Tensor,
    weight: Tensor,
    kernel_size: Sequence[int],
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    output_padding: Sequence[int],
    dilation: Sequence[int],
) -> Tensor:
    return _transposed(self, weight, bias, stride, padding, output_padding, 1, dilation)


def _time_batch_channel(self: Tensor, weight: Tensor, bias: Tensor, pad: int) -> Tensor:
    """Time, batch and channel in this order; the weight has time, input and output channels."""
    turned = self.over(np.moveaxis(self.array, 0, -1))
    kernel = weight.over(np.transpose(weight.array, (2, 1, 0)))
    result = _forward(turned, kernel, bias, [1], [pad], [1], 1)
    return result.over(np.ascontiguousarray(np.moveaxis(result.array, -1, 0)))


CONVOLUTION: Table = {
    **{f"aten.conv{rank}d": _forward for rank in (1, 2, 3)},
    **{f"aten.conv{rank}d.padding": _named_padding for rank in (1, 2, 3)},
    "aten.conv_transpose1d": _transposed,
    "aten.conv_transpose2d.input": _transposed,
    "aten.conv_transpose3d.input": _transposed,
    "aten.convolution": _convolution,
    "aten.convolution_overrideable": _convolution,
    "aten._convolution": _convolution,
    "aten._convolution.deprecated": _convolution,
    "aten._convolution_mode": _named_padding,
    "aten._conv_depthwise2d": _depthwise,
    "aten.conv_depthwise3d": _depthwise,
    "aten._slow_conv2d_forward": _with_kernel,
    "aten._nnpack_spatial_convolution": _undilated,
    "aten.thnn_conv2d": _with_kernel,
    "aten.slow_conv3d": _with_kernel,
    "aten.slow_conv3d_forward": _with_kernel,
    "aten.slow_conv_dilated2d": _with_kernel,
    "aten.slow_conv_dilated3d": _with_kernel,
    "aten.slow_conv_transpose2d": _transposed_with_kernel,
    "aten.slow_conv_transpose3d": _transposed_with_kernel,
    "aten.conv_tbc": _time_batch_channel,
}
