"""Rows of a table, combined in bags."""

from __future__ import annotations

import torch
from torch import Tensor


def _bag_of_each(offsets: Tensor, count: int) -> Tensor:
    """Return the bag of each index. Fails unless the first bag begins at the first index."""
    if offsets.size(0) == 0:
        raise RuntimeError("embedding_bag: expected offsets")
    places = offsets.to(torch.int64)
    starts = places.new_zeros([count + 1]).index_add(0, places, torch.ones_like(places))
    zero = places.new_zeros([1]).index_select(0, places[:1])
    return starts.cumsum(0).narrow(0, 0, count) - 1 + zero


def _is_summed_at_once(
    weight: Tensor, mode: int, per_sample_weights: Tensor | None, padding_idx: int | None
) -> bool:
    """Return whether PyTorch adds rows without the bag of each index."""
    if mode != 0 or padding_idx is not None or weight.dtype == torch.float64:
        return False
    is_in_order = weight.stride()[-1] == 1
    if per_sample_weights is not None:
        is_in_order = is_in_order and per_sample_weights.stride()[-1] == 1
    return is_in_order


def _combine(
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    mode: int,
    per_sample_weights: Tensor | None,
    include_last_offset: bool,
    padding_idx: int | None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    if indices.dim() != 1 or offsets.dim() != 1 or weight.dim() != 2:
        raise RuntimeError(
            f"embedding_bag: expected a matrix and two vectors, got {weight.dim()}, "
            f"{indices.dim()} and {offsets.dim()} dimensions"
        )
    if mode != 0 and mode != 1:
        raise RuntimeError(f"embedding_bag: mode {mode} is not composite")
    rows = torch.embedding(weight, indices)
    if per_sample_weights is not None:
        if mode != 0:
            raise RuntimeError("embedding_bag: weights of samples need the mode 'sum'")
        rows = rows * per_sample_weights.unsqueeze(1)
    count = offsets.size(0)
    bag_of_each = _bag_of_each(offsets, indices.size(0))
    places, bags = bag_of_each, count
    if padding_idx is not None:
        # The rows of padding are added behind the last bag.
        bags = count + 1
        skipped = padding_idx + weight.size(0) if padding_idx < 0 else padding_idx
        places = torch.where(indices == skipped, count, places)
    sizes = places.new_zeros([bags])
    total = rows.new_zeros([bags, weight.size(1)]).index_add(0, places, rows)
    if mode == 1:
        sizes = sizes.index_add(0, places, torch.ones_like(places))
        total = total / sizes.clamp(min=1).unsqueeze(1)
    if include_last_offset:
        count = count - 1
    if padding_idx is not None or include_last_offset:
        total, sizes = total.narrow(0, 0, count).clone(), sizes.narrow(0, 0, count)
    is_long = indices.dtype == torch.int64 or offsets.dtype == torch.int64
    dtype = torch.int64 if is_long else torch.int32
    sizes = sizes.to(dtype)
    if _is_summed_at_once(weight, mode, per_sample_weights, padding_idx):
        bag_of_each = bag_of_each[:0]
    return total, bag_of_each.to(dtype), sizes, sizes.clone()


def embedding_bag__padding_idx(
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    scale_grad_by_freq: bool,
    mode: int,
    sparse: bool,
    per_sample_weights: Tensor | None,
    include_last_offset: bool,
    padding_idx: int | None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return _combine(
        weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx
    )


def embedding_bag(
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return _combine(weight, indices, offsets, mode, per_sample_weights, include_last_offset, None)
