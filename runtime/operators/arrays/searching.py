"""Search: positions among sorted boundaries, bins, membership in a set."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Operand,
    Table,
    as_array,
    tensor,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.preconditions import check_no_bools
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor

_INT32 = np.dtype(np.int32)


def _places(boundaries: Array, values: Array, side: Any, out_int32: bool) -> Array:
    """Search in one line of boundaries for all values, or in one for each line of them."""
    dtype = _INT32 if out_int32 else INT64
    if boundaries.ndim == 1:
        return np.asarray(np.searchsorted(boundaries, values, side)).astype(dtype)
    if boundaries.shape[:-1] != values.shape[:-1]:
        raise BadValue(f"boundaries of shape {boundaries.shape} for {values.shape}")
    found = np.empty(values.shape, dtype)
    for line in np.ndindex(*values.shape[:-1]):
        found[line] = np.searchsorted(boundaries[line], values[line], side)
    return found


def _searchsorted(
    sorted_sequence: Tensor,
    values: Operand,
    out_int32: bool,
    right: bool,
    side: str | None,
    sorter: Tensor | None,
) -> Tensor:
    boundaries = sorted_sequence.array
    if sorter is not None:
        boundaries = np.take_along_axis(boundaries, sorter.array, -1)
    wanted = values.array if isinstance(values, Tensor) else np.asarray(values)
    if wanted.dtype.kind == "b":
        check_no_bools("aten.searchsorted", boundaries.dtype)
    if side not in (None, "left", "right") or (side == "left" and right):
        raise BadValue(f"side must be 'left' or 'right', not '{side}' with right={right}")
    # Whether equal boundaries count as before or behind a value.
    side = "right" if right or side == "right" else "left"
    return tensor(_places(boundaries, wanted, side, out_int32))


def _bucketize(self: Operand, boundaries: Tensor, out_int32: bool, right: bool) -> Tensor:
    if boundaries.array.ndim != 1:
        raise BadValue(f"'aten.bucketize' takes one line of boundaries, not {boundaries.shape}")
    return _searchsorted(boundaries, self, out_int32, right, None, None)


def _isin(elements: Operand, test_elements: Operand, assume_unique: bool, invert: bool) -> Tensor:
    dtype = work_dtype(common_dtype(elements, test_elements))
    if dtype.kind in "bc":
        raise BadType(f"'aten.isin' is not defined on {dtype} tensors")
    here, there = as_array(elements, dtype), as_array(test_elements, dtype)
    return tensor(np.isin(here, there, invert=invert))


def _nonzero_static(self: Tensor, size: int, fill_value: int) -> Tensor:
    """Return a fixed number of rows, truncated or padded."""
    found = np.argwhere(self.array)[:size]
    made = np.full((size, self.array.ndim), fill_value, INT64)
    made[: len(found)] = found
    return Tensor(made)


SEARCHING: Table = {
    "aten.searchsorted.Tensor": _searchsorted,
    "aten.searchsorted.Scalar": _searchsorted,
    "aten.bucketize.Tensor": _bucketize,
    "aten.bucketize.Scalar": _bucketize,
    "aten.isin.Tensor_Tensor": _isin,
    "aten.isin.Tensor_Scalar": _isin,
    "aten.isin.Scalar_Tensor": _isin,
    "aten.nonzero_static": _nonzero_static,
}
