"""Norms of vectors and matrices, and tensors scaled to a norm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    is_integral,
    real_dtype,
    tensor,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.operators.reductions.reduction import axes_of
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

_Axes = tuple[int, ...] | None


def norm_of(array: Array, p: float, axes: _Axes, keepdim: bool) -> Array:
    """Return the p-norm over some axes; 0 counts nonzero elements."""
    magnitudes = np.abs(array)
    if magnitudes.size == 0 and p < 0:
        raise BadValue(f"a norm of order {p} needs elements")
    if p == np.inf:
        return np.max(magnitudes, axis=axes, keepdims=keepdim, initial=0)
    if p == -np.inf:
        return np.min(magnitudes, axis=axes, keepdims=keepdim)
    if p == 0:
        return np.sum(magnitudes != 0, axis=axes, keepdims=keepdim).astype(magnitudes.dtype)
    if p == 2:
        return np.sqrt(np.sum(np.square(magnitudes), axis=axes, keepdims=keepdim))
    powers = np.sum(magnitudes**p, axis=axes, keepdims=keepdim)
    return np.asarray(powers ** (1 / p)).astype(magnitudes.dtype)


def _target(self: Tensor, dtype: int | None, name: str = "aten.norm") -> NumpyDtype:
    target = self.array.dtype if dtype is None else dtype_from_code(dtype)
    if is_integral(target):
        raise BadType(f"'{name}' is not defined on {target} tensors")
    return target


def _read(self: Tensor, target: NumpyDtype) -> Array:
    return convert(self.array, target).astype(work_dtype(target), copy=False)


def _order(p: Number | None) -> float:
    if isinstance(p, complex):
        raise BadType(f"the order of a norm must be a real number, not {p}")
    return 2.0 if p is None else float(p)


def _vector_norm(
    self: Tensor,
    p: Number | None,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    dtype: int | None = None,
) -> Tensor:
    target = _target(self, dtype)
    axes = axes_of(self, dim)
    return wrap_result(norm_of(_read(self, target), _order(p), axes, keepdim), real_dtype(target))


def _linalg_vector_norm(
    self: Tensor, p: Number | None, dim: Sequence[int] | None, keepdim: bool, dtype: int | None
) -> Tensor:
    """Return the norm. Raises BadType for a type that cannot hold the elements."""
    own = self.array.dtype
    target = _target(self, dtype, "aten.linalg_vector_norm")
    if is_integral(own) or np.promote_types(own, target) != target:
        raise BadType(f"'aten.linalg_vector_norm' of {own} tensors is not computed in {target}")
    return _vector_norm(self, p, dim, keepdim, dtype)


def _power_sum(
    self: Tensor, p: Number, dim: Sequence[int] | None, keepdim: bool, dtype: int | None
) -> Tensor:
    target = _target(self, dtype)
    powers = np.abs(_read(self, target)) ** _order(p)
    return wrap_result(
        np.sum(powers, axis=axes_of(self, dim), keepdims=keepdim), real_dtype(target)
    )


def _matrix_norm(
    self: Tensor, order: Number | str, dim: Sequence[int], keepdim: bool, dtype: int | None
) -> Tensor:
    """Return a norm by sums of rows or columns, by singular values, or the Frobenius or nuclear
    norm."""
    if order not in ("fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
        raise BadValue(f"a matrix norm of order {order!r} is not defined")
    target = _target(self, dtype, "aten.linalg_matrix_norm")
    if len(dim) != 2 or self.array.ndim < 2:
        raise BadValue(f"a matrix norm is over two dimensions, not {list(dim)}")
    first, second = (wrap_dim(d, self.array.ndim) for d in dim)
    if first == second:
        raise BadValue(f"a matrix norm is over two different dimensions, not {list(dim)}")
    axes = (first, second)
    values = _read(self, target)
    if order == "fro":
        return wrap_result(norm_of(values, 2, axes, keepdim), real_dtype(target))
    if 0 in (values.shape[axes[0]], values.shape[axes[1]]):
        # 0, except for a minimum over no lines or values.
        lines: dict[Any, int] = {-1: values.shape[axes[1]], -np.inf: values.shape[axes[0]], -2: 0}
        if not lines.get(order, 1):
            raise BadIndex(f"a matrix norm of order {order!r} needs elements")
        return wrap_result(np.sum(np.abs(values), axis=axes, keepdims=keepdim), real_dtype(target))
    result: Any = np.linalg.norm(values, order, axes, keepdim)  # pyright: ignore
    return wrap_result(result, real_dtype(target))


def linalg_norm(
    self: Tensor,
    order: Number | str | None,
    dim: Sequence[int] | None,
    keepdim: bool,
    dtype: int | None,
) -> Tensor:
    """Return the norm of an order, of vectors over one dimension or matrices over two. Without an
    order, take the norm of all elements."""
    count = self.array.ndim if dim is None else len(dim)
    if order is None or (count == 1 and not isinstance(order, str)):
        if isinstance(order, str):
            raise BadValue(f"a norm of order '{order}' is of matrices, over two dimensions")
        return _linalg_vector_norm(self, order, dim, keepdim, dtype)
    if count != 2:
        raise BadValue(f"a norm of order {order!r} is over one or two dimensions, not {count}")
    return _matrix_norm(self, order, [-2, -1] if dim is None else dim, keepdim, dtype)


def _others(array: Array, dim: int) -> tuple[int, ...]:
    kept = wrap_dim(dim, array.ndim)
    return tuple(axis for axis in range(array.ndim) if axis != kept)


_TOWARDS_NOTHING = 1e-7
"""Keeps divisions by a norm from those by zero."""


def clip_norms(values: Array, norms: Array, limit: float) -> Array:
    """Scale the parts with a norm above the limit down to it."""
    factor = np.where(norms > limit, limit / (norms + _TOWARDS_NOTHING), 1.0)
    return values * factor.astype(norms.dtype)


def _renorm(self: Tensor, p: Number, dim: int, limit: Number) -> Tensor:
    """Scale each slice along `dim` to a norm of at most `limit`."""
    if self.array.ndim < 2 or _order(p) <= 0 or _order(limit) < 0:
        raise BadValue("'aten.renorm' needs two dimensions, a positive p, a limit not negative")
    values = _read(self, _target(self, None, "aten.renorm"))
    norms = norm_of(values, _order(p), _others(values, dim), True)
    return wrap_result(clip_norms(values, norms, _order(limit)), self.array.dtype)


def _renorm_(self: Tensor, p: Number, dim: int, limit: Number) -> Tensor:
    return self.copy_(_renorm(self, p, dim, limit))


def _weight_norm_with_norms(v: Tensor, g: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    norms = (
        wrap_result(norm_of(v.array, 2, None, False), v.array.dtype)
        if dim == -1
        else tensor(norm_of(v.array, 2, _others(v.array, dim), True))
    )
    return wrap_result(v.array * (g.array / norms.array), v.array.dtype), norms


NORMS: Table = {
    **by_name(
        _vector_norm,
        "aten.norm.Scalar",
        "aten.norm.ScalarOpt_dim",
        "aten.norm.ScalarOpt_dim_dtype",
        "aten.norm.ScalarOpt_dtype",
        "aten.native_norm",
        "aten.native_norm.ScalarOpt_dim_dtype",
    ),
    "aten.linalg_vector_norm": _linalg_vector_norm,
    "aten.linalg__powsum": _power_sum,
    "aten.linalg_matrix_norm": _matrix_norm,
    "aten.linalg_matrix_norm.str_ord": _matrix_norm,
    "aten.linalg_norm": linalg_norm,
    "aten.linalg_norm.ord_str": linalg_norm,
    "aten.renorm": _renorm,
    "aten.renorm_": _renorm_,
    "aten._weight_norm_interface": _weight_norm_with_norms,
}
