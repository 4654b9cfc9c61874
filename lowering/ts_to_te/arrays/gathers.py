"""Elements chosen by tensors of indices: `embedding`, `gather`, `index_select`, `x[i, j]`, ...

    %r = aten.index_select(%x, 0, %index)

becomes, after the check of the indices (see `checks`),

    %r = te.compute (%i = 4, %j = 8) : tensor<4x8xf32> {
      %0 = te.load %index[%i] : tensor<4xi64>
      %1 = arith.index_cast %0 : i64 to index
      %2 = te.load %x[%1, %j] : tensor<16x8xf32>
      te.yield %2 : f32
    }
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import ListConstructOp
from xdsl_torchscript.dialects.size_expression import least, sub
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.shapes import Shape, show
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import number_of, quotient, remainder
from xdsl_torchscript.lowering.ts_to_te.checks import positions
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def integers(field: Field) -> Field:
    """Return the field. Raises Refusal unless its elements are of 32 or 64 bits, as PyTorch
    asks."""
    if field.dtype not in (i32, i64):
        raise Refusal(f"takes indices of type {field.dtype}")
    return field


def as_line(field: Field) -> Field:
    """Return a 0-d field as a line of one element."""
    return field if field.shape else field.remap((1,), lambda code, axes: [])


def _embedding(to: FieldConversion) -> Field:
    table, index = to.operand("weight"), integers(to.operand("indices"))
    row, rank = positions(to, index, table.shape[0]), len(index.shape)

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [row.at(code, axes[:rank]), *axes[rank:]]

    return table.remap((*index.shape, *table.shape[1:]), where)


def _index_select(to: FieldConversion) -> Field:
    field, index = as_line(to.operand("self")), as_line(integers(to.operand("index")))
    axis = to.call.axis("dim", len(field.shape))
    place = positions(to, index, field.shape[axis])

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        if not axes:
            return [place.at(code, [code.constant(0, INDEX)])]
        return [*axes[:axis], place.at(code, [axes[axis]]), *axes[axis + 1 :]]

    return field.remap(to.result()[0], where)


def require_within(inner: Shape, outer: Shape, free: int | None = None) -> None:
    """Raise Refusal unless no size is larger than that of `outer`, but along the axis `free`."""
    if len(inner) != len(outer):
        raise Refusal(f"has an index of rank {len(inner)} for {show(outer)}")
    for axis, (size, limit) in enumerate(zip(inner, outer, strict=True)):
        rest = least(sub(limit, size))
        if axis != free and (rest is None or rest < 0):
            raise Refusal(f"reads {show(outer)} at indices in {show(inner)}, which may be larger")


def _gather(to: FieldConversion) -> Field:
    field, index = as_line(to.operand("self")), integers(to.operand("index"))
    axis = to.call.axis("dim", len(field.shape))
    if index.shape and 0 not in index.shape:
        require_within(index.shape, field.shape, axis)
    place = positions(to, index, field.shape[axis])

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [*axes[:axis], place.at(code, axes), *axes[axis + 1 :]]

    return field.remap(index.shape, where)


def _take_along_dim(to: FieldConversion) -> Field:
    """Gather along one dimension; the others broadcast."""
    field, index = to.operand("self"), integers(to.operand("indices"))
    if not to.has("dim"):
        field, index = flat(field), flat(index)
    axis = to.call.axis("dim", len(field.shape), 0)
    place = positions(to, index, field.shape[axis], wraps=True)
    shape, _ = to.result()
    others = shapes.drop(shape, (axis,))
    for source in (field, index):
        if shapes.broadcast([shapes.drop(source.shape, (axis,)), others]) != others:
            raise Refusal(f"has a tensor of sizes {show(source.shape)} for {show(shape)}")

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        zero = code.constant(0, INDEX)
        own = [zero if n == 1 else at for n, at in zip(field.shape, axes, strict=True)]
        return [*own[:axis], place.broadcast_at(code, axes), *own[axis + 1 :]]

    return field.remap(shape, where)


def flat(field: Field) -> Field:
    """Return a field of one axis, in row-major order."""
    if len(field.shape) == 1:
        return field
    count = prod(map(number_of, field.shape))
    return field.remap((count,), lambda code, axes: unravel_index(code, axes[0], field.shape))


def unravel_index(code: ScalarCode, number: SSAValue, shape: Shape) -> list[SSAValue]:
    """Return the indices of the element with this number in row-major order."""
    sizes = [number_of(size) for size in shape]
    indices: list[SSAValue] = []
    for axis, size in enumerate(sizes):
        index = quotient(code, number, max(prod(sizes[axis + 1 :]), 1))
        indices.append(index if axis == 0 else remainder(code, index, max(size, 1)))
    return indices


def _take(to: FieldConversion) -> Field:
    field, index = flat(to.operand("self")), integers(to.operand("index"))
    place = positions(to, index, field.shape[0], wraps=True)
    return field.remap(index.shape, lambda code, axes: [place.at(code, axes)])


def indices_of(to: FieldConversion) -> list[Field | None]:
    """Return the operands in the list of indices."""
    value = to.call.operand("indices")
    owner = None if value is None else owner_of(value)
    if not isinstance(owner, ListConstructOp):
        raise Refusal("has a list 'indices' that is not constructed in this program")
    return [None if STATED.is_none(v) else to.tensor(v) for v in owner.operands]


def _index_of_axes(to: FieldConversion, rank: int) -> list[Field | None]:
    """Return the index of each axis, None for an axis that is taken whole."""
    given = [None if index is None else integers(index) for index in indices_of(to)]
    if len(given) > rank:
        raise Refusal(f"has {len(given)} indices into a tensor of rank {rank}")
    if all(index is None for index in given):
        raise Refusal("has no index but None")
    return given + [None] * (rank - len(given))


@dataclass(frozen=True)
class SelectedElements:
    """The elements of a tensor that a list of indices selects: the selection's sizes, and each
    element's position."""

    shape: Shape
    where: Callable[[ScalarCode, Axes], list[SSAValue]]


def select_elements(to: FieldConversion, shape: Shape) -> SelectedElements:
    """Return the places in a tensor of these sizes. Axes of the indices replace adjacent indexed
    axes, or come first."""
    indices = _index_of_axes(to, len(shape))
    chosen = [axis for axis, index in enumerate(indices) if index is not None]
    places = {
        axis: positions(to, index, shape[axis], wraps=True)
        for axis, index in enumerate(indices)
        if index is not None
    }
    common = shapes.broadcast([place.shape for place in places.values()])
    rank = len(common)
    is_adjacent = chosen == list(range(chosen[0], chosen[0] + len(chosen)))
    front = chosen[0] if is_adjacent else 0
    whole = [size for axis, size in enumerate(shape) if axis not in places]

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        at, others = axes[front : front + rank], iter([*axes[:front], *axes[front + rank :]])
        return [
            places[axis].broadcast_at(code, at) if axis in places else next(others)
            for axis in range(len(shape))
        ]

    return SelectedElements((*whole[:front], *common, *whole[front:]), where)


def _index(to: FieldConversion) -> Field:
    field = to.operand("self")
    places = select_elements(to, field.shape)
    return field.remap(places.shape, places.where)


GATHERS: dict[str, TeRule] = field_rules({
    "embedding": _embedding,
    "index_select": _index_select,
    "gather": _gather,
    "take": _take,
    "take_along_dim": _take_along_dim,
    "index.Tensor index.Tensor_hacked_twin _unsafe_index.Tensor": _index,
})  # fmt: skip
"""By op name."""
