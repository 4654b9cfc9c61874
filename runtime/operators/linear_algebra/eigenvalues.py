"""Singular values and eigenvalues, and rank, condition and pseudo-inverse by them."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import SchemaArgument, by_name
from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    is_integral,
    real_dtype,
    tensor,
)
from xdsl_torchscript.runtime.operators.linear_algebra.lapack import (
    by_columns,
    conjugate_transpose,
    lu_factors,
    matrices,
)
from xdsl_torchscript.runtime.operators.reductions.norms import linalg_norm
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _factors(array: Array, full: bool) -> tuple[Array, Array, Array]:
    """Return singular vectors and values. Raises BadValue for infinities, on which LAPACK may not
    terminate."""
    if not np.isfinite(array).all():
        raise BadValue("singular vectors of a matrix with NaN or infinities are not defined")
    return np.linalg.svd(array, full)


def _svd(self: Tensor, full: bool, driver: str | None) -> tuple[Tensor, Tensor, Tensor]:
    if driver is not None:
        raise BadValue("'aten.linalg_svd' supports drivers only on CUDA")
    u, s, vh = _factors(matrices("aten.linalg_svd", self), full)
    return tensor(by_columns(u)), tensor(s), tensor(by_columns(vh))


def _svd_parts(
    self: Tensor, full: bool, compute_uv: bool, driver: str | None
) -> tuple[Tensor, Tensor, Tensor]:
    if compute_uv:
        return _svd(self, full, driver)
    nothing = np.empty(0, self.array.dtype)
    return Tensor(nothing), _svdvals(self, driver), Tensor(nothing)


def _svd_before(self: Tensor, some: bool, compute_uv: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Return the factors, the third not transposed; zeros for vectors that are not requested."""
    if compute_uv:
        u, s, vh = _svd(self, not some, None)
        return u, s, tensor(conjugate_transpose(vh.array))
    (rows, columns), lead = self.shape[-2:], self.shape[:-2]
    blank = [np.zeros((*lead, n, n), self.array.dtype) for n in (rows, columns)]
    return Tensor(blank[0]), _svdvals(self, None), Tensor(blank[1].swapaxes(-2, -1))


def _svdvals(self: Tensor, driver: str | None) -> Tensor:
    return tensor(np.linalg.svd(matrices("aten.linalg_svdvals", self), compute_uv=False))


def _eigh(self: Tensor, triangle: str) -> tuple[Tensor, Tensor]:
    values, vectors = np.linalg.eigh(matrices("aten.linalg_eigh", self, True), _check(triangle))
    return tensor(values), tensor(by_columns(vectors))


def _eigh_parts(self: Tensor, triangle: str, compute_v: bool) -> tuple[Tensor, Tensor]:
    if compute_v:
        return _eigh(self, triangle)
    return _eigvalsh(self, triangle), Tensor(np.empty(0, self.array.dtype))


def _eigvalsh(self: Tensor, triangle: str) -> Tensor:
    array = matrices("aten.linalg_eigvalsh", self, True)
    return tensor(np.linalg.eigvalsh(array, _check(triangle)))


def _check(triangle: str) -> Any:
    if triangle.upper() not in ("L", "U"):
        raise BadValue(f"a triangle must be 'L' or 'U', not '{triangle}'")
    return triangle.upper()


def _complex(array: Any, like: Array) -> Array:
    wide = like.dtype.itemsize == (16 if like.dtype.kind == "c" else 8)
    return np.asarray(array).astype(np.complex128 if wide else np.complex64)


def _eig(self: Tensor) -> tuple[Tensor, Tensor]:
    array = matrices("aten.linalg_eig", self, True)
    values, vectors = np.linalg.eig(array)
    return Tensor(_complex(values, array)), Tensor(by_columns(_complex(vectors, array)))


def _eigvals(self: Tensor) -> Tensor:
    array = matrices("aten.linalg_eigvals", self, True)
    return Tensor(_complex(np.linalg.eigvals(array), array))


# ---- rank, condition, pseudo-inverse

Bound = Tensor | float | None


def _number(bound: Bound) -> Any:
    return bound.array if isinstance(bound, Tensor) else bound


def _pinv(self: Tensor, atol: Bound, rtol: Bound, hermitian: bool) -> Tensor:
    array = matrices("aten.linalg_pinv", self, hermitian)
    if not array.size:
        return Tensor(np.empty((*array.shape[:-2], array.shape[-1], array.shape[-2]), array.dtype))
    if not hermitian:
        u, s, vh = _factors(array, False)
    else:
        values, vectors = np.linalg.eigh(array)
        u, s, vh = (
            vectors * np.sign(values)[..., None, :],
            np.abs(values),
            conjugate_transpose(vectors),
        )
    # Up to the bound, values count as zero. The relative bound defaults to the resolution of the
    # type times the size, without an absolute one.
    absolute, relative = _number(atol), _number(rtol)
    default = np.finfo(s.dtype).eps * max(array.shape[-2:])
    if relative is None:
        given = 0.0 if absolute is None else absolute
        relative = np.where(np.asarray(given) > 0, 0.0, default)
    largest = np.max(s, axis=-1, initial=0)
    bound = np.maximum(0.0 if absolute is None else absolute, relative * largest)[..., None]
    inverted = np.where(s > bound, 1 / np.where(s > bound, s, 1), 0).astype(s.dtype)
    product = (conjugate_transpose(vh) * inverted[..., None, :]) @ conjugate_transpose(u)
    return Tensor(np.ascontiguousarray(product.astype(array.dtype, copy=False)))


def _cond(self: Tensor, p: Number | str | None) -> Tensor:
    """Return the product of the norms of a matrix and its inverse; inf for singular ones."""
    array = matrices("aten.linalg_cond", self)
    if p in (None, 2, -2):
        s = np.linalg.svd(array, compute_uv=False)
        if not s.shape[-1]:
            return tensor(np.zeros(s.shape[:-1], s.dtype))
        first, last = s[..., 0], s[..., -1]
        return tensor(last / first if p == -2 else first / last)
    square = matrices("aten.linalg_cond", self, True)
    singular = lu_factors(square)[2] != 0
    safe = np.where(singular[..., None, None], np.eye(square.shape[-1]), square)
    inverse = Tensor(np.linalg.inv(safe).astype(square.dtype))
    norms = [linalg_norm(t, p, [-2, -1], False, None).array for t in (self, inverse)]
    found = np.where(singular, np.inf, norms[0] * norms[1])
    return Tensor(found.astype(real_dtype(square.dtype)))


def _vander(self: Tensor, count: int | None) -> Tensor:
    """Return the powers of each element, from 0 up."""
    dtype = np.dtype(np.int64) if is_integral(self.array.dtype) else self.array.dtype
    array = np.atleast_1d(self.array).astype(dtype)
    size = array.shape[-1] if count is None else count
    return tensor((array[..., None] ** np.arange(size)).astype(dtype))


EIGENVALUES: Table = {
    "aten.linalg_svd": _svd,
    "aten._linalg_svd": _svd_parts,
    "aten.svd": _svd_before,
    "aten.linalg_svdvals": _svdvals,
    "aten.linalg_eigh": _eigh,
    "aten._linalg_eigh": _eigh_parts,
    "aten.linalg_eigvalsh": _eigvalsh,
    "aten.linalg_eig": _eig,
    "aten.linalg_eigvals": _eigvals,
    "aten._linalg_eigvals": _eigvals,
    **by_name(
        _pinv,
        "aten.linalg_pinv",
        "aten.linalg_pinv.rcond_tensor",
        atol=0.0,
        rtol=SchemaArgument("rcond"),
    ),
    "aten.linalg_pinv.atol_rtol_float": _pinv,
    "aten.linalg_pinv.atol_rtol_tensor": _pinv,
    "aten.linalg_cond": _cond,
    "aten.linalg_cond.p_str": _cond,
    "aten.linalg_vander": _vander,
}
