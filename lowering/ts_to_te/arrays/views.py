"""Views: `te.compute`s that load the right element of another tensor.

A view at te level is a separate value. Index arithmetic gives each element's source, and
`inline-producers` later reads through it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import accumulate
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, i64
from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import ConstantChunkOp, LoopOp
from xdsl_torchscript.dialects.size_expression import add, equals, exact_quotient, mul
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.ranges import Range
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.rules.views import part_sizes, slice_of, transposition_of
from xdsl_torchscript.lowering.analysis.shapes import Shape, index_of, reshape, show
from xdsl_torchscript.lowering.ts.fusion.checked_views import may_exceed
from xdsl_torchscript.lowering.ts_to_te.arrays.unclipped_slices import (
    check_unclipped,
    unclipped_places,
)
from xdsl_torchscript.lowering.ts_to_te.casts import check_tensors, scalar_operand
from xdsl_torchscript.lowering.ts_to_te.checks import position
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    Refusal,
    TeConversion,
    TeRule,
    TeValue,
    broadcast_load,
    load,
    shape_and_dtype,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_INDEX = IndexType()

Axes: TypeAlias = Sequence[SSAValue]
Indexing: TypeAlias = Callable[[ScalarCode, Operation, Shape, Axes], list[SSAValue]]
"""The place in a source of the given shape of a view's element at the given axes."""


def _permute(code: ScalarCode, op: Operation, shape: Shape, axes: Axes) -> list[SSAValue]:
    order = transposition_of(CallFacts(op, STATED), len(shape))
    return [axes[order.index(axis)] for axis in range(len(shape))]


def _slice(code: ScalarCode, op: Operation, shape: Shape, axes: Axes) -> list[SSAValue]:
    axis, first, step = _slice_from(op, shape)
    return _offset_index(code, axes, axis, first, step)


def _slice_from(op: Operation, shape: Shape) -> tuple[int, int, int]:
    """Return axis, first index and step of a slice. Raises `Refusal` for a symbolic end."""
    axis, first, step, _ = slice_of(CallFacts(op, STATED), shape)
    if not isinstance(first, int):
        raise Refusal(f"begins at index {first or '?'}, which is known only at run time")
    return axis, first, step


def _offset_index(code: ScalarCode, axes: Axes, axis: int, first: int, step: int) -> list[SSAValue]:
    """Return the indices, with `first + step * i` for the index of one axis."""
    index = axes[axis]
    if step != 1:
        index = code.mul(index, code.constant(step, _INDEX))
    if first != 0:
        index = code.add(index, code.constant(first, _INDEX))
    return [*axes[:axis], index, *axes[axis + 1 :]]


DimensionGroup: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Axes of a source and axes of a reshaped result that hold the same elements in the same order."""


def reshape_groups(source: Shape, result: Shape) -> list[DimensionGroup]:
    """Split a reshape into independent smaller ones; axes of size 1 belong to none.

    Without elements, return no groups. Raises `ShapeError` if the sizes do not match, and `Refusal`
    if symbolic sizes leave it open, or if each element takes a division by one.
    """
    reshape(source, result)
    if 0 in source:
        return []
    olds = [axis for axis, size in enumerate(source) if size != 1]
    news = [axis for axis, size in enumerate(result) if size != 1]
    groups: list[DimensionGroup] = []
    while olds and news:
        old, new = [olds.pop(0)], [news.pop(0)]
        while (counts := _counts(source, old, result, new)) is not None:
            grows, rest = (old, olds) if _takes_old(*counts, olds) else (new, news)
            if not rest:
                raise Refusal(f"reshapes {show(source)} to {show(result)}, which may differ")
            grows.append(rest.pop(0))
        if len(old) > 1 and not news and any(isinstance(source[axis], str) for axis in old[1:]):
            raise Refusal(f"reshapes the last, symbolic sizes of {show(source)} into others")
        groups.append((tuple(old), tuple(new)))
    return groups


def _counts(
    source: Shape, old: Sequence[int], result: Shape, new: Sequence[int]
) -> tuple[Dim, Dim] | None:
    """Return the element counts of both sides, or `None` if they are equal."""
    counts = mul(*(source[axis] for axis in old)), mul(*(result[axis] for axis in new))
    return None if counts[0] == counts[1] else counts


def _takes_old(old: Dim, new: Dim, olds: Sequence[int]) -> bool:
    """Return whether the old side of a group takes its next axis: it has fewer elements, or which
    side has is unknown."""
    if isinstance(old, int) and isinstance(new, int):
        return old < new
    return bool(olds) and exact_quotient(old, new) is None


def _strides(sizes: Sequence[Dim]) -> list[Dim]:
    """Return the distances between neighbours of each axis."""
    strides: list[Dim] = [1]
    for size in sizes[:0:-1]:
        strides.insert(0, mul(strides[0], size))
    return strides


def _reshape(
    to: TeConversion, code: ScalarCode, source: Shape, result: Shape, axes: Axes
) -> list[SSAValue]:
    zero = code.constant(0, _INDEX)
    indices: list[SSAValue] = [zero] * len(source)
    for old, new in reshape_groups(source, result):
        if len(old) == len(new) == 1:
            indices[old[0]] = axes[new[0]]
            continue
        linear = _linear(to, code, [result[a] for a in new], [axes[a] for a in new])
        sizes = [source[a] for a in old]
        for axis, size, stride in zip(old, sizes, _strides(sizes), strict=True):
            digit = linear
            if stride != 1:
                digit = code.emit(arith.DivUIOp(digit, to.index(code, stride))).result
            if axis != old[0]:  # The leading index needs no remainder.
                digit = code.emit(arith.RemUIOp(digit, to.index(code, size))).result
            indices[axis] = digit
    return indices


def _linear(to: TeConversion, code: ScalarCode, sizes: Sequence[Dim], axes: Axes) -> SSAValue:
    """Return the number of an element among those of the sizes."""
    terms = [
        axis if stride == 1 else code.mul(axis, to.index(code, stride))
        for axis, stride in zip(axes, _strides(sizes), strict=True)
    ]
    return reduce(code.add, terms)


_PERMUTATIONS = (
    "aten.t",
    "aten.transpose.int",
    "aten.permute",
    "aten.movedim.int",
    "aten.movedim.intlist",
    "aten.t_copy",
    "aten.transpose_copy.int",
    "aten.permute_copy",
)
SLICES = (
    "aten.slice.Tensor",
    "aten.narrow",
    "aten.slice_copy.Tensor",
    "aten.narrow_copy",
)
SELECTIONS = ("aten.select.int", "aten.select_copy.int")
_INDEXINGS: dict[str, Indexing] = {
    **dict.fromkeys(_PERMUTATIONS, _permute),
    **dict.fromkeys(SLICES, _slice),
}

_PARTS = (
    "prim.ConstantChunk",
    "aten.chunk",
    "aten.split.Tensor",
    "aten.split",
    "aten.split.sizes",
    "aten.split_with_sizes",
    "aten.unsafe_split.Tensor",
    "aten.split_copy.Tensor",
    "aten.split_with_sizes_copy",
    "aten.tensor_split.sections",
    "aten.tensor_split.indices",
)

_EXPANSIONS = ("aten.expand", "aten.broadcast_to", "aten.expand_as", "aten.expand_copy")

_RESHAPES = (
    "aten.view",
    "aten.reshape",
    "aten.view_as",
    "aten.flatten.using_ints",
    "aten.unsqueeze",
    "aten.squeeze",
    "aten.squeeze.dim",
    "aten.squeeze.dims",
    "aten.unflatten.int",
    "aten.view_copy",
    "aten.unsqueeze_copy",
    "aten.squeeze_copy",
    "aten.squeeze_copy.dim",
    "aten.squeeze_copy.dims",
)


def _check_slice(op: Operation) -> None:
    check_tensors(op)
    whole, part = (shape_and_dtype(value.type)[0] for value in (op.operands[0], op.results[0]))
    if may_exceed(op):
        check_unclipped(op, whole, part)
    else:
        _slice_from(op, whole)


def _check_reshape(op: Operation) -> None:
    check_tensors(op)
    reshape_groups(shape_and_dtype(op.operands[0].type)[0], shape_and_dtype(op.results[0].type)[0])


def _convert_view(to: TeConversion, op: Operation) -> SSAValue:
    source, tensor = shape_and_dtype(op.operands[0].type)[0], to.value(op.operands[0])
    shape, dtype = shape_and_dtype(op.results[0].type)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        if op.name in _EXPANSIONS:
            return broadcast_load(code, tensor, source, axes)
        if op.name in _RESHAPES:
            return load(code, tensor, _reshape(to, code, source, shape, axes))
        return load(code, tensor, _INDEXINGS[op.name](code, op, source, axes))

    same = source == shape and op.name not in _INDEXINGS
    return tensor if same else to.compute(shape, dtype, element)


def _check_selection(op: Operation) -> None:
    """Check that a known index is within its axis. Raises ShapeError."""
    check_tensors(op)
    call = CallFacts(op, STATED)
    shape, index = call.shape("self", 1), STATED.range_of(op.operands[2])
    size = shape[call.axis("dim", len(shape))]
    if isinstance(size, int) and index.low == index.high:
        index_of(size, index.low)


def is_within(index: SSAValue, size: Dim) -> bool:
    """Return whether an index counts from the front of an axis of a size. A symbol is at least
    2."""
    found = STATED.range_of(index)
    if isinstance(size, int):
        return found.is_within(Range(0, size - 1))
    loop = index.owner.parent_op() if isinstance(index.owner, Block) else None
    if isinstance(loop, LoopOp) and index is loop.trip and size is not None:
        return STATED.dim_of(loop.max_trip_count) == size
    return found.is_within(Range(0, 1))


def place_along(to: TeConversion, index: SSAValue, size: Dim) -> SSAValue:
    """Return the place of an index in an axis of a size. Fail at run time if it may be outside and
    is."""
    possible = STATED.range_of(index)
    if possible.low == possible.high and isinstance(size, int):
        return to.code.constant(possible.low % size, _INDEX)
    if possible.low >= 0 and is_within(index, size):
        return scalar_operand(to, to.code, index, _INDEX)
    return position(to, scalar_operand(to, to.code, index, i64), size)


def _convert_slice(to: TeConversion, op: Operation) -> SSAValue:
    if not may_exceed(op):
        return _convert_view(to, op)
    (whole, _), tensor = shape_and_dtype(op.operands[0].type), to.value(op.operands[0])
    shape, dtype = shape_and_dtype(op.results[0].type)
    place = unclipped_places(to, op, whole, shape)
    return to.compute(shape, dtype, lambda code, axes: load(code, tensor, place(code, axes)))


def _convert_selection(to: TeConversion, op: Operation) -> SSAValue:
    (source, _), tensor = shape_and_dtype(op.operands[0].type), to.value(op.operands[0])
    shape, dtype = shape_and_dtype(op.results[0].type)
    axis = CallFacts(op, STATED).axis("dim", len(source))
    index = place_along(to, op.operands[2], source[axis])
    return to.compute(
        shape, dtype, lambda code, axes: load(code, tensor, [*axes[:axis], index, *axes[axis:]])
    )


def _parts_of(op: Operation) -> tuple[int, tuple[Dim, ...]]:
    """Return axis and sizes of parts. Raises `Refusal` for parts of an unknown size, and those that
    may be more or fewer elements than there are."""
    call = CallFacts(op, STATED)
    axis, sizes = part_sizes(call)
    whole = shape_and_dtype(op.operands[0].type)[0][axis]
    if None in sizes:
        raise Refusal("takes parts of an unknown size")
    if isinstance(whole, int) and all(isinstance(size, int) for size in sizes):
        return axis, sizes
    is_chunk = isinstance(op, ConstantChunkOp)
    stated = [shape_and_dtype(part.type)[0][axis] for part in op.results if is_chunk]
    may_differ = call.has("split_sizes") and not equals(add(*sizes), whole)
    if may_differ or (is_chunk and stated != list(sizes)):
        raise Refusal(f"takes parts of {show(stated or sizes)} elements of {show([whole])}")
    return axis, sizes


def _check_parts(op: Operation) -> None:
    shape_and_dtype(op.operands[0].type)
    _parts_of(op)


def _convert_parts(to: TeConversion, op: Operation) -> TeValue | list[SSAValue]:
    """chunk and split: one `te.compute` per part."""
    (shape, dtype), tensor = shape_and_dtype(op.operands[0].type), to.value(op.operands[0])
    axis, sizes = _parts_of(op)

    def part(first: Dim, size: Dim) -> SSAValue:
        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            if isinstance(first, int):
                return load(code, tensor, _offset_index(code, axes, axis, first, 1))
            index = code.add(axes[axis], to.index(code, first))
            return load(code, tensor, [*axes[:axis], index, *axes[axis + 1 :]])

        return to.compute((*shape[:axis], size, *shape[axis + 1 :]), dtype, element)

    starts = [0, *accumulate(sizes, add)]
    parts = tuple(part(first, size) for first, size in zip(starts, sizes, strict=False))
    return list(parts) if op.name == "prim.ConstantChunk" else parts


VIEWS: dict[str, TeRule] = (
    {name: TeRule(_convert_view, check_tensors) for name in (*_PERMUTATIONS, *_EXPANSIONS)}
    | {name: TeRule(_convert_slice, _check_slice) for name in SLICES}
    | {name: TeRule(_convert_selection, _check_selection) for name in SELECTIONS}
    | {name: TeRule(_convert_view, _check_reshape) for name in _RESHAPES}
    | {name: TeRule(_convert_parts, _check_parts) for name in _PARTS}
)
"""Views with sizes and positions known when the program is compiled."""
