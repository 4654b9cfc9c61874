"""Write elements of one tensor into a copy of another, at indices or into a slice. Some operators
combine old and new values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadValue
from xdsl_torchscript.runtime.operators.arrays.gathering import along, check_source, places
from xdsl_torchscript.runtime.operators.arrays.shape import SHAPE
from xdsl_torchscript.runtime.operators.arrays.strided import clone_memory
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Implementation,
    Number,
    Operand,
    Table,
    as_array,
    is_integral,
    number_array,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.layout import PRESERVE, like
from xdsl_torchscript.runtime.operators.preconditions import (
    check_positions,
    check_same_dtype,
    wrap_dim,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

_COMBINED: Mapping[str, Any] = {
    "sum": np.add,
    "add": np.add,
    "mean": np.add,
    "prod": np.multiply,
    "multiply": np.multiply,
    "amax": np.maximum,
    "amin": np.minimum,
}


def _neutral(reduce: str, array: Array) -> Any:
    """Return the neutral element of the reduction."""
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if array.dtype.kind == "b":
        return reduce == "amin"
    if is_integral(array.dtype):
        limits = np.iinfo(array.dtype)
        return limits.min if reduce == "amax" else limits.max
    return -np.inf if reduce == "amax" else np.inf


def _combine(array: Array, at: Any, values: Array, reduce: str, include_self: bool) -> None:
    """Write into the array. Without `include_self` the old values of written elements are
    ignored."""
    if reduce not in _COMBINED:
        raise BadValue(f"elements must be combined by {', '.join(_COMBINED)}, not by '{reduce}'")
    if not include_self:
        array[at] = _neutral(reduce, array)
    _COMBINED[reduce].at(array, at, values)
    if reduce == "mean":
        count = np.full(array.shape, 1 if include_self else 0, INT64)
        np.add.at(count, at, 1)
        count = np.maximum(count, 1)
        array[...] = array // count if is_integral(array.dtype) else array / count


def _scatter_reduce(
    self: Tensor, dim: int, index: Tensor, src: Operand, reduce: str, include_self: bool = True
) -> Tensor:
    dtype = self.array.dtype
    result = np.atleast_1d(self.array.astype(work_dtype(dtype), order="C"))
    chosen = np.atleast_1d(index.array)
    if isinstance(src, Tensor) and chosen.size:
        check_source(chosen, src)
    values = np.asarray(as_array(src, result.dtype))
    if values.ndim:
        values = values[tuple(map(slice, chosen.shape))]
    axis = wrap_dim(dim, result.ndim)
    at = places(check_positions(chosen, result.shape[axis]), axis)
    _combine(result, at, np.broadcast_to(values, chosen.shape), reduce, include_self)
    return self.over(result.reshape(self.shape).astype(dtype, copy=False))


def _index_reduce(
    self: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, include_self: bool
) -> Tensor:
    dtype = self.array.dtype
    result = self.over(np.atleast_1d(self.array.astype(work_dtype(dtype), order="C")))
    values = np.atleast_1d(as_array(source, result.array.dtype))
    _combine(result.array, along(result, dim, index), values, reduce, include_self)
    return self.over(result.array.reshape(self.shape).astype(dtype, copy=False))


def _put(self: Tensor, index: Tensor, source: Tensor, accumulate: bool) -> Tensor:
    """Write at linear indices into the flattened tensor."""
    check_same_dtype("'aten.put'", self.array.dtype, source.array.dtype)
    flat = self.array.reshape(-1).copy()
    found, count = index.array.reshape(-1), flat.size
    if found.size and not (found.min() >= -count and found.max() < count):
        raise BadIndex(f"an index is out of {count} elements")
    if source.array.size != found.size:
        raise BadValue(f"{source.array.size} elements for {found.size} indices")
    if accumulate:
        np.add.at(flat, found, source.array.reshape(-1))
    else:
        flat[found] = source.array.reshape(-1)
    made = like(self.array, flat.dtype, PRESERVE)
    made[...] = flat.reshape(self.shape)
    return self.over(made)


def _masked_scatter(self: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Write the elements of `source` in order where the mask is true."""
    shape = np.broadcast_shapes(self.shape, mask.shape)
    result = np.broadcast_to(self.array, shape).copy()
    chosen = np.broadcast_to(mask.array, shape)
    count = np.count_nonzero(chosen)
    if count > source.array.size:
        raise BadValue(f"{source.array.size} elements for {count} places")
    result[chosen] = source.array.reshape(-1)[:count]
    return self.over(result)


def _into_view(view: Callable[..., Tensor]) -> Implementation:
    """Return a copy with `src` written into a view of it."""

    def run(self: Tensor, src: Tensor, *arguments: Any) -> Tensor:
        result = self.over(clone_memory(self.array))
        part = view(result, *arguments)
        if part.array.shape != src.array.shape:
            raise BadValue(f"{list(src.shape)} does not fit into {list(part.shape)}")
        part.copy_(src)
        return result

    return run


def _copy(self: Tensor, src: Tensor, non_blocking: bool) -> Tensor:
    return self.over(clone_memory(self.array)).copy_(src)


def _fill_diagonal_(self: Tensor, fill_value: Number, wrap: bool) -> Tensor:
    if self.array.ndim < 2:
        raise BadValue(
            f"expected a tensor of at least 2 dimensions, found shape {list(self.shape)}"
        )
    np.fill_diagonal(self.array, number_array(fill_value, self.array.dtype), wrap)
    return self


def _clamp(self: Tensor, indices: Sequence[Tensor | None], mask: Tensor) -> tuple[Any, ...]:
    """Return indices for numpy; masked ones are 0."""
    return tuple(
        slice(None) if index is None else np.where(mask.array, index.array, 0) for index in indices
    )


def _masked_index(
    self: Tensor, mask: Tensor, indices: Sequence[Tensor | None], fill: Number
) -> Tensor:
    found = self.array[_clamp(self, indices, mask)]
    kept = mask.array.reshape(*mask.shape, *(1,) * (found.ndim - mask.array.ndim))
    return self.over(np.where(kept, found, number_array(fill, found.dtype)))


def _masked_index_put(
    self: Tensor, mask: Tensor, indices: Sequence[Tensor | None], values: Tensor
) -> Tensor:
    result = self.array.copy()
    kept = mask.array.reshape(*mask.shape, *(1,) * (values.array.ndim - mask.array.ndim))
    added = np.where(kept, values.array, values.array.dtype.type(0))
    np.add.at(result, _clamp(self, indices, mask), added)
    return self.over(result)


SCATTERING: Table = {
    "aten.scatter.reduce": _scatter_reduce,
    "aten.scatter.value_reduce": _scatter_reduce,
    "aten.scatter_reduce.two": _scatter_reduce,
    "aten.index_reduce": _index_reduce,
    "aten.put": _put,
    "aten.masked_scatter": _masked_scatter,
    "aten.select_scatter": _into_view(VIEWS["aten.select.int"]),
    "aten.slice_scatter": _into_view(VIEWS["aten.slice.Tensor"]),
    "aten.diagonal_scatter": _into_view(SHAPE["aten.diagonal"]),
    "aten.copy": _copy,
    "aten.fill_diagonal_": _fill_diagonal_,
    "aten._unsafe_masked_index": _masked_index,
    "aten._unsafe_masked_index_put_accumulate": _masked_index_put,
}
