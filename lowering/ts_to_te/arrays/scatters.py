"""Tensors with elements replaced or combined at indices, as `te.scatter`s.

    %r = aten.index_add(%x, 0, %index, %y, 1)

becomes, after the check of the indices (see `checks`),

    %r = te.scatter (%i = 4, %j = 8) into %x : tensor<16x8xf32> {
      %0 = te.load %index[%i] : tensor<4xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = te.load %y[%i, %j] : tensor<4x8xf32>
      te.put %2 at [%1, %j] add : f32
    }

Of several values for one place, the last one stays. Values at the places of a mask are selected for
each element: nothing is scattered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TypeAlias

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects import te
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.arrays.gathers import (
    as_line,
    flat,
    indices_of,
    integers,
    require_within,
    select_elements,
    unravel_index,
)
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import number_of
from xdsl_torchscript.lowering.ts_to_te.checks import OUT_OF_RANGE, positions, require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule, axis_name
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Element,
    Field,
    FieldConversion,
    FieldRule,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.scans import scan
from xdsl_torchscript.lowering.ts_to_te.scalar_code import PythonNumber, ScalarCode, greatest, least

Where: TypeAlias = Callable[[ScalarCode, Axes], Sequence[SSAValue]]


@dataclass(frozen=True)
class Places:
    """The places of a scatter's values: their sizes, and the place of the value at an index."""

    shape: Shape
    where: Where


def scatter(
    to: FieldConversion, field: Field, places: Places, value: Element, combination: str
) -> Field:
    """Return the stored field with values combined at places."""
    target = to.store(field)
    assert target.stored is not None
    block = Block(arg_types=[INDEX] * len(places.shape))
    for number, argument in enumerate(block.args):
        argument.location = to.to.emit.location
        argument.name_hint = axis_name(number)
    code = to.to.at(to.op, InsertPoint.at_end(block)).code
    indices = places.where(code, block.args)
    code.emit(te.PutOp(value(code, block.args), indices, combination))
    op = te.ScatterOp(to.to.extents(places.shape), target.stored, Region(block))
    return to.field(to.to.emit(op).result, field.shape, field.dtype)


# ---- how values are combined


@dataclass(frozen=True)
class Reduction:
    """A combination by the name that PyTorch gives it, and the value that leaves others alone."""

    combination: str
    neutral: Callable[[Attribute], PythonNumber]


_SUM = Reduction("add", lambda _: 0)
_REDUCTIONS: dict[str, Reduction] = {
    "sum": _SUM,
    "add": _SUM,
    "mean": _SUM,
    "prod": Reduction("mul", lambda _: 1),
    "multiply": Reduction("mul", lambda _: 1),
    "amax": Reduction("max", least),
    "amin": Reduction("min", greatest),
}


def _reduce(to: FieldConversion, field: Field, places: Places, value: Element) -> Field:
    """Combine values as `reduce` says; the old ones count if `include_self` is absent or set."""
    name = to.call.constant("reduce")
    if not isinstance(name, str) or name not in _REDUCTIONS:
        raise Refusal(f"combines by {name!r}")
    reduction = _REDUCTIONS[name]
    counts_old = to.call.flag("include_self") if to.has("include_self") else True
    start = field
    if not counts_old:
        neutral = to.constant(reduction.neutral(field.dtype), field.dtype)
        start = scatter(to, field, places, lambda code, _: neutral.at(code, ()), "set")
    total = scatter(to, start, places, value, reduction.combination)
    return _average(to, total, places, counts_old) if name == "mean" else total


def _average(to: FieldConversion, total: Field, places: Places, counts_old: bool) -> Field:
    """Divide by the number of values, and round integers down."""
    ones = Field(total.shape, i64, lambda code, _: code.constant(int(counts_old), i64))
    counts = scatter(to, ones, places, lambda code, _: code.constant(1, i64), "add")

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        count = code.cast(code.maximum(counts.at(code, axes), 1), total.dtype)
        x = total.at(code, axes)
        return code.div(x, count) if is_float(total.dtype) else code.floor_quotient(x, count)

    return Field(total.shape, total.dtype, element)


def _expand_to_result(to: FieldConversion, field: Field) -> Field:
    """Return a field in the result's sizes, which may be a number."""
    shape, _ = to.result()
    if shape or not field.shape:
        return field
    return field.remap((), lambda code, _: [code.constant(0, INDEX)])


# ---- an index for each value


def _gather_indices(to: FieldConversion, field: Field) -> Places:
    index = as_line(integers(to.operand("index")))
    axis = to.call.axis("dim", len(field.shape))
    if len(index.shape) != len(field.shape) and 0 not in index.shape:
        raise Refusal("has an index of another rank")
    if index.shape and 0 not in index.shape:
        require_within(index.shape, field.shape, axis)
        if to.has("src"):
            require_within(index.shape, as_line(to.operand("src")).shape)
    place = positions(to, index, field.shape[axis])

    def where(code: ScalarCode, axes: Axes) -> Sequence[SSAValue]:
        return [*axes[:axis], place.at(code, axes), *axes[axis + 1 :]]

    return Places(index.shape, where)


def _scatter(combination: str | None) -> FieldRule:
    """Return a scatter's rule; None takes the combination from `reduce`."""

    def rule(to: FieldConversion) -> Field:
        field = as_line(to.operand("self"))
        places = _gather_indices(to, field)
        value = _source(to, field.dtype).at
        if 0 in places.shape:
            return _expand_to_result(to, field)
        if combination is None:
            return _expand_to_result(to, _reduce(to, field, places, value))
        return _expand_to_result(to, scatter(to, field, places, value, combination))

    return rule


def _source(to: FieldConversion, dtype: Attribute) -> Field:
    """Return the values, a tensor or a number."""
    if to.has("src"):
        return as_line(to.operand("src")).cast(dtype)
    number = to.number("value", dtype)
    return Field((), dtype, lambda code, _: number.at(code, ()))


# ---- an index for each slice


def _slice_places(to: FieldConversion, field: Field) -> Places:
    index = as_line(integers(to.operand("index")))
    axis = to.call.axis("dim", len(field.shape))
    place = positions(to, index, field.shape[axis])
    shape = (*field.shape[:axis], *index.shape, *field.shape[axis + 1 :])

    def where(code: ScalarCode, axes: Axes) -> Sequence[SSAValue]:
        return [*axes[:axis], place.at(code, [axes[axis]]), *axes[axis + 1 :]]

    return Places(shape, where)


def _slices(to: FieldConversion) -> tuple[Field, Places, Field]:
    """Return the tensor, the places of slices, and their values."""
    field, source = as_line(to.operand("self")), as_line(to.operand("source"))
    places = _slice_places(to, field)
    if source.shape != places.shape:
        raise Refusal(f"has values of sizes {shapes.show(source.shape)}")
    return field, places, source.cast(field.dtype)


def _index_add(to: FieldConversion) -> Field:
    field, places, source = _slices(to)
    if to.call.constant("alpha") not in (None, 1):
        scale = to.number("alpha", field.dtype)
        source = to.pointwise(ScalarCode.mul, source, scale)
    return _expand_to_result(to, scatter(to, field, places, source.at, "add"))


def _index_copy(to: FieldConversion) -> Field:
    field, places, source = _slices(to)
    return _expand_to_result(to, scatter(to, field, places, source.at, "set"))


def _index_reduce(to: FieldConversion) -> Field:
    field, places, source = _slices(to)
    return _expand_to_result(to, _reduce(to, field, places, source.at))


def _index_fill(to: FieldConversion) -> Field:
    field = as_line(to.operand("self"))
    number = to.number("value", field.dtype)
    places = _slice_places(to, field)
    return _expand_to_result(
        to, scatter(to, field, places, lambda code, _: number.at(code, ()), "set")
    )


# ---- indices of several axes


def _put_at(to: FieldConversion, field: Field, places: Places, source: Field) -> Field:
    combination = "add" if to.call.flag("accumulate") else "set"
    return scatter(to, field, places, source.broadcast_at, combination)


def _index_put(to: FieldConversion) -> Field:
    field = to.operand("self")
    source = to.operand("values").cast(field.dtype)
    given = indices_of(to)
    mask = given[0] if len(given) == 1 else None
    if mask is not None and mask.dtype == i1:
        return _put_where(to, field, mask, source)
    chosen = select_elements(to, field.shape)
    if shapes.broadcast([source.shape, chosen.shape]) != chosen.shape:
        raise Refusal(f"has values of sizes {shapes.show(source.shape)}")
    return _put_at(to, field, Places(chosen.shape, chosen.where), source)


def _put_where(to: FieldConversion, field: Field, mask: Field, source: Field) -> Field:
    """Return the tensor with the same values at each place of its first axes that the mask has."""
    rank = len(mask.shape)
    if field.shape[:rank] != mask.shape:
        raise Refusal(f"has a mask of sizes {shapes.show(mask.shape)}")
    slice_, own = (1, *field.shape[rank:]), source.shape
    if len(own) > len(slice_) or shapes.broadcast([own, slice_]) != slice_:
        raise Refusal(f"has values of sizes {shapes.show(own)} for places of a mask")
    if to.call.flag("accumulate"):
        raise Refusal("adds to the places of a mask")

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        value = source.broadcast_at(code, [code.constant(0, INDEX), *axes[rank:]])
        return code.select(mask.at(code, axes[:rank]), value, field.at(code, axes))

    return Field(field.shape, field.dtype, element)


def _put(to: FieldConversion) -> Field:
    field, index = to.operand("self"), flat(integers(to.operand("index")))
    line = prod(map(number_of, field.shape))
    place = positions(to, index, line, wraps=True)

    def where(code: ScalarCode, axes: Axes) -> Sequence[SSAValue]:
        return unravel_index(code, place.at(code, axes), field.shape)

    source = flat(to.operand("source")).cast(field.dtype)
    if source.shape != index.shape:
        raise Refusal("has another number of values than of indices")
    return _put_at(to, field, Places(index.shape, where), source)


def _masked_scatter(to: FieldConversion) -> Field:
    """Count the places before each one: that is the number of its value."""
    shape, dtype = to.result()
    field, source = to.operand("self"), flat(to.operand("source")).cast(dtype)
    mask = to.operand("mask").cast(i1)
    count = prod(map(number_of, shape))
    if count == 0:
        return field
    line = flat(Field(shape, i1, mask.broadcast_at))
    number = scan(
        to, line, 0, i64, 0,
        lambda code, axes, before: code.add(before, code.cast(line.at(code, axes), i64)),
    )  # fmt: skip
    last = Field((), i1, partial(_holds_all, number, count, number_of(source.shape[0])))
    require_all(to, last, OUT_OF_RANGE)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        place = code.constant(0, INDEX)
        for index, size in zip(axes, shape, strict=True):
            place = code.add(code.mul(place, code.constant(number_of(size), INDEX)), index)
        at = code.maximum(code.sub(number.at(code, [place]), code.constant(1, i64)), 0)
        at = code.minimum(at, number_of(source.shape[0]) - 1)
        value = source.at(code, [code.cast(at, INDEX)])
        return code.select(mask.broadcast_at(code, axes), value, field.broadcast_at(code, axes))

    return Field(shape, dtype, element) if source.shape != (0,) else field


def _holds_all(number: Field, count: int, values: int, code: ScalarCode, _: Axes) -> SSAValue:
    return code.compare("le", number.at(code, [code.constant(count - 1, INDEX)]), values)


SCATTERS: dict[str, TeRule] = field_rules({
    "scatter.src scatter.value": _scatter("set"),
    "scatter_add": _scatter("add"),
    "scatter.reduce scatter.value_reduce scatter_reduce.two": _scatter(None),
    "index_add": _index_add,
    "index_copy": _index_copy,
    "index_reduce": _index_reduce,
    "index_fill.int_Scalar index_fill.int_Tensor": _index_fill,
    "index_put index_put.hacked_twin _unsafe_index_put": _index_put,
    "put": _put,
    "masked_scatter": _masked_scatter,
})  # fmt: skip
"""By op name."""
