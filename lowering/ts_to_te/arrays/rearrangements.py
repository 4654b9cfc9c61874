"""Tensors that permute or select the elements of another: `flip`, `roll`, `diagonal`, ...

    %r = aten.flip(%x, [0])

becomes

    %r = te.compute (%i = 4) : tensor<4xf32> {
      %0 = arith.constant 3 : index
      %1 = arith.subi %0, %i : index
      %2 = te.load %x[%1] : tensor<4xf32>
      te.yield %2 : f32
    }
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.size_expression import LEAST_SYMBOL, exact_quotient, least
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.core.unrolling import MOST_PARTS
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

IndexMap: TypeAlias = Callable[[ScalarCode, SSAValue], SSAValue]
"""The place along an axis of the source of the element at an index of the result."""


def number_of(size: Dim) -> int:
    """Return a size that is a number. Raises Refusal for a symbolic one."""
    if not isinstance(size, int):
        raise Refusal(f"needs a size that is a number, not {size or '?'}")
    return size


def quotient(code: ScalarCode, index: SSAValue, divisor: int) -> SSAValue:
    """Return the quotient of an index by a positive number."""
    if divisor == 1:
        return index
    return code.emit(arith.DivUIOp(index, code.constant(divisor, INDEX))).result


def remainder(code: ScalarCode, index: SSAValue, divisor: int) -> SSAValue:
    """Return the remainder of an index by a positive number."""
    return code.emit(arith.RemUIOp(index, code.constant(divisor, INDEX))).result


def digits_of(code: ScalarCode, number: SSAValue, sizes: Sequence[int]) -> list[SSAValue]:
    """Return the indices of an element by its number, in row-major order."""
    leading = next((axis for axis, size in enumerate(sizes) if size != 1), None)
    digits: list[SSAValue] = []
    for axis, size in enumerate(sizes):
        if size == 1:
            digits.append(code.constant(0, INDEX))
            continue
        digit = quotient(code, number, prod(sizes[axis + 1 :]))
        digits.append(digit if axis == leading else remainder(code, digit, size))
    return digits


def join_index(code: ScalarCode, group: SSAValue, index: SSAValue, size: int) -> SSAValue:
    """Return the index along an axis that is split into groups of `size`."""
    return code.add(code.mul(group, code.constant(size, INDEX)), index)


def shift_index(code: ScalarCode, index: SSAValue, distance: int) -> SSAValue:
    return index if distance == 0 else code.add(index, code.constant(distance, INDEX))


def along(field: Field, maps: dict[int, IndexMap], shape: Sequence[Dim]) -> Field:
    """Return a field of these sizes that reads some axes through a map."""

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [maps[a](code, index) if a in maps else index for a, index in enumerate(axes)]

    return field.remap(shape, where)


def _flip(to: FieldConversion) -> Field:
    field = to.operand("self")

    def backwards(axis: int) -> IndexMap:
        size = field.shape[axis]

        def where(code: ScalarCode, index: SSAValue) -> SSAValue:
            return code.sub(shift_index(code, to.to.index(code, size), -1), index)

        return where

    axes = [shapes.axis_of(dim, len(field.shape)) for dim in to.call.ints("dims") or ()]
    if not field.shape:
        return field
    return along(field, {axis: backwards(axis) for axis in axes}, field.shape)


def _roll(to: FieldConversion) -> Field:
    field = to.operand("self")
    shifts, dims = to.call.ints("shifts") or (), to.call.ints("dims") or ()
    if not dims:
        if len(shifts) != 1 or len(field.shape) != 1:
            raise Refusal("rolls the elements of several axes as one")
        return along(field, {0: _roll_map(to, field.shape[0], shifts[0])}, field.shape)
    shapes.require_rank(field.shape, 1)
    distances: dict[int, int] = {}
    for shift, dim in zip(shifts, dims, strict=True):
        axis = shapes.axis_of(dim, len(field.shape))
        distances[axis] = distances.get(axis, 0) + shift
    maps = {axis: _roll_map(to, field.shape[axis], shift) for axis, shift in distances.items()}
    return along(field, maps, field.shape)


def _roll_map(to: FieldConversion, size: Dim, shift: int) -> IndexMap:
    """Return the map of an axis that is rolled by `shift`."""
    if not isinstance(size, int):
        return _symbolic_roll_map(to, size, shift)
    count = max(size, 1)
    first = -shift % count

    def where(code: ScalarCode, index: SSAValue) -> SSAValue:
        return remainder(code, shift_index(code, index, first), count)

    return where


def _symbolic_roll_map(to: FieldConversion, size: Dim, shift: int) -> IndexMap:
    """Return the map for a size of at least 2 that only the run knows. It compares each index, as
    loops are split by comparisons, but not by remainders."""

    def where(code: ScalarCode, index: SSAValue) -> SSAValue:
        count, distance = to.to.index(code, size), code.constant(abs(shift), INDEX)
        if abs(shift) >= LEAST_SYMBOL:
            distance = code.emit(arith.RemUIOp(distance, count)).result
        if shift > 0:
            moved, is_inside = code.sub(index, distance), code.compare("ge", index, distance)
            return code.select(is_inside, moved, code.add(moved, count))
        moved = code.add(index, distance)
        return code.select(code.compare("lt", moved, count), moved, code.sub(moved, count))

    return where


def _rot90(to: FieldConversion) -> Field:
    field, quarters = to.operand("self"), to.call.int("k", 1) % 4
    first, second = (
        shapes.axis_of(dim, len(field.shape)) for dim in to.call.ints("dims") or (0, 1)
    )
    shape, _ = to.result()

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        indices = list(axes)
        if quarters % 2:
            indices[first], indices[second] = indices[second], indices[first]
        for axis in {0: (), 1: (second,), 2: (first, second), 3: (first,)}[quarters]:
            last = shift_index(code, to.to.index(code, field.shape[axis]), -1)
            indices[axis] = code.sub(last, indices[axis])
        return indices

    return field.remap(shape, where)


def _repeat(to: FieldConversion) -> Field:
    field, (shape, _) = to.operand("self"), to.result()
    missing = len(shape) - len(field.shape)

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [
            index if size == new else _wrapped(to, code, index, size, new)
            for index, size, new in zip(axes[missing:], field.shape, shape[missing:], strict=True)
        ]

    return field.remap(shape, where)


def _wrapped(
    to: FieldConversion, code: ScalarCode, index: SSAValue, size: Dim, whole: Dim
) -> SSAValue:
    """Return the remainder of an index below `whole`, a multiple of a size. Comparisons give that
    of a size that only the run knows if it is repeated a few times, as loops are split by them."""
    if isinstance(size, int):
        return remainder(code, index, max(size, 1))
    count, times = to.to.index(code, size), exact_quotient(whole, size)
    if not isinstance(times, int) or times > MOST_PARTS:
        return code.emit(arith.RemUIOp(index, count)).result
    place = index
    for number in range(1, times):
        start = code.mul(count, code.constant(number, INDEX))
        is_behind = code.compare("ge", index, start)
        place = code.select(is_behind, code.sub(index, start), place)
    return place


def _unfold(to: FieldConversion) -> Field:
    field, (shape, _) = to.operand("self"), to.result()
    if not field.shape:
        return field.remap(shape, lambda code, axes: [])
    axis = to.call.axis("dimension", len(field.shape))
    step = to.call.int("step")

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        *outer, inner = axes
        first = code.mul(outer[axis], code.constant(step, INDEX))
        outer[axis] = code.add(first, inner)
        return outer

    return field.remap(shape, where)


def _broadcast(to: FieldConversion) -> list[Field]:
    """Return each tensor of the list with the sizes of all."""
    fields = to.tensors("tensors")
    shape = shapes.broadcast([field.shape for field in fields])
    return [Field(shape, field.dtype, field.broadcast_at) for field in fields]


def _unbind(to: FieldConversion) -> list[Field]:
    """Return the slices at each index of an axis."""
    field = to.operand("self")
    axis = to.call.axis("dim", len(to.call.shape("self", 1)), 0)

    def layer(number: int) -> Field:
        def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
            return [*axes[:axis], code.constant(number, INDEX), *axes[axis:]]

        return field.remap((*field.shape[:axis], *field.shape[axis + 1 :]), where)

    return [layer(number) for number in range(number_of(field.shape[axis]))]


# ---- diagonals


def diagonal_axes(to: FieldConversion, rank: int, default: tuple[int, int]) -> tuple[int, int]:
    first, second = (
        to.call.axis(name, rank, value)
        for name, value in zip(("dim1", "dim2"), default, strict=True)
    )
    return first, second


def _diagonal(default: tuple[int, int]) -> Callable[[FieldConversion], Field]:
    """Return the rule of an operator whose axes are these if it names none."""

    def rule(to: FieldConversion) -> Field:
        field = to.operand("A" if to.has("A") else "self")
        first, second = diagonal_axes(to, len(field.shape), default)
        offset = to.call.int("offset", 0)

        def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
            *others, index = axes
            rest_of = iter(others)
            places = {
                first: shift_index(code, index, max(-offset, 0)),
                second: shift_index(code, index, max(offset, 0)),
            }
            return [
                places[axis] if axis in places else next(rest_of)
                for axis in range(len(field.shape))
            ]

        return field.remap(to.result()[0], where)

    return rule


def _diag_embed(to: FieldConversion) -> Field:
    field, (shape, _) = to.operand("self"), to.result()
    first, second = diagonal_axes(to, len(shape), (-2, -1))
    offset, last = to.call.int("offset", 0), field.shape[-1]

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        row, column = (
            shift_index(code, axes[first], min(offset, 0)),
            shift_index(code, axes[second], -max(offset, 0)),
        )
        others = [index for axis, index in enumerate(axes) if axis not in (first, second)]
        is_inside = code.compare("eq", row, column)
        is_inside = code.bit_and(is_inside, code.compare("ge", row, 0))
        place = clamp_index(to, code, row, last)
        return code.select(is_inside, field.at(code, [*others, place]), 0)

    return Field(shape, field.dtype, element) if last != 0 else zeros(field, shape)


def zeros(field: Field, shape: Sequence[Dim]) -> Field:
    return Field(tuple(shape), field.dtype, lambda code, _: code.constant(0, field.dtype))


def clamp_index(to: FieldConversion, code: ScalarCode, index: SSAValue, size: Dim) -> SSAValue:
    """Return the nearest index of an axis of this size, 0 of one without elements."""
    last = shift_index(code, to.to.index(code, size), -1)
    nearest = code.minimum(code.maximum(index, 0), last)
    return nearest if (least(size) or 0) > 0 else code.maximum(nearest, 0)


def _triangle(*, upper: bool) -> Callable[[FieldConversion], Field]:
    def rule(to: FieldConversion) -> Field:
        field, diagonal = to.operand("self"), to.call.int("diagonal", 0)
        shapes.require_rank(field.shape, 2)

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            kept = code.compare(
                "ge" if upper else "le", axes[-1], shift_index(code, axes[-2], diagonal)
            )
            return code.select(kept, field.at(code, axes), 0)

        return Field(field.shape, field.dtype, element)

    return rule


# ---- channels


def _pixel_shuffle(to: FieldConversion) -> Field:
    field, (shape, _) = to.operand("self"), to.result()
    factor = to.call.int("upscale_factor")

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        *batch, channel, y, x = axes
        inner = code.add(
            code.mul(channel, code.constant(factor, INDEX)), remainder(code, y, factor)
        )
        inner = code.add(code.mul(inner, code.constant(factor, INDEX)), remainder(code, x, factor))
        return [*batch, inner, quotient(code, y, factor), quotient(code, x, factor)]

    return field.remap(shape, where)


def _pixel_unshuffle(to: FieldConversion) -> Field:
    field, (shape, _) = to.operand("self"), to.result()
    factor = to.call.int("downscale_factor")

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        *batch, channel, y, x = axes
        outer, place = (
            quotient(code, channel, factor * factor),
            remainder(code, channel, factor * factor),
        )
        scale = code.constant(factor, INDEX)
        row = code.add(code.mul(y, scale), quotient(code, place, factor))
        column = code.add(code.mul(x, scale), remainder(code, place, factor))
        return [*batch, outer, row, column]

    return field.remap(shape, where)


def _channel_shuffle(to: FieldConversion) -> Field:
    field, groups = to.operand("self"), to.call.int("groups")
    channels = number_of(shapes.require_rank(field.shape, 3)[1])
    if groups < 1 or channels % groups:
        raise Refusal(f"divides {channels} channels into {groups} groups")
    members = channels // groups

    def where(code: ScalarCode, index: SSAValue) -> SSAValue:
        first = code.mul(remainder(code, index, groups), code.constant(members, INDEX))
        return code.add(first, quotient(code, index, groups))

    return along(field, {1: where}, field.shape)


REARRANGEMENTS: dict[str, TeRule] = field_rules({
    "flip": _flip,
    "roll": _roll,
    "rot90": _rot90,
    "repeat": _repeat,
    "unfold unfold_copy": _unfold,
    "broadcast_tensors": _broadcast,
    "unbind.int unbind_copy.int": _unbind,
    "diagonal diagonal_copy": _diagonal((0, 1)),
    "linalg_diagonal": _diagonal((-2, -1)),
    "diag_embed": _diag_embed,
    "tril": _triangle(upper=False),
    "triu": _triangle(upper=True),
    "pixel_shuffle": _pixel_shuffle,
    "pixel_unshuffle": _pixel_unshuffle,
    "channel_shuffle native_channel_shuffle": _channel_shuffle,
})  # fmt: skip
"""By op name."""
