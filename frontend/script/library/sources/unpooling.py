"""Unpooling of torch.nn.functional."""

from __future__ import annotations

import torch
from torch import Tensor


# The sizes before pooling; requested sizes may differ from the default by less than a stride.
def _unpooled_sizes(
    input: Tensor,
    kernel_size: list[int],
    stride: list[int],
    padding: list[int],
    asked: list[int] | None,
) -> list[int]:
    count = len(kernel_size)
    sizes: list[int] = []
    for d in range(count):
        sizes.append((input.size(d - count) - 1) * stride[d] + kernel_size[d] - 2 * padding[d])
    if asked is not None:
        if len(asked) == count + 2:
            asked = asked[2:]
        if len(asked) != count:
            raise ValueError(
                f"output_size should be a sequence containing {count} or {count + 2} elements, but it has a length of '{len(asked)}'"
            )
        for d in range(count):
            if not (sizes[d] - stride[d] < asked[d] and asked[d] < sizes[d] + stride[d]):
                raise ValueError(
                    f'invalid output_size "{asked}" (dim {d} must be between {sizes[d] - stride[d]} and {sizes[d] + stride[d]})'
                )
        sizes = asked
    for d in range(count):
        if sizes[d] < 0:
            raise ValueError(
                f"max_unpooling: output_size must contain non-negative spatial dimensions, but got output_size[{d}]={sizes[d]}"
            )
    return sizes


def max_unpool1d(
    input: Tensor,
    indices: Tensor,
    kernel_size: BroadcastingList1[int],
    stride: BroadcastingList1[int] | None = None,
    padding: BroadcastingList1[int] = 0,
    output_size: BroadcastingList1[int] | None = None,
) -> Tensor:
    sizes = _unpooled_sizes(
        input, kernel_size, kernel_size if stride is None else stride, padding, output_size
    )
    return torch._C._nn.max_unpool2d(
        input.unsqueeze(-1), indices.unsqueeze(-1), sizes + [1]
    ).squeeze(-1)


def max_unpool2d(
    input: Tensor,
    indices: Tensor,
    kernel_size: BroadcastingList2[int],
    stride: BroadcastingList2[int] | None = None,
    padding: BroadcastingList2[int] = 0,
    output_size: BroadcastingList2[int] | None = None,
) -> Tensor:
    sizes = _unpooled_sizes(
        input, kernel_size, kernel_size if stride is None else stride, padding, output_size
    )
    return torch._C._nn.max_unpool2d(input, indices, sizes)


def max_unpool3d(
    input: Tensor,
    indices: Tensor,
    kernel_size: BroadcastingList3[int],
    stride: BroadcastingList3[int] | None = None,
    padding: BroadcastingList3[int] = 0,
    output_size: BroadcastingList3[int] | None = None,
) -> Tensor:
    step = kernel_size if stride is None else stride
    sizes = _unpooled_sizes(input, kernel_size, step, padding, output_size)
    return torch._C._nn.max_unpool3d(input, indices, sizes, step, padding)


def _fractional_sizes(
    input: Tensor, sizes: list[int] | None, ratios: list[float] | None, count: int
) -> list[int]:
    if sizes is not None:
        return sizes
    if ratios is None:
        raise ValueError(
            f"fractional_max_pool{count}d requires specifying either an output_size or an output_ratio"
        )
    return [int(input.size(d - count) * ratios[d]) for d in range(count)]


def _fractional_samples(input: Tensor, samples: Tensor | None, count: int) -> Tensor:
    if samples is not None:
        return samples
    batch = input.size(0) if input.dim() == count + 2 else 1
    return torch.rand(
        [batch, input.size(-count - 1), count], dtype=input.dtype, device=input.device
    )


def fractional_max_pool2d_with_indices(
    input: Tensor,
    kernel_size: BroadcastingList2[int],
    output_size: BroadcastingList2[int] | None = None,
    output_ratio: BroadcastingList2[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    sizes = _fractional_sizes(input, output_size, output_ratio, 2)
    return torch._C._nn.fractional_max_pool2d(
        input, kernel_size, sizes, _fractional_samples(input, _random_samples, 2)
    )


def _fractional_max_pool2d(
    input: Tensor,
    kernel_size: BroadcastingList2[int],
    output_size: BroadcastingList2[int] | None = None,
    output_ratio: BroadcastingList2[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Tensor:
    return fractional_max_pool2d_with_indices(
        input, kernel_size, output_size, output_ratio, return_indices, _random_samples
    )[0]


def fractional_max_pool3d_with_indices(
    input: Tensor,
    kernel_size: BroadcastingList3[int],
    output_size: BroadcastingList3[int] | None = None,
    output_ratio: BroadcastingList3[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    sizes = _fractional_sizes(input, output_size, output_ratio, 3)
    return torch._C._nn.fractional_max_pool3d(
        input, kernel_size, sizes, _fractional_samples(input, _random_samples, 3)
    )


def _fractional_max_pool3d(
    input: Tensor,
    kernel_size: BroadcastingList3[int],
    output_size: BroadcastingList3[int] | None = None,
    output_ratio: BroadcastingList3[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Tensor:
    return fractional_max_pool3d_with_indices(
        input, kernel_size, output_size, output_ratio, return_indices, _random_samples
    )[0]
