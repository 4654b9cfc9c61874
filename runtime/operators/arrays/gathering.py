"""Gather, scatter and fill elements by index tensors along one dimension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadValue
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    INT64,
    Number,
    Operand,
    Table,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.layout import PRESERVE, copy_array, reject_overlap
from xdsl_torchscript.runtime.operators.pointwise.casts import element
from xdsl_torchscript.runtime.operators.preconditions import (
    check_positions,
    check_same_dtype,
    check_same_rank,
    check_within,
    wrap_dim,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor


def places(index: Array, dim: int) -> tuple[Array, ...]:
    """Return indices into every dimension, those along `dim` from `index`."""
    grid: list[Array] = list(np.indices(index.shape, sparse=True))
    grid[dim] = index
    return tuple(grid)


def _gather(self: Tensor, dim: int, index: Tensor, sparse_grad: bool) -> Tensor:
    axis = wrap_dim(dim, self.array.ndim)
    array, index_array = np.atleast_1d(self.array), np.atleast_1d(index.array)
    if index_array.size == 0:
        return self.over(np.empty(index.shape, array.dtype))
    at = places(check_positions(index_array, array.shape[axis], BadValue), axis)
    return self.over(array[at].reshape(index.shape))


def combine_at(combine: Any, array: Array, at: Any, values: Array) -> None:
    """Write into the array. Sixteen-bit floats are rounded once, not after each value."""
    work = array.astype(work_dtype(array.dtype), copy=False)
    combine.at(work, at, values.astype(work.dtype, copy=False))
    if work is not array:
        array[...] = work


def check_source(index: Array, source: Tensor) -> None:
    """Raise BadValue unless the source has the rank of the index, and an element for each index."""
    given = np.atleast_1d(source.array).shape
    check_same_rank(("index", "src"), index.shape, given)
    check_within("index", index.shape, "src", given, None)


def _scatter_copy(combine: Any) -> Callable[[Tensor, int, Tensor, Operand], Tensor]:
    """Return a copy in which `combine` has put elements of the source at the indices; None sets
    them."""

    def run(self: Tensor, dim: int, index: Tensor, source: Operand) -> Tensor:
        result, axis = np.atleast_1d(self.array.copy()), wrap_dim(dim, self.array.ndim)
        chosen = np.atleast_1d(index.array)
        if chosen.size == 0:
            return self.over(result.reshape(self.shape))
        at = places(check_positions(chosen, result.shape[axis], BadValue), axis)
        if isinstance(source, Tensor):
            check_same_dtype("'aten.scatter'", self.array.dtype, source.array.dtype)
            check_source(chosen, source)
        values = source.array if isinstance(source, Tensor) else element(source, result.dtype)
        if values.ndim:
            values = values[tuple(map(slice, chosen.shape))]
        if combine is None:
            result[at] = values
        else:
            combine_at(combine, result, at, values)
        return self.over(result.reshape(self.shape))

    return run


_scatter, _scatter_add = _scatter_copy(None), _scatter_copy(np.add)


def _scatter_(self: Tensor, dim: int, index: Tensor, source: Operand) -> Tensor:
    return self.copy_(_scatter(self, dim, index, source))


def _scatter_add_(self: Tensor, dim: int, index: Tensor, source: Operand) -> Tensor:
    return self.copy_(_scatter_add(self, dim, index, source))


def along(self: Tensor, dim: int, index: Tensor) -> tuple[Any, ...]:
    """Return numpy's index of positions along a dimension. Raises BadIndex unless they are a vector
    or a number, and in range."""
    _check_is_vector(index)
    axis = wrap_dim(dim, self.array.ndim)
    found = check_positions(index.array.reshape(-1), self.array.shape[axis])
    return (*[slice(None)] * axis, found)


def _as_line(self: Tensor) -> Tensor:
    """Return a 0-d tensor as a line of one element, in the same memory."""
    return self if self.array.ndim else self.over(self.array.reshape(1))


def _check_is_vector(index: Tensor, error: type[BadIndex] | type[BadValue] = BadIndex) -> None:
    if index.array.ndim > 1:
        raise error(f"expected a vector of positions, found sizes {list(index.shape)}")


def _index_select(self: Tensor, dim: int, index: Tensor) -> Tensor:
    _check_is_vector(index)
    if self.array.ndim == 0:
        if wrap_dim(dim, 0) or check_positions(index.array.reshape(-1), 1).size != 1:
            raise BadValue("'aten.index_select' of a 0-d tensor takes one index")
        return self.over(self.array.copy())
    return self.over(self.array[along(self, dim, index)])


def _index_fill_(self: Tensor, dim: int, index: Tensor, value: Operand) -> Tensor:
    _check_is_vector(index, BadValue)
    line = _as_line(self)
    line.array[along(line, dim, index)] = element(value, self.array.dtype)
    return self


def _index_add_(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Number) -> Tensor:
    check_same_dtype("'aten.index_add'", self.array.dtype, source.array.dtype)
    if self.array.ndim > 1 and source.array.ndim == 0:
        raise BadIndex("'aten.index_add' of a 0-d tensor to one of several dimensions")
    line = _as_line(self)
    values = np.atleast_1d(source.array * element(alpha, source.array.dtype))
    wanted = list(line.array.shape)
    wanted[wrap_dim(dim, len(wanted))] = index.array.size
    if list(values.shape) != wanted:
        raise BadValue(f"'aten.index_add' of sizes {list(values.shape)}, not {wanted}")
    combine_at(np.add, line.array, along(line, dim, index), values)
    return self


def _index_copy_(self: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    check_same_dtype("'aten.index_copy'", self.array.dtype, source.array.dtype)
    line = _as_line(self)
    count = source.array.shape[wrap_dim(dim, source.array.ndim)] if source.array.ndim else 1
    if count != index.array.size:
        raise BadIndex(f"'aten.index_copy' of {count} parts to {index.array.size} places")
    line.array[along(line, dim, index)] = source.array
    return self


def _on_copy(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def run(self: Tensor, *arguments: Any) -> Tensor:
        return function(self.over(copy_array(self.array, self.array.dtype, PRESERVE)), *arguments)

    return run


def _on_contiguous(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def run(self: Tensor, *arguments: Any) -> Tensor:
        return function(self.over(self.array.copy()), *arguments)

    return run


def _masked_select(self: Tensor, mask: Tensor) -> Tensor:
    array, chosen = np.broadcast_arrays(self.array, mask.array)
    return self.over(array[chosen])


def _nonzero(self: Tensor) -> Tensor:
    return Tensor(np.argwhere(self.array).astype(INT64))


def _take(self: Tensor, index: Tensor) -> Tensor:
    return self.over(np.asarray(self.array.reshape(-1)[index.array]))


def _bincount(self: Tensor, weights: Tensor | None, minlength: int) -> Tensor:
    given = None if weights is None else weights.array
    counts = np.bincount(self.array, given, minlength)
    floats = given is not None and given.dtype == FLOAT32
    dtype = INT64 if given is None else FLOAT32 if floats else FLOAT64
    return Tensor(counts.astype(dtype))


GATHERING: Table = {
    "aten.gather": _gather,
    "aten.scatter.src": _scatter,
    "aten.scatter.value": _scatter,
    "aten.scatter_add": _scatter_add,
    "aten.scatter_.src": _scatter_,
    "aten.scatter_.value": _scatter_,
    "aten.scatter_add_": _scatter_add_,
    "aten.index_select": _index_select,
    "aten.index_fill.int_Scalar": _on_copy(_index_fill_),
    "aten.index_fill.int_Tensor": _on_copy(_index_fill_),
    "aten.index_fill_.int_Scalar": _index_fill_,
    "aten.index_fill_.int_Tensor": _index_fill_,
    "aten.index_add": _on_contiguous(_index_add_),
    "aten.index_add_": reject_overlap(_index_add_),
    "aten.index_copy": _on_contiguous(_index_copy_),
    "aten.index_copy_": reject_overlap(_index_copy_),
    "aten.masked_select": _masked_select,
    "aten.nonzero": _nonzero,
    "aten.take": _take,
    "aten.bincount": _bincount,
}
