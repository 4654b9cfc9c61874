"""Factorisations and solvers; matrices are the last two axes."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i32

from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import as_complex, real_part, to_float
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    DtypeRule,
    SizesRule,
    always,
    convert_dtype,
    dtype_of,
    each,
    for_kinds,
    like,
    of,
    promoted,
)
from xdsl_torchscript.lowering.analysis.rules.reductions import norm_dtype, reduced_shape
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, broadcast, show

_OPERANDS = ("A", "self", "input", "LU_data", "x")
_DTYPE = dtype_of(*_OPERANDS)
_INFO = always(i32)


def _matrix(call: CallFacts) -> tuple[Shape, Dim, Dim]:
    """Return batch, rows and columns of the first operand."""
    shape = call.shape(call.first(*_OPERANDS))
    if len(shape) < 2:
        raise ShapeError(f"{show(shape)} is not a matrix")
    return shape[:-2], shape[-2], shape[-1]


def _smaller(a: Dim, b: Dim) -> Dim:
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    return a if a == b else None


def _from(sizes: Callable[[Dim, Dim, Dim], tuple[Dim, ...]]) -> SizesRule:
    """Return the batch's sizes followed by those computed from rows, columns and their minimum."""

    def shape(call: CallFacts) -> Shape:
        batch, rows, columns = _matrix(call)
        return (*batch, *sizes(rows, columns, _smaller(rows, columns)))

    return shape


def _tensor(
    sizes: Callable[[Dim, Dim, Dim], tuple[Dim, ...]], dtype: DtypeRule = _DTYPE
) -> CallRule:
    return of(_from(sizes), dtype)


_REAL = convert_dtype(_DTYPE, real_part)
_COMPLEX = convert_dtype(_DTYPE, as_complex)
_SAME = _tensor(lambda m, n, k: (m, n))
_BATCH = _tensor(lambda m, n, k: ())
_REAL_BATCH = _tensor(lambda m, n, k: (), _REAL)
_REAL_VALUES = _tensor(lambda m, n, k: (k,), _REAL)
_COMPLEX_VALUES = _tensor(lambda m, n, k: (n,), _COMPLEX)
_PIVOTS = _tensor(lambda m, n, k: (k,), _INFO)
_STATUS = _tensor(lambda m, n, k: (), _INFO)
_TALL = _tensor(lambda m, n, k: (m, k))
_WIDE = _tensor(lambda m, n, k: (k, n))


def _qr_part(index: int) -> CallRule:
    def sizes(call: CallFacts) -> Shape | None:
        mode = call.constant("mode") if call.has("mode") else None
        complete = mode == "complete" or (call.has("some") and not call.flag("some"))
        parts: tuple[SizesRule, SizesRule]
        if mode == "r":
            parts = (lambda call: (0,)), _from(lambda m, n, k: (k, n))
        elif complete:
            parts = _from(lambda m, n, k: (m, m)), _from(lambda m, n, k: (m, n))
        else:
            parts = _from(lambda m, n, k: (m, k)), _from(lambda m, n, k: (k, n))
        return parts[index](call)

    return of(sizes, _DTYPE)


def _vectors(side: str) -> CallRule:
    """Return the rule of U, or of Vh or V: square for all vectors, empty if not requested."""

    def sizes(call: CallFacts) -> Shape:
        batch, rows, columns = _matrix(call)
        full = call.flag("full_matrices") or (call.has("some") and not call.flag("some"))
        if call.has("compute_uv") and not call.flag("compute_uv"):
            if call.op.name.startswith("aten._linalg"):
                return (0,)
            return (*batch, rows, rows) if side == "U" else (*batch, columns, columns)
        kept = _smaller(rows, columns)
        if side == "U":
            return (*batch, rows, rows if full else kept)
        transposed = (columns if full else kept, columns)
        return (*batch, *(transposed if side == "Vh" else transposed[::-1]))

    return of(sizes, _DTYPE)


# ---- systems


def _solution(call: CallFacts) -> Shape:
    a, b = call.shape("A", 2), call.shape("B", 1)
    if len(b) == 1 or (len(a) - 1 == len(b) and a[:-1] == b):
        return (*a[:-2], a[-1]) if len(b) == 1 else b
    return (*broadcast([a[:-2], b[:-2]]), *b[-2:])


def _broadcast_solution(left: str, right: str) -> SizesRule:
    """Return the right side's sizes, with the batches of both."""

    def shape(call: CallFacts) -> Shape:
        a, b = call.shape(left, 2), call.shape(right, 2)
        return (*broadcast([a[:-2], b[:-2]]), *b[-2:])

    return shape


def _coefficients(call: CallFacts) -> Shape:
    a, b = call.shape("A", 2), call.shape("self", 2)
    return (*broadcast([a[:-2], b[:-2]]), *a[-2:])


_SOLUTION = of(_solution, dtype_of("A"))


def _unpack(sizes: Callable[[Dim, Dim, Dim], tuple[Dim, ...]], flag: str) -> SizesRule:
    def shape(call: CallFacts) -> Shape:
        batch, rows, columns = _matrix(call)
        kept = (*batch, *sizes(rows, columns, _smaller(rows, columns)))
        return kept if call.flag(flag) else (0,)

    return shape


def _permutation(call: CallFacts) -> Shape:
    batch, rows, _ = _matrix(call)
    return (0,) if call.has("pivot") and not call.flag("pivot") else (*batch, rows, rows)


def _invert(call: CallFacts) -> Shape:
    """Return the sizes of a pseudo-inverse; tolerances broadcast with the batch."""
    batch, rows, columns = _matrix(call)
    if 0 in (*batch, rows, columns):
        return (*batch, columns, rows)
    limits = [call.attribute(name) for name in ("rcond", "atol", "rtol")]
    sizes = [limit.shape or () for limit in limits if isinstance(limit, TensorType)]
    return (*broadcast([batch, *sizes]), columns, rows)


def _covariances(call: CallFacts) -> Shape:
    """Return the sizes of a matrix over all pairs of rows; a scalar for a single row."""
    shape = call.shape("self")
    return (shape[0], shape[0]) if len(shape) == 2 and shape[0] != 1 else ()


def _cross(call: CallFacts) -> Shape:
    return broadcast([call.shape("self"), call.shape("other")])


def _norm(call: CallFacts) -> Shape:
    """Return the sizes of a norm over the named axes, or else over the matrix or all elements."""
    if "cond" in call.op.name:
        return _matrix(call)[0]
    if call.has("dim"):
        return reduced_shape(call)
    shape = call.shape("self")
    if "matrix_norm" in call.op.name:
        axes = (len(shapes.require_rank(shape, 2)) - 2, len(shape) - 1)
        return shapes.reduce(shape, axes, call.flag("keepdim"))
    return shapes.reduce(shape, range(len(shape)), call.flag("keepdim"))


def _powers(call: CallFacts) -> Shape:
    """Return the sizes of `vander`: the powers of each number, by default as many as numbers."""
    shape = call.shape("x")
    last = shape[-1] if shape else 1
    return (*(shape or (1,)), call.dim("N") if call.has("N") else last)


LINALG: dict[str, CallRule] = for_kinds({
    "cholesky linalg_cholesky cholesky_inverse linalg_householder_product linalg_matrix_exp"
    " matrix_exp linalg_inv inverse matrix_power linalg_matrix_power": _SAME,
    "linalg_cholesky_ex linalg_inv_ex": each(_SAME, _STATUS),
    "linalg_det det logdet": _BATCH,
    "_linalg_det": each(_BATCH, _SAME, _PIVOTS),
    "_linalg_slogdet": each(_BATCH, _REAL_BATCH, _SAME, _PIVOTS),
    "linalg_slogdet slogdet": each(_BATCH, _REAL_BATCH),
    "linalg_eigh": each(_REAL_VALUES, _SAME),
    "_linalg_eigh": each(
        _REAL_VALUES,
        of(_unpack(lambda m, n, k: (m, n), "compute_v"), _DTYPE),
    ),
    "linalg_eigvalsh": _REAL_VALUES,
    "linalg_eigvals _linalg_eigvals": _COMPLEX_VALUES,
    "linalg_eig": each(_COMPLEX_VALUES, _tensor(lambda m, n, k: (m, n), _COMPLEX)),
    "linalg_svdvals": _REAL_VALUES,
    "linalg_svd _linalg_svd": each(_vectors("U"), _REAL_VALUES, _vectors("Vh")),
    "svd": each(_vectors("U"), _REAL_VALUES, _vectors("V")),
    "linalg_qr qr": each(_qr_part(0), _qr_part(1)),
    "geqrf": each(_SAME, _tensor(lambda m, n, k: (k,))),
    "ormqr": like("input3"),
    "linalg_lu": each(of(_permutation, _DTYPE), _TALL, _WIDE),
    "linalg_lu_factor": each(_SAME, _PIVOTS),
    "linalg_lu_factor_ex _lu_with_info": each(_SAME, _PIVOTS, _STATUS),
    "lu_unpack": each(
        of(_unpack(lambda m, n, k: (m, m), "unpack_pivots"), _DTYPE),
        of(_unpack(lambda m, n, k: (m, k), "unpack_data"), _DTYPE),
        of(_unpack(lambda m, n, k: (k, n), "unpack_data"), _DTYPE),
    ),
    "linalg_ldl_factor": each(_SAME, _PIVOTS),
    "linalg_ldl_factor_ex": each(_SAME, _PIVOTS, _STATUS),
    "linalg_ldl_solve": of(_broadcast_solution("LD", "B"), dtype_of("B")),
    "linalg_lu_solve": of(_broadcast_solution("LU", "B"), dtype_of("B")),
    "lu_solve": of(_broadcast_solution("LU_data", "self"), dtype_of("self")),
    "linalg_solve": _SOLUTION,
    "linalg_solve_ex": each(_SOLUTION, _STATUS),
    "_linalg_solve_ex": each(_SOLUTION, _SAME, _PIVOTS, _STATUS),
    "linalg_solve_triangular": of(_broadcast_solution("self", "B"), dtype_of("self")),
    "triangular_solve": each(
        of(_broadcast_solution("A", "self"), dtype_of("self")),
        of(_coefficients, dtype_of("self")),
    ),
    "cholesky_solve": of(_broadcast_solution("input2", "self"), dtype_of("self")),
    "_cholesky_solve_helper": of(_broadcast_solution("A", "self"), dtype_of("self")),
    "linalg_pinv pinverse": of(_invert, _DTYPE),
    "cov corrcoef": of(_covariances, convert_dtype(promoted("self", "aweights"), to_float)),
    "linalg_cross cross": of(_cross, dtype_of("self")),
    "linalg_vander": of(_powers, _DTYPE),
    "linalg_cond": of(_norm, _REAL),
    "linalg_norm linalg_matrix_norm": of(_norm, norm_dtype),
})  # fmt: skip
