"""The exponential of matrices, by scaling, Taylor's series and squaring, in doubles."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.checks import require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.matrices import entries, identity, matrix
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import MAXIMUM, SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_TERMS = 18
"""Terms of the series: further ones are below the resolution for a matrix of norm 1 at most."""

_MOST_SQUARES = 60
"""Matrices of greater norms overflow."""


def _product(to: FieldConversion, a: Field, b: Field) -> Field:
    rank = len(a.shape)

    def term(code: ScalarCode, axes: Axes) -> SSAValue:
        *batch, row, column, inner = axes
        return code.mul(a.at(code, [*batch, row, inner]), b.at(code, [*batch, inner, column]))

    return to.reduce(SUM, Field((*a.shape, a.shape[-1]), f64, term), (rank,))


def _squarings(to: FieldConversion, a: Field) -> SSAValue:
    """Return how often the greatest norm is to be halved until it is at most 1."""
    rank = len(a.shape)
    sizes = to.reduce(SUM, to.pointwise(ScalarCode.absolute, a), (rank - 1,))
    norm = to.reduce(MAXIMUM, sizes, range(rank - 1))

    def is_small(code: ScalarCode, axes: Axes) -> SSAValue:
        value = norm.at(code, axes)
        return code.lt(value, code.like(2.0**_MOST_SQUARES, value))

    require_all(to, Field((), i1, is_small), "a matrix has NaN, infinities or a great norm")
    code = to.to.code
    value = code.maximum(norm.at(code, ()), 1.0)
    return code.cast(code.ceil(code.mul(code.call("log", value), 1 / math.log(2))), i64)


def _exponential(to: FieldConversion) -> Field:
    a = matrix(to, "self", square=True)
    if 0 in a.shape:
        return a
    count = _squarings(to, a)
    exponent = to.to.code.cast(to.to.code.neg(count), f64)
    scale = to.to.code.call("exp", to.to.code.mul(exponent, math.log(2)))
    part = to.store(to.pointwise(lambda code, x: code.mul(x, scale), a))

    def series(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
        """Return the identity plus the matrix times the sum so far, divided by the number."""
        outside = here.to.code
        left = outside.sub(outside.constant(_TERMS, INDEX), number)
        divisor = outside.cast(outside.cast(left, i64), f64)
        product, one = _product(here, part, fields[0]), identity(a.shape)

        def entry(
            code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue
        ) -> SSAValue:
            at = [*batch, row, column]
            return code.add(one.at(code, at), code.div(product.at(code, at), divisor))

        return [entries(a.shape, entry)]

    def square(here: FieldConversion, _: SSAValue, fields: list[Field]) -> list[Field]:
        return [_product(here, fields[0], fields[0])]

    total = to.iterate(_TERMS, [identity(a.shape)], series)
    return to.iterate(to.to.code.cast(count, INDEX), total, square)[0]


MATRIX_FUNCTIONS: dict[str, TeRule] = field_rules({
    "matrix_exp linalg_matrix_exp": _exponential,
})  # fmt: skip
"""By op name."""
