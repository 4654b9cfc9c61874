"""Matrices as fields of doubles with leading batch axes: triangles, and column-wise solutions of
triangular systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import f64, i1
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import number_of
from xdsl_torchscript.lowering.ts_to_te.checks import require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal
from xdsl_torchscript.lowering.ts_to_te.fields import INDEX, Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

EntryCode: TypeAlias = Callable[[ScalarCode, list[SSAValue], SSAValue, SSAValue], SSAValue]
"""An element of a matrix, at the indices of the batch, a row and a column."""


def matrix(to: FieldConversion, name: str, *, square: bool = False) -> Field:
    """Return an operand of floats as matrices of doubles. Raises Refusal."""
    field = to.operand(name)
    if not is_float(field.dtype) or len(field.shape) < 2:
        raise Refusal("takes matrices of floats")
    rows, columns = size_of(field)
    if square and rows != columns:
        raise Refusal(f"takes square matrices, not {rows} by {columns}")
    return to.store(field.cast(f64))


def size_of(field: Field) -> tuple[int, int]:
    """Return the number of rows and of columns."""
    return number_of(field.shape[-2]), number_of(field.shape[-1])


def entries(shape: Sequence[int | str | None], entry: EntryCode) -> Field:
    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        *batch, row, column = axes
        return entry(code, batch, row, column)

    return Field(tuple(shape), f64, element)


def broadcast_batch(shape: Shape, *fields: Field) -> list[Field]:
    """Return matrices with the batch axes of a shape."""
    return [Field((*shape, *field.shape[-2:]), field.dtype, field.broadcast_at) for field in fields]


def common_batch(*fields: Field) -> list[Field]:
    """Return matrices whose batch axes are broadcast."""
    return broadcast_batch(shapes.broadcast([field.shape[:-2] for field in fields]), *fields)


def transpose(field: Field) -> Field:
    *batch, rows, columns = field.shape
    return field.remap((*batch, columns, rows), lambda _, axes: [*axes[:-2], axes[-1], axes[-2]])


def diagonal(field: Field) -> Field:
    size = min(size_of(field))
    return field.remap((*field.shape[:-2], size), lambda _, axes: [*axes, axes[-1]])


def triangle(field: Field, *, upper: bool, unit: bool = False, shape: Shape | None = None) -> Field:
    """Return a matrix with zeros on one side of the diagonal, and ones on it if `unit`."""

    def entry(code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue) -> SSAValue:
        predicate = ("gt" if unit else "ge") if upper else ("lt" if unit else "le")
        is_kept = code.compare(predicate, column, row)
        value = code.select(is_kept, field.at(code, [*batch, row, column]), 0.0)
        return code.select(code.compare("eq", row, column), 1.0, value) if unit else value

    return entries(field.shape if shape is None else shape, entry)


def identity(shape: Shape) -> Field:
    """Return a matrix with ones on the diagonal."""
    return entries(
        shape,
        lambda code, _, row, column: code.cast(code.compare("eq", row, column), f64),
    )


def require_diagonal(to: FieldConversion, field: Field, predicate: str, reason: str) -> None:
    """Fail at run time unless the elements on the diagonal compare to 0 by a predicate."""
    line = diagonal(field)
    holds = Field(
        line.shape, i1, lambda code, axes: code.compare(predicate, line.at(code, axes), 0.0)
    )
    require_all(to, holds, reason)


def solve_triangular(
    to: FieldConversion, system: Field, right: Field, *, upper: bool, unit: bool = False
) -> Field:
    """Return the solution of triangular systems: each unknown in turn leaves the other rows."""
    size, _ = size_of(system)
    system, right = common_batch(system, right)
    system = to.store(system)

    def step(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
        (rows,), outside = fields, here.to.code
        last = outside.constant(size - 1, INDEX)
        current = outside.sub(last, number) if upper else number

        def entry(
            code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue
        ) -> SSAValue:
            value = rows.at(code, [*batch, row, column])
            found = rows.at(code, [*batch, current, column])
            if not unit:
                found = code.div(found, system.at(code, [*batch, current, current]))
            factor = system.at(code, [*batch, row, current])
            less = code.sub(value, code.mul(factor, found))
            is_open = code.compare("lt" if upper else "gt", row, current)
            other = code.select(is_open, less, value)
            return code.select(code.compare("eq", row, current), found, other)

        return [entries(right.shape, entry)]

    return to.iterate(size, [right], step)[0]
