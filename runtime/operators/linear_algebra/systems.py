"""Systems of linear equations, determinants and powers of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import INT64, Table, tensor, wrap_result
from xdsl_torchscript.runtime.operators.linear_algebra.factorisations import lu_solution
from xdsl_torchscript.runtime.operators.linear_algebra.lapack import (
    PLAIN,
    SINGULAR,
    TRANSPOSE,
    by_columns,
    check_info,
    lu_factors,
    matrices,
    over_matrices,
    same_type,
    scipy_linalg,
    solve_by_triangle,
)
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, Tensor

# ---- equations


def _solve_system(
    name: str, self: Tensor, right: Tensor, left: bool
) -> tuple[Array, Array, Array, Array]:
    """Return the solution, and the factors, pivots and info of the system."""
    a, b = matrices(name, self, True), right.array
    same_type(name, self, right)
    # The right side, one dimension short, holds vectors.
    vectors = b.ndim == 1 or (b.ndim == a.ndim - 1 and b.shape == a.shape[:-1])
    if vectors and not left:
        raise BadValue(f"'{name}' takes vectors only on the right of the system")
    columns = b[..., None] if vectors else b
    if columns.shape[-2 if left else -1] != a.shape[-1]:
        raise BadValue(f"'{name}' of systems {list(a.shape)} and right sides {list(b.shape)}")
    factors, pivots, info = lu_factors(a)
    found = lu_solution(factors, pivots, columns, left, False)
    if vectors:
        found = by_columns(found[..., 0]) if found.ndim > 2 else found[..., 0]
    return found, factors, pivots, info


def _solve(self: Tensor, right: Tensor, left: bool) -> Tensor:
    """Solve for a right side of matrices, or, one dimension short, of vectors."""
    found, *_, info = _solve_system("aten.linalg_solve", self, right, left)
    check_info("aten.linalg_solve", info, SINGULAR)
    return tensor(found)


def _solve_parts(
    self: Tensor, right: Tensor, left: bool, check_errors: bool
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    found, factors, pivots, info = _solve_system("aten.linalg_solve_ex", self, right, left)
    if check_errors:
        check_info("aten.linalg_solve_ex", info, SINGULAR)
    return tensor(found), tensor(factors), tensor(pivots), tensor(info)


def _solve_ex(self: Tensor, right: Tensor, left: bool, check_errors: bool) -> tuple[Tensor, Tensor]:
    found, *_, info = _solve_parts(self, right, left, check_errors)
    return found, info


def _solve_triangular(
    self: Tensor, right: Tensor, upper: bool, left: bool, unitriangular: bool
) -> Tensor:
    name = "aten.linalg_solve_triangular"
    a, b = matrices(name, self, True), matrices(name, right)
    same_type(name, self, right)
    if b.shape[-2 if left else -1] != a.shape[-1]:
        raise BadValue(f"'{name}' of systems {list(a.shape)} and right sides {list(b.shape)}")
    return tensor(solve_by_triangle(a, b, upper, left, unitriangular))


def _triangular_solve(
    self: Tensor, system: Tensor, upper: bool, transpose: bool, unitriangular: bool
) -> tuple[Tensor, Tensor]:
    """Return the solution, and a copy of the system."""
    name = "aten.triangular_solve"
    a, b = matrices(name, system, True), matrices(name, self)
    same_type(name, self, system)
    if b.shape[-2] != a.shape[-1]:
        raise BadValue(f"'{name}' of systems {list(a.shape)} and right sides {list(b.shape)}")
    form = TRANSPOSE if transpose else PLAIN
    found = solve_by_triangle(a, b, upper, True, unitriangular, form)
    spread = np.broadcast_to(a, (*found.shape[:-2], *a.shape[-2:]))
    return tensor(found), tensor(by_columns(spread.copy()))


_DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def _lstsq(
    self: Tensor, right: Tensor, rcond: float | None, driver: str | None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the least-squares solution; residuals of full-rank overdetermined systems; rank and
    singular values if the driver computes them."""
    name = "aten.linalg_lstsq"
    a, driver = matrices(name, self), driver or "gelsy"
    same_type(name, self, right)
    if driver not in _DRIVERS:
        raise BadValue(f"'{name}' knows the drivers {', '.join(_DRIVERS)}, not '{driver}'")
    vectors = right.array.ndim == a.ndim - 1
    b = right.array[..., None] if vectors else right.array
    rows, columns = a.shape[-2:]
    bound = float(np.finfo(a.dtype).eps) * max(rows, columns) if rcond is None else rcond

    if not np.isfinite(a).all():
        raise BadValue(f"'{name}' needs finite elements")

    def kernel(system: Array, side: Array) -> tuple[Any, ...]:
        solution, _, rank, values = np.linalg.lstsq(system, side, bound)
        return solution, np.int64(rank), values

    solution, ranks, values = over_matrices(kernel, a, b)
    # The routines write the solution over the right sides, which may have more rows.
    place = np.empty((*solution.shape[:-2], b.shape[-1], max(rows, columns)), a.dtype)
    shaped = place.swapaxes(-2, -1)[..., :columns, :]
    shaped[...] = solution
    left = np.sum(np.abs(a @ solution - b) ** 2, axis=-2)
    full = rows > columns and driver != "gelsy" and bool(np.all(ranks == columns))
    empty = np.empty(0, left.dtype)
    return (
        tensor(shaped[..., 0] if vectors else shaped),
        tensor(left if full else empty),
        tensor(ranks if driver != "gels" else empty.astype(INT64)),
        tensor(values if driver in ("gelsd", "gelss") else empty),
    )


def _inverse_ex(self: Tensor, check_errors: bool) -> tuple[Tensor, Tensor]:
    name = "aten.linalg_inv_ex"
    array = matrices(name, self, True)
    identity = np.broadcast_to(np.eye(array.shape[-1], dtype=array.dtype), array.shape)
    found, *_, info = _solve_system(name, self, Tensor(identity), True)
    if check_errors:
        check_info(name, info, SINGULAR)
    return tensor(found), tensor(info)


def _factors_of_transpose(array: Array) -> tuple[Tensor, Tensor]:
    """Factor as PyTorch for determinants: real rows are read as columns."""
    rows = array.flags.c_contiguous and array.dtype.kind != "c"
    factors, pivots, _ = lu_factors(array.swapaxes(-2, -1) if rows else array)
    return tensor(factors), tensor(pivots)


def _det_parts(self: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    determinant = np.linalg.det(matrices("aten.linalg_det", self, True))
    return tensor(determinant), *_factors_of_transpose(self.array)


def _slogdet_parts(self: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    sign, log = np.linalg.slogdet(matrices("aten.linalg_slogdet", self, True))
    return tensor(sign), tensor(log), *_factors_of_transpose(self.array)


def _matrix_exp(self: Tensor) -> Tensor:
    """Return the exponential, computed in double precision for accuracy."""
    name, array = "aten.matrix_exp", self.array
    check_floating(name, array.dtype)
    if array.ndim < 2 or array.shape[-1] != array.shape[-2]:
        raise BadValue(f"'{name}' takes square matrices, not {list(array.shape)}")
    wide = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)

    def kernel(a: Array) -> tuple[Any, ...]:
        return (scipy_linalg().expm(a) if a.size else a,)

    return wrap_result(np.ascontiguousarray(over_matrices(kernel, wide)[0]), array.dtype)


SYSTEMS: Table = {
    "aten.linalg_solve": _solve,
    "aten.linalg_solve_ex": _solve_ex,
    "aten._linalg_solve_ex": _solve_parts,
    "aten.linalg_solve_triangular": _solve_triangular,
    "aten.triangular_solve": _triangular_solve,
    "aten.linalg_lstsq": _lstsq,
    "aten.linalg_inv_ex": _inverse_ex,
    "aten._linalg_det": _det_parts,
    "aten._linalg_slogdet": _slogdet_parts,
    "aten.linalg_matrix_exp": _matrix_exp,
    "aten.matrix_exp": _matrix_exp,
}
