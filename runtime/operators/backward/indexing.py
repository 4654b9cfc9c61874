"""Gradients of views and of indexed elements: scatter each back to its element's position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arrays.shape import SHAPE
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.core import Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.networks.patches import PATCHES
from xdsl_torchscript.runtime.operators.preconditions import check_positions
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _sum_at(sizes: Sequence[int], at: Any, values: Array, dtype: NumpyDtype) -> Tensor:
    """Return zeros with the sums of the values added at their indices."""
    made = np.zeros(tuple(sizes), work_dtype(dtype))
    np.add.at(made, at, values)
    return wrap_result(made, dtype)


def _of_view(view: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Return a view's gradient: scatter its elements to their positions in the tensor."""

    def run(gradient: Tensor, sizes: Sequence[int], *arguments: Any) -> Tensor:
        count = prod(sizes)
        numbered = Tensor(np.arange(count).reshape(tuple(sizes)))
        found = view(numbered, *arguments).array
        if found.shape != gradient.array.shape:
            raise BadValue(
                f"a gradient of shape {list(gradient.shape)} for a view of {list(found.shape)}"
            )
        dtype = gradient.array.dtype
        flat = _sum_at([count], found.reshape(-1), gradient.array.reshape(-1), dtype)
        return Tensor(flat.array.reshape(tuple(sizes)))

    return run


def _masked_scatter(gradient: Tensor, mask: Tensor, sizes: Sequence[int]) -> Tensor:
    found = gradient.array[np.broadcast_to(mask.array, gradient.shape)]
    made = np.zeros(prod(sizes), gradient.array.dtype)
    made[: len(found)] = found
    return Tensor(made.reshape(tuple(sizes)))


def _embedding_dense(
    gradient: Tensor, indices: Tensor, num_weights: int, padding_idx: int,
    scale_grad_by_freq: bool,
) -> Tensor:  # fmt: skip
    """Return the gradient of the rows: 0 for padding, others divided by their uses if requested."""
    dtype = gradient.array.dtype
    width = gradient.array.shape[-1]
    values = as_array(gradient, work_dtype(dtype)).reshape(-1, width)
    index = check_positions(indices.array.reshape(-1), num_weights)
    if scale_grad_by_freq:
        often = np.bincount(index, minlength=num_weights)[index]
        values = values / often[:, None].astype(values.dtype)
    kept = index != padding_idx
    return _sum_at([num_weights, width], index[kept], values[kept], dtype)


def _embedding(
    gradient: Tensor, indices: Tensor, num_weights: int, padding_idx: int,
    scale_grad_by_freq: bool, sparse: bool,
) -> Tensor:  # fmt: skip
    if sparse:
        raise BadValue("'aten.embedding_backward' does not support sparse gradients")
    return _embedding_dense(gradient, indices, num_weights, padding_idx, scale_grad_by_freq)


INDEXING_BACKWARD: Table = {
    "aten.select_backward": _of_view(VIEWS["aten.select.int"]),
    "aten.slice_backward": _of_view(VIEWS["aten.slice.Tensor"]),
    "aten.diagonal_backward": _of_view(SHAPE["aten.diagonal"]),
    "aten.unfold_backward": _of_view(PATCHES["aten.unfold"]),
    "aten.masked_scatter_backward": _masked_scatter,
    "aten.embedding_dense_backward": _embedding_dense,
    "aten.embedding_backward": _embedding,
}
