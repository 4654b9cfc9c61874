"""Lines as images of one row; channels among themselves."""

from __future__ import annotations

import torch
from torch import Tensor


def adaptive_avg_pool1d(self: Tensor, output_size: list[int]) -> Tensor:
    if self.dim() != 2 and self.dim() != 3:
        raise RuntimeError(f"adaptive_avg_pool1d: expected 2 or 3 dimensions, got {self.dim()}")
    if len(output_size) != 1:
        raise RuntimeError(f"adaptive_avg_pool1d: expected one size, got {output_size}")
    return torch.adaptive_avg_pool2d(self.unsqueeze(-2), [1, output_size[0]]).squeeze(-2)


def adaptive_max_pool1d(self: Tensor, output_size: list[int]) -> tuple[Tensor, Tensor]:
    if self.dim() != 2 and self.dim() != 3:
        raise RuntimeError(f"adaptive_max_pool1d: expected 2 or 3 dimensions, got {self.dim()}")
    if len(output_size) != 1:
        raise RuntimeError(f"adaptive_max_pool1d: expected one size, got {output_size}")
    values, places = torch.adaptive_max_pool2d(self.unsqueeze(-2), [1, output_size[0]])
    return values.squeeze(-2), places.squeeze(-2)


def avg_pool1d(
    self: Tensor,
    kernel_size: list[int],
    stride: list[int] = [],
    padding: list[int] = [0],
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    if self.dim() != 2 and self.dim() != 3:
        raise RuntimeError(f"avg_pool1d: expected 2 or 3 dimensions, got {self.dim()}")
    strides = kernel_size
    if len(stride) > 0:
        strides = stride
    return torch.avg_pool2d(
        self.unsqueeze(-2),
        [1, kernel_size[0]],
        [1, strides[0]],
        [0, padding[0]],
        ceil_mode,
        count_include_pad,
    ).squeeze(-2)


def max_pool1d_with_indices(
    self: Tensor,
    kernel_size: list[int],
    stride: list[int] = [],
    padding: list[int] = [0],
    dilation: list[int] = [1],
    ceil_mode: bool = False,
) -> tuple[Tensor, Tensor]:
    if self.dim() != 2 and self.dim() != 3:
        raise RuntimeError(f"max_pool1d: expected 2 or 3 dimensions, got {self.dim()}")
    strides = kernel_size
    if len(stride) > 0:
        strides = stride
    values, places = torch.max_pool2d_with_indices(
        self.unsqueeze(-2),
        [1, kernel_size[0]],
        [1, strides[0]],
        [0, padding[0]],
        [1, dilation[0]],
        ceil_mode,
    )
    return values.squeeze(-2), places.squeeze(-2)


def native_channel_shuffle(self: Tensor, groups: int) -> Tensor:
    sizes = self.size()
    if self.numel() == 0:
        return self.view(sizes)
    split = self.view([sizes[0], groups, sizes[1] // groups] + sizes[2:])
    return split.transpose(1, 2).contiguous().view(sizes)
