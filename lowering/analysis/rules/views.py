"""Views: operators whose result is a rearranged part of a tensor.

Typing and lowering share the geometry of views in this file (`slice_of`, `transposition_of`,
`part_sizes`, ...). These functions raise `ShapeError` for arguments that PyTorch rejects, and
`NotConstantError` for arguments unknown before the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from xdsl.dialects.builtin import AnyFloat, ComplexType, IntegerType
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ConstantChunkOp
from xdsl_torchscript.dialects.size_expression import add, floordiv, mul, sub
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import Category, category, complex_of, real_part
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    ElementTypes,
    convert_dtype,
    dtype_of,
    for_kinds,
    like,
    of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError


def _view(shape_of: Callable[[CallFacts, Shape], Shape]) -> CallRule:
    """Return a rule with the element type of `self` and a shape computed from its shape."""
    return of(lambda call: shape_of(call, call.shape("self")), dtype_of("self"))


# ---- permutations


def transposition_of(call: CallFacts, rank: int) -> tuple[int, ...]:
    """Return the source axis of each result axis of `t`, `transpose`, `permute`, ..."""
    if call.has("dims"):
        return shapes.permutation(rank, call.ints("dims") or ())
    if call.has("source"):
        sources = call.ints("source") or ()
        targets = call.ints("destination") or ()
        if not len(set(sources)) == len(sources) == len(set(targets)) == len(targets):
            raise ShapeError(f"{list(sources)} do not move to {list(targets)}")
        moved = {
            shapes.axis_of(to, rank): shapes.axis_of(source, rank)
            for source, to in zip(sources, targets, strict=True)
        }
        rest = iter(axis for axis in range(rank) if axis not in moved.values())
        return tuple(moved[axis] if axis in moved else next(rest) for axis in range(rank))
    if call.has("dim0") or call.has("axis0"):
        dims = [call.int(call.first(f"dim{n}", f"axis{n}")) for n in (0, 1)]
        return shapes.transposition(rank, dims[0], dims[1])
    if call.op.name.startswith("aten.t") and rank > 2:
        raise ShapeError(f"takes at most 2 axes, not {rank}")
    return tuple(reversed(range(rank)))


def _permute(call: CallFacts, shape: Shape) -> Shape:
    return tuple(shape[axis] for axis in transposition_of(call, len(shape)))


def _last_two_swapped(call: CallFacts, shape: Shape) -> Shape:
    order = shapes.transposition(len(shape), -2, -1) if len(shape) > 1 else (0,)[: len(shape)]
    return tuple(shape[axis] for axis in order)


# ---- sizes


def _expand(call: CallFacts, shape: Shape) -> Shape:
    return shapes.expand(shape, call.dims("size"))


def _expand_as(call: CallFacts, shape: Shape) -> Shape:
    return shapes.expand(shape, call.shape("other"))


def _reshape(call: CallFacts, shape: Shape) -> Shape:
    return shapes.reshape(shape, call.dims(call.first("size", "shape")))


def _reshape_as(call: CallFacts) -> Shape:
    """Return the sizes of `other`, which hold for `self` of unknown sizes, too."""
    source, sizes = call.attempt(lambda: call.shape("self")), call.shape("other")
    return sizes if source is None else shapes.reshape(source, sizes)


def _view_dtype(call: CallFacts) -> TensorType:
    """Return the type of `view` to sizes, or to an element type, whose width scales the last
    size."""
    if not call.has("dtype"):
        return _view(_reshape)(call)  # pyright: ignore[reportReturnType]

    def shape() -> Shape:
        source = call.shape("self")
        old, new = (_width(dtype) for dtype in (call.dtype("self"), call.named_dtype()))
        if old == new:
            return source
        shapes.require_rank(source, 1)
        return (*source[:-1], floordiv(mul(source[-1], old), new))

    return call.tensor(shape, call.named_dtype)


def _width(dtype: Attribute | None) -> int:
    """Return the number of bits of an element in memory."""
    if dtype is not None and category(dtype) is Category.COMPLEX:
        return 2 * _width(real_part(dtype))
    if isinstance(dtype, IntegerType):
        return max(8, dtype.bitwidth)
    if isinstance(dtype, AnyFloat):
        return dtype.bitwidth
    raise NotConstantError("an element type that is not known")


def squeezed_axes_of(call: CallFacts, shape: Shape) -> tuple[int, ...]:
    """Return the axes that an `aten.squeeze` drops."""
    return shapes.squeezed_axes(shape, call.ints("dim"))


def _squeeze(call: CallFacts, shape: Shape) -> Shape:
    return shapes.drop(shape, squeezed_axes_of(call, shape))


def _unsqueeze(call: CallFacts, shape: Shape) -> Shape:
    return shapes.unsqueeze(shape, call.int("dim"))


def flattened_axes_of(call: CallFacts, rank: int) -> tuple[int, int]:
    """Return the first and the last axis that an `aten.flatten` joins."""
    first, last = call.axis("start_dim", rank), call.axis("end_dim", rank)
    if first > last:
        raise ShapeError(f"axis {first} comes after axis {last}")
    return first, last


def _flatten(call: CallFacts, shape: Shape) -> Shape:
    first, last = flattened_axes_of(call, len(shape))
    return (*shape[:first], mul(*shape[first : last + 1]), *shape[last + 1 :])


# ---- parts


def slice_of(call: CallFacts, shape: Shape) -> tuple[int, Dim, int, Dim]:
    """Return axis, first index, step and size of the part that slice, narrow or select takes."""
    axis = call.axis("dim", len(shapes.require_rank(shape, 1)), 0)
    if call.has("index"):
        return axis, shapes.index_of(shape[axis], call.int("index")), 1, 1
    if call.has("length"):
        size, start, length = shape[axis], call.int("start"), call.dim("length")
        if not isinstance(size, int) or not isinstance(length, int):
            return axis, (start if start >= 0 else add(size, start)), 1, length
        first = start if start == size else shapes.index_of(size, start)
        if length < 0 or first + length > size:
            raise ShapeError(f"{length} elements from {first} of size {size}")
        return axis, first, 1, length
    step = call.int("step", 1)
    start, size = call.optional_int("start"), shape[axis]
    reaches_end = size is not None and call.dim("end") == size
    end = None if reaches_end else call.optional_int("end")
    first, size = shapes.slice_bounds(size, start, end, step)
    return axis, first, step, size


def slice_shape(call: CallFacts, shape: Shape) -> Shape:
    """Return the sizes of the part that slice, select or their scatters name."""
    index = call.operand("index")
    if index is not None:
        axis = call.axis("dim", len(shapes.require_rank(shape, 1)))
        size, possible = shape[axis], call.facts.range_of(index)
        if isinstance(size, int) and possible.low == possible.high:
            shapes.index_of(size, possible.low)
        return (*shape[:axis], *shape[axis + 1 :])
    axis, _, _, size = slice_of(call, shape)
    return (*shape[:axis], size, *shape[axis + 1 :])


def _narrow(call: CallFacts) -> TensorType:
    """Return the type of `narrow`; a tensor as start does not affect the size."""
    if call.attempt(lambda: call.int("start")) is not None:
        return _view(slice_shape)(call)  # pyright: ignore[reportReturnType]

    def shape() -> Shape:
        source = call.shape("self", 1)
        axis = call.axis("dim", len(source))
        return (*source[:axis], call.dim("length"), *source[axis + 1 :])

    return call.tensor(shape, lambda: call.dtype("self"))


def diagonal_shape(call: CallFacts, shape: Shape) -> Shape:
    """Return the sizes of the diagonal that `diagonal` or `diagonal_scatter` names."""
    rank = len(shape)
    first, second = call.axis("dim1", rank, 0), call.axis("dim2", rank, 1)
    if first == second:
        raise ShapeError("takes two axes, not one twice")
    rows, columns, offset = shape[first], shape[second], call.int("offset", 0)
    rows, columns = (add(rows, min(offset, 0)), add(columns, -max(offset, 0)))
    if isinstance(rows, int) and isinstance(columns, int):
        diagonal = max(min(rows, columns), 0)
    else:
        difference = sub(rows, columns)
        diagonal = (rows if difference <= 0 else columns) if isinstance(difference, int) else None
    return (*shapes.drop(shape, (first, second)), diagonal)


def _unfold(call: CallFacts, shape: Shape) -> Shape:
    size, step = call.int("size"), call.int("step")
    if not shape:
        return (size,)
    axis = call.axis("dimension", len(shape))
    windows = add(floordiv(sub(shape[axis], size), step), 1)
    return (*shape[:axis], windows, *shape[axis + 1 :], size)


# ---- complex numbers


_PART = convert_dtype(dtype_of("self"), real_part)
"""The element type of the parts of complex numbers."""


def _complex_dtype(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    return None if dtype is None or isinstance(dtype, ComplexType) else complex_of(dtype)


# ---- lists of parts


def part_sizes(call: CallFacts) -> tuple[int, tuple[Dim, ...]]:
    """Return the axis and the sizes of the parts of a chunk, a split or an unbind.

    Raises `NotConstantError` if the number of parts is unknown.
    """
    if isinstance(call.op, ConstantChunkOp):
        shape = call.facts.tensor_type_of(call.op.operands[0]).shape
        if shape is None:
            raise NotConstantError("the tensor has unknown sizes")
        axis = shapes.axis_of(call.op.dim.value.data, len(shapes.require_rank(shape, 1)))
        chunks = call.op.chunks.value.data
        if isinstance(shape[axis], int):
            return axis, shapes.chunk_sizes(shape[axis], chunks)
        # As many chunks as requested, if the size allows it.
        return axis, shapes.constant_chunk_sizes(shape[axis], chunks)
    shape = call.shape("self", 1)
    axis = _split_axis(call, len(shape))
    if call.has("chunks"):
        return axis, shapes.chunk_sizes(shape[axis], call.int("chunks"))
    if call.has("sections") or call.has("indices"):
        return axis, _sections(call, shape[axis])
    named = call.first("split_size", "split_sizes", "split_size")
    if named == "split_size" and call.constant(named).__class__ is int:
        return axis, shapes.split_sizes(shape[axis], call.int(named))
    return axis, call.dims(named)


def _sections(call: CallFacts, size: Dim) -> tuple[Dim, ...]:
    """Return the parts of `tensor_split`: between positions, or of sizes that differ by at most
    1."""
    if call.has("indices"):
        bounds = [
            range(size)[slice(index, None)].start if isinstance(size, int) else None
            for index in call.ints("indices") or ()
        ]
        return tuple(
            max(b - a, 0) if isinstance(a, int) and isinstance(b, int) else None
            for a, b in pairwise([0, *bounds, size])
        )
    count = shapes.countable(call.int("sections"))
    return tuple(floordiv(add(size, count - 1 - part), count) for part in range(count))


def _parts(call: CallFacts) -> ElementTypes:
    source = call.type("self")
    if isinstance(call.op, ConstantChunkOp):
        source = call.facts.tensor_type_of(call.op.operands[0])
    axis, sizes = part_sizes(call)
    shape = source.shape or ()
    parts = (
        TensorType.get((*shape[:axis], size, *shape[axis + 1 :]), source.dtype) for size in sizes
    )
    return ElementTypes(tuple(parts))


def _constant_chunk(call: CallFacts) -> Sequence[Attribute | None]:
    types = _parts(call).types
    if len(types) != len(call.op.results):
        raise ShapeError(f"gives {len(types)} parts, not {len(call.op.results)}")
    source = call.facts.tensor_type_of(call.op.operands[0])
    flag = False if source.requires_grad is False else None
    return [
        TensorType.get(part.shape, part.dtype, device=source.device, requires_grad=flag)
        for part in types
        if isinstance(part, TensorType)
    ]


def _unbind(call: CallFacts) -> ElementTypes:
    source, shape = call.type("self"), call.shape("self", 1)
    axis = call.axis("dim", len(shape), 0)
    count = shape[axis]
    if not isinstance(count, int):
        raise NotConstantError("as many parts as a size known only at run time")
    part = TensorType.get(shapes.drop(shape, (axis,)), source.dtype)
    return ElementTypes((part,) * shapes.countable(count))


_SPLIT_AXES = {"aten.hsplit": 1, "aten.vsplit": 0, "aten.dsplit": 2}


def _split_axis(call: CallFacts, rank: int) -> int:
    """Return the axis named by `dim`, or by the operator's name."""
    named = _SPLIT_AXES.get(call.op.name.rpartition(".")[0])
    if named is None:
        return call.axis("dim", rank, 0)
    return 0 if named == rank == 1 else shapes.axis_of(named, rank)


VIEWS: dict[str, CallRule] = for_kinds({
    "expand broadcast_to": _view(_expand),
    "expand_as": _view(_expand_as),
    "reshape _unsafe_view _reshape_alias": _view(_reshape),
    "view": _view_dtype,
    "view_as reshape_as": of(_reshape_as, dtype_of("self")),
    "flatten": _view(_flatten),
    "unsqueeze": _view(_unsqueeze),
    "squeeze": _view(_squeeze),
    "t transpose permute movedim moveaxis swapaxes swapdims numpy_T": _view(_permute),
    "mT mH adjoint matrix_H": _view(_last_two_swapped),
    "slice select": _view(slice_shape),
    "narrow": _narrow,
    "diagonal": _view(diagonal_shape),
    "unfold": _view(_unfold),
    "view_as_real": of(lambda call: (*call.shape("self"), 2), _PART),
    "view_as_complex": of(lambda call: call.shape("self")[:-1], _complex_dtype),
    "real imag": of(lambda call: call.shape("self"), _PART),
    "alias data lift lift_fresh cpu cuda _lazy_clone resolve_conj resolve_neg _neg_view": like(
        "self"
    ),
    "as_strided": of(lambda call: call.dims("size"), dtype_of("self")),
    "chunk split split_with_sizes tensor_split hsplit vsplit dsplit unsafe_chunk unsafe_split"
    " unsafe_split_with_sizes": _parts,
    "unbind": _unbind,
}) | {"prim::ConstantChunk": _constant_chunk, "prim::data": like("a")}  # fmt: skip
