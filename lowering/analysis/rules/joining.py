"""Tensors concatenated, repeated and rotated."""

from __future__ import annotations

from functools import reduce
from math import comb

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.size_expression import add, ceildiv, mul
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import common_type
from xdsl_torchscript.lowering.analysis.rules.call import (
    Answer,
    CallFacts,
    CallRule,
    ElementTypes,
    always,
    dtype_of,
    for_kinds,
    of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, show


def _list_dtype(call: CallFacts) -> Attribute | None:
    """Return the common element type of a list of tensors."""
    types = call.types("tensors")
    return common_type(types) if types else None


def _cat(call: CallFacts) -> Shape:
    """Return a concatenation's sizes; tensors of size [0] are ignored."""
    joined = [shapes.require_rank(s, 1) for s in call.shapes("tensors") if s != (0,)]
    if not joined:
        return (0,)
    rank = len(joined[0])
    axis = call.axis("dim", rank, 0)
    if any(len(shape) != rank for shape in joined):
        raise ShapeError(f"{' and '.join(map(show, joined))} differ in rank")
    total = add(*(shape[axis] for shape in joined))
    common = reduce(_unify_sizes, (shapes.drop(shape, (axis,)) for shape in joined))
    return (*common[:axis], total, *common[axis:])


def _unify_sizes(a: Shape, b: Shape) -> Shape:
    """Return sizes that must be equal, from the known ones. Raises ShapeError."""
    pairs = list(zip(a, b, strict=False))
    differ = any(isinstance(x, int) and isinstance(y, int) and x != y for x, y in pairs)
    if differ or len(a) != len(b):
        raise ShapeError(f"{show(a)} and {show(b)} differ")
    return tuple(y if x is None or (isinstance(y, int)) else x for x, y in pairs)


def _tensors(call: CallFacts, name: str = "tensors") -> list[Shape]:
    """Return the tensor sizes in a list. Raises NotConstantError, ShapeError for an empty list."""
    found = call.shapes(name)
    if not found:
        raise ShapeError("takes a list of at least one tensor")
    return found


def _stack(call: CallFacts) -> Shape:
    found = _tensors(call)
    common = reduce(_unify_sizes, found)
    axis = shapes.axis_of(call.int("dim", 0), len(common) + 1)
    return (*common[:axis], len(found), *common[axis:])


def _block_diagonal(call: CallFacts) -> Shape:
    padded = [((1,) * (2 - len(shape)) + shape) for shape in call.shapes("tensors")]
    return (add(*(shape[0] for shape in padded)), add(*(shape[1] for shape in padded)))


def _broadcast(call: CallFacts) -> ElementTypes:
    types = call.types("tensors")
    shape = shapes.broadcast(call.shapes("tensors"))
    return ElementTypes(tuple(TensorType.get(shape, type.dtype) for type in types))


def _repeat(call: CallFacts) -> Shape:
    shape, times = call.shape("self"), call.dims(call.first("repeats", "dims"))
    padded = (1,) * (len(times) - len(shape)) + shape
    if len(padded) != len(times):
        raise ShapeError(f"{len(times)} repeats of {show(shape)}")
    return tuple(mul(size, count) for size, count in zip(padded, times, strict=True))


def _tile(call: CallFacts) -> Shape:
    """Return the sizes of `tile`: as repeat, with missing repetitions 1."""
    shape, times = call.shape("self"), call.dims("dims")
    rank = max(len(shape), len(times))
    padded = [(1,) * (rank - len(sizes)) + sizes for sizes in (shape, times)]
    return tuple(mul(size, count) for size, count in zip(*padded, strict=True))


def _grids(call: CallFacts) -> ElementTypes:
    """Return the sizes of `meshgrid`: the lengths of all vectors; "xy" swaps the first two."""
    types = call.types("tensors")
    lengths = [mul(*shape) for shape in call.shapes("tensors")]
    if call.constant("indexing") == "xy":
        lengths[:2] = lengths[1::-1]
    return ElementTypes(tuple(TensorType.get(lengths, type.dtype) for type in types))


def _products(call: CallFacts) -> Shape:
    found = [shapes.require_rank(shape, 1, 1) for shape in _tensors(call)]
    return found[0] if len(found) == 1 else (mul(*(s[0] for s in found)), len(found))


def _combinations(call: CallFacts) -> Shape:
    """Return the sizes of combinations of `r` elements, with or without repetition."""
    size, r = call.vector("self")[0], call.int("r", 2)
    if r < 0:
        raise ShapeError(f"takes at least 0 elements, not {r}")
    if not isinstance(size, int):
        raise NotConstantError("combinations of a symbolic size")
    choices = size + r - 1 if call.flag("with_replacement") else size
    return (0,) if r == 0 else (comb(max(choices, 0), r), r)


def _at_least(rank: int) -> CallRule:
    """Return a rule that adds axes of size 1 up to a rank: the third at the end, others in
    front."""

    def shape(old: Shape) -> Shape:
        if len(old) == 2 and rank == 3:
            return (*old, 1)
        if len(old) == 1 and rank == 3:
            return (1, *old, 1)
        return (1,) * (rank - len(old)) + old

    def rule(call: CallFacts) -> Answer:
        if not call.has("tensors"):
            return call.tensor(lambda: shape(call.shape("self")), lambda: call.dtype("self"))
        pairs = zip(call.shapes("tensors"), call.types("tensors"), strict=True)
        return ElementTypes(tuple(TensorType.get(shape(old), type.dtype) for old, type in pairs))

    return rule


def _chunk(call: CallFacts) -> Shape:
    """Return the sizes of `_chunk_cat`: the padded, flattened chunks of each tensor,
    concatenated."""
    found, chunks = _tensors(call), call.int("num_chunks")
    axis = call.axis("dim", len(found[0]))
    if any(len(shape) <= axis for shape in found):
        raise ShapeError(f"{' and '.join(map(show, found))} have no axis {axis} in common")
    widths = (mul(ceildiv(shape[axis], chunks), *shape[axis + 1 :]) for shape in found)
    return (*found[0][:axis], chunks, add(*widths))


def _as_the_list(call: CallFacts) -> ElementTypes:
    dtype = call.dtype("flat")
    return ElementTypes(tuple(TensorType.get(shape, dtype) for shape in call.shapes("tensors")))


def _interleave(call: CallFacts) -> Shape:
    """Return the sizes of `repeat_interleave`, flat without an axis; without a tensor, of
    indices."""
    if not call.has("self"):
        return (call.dim("output_size"),)
    shape = call.shape("self")
    shape = shape if shape and call.has("dim") else (mul(1, *shape),)
    axis = call.axis("dim", len(shape), 0)
    repeats = call.dim("repeats") if call.attribute("repeats") == i64 else None
    count = call.dim("output_size") if call.has("output_size") else mul(shape[axis], repeats)
    return (*shape[:axis], count, *shape[axis + 1 :])


def _padded_rows(call: CallFacts) -> Shape:
    """Return the sizes of `_jagged_to_padded_dense`: rows between offsets, padded to a length."""
    rows = shapes.require_rank(_tensors(call, "offsets")[0], 1, 1)[0]
    return (add(rows, -1), *call.dims("max_lengths"), *call.shape("values", 1)[1:])


def _jagged_rows(call: CallFacts) -> Shape:
    """Return the sizes of all rows concatenated, as many as the last offset."""
    padded = len(call.shapes("offsets")) + 1
    return (call.dim("total_L"), *call.shape("dense", padded)[padded:])


def _rotate(call: CallFacts) -> Shape:
    shape, axes = call.shape("self", 2), call.ints("dims") or (0, 1)
    if len(axes) != 2:
        raise ShapeError(f"takes two axes, not {len(axes)}")
    swapped = shapes.transposition(len(shape), *axes) if call.int("k", 1) % 2 else None
    return shape if swapped is None else tuple(shape[axis] for axis in swapped)


def _embedded_diagonal(call: CallFacts) -> Shape:
    *rest, size = call.shape("self", 1)
    rank = len(rest) + 2
    grown = add(size, abs(call.int("offset", 0)))
    axes = {call.axis("dim1", rank, -2), call.axis("dim2", rank, -1)}
    if len(axes) != 2:
        raise ShapeError("takes two axes, not one twice")
    others = iter(rest)
    return tuple(grown if axis in axes else next(others) for axis in range(rank))


JOINING: dict[str, CallRule] = for_kinds({
    "cat concat concatenate": of(_cat, _list_dtype),
    "stack _stack": of(_stack, _list_dtype),
    "block_diag": of(_block_diagonal, _list_dtype),
    "broadcast_tensors": _broadcast,
    "repeat": of(_repeat, dtype_of("self")),
    "tile": of(_tile, dtype_of("self")),
    "meshgrid": _grids,
    "cartesian_prod": of(_products, _list_dtype),
    "combinations": of(_combinations, dtype_of("self")),
    "atleast_1d": _at_least(1),
    "atleast_2d": _at_least(2),
    "atleast_3d": _at_least(3),
    "_chunk_cat": of(_chunk, _list_dtype),
    "unflatten_dense_tensors": _as_the_list,
    "_to_cpu": lambda call: ElementTypes(tuple(call.types("tensors"))),
    "_jagged_to_padded_dense_forward": of(_padded_rows, dtype_of("values")),
    "_padded_dense_to_jagged_forward": of(_jagged_rows, dtype_of("dense")),
    "rot90": of(_rotate, dtype_of("self")),
    "diag_embed": of(_embedded_diagonal, dtype_of("self")),
    "repeat_interleave": of(_interleave, dtype_of("self", "repeats")),
    "_shape_as_tensor": of(lambda call: (len(call.shape("self")),), always(i64)),
})  # fmt: skip
