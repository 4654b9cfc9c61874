"""Reductions over all dimensions or some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    BOOL,
    INT64,
    Implementation,
    Table,
    is_integral,
    number_array,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import is_in_order
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.operators.specialiser import (
    FAST_TYPES,
    WRONG,
    Specialiser,
    are_known,
    general_on,
)
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

UINT8, UINT64 = np.dtype(np.uint8), np.dtype(np.uint64)


def axes_of(self: Tensor, dim: Sequence[int] | None) -> tuple[int, ...]:
    """Return the dimensions to reduce; none given means all."""
    rank = self.array.ndim
    axes = tuple(wrap_dim(d, rank) for d in dim or ())
    if len(set(axes)) != len(axes):
        raise BadValue(f"a dimension appears twice in {list(dim or ())}")
    return axes if axes and rank else tuple(range(rank))


def _accumulate(function: Any, self: Tensor, dtype: NumpyDtype, axes: Any, keep: bool) -> Tensor:
    values = convert(self.array, dtype).astype(work_dtype(dtype), copy=False)
    result = function(values, axis=axes, keepdims=keep, dtype=values.dtype)
    return wrap_result(result, dtype)


def sum_dtype(self: Tensor, dtype: int | None) -> NumpyDtype:
    """Return a sum's type: int64 for integers unless another is requested."""
    if dtype is not None:
        return dtype_from_code(dtype)
    return INT64 if is_integral(self.array.dtype) else self.array.dtype


def _sum(self: Tensor, dtype: int | None) -> Tensor:
    return _accumulate(np.add.reduce, self, sum_dtype(self, dtype), None, False)


def _sum_dims(self: Tensor, dim: list[int] | None, keepdim: bool, dtype: int | None) -> Tensor:
    return _accumulate(np.add.reduce, self, sum_dtype(self, dtype), axes_of(self, dim), keepdim)


def _prod(self: Tensor, dtype: int | None) -> Tensor:
    return _accumulate(np.multiply.reduce, self, sum_dtype(self, dtype), None, False)


def _prod_dim(self: Tensor, dim: int, keepdim: bool, dtype: int | None) -> Tensor:
    return _accumulate(
        np.multiply.reduce, self, sum_dtype(self, dtype), axes_of(self, [dim]), keepdim
    )


_total: Callable[..., Any] = np.add.reduce


def mean_of(
    values: Array, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False
) -> Any:
    """Return the result of `np.mean`, without its checks."""
    total = _total(values, axis, dtype, out, keepdims)
    count = values.size // total.size if total.size else 0
    if total.ndim:
        return np.true_divide(total, number_array(count, total.dtype), total)
    return total / count


def _mean(
    self: Tensor, dim: list[int] | None = None, keepdim: bool = False, dtype: int | None = None
) -> Tensor:
    target = self.array.dtype if dtype is None else dtype_from_code(dtype)
    if is_integral(target):
        raise BadType(f"'aten.mean' is not defined on {target} tensors")
    return _accumulate(mean_of, self, target, axes_of(self, dim), keepdim)


def check_extremes(self: Tensor, axes: Iterable[int]) -> None:
    """Raise BadType for complex numbers, which have no extremes, and BadIndex for a dimension of
    size 0."""
    if self.array.dtype.kind == "c":
        raise BadType(f"{self.array.dtype} tensors cannot be ordered")
    for axis in axes:
        if self.array.shape[axis] == 0:
            raise BadIndex(f"dimension {axis} has size 0, and so no extreme")


def _extreme(function: Any) -> Any:
    def run(self: Tensor, dim: Sequence[int] = (), keepdim: bool = False) -> Tensor:
        check_extremes(self, axes_of(self, dim) if dim else ())
        result = function(self.array, axis=axes_of(self, dim), keepdims=keepdim)
        return wrap_result(result, self.array.dtype)

    return run


def _test(function: Any) -> Any:
    """Return a test; uint8 tensors give uint8, all others bool."""

    def run(self: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
        axes = axes_of(self, None if dim is None else [dim])
        result = function(self.array, axis=axes, keepdims=keepdim)
        return wrap_result(result, UINT8 if self.array.dtype == UINT8 else BOOL)

    return run


def _extreme_with_index(best: Any, where: Any) -> Any:
    """Return the extreme along one dimension, and the index of its first occurrence."""

    def run(self: Tensor, dim: int, keepdim: bool) -> tuple[Tensor, Tensor]:
        axis = axes_of(self, [dim])
        check_extremes(self, axis)
        at = axis[0] if axis else None
        values = best(self.array, axis=axis, keepdims=keepdim)
        index = where(self.array, axis=at, keepdims=keepdim)
        return wrap_result(values, self.array.dtype), wrap_result(index, INT64)

    return run


def _hash(self: Tensor, dim: Sequence[int], keepdim: bool, mode: int) -> Tensor:
    """Return the exclusive or of the bits of all elements; there is only mode 0."""
    if mode:
        raise BadValue(f"'aten.hash_tensor' has mode 0 only, not {mode}")
    axes = axes_of(self, dim)
    if any(self.array.shape[axis] == 0 for axis in axes):
        raise BadValue(f"'aten.hash_tensor' of no elements: {list(self.array.shape)}")
    # Floats in double precision, others as 64 bits.
    values = self.array
    if values.dtype.kind == "c":
        raise BadType("'aten.hash_tensor' is not defined on complex tensors")
    bits = (
        values.astype(INT64, copy=False).view(UINT64)
        if is_integral(values.dtype)
        else values.astype(np.float64, copy=False).view(UINT64)
    )
    folded = np.bitwise_xor.reduce(bits, axis=axes, keepdims=keepdim)
    return wrap_result(folded, UINT64)


REDUCTION: Table = {
    "aten.sum": _sum,
    "aten.sum.dim_IntList": _sum_dims,
    "aten.prod": _prod,
    "aten.prod.dim_int": _prod_dim,
    **by_name(_mean, "aten.mean", "aten.mean.dim"),
    "aten.amax": _extreme(np.max),
    "aten.amin": _extreme(np.min),
    "aten.max": _extreme(np.max),
    "aten.min": _extreme(np.min),
    "aten.all": _test(np.all),
    "aten.any": _test(np.any),
    "aten.all.dim": _test(np.all),
    "aten.any.dim": _test(np.any),
    "aten.max.dim": _extreme_with_index(np.max, np.argmax),
    "aten.min.dim": _extreme_with_index(np.min, np.argmin),
    "aten.hash_tensor": _hash,
}


# ---- with arguments that a program fixes


_TOTALS: dict[str, Callable[..., Any]] = {
    "aten.sum": np.add.reduce,
    "aten.mean": mean_of,
    "aten.sum.dim_IntList": np.add.reduce,
    "aten.mean.dim": mean_of,
    "aten.amax": np.maximum.reduce,
    "aten.amin": np.minimum.reduce,
    "aten.max": np.maximum.reduce,
    "aten.min": np.minimum.reduce,
}
"""A reduction of an array: takes axes, a type, an array to write into, whether to keep them."""


def _specialise_reduction(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise a reduction over known dimensions in the tensor's dtype."""
    dims, keepdim, dtype = _reduce(*arguments[1:]) if are_known(arguments) else (None, False, 0)
    if dtype is not None:
        return None
    reduce, general = _TOTALS[name], general_on(function, arguments)
    axes = tuple(dims or ()) or None

    def run(self: Tensor) -> Tensor:
        array = self.array
        dtype = array.dtype
        if dtype not in FAST_TYPES:
            return general(self)
        try:
            result = reduce(array, axes, None, None, keepdim)
        except WRONG:
            return general(self)
        return wrap_result(result, dtype) if is_in_order(result) else general(self)

    return run


def _reduce(*rest: Any) -> tuple[list[int] | None, bool, int | None]:
    """Return the dimensions, `keepdim` and the dtype, as far as the operator takes them."""
    if len(rest) < 2:
        return None, False, rest[0] if rest else None
    dims, keepdim, *dtype = rest
    return dims, keepdim, dtype[0] if dtype else None


SPECIALISED_REDUCTION: dict[str, Specialiser] = dict.fromkeys(_TOTALS, _specialise_reduction)
