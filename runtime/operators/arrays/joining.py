"""Operators after numpy's functions: repeat, join, split, add axes, pair indices, integrate, and
multiply vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arrays.indexing import INDEXING
from xdsl_torchscript.runtime.operators.arrays.ordering import tally_dtype
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Implementation,
    Table,
    as_array,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.pointwise.math import log_of_sum
from xdsl_torchscript.runtime.operators.preconditions import check_floating, wrap_dim
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _block_diag(tensors: Sequence[Tensor]) -> Tensor:
    dtype = common_dtype(*tensors)
    blocks = [np.atleast_2d(as_array(t, dtype)) for t in tensors]
    made = np.zeros((sum(len(b) for b in blocks), sum(b.shape[1] for b in blocks)), dtype)
    row = column = 0
    for block in blocks:
        made[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return Tensor(made)


def _repeat_places(repeats: Tensor, output_size: int | None) -> Tensor:
    if repeats.array.ndim != 1 or (repeats.array < 0).any():
        raise BadValue("repeats are one line of numbers that are not negative")
    places = np.arange(len(repeats.array), dtype=repeats.array.dtype)
    # numpy does not check sizes.
    most = int(repeats.array.max(initial=0))
    if most * places.nbytes > _MOST:
        raise MemoryError(f"{places.nbytes} bytes repeated {most} times do not fit into memory")
    return Tensor(np.repeat(places, repeats.array))


_MOST = 1 << 62
"""Bytes: numpy computes them in 64 bits without an overflow check."""


def _triangle(places: Callable[..., tuple[Array, Array]]) -> Implementation:
    def run(row: int, col: int, offset: int, dtype: int | None, *_options: Any) -> Tensor:
        if row < 0 or col < 0:
            raise BadValue(f"a matrix of {row} rows and {col} columns")
        target = INT64 if dtype is None else dtype_from_code(dtype)
        return Tensor(np.stack(places(row, offset, col)).astype(target))

    return run


def _logcumsumexp(self: Tensor, dim: int) -> Tensor:
    dtype = self.array.dtype
    check_floating("aten.logcumsumexp", dtype)
    if self.array.ndim == 0:
        return self.over(self.array.copy())
    axis = wrap_dim(dim, self.array.ndim)
    values = self.array.astype(tally_dtype(dtype), copy=False)
    if dtype.kind != "c":
        return wrap_result(np.logaddexp.accumulate(values, axis=axis), dtype)
    lines = list(accumulate(np.moveaxis(values, axis, 0), log_of_sum))
    return Tensor(np.stack(lines, axis).astype(dtype) if lines else values.copy())


def _product_of_vectors(self: Tensor, other: Tensor, dim: int) -> Tensor:
    """Return the cross product of vectors of three elements along one dimension."""
    dtype = common_dtype(self, other)
    left, right = np.broadcast_arrays(as_array(self, dtype), as_array(other, dtype))
    axis = wrap_dim(dim, left.ndim)
    if left.shape[axis] != 3:
        raise BadValue(f"'aten.cross' along a dimension of size {left.shape[axis]}, not 3")
    return Tensor(np.ascontiguousarray(np.cross(left, right, axis=axis)))


def _in_chunks(self: Tensor, axis: int, chunks: int) -> Array:
    """Return the chunks of one tensor as lines; the last ones are filled with 0."""
    shape = list(self.array.shape)
    each = -(-shape[axis] // chunks)
    padding = [(0, 0)] * len(shape)
    padding[axis] = (0, each * chunks - shape[axis])
    padded = np.pad(self.array, padding)
    return padded.reshape(*shape[:axis], chunks, each * math.prod(shape[axis + 1 :]))


def _chunk_cat(tensors: list[Tensor], dim: int, chunks: int) -> Tensor:
    """Concatenate the tensors chunk by chunk."""
    if not tensors or chunks < 1:
        raise BadValue(f"'aten._chunk_cat' of {len(tensors)} tensors in {chunks} chunks")
    axis = wrap_dim(dim, tensors[0].array.ndim)
    if len({t.array.dtype for t in tensors}) > 1:
        raise BadType("'aten._chunk_cat' joins tensors of one element type")
    if len({t.array.shape[:axis] for t in tensors}) > 1 or any(
        t.array.ndim <= axis for t in tensors
    ):
        raise BadValue(f"tensors of '_chunk_cat' agree in all sizes before dimension {axis}")
    parts = [_in_chunks(tensor, axis, chunks) for tensor in tensors]
    return Tensor(np.ascontiguousarray(np.concatenate(parts, axis=-1)))


JOINING: Table = {
    "aten.block_diag": _block_diag,
    "aten.repeat_interleave.Tensor": _repeat_places,
    "aten.tril_indices": _triangle(np.tril_indices),
    "aten.triu_indices": _triangle(np.triu_indices),
    "aten.logcumsumexp": _logcumsumexp,
    "aten.linalg_cross": _product_of_vectors,
    "aten._chunk_cat": _chunk_cat,
    "aten.index.Tensor_hacked_twin": INDEXING["aten.index.Tensor"],
    "aten._unsafe_index.Tensor": INDEXING["aten.index.Tensor"],
    "aten._unsafe_index.Tensor_hacked_twin": INDEXING["aten.index.Tensor"],
    "aten.index_put_.hacked_twin": INDEXING["aten.index_put_"],
}
