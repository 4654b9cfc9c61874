"""Tensors made of several others, and of others and a border: `cat`, `stack`, `pad`, ...

    %r = aten.constant_pad_nd(%x, [1, 0], 0)

becomes

    %r = te.compute (%i = 5) : tensor<5xf32> {
      ... j = i - 1, the index in %x
      ... the nearest index that %x has, and its element
      ... that element if j >= 0, else 0
    }

Elements are selected after the load, so out-of-bounds loads are clamped to the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.prim import LoopOp
from xdsl_torchscript.dialects.size_expression import add, mul
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.rules.views import (
    diagonal_shape,
    slice_of,
    slice_shape,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, require_rank, show
from xdsl_torchscript.lowering.ts.fusion.checked_views import may_exceed
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    IndexMap,
    along,
    clamp_index,
    diagonal_axes,
    number_of,
    quotient,
    remainder,
    shift_index,
)
from xdsl_torchscript.lowering.ts_to_te.arrays.scatters import Places, scatter
from xdsl_torchscript.lowering.ts_to_te.arrays.unclipped_slices import unclipped_places
from xdsl_torchscript.lowering.ts_to_te.arrays.views import is_within, place_along
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

# ---- joining


def _cat(to: FieldConversion) -> Field:
    shape, dtype = to.result()
    fields = [field.cast(dtype) for field in to.tensors("tensors")]
    fields = [f for f in fields if f.shape != (0,) or len(shape) == 1]
    axis = to.call.axis("dim", len(shape), 0)
    return concat_fields(to, [field for field in fields if field.shape[axis] != 0], axis)


def concat_fields(to: FieldConversion, fields: Sequence[Field], axis: int) -> Field:
    """Concatenate fields along an axis."""
    shape, dtype = to.result()
    starts: list[Dim] = [0]
    for field in fields:
        if shapes.drop(field.shape, (axis,)) != shapes.drop(shape, (axis,)):
            raise Refusal(f"joins {show(field.shape)} for {show(shape)}, whose sizes may differ")
        starts.append(add(starts[-1], field.shape[axis]))
    if not fields:
        return Field(shape, dtype, lambda code, _: code.constant(0, dtype))

    def piece(code: ScalarCode, axes: Axes, field: Field, start: Dim) -> SSAValue:
        index = _index_behind(to, code, axes[axis], start)
        place = index if len(fields) == 1 else clamp_index(to, code, index, field.shape[axis])
        return field.at(code, [*axes[:axis], place, *axes[axis + 1 :]])

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        chosen = piece(code, axes, fields[0], 0)
        for field, start in zip(fields[1:], starts[1:-1], strict=True):
            first = start if isinstance(start, int) else to.to.index(code, start)
            is_here = code.compare("ge", axes[axis], first)
            chosen = code.select(is_here, piece(code, axes, field, start), chosen)
        return chosen

    return Field(shape, dtype, element)


def _index_behind(to: FieldConversion, code: ScalarCode, index: SSAValue, start: Dim) -> SSAValue:
    """Return the index counted from a start."""
    if isinstance(start, int):
        return shift_index(code, index, -start)
    return code.sub(index, to.to.index(code, start))


def _block_diag(to: FieldConversion) -> Field:
    """Return matrices along the diagonal, and 0 elsewhere."""
    shape, dtype = to.result()
    parts: list[tuple[Field, int, int]] = []
    row = column = 0
    for field in to.tensors("tensors"):
        missing = 2 - len(field.shape)
        matrix = field.cast(dtype).remap(
            (*(1,) * missing, *field.shape), lambda _, axes, missing=missing: axes[missing:]
        )
        if 0 not in matrix.shape:
            parts.append((matrix, row, column))
        row += number_of(matrix.shape[0])
        column += number_of(matrix.shape[1])

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        chosen = code.constant(0, dtype)
        for field, *starts in parts:
            is_inside, indices = code.constant(True, i1), list[SSAValue]()
            for axis, size, start in zip(axes, field.shape, starts, strict=True):
                index = shift_index(code, axis, -start)
                is_inside = code.bit_and(is_inside, code.compare("ge", index, 0))
                is_inside = code.bit_and(
                    is_inside, code.compare("lt", index, to.to.index(code, size))
                )
                indices.append(clamp_index(to, code, index, size))
            chosen = code.select(is_inside, field.at(code, indices), chosen)
        return chosen

    return Field(shape, dtype, element)


def _stack(to: FieldConversion) -> Field:
    shape, dtype = to.result()
    axis = to.call.axis("dim", len(shape), 0)

    def layer(field: Field) -> Field:
        return field.remap(
            (*field.shape[:axis], 1, *field.shape[axis:]),
            lambda _, axes: [*axes[:axis], *axes[axis + 1 :]],
        )

    return concat_fields(to, [layer(field.cast(dtype)) for field in to.tensors("tensors")], axis)


# ---- borders


def _borders(to: FieldConversion, name: str, rank: int) -> dict[int, tuple[int, int]]:
    """Return the elements that are added before and behind each axis; the last axis comes first."""
    widths = to.call.ints(name) or ()
    if len(widths) % 2 or len(widths) > 2 * rank:
        raise Refusal(f"pads a tensor of rank {rank} by {list(widths)}")
    pairs = zip(widths[::2], widths[1::2], strict=True)
    return {rank - 1 - number: pair for number, pair in enumerate(pairs) if pair != (0, 0)}


def _constant_pad(to: FieldConversion) -> Field:
    field = to.operand("self")
    value = to.number("value", field.dtype, 0)
    borders, (shape, _) = _borders(to, "pad", len(field.shape)), to.result()
    if 0 in field.shape:
        return Field(shape, field.dtype, lambda code, _: value.at(code, ()))

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        indices, is_inside = list(axes), code.constant(True, i1)
        for axis, (before, after) in borders.items():
            index = shift_index(code, axes[axis], -before)
            indices[axis] = clamp_index(to, code, index, field.shape[axis])
            if before > 0:
                is_inside = code.bit_and(is_inside, code.compare("ge", index, 0))
            if after > 0:
                size = to.to.index(code, field.shape[axis])
                is_inside = code.bit_and(is_inside, code.compare("lt", index, size))
        return code.select(is_inside, field.at(code, indices), value.at(code, ()))

    return Field(shape, field.dtype, element)


Border: TypeAlias = Callable[[FieldConversion, Dim, int, int], IndexMap]
"""The map of an axis of a size, by the numbers of elements before and after it."""


def _replicate(to: FieldConversion, size: Dim, before: int, after: int) -> IndexMap:
    return lambda code, index: clamp_index(to, code, shift_index(code, index, -before), size)


def _reflect(to: FieldConversion, size: Dim, before: int, after: int) -> IndexMap:
    def where(code: ScalarCode, index: SSAValue) -> SSAValue:
        last = shift_index(code, to.to.index(code, size), -1)
        place = code.sub(last, _magnitude(code, shift_index(code, index, -before)))
        return code.sub(last, _magnitude(code, place))

    return where


def _magnitude(code: ScalarCode, index: SSAValue) -> SSAValue:
    return code.maximum(index, code.sub(code.constant(0, INDEX), index))


def _circular(to: FieldConversion, size: Dim, before: int, after: int) -> IndexMap:
    if before < 0 or after < 0:
        raise Refusal("pads in a circle by less than 0")
    count = max(number_of(size), 1)
    return lambda code, index: remainder(code, shift_index(code, index, -before % count), count)


_BORDERS: dict[str, Border] = {
    "reflect": _reflect,
    "replicate": _replicate,
    "circular": _circular,
}


def _border(border: Border, name: str) -> Callable[[FieldConversion], Field]:
    def rule(to: FieldConversion) -> Field:
        field = to.operand("self")
        borders = _borders(to, name, len(field.shape))
        maps = {axis: border(to, field.shape[axis], *widths) for axis, widths in borders.items()}
        return along(field, maps, to.result()[0])

    return rule


def _pad(to: FieldConversion) -> Field:
    mode = to.call.constant("mode")
    if mode == "constant":
        return _constant_pad(to)
    if not isinstance(mode, str) or mode not in _BORDERS:
        raise Refusal(f"has the unknown padding mode {mode!r}")
    return _border(_BORDERS[mode], "pad")(to)


# ---- parts replaced


def _source(to: FieldConversion, dtype: Attribute, part: Shape) -> Field:
    """Return the elements for a part of these sizes. Raises ShapeError for others."""
    source = to.operand("src").cast(dtype)
    if source.shape != part:
        raise ShapeError(f"{show(source.shape)} does not fit into {show(part)}")
    return source


def _slice_scatter(to: FieldConversion) -> Field:
    """Return the field with another one in the place of a slice, in its memory if only the run
    knows the place, or that it has so many elements."""
    if not may_exceed(to.op):
        return _scatter_at_known(to)
    field = to.operand("self")
    source = to.operand("src").cast(field.dtype)
    place = unclipped_places(to.to, to.op, field.shape, source.shape)
    return scatter(to, field, Places(source.shape, place), source.at, "set")


def _scatter_at_known(to: FieldConversion) -> Field:
    """Return the field with another one in the place of a slice or of one index."""
    field = to.operand("self")
    source = _source(to, field.dtype, slice_shape(to.call, field.shape))
    axis, first, step, size = slice_of(to.call, field.shape)
    if first is None or size is None:
        raise Refusal("replaces elements that are known only at run time")
    if 0 in source.shape:
        return field

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        index = _index_behind(to, code, axes[axis], first)
        number, end = code.maximum(index, 0), mul(size, step)
        is_inside = code.bit_and(
            code.compare("ge", index, 0),
            code.compare("lt", index, end if isinstance(end, int) else to.to.index(code, end)),
        )
        if step != 1:
            is_inside = code.bit_and(
                is_inside, code.compare("eq", remainder(code, number, step), 0)
            )
        place = clamp_index(to, code, quotient(code, number, step), size)
        others = [*axes[:axis], *([] if to.has("index") else [place]), *axes[axis + 1 :]]
        return code.select(is_inside, source.at(code, others), field.at(code, axes))

    return Field(field.shape, field.dtype, element)


def _is_in_loop(op: Operation) -> bool:
    around = op.parent_op()
    return around is not None and (isinstance(around, LoopOp) or _is_in_loop(around))


def _select_scatter(to: FieldConversion) -> Field:
    """Return the field with another one at one index, in its memory if only the run knows it, or
    if a loop does it again."""
    field, index = to.operand("self"), to.call.operand("index")
    assert index is not None
    axis = to.call.axis("dim", len(require_rank(field.shape, 1)))
    size, number = field.shape[axis], to.call.attempt(lambda: to.call.int("index"))
    is_known = number is not None and (isinstance(size, int) or is_within(index, size))
    if is_known and not _is_in_loop(to.op):
        return _scatter_at_known(to)
    source = _source(to, field.dtype, slice_shape(to.call, field.shape))
    if 0 in source.shape:
        return field
    place = place_along(to.to, index, size)
    where = Places(source.shape, lambda _, axes: [*axes[:axis], place, *axes[axis:]])
    return scatter(to, field, where, source.at, "set")


def _diagonal_scatter(to: FieldConversion) -> Field:
    field = to.operand("self")
    source = _source(to, field.dtype, diagonal_shape(to.call, field.shape))
    first, second = diagonal_axes(to, len(field.shape), (0, 1))
    offset = to.call.int("offset", 0)
    if 0 in source.shape:
        return field

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        row = shift_index(code, axes[first], min(offset, 0))
        column = shift_index(code, axes[second], -max(offset, 0))
        is_here = code.bit_and(code.compare("eq", row, column), code.compare("ge", row, 0))
        others = [index for axis, index in enumerate(axes) if axis not in (first, second)]
        place = clamp_index(to, code, row, source.shape[-1])
        return code.select(is_here, source.at(code, [*others, place]), field.at(code, axes))

    return Field(field.shape, field.dtype, element)


_PADS = {
    f"{kind}_pad{rank}d": _border(border, "padding")
    for kind, border in (("reflection", _reflect), ("replication", _replicate))
    for rank in (1, 2, 3)
}

JOINING: dict[str, TeRule] = field_rules({
    "cat": _cat,
    "block_diag": _block_diag,
    "stack": _stack,
    "constant_pad_nd": _constant_pad,
    "pad": _pad,
    **_PADS,
    "select_scatter": _select_scatter,
    "slice_scatter": _slice_scatter,
    "diagonal_scatter": _diagonal_scatter,
})  # fmt: skip
"""By op name."""
