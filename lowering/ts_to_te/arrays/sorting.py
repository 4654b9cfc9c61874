"""Elements in order along an axis: `sort`, `topk`, `kthvalue`, `median`, `mode`, `quantile`.

The indices of an axis are ordered by their elements (`ordering.py`): `x[order[i]]` is ascending
then. A few largest elements are selected instead (`selection.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.size_expression import least
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.arrays.gathers import as_line
from xdsl_torchscript.lowering.ts_to_te.arrays.ordering import order_of, with_index
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import number_of
from xdsl_torchscript.lowering.ts_to_te.arrays.scatters import flat
from xdsl_torchscript.lowering.ts_to_te.arrays.selection import select_largest, selects_few
from xdsl_torchscript.lowering.ts_to_te.checks import require, require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    Fields,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import (
    MAXIMUM,
    MINIMUM,
    SUM,
    squeeze_axes,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.scans import scan
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def take_along_axis(x: Field, order: Field, axis: int) -> Field:
    """Return a field's elements at indices along an axis."""

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return with_index(axes, axis, code.cast(order.at(code, axes), INDEX))

    return x.remap(order.shape, where)


def _part(field: Field, axis: int, size: int) -> Field:
    """Return the first elements along an axis."""
    return Field((*field.shape[:axis], size, *field.shape[axis + 1 :]), field.dtype, field.at)


def _line(to: FieldConversion) -> tuple[Field, int]:
    """Return the operand, as a line if it is a number, and the axis to sort along."""
    x = to.operand("self")
    return to.store(as_line(x)), to.call.axis("dim", max(len(x.shape), 1), -1)


def _as_result(to: FieldConversion, *fields: Field) -> list[Field]:
    """Return fields without the axis that was added to a number."""
    rank = len(to.result()[0])
    return [squeeze_axes(field, (0,)) if len(field.shape) > rank else field for field in fields]


def _sort(to: FieldConversion) -> list[Field]:
    x, axis = _line(to)
    order = order_of(to, x, axis, descending=to.call.flag("descending"))
    order = _part(order, axis, number_of(x.shape[axis]))
    return _as_result(to, take_along_axis(x, order, axis), order)


def _topk(to: FieldConversion) -> list[Field]:
    """Return the first elements in order; of equal ones, the first. Few are selected from an axis
    of any size, which the run compares with their number."""
    x, axis = _line(to)
    k, size = to.call.int("k"), x.shape[axis]
    if x.dtype == i1 or k < 0 or (isinstance(size, int) and k > size):
        raise Refusal(f"asks for {k} of {size} elements, or for bools")
    if selects_few(to.op):
        code = to.to.code
        if (least(size) or 0) < k:
            are_enough = code.compare("ge", to.to.index(code, size), k)
            require(code, are_enough, to.op, f"asks for {k} elements")
        return _as_result(to, *select_largest(to, x, axis, k))
    order = _part(order_of(to, x, axis, descending=to.call.flag("largest")), axis, k)
    return _as_result(to, take_along_axis(x, order, axis), order)


# ---- one element of each line


def _at_rank(to: FieldConversion, x: Field, order: Field, axis: int, rank: Field) -> list[Field]:
    """Return each line's element at a rank, which has the size 1 along the axis, and its index."""
    index = to.store(take_along_axis(order, rank, axis))
    found = [take_along_axis(x, index, axis), index]
    keepdim = to.call.flag("keepdim")
    return _as_result(to, *(f if keepdim else squeeze_axes(f, (axis,)) for f in found))


def _kthvalue(to: FieldConversion) -> list[Field]:
    x, axis = _line(to)
    k, size = to.call.int("k"), number_of(x.shape[axis])
    if not 1 <= k <= size:
        raise Refusal(f"asks for element {k} of {size}")
    rank = to.constant(k - 1, i64)
    shape = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
    return _at_rank(
        to, x, order_of(to, x, axis), axis, Field(shape, i64, lambda code, _: rank.at(code, ()))
    )


def _count_non_nan(to: FieldConversion, x: Field, axis: int) -> Field:
    """Return the number of elements of each line that are not NaN."""

    def is_number(code: ScalarCode, axes: Axes) -> SSAValue:
        if not is_float(x.dtype):
            return code.constant(1, i64)
        return code.cast(code.bit_not(code.is_nan(x.at(code, axes))), i64)

    return to.reduce(SUM, Field(x.shape, i64, is_number), (axis,), keepdim=True)


def _median(
    ignores_nan: bool,
) -> Callable[[FieldConversion], list[Field]]:
    """Return the rule of the lower one of two middle elements; the first NaN, unless ignored."""

    def rule(to: FieldConversion) -> list[Field]:
        if to.has("dim"):
            x, axis = _line(to)
        else:
            x, axis = flat(to.operand("self")), 0
        if x.dtype == i1 or x.shape[axis] == 0:
            raise Refusal("supports only lines of numbers")
        x, size = to.store(x), number_of(x.shape[axis])
        counted = _count_non_nan(to, x, axis)

        def middle(code: ScalarCode, axes: Axes) -> SSAValue:
            count = counted.at(code, axes)
            found = code.shift_right_by(code.sub(code.maximum(count, 1), 1), 1)
            if ignores_nan:
                return found
            return code.select(code.compare("lt", count, size), count, found)

        rank = Field(counted.shape, i64, middle)
        return _at_rank(to, x, order_of(to, x, axis), axis, rank)[: len(to.op.results)]

    return rule


def _mode(to: FieldConversion) -> list[Field]:
    """Return the smallest of the most frequent elements, and its last index. It ends the first
    longest run of equal sorted elements."""
    x, axis = _line(to)
    if x.shape[axis] == 0:
        raise Refusal("has lines without elements")
    order = _part(order_of(to, x, axis), axis, number_of(x.shape[axis]))
    ordered = to.store(take_along_axis(x, to.store(order), axis))

    def length(code: ScalarCode, axes: Axes, before: SSAValue) -> SSAValue:
        last = code.maximum(code.sub(axes[axis], 1), 0)
        same = code.compare(
            "eq", ordered.at(code, axes), ordered.at(code, with_index(axes, axis, last))
        )
        return code.select(same, code.add(before, 1), code.constant(1, i64))

    runs = scan(to, ordered, axis, i64, 0, length)
    longest = to.reduce(MAXIMUM, runs, (axis,), keepdim=True)

    def place(code: ScalarCode, axes: Axes) -> SSAValue:
        is_longest = code.compare("eq", runs.at(code, axes), longest.broadcast_at(code, axes))
        return code.select(is_longest, code.cast(axes[axis], i64), number_of(x.shape[axis]) - 1)

    rank = to.reduce(MINIMUM, Field(x.shape, i64, place), (axis,), keepdim=True)
    return _at_rank(to, x, order, axis, rank)


# ---- quantiles


def _quantile(ignores_nan: bool) -> Callable[[FieldConversion], Fields]:
    """Return the rule of elements at fractions of the way through each line, interpolated."""

    def rule(to: FieldConversion) -> Fields:
        method = to.call.constant("interpolation")
        x = to.operand("self")
        if not is_float(x.dtype) or method not in _METHODS:
            raise Refusal("supports only floats and known interpolations")
        if not to.has("dim"):
            x, axis = flat(x), 0
        else:
            x = as_line(x)
            axis = to.call.axis("dim", len(x.shape))
        if x.shape[axis] == 0:
            raise Refusal("has lines without elements")
        x = to.store(x)
        fractions = _fractions(to, x.dtype)
        order = _part(order_of(to, x, axis), axis, number_of(x.shape[axis]))
        ordered = to.store(take_along_axis(x, order, axis))
        counted = _count_non_nan(to, x, axis)
        rank = len(fractions.shape)

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            line = _line_axes(to, code, axes[rank:], axis, len(x.shape))
            count = counted.at(code, line)
            last = code.maximum(code.sub(count, 1), 0)
            exact = code.mul(fractions.at(code, axes[:rank]), code.cast(last, x.dtype))
            value = _METHODS[method](
                code, exact, lambda place: ordered.at(code, with_index(line, axis, place))
            )
            is_missing = code.compare("lt", count, 1 if ignores_nan else number_of(x.shape[axis]))
            return code.select(is_missing, math.nan, value)

        return Field(to.result()[0], x.dtype, element)

    return rule


def _line_axes(
    to: FieldConversion, code: ScalarCode, axes: Axes, axis: int, rank: int
) -> list[SSAValue]:
    """Return the first element of a result's line."""
    zero = code.constant(0, INDEX)
    if not to.has("dim"):
        return [zero]
    kept = list(axes)
    if not to.call.flag("keepdim") and len(kept) < rank:
        kept.insert(axis, zero)
    return with_index(kept, axis, zero) if kept else [zero]


def _fractions(to: FieldConversion, dtype: Attribute) -> Field:
    """Return the fractions, and fail at run time if one is not from 0 to 1."""
    value = to.call.operand("q")
    if value is None:
        raise Refusal("has no fractions")
    fractions = to.number("q", dtype) if value.type == f64 else to.operand("q")
    if fractions.dtype != dtype or len(fractions.shape) > 1:
        raise Refusal("has fractions of another type, or not in a line")

    def is_fraction(code: ScalarCode, axes: Axes) -> SSAValue:
        q = fractions.at(code, axes)
        return code.bit_and(code.ge(q, code.like(0.0, q)), code.le(q, code.like(1.0, q)))

    require_all(to, Field(fractions.shape, i1, is_fraction), "quantiles are between 0 and 1")
    return fractions


At: TypeAlias = Callable[[SSAValue], SSAValue]
"""The element at an index of a line."""

Interpolation: TypeAlias = Callable[[ScalarCode, SSAValue, At], SSAValue]
"""The element at a fractional place of a line."""


def _nearest(code: ScalarCode, exact: SSAValue, at: At) -> SSAValue:
    return at(code.cast(code.cast(code.call("roundeven", exact), i64), INDEX))


def _lower(code: ScalarCode, exact: SSAValue, at: At) -> SSAValue:
    return at(code.cast(code.cast(exact, i64), INDEX))


def _higher(code: ScalarCode, exact: SSAValue, at: At) -> SSAValue:
    return at(code.cast(code.cast(code.ceil(exact), i64), INDEX))


def _between(code: ScalarCode, exact: SSAValue, at: At, weight: SSAValue) -> SSAValue:
    """Interpolate between two neighbours; the weight belongs to the higher one."""
    low, high = _lower(code, exact, at), _higher(code, exact, at)
    distance, rest = code.sub(high, low), code.sub(code.like(1.0, weight), weight)
    near_low = code.add(low, code.mul(weight, distance))
    near_high = code.sub(high, code.mul(distance, rest))
    return code.select(code.lt(weight, code.like(0.5, weight)), near_low, near_high)


def _linear(code: ScalarCode, exact: SSAValue, at: At) -> SSAValue:
    return _between(code, exact, at, code.sub(exact, code.floor(exact)))


def _midpoint(code: ScalarCode, exact: SSAValue, at: At) -> SSAValue:
    return _between(code, exact, at, code.like(0.5, exact))


_METHODS: dict[object, Interpolation] = {
    "linear": _linear,
    "lower": _lower,
    "higher": _higher,
    "midpoint": _midpoint,
    "nearest": _nearest,
}
"""By the name of the interpolation."""

SORTING: dict[str, TeRule] = field_rules({
    "sort sort.stable": _sort,
    "topk": _topk,
    "kthvalue": _kthvalue,
    "median median.dim": _median(ignores_nan=False),
    "nanmedian nanmedian.dim": _median(ignores_nan=True),
    "mode": _mode,
    "quantile quantile.scalar": _quantile(ignores_nan=False),
    "nanquantile nanquantile.scalar": _quantile(ignores_nan=True),
})  # fmt: skip
"""By op name."""
