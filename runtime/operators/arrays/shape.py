"""Rearrange elements: flip, roll, rotate, move dimensions, split, diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Table,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import as_operand
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.storage import restride
from xdsl_torchscript.runtime.tensor import Tensor


def _axes(self: Tensor, dims: Sequence[int]) -> tuple[int, ...]:
    return tuple(wrap_dim(d, self.array.ndim) for d in dims)


@as_operand
def _flip(self: Tensor, dims: list[int]) -> Tensor:
    axes = _axes(self, dims)
    if len(set(axes)) != len(axes):
        raise BadValue(f"'aten.flip' along {dims}: a dimension appears twice")
    return self.over(np.flip(self.array, axes if self.array.ndim else ()).copy())


def _roll(self: Tensor, shifts: list[int], dims: list[int]) -> Tensor:
    return self.over(np.roll(self.array, shifts, _axes(self, dims) if dims else None))


def _rot90(self: Tensor, k: int, dims: list[int]) -> Tensor:
    """Flip, and transpose for an odd number of quarters: the result has the operand's layout,
    transposed. It is contiguous for full turns."""
    if len(dims) != 2 or len(set(_axes(self, dims))) != 2:
        raise BadValue(f"'aten.rot90' in a plane of two dimensions, not {dims}")
    first, second = dims
    match k % 4:
        case 0:
            return self.over(self.array.copy())
        case 2:
            return _flip(self, dims)
        case quarters:
            return _swapaxes(_flip(self, [second if quarters == 1 else first]), first, second)


def _movedim(self: Tensor, source: int | list[int], destination: int | list[int]) -> Tensor:
    one = isinstance(source, int)
    before = _axes(self, [source] if one else source)
    after = _axes(self, [destination] if isinstance(destination, int) else destination)
    if len(before) != len(after) or len(set(before)) < len(before) or len(set(after)) < len(after):
        raise BadValue(f"dimensions {source} do not move to {destination}: one each, none twice")
    return self.over(np.moveaxis(self.array, before, after) if self.array.ndim else self.array)


_swapaxes = VIEWS["aten.transpose.int"]


def _tensor_split(self: Tensor, bounds: Any, dim: int) -> list[Tensor]:
    axis = wrap_dim(dim, self.array.ndim)
    return [self.over(part) for part in np.array_split(self.array, bounds, axis)]


def _diagonal(self: Tensor, offset: int, dim1: int, dim2: int) -> Tensor:
    array = self.array
    first, second = _axes(self, [dim1, dim2])
    if first == second:
        raise BadValue(f"'aten.diagonal' needs two dimensions, not {dim1} and {dim2}")
    down, right = max(-offset, 0), max(offset, 0)
    length = max(min(array.shape[first] - down, array.shape[second] - right), 0)
    at: list[Any] = [slice(None)] * array.ndim
    at[first], at[second] = slice(down, down + length), slice(right, right + length)
    part = array[tuple(at)]
    rest = [d for d in range(array.ndim) if d not in (first, second)]
    shape = (*[array.shape[d] for d in rest], length)
    steps = (*[array.strides[d] for d in rest], array.strides[first] + array.strides[second])
    return self.over(restride(part, shape, steps))


def _diag_embed(self: Tensor, offset: int, dim1: int, dim2: int) -> Tensor:
    """Return zeros with this tensor on a diagonal of two new dimensions."""
    rank = self.array.ndim + 1
    axes = wrap_dim(dim1, rank), wrap_dim(dim2, rank)
    if axes[0] == axes[1]:
        raise BadValue(f"'aten.diag_embed' into dimension {dim1} twice")
    sizes = list(self.array.shape[:-1])
    for axis in sorted(axes):
        sizes.insert(axis, self.array.shape[-1] + abs(offset))
    made = self.over(np.zeros(sizes, self.array.dtype))
    _diagonal(made, offset, *axes).array[...] = self.array
    return made


def _trace(self: Tensor) -> Tensor:
    dtype = INT64 if self.array.dtype.kind in "iub" else self.array.dtype
    return wrap_result(np.trace(self.array), dtype)


SHAPE: Table = {
    "aten.flip": _flip,
    "aten.roll": _roll,
    "aten.rot90": _rot90,
    "aten.movedim.intlist": _movedim,
    "aten.swapaxes": _swapaxes,
    "aten.swapdims": _swapaxes,
    "aten.tensor_split.sections": _tensor_split,
    "aten.tensor_split.indices": _tensor_split,
    "aten.diagonal": _diagonal,
    "aten.diag_embed": _diag_embed,
    "aten.trace": _trace,
}
