"""Eigenvalues of symmetric matrices and singular values, by Jacobi's rotations, in doubles.

    %values, %vectors = aten.linalg_eigh(%a, %triangle)

becomes loops over sweeps and over pairs of columns. Each pair is rotated until its element, or its
product, is 0. The order of the columns is found at the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from xdsl.dialects.builtin import f32, f64, i1
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.arrays.ordering import order_of
from xdsl_torchscript.lowering.ts_to_te.arrays.sorting import take_along_axis
from xdsl_torchscript.lowering.ts_to_te.checks import require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    IterationStep,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.matrices import (
    entries,
    identity,
    matrix,
    size_of,
    transpose,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import MAXIMUM, SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

LARGEST = 64
"""The size up to which matrices are compiled: a sweep takes its fourth power of steps."""

_SWEEPS = 12
"""Convergence is quadratic: more have not been needed for matrices of this size."""

_FULL_RANK = 1e-9
"""The least quotient of singular values that are both not 0: below, vectors are not accurate."""

Rotation = Callable[[FieldConversion, SSAValue, SSAValue, list[Field]], Sequence[Field]]
"""A rotation of columns `p` and `q`."""


def _finite(to: FieldConversion, a: Field) -> None:
    """Fail at run time for NaN and infinities, which have no eigenvalues."""

    def is_finite(code: ScalarCode, axes: Axes) -> SSAValue:
        value = code.absolute(a.at(code, axes))
        return code.lt(value, code.like(math.inf, value))

    require_all(to, Field(a.shape, i1, is_finite), "a matrix has NaN or infinities")


def _sweep_pairs(
    to: FieldConversion, count: int, fields: list[Field], rotate: Rotation
) -> list[Field]:
    """Return the fields after all sweeps over pairs of columns."""

    def sweep(here: FieldConversion, _: SSAValue, fields: list[Field]) -> list[Field]:
        return here.iterate(count, fields, columns)

    def columns(here: FieldConversion, first: SSAValue, fields: list[Field]) -> list[Field]:
        code = here.to.code
        rest = code.sub(code.constant(count - 1, INDEX), first)
        return here.iterate(rest, fields, partial(pair, first))

    def pair(
        first: SSAValue, here: FieldConversion, number: SSAValue, fields: list[Field]
    ) -> Sequence[Field]:
        second = here.to.code.add(here.to.code.add(first, number), 1)
        return rotate(here, first, second, fields)

    step: IterationStep = sweep
    return to.iterate(_SWEEPS if count > 1 else 0, fields, step)


def _angle(
    here: FieldConversion, shape: Shape, parts: Callable[[ScalarCode, Axes], Sequence[SSAValue]]
) -> tuple[Field, Field]:
    """Return cosine and sine of the rotation that removes the middle one of three parts."""

    def tangent(code: ScalarCode, batch: Axes) -> SSAValue:
        low, middle, high = parts(code, batch)
        ratio = code.div(code.sub(high, low), code.mul(middle, 2.0))
        root = code.call("sqrt", code.add(code.mul(ratio, ratio), 1.0))
        found = code.div(
            code.call("copysign", code.like(1.0, ratio), ratio),
            code.add(code.absolute(ratio), root),
        )
        return code.select(code.compare("eq", middle, 0.0), 0.0, found)

    tangents = here.store(Field(shape, f64, tangent))

    def cosine(code: ScalarCode, batch: Axes) -> SSAValue:
        t = tangents.at(code, batch)
        return code.div(1.0, code.call("sqrt", code.add(code.mul(t, t), 1.0)))

    cosines = here.store(Field(shape, f64, cosine))
    return cosines, here.store(here.pointwise(ScalarCode.mul, tangents, cosines))


def _weights(
    code: ScalarCode, p: SSAValue, q: SSAValue, index: SSAValue, c: SSAValue, s: SSAValue
) -> tuple[SSAValue, SSAValue, SSAValue]:
    """Return the weight of a column in itself, its partner, and the weight of that."""
    is_p, is_q = code.compare("eq", index, p), code.compare("eq", index, q)
    own = code.select(code.bit_or(is_p, is_q), c, 1.0)
    partner = code.select(is_p, q, code.select(is_q, p, index))
    other = code.select(is_p, code.neg(s), code.select(is_q, s, 0.0))
    return own, partner, other


def _rotate_columns(x: Field, p: SSAValue, q: SSAValue, c: Field, s: Field) -> Field:
    def entry(code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue) -> SSAValue:
        own, partner, other = _weights(code, p, q, column, c.at(code, batch), s.at(code, batch))
        mine, its = (x.at(code, [*batch, row, place]) for place in (column, partner))
        return code.add(code.mul(own, mine), code.mul(other, its))

    return entries(x.shape, entry)


def _symmetric(to: FieldConversion, a: Field, *, upper: bool) -> Field:
    """Return the symmetric matrix that one triangle defines."""

    def entry(code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue) -> SSAValue:
        low, high = code.minimum(row, column), code.maximum(row, column)
        return a.at(code, [*batch, low, high] if upper else [*batch, high, low])

    return to.store(entries(a.shape, entry))


def _check_size(a: Field) -> None:
    if max(size_of(a)) > LARGEST:
        raise Refusal(f"has matrices of {size_of(a)}; up to {LARGEST} are compiled")


def eigen(to: FieldConversion, a: Field) -> tuple[Field, Field]:
    """Return the eigenvalues of symmetric matrices in ascending order, and the vectors."""
    size, _ = size_of(a)
    _check_size(a)
    _finite(to, a)

    def rotate(here: FieldConversion, p: SSAValue, q: SSAValue, fields: list[Field]) -> list[Field]:
        now, vectors = fields

        def parts(code: ScalarCode, batch: Axes) -> list[SSAValue]:
            return [now.at(code, [*batch, *place]) for place in ((p, p), (p, q), (q, q))]

        c, s = _angle(here, a.shape[:-2], parts)
        half = here.store(_rotate_columns(now, p, q, c, s))
        rows = _rotate_columns(transpose(half), p, q, c, s)
        return [transpose(rows), _rotate_columns(vectors, p, q, c, s)]

    now, vectors = _sweep_pairs(to, size, [a, identity(a.shape)], rotate)
    values = to.store(now.remap(a.shape[:-1], lambda _, axes: [*axes, axes[-1]]))
    order = order_of(to, values, len(values.shape) - 1)
    return _permute(values, order), _permute_columns(vectors, order)


def _permute(values: Field, order: Field) -> Field:
    found = take_along_axis(values, order, len(values.shape) - 1)
    return Field(values.shape, f64, found.at)


def _permute_columns(x: Field, order: Field) -> Field:
    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        *batch, row, column = axes
        return [*batch, row, code.cast(order.at(code, [*batch, column]), INDEX)]

    return x.remap(x.shape, where)


def singular(to: FieldConversion, a: Field) -> tuple[Field, Field, Field]:
    """Compute left vectors times singular values, the singular values in descending order, and
    right vectors. The matrices have at least as many rows as columns."""
    rows, columns = size_of(a)
    rank = len(a.shape)
    _check_size(a)
    _finite(to, a)

    def dot(here: FieldConversion, x: Field, p: SSAValue, q: SSAValue) -> Field:
        def product(code: ScalarCode, axes: Axes) -> SSAValue:
            return code.mul(x.at(code, [*axes, p]), x.at(code, [*axes, q]))

        return here.reduce(SUM, Field((*a.shape[:-2], rows), f64, product), (rank - 2,))

    def rotate(here: FieldConversion, p: SSAValue, q: SSAValue, fields: list[Field]) -> list[Field]:
        now, vectors = fields
        products = [dot(here, now, *place) for place in ((p, p), (p, q), (q, q))]
        c, s = _angle(here, a.shape[:-2], lambda code, batch: [x.at(code, batch) for x in products])
        return [_rotate_columns(x, p, q, c, s) for x in (now, vectors)]

    square = (*a.shape[:-2], columns, columns)
    now, vectors = _sweep_pairs(to, columns, [a, identity(square)], rotate)
    squares = to.reduce(SUM, to.pointwise(lambda code, x: code.mul(x, x), now), (rank - 2,))
    values = to.store(to.pointwise(lambda code, x: code.call("sqrt", x), squares))
    order = order_of(to, values, len(values.shape) - 1, descending=True)
    return (
        to.store(_permute_columns(now, order)),
        to.store(_permute(values, order)),
        to.store(_permute_columns(vectors, order)),
    )


# ---- operators


def _eigh(to: FieldConversion) -> list[Field]:
    triangle = to.call.constant("UPLO")
    if triangle not in ("L", "U", "l", "u"):
        raise Refusal(f"has the unknown triangle {triangle!r}")
    a = matrix(to, "self" if to.has("self") else "A", square=True)
    if 0 in a.shape:
        return [_zeros(a.shape[:-1]), a][: len(to.op.results)]
    values, vectors = eigen(to, _symmetric(to, a, upper=triangle in ("U", "u")))
    return [values, vectors][: len(to.op.results)]


def _zeros(shape: Shape) -> Field:
    return Field(shape, f64, lambda code, _: code.constant(0, f64))


def _wide_or_tall(to: FieldConversion, a: Field) -> tuple[Field, Field, Field]:
    """Return left vectors times singular values, the values, and right vectors. Of matrices with
    more columns than rows, the right vectors are multiplied instead."""
    if 0 in a.shape:
        *batch, rows, columns = a.shape
        count = min(size_of(a))
        left, right = (_zeros((*batch, size, count)) for size in (rows, columns))
        return left, _zeros((*batch, count)), right
    if size_of(a)[0] >= size_of(a)[1]:
        return singular(to, a)
    right, values, left = singular(to, to.store(transpose(a)))
    return left, values, right


def _values(to: FieldConversion) -> Field:
    if to.has("driver"):
        raise Refusal("has a driver")
    return _wide_or_tall(to, matrix(to, "A"))[1]


def _vectors(to: FieldConversion) -> tuple[Field, Field, Field]:
    """Return left vectors, singular values, and right vectors; fail at run time without full
    rank."""
    a = matrix(to, "self" if to.has("self") else "A")
    rows, columns = size_of(a)
    left, values, right = _wide_or_tall(to, a)
    if 0 in values.shape:
        return left, values, right
    top = values.remap((*values.shape[:-1], 1), lambda _, axes: axes)

    def is_full(code: ScalarCode, axes: Axes) -> SSAValue:
        bound = code.mul(top.broadcast_at(code, axes), _FULL_RANK)
        return code.gt(values.at(code, axes), bound)

    require_all(to, Field(values.shape, i1, is_full), "a matrix has no full rank")

    def divide(x: Field) -> Field:
        return entries(
            x.shape,
            lambda code, batch, row, column: code.div(
                x.at(code, [*batch, row, column]), values.at(code, [*batch, column])
            ),
        )

    return (divide(left), values, right) if rows >= columns else (left, values, divide(right))


def _svd(to: FieldConversion) -> list[Field]:
    before = to.op.name == "aten.svd"
    a = matrix(to, "self" if before else "A")
    rows, columns = size_of(a)
    is_full = not to.call.flag("some") if before else to.call.flag("full_matrices")
    if is_full and rows != columns:
        raise Refusal("completes vectors to a basis")
    if (before and not to.call.flag("compute_uv")) or to.has("driver"):
        raise Refusal("has a driver, or no vectors")
    left, values, right = _vectors(to)
    return [left, values, right if before else transpose(right)]


def _bound(to: FieldConversion, name: str) -> Field | None:
    """Return a bound on singular values: a number, or numbers for each matrix of the batch."""
    value = to.call.operand(name)
    if value is None:
        return None
    if value.type == f64:
        return to.number(name, f64)
    bound, batch = to.operand(name).cast(f64), to.operand("self").shape[:-2]
    if shapes.broadcast([bound.shape, batch]) != batch:
        raise Refusal(f"has bounds of sizes {shapes.show(bound.shape)}")
    return bound


def _pseudo_inverse(to: FieldConversion) -> Field:
    """Sum the products of vectors over the singular values, which are divided by twice."""
    plain = to.operand("self")
    a = matrix(to, "self")
    if to.call.flag("hermitian"):
        a = _symmetric(to, matrix(to, "self", square=True), upper=False)
    rows, columns = size_of(a)
    if 0 in a.shape:
        return _zeros((*a.shape[:-2], columns, rows))
    least = _least(to, 2.0 ** (-23 if plain.dtype == f32 else -52) * max(rows, columns))
    left, values, right = _wide_or_tall(to, a)
    top = to.reduce(MAXIMUM, values, (len(values.shape) - 1,))
    count = len(values.shape) - 1

    def term(code: ScalarCode, axes: Axes) -> SSAValue:
        *batch, row, column, number = axes
        value = values.at(code, [*batch, number])
        is_kept = code.gt(value, least(code, batch, top.at(code, batch)))
        square = code.select(is_kept, code.mul(value, value), 1.0)
        product = code.mul(
            right.at(code, [*batch, row, number]), left.at(code, [*batch, column, number])
        )
        return code.select(is_kept, code.div(product, square), 0.0)

    shape = (*a.shape[:-2], columns, rows, min(rows, columns))
    return to.reduce(SUM, Field(shape, f64, term), (count + 2,))


def _least(
    to: FieldConversion, usual: float
) -> Callable[[ScalarCode, Sequence[SSAValue], SSAValue], SSAValue]:
    """Return the threshold below which singular values count as 0, given the largest one."""
    absolute = _bound(to, "atol")
    relative = _bound(to, "rtol") or _bound(to, "rcond")

    def least(code: ScalarCode, batch: Sequence[SSAValue], top: SSAValue) -> SSAValue:
        zero = code.like(0.0, top)
        given = zero if absolute is None else absolute.broadcast_at(code, batch)
        if relative is not None:
            factor = relative.broadcast_at(code, batch)
        else:
            factor = code.select(code.gt(given, zero), zero, usual)
        return code.maximum(given, code.mul(factor, top))

    return least


def _condition(to: FieldConversion) -> Field:
    order = to.call.constant("p") if to.has("p") else 2
    if order not in (2, -2):
        raise Refusal(f"has the norm {order!r}")
    a = matrix(to, "self")
    if 0 in a.shape:
        raise Refusal("has matrices without elements")
    values = _wide_or_tall(to, a)[1]
    count = len(values.shape) - 1
    size = values.shape[-1]
    assert isinstance(size, int)

    def element(code: ScalarCode, batch: Axes) -> SSAValue:
        first, last = (
            values.at(code, [*batch, code.constant(place, INDEX)]) for place in (0, size - 1)
        )
        return code.div(last, first) if order == -2 else code.div(first, last)

    return Field(values.shape[:count], f64, element)


EIGENVALUES: dict[str, TeRule] = field_rules({
    "linalg_eigh linalg_eigvalsh": _eigh,
    "linalg_svdvals": _values,
    "linalg_svd svd": _svd,
    "linalg_pinv linalg_pinv.atol_rtol_float linalg_pinv.atol_rtol_tensor "
    "linalg_pinv.rcond_tensor": _pseudo_inverse,
    "linalg_cond": _condition,
})  # fmt: skip
"""By op name."""
