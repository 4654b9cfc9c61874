"""Places of values among sorted ones: `searchsorted` and `bucketize`, by bisection.

    %r:2 = scf.for %number = %c0 to %steps step %c1 iter_args(%first, %end) { ... }

halves the places in question in each step; a line of `n` boundaries takes as many as `n` has bits.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.ts_to_te.arrays.gathers import integers
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import number_of
from xdsl_torchscript.lowering.ts_to_te.checks import positions
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import ANY
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _bisect(to: FieldConversion, boundaries: Field, values: Field) -> Field:
    """Return the number of boundaries in front of each value."""
    if boundaries.dtype != values.dtype:
        raise Refusal("has boundaries and values of two types")
    if len(boundaries.shape) != 1 and boundaries.shape[:-1] != values.shape[:-1]:
        raise Refusal("has boundaries whose batch differs from the values'")
    side = to.call.constant("side") if to.has("side") else None
    if side not in (None, "left", "right") or (side == "left" and to.call.flag("right")):
        raise Refusal(f"searches on the side {side!r}")
    predicate = "gt" if to.call.flag("right") or side == "right" else "ge"
    count = number_of(shapes.require_rank(boundaries.shape, 1)[-1])
    lines = len(boundaries.shape) - 1

    def bounds(code: ScalarCode, axes: Axes, fields: list[Field]) -> tuple[SSAValue, ...]:
        """Return first, middle and end, and whether the position is after the middle."""
        first, end = (field.at(code, axes) for field in fields)
        middle = code.add(first, code.shift_right_by(code.sub(end, first), 1))
        inside = code.cast(code.minimum(middle, count - 1), INDEX)
        boundary = boundaries.at(code, [*axes[:lines], inside])
        is_behind = code.bit_not(code.compare(predicate, boundary, values.at(code, axes)))
        return first, middle, end, is_behind

    def step(here: FieldConversion, _: SSAValue, fields: list[Field]) -> list[Field]:
        def first(code: ScalarCode, axes: Axes) -> SSAValue:
            start, middle, end, is_behind = bounds(code, axes, fields)
            is_behind = code.bit_and(is_behind, code.lt(start, end))
            return code.select(is_behind, code.add(middle, 1), start)

        def last(code: ScalarCode, axes: Axes) -> SSAValue:
            _, middle, end, is_behind = bounds(code, axes, fields)
            return code.select(is_behind, end, middle)

        return [Field(values.shape, i64, first), Field(values.shape, i64, last)]

    none = Field(values.shape, i64, lambda code, _: code.constant(0, i64))
    if count == 0 or 0 in values.shape:
        return none
    every = Field(values.shape, i64, lambda code, _: code.constant(count, i64))
    return to.iterate(count.bit_length(), [none, every], step)[0]


def _searchsorted(to: FieldConversion) -> Field:
    boundaries, values = to.operand("sorted_sequence"), to.store(to.operand("self"))
    if to.has("sorter"):
        sorter = integers(to.operand("sorter"))
        if sorter.shape != boundaries.shape:
            raise Refusal("has an order whose sizes differ from the boundaries'")
        place = positions(to, sorter, boundaries.shape[-1])
        boundaries = boundaries.remap(
            boundaries.shape, lambda code, axes: [*axes[:-1], place.at(code, axes)]
        )
    return _bisect(to, to.store(boundaries), values)


def _bucketize(to: FieldConversion) -> Field:
    boundaries = to.operand("boundaries")
    if len(boundaries.shape) != 1:
        raise Refusal("has boundaries that are not a line")
    return _bisect(to, boundaries, to.store(to.operand("self")))


def _isin(to: FieldConversion) -> Field:
    """Return whether each element is equal to any of others."""
    elements, others = to.operand("elements"), to.operand("test_elements")
    if elements.dtype != others.dtype or i1 == elements.dtype:
        raise Refusal("has elements of two types, or bools")
    rank = len(elements.shape)

    def is_equal(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.compare("eq", elements.at(code, axes[:rank]), others.at(code, axes[rank:]))

    pairs = Field((*elements.shape, *others.shape), i1, is_equal)
    found = to.reduce(ANY, pairs, range(rank, len(pairs.shape)))
    if not to.call.flag("invert"):
        return found
    return to.pointwise(lambda code, x: code.bit_not(x), found)


SEARCHING: dict[str, TeRule] = field_rules({
    "searchsorted.Tensor": _searchsorted,
    "bucketize.Tensor": _bucketize,
    "isin.Tensor_Tensor": _isin,
})  # fmt: skip
"""By op name."""
