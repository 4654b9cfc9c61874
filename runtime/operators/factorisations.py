"""Factorisations of matrices and what follows from them, in batches: numpy's and scipy's LAPACK."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    is_integral,
    only_floating,
    real_dtype,
    tensor,
)
from xdsl_torchscript.runtime.operators.norms import linalg_norm
from xdsl_torchscript.runtime.tensor import Array, Tensor

INT32 = np.dtype(np.int32)


def matrices(name: str, self: Tensor, square: bool = False) -> Array:
    """The array, if it holds float matrices."""
    array = self.array
    if array.ndim < 2 or (square and array.shape[-1] != array.shape[-2]):
        kind = "square matrices" if square else "matrices"
        raise ValueError(f"'{name}' takes {kind}, not a tensor of shape {list(array.shape)}")
    only_floating(name, array.dtype)
    return array


def transposed(array: Array) -> Array:
    """The conjugate transpose of matrices."""
    return np.conj(array.swapaxes(-2, -1))


def scipy_linalg() -> Any:
    return import_module("scipy.linalg")


def each(function: Callable[..., Any], *arrays: Array) -> list[Any]:
    """What a function of matrices answers for each of a batch; the batches are broadcast."""
    lead = np.broadcast_shapes(*[a.shape[:-2] for a in arrays])
    spread = [np.broadcast_to(a, (*lead, *a.shape[-2:])) for a in arrays]
    return [function(*(a[place] for a in spread)) for place in np.ndindex(*lead)]


def batched(function: Callable[..., Any], *arrays: Array) -> Array:
    """The results of a function of matrices in the shape of the batch."""
    lead = np.broadcast_shapes(*[a.shape[:-2] for a in arrays])
    found = each(function, *arrays)
    if not found:
        return np.empty((*lead, *arrays[-1].shape[-2:]), arrays[-1].dtype)
    return np.asarray(np.stack(found)).reshape(*lead, *np.shape(found[0]))


def _as(array: Any, like: Array) -> Tensor:
    return Tensor(np.asarray(array).astype(like.dtype, copy=False))


# ---- orthogonal and triangular


def _qr(self: Tensor, mode: str) -> tuple[Tensor, Tensor]:
    array = matrices("aten.linalg_qr", self)
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"'aten.linalg_qr' knows 'reduced', 'complete' and 'r', not '{mode}'")
    if mode == "r":
        return Tensor(np.empty(0, array.dtype)), tensor(np.linalg.qr(array, "r"))
    q, r = np.linalg.qr(array, "complete" if mode == "complete" else "reduced")
    return tensor(q), tensor(r)


def _qr_some(self: Tensor, some: bool) -> tuple[Tensor, Tensor]:
    return _qr(self, "reduced" if some else "complete")


def _lower_factor(array: Array) -> Array:
    """LAPACK reads the lower triangle."""
    return np.linalg.cholesky(np.tril(array) + transposed(np.tril(array, -1)))


def _cholesky_ex(self: Tensor, upper: bool, check_errors: bool) -> tuple[Tensor, Tensor]:
    array = matrices("aten.linalg_cholesky", self, True)
    factor = _lower_factor(transposed(array) if upper else array)
    found = transposed(factor) if upper else factor
    return tensor(found), tensor(np.zeros(array.shape[:-2], INT32))


def _cholesky(self: Tensor, upper: bool) -> Tensor:
    try:
        return _cholesky_ex(self, upper, True)[0]
    except np.linalg.LinAlgError:
        message = "'aten.linalg_cholesky' of a matrix that is not positive-definite"
        raise ValueError(message) from None


def _cholesky_solve(self: Tensor, factor: Tensor, upper: bool) -> Tensor:
    lower = transposed(factor.array) if upper else factor.array
    return _as(np.linalg.solve(lower @ transposed(lower), self.array), self.array)


def _cholesky_inverse(self: Tensor, upper: bool) -> Tensor:
    array = matrices("aten.cholesky_inverse", self, True)
    lower = transposed(np.triu(array)) if upper else np.tril(array)
    return _as(np.linalg.inv(lower @ transposed(lower)), array)


def _householder(self: Tensor, tau: Tensor) -> Tensor:
    """The product of reflections whose vectors stand below the diagonal."""
    array = matrices("aten.linalg_householder_product", self)
    rows, columns = array.shape[-2:]
    made = np.broadcast_to(np.eye(rows, columns, dtype=array.dtype), array.shape).copy()
    for i in reversed(range(tau.shape[-1])):
        vector = np.tril(array, -1)[..., i : i + 1] + np.eye(rows, dtype=array.dtype)[:, i : i + 1]
        scale = tau.array[..., i, None, None]
        made = made - scale * vector @ (transposed(vector) @ made)
    return _as(made, array)


# ---- LU


def _lu_each(array: Array) -> tuple[Array, Array]:
    factors, pivots = scipy_linalg().lu_factor(array, check_finite=False)
    return factors, pivots + 1


def _lu_factor(self: Tensor, pivot: bool) -> tuple[Tensor, Tensor]:
    """The factors in one matrix, and the rows exchanged, counted from 1."""
    array = matrices("aten.linalg_lu_factor", self)
    if not pivot:
        raise ValueError("'aten.linalg_lu_factor' without pivoting is not for CPUs")
    found = each(_lu_each, array)
    size = min(array.shape[-2:])
    factors = np.array([f for f, _ in found], array.dtype).reshape(array.shape)
    pivots = np.array([p for _, p in found], INT32).reshape(*array.shape[:-2], size)
    return Tensor(factors), Tensor(pivots)


def _lu_factor_ex(self: Tensor, pivot: bool, check_errors: bool) -> tuple[Tensor, Tensor, Tensor]:
    return *_lu_factor(self, pivot), tensor(np.zeros(self.shape[:-2], INT32))


def _permutation(pivots: Array, size: int) -> Array:
    order = np.arange(size)
    for i, other in enumerate(pivots.tolist()):
        order[[i, other - 1]] = order[[other - 1, i]]
    return np.eye(size)[:, order]


def _lu_unpack(
    factors: Tensor, pivots: Tensor, unpack_data: bool, unpack_pivots: bool
) -> tuple[Tensor, Tensor, Tensor]:
    array = factors.array
    rows, columns = array.shape[-2:]
    size = min(rows, columns)
    empty = Tensor(np.empty(0, array.dtype))
    lower = np.tril(array[..., :size], -1) + np.eye(rows, size, dtype=array.dtype)
    lead = array.shape[:-2]
    found = [_permutation(row, rows) for row in pivots.array.reshape(-1, size)]
    orders = np.array(found).reshape(*lead, rows, rows)
    permutation = _as(orders, array) if unpack_pivots else empty
    if not unpack_data:
        return permutation, empty, empty
    return permutation, tensor(lower), tensor(np.triu(array[..., :size, :]))


def _lu(self: Tensor, pivot: bool) -> tuple[Tensor, Tensor, Tensor]:
    return _lu_unpack(*_lu_factor(self, pivot), True, True)


def _lu_solve(factors: Tensor, pivots: Tensor, right: Tensor, left: bool, adjoint: bool) -> Tensor:
    order, lower, upper = _lu_unpack(factors, pivots, True, True)
    whole = order.array @ lower.array @ upper.array
    system = transposed(whole) if adjoint else whole
    if left:
        return _as(np.linalg.solve(system, right.array), factors.array)
    turned = np.linalg.solve(system.swapaxes(-2, -1), right.array.swapaxes(-2, -1))
    return _as(turned.swapaxes(-2, -1), factors.array)


def _lu_solve_before(self: Tensor, factors: Tensor, pivots: Tensor) -> Tensor:
    return _lu_solve(factors, pivots, self, True, False)


# ---- singular values and eigenvalues


def _svd(self: Tensor, full: bool, driver: str | None) -> tuple[Tensor, Tensor, Tensor]:
    array = matrices("aten.linalg_svd", self)
    u, s, vh = np.linalg.svd(array, full)
    return tensor(u), tensor(s), tensor(vh)


def _svd_before(self: Tensor, some: bool, compute_uv: bool) -> tuple[Tensor, Tensor, Tensor]:
    """The third is not transposed; zeros where only the values are asked for."""
    u, s, vh = _svd(self, not some or not compute_uv, None)
    v = transposed(vh.array)
    if not compute_uv:
        return tensor(np.zeros_like(u.array)), s, tensor(np.zeros_like(v))
    return u, s, tensor(v)


def _svdvals(self: Tensor, driver: str | None) -> Tensor:
    return tensor(np.linalg.svd(matrices("aten.linalg_svdvals", self), compute_uv=False))


def _eigh(self: Tensor, triangle: str) -> tuple[Tensor, Tensor]:
    values, vectors = np.linalg.eigh(matrices("aten.linalg_eigh", self, True), _checked(triangle))
    return tensor(values), tensor(vectors)


def _eigvalsh(self: Tensor, triangle: str) -> Tensor:
    array = matrices("aten.linalg_eigvalsh", self, True)
    return tensor(np.linalg.eigvalsh(array, _checked(triangle)))


def _checked(triangle: str) -> Any:
    if triangle.upper() not in ("L", "U"):
        raise ValueError(f"a triangle is 'L' or 'U', not '{triangle}'")
    return triangle.upper()


def _complex(array: Any, like: Array) -> Tensor:
    wide = like.dtype.itemsize == (16 if like.dtype.kind == "c" else 8)
    return Tensor(np.asarray(array).astype(np.complex128 if wide else np.complex64))


def _eig(self: Tensor) -> tuple[Tensor, Tensor]:
    array = matrices("aten.linalg_eig", self, True)
    values, vectors = np.linalg.eig(array)
    return _complex(values, array), _complex(vectors, array)


def _eigvals(self: Tensor) -> Tensor:
    array = matrices("aten.linalg_eigvals", self, True)
    return _complex(np.linalg.eigvals(array), array)


# ---- rank, condition, pseudo-inverse

Bound = Tensor | float | None


def _number(bound: Bound) -> Any:
    return bound.array if isinstance(bound, Tensor) else bound


def _spectrum(array: Array, hermitian: bool) -> Array:
    if hermitian:
        return np.abs(np.linalg.eigvalsh(array))
    return np.linalg.svd(array, compute_uv=False)


def _threshold(array: Array, values: Array, atol: Bound, rtol: Bound) -> Array:
    """Singular values up to this count as zero. The relative bound is by default the resolution of
    the type times the size, if there is no absolute one."""
    absolute, relative = _number(atol), _number(rtol)
    default = np.finfo(values.dtype).eps * max(array.shape[-2:])
    if relative is None:
        given = 0.0 if absolute is None else absolute
        relative = np.where(np.asarray(given) > 0, 0.0, default)
    largest = np.max(values, axis=-1, initial=0)
    return np.maximum(0.0 if absolute is None else absolute, relative * largest)


def _matrix_rank(self: Tensor, atol: Bound, rtol: Bound, hermitian: bool) -> Tensor:
    array = matrices("aten.linalg_matrix_rank", self)
    values = _spectrum(array, hermitian)
    bound = _threshold(array, values, atol, rtol)
    return tensor(np.sum(values > bound[..., None], axis=-1, dtype=np.int64))


def _matrix_rank_tol(self: Tensor, tol: Tensor | float, hermitian: bool) -> Tensor:
    return _matrix_rank(self, tol, 0.0, hermitian)


def _pinv(self: Tensor, atol: Bound, rtol: Bound, hermitian: bool) -> Tensor:
    array = matrices("aten.linalg_pinv", self)
    if not array.size:
        return Tensor(np.empty((*array.shape[:-2], array.shape[-1], array.shape[-2]), array.dtype))
    whole = np.tril(array) + transposed(np.tril(array, -1)) if hermitian else array
    u, s, vh = np.linalg.svd(whole, False)
    bound = _threshold(array, s, atol, rtol)[..., None]
    inverted = np.where(s > bound, 1 / np.where(s > bound, s, 1), 0).astype(s.dtype)
    return _as((transposed(vh) * inverted[..., None, :]) @ transposed(u), array)


def _pinv_rcond(self: Tensor, rcond: Tensor | float, hermitian: bool = False) -> Tensor:
    return _pinv(self, 0.0, rcond, hermitian)


def _cond(self: Tensor, p: Number | str | None) -> Tensor:
    """The product of the norms of a matrix and its inverse; inf for singular ones."""
    array = matrices("aten.linalg_cond", self)
    if p in (None, 2, -2):
        s = np.linalg.svd(array, compute_uv=False)
        if not s.shape[-1]:
            return tensor(np.zeros(s.shape[:-1], s.dtype))
        first, last = s[..., 0], s[..., -1]
        return tensor(last / first if p == -2 else first / last)
    square = matrices("aten.linalg_cond", self, True)
    singular = np.linalg.det(square) == 0
    safe = np.where(singular[..., None, None], np.eye(square.shape[-1]), square)
    inverse = Tensor(np.linalg.inv(safe).astype(square.dtype))
    norms = [linalg_norm(t, p, [-2, -1], False, None).array for t in (self, inverse)]
    found = np.where(singular, np.inf, norms[0] * norms[1])
    return Tensor(found.astype(real_dtype(square.dtype)))


def _vander(self: Tensor, count: int | None) -> Tensor:
    """Powers of each element, from 0 up."""
    dtype = np.dtype(np.int64) if is_integral(self.array.dtype) else self.array.dtype
    array = np.atleast_1d(self.array).astype(dtype)
    size = array.shape[-1] if count is None else count
    return tensor((array[..., None] ** np.arange(size)).astype(dtype))


FACTORISATIONS: Table = {
    "aten.linalg_qr": _qr,
    "aten.qr": _qr_some,
    "aten.linalg_cholesky": _cholesky,
    "aten.linalg_cholesky_ex": _cholesky_ex,
    "aten.cholesky": _cholesky,
    "aten.cholesky_solve": _cholesky_solve,
    "aten.cholesky_inverse": _cholesky_inverse,
    "aten.linalg_householder_product": _householder,
    "aten.orgqr": _householder,
    "aten.linalg_lu": _lu,
    "aten.linalg_lu_factor": _lu_factor,
    "aten.linalg_lu_factor_ex": _lu_factor_ex,
    "aten.linalg_lu_solve": _lu_solve,
    "aten.lu_solve": _lu_solve_before,
    "aten.lu_unpack": _lu_unpack,
    "aten.linalg_svd": _svd,
    "aten.svd": _svd_before,
    "aten.linalg_svdvals": _svdvals,
    "aten.linalg_eigh": _eigh,
    "aten.linalg_eigvalsh": _eigvalsh,
    "aten.linalg_eig": _eig,
    "aten.linalg_eigvals": _eigvals,
    "aten.linalg_matrix_rank": _matrix_rank_tol,
    "aten.linalg_matrix_rank.tol_tensor": _matrix_rank_tol,
    "aten.linalg_matrix_rank.atol_rtol_tensor": _matrix_rank,
    "aten.linalg_matrix_rank.atol_rtol_float": _matrix_rank,
    "aten.linalg_pinv": _pinv_rcond,
    "aten.linalg_pinv.rcond_tensor": _pinv_rcond,
    "aten.linalg_pinv.atol_rtol_float": _pinv,
    "aten.linalg_pinv.atol_rtol_tensor": _pinv,
    "aten.pinverse": _pinv_rcond,
    "aten.linalg_cond": _cond,
    "aten.linalg_cond.p_str": _cond,
    "aten.linalg_vander": _vander,
}
