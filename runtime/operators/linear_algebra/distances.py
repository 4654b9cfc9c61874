"""Distances between rows."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Table, working_array, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.operators.reductions.norms import norm_of
from xdsl_torchscript.runtime.tensor import Tensor


def _cdist(x1: Tensor, x2: Tensor, p: float, compute_mode: int | None) -> Tensor:
    """Return the distances between the rows of two matrices, in batches."""
    check_floating("aten.cdist", x1.array.dtype)
    if x1.array.ndim < 2 or x2.array.ndim < 2 or x1.shape[-1] != x2.shape[-1] or p < 0:
        raise BadValue(f"'aten.cdist' of {list(x1.shape)} and {list(x2.shape)} of order {p}")
    differences = np.abs(x1.array[..., :, None, :] - x2.array[..., None, :, :])
    return wrap_result(norm_of(differences, p, (-1,), False), x1.array.dtype)


def _pdist(self: Tensor, p: float) -> Tensor:
    """Return the distances of all pairs of rows of one matrix."""
    check_floating("aten.pdist", self.array.dtype)
    first, second = np.triu_indices(len(self.array), 1)
    rows = working_array(self)
    return wrap_result(norm_of(rows[first] - rows[second], p, (-1,), False), self.array.dtype)


DISTANCES: Table = {
    "aten._pdist_forward": _pdist,
    "aten.cdist": _cdist,
    "aten._cdist_forward": _cdist,
    **by_name(_cdist, "aten._euclidean_dist", p=2.0, compute_mode=None),
}
