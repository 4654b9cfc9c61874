"""Factorisations of matrices, LU with pivots and Cholesky, and solvers with them.

    %f, %p = aten.linalg_lu_factor(%a, %pivot)

becomes a loop over the columns, which carries the matrix and the pivots:

    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%lu = %a, %pivots = %none) { ... }

All computation is in doubles, and rounded once. An unsolvable system fails at run time.
"""

from __future__ import annotations

from xdsl.dialects.builtin import f64, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.arrays.gathers import integers
from xdsl_torchscript.lowering.ts_to_te.checks import positions
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.matrices import (
    common_batch,
    diagonal,
    entries,
    identity,
    matrix,
    require_diagonal,
    size_of,
    solve_triangular,
    transpose,
    triangle,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import (
    MAXIMUM,
    MINIMUM,
    PRODUCT,
    SUM,
    squeeze_axes,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode, greatest

_SINGULAR = "a matrix is singular"


# ---- LU


def _pivot(here: FieldConversion, factors: Field, current: SSAValue) -> Field:
    """Return the row from `current` on with the largest element of that column, for each matrix."""
    rows, _ = size_of(factors)
    last = len(factors.shape) - 2

    def size(code: ScalarCode, axes: Axes) -> SSAValue:
        value = code.absolute(factors.at(code, [*axes, current]))
        return code.select(code.compare("ge", axes[-1], current), value, -1.0)

    sizes = here.store(Field((*factors.shape[:-2], rows), f64, size))
    largest = here.reduce(MAXIMUM, sizes, (last,), keepdim=True)

    def place(code: ScalarCode, axes: Axes) -> SSAValue:
        value = sizes.at(code, axes)
        is_largest = code.compare("eq", value, largest.broadcast_at(code, axes))
        is_largest = code.bit_or(is_largest, code.is_nan(value))
        return code.select(is_largest, code.cast(axes[-1], i64), greatest(i64))

    return here.reduce(MINIMUM, Field(sizes.shape, i64, place), (last,))


def lu_factor(to: FieldConversion, a: Field) -> tuple[Field, Field]:
    """Return both factors in one matrix, and the rows that each row was exchanged with."""
    steps = min(size_of(a))
    none = Field((*a.shape[:-2], steps), i64, lambda code, axes: code.cast(axes[-1], i64))
    if 0 in a.shape:
        return a, none

    def step(here: FieldConversion, current: SSAValue, fields: list[Field]) -> list[Field]:
        factors, pivots = fields
        pivot = _pivot(here, factors, current)

        def entry(
            code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue
        ) -> SSAValue:
            best = code.cast(pivot.at(code, batch), INDEX)
            source = _exchange(code, row, current, best)
            value = factors.at(code, [*batch, source, column])
            divisor = factors.at(code, [*batch, best, current])
            factor = factors.at(code, [*batch, source, current])
            factor = code.select(
                code.compare("eq", divisor, 0.0), factor, code.div(factor, divisor)
            )
            less = code.sub(value, code.mul(factor, factors.at(code, [*batch, best, column])))
            changed = code.select(code.compare("gt", column, current), less, value)
            changed = code.select(code.compare("eq", column, current), factor, changed)
            return code.select(code.compare("gt", row, current), changed, value)

        def exchange(code: ScalarCode, axes: Axes) -> SSAValue:
            is_now = code.compare("eq", axes[-1], current)
            return code.select(is_now, pivot.at(code, axes[:-1]), pivots.at(code, axes))

        return [entries(a.shape, entry), Field(none.shape, i64, exchange)]

    factors, pivots = to.iterate(steps, [a, none], step)
    return factors, pivots


def _exchange(code: ScalarCode, row: SSAValue, one: SSAValue, other: SSAValue) -> SSAValue:
    """Return where the row comes from when two rows are exchanged."""
    is_one, is_other = code.compare("eq", row, one), code.compare("eq", row, other)
    return code.select(is_one, other, code.select(is_other, one, row))


def _order(to: FieldConversion, pivots: Field, rows: int, *, backwards: bool = False) -> Field:
    """Return the rows after all exchanges, or before them."""
    steps = pivots.shape[-1]
    assert isinstance(steps, int)
    shape = (*pivots.shape[:-1], rows)
    plain = Field(shape, i64, lambda code, axes: code.cast(axes[-1], i64))
    if 0 in shape:
        return plain

    def step(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
        (order,), outside = fields, here.to.code
        current = outside.sub(outside.constant(steps - 1, INDEX), number) if backwards else number

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            *batch, row = axes
            other = code.cast(pivots.at(code, [*batch, current]), INDEX)
            return order.at(code, [*batch, _exchange(code, row, current, other)])

        return [Field(shape, i64, element)]

    return to.iterate(steps, [plain], step)[0]


def _one_based(to: FieldConversion, pivots: Field) -> Field:
    """Return pivots as PyTorch does, counted from 1."""
    return to.pointwise(lambda code, row: code.add(row, 1), pivots)


def _info(to: FieldConversion, factors: Field) -> Field:
    """Return the number of the first zero on the diagonal, counted from 1, or 0."""
    line, none = diagonal(factors), greatest(i64)
    if 0 in line.shape:
        return Field(line.shape[:-1], i64, lambda code, _: code.constant(0, i64))

    def place(code: ScalarCode, axes: Axes) -> SSAValue:
        number = code.add(code.cast(axes[-1], i64), 1)
        return code.select(code.compare("eq", line.at(code, axes), 0.0), number, none)

    first = to.reduce(MINIMUM, Field(line.shape, i64, place), (len(line.shape) - 1,))
    return to.pointwise(
        lambda code, number: code.select(code.compare("eq", number, none), 0, number), first
    )


def _lu_factor(to: FieldConversion) -> list[Field]:
    if to.op.name == "aten.linalg_lu_factor" and not to.call.flag("pivot"):
        raise Refusal("does without pivots")
    factors, pivots = lu_factor(to, matrix(to, "self" if to.has("self") else "A"))
    if not to.call.flag("pivot"):
        raise Refusal("does without pivots")
    if to.op.name == "aten.linalg_lu_factor" or (
        to.op.name == "aten.linalg_lu_factor_ex" and to.call.flag("check_errors")
    ):
        require_diagonal(to, factors, "ne", _SINGULAR)
    results = [factors, _one_based(to, pivots), _info(to, factors)]
    return results[: len(to.op.results)]


def _unpack(to: FieldConversion, factors: Field, order: Field) -> list[Field]:
    """Return the permutation, and the lower and upper triangle."""
    *batch, rows, columns = factors.shape
    steps = min(size_of(factors))

    def is_moved(
        code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue
    ) -> SSAValue:
        source = code.cast(order.at(code, [*batch, column]), INDEX)
        return code.cast(code.compare("eq", source, row), f64)

    return [
        entries((*batch, rows, rows), is_moved),
        triangle(factors, upper=False, unit=True, shape=(*batch, rows, steps)),
        triangle(factors, upper=True, shape=(*batch, steps, columns)),
    ]


def _lu(to: FieldConversion) -> list[Field]:
    if not to.call.flag("pivot"):
        raise Refusal("does without pivots")
    factors, pivots = lu_factor(to, matrix(to, "A"))
    return _unpack(to, factors, _order(to, pivots, size_of(factors)[0]))


def _pivots_operand(to: FieldConversion, name: str, factors: Field) -> Field:
    """Return pivots that are an operand, counted from 0."""
    given = integers(to.operand(name))
    if given.shape != (*factors.shape[:-2], min(size_of(factors))):
        raise Refusal("has pivots whose sizes differ from the matrices")
    less = to.pointwise(lambda code, row: code.sub(code.cast(row, i64), 1), given)
    rows = positions(to, Field(given.shape, i64, less.at), size_of(factors)[0])
    return to.store(Field(given.shape, i64, lambda code, axes: code.cast(rows.at(code, axes), i64)))


def _lu_unpack(to: FieldConversion) -> list[Field]:
    if not (to.call.flag("unpack_data") and to.call.flag("unpack_pivots")):
        raise Refusal("unpacks a part alone")
    factors = matrix(to, "LU_data")
    pivots = _pivots_operand(to, "LU_pivots", factors)
    return _unpack(to, factors, _order(to, pivots, size_of(factors)[0]))


# ---- solutions


def _permute_rows(right: Field, order: Field) -> Field:
    shape = (*right.shape[:-2], order.shape[-1], right.shape[-1])
    line = Field((*right.shape[:-2], order.shape[-1]), i64, order.broadcast_at)

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [*axes[:-2], code.cast(line.at(code, axes[:-1]), INDEX), axes[-1]]

    return right.remap(shape, where)


def _solution(
    to: FieldConversion, factors: Field, pivots: Field, right: Field, *, is_transposed: bool = False
) -> Field:
    """Return the solution of systems that are factored, or of the transposed systems."""
    rows, _ = size_of(factors)
    factors, right = common_batch(factors, right)
    if not is_transposed:
        right = _permute_rows(to.store(right), _order(to, pivots, rows))
        found = solve_triangular(to, factors, right, upper=False, unit=True)
        return solve_triangular(to, factors, found, upper=True)
    turned = transpose(factors)
    found = solve_triangular(to, turned, right, upper=False)
    found = solve_triangular(to, turned, found, upper=True, unit=True)
    return _permute_rows(found, _order(to, pivots, rows, backwards=True))


def _one_sided(
    to: FieldConversion, factors: Field, pivots: Field, right: Field, *, left: bool, adjoint: bool
) -> Field:
    """Return the solution with the unknown at the right of the system, or at its left."""
    if left:
        return _solution(to, factors, pivots, right, is_transposed=adjoint)
    found = _solution(to, factors, pivots, transpose(right), is_transposed=not adjoint)
    return transpose(found)


def _check_right(system: Field, right: Field, *, left: bool) -> None:
    if len(right.shape) < 2 or right.shape[-2 if left else -1] != system.shape[-1]:
        raise Refusal("has right sides whose sizes differ from the systems")


def _lu_solve(to: FieldConversion) -> Field:
    before = to.op.name == "aten.lu_solve"
    factors = matrix(to, "LU_data" if before else "LU", square=True)
    right = matrix(to, "self" if before else "B")
    left = before or to.call.flag("left")
    _check_right(factors, right, left=left)
    pivots = _pivots_operand(to, "LU_pivots" if before else "pivots", factors)
    adjoint = not before and to.call.flag("adjoint")
    return _one_sided(to, factors, pivots, right, left=left, adjoint=adjoint)


def _solve(to: FieldConversion) -> list[Field]:
    system, given = matrix(to, "A", square=True), to.operand("B")
    is_vector = len(given.shape) == 1 or given.shape == system.shape[:-1]
    left = to.call.flag("left")
    if is_vector and not left:
        raise Refusal("takes vectors only on the right of the system")
    right = given.cast(f64)
    if is_vector:
        right = right.remap((*given.shape, 1), lambda _, axes: axes[:-1])
    _check_right(system, right, left=left)
    factors, pivots = lu_factor(to, system)
    require_diagonal(to, factors, "ne", _SINGULAR)
    found = _one_sided(to, factors, pivots, to.store(right), left=left, adjoint=False)
    if is_vector:
        found = squeeze_axes(found, (len(found.shape) - 1,))
    if to.op.name == "aten._linalg_solve_ex":
        return [found, factors, _one_based(to, pivots), _info(to, factors)]
    return [found, _info(to, factors)][: len(to.op.results)]


def _inverse(to: FieldConversion) -> list[Field]:
    system = matrix(to, "A", square=True)
    factors, pivots = lu_factor(to, system)
    require_diagonal(to, factors, "ne", _SINGULAR)
    found = _solution(to, factors, pivots, identity(system.shape))
    return [found, _info(to, factors)][: len(to.op.results)]


def _sign(to: FieldConversion, factors: Field, pivots: Field, *, of_diagonal: bool) -> Field:
    """Return the sign of the exchanges, times the signs on the diagonal."""
    line = diagonal(factors)

    def sign(code: ScalarCode, axes: Axes) -> SSAValue:
        stays = code.compare("eq", pivots.at(code, axes), code.cast(axes[-1], i64))
        found = code.select(stays, code.constant(1.0, f64), -1.0)
        if not of_diagonal:
            return found
        value = line.at(code, axes)
        zero = code.compare("eq", value, 0.0)
        own = code.select(zero, value, code.call("copysign", code.like(1.0, value), value))
        return code.mul(found, code.select(code.is_nan(value), value, own))

    return to.reduce(PRODUCT, Field(line.shape, f64, sign), (len(line.shape) - 1,))


def _determinant(to: FieldConversion) -> Field:
    factors, pivots = lu_factor(to, matrix(to, "self" if to.has("self") else "A", square=True))
    line = diagonal(factors)
    product = to.reduce(PRODUCT, line, (len(line.shape) - 1,))
    sign = _sign(to, factors, pivots, of_diagonal=False)
    return to.pointwise(ScalarCode.mul, product, sign)


def _sign_and_logarithm(to: FieldConversion) -> list[Field]:
    factors, pivots = lu_factor(to, matrix(to, "self" if to.has("self") else "A", square=True))
    line = diagonal(factors)
    logarithms = to.pointwise(lambda code, d: code.call("log", code.absolute(d)), line)
    total = to.reduce(SUM, logarithms, (len(line.shape) - 1,))
    return [_sign(to, factors, pivots, of_diagonal=True), total]


def _solve_triangular(to: FieldConversion) -> Field:
    system, right = matrix(to, "self", square=True), matrix(to, "B")
    left, upper, unit = (to.call.flag(name) for name in ("left", "upper", "unitriangular"))
    _check_right(system, right, left=left)
    if left:
        return solve_triangular(to, system, right, upper=upper, unit=unit)
    found = solve_triangular(to, transpose(system), transpose(right), upper=not upper, unit=unit)
    return transpose(found)


def _triangular_solve(to: FieldConversion) -> list[Field]:
    """Return the solution, and a copy of the system."""
    system, right = matrix(to, "A", square=True), matrix(to, "self")
    _check_right(system, right, left=True)
    upper, turned, unit = (to.call.flag(n) for n in ("upper", "transpose", "unitriangular"))
    found = solve_triangular(
        to, transpose(system) if turned else system, right, upper=upper != turned, unit=unit
    )
    return [found, common_batch(system, right)[0]]


# ---- Cholesky


def _lower_factor(to: FieldConversion, a: Field) -> Field:
    """Return the lower factor, which reads the lower triangle alone."""

    def step(here: FieldConversion, current: SSAValue, fields: list[Field]) -> list[Field]:
        (factor,) = fields

        def entry(
            code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue
        ) -> SSAValue:
            value = factor.at(code, [*batch, row, column])
            root = code.call("sqrt", factor.at(code, [*batch, current, current]))
            left, right = (
                code.div(factor.at(code, [*batch, place, current]), root) for place in (row, column)
            )
            is_behind = code.bit_and(
                code.compare("gt", row, current), code.compare("gt", column, current)
            )
            other = code.select(is_behind, code.sub(value, code.mul(left, right)), value)
            below = code.select(code.compare("gt", row, current), left, value)
            mine = code.select(code.compare("eq", row, current), root, below)
            return code.select(code.compare("eq", column, current), mine, other)

        return [entries(a.shape, entry)]

    size, _ = size_of(a)
    factor = to.iterate(size, [a], step)[0] if 0 not in a.shape else a
    require_diagonal(to, factor, "gt", "a matrix is not positive-definite")
    return triangle(factor, upper=False)


def _cholesky(to: FieldConversion) -> list[Field]:
    a = matrix(to, "self", square=True)
    upper = to.call.flag("upper")
    factor = _lower_factor(to, to.store(transpose(a)) if upper else a)
    info = Field(a.shape[:-2], i64, lambda code, _: code.constant(0, i64))
    return [transpose(factor) if upper else factor, info][: len(to.op.results)]


def _by_cholesky(to: FieldConversion, factor: Field, right: Field) -> Field:
    upper = to.call.flag("upper")
    lower = transpose(factor) if upper else factor
    require_diagonal(to, factor, "ne", _SINGULAR)
    found = solve_triangular(to, lower, right, upper=False)
    return solve_triangular(to, transpose(lower), found, upper=True)


def _cholesky_solve(to: FieldConversion) -> Field:
    factor, right = matrix(to, "input2", square=True), matrix(to, "self")
    _check_right(factor, right, left=True)
    return _by_cholesky(to, factor, right)


def _cholesky_inverse(to: FieldConversion) -> Field:
    factor = matrix(to, "self", square=True)
    return _by_cholesky(to, factor, identity(factor.shape))


FACTORISATIONS: dict[str, TeRule] = field_rules({
    "linalg_lu_factor linalg_lu_factor_ex _lu_with_info": _lu_factor,
    "linalg_lu": _lu,
    "lu_unpack": _lu_unpack,
    "linalg_lu_solve lu_solve": _lu_solve,
    "linalg_solve linalg_solve_ex _linalg_solve_ex": _solve,
    "linalg_inv_ex": _inverse,
    "linalg_det": _determinant,
    "linalg_slogdet": _sign_and_logarithm,
    "linalg_solve_triangular": _solve_triangular,
    "triangular_solve": _triangular_solve,
    "cholesky linalg_cholesky linalg_cholesky_ex": _cholesky,
    "cholesky_solve": _cholesky_solve,
    "cholesky_inverse": _cholesky_inverse,
})  # fmt: skip
"""By op name."""
