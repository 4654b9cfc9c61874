"""Systems of linear equations, determinants, powers of matrices, and the products of products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Number,
    Table,
    as_array,
    is_integral,
    rounded,
    tensor,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.factorisations import (
    INT32,
    batched,
    each,
    matrices,
    scipy_linalg,
    transposed,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor

# ---- equations


def _solve(self: Tensor, right: Tensor, left: bool) -> Tensor:
    """The right side holds matrices, or, one dimension short, vectors."""
    a, b = matrices("aten.linalg_solve", self, True), right.array
    vectors = b.ndim == 1 or (b.ndim == a.ndim - 1 and b.shape == a.shape[:-1])
    columns = b[..., None] if vectors else b
    try:
        found = _solved(a, columns, left or vectors)
    except np.linalg.LinAlgError:
        raise ValueError("'aten.linalg_solve' of a singular matrix") from None
    return Tensor((found[..., 0] if vectors else found).astype(a.dtype, copy=False))


def _solved(a: Array, b: Array, left: bool) -> Array:
    if left:
        return np.linalg.solve(a, b)
    return np.linalg.solve(a.swapaxes(-2, -1), b.swapaxes(-2, -1)).swapaxes(-2, -1)


def _solve_ex(self: Tensor, right: Tensor, left: bool, check_errors: bool) -> tuple[Tensor, Tensor]:
    return _solve(self, right, left), tensor(np.zeros(self.shape[:-2], INT32))


def _solve_triangular(
    self: Tensor, right: Tensor, upper: bool, left: bool, unitriangular: bool
) -> Tensor:
    a = matrices("aten.linalg_solve_triangular", self, True)
    system = np.triu(a) if upper else np.tril(a)
    if unitriangular:
        size = a.shape[-1]
        system = system * (1 - np.eye(size, dtype=a.dtype)) + np.eye(size, dtype=a.dtype)
    return Tensor(_solved(system, right.array, left).astype(a.dtype, copy=False))


def _triangular_solve(
    self: Tensor, system: Tensor, upper: bool, transpose: bool, unitriangular: bool
) -> tuple[Tensor, Tensor]:
    """The solution, and a copy of the system."""
    a = system.array.swapaxes(-2, -1) if transpose else system.array
    found = _solve_triangular(Tensor(a), self, upper != transpose, True, unitriangular)
    return found, tensor(system.array.copy())


def _lstsq(
    self: Tensor, right: Tensor, rcond: float | None, driver: str | None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The solution of least squares; residuals where the rank is full and there are more equations
    than unknowns; rank and singular values where the driver finds them."""
    a = matrices("aten.linalg_lstsq", self)
    vectors = right.array.ndim == a.ndim - 1
    b = right.array[..., None] if vectors else right.array
    rows, columns = a.shape[-2:]
    bound = float(np.finfo(a.dtype).eps) * max(rows, columns) if rcond is None else rcond

    def one(system: Array, side: Array) -> Any:
        return np.linalg.lstsq(system, side, bound)

    found = each(one, a, b)
    lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    solution = np.array([x for x, *_ in found], a.dtype).reshape(*lead, columns, b.shape[-1])
    ranks = np.array([f[2] for f in found], INT64).reshape(lead)
    values = np.array([f[3] for f in found]).reshape(*lead, min(rows, columns))
    left = np.sum(np.abs(a @ solution - b) ** 2, axis=-2)
    full = rows > columns and driver != "gelsy" and bool(np.all(ranks == columns))
    empty = np.empty(0, a.dtype)
    shaped = solution[..., 0] if vectors else solution
    known = driver in ("gelsd", "gelss", "gelsy", None)
    return (
        tensor(shaped),
        rounded(left if full else empty, left.dtype),
        rounded(ranks if known else empty, INT64),
        rounded(values if driver in ("gelsd", "gelss") else empty, left.dtype),
    )


def _inverse(self: Tensor) -> Tensor:
    try:
        return tensor(np.linalg.inv(matrices("aten.linalg_inv", self, True)))
    except np.linalg.LinAlgError:
        raise ValueError("'aten.linalg_inv' of a singular matrix") from None


def _inverse_ex(self: Tensor, check_errors: bool) -> tuple[Tensor, Tensor]:
    return _inverse(self), tensor(np.zeros(self.shape[:-2], INT32))


def _det(self: Tensor) -> Tensor:
    return tensor(np.linalg.det(matrices("aten.linalg_det", self, True)))


def _slogdet(self: Tensor) -> tuple[Tensor, Tensor]:
    sign, log = np.linalg.slogdet(matrices("aten.linalg_slogdet", self, True))
    return tensor(sign), tensor(log)


def _logdet(self: Tensor) -> Tensor:
    sign, log = _slogdet(self)
    if sign.array.dtype.kind == "c":
        return tensor(np.log(sign.array) + log.array)
    return rounded(np.where(sign.array < 0, np.nan, log.array), self.array.dtype)


def _matrix_power(self: Tensor, n: int) -> Tensor:
    base = self.array if n >= 0 else _inverse(self).array
    if self.array.ndim < 2 or self.shape[-1] != self.shape[-2]:
        raise ValueError(f"'aten.matrix_power' takes square matrices, not {list(self.shape)}")
    return rounded(np.linalg.matrix_power(base, abs(n)), self.array.dtype)


def _matrix_exp(self: Tensor) -> Tensor:
    array = matrices("aten.matrix_exp", self, True)
    return rounded(batched(scipy_linalg().expm, array), array.dtype) if array.size else self


def _tensorinv(self: Tensor, ind: int) -> Tensor:
    return tensor(np.linalg.tensorinv(self.array, ind))


def _tensorsolve(self: Tensor, other: Tensor, dims: Sequence[int] | None) -> Tensor:
    return tensor(np.linalg.tensorsolve(self.array, other.array, dims))


# ---- products


def _work(*tensors: Tensor) -> tuple[Any, list[Array]]:
    dtype = common_dtype(*tensors)
    return dtype, [as_array(t, work_dtype(dtype)) for t in tensors]


def _chain(tensors: Sequence[Tensor]) -> Tensor:
    dtype, arrays = _work(*tensors)
    return rounded(reduce(np.matmul, arrays), dtype)


def _kron(self: Tensor, other: Tensor) -> Tensor:
    dtype, (a, b) = _work(self, other)
    return rounded(np.kron(a, b), dtype)


def _inner(self: Tensor, other: Tensor) -> Tensor:
    dtype, (a, b) = _work(self, other)
    return rounded(np.inner(a, b), dtype)


def _outer(self: Tensor, other: Tensor) -> Tensor:
    dtype, (a, b) = _work(self, other)
    return rounded(np.outer(a, b), dtype)


def _vdot(self: Tensor, other: Tensor) -> Tensor:
    dtype, (a, b) = _work(self, other)
    return rounded(np.vdot(a, b), dtype)


def _vecdot(x: Tensor, y: Tensor, dim: int) -> Tensor:
    dtype, (a, b) = _work(x, y)
    return rounded(np.sum(np.conj(a) * b, axis=dim), dtype)


def _accumulated(product: Callable[[Array, Array], Any]) -> Callable[..., Tensor]:
    """`beta * self + alpha * product`; a beta of 0 takes no notice of `self`."""

    def run(self: Tensor, left: Tensor, right: Tensor, beta: Number, alpha: Number) -> Tensor:
        _, (a, b) = _work(left, right)
        found: Any = product(a, b)
        scaled = found if alpha == 1 else found * found.dtype.type(alpha)
        common = common_dtype(self, left)
        if beta == 0:
            shape = np.broadcast_shapes(self.shape, np.shape(scaled))
            return rounded(np.broadcast_to(scaled, shape).copy(), common)
        added = as_array(self, work_dtype(common))
        return rounded((added if beta == 1 else added * added.dtype.type(beta)) + scaled, common)

    return run


def _summed(a: Array, b: Array) -> Any:
    return np.sum(a @ b, axis=0, dtype=a.dtype)


_BADDBMM = _accumulated(np.matmul)


def _bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    dtype, (a, b, w) = _work(input1, input2, weight)
    found = np.einsum("...i,kij,...j->...k", a, w, b)
    return rounded(found if bias is None else found + bias.array, dtype)


def _cov(self: Tensor, correction: int, fweights: Tensor | None, aweights: Tensor | None) -> Tensor:
    """Rows are variables, columns observations, which may count several times or have weights."""
    values = np.atleast_2d(self.array)
    dtype = np.dtype(np.float32) if is_integral(values.dtype) else values.dtype
    given = [t.array for t in (fweights, aweights) if t is not None]
    weights = reduce(np.multiply, given, np.ones(values.shape[1]))
    total = weights.sum()
    lost = total if aweights is None else (weights * aweights.array).sum()
    scale = total - correction * lost / total if total else 0.0
    apart = values - (values * weights).sum(axis=1, keepdims=True) / total
    found = (apart * weights) @ transposed(apart) / max(scale, 0)
    return rounded(np.squeeze(found), dtype)


def _corrcoef(self: Tensor) -> Tensor:
    found = _cov(self, 1, None, None).array
    if found.ndim == 0:
        return tensor(found / found)
    lengths = np.sqrt(np.abs(np.diagonal(found)))
    scaled = found / lengths[:, None] / lengths
    clipped = scaled if found.dtype.kind == "c" else np.clip(scaled, -1, 1)
    return rounded(clipped, found.dtype)


SYSTEMS: Table = {
    "aten.linalg_solve": _solve,
    "aten.linalg_solve_ex": _solve_ex,
    "aten.linalg_solve_triangular": _solve_triangular,
    "aten.triangular_solve": _triangular_solve,
    "aten.linalg_lstsq": _lstsq,
    "aten.linalg_inv": _inverse,
    "aten.linalg_inv_ex": _inverse_ex,
    "aten.inverse": _inverse,
    "aten.linalg_det": _det,
    "aten.det": _det,
    "aten.linalg_slogdet": _slogdet,
    "aten.slogdet": _slogdet,
    "aten.logdet": _logdet,
    "aten.linalg_matrix_power": _matrix_power,
    "aten.matrix_power": _matrix_power,
    "aten.linalg_matrix_exp": _matrix_exp,
    "aten.matrix_exp": _matrix_exp,
    "aten.linalg_tensorinv": _tensorinv,
    "aten.linalg_tensorsolve": _tensorsolve,
    "aten.chain_matmul": _chain,
    "aten.linalg_multi_dot": _chain,
    "aten.kron": _kron,
    "aten.inner": _inner,
    "aten.ger": _outer,
    "aten.vdot": _vdot,
    "aten.linalg_vecdot": _vecdot,
    "aten.baddbmm": _BADDBMM,
    "aten.addbmm": _accumulated(_summed),
    "aten.addmv": _accumulated(np.matmul),
    "aten.addr": _accumulated(np.outer),
    "aten.bilinear": _bilinear,
    "aten.cov": _cov,
    "aten.corrcoef": _corrcoef,
}
