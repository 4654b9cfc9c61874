"""Windows of images as columns, and pooling undone."""

from __future__ import annotations

import torch
from torch import Tensor


def im2col(
    self: Tensor,
    kernel_size: list[int],
    dilation: list[int],
    padding: list[int],
    stride: list[int],
) -> Tensor:
    if self.dim() != 3 and self.dim() != 4:
        raise RuntimeError(f"im2col: expected 3 or 4 dimensions, got {self.dim()}")
    image = self.unsqueeze(0) if self.dim() == 3 else self
    edges = [padding[1], padding[1], padding[0], padding[0]]
    image = torch.constant_pad_nd(image, edges)
    for i in range(2):
        image = image.unfold(2 + i, dilation[i] * (kernel_size[i] - 1) + 1, stride[i])
    if dilation[0] != 1:
        image = image[:, :, :, :, :: dilation[0]]
    if dilation[1] != 1:
        image = image[:, :, :, :, :, :: dilation[1]]
    rows = image.size(1) * kernel_size[0] * kernel_size[1]
    columns = image.size(2) * image.size(3)
    turned = image.permute([0, 1, 4, 5, 2, 3]).contiguous()
    found = turned.reshape([image.size(0), rows, columns])
    return found.squeeze(0) if self.dim() == 3 else found


def _unpool(self: Tensor, indices: Tensor, output_size: list[int]) -> Tensor:
    rank = len(output_size)
    if self.size() != indices.size() or (self.dim() != rank + 1 and self.dim() != rank + 2):
        raise RuntimeError(
            f"max_unpool: expected {rank} dimensions of each channel and as many indices, got "
            f"{self.size()} and {indices.size()}"
        )
    lead = self.size()[: self.dim() - rank]
    size = 1
    for length in output_size:
        size = size * length
    blank = torch.zeros(lead + [size], dtype=self.dtype)
    places = indices.reshape(lead + [-1])
    return blank.scatter(-1, places, self.reshape(lead + [-1])).reshape(lead + output_size)


def max_unpool2d(self: Tensor, indices: Tensor, output_size: list[int]) -> Tensor:
    return _unpool(self, indices, output_size)


def max_unpool3d(
    self: Tensor,
    indices: Tensor,
    output_size: list[int],
    stride: list[int],
    padding: list[int],
) -> Tensor:
    return _unpool(self, indices, output_size)


def max_pool2d_with_indices_backward(
    grad_output: Tensor,
    self: Tensor,
    kernel_size: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    ceil_mode: bool,
    indices: Tensor,
) -> Tensor:
    if grad_output.size() != indices.size():
        raise RuntimeError(
            f"max_pool2d_with_indices_backward: expected gradients of {indices.size()}, got "
            f"{grad_output.size()}"
        )
    lead = self.size()[:-2]
    blank = torch.zeros(lead + [self.size(-2) * self.size(-1)], dtype=self.dtype)
    places = indices.reshape(lead + [-1])
    return blank.scatter_add(-1, places, grad_output.reshape(lead + [-1])).reshape(self.size())
