"""Embedding: rows of a table by indices, singly or in bags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    BFLOAT16,
    FLOAT32,
    INT64,
    Table,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.preconditions import check_integers, check_positions
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.reductions.norms import clip_norms, norm_of
from xdsl_torchscript.runtime.tensor import Array, Tensor


def check_rows(indices: Tensor, count: int) -> Array:
    """Return indices of rows. Raises BadType for other types than integers, BadIndex out of
    bounds."""
    check_integers("indices", indices.array)
    return check_positions(indices.array, count)


def _embedding(
    weight: Tensor, indices: Tensor, padding_idx: int, scale_grad_by_freq: bool, sparse: bool
) -> Tensor:
    table = weight.array
    if table.ndim == 0:
        raise BadValue("'aten.embedding' needs a table of at least one dimension")
    return weight.over(table.take(check_rows(indices, len(table)), 0))


def _embedding_renorm_(self: Tensor, indices: Tensor, max_norm: float, norm_type: float) -> Tensor:
    """Scale the chosen rows to a norm of at most `max_norm`."""
    chosen = np.unique(check_rows(indices, len(self.array)))
    rows = self.array[chosen].astype(work_dtype(self.array.dtype))
    self.array[chosen] = clip_norms(rows, norm_of(rows, norm_type, (1,), True), max_norm)
    return self


BAG_SUM, BAG_MEAN, BAG_MAX = 0, 1, 2


def bag_bounds(offsets: Array, count: int, include_last: bool) -> list[tuple[int, int]]:
    """Return the start and end of each bag."""
    starts: list[int] = offsets.tolist()
    if starts and (starts[0] != 0 or starts[-1] > count):
        raise BadValue(f"offsets of bags begin at 0 and end at {count} at most, unlike {starts}")
    if include_last and not starts:
        raise BadValue("the offset after the last bag is missing")
    ends = [*starts, count]
    return list(zip(starts, ends[1:], strict=True))[: len(starts) - include_last]


def _largest(rows: Array) -> Array:
    return rows.max(axis=0) if len(rows) else np.zeros(rows.shape[1:], rows.dtype)


def _average(rows: Array) -> Array:
    return rows.sum(axis=0) / rows.dtype.type(max(len(rows), 1))


_COMBINED: dict[int, Callable[[Array], Any]] = {
    BAG_SUM: lambda rows: rows.sum(axis=0),
    BAG_MEAN: _average,
    BAG_MAX: _largest,
}


_SUMMED_AT_ONCE = (np.dtype(np.float16), FLOAT32, BFLOAT16)


def _embedding_bag(
    *, weight: Tensor, indices: Tensor, offsets: Tensor, scale_grad_by_freq: bool, mode: int,
    sparse: bool, per_sample_weights: Tensor | None, include_last_offset: bool,
    padding_idx: int | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:  # fmt: skip
    """Return the combined rows of each bag, the bag of each index, and the bag sizes without
    padding. The fourth result is the rows of the maxima, or the sizes again.

    As in PyTorch, a sum has sizes of 0, and over contiguous rows an empty second result.
    """
    if mode not in _COMBINED:
        raise BadValue(f"bags are combined by 0 (sum), 1 (mean) or 2 (max), not by {mode}")
    if per_sample_weights is not None and mode != BAG_SUM:
        raise BadValue("weights of samples need the mode 'sum'")
    table = weight.array
    chosen = check_rows(indices, len(table))
    rows = table[chosen].astype(work_dtype(table.dtype), copy=False)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.array[:, None].astype(rows.dtype, copy=False)
    skipped = None if padding_idx is None else padding_idx % len(table)
    counted = np.ones(len(chosen), np.bool_) if skipped is None else chosen != skipped
    bounds = bag_bounds(offsets.array, len(chosen), include_last_offset)
    places = [np.flatnonzero(counted[start:end]) + start for start, end in bounds]
    result = np.zeros((len(bounds), *table.shape[1:]), table.dtype)
    best = np.zeros(result.shape if mode == BAG_MAX else 0, INT64)
    for i, place in enumerate(places):
        result[i] = _COMBINED[mode](rows[place])
        if mode == BAG_MAX and len(place):
            best[i] = chosen[place[rows[place].argmax(axis=0)]]
    sizes = np.array([0 if mode == BAG_SUM else len(place) for place in places], INT64)
    bags = np.repeat(np.arange(len(bounds)), [end - start for start, end in bounds])
    summed = [weight] if per_sample_weights is None else [weight, per_sample_weights]
    in_order = all(tensor.strides[-1] == 1 for tensor in summed)
    if mode == BAG_SUM and skipped is None and in_order and table.dtype in _SUMMED_AT_ONCE:
        bags = bags[:0]
    found = (bags, sizes, best if mode == BAG_MAX else sizes.copy())
    kind = common_dtype(indices, offsets)
    bag_of, size, maximum = (Tensor(array.astype(kind)) for array in found)
    return weight.over(result), bag_of, size, maximum


def _by_number(*, padding_idx: int, **options: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Combine bags; a negative `padding_idx` means no padding."""
    return _embedding_bag(padding_idx=None if padding_idx < 0 else padding_idx, **options)


EMBEDDING: Table = {
    "aten.embedding": _embedding,
    "aten.embedding_renorm_": _embedding_renorm_,
    "aten._no_grad_embedding_renorm_": _embedding_renorm_,
    **by_name(_embedding_bag, "aten.embedding_bag", "aten.embedding_bag.padding_idx"),
    **by_name(_by_number, "aten._embedding_bag", "aten._embedding_bag_forward_only"),
}
