"""Indices that follow from counts: of the elements that are not 0, and of triangles.

    %r = aten.nonzero_static(%x, %size, %fill)

becomes a running count of nonzero elements, and for each row the first position with its number.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.arrays.gathers import flat, unravel_index
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import number_of
from xdsl_torchscript.lowering.ts_to_te.conversion import TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import MINIMUM, SUM
from xdsl_torchscript.lowering.ts_to_te.reductions.scans import scan
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode, greatest


def _nonzero_static(to: FieldConversion) -> Field:
    field, (shape, _) = to.operand("self"), to.result()
    count = prod(map(number_of, field.shape))
    fill = to.number("fill_value", i64, -1)
    if count == 0 or 0 in shape:
        return Field(shape, i64, fill.broadcast_at)
    line = to.store(flat(field).cast(i1))
    numbers = scan(
        to, line, 0, i64, 0,
        lambda code, axes, before: code.add(before, code.cast(line.at(code, axes), i64)),
    )  # fmt: skip

    def place(code: ScalarCode, axes: Axes) -> SSAValue:
        row, index = axes
        is_it = code.compare("eq", numbers.at(code, [index]), code.add(code.cast(row, i64), 1))
        is_it = code.bit_and(is_it, line.at(code, [index]))
        return code.select(is_it, code.cast(index, i64), greatest(i64))

    rows = to.reduce(MINIMUM, Field((shape[0], count), i64, place), (1,))

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        row, column = axes
        index = rows.at(code, [row])
        found = code.cast(code.minimum(index, count - 1), INDEX)
        value = code.constant(0, i64)
        for axis, part in enumerate(unravel_index(code, found, field.shape)):
            is_axis = code.compare("eq", column, axis)
            value = code.select(is_axis, code.cast(part, i64), value)
        return code.select(code.compare("lt", index, count), value, fill.at(code, ()))

    return Field(shape, i64, element)


def _triangle(*, upper: bool) -> Callable[[FieldConversion], Field]:
    """Return the rule of the rows and columns of a triangle, row after row."""

    def rule(to: FieldConversion) -> Field:
        rows, columns = to.call.int("row"), to.call.int("col")
        offset = to.call.int("offset", 0)
        shape, _ = to.result()
        if 0 in shape:
            return Field(shape, i64, lambda code, _: code.constant(0, i64))

        def first(code: ScalarCode, row: SSAValue) -> SSAValue:
            """Return the column of the first element of a row."""
            if not upper:
                return code.constant(0, i64)
            found = code.add(code.cast(row, i64), offset)
            return code.minimum(code.maximum(found, 0), columns)

        def size(code: ScalarCode, row: SSAValue) -> SSAValue:
            if upper:
                return code.sub(columns, first(code, row))
            found = code.add(code.cast(row, i64), offset + 1)
            return code.minimum(code.maximum(found, 0), columns)

        lines = Field((rows,), i64, lambda code, axes: size(code, axes[0]))
        ends = scan(
            to, lines, 0, i64, 0,
            lambda code, axes, before: code.add(before, size(code, axes[0])),
        )  # fmt: skip

        def is_before(code: ScalarCode, axes: Axes) -> SSAValue:
            number, row = axes
            is_it = code.compare("le", ends.at(code, [row]), code.cast(number, i64))
            return code.cast(is_it, i64)

        counts = Field((number_of(shape[1]), rows), i64, is_before)
        found = to.reduce(SUM, counts, (1,))

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            which, number = axes
            row = code.cast(found.at(code, [number]), INDEX)
            start = code.sub(ends.at(code, [row]), size(code, row))
            column = code.add(code.sub(code.cast(number, i64), start), first(code, row))
            return code.select(code.compare("eq", which, 0), code.cast(row, i64), column)

        return Field(shape, i64, element)

    return rule


COUNTING: dict[str, TeRule] = field_rules({
    "nonzero_static": _nonzero_static,
    "tril_indices": _triangle(upper=False),
    "triu_indices": _triangle(upper=True),
})  # fmt: skip
"""By op name."""
