"""Types of views: operators whose result is a rearranged part of one tensor.

Beside the rules this file says what each view takes from where (`slice_of`, `transposition_of`,
`parts_of`, ...), so that typing and lowering cannot differ. All of these raise `ShapeError` for
what PyTorch refuses and `NotConstantError` for an argument that only a run knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.prim import ConstantChunkOp
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.constants import NotConstantError
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError

Types: TypeAlias = Sequence[Attribute | None]
Rule: TypeAlias = Callable[[Operation, Facts], Types]
"""One type per result; `None` where nothing is known."""


def _view(shape_of: Callable[[Operation, Facts, Shape], Shape]) -> Rule:
    """A result with the element type of the first operand and a shape made from its shape."""

    def rule(op: Operation, facts: Facts) -> Types:
        source = facts.tensor_type_of(op.operands[0])
        shape = None if source.shape is None else shape_of(op, facts, source.shape)
        return [TensorType.get(shape, source.dtype)]

    return rule


def _permuted(order_of: Callable[[Operation, Facts, int], Sequence[int]]) -> Rule:
    return _view(
        lambda op, facts, shape: tuple(shape[axis] for axis in order_of(op, facts, len(shape)))
    )


def transposition_of(op: Operation, facts: Facts, rank: int) -> tuple[int, ...]:
    """Where each axis of the result of `t`, `transpose`, `permute` comes from."""
    if op.name == "aten.permute":
        return shapes.permutation(rank, facts.ints_of(op.operands[1]))
    if op.name == "aten.t":
        if rank > 2:
            raise ShapeError(f"takes at most 2 axes, not {rank}")
        return tuple(reversed(range(rank)))
    return shapes.transposition(rank, facts.int_of(op.operands[1]), facts.int_of(op.operands[2]))


def squeezed_axes_of(op: Operation, facts: Facts, shape: Shape) -> tuple[int, ...]:
    """The axes that an `aten.squeeze` drops."""
    dims = facts.ints_of(op.operands[1]) if len(op.operands) > 1 else None
    return shapes.squeezed_axes(shape, dims)


def flattened_axes_of(op: Operation, facts: Facts, rank: int) -> tuple[int, int]:
    """The first and the last axis that an `aten.flatten` joins."""
    first, last = (shapes.axis_of(facts.int_of(operand), rank) for operand in op.operands[1:3])
    if first > last:
        raise ShapeError(f"axis {first} comes after axis {last}")
    return first, last


def _flatten(op: Operation, facts: Facts, shape: Shape) -> Shape:
    first, last = flattened_axes_of(op, facts, len(shape))
    joined = shapes.reshape(shape[first : last + 1], (-1,))
    return (*shape[:first], *joined, *shape[last + 1 :])


def slice_of(op: Operation, facts: Facts, shape: Shape) -> tuple[int, int, int, Dim]:
    """Axis, first index, step and size of the part that slice, narrow or select takes."""
    axis = shapes.axis_of(facts.int_of(op.operands[1]), len(shape))
    if op.name == "aten.select.int":
        return axis, shapes.index_of(shape[axis], facts.int_of(op.operands[2])), 1, 1
    if op.name == "aten.narrow":
        start, length = facts.int_of(op.operands[2]), facts.int_of(op.operands[3])
        first = start if start == shape[axis] else shapes.index_of(shape[axis], start)
        return axis, *_narrowed(shape[axis], first, length)
    start, end = (facts.optional_int_of(operand) for operand in op.operands[2:4])
    step = facts.int_of(op.operands[4])
    first, size = shapes.slice_bounds(shape[axis], start, end, step)
    return axis, first, step, size


def _narrowed(size: Dim, first: int, length: int) -> tuple[int, int, Dim]:
    if not isinstance(size, int) or length < 0 or first + length > size:
        raise ShapeError(f"{length} elements from {first} of size {size}")
    return first, 1, length


def _slice(op: Operation, facts: Facts, shape: Shape) -> Shape:
    axis, _, _, size = slice_of(op, facts, shape)
    kept = () if op.name == "aten.select.int" else (size,)
    return (*shape[:axis], *kept, *shape[axis + 1 :])


def _as_other(op: Operation, facts: Facts, shape: Shape) -> Shape:
    other = facts.tensor_type_of(op.operands[1]).shape
    if other is None:
        raise NotConstantError("the other tensor has no known sizes")
    return shapes.expand(shape, other) if op.name == "aten.expand_as" else other


def _expand(op: Operation, facts: Facts, shape: Shape) -> Shape:
    return shapes.expand(shape, facts.dims_of(op.operands[1]))


def _reshape(op: Operation, facts: Facts, shape: Shape) -> Shape:
    return shapes.reshape(shape, facts.dims_of(op.operands[1]))


def _unsqueeze(op: Operation, facts: Facts, shape: Shape) -> Shape:
    return shapes.unsqueeze(shape, facts.int_of(op.operands[1]))


def _squeeze(op: Operation, facts: Facts, shape: Shape) -> Shape:
    return shapes.drop(shape, squeezed_axes_of(op, facts, shape))


VIEWS: dict[str, Rule] = {
    "aten.expand": _view(_expand),
    "aten.broadcast_to": _view(_expand),
    "aten.expand_as": _view(_as_other),
    "aten.view": _view(_reshape),
    "aten.reshape": _view(_reshape),
    "aten.view_as": _view(_as_other),
    "aten.flatten.using_ints": _view(_flatten),
    "aten.unsqueeze": _view(_unsqueeze),
    "aten.squeeze": _view(_squeeze),
    "aten.squeeze.dim": _view(_squeeze),
    "aten.squeeze.dims": _view(_squeeze),
    "aten.t": _permuted(transposition_of),
    "aten.transpose.int": _permuted(transposition_of),
    "aten.permute": _permuted(transposition_of),
    "aten.slice.Tensor": _view(_slice),
    "aten.narrow": _view(_slice),
    "aten.select.int": _view(_slice),
}


def parts_of(op: Operation, facts: Facts) -> tuple[int, tuple[int, ...]]:
    """The axis and the sizes of the parts of a chunk or a split.

    Raises `NotConstantError` if the tensor's sizes or the arguments are not known.
    """
    shape = facts.tensor_type_of(op.operands[0]).shape
    if shape is None:
        raise NotConstantError("the tensor has no known sizes")
    if isinstance(op, ConstantChunkOp):
        axis = shapes.axis_of(op.dim.value.data, len(shape))
        return axis, shapes.chunk_sizes(shape[axis], op.chunks.value.data)
    axis = shapes.axis_of(facts.int_of(op.operands[2]), len(shape))
    if op.name == "aten.chunk":
        return axis, shapes.chunk_sizes(shape[axis], facts.int_of(op.operands[1]))
    if op.name == "aten.split.Tensor":
        return axis, shapes.split_sizes(shape[axis], facts.int_of(op.operands[1]))
    return axis, facts.ints_of(op.operands[1])
