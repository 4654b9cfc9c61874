"""Finite differences: the gradient of a function from its samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    as_array,
    floating_dtype,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.tensor import Array, Tensor

Spacing: TypeAlias = "Tensor | Number"
"""The coordinates of the samples of one dimension, or their common distance."""


def _axes(self: Tensor, dim: int | Sequence[int] | None) -> list[int]:
    """Return the axes. Raises BadValue for a repeated dimension."""
    rank = self.array.ndim
    dims = range(rank) if dim is None else [dim] if isinstance(dim, int) else dim
    axes = [wrap_dim(d, rank) for d in dims]
    if len(set(axes)) != len(axes):
        raise BadValue(f"'aten.gradient' along {list(dims)}: a dimension is named twice")
    return axes


def _line(array: Array, spacing: Spacing, axis: int, edge_order: int) -> Array:
    """Return differences of second order inside, of `edge_order` at both ends, by numpy."""
    if array.shape[axis] <= edge_order:
        raise BadValue(
            f"'aten.gradient' of edge order {edge_order} along a dimension of size "
            f"{array.shape[axis]} needs {edge_order + 1} samples or more"
        )
    order: Any = edge_order
    step: Any = spacing.array if isinstance(spacing, Tensor) else spacing
    return np.asarray(np.gradient(array, step, axis=axis, edge_order=order))


def _gradient(
    self: Tensor, spacing: Sequence[Spacing], axes: Sequence[int], edge_order: int
) -> list[Tensor]:
    if self.array.dtype.kind == "b":
        raise BadType("'aten.gradient' is not defined on bool tensors")
    if edge_order not in (1, 2):
        raise BadValue(f"the edge order of 'aten.gradient' is 1 or 2, not {edge_order}")
    if len(spacing) != len(axes):
        raise BadValue(f"'aten.gradient' of {len(spacing)} spacings along {len(axes)} dimensions")
    dtype = floating_dtype(self.array.dtype)
    values = as_array(self, work_dtype(dtype))
    lines = [_line(values, s, a, edge_order) for s, a in zip(spacing, axes, strict=True)]
    return [wrap_result(np.ascontiguousarray(line), dtype) for line in lines]


def _of_one_distance(
    self: Tensor, spacing: Number | None, dim: int | Sequence[int] | None, edge_order: int
) -> list[Tensor]:
    axes = _axes(self, dim)
    return _gradient(self, [1.0 if spacing is None else spacing] * len(axes), axes, edge_order)


def _of_spacings(
    self: Tensor, spacing: Sequence[Spacing], dim: int | Sequence[int] | None, edge_order: int
) -> list[Tensor]:
    return _gradient(self, spacing, _axes(self, dim), edge_order)


DIFFERENCES: Table = {
    "aten.gradient.scalarint": _of_one_distance,
    "aten.gradient.scalararray": _of_one_distance,
    **by_name(_of_one_distance, "aten.gradient.array", spacing=None),
    "aten.gradient.scalarrayint": _of_spacings,
    "aten.gradient.scalarrayarray": _of_spacings,
    "aten.gradient.tensorarrayint": _of_spacings,
    "aten.gradient.tensorarray": _of_spacings,
}
