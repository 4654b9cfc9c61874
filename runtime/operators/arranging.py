"""Elements arranged anew: turned, moved, joined, on a diagonal, in a grid; products of indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Table,
    as_array,
    into,
    rounded,
)
from xdsl_torchscript.runtime.operators.norms import norm_of
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.views import wrapped
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _axes(self: Tensor, dims: Sequence[int]) -> tuple[int, ...]:
    return tuple(wrapped(d, self.array.ndim) for d in dims)


def _flip(self: Tensor, dims: list[int]) -> Tensor:
    return self.over(np.flip(self.array, _axes(self, dims)).copy())


def _roll(self: Tensor, shifts: list[int], dims: list[int]) -> Tensor:
    return self.over(np.roll(self.array, shifts, _axes(self, dims) if dims else None))


def _rot90(self: Tensor, k: int, dims: list[int]) -> Tensor:
    first, second = _axes(self, dims)
    return self.over(np.rot90(self.array, k, (first, second)).copy())


def _movedim(self: Tensor, source: Any, destination: Any) -> Tensor:
    return self.over(np.moveaxis(self.array, source, destination))


def _swapaxes(self: Tensor, axis0: int, axis1: int) -> Tensor:
    return self.over(np.swapaxes(self.array, axis0, axis1))


def _matrix_transpose(self: Tensor) -> Tensor:
    if self.array.ndim < 2:
        raise ValueError(f"a matrix has two dimensions, this tensor {self.array.ndim}")
    return self.over(np.swapaxes(self.array, -2, -1))


def _adjoint(self: Tensor) -> Tensor:
    turned = _matrix_transpose(self)
    return turned.over(turned.array.conj()) if turned.array.dtype.kind == "c" else turned


def _unflatten(self: Tensor, dim: int, sizes: list[int]) -> Tensor:
    axis = wrapped(dim, self.array.ndim)
    return self.over(self.array.reshape(*self.shape[:axis], *sizes, *self.shape[axis + 1 :]))


def _joined(tensors: Sequence[Tensor], axis: int) -> Tensor:
    dtype = common_dtype(*tensors)
    return Tensor(np.concatenate([as_array(t, dtype) for t in tensors], axis))


def _concat(tensors: list[Tensor], dim: int) -> Tensor:
    parts = [t for t in tensors if t.shape != (0,)] or tensors
    return _joined(parts, wrapped(dim, parts[0].array.ndim))


def _hstack(tensors: list[Tensor]) -> Tensor:
    lines = [t.over(np.atleast_1d(t.array)) for t in tensors]
    return _joined(lines, 0 if lines[0].array.ndim == 1 else 1)


def _vstack(tensors: list[Tensor]) -> Tensor:
    return _joined([t.over(np.atleast_2d(t.array)) for t in tensors], 0)


def _dstack(tensors: list[Tensor]) -> Tensor:
    return _joined([t.over(np.atleast_3d(t.array)) for t in tensors], 2)


def _parts(self: Tensor, bounds: Any, dim: int) -> list[Tensor]:
    axis = wrapped(dim, self.array.ndim)
    return [self.over(part) for part in np.array_split(self.array, bounds, axis)]


def _tensor_split(self: Tensor, bounds: Any, dim: int) -> list[Tensor]:
    return _parts(self, bounds, dim)


def _diag(self: Tensor, diagonal: int) -> Tensor:
    return self.over(np.diag(self.array, diagonal).copy())


def _diagonal(self: Tensor, offset: int, dim1: int, dim2: int) -> Tensor:
    writable: Array = np.diagonal(self.array, offset, dim1, dim2)
    writable.flags.writeable = self.array.flags.writeable
    return self.over(writable)


def _diag_embed(self: Tensor, offset: int, dim1: int, dim2: int) -> Tensor:
    size = self.shape[-1] + abs(offset)
    made = np.zeros((*self.shape[:-1], size, size), self.array.dtype)
    places = np.arange(self.shape[-1])
    made[..., places + max(-offset, 0), places + max(offset, 0)] = self.array
    return self.over(np.moveaxis(made, (-2, -1), (dim1, dim2)))


def _trace(self: Tensor) -> Tensor:
    dtype = INT64 if self.array.dtype.kind in "iub" else self.array.dtype
    return rounded(np.trace(self.array), dtype)


def _meshgrid(tensors: list[Tensor], indexing: str = "ij") -> list[Tensor]:
    grids = np.meshgrid(*[t.array.reshape(-1) for t in tensors], indexing=_order(indexing))
    return [t.over(grid) for t, grid in zip(tensors, grids, strict=True)]


def _order(indexing: str) -> Any:
    if indexing not in ("ij", "xy"):
        raise ValueError(f"indexing is 'ij' or 'xy', not '{indexing}'")
    return indexing


def _cartesian_prod(tensors: list[Tensor]) -> Tensor:
    if len(tensors) == 1:
        return tensors[0]
    return Tensor(np.stack([g.array.reshape(-1) for g in _meshgrid(tensors)], axis=1))


def _outer(self: Tensor, vec2: Tensor) -> Tensor:
    dtype = common_dtype(self, vec2)
    return Tensor(np.outer(as_array(self, dtype), as_array(vec2, dtype)))


def _einsum(equation: str, tensors: list[Tensor], path: list[int] | None) -> Tensor:
    """An ellipsis that the result does not name is summed over."""
    operands, arrow, result = equation.replace(" ", "").partition("->")
    summed = bool(arrow) and "..." in operands and "..." not in result
    named = f"...{result}" if summed else result
    values = [t.array for t in tensors]
    found = np.asarray(np.einsum(f"{operands}{arrow}{named}", *values, optimize=True))
    return Tensor(np.sum(found, axis=tuple(range(found.ndim - len(result)))) if summed else found)


def _tensordot(self: Tensor, other: Tensor, dims_self: list[int], dims_other: list[int]) -> Tensor:
    """A dimension of size 1 meets the sum over the other one."""
    left, right = self.array, other.array
    for i, j in zip(dims_self, dims_other, strict=True):
        if left.shape[i] == 1 != right.shape[j]:
            right = np.sum(right, axis=j, keepdims=True, dtype=right.dtype)
        elif right.shape[j] == 1 != left.shape[i]:
            left = np.sum(left, axis=i, keepdims=True, dtype=left.dtype)
    return Tensor(np.asarray(np.tensordot(left, right, (dims_self, dims_other))))


def _cdist(x1: Tensor, x2: Tensor, p: float, compute_mode: int | None) -> Tensor:
    differences = np.abs(x1.array[..., :, None, :] - x2.array[..., None, :, :])
    return rounded(norm_of(differences, p, (-1,), False), x1.array.dtype)


ARRANGING: Table = {
    "aten.flip": _flip,
    "aten.roll": _roll,
    "aten.rot90": _rot90,
    "aten.movedim.int": _movedim,
    "aten.movedim.intlist": _movedim,
    "aten.swapaxes": _swapaxes,
    "aten.swapdims": _swapaxes,
    "aten.mT": _matrix_transpose,
    "aten.mH": _adjoint,
    "aten.unflatten.int": _unflatten,
    "aten.concat": _concat,
    "aten.concatenate": _concat,
    "aten.hstack": _hstack,
    "aten.vstack": _vstack,
    "aten.dstack": _dstack,
    "aten.tensor_split.sections": _tensor_split,
    "aten.tensor_split.indices": _tensor_split,
    "aten.diag": _diag,
    "aten.diagonal": _diagonal,
    "aten.diag_embed": _diag_embed,
    "aten.trace": _trace,
    "aten.meshgrid": _meshgrid,
    "aten.meshgrid.indexing": _meshgrid,
    "aten.cartesian_prod": _cartesian_prod,
    "aten.outer": _outer,
    "aten.einsum": _einsum,
    "aten.tensordot": _tensordot,
    "aten.tensordot.out": into(_tensordot),
    "aten.cdist": _cdist,
}
