"""Gradients of rows of a table that are combined in bags: of the table, and of the weights."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import INT64, Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.networks.embedding import (
    BAG_MAX,
    BAG_MEAN,
    BAG_SUM,
    bag_bounds,
    check_rows,
)
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _dense(
    *, grad: Tensor, indices: Tensor, offset2bag: Tensor, bag_size: Tensor,
    maximum_indices: Tensor, num_weights: int, scale_grad_by_freq: bool, mode: int,
    per_sample_weights: Tensor | None, padding_idx: int,
) -> Tensor:  # fmt: skip
    """Return the table's gradient.

    By frequency, a row gets its share of each bag divided by its number of uses. PyTorch's CPU
    kernels sometimes divide by another row's count. Raises TypeError for gradients of integers, and
    IndexError for missing rows.
    """
    dtype = grad.array.dtype
    check_floating("aten._embedding_bag_dense_backward", dtype)
    g = as_array(grad, work_dtype(dtype))
    made = np.zeros((num_weights, g.shape[1]), g.dtype)
    if mode == BAG_MAX:
        filled = np.flatnonzero(bag_size.array)
        columns = cast(Array, np.arange(g.shape[1]))
        np.add.at(made, (maximum_indices.array[filled], columns), g[filled])
        return wrap_result(made, dtype)
    rows, bags = check_rows(indices, num_weights), offset2bag.array
    share = np.ones(len(rows), g.dtype)
    if per_sample_weights is not None:
        share = share * as_array(per_sample_weights, g.dtype)
    if scale_grad_by_freq:
        share = share / np.bincount(rows, minlength=num_weights)[rows].astype(g.dtype)
    if mode == BAG_MEAN:
        share = share / np.maximum(bag_size.array, 1)[bags].astype(g.dtype)
    kept = rows != padding_idx
    np.add.at(made, rows[kept], (g[bags] * share[:, None])[kept])
    return wrap_result(made, dtype)


def _bags(offset2bag: Tensor, indices: Tensor, offsets: Tensor) -> Tensor:
    """Return the bag of each index, from the offsets if `offset2bag` is empty."""
    count = len(indices.array)
    if len(offset2bag.array) == count:
        return offset2bag
    bounds = bag_bounds(offsets.array, count, False)
    lengths = [end - start for start, end in bounds]
    return Tensor(np.repeat(np.arange(len(bounds), dtype=INT64), lengths))


def _any(
    *, indices: Tensor, offsets: Tensor, offset2bag: Tensor, sparse: bool, **options: Any
) -> Tensor:
    """Return the table's gradient. Raises ValueError if a sparse one is requested."""
    if sparse:
        raise BadValue("'aten._embedding_bag_backward' does not support sparse gradients")
    bags = _bags(offset2bag, indices, offsets)
    return _dense(indices=indices, offset2bag=bags, **options)


def _of_weights(
    gradient: Tensor, weight: Tensor, indices: Tensor, offsets: Tensor, offset2bag: Tensor,
    mode: int, padding_idx: int,
) -> Tensor:  # fmt: skip
    """Return the products of rows and the gradients of their bags. Raises ValueError for another
    mode than the sum, the only one with weights."""
    if mode != BAG_SUM:
        raise BadValue(f"weights of samples need the mode 0 (sum), not {mode}")
    dtype = gradient.array.dtype
    g, table = (as_array(t, work_dtype(dtype)) for t in (gradient, weight))
    rows, bags = check_rows(indices, len(table)), _bags(offset2bag, indices, offsets).array
    products = np.sum(g[bags] * table[rows], axis=1)
    return wrap_result(np.where(rows == padding_idx, g.dtype.type(0), products), dtype)


BAG_BACKWARD: Table = {
    **by_name(_dense, "aten._embedding_bag_dense_backward"),
    **by_name(_any, "aten._embedding_bag_backward"),
    "aten._embedding_bag_per_sample_weights_backward": _of_weights,
}
