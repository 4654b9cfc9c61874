"""The distinct elements, or the distinct lines along a dimension, sorted or in order of appearance.
NaNs are never equal, so each is a distinct element."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import INT64, Table, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.tensor import Array, Tensor

Distinct: TypeAlias = tuple[Tensor, Tensor, Tensor]
"""The values, for each element the index of its value, and the number of occurrences of each value.
"""

_NOTHING = np.empty(0, INT64)


def _runs(lines: Array) -> tuple[Array, Array, Array]:
    """Return the starts of the runs of equal lines, the run of each line, and the lengths of the
    runs."""
    count = len(lines)
    if not count:
        return _NOTHING, _NOTHING, _NOTHING
    differs = lines[1:] != lines[:-1]
    changes = differs if lines.ndim == 1 else np.any(differs, axis=1)
    starts = np.flatnonzero(np.concatenate([[True], changes]))
    place = np.cumsum(np.concatenate([[0], changes.astype(INT64)]))
    return starts, place, np.diff(np.append(starts, count))


def _sorted_runs(lines: Array) -> tuple[Array, Array, Array]:
    """Return the runs of the sorted lines, with the indices of the distinct ones."""
    keys = lines.astype(work_dtype(lines.dtype), copy=False)
    order = np.argsort(keys, kind="stable") if lines.ndim == 1 else np.lexsort(keys.T[::-1])
    starts, place, lengths = _runs(lines[order])
    places = np.empty_like(place)
    places[order] = place
    return order[starts], places, lengths


def _of_elements(
    self: Tensor, return_inverse: bool, return_counts: bool, consecutive: bool = False
) -> Distinct:
    flat = self.array.reshape(-1)
    first, place, lengths = (_runs if consecutive else _sorted_runs)(flat)
    inverse = place.reshape(self.array.shape) if return_inverse else _NOTHING
    counts = lengths if return_counts else _NOTHING
    return self.over(flat[first]), wrap_result(inverse, INT64), wrap_result(counts, INT64)


def _of_lines(self: Tensor, dim: int, consecutive: bool) -> Distinct:
    """Return distinct lines, their places and their counts, requested or not. In memory the
    dimension is outermost, as in PyTorch."""
    axis = wrap_dim(dim, self.array.ndim)
    others = self.array.shape[:axis] + self.array.shape[axis + 1 :]
    if 0 in others:
        raise BadValue("lines without elements cannot be compared: another dimension has size 0")
    lines = np.moveaxis(self.array, axis, 0) if self.array.ndim else self.array.reshape(1)
    flat = lines.reshape(len(lines), int(np.prod(others)))
    first, place, lengths = (_runs if consecutive else _sorted_runs)(flat)
    values = np.moveaxis(np.ascontiguousarray(lines[first]), 0, axis)
    return self.over(values), wrap_result(place, INT64), wrap_result(lengths, INT64)


def _unique(self: Tensor, sorted_: bool, return_inverse: bool) -> tuple[Tensor, Tensor]:
    values, inverse, _ = _of_elements(self, return_inverse, False)
    return values, inverse


def _unique_consecutive(
    self: Tensor, return_inverse: bool, return_counts: bool, dim: int | None
) -> Distinct:
    if dim is None or (dim == 0 and self.array.ndim == 1):
        return _of_elements(self, return_inverse, return_counts, True)
    return _of_lines(self, dim, True)


DISTINCT: Table = {
    "aten._unique": _unique,
    **by_name(_of_elements, "aten._unique2"),
    **by_name(_of_lines, "aten.unique_dim", consecutive=False),
    "aten.unique_consecutive": _unique_consecutive,
    **by_name(_of_lines, "aten.unique_dim_consecutive", consecutive=True),
}
