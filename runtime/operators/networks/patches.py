"""Elements regrouped: patches of an image as columns and back, windows of a dimension, and
channels that become pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.operators.layout import in_format
from xdsl_torchscript.runtime.operators.networks.windows import (
    counts,
    each,
    overlap_add,
    pad_array,
    windows,
)
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.storage import restride
from xdsl_torchscript.runtime.tensor import Tensor


def _im2col(
    self: Tensor,
    kernel_size: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
) -> Tensor:
    """Return columns of each patch's elements, channel by channel. They are contiguous, and never a
    view of the image."""
    if self.array.ndim not in (3, 4):
        raise BadValue(f"'aten.im2col' takes an image or a batch of them, not {list(self.shape)}")
    kernel, around = each(kernel_size, 2), each(padding, 2)
    whole = pad_array(self.array, around, around)
    patches = windows(whole, kernel, each(stride, 2), each(dilation, 2))
    *lead, channels, rows, columns, _, _ = patches.shape
    turned = np.moveaxis(patches, (-2, -1), (-4, -3)).copy(order="C")
    return self.over(turned.reshape(*lead, channels * prod(kernel), rows * columns))


def _col2im(
    self: Tensor,
    output_size: Sequence[int],
    kernel_size: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
) -> Tensor:
    """Return the image that is the sum of its patches."""
    size, kernel, around = each(output_size, 2), each(kernel_size, 2), each(padding, 2)
    steps, spread = each(stride, 2), each(dilation, 2)
    whole = [n + 2 * p for n, p in zip(size, around, strict=True)]
    fitting = counts(whole, kernel, steps, spread)
    *lead, rows, columns = self.shape
    if self.array.ndim not in (2, 3) or rows % prod(kernel) or columns != prod(fitting):
        raise BadValue(
            f"columns of shape {list(self.shape)} are not {prod(fitting)} patches of {kernel}"
        )
    patches = self.array.reshape(*lead, rows // prod(kernel), *kernel, *fitting)
    image = overlap_add(patches, whole, fitting, steps, spread)
    inner = (slice(p, p + n) for n, p in zip(size, around, strict=True))
    return self.over(np.ascontiguousarray(image[(..., *inner)]))


def _unfold(self: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """Return a view with one more dimension: each window's elements."""
    axis = wrap_dim(dimension, self.array.ndim)
    if self.array.ndim == 0:
        if size not in (0, 1) or step <= 0:
            raise BadValue(
                f"windows of {size} in a tensor without dimensions, expected a size of 0 or 1"
            )
        return self.over(restride(self.array, (size,), (self.array.itemsize,)))
    length, stride = self.shape[axis], self.array.strides[axis]
    if not 0 <= size <= length or step <= 0:
        raise BadValue(f"windows of {size}, {step} apart, in a dimension of size {length}")
    shape, strides = list(self.array.shape), list(self.array.strides)
    shape[axis], strides[axis] = (length - size) // step + 1, stride * step
    view = restride(self.array, (*shape, size), (*strides, stride))
    return self.over(view)


def _pixel_shuffle(self: Tensor, upscale_factor: int) -> Tensor:
    """Rearrange r * r channels to one image, r times as wide and as high."""
    r = upscale_factor
    if self.array.ndim < 3 or r <= 0 or self.shape[-3] % (r * r):
        raise BadValue(
            f"expected a number of channels that {r * r} divides, found shape {list(self.shape)}"
        )
    *lead, channels, height, width = self.shape
    parts = self.array.reshape(*lead, channels // (r * r), r, r, height, width)
    turned = np.moveaxis(parts, (-4, -3), (-3, -1))
    made = turned.copy().reshape(*lead, channels // (r * r), height * r, width * r)
    return self.over(in_format(made, self.array))


def _pixel_unshuffle(self: Tensor, downscale_factor: int) -> Tensor:
    r = downscale_factor
    if self.array.ndim < 3 or r <= 0 or self.shape[-1] % r or self.shape[-2] % r:
        raise BadValue(
            f"expected a height and width that {r} divides, found shape {list(self.shape)}"
        )
    *lead, channels, height, width = self.shape
    parts = self.array.reshape(*lead, channels, height // r, r, width // r, r)
    turned = np.moveaxis(parts, (-3, -1), (-4, -3))
    made = turned.copy().reshape(*lead, channels * r * r, height // r, width // r)
    return self.over(in_format(made, self.array))


def _channel_shuffle(self: Tensor, groups: int) -> Tensor:
    """Interleave the channels of all groups."""
    if self.array.ndim < 3 or groups <= 0 or self.shape[1] % groups:
        raise BadValue(f"channels of shape {list(self.shape)} are not {groups} groups")
    batch, channels, *rest = self.shape
    parts = self.array.reshape(batch, groups, channels // groups, *rest)
    made = np.swapaxes(parts, 1, 2).copy().reshape(self.shape)
    return self.over(in_format(made, self.array))


PATCHES: Table = {
    "aten.im2col": _im2col,
    "aten.col2im": _col2im,
    "aten.unfold": _unfold,
    "aten.pixel_shuffle": _pixel_shuffle,
    "aten.pixel_unshuffle": _pixel_unshuffle,
    "aten.channel_shuffle": _channel_shuffle,
}
