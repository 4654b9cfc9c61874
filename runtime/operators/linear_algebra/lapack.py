"""LAPACK's routines over batches of matrices, through scipy.

Results are column-major, as in LAPACK and PyTorch. A
routine that finds a singular matrix returns the first singular row or column in `info`, counted
from 1. The operator decides whether that is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.operand_errors import BadMatrix, BadType, BadValue
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

INT32 = np.dtype(np.int32)
LapackRoutine: TypeAlias = Callable[..., tuple[Any, ...]]
"""From matrices to matrices, vectors and numbers."""


def scipy_linalg() -> Any:
    return lazy_import("scipy.linalg")


def routine(name: str, like: Array) -> Any:
    """Return the routine for the array's type."""
    return _routine(name, like.dtype)


@cache
def _routine(name: str, dtype: NumpyDtype) -> Any:
    return scipy_linalg().get_lapack_funcs(name, dtype=dtype)


def matrices(name: str, self: Tensor, square: bool = False) -> Array:
    """Return the array. Raises BadValue or BadType unless it holds float matrices that LAPACK
    supports."""
    array = self.array
    if array.ndim < 2 or (square and array.shape[-1] != array.shape[-2]):
        kind = "square matrices" if square else "matrices"
        raise BadValue(f"'{name}' takes {kind}, not a tensor of shape {list(array.shape)}")
    check_floating(name, array.dtype)
    if array.dtype.char not in "fdFD":
        raise BadType(f"'{name}' is not defined on {array.dtype} tensors")
    return array


def same_type(name: str, *tensors: Tensor) -> None:
    """Raise BadType for tensors of several element types."""
    found = {t.array.dtype for t in tensors}
    if len(found) > 1:
        types = ", ".join(sorted(map(str, found)))
        raise BadType(f"'{name}' takes tensors of one type, not {types}")


def conjugate_transpose(array: Array) -> Array:
    """Return the conjugate transpose of matrices."""
    return np.conj(array.swapaxes(-2, -1))


def by_columns(array: Any) -> Array:
    """Return the matrices in column-major memory."""
    return np.ascontiguousarray(np.asarray(array).swapaxes(-2, -1)).swapaxes(-2, -1)


def _harmless(array: Array) -> Array:
    """Return a dummy matrix of the batch's shape that any routine accepts: an identity, or trivial
    pivots.
    """
    rows, columns = array.shape[-2:]
    if array.dtype.kind == "i":
        return np.arange(1, rows + 1, dtype=array.dtype)[:, None]
    return np.eye(rows, columns, dtype=array.dtype)


def over_matrices(kernel: LapackRoutine, *arrays: Array) -> tuple[Array, ...]:
    """Apply the kernel to each matrix of a batch; the batches are broadcast."""
    if all(a.ndim == 2 for a in arrays):
        parts = map(np.asarray, kernel(*arrays))
        return tuple(by_columns(part) if part.ndim == 2 else part for part in parts)
    lead = np.broadcast_shapes(*[a.shape[:-2] for a in arrays])
    spread = [np.broadcast_to(a, (*lead, *a.shape[-2:])) for a in arrays]
    found = [kernel(*(a[place] for a in spread)) for place in np.ndindex(*lead)]
    # An empty batch has the sizes and types of any other.
    model = found[0] if found else kernel(*map(_harmless, arrays))
    results: list[Array] = []
    for i, part in enumerate(model):
        shape, dtype = np.shape(part), np.asarray(part).dtype
        whole = np.array([f[i] for f in found], dtype).reshape((*lead, *shape))
        results.append(by_columns(whole) if len(shape) == 2 else whole)
    return tuple(results)


def check_info(name: str, info: Array, reason: str) -> None:
    """Raise BadMatrix if LAPACK's `info` reports a failure for a matrix of the batch."""
    bad = np.flatnonzero(info)
    if bad.size:
        which = f"matrix {bad[0]} of the batch" if info.ndim else "the matrix"
        raise BadMatrix(f"'{name}': {which} {reason} (row {info.reshape(-1)[bad[0]]})")


SINGULAR = "is singular"


def _no_info() -> Any:
    return np.int32(0)


def _lu(a: Array) -> tuple[Any, ...]:
    if not a.size:
        return a, np.zeros(min(a.shape), INT32), _no_info()
    factors, pivots, info = routine("getrf", a)(a)
    return factors, (pivots + 1).astype(INT32), np.int32(info)


def lu_factors(array: Array) -> tuple[Array, Array, Array]:
    """Return both factors in one matrix, the row exchanges, counted from 1, and info."""
    factors, pivots, info = over_matrices(_lu, array)
    return factors, pivots, info


def check_pivots(name: str, pivots: Array, size: int, blocks: bool = False) -> None:
    """Raise BadValue for pivots that name missing rows, which LAPACK would read and write.

    Blocks of two rows in symmetric factors have two negative pivots.
    """
    if pivots.dtype != INT32:
        raise BadType(f"'{name}' takes int32 pivots, not {pivots.dtype}")
    rows = np.abs(pivots) if blocks else pivots
    if rows.size and not 1 <= rows.min() <= rows.max() <= size:
        raise BadValue(f"'{name}' has pivots out of range, expected rows from 1 to {size}")
    for line in pivots.reshape(-1, size).tolist() if blocks and size else []:
        runs = "".join("-" if row < 0 else "+" for row in line).split("+")
        if any(len(run) % 2 for run in runs):
            raise BadValue(f"'{name}' with a negative pivot that is not one of a pair")


PLAIN, TRANSPOSE, ADJOINT = range(3)


def row_order(pivots: Array, size: int) -> list[int]:
    """Return the order of rows after exchanges counted from 1."""
    order = list(range(size))
    for i, other in enumerate(pivots.tolist()):
        order[i], order[other - 1] = order[other - 1], order[i]
    return order


def solve_by_lu(factors: Array, pivots: Array, right: Array, form: int = PLAIN) -> Array:
    """Solve systems in the given form; the columns of `right` are the right sides.

    OpenBLAS exchanges rows in all of its threads, even for the smallest of systems, and waits for
    them, for a time slice if another program runs. So its routine `getrs` is not called.
    """

    def kernel(f: Array, p: Array, b: Array) -> tuple[Any, ...]:
        if not b.size:
            return (b,)
        solve, order = _triangle_solver(f), row_order(p[:, 0], len(f))
        lower, upper = {"lower": True, "diag": True}, {"lower": False, "diag": False}
        if form == PLAIN:
            return (solve(1, f, solve(1, f, b[order], **lower), **upper),)
        exchanged = solve(1, f, solve(1, f, b, trans_a=form, **upper), trans_a=form, **lower)
        found = np.empty_like(exchanged)
        found[order] = exchanged
        return (found,)

    return over_matrices(kernel, factors, pivots[..., None], right)[0]


def _triangle_solver(a: Array) -> LapackRoutine:
    return scipy_linalg().get_blas_funcs("trsm", (a,))


def solve_by_triangle(
    system: Array, right: Array, upper: bool, left: bool, unit: bool, form: int = PLAIN
) -> Array:
    """Solve systems by one triangle, with ones on the diagonal if `unit`."""

    def kernel(a: Array, b: Array) -> tuple[Any, ...]:
        if not b.size:
            return (b,)
        solve = _triangle_solver(a)
        return (solve(1, a, b, side=not left, lower=not upper, trans_a=form, diag=unit),)

    return over_matrices(kernel, system, right)[0]


def lower_triangle(array: Array, upper: bool) -> tuple[Array, Array]:
    """Return the Cholesky factor by one triangle, and info. NaN on the diagonal is not positive,
    which only some libraries check."""

    def kernel(a: Array) -> tuple[Any, ...]:
        if not a.size:
            return a, _no_info()
        factor, info = routine("potrf", a)(a, lower=not upper, clean=True)
        unknown = np.isnan(factor.diagonal())
        return factor, np.int32(unknown.argmax() + 1 if not info and unknown.any() else info)

    factor, info = over_matrices(kernel, array)
    return factor, info


def solve_by_cholesky(factor: Array, right: Array, upper: bool) -> Array:
    def kernel(c: Array, b: Array) -> tuple[Any, ...]:
        return (routine("potrs", c)(c, b, lower=not upper)[0] if b.size else b,)

    return over_matrices(kernel, factor, right)[0]


def inverse_by_cholesky(factor: Array, upper: bool) -> tuple[Array, Array]:
    """Return the inverse of the product of a factor with its adjoint, and info."""

    def kernel(c: Array) -> tuple[Any, ...]:
        if not c.size:
            return c, _no_info()
        half, info = routine("potri", c)(c, lower=not upper)
        whole = np.triu(half) + conjugate_transpose(np.triu(half, 1)) if upper else (
            np.tril(half) + conjugate_transpose(np.tril(half, -1))
        )  # fmt: skip
        return whole, np.int32(info)

    inverse, info = over_matrices(kernel, factor)
    return inverse, info


# ---- reflections


def reflectors(array: Array) -> tuple[Array, Array]:
    """Return the triangle R, the vectors of reflections below it, and their scales."""

    def kernel(a: Array) -> tuple[Any, ...]:
        if not a.size:
            return a, np.zeros(min(a.shape), a.dtype)
        vectors, scales, _, _ = routine("geqrf", a)(a)
        return vectors, scales

    vectors, scales = over_matrices(kernel, array)
    return vectors, scales


def orthogonal(vectors: Array, scales: Array) -> Array:
    """Return the first columns of the product of reflections."""
    kind = "ungqr" if vectors.dtype.kind == "c" else "orgqr"

    def kernel(a: Array, tau: Array) -> tuple[Any, ...]:
        if not a.size:
            return (a,)
        return (routine(kind, a)(a, tau[:, 0])[0],)

    if not scales.shape[-1]:
        return by_columns(np.broadcast_to(np.eye(*vectors.shape[-2:]), vectors.shape)).astype(
            vectors.dtype, order="K"
        )
    return over_matrices(kernel, vectors, scales[..., None])[0]


def apply_reflectors(
    vectors: Array, scales: Array, other: Array, left: bool, adjoint: bool
) -> Array:
    """Multiply matrices by the product of reflections, or its adjoint."""
    wide = vectors.dtype.kind == "c"
    trans = ("C" if wide else "T") if adjoint else "N"

    def kernel(a: Array, tau: Array, c: Array) -> tuple[Any, ...]:
        if not (c.size and tau.size):
            return (c,)
        work, count = max(c.shape) * 64, len(tau)
        call = routine("unmqr" if wide else "ormqr", a)
        return (call("L" if left else "R", trans, a[:, :count], tau[:, 0], c, work)[0],)

    return over_matrices(kernel, vectors, scales[..., None], other)[0]


# ---- symmetric indefinite


def _symmetric(kind: str, hermitian: bool, like: Array) -> Any:
    return routine(("he" if hermitian and like.dtype.kind == "c" else "sy") + kind, like)


def ldl_factors(array: Array, hermitian: bool) -> tuple[Array, Array, Array]:
    """Return the factors of the lower triangle, the row exchanges, negative for blocks, and
    info."""

    def kernel(a: Array) -> tuple[Any, ...]:
        if not a.size:
            return a, np.zeros(len(a), INT32), _no_info()
        factors, pivots, info = _symmetric("trf", hermitian, a)(a, lower=True)
        return np.tril(factors), pivots.astype(INT32), np.int32(info)

    factors, pivots, info = over_matrices(kernel, array)
    return factors, pivots, info


def solve_by_ldl(factors: Array, pivots: Array, right: Array, hermitian: bool) -> Array:
    def kernel(a: Array, p: Array, b: Array) -> tuple[Any, ...]:
        if not b.size:
            return (b,)
        return (_symmetric("trs", hermitian, a)(a, p[:, 0], b, lower=True)[0],)

    return over_matrices(kernel, factors, pivots[..., None], right)[0]
