"""Factorisations into triangles and reflections, QR, Cholesky, LU and LDL, and their solvers."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import SchemaArgument, by_name
from xdsl_torchscript.runtime.operators.core import Table, tensor
from xdsl_torchscript.runtime.operators.linear_algebra.lapack import (
    ADJOINT,
    PLAIN,
    SINGULAR,
    TRANSPOSE,
    apply_reflectors,
    by_columns,
    check_info,
    check_pivots,
    conjugate_transpose,
    inverse_by_cholesky,
    ldl_factors,
    lower_triangle,
    lu_factors,
    matrices,
    orthogonal,
    reflectors,
    row_order,
    same_type,
    solve_by_cholesky,
    solve_by_ldl,
    solve_by_lu,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

# ---- QR


def _qr(self: Tensor, mode: str) -> tuple[Tensor, Tensor]:
    array = matrices("aten.linalg_qr", self)
    if mode not in ("reduced", "complete", "r"):
        raise BadValue(f"'aten.linalg_qr' knows 'reduced', 'complete' and 'r', not '{mode}'")
    rows, columns = array.shape[-2:]
    vectors, scales = reflectors(array)
    height = rows if mode == "complete" else min(rows, columns)
    triangle = tensor(by_columns(np.triu(vectors[..., :height, :])))
    if mode == "r":
        return Tensor(np.empty(0, array.dtype)), triangle
    whole = np.zeros((*array.shape[:-1], height), array.dtype)
    whole[..., :columns] = vectors[..., :height]
    return tensor(orthogonal(whole, scales)), triangle


def _qr_some(self: Tensor, some: bool) -> tuple[Tensor, Tensor]:
    return _qr(self, "reduced" if some else "complete")


def _geqrf(self: Tensor) -> tuple[Tensor, Tensor]:
    """Return the triangle, the vectors of the reflections below it, and their scales."""
    vectors, scales = reflectors(matrices("aten.geqrf", self))
    return tensor(vectors), tensor(scales)


def _check_reflections(name: str, vectors: Array, tau: Tensor) -> None:
    fits = tau.array.ndim == vectors.ndim - 1 and tau.shape[:-1] == vectors.shape[:-2]
    if not fits or tau.shape[-1] > min(vectors.shape[-2:]):
        raise BadValue(
            f"'{name}' of matrices of shape {list(vectors.shape)} with scales of {list(tau.shape)}"
        )


def _householder(self: Tensor, tau: Tensor) -> Tensor:
    """Return the first columns of the product of reflections with vectors below the diagonal."""
    name = "aten.linalg_householder_product"
    array = matrices(name, self)
    same_type(name, self, tau)
    _check_reflections(name, array, tau)
    if array.shape[-2] < array.shape[-1]:
        raise BadValue(f"'{name}' takes at least as many rows as columns, not {self.shape}")
    return tensor(orthogonal(array, tau.array))


def _ormqr(self: Tensor, tau: Tensor, other: Tensor, left: bool, transpose: bool) -> Tensor:
    """Multiply matrices by a product of reflections, or its adjoint, from left or right."""
    array, right = matrices("aten.ormqr", self), matrices("aten.ormqr", other)
    same_type("aten.ormqr", self, tau, other)
    _check_reflections("aten.ormqr", array, tau)
    if array.shape[-2] != right.shape[-2 if left else -1] or array.shape[:-2] != right.shape[:-2]:
        raise BadValue(
            f"'aten.ormqr' of reflections of shape {list(self.shape)} and {list(other.shape)}"
        )
    return tensor(apply_reflectors(array, tau.array, right, left, transpose))


# ---- Cholesky

_INDEFINITE = "is not positive-definite"


def _cholesky_ex(self: Tensor, upper: bool, check_errors: bool) -> tuple[Tensor, Tensor]:
    factor, info = lower_triangle(matrices("aten.linalg_cholesky_ex", self, True), upper)
    if check_errors:
        check_info("aten.linalg_cholesky_ex", info, _INDEFINITE)
    return tensor(factor), tensor(info)


def _cholesky(self: Tensor, upper: bool) -> Tensor:
    factor, info = lower_triangle(matrices("aten.linalg_cholesky", self, True), upper)
    check_info("aten.linalg_cholesky", info, _INDEFINITE)
    return tensor(factor)


def _cholesky_solve(self: Tensor, factor: Tensor, upper: bool) -> Tensor:
    right, system = self.array, matrices("aten.cholesky_solve", factor, True)
    same_type("aten.cholesky_solve", self, factor)
    _check_sizes("aten.cholesky_solve", system, right, True)
    return tensor(solve_by_cholesky(system, right, upper))


def _cholesky_inverse(self: Tensor, upper: bool) -> Tensor:
    inverse, info = inverse_by_cholesky(matrices("aten.cholesky_inverse", self, True), upper)
    check_info("aten.cholesky_inverse", info, SINGULAR)
    return tensor(inverse)


def _check_sizes(name: str, system: Array, right: Array, left: bool) -> None:
    if right.ndim < 2 or right.shape[-2 if left else -1] != system.shape[-1]:
        raise BadValue(
            f"'{name}' of systems of shape {list(system.shape)} and right sides of "
            f"{list(right.shape)}"
        )


# ---- LU


def _lu_array(name: str, self: Tensor, pivot: bool) -> Array:
    if not pivot:
        raise BadValue(f"'{name}' without pivoting is not for CPUs")
    return matrices(name, self)


def _lu_factor_ex(self: Tensor, pivot: bool, check_errors: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Return the factors in one matrix, the row exchanges, counted from 1, and info."""
    name = "aten.linalg_lu_factor_ex"
    factors, pivots, info = lu_factors(_lu_array(name, self, pivot))
    if check_errors:
        check_info(name, info, SINGULAR)
    return tensor(factors), tensor(pivots), tensor(info)


def _lu_factor(self: Tensor, pivot: bool) -> tuple[Tensor, Tensor]:
    name = "aten.linalg_lu_factor"
    factors, pivots, info = lu_factors(_lu_array(name, self, pivot))
    check_info(name, info, SINGULAR)
    return tensor(factors), tensor(pivots)


def _lu_unpack(
    factors: Tensor, pivots: Tensor, unpack_data: bool, unpack_pivots: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the permutation and both triangles; empty tensors for those not requested."""
    array = factors.array
    rows, columns = array.shape[-2:]
    size, lead = min(rows, columns), array.shape[:-2]
    order = lower = upper = np.empty(0, array.dtype)
    if unpack_pivots:
        check_pivots("aten.lu_unpack", pivots.array, rows)
        lines = pivots.array.reshape(int(np.prod(lead)), pivots.shape[-1])
        found = [np.eye(rows)[:, row_order(line, rows)] for line in lines]
        order = np.array(found, array.dtype).reshape((*lead, rows, rows))
    if unpack_data:
        lower = np.tril(array[..., :size], -1) + np.eye(rows, size, dtype=array.dtype)
        upper = np.triu(array[..., :size, :])
    order, lower, upper = map(np.ascontiguousarray, (order, lower, upper))
    return Tensor(order), Tensor(lower), Tensor(upper)


def _lu(self: Tensor, pivot: bool) -> tuple[Tensor, Tensor, Tensor]:
    factors, pivots, _ = lu_factors(_lu_array("aten.linalg_lu", self, pivot))
    return _lu_unpack(Tensor(factors), Tensor(pivots), True, True)


def lu_solution(factors: Array, pivots: Array, right: Array, left: bool, adjoint: bool) -> Array:
    """Solve equations with the unknown at the right (`left`) or at the left of the system."""
    if left:
        return solve_by_lu(factors, pivots, right, ADJOINT if adjoint else PLAIN)
    if adjoint:
        return conjugate_transpose(solve_by_lu(factors, pivots, conjugate_transpose(right)))
    return solve_by_lu(factors, pivots, right.swapaxes(-2, -1), TRANSPOSE).swapaxes(-2, -1)


def _lu_solve(factors: Tensor, pivots: Tensor, right: Tensor, left: bool, adjoint: bool) -> Tensor:
    name = "aten.linalg_lu_solve"
    system = matrices(name, factors, True)
    same_type(name, factors, right)
    _check_sizes(name, system, right.array, left)
    check_pivots(name, pivots.array, system.shape[-1])
    if pivots.array.shape != system.shape[:-1]:
        raise BadValue(f"'{name}' of {list(factors.shape)} with pivots of {list(pivots.shape)}")
    return tensor(lu_solution(system, pivots.array, right.array, left, adjoint))


# ---- LDL


def _ldl_factor_ex(
    self: Tensor, hermitian: bool, check_errors: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Factor symmetric or Hermitian matrices by their lower triangle."""
    name = "aten.linalg_ldl_factor_ex"
    factors, pivots, info = ldl_factors(matrices(name, self, True), hermitian)
    if check_errors:
        check_info(name, info, SINGULAR)
    return tensor(factors), tensor(pivots), tensor(info)


def _ldl_factor(self: Tensor, hermitian: bool) -> tuple[Tensor, Tensor]:
    factors, pivots, _ = _ldl_factor_ex(self, hermitian, True)
    return factors, pivots


def _ldl_solve(factors: Tensor, pivots: Tensor, right: Tensor, hermitian: bool) -> Tensor:
    name = "aten.linalg_ldl_solve"
    system = matrices(name, factors, True)
    same_type(name, factors, right)
    _check_sizes(name, system, right.array, True)
    if pivots.array.shape != system.shape[:-1]:
        raise BadValue(f"'{name}' of {list(factors.shape)} with pivots of {list(pivots.shape)}")
    check_pivots(name, pivots.array, system.shape[-1], blocks=True)
    return tensor(solve_by_ldl(system, pivots.array, right.array, hermitian))


def _check_errors(info: Tensor, api_name: str, is_matrix: bool) -> None:
    """Raise the errors that operators with `info` leave to be checked."""
    check_info(api_name, info.array, SINGULAR)


FACTORISATIONS: Table = {
    "aten.linalg_qr": _qr,
    "aten.qr": _qr_some,
    "aten.geqrf": _geqrf,
    "aten.ormqr": _ormqr,
    "aten.linalg_householder_product": _householder,
    "aten.orgqr": _householder,
    "aten.linalg_cholesky": _cholesky,
    "aten.linalg_cholesky_ex": _cholesky_ex,
    "aten.cholesky": _cholesky,
    "aten.cholesky_solve": _cholesky_solve,
    "aten._cholesky_solve_helper": _cholesky_solve,
    "aten.cholesky_inverse": _cholesky_inverse,
    "aten.linalg_lu": _lu,
    "aten.linalg_lu_factor": _lu_factor,
    "aten.linalg_lu_factor_ex": _lu_factor_ex,
    **by_name(_lu_factor_ex, "aten._lu_with_info", check_errors=False),
    "aten.linalg_lu_solve": _lu_solve,
    **by_name(
        _lu_solve,
        "aten.lu_solve",
        factors=SchemaArgument("LU_data"),
        pivots=SchemaArgument("LU_pivots"),
        right=SchemaArgument("self"),
        left=True,
        adjoint=False,
    ),
    "aten.lu_unpack": _lu_unpack,
    "aten.linalg_ldl_factor": _ldl_factor,
    "aten.linalg_ldl_factor_ex": _ldl_factor_ex,
    "aten.linalg_ldl_solve": _ldl_solve,
    "aten._linalg_check_errors": _check_errors,
}
