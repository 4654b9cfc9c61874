"""Shape rules: sizes of results from sizes of operands, each a number, an expression or unknown.

Equal symbols are equal sizes and a symbol is never 0 or 1, so broadcasting is decided at compile
time. The caller of compiled code checks both. An expression such as `s0-1` may be 1: if that
affects broadcasting, the result size is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import TypeAlias

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.size_expression import (
    add,
    ceildiv,
    exact_quotient,
    is_compound,
    least,
    mul,
    sub,
)
from xdsl_torchscript.dialects.types import Dim

Shape: TypeAlias = tuple[Dim, ...]


class ShapeError(ValueError):
    """Sizes of operands are invalid for an operator, or undecidable."""


def show(shape: Sequence[Dim]) -> str:
    """Return a shape as messages spell it: `[2, s0, ?]`."""
    return "[" + ", ".join("?" if d is None else str(d) for d in shape) + "]"


def has_at_most(count: int, shape: Shape | None) -> bool:
    """Return whether a tensor is known to have at most so many elements."""
    known = [size for size in shape or () if isinstance(size, int)]
    return shape is not None and len(known) == len(shape) and prod(known) <= count


def require_rank(shape: Shape, least: int, most: int | None = None) -> Shape:
    """Return `shape`. Raises `ShapeError` if its rank is below `least` or above `most`."""
    if len(shape) < least or (most is not None and len(shape) > most):
        ranks = str(least) if least == most else f"{least} or {'more' if most is None else most}"
        raise ShapeError(f"takes a tensor of rank {ranks}, not of sizes {show(shape)}")
    return shape


def broadcast(shapes: Iterable[Sequence[Dim]]) -> Shape:
    """Return the broadcast shape of all shapes; without shapes, the 0-d shape.

    Raises `ShapeError` if two sizes differ, or if that is undecidable.
    """
    result: Shape = ()
    for shape in shapes:
        result = _broadcast_two(result, tuple(shape))
    return result


def _broadcast_two(a: Shape, b: Shape) -> Shape:
    rank = max(len(a), len(b))
    padded = [(1,) * (rank - len(shape)) + shape for shape in (a, b)]
    try:
        return tuple(_broadcast_dim(x, y) for x, y in zip(*padded, strict=True))
    except ShapeError as error:
        raise ShapeError(f"sizes {show(a)} and {show(b)} do not broadcast: {error}") from None


def _broadcast_dim(a: Dim, b: Dim) -> Dim:
    if a == 1 or a == b:
        return b
    if b == 1:
        return a
    if is_compound(a) or is_compound(b):
        return None  # an expression may be 1, or equal the other size
    if a is None or b is None:
        return b if a is None else a
    if isinstance(a, int) and isinstance(b, int):
        raise ShapeError(f"{a} is not {b}")
    raise ShapeError(f"nothing says that {a} equals {b}")


def axis_of(dim: int, rank: int) -> int:
    """Return an axis counted from the front; 0-d counts as 1-d. Raises `ShapeError` out of
    range."""
    bound = max(rank, 1)
    if not -bound <= dim < bound:
        raise ShapeError(f"axis {dim} is out of range for rank {rank}")
    return dim % bound


def expand(shape: Shape, sizes: Sequence[Dim]) -> Shape:
    """Return the sizes of `aten::expand`: -1 keeps a size, 1 becomes any, new axes come in
    front."""
    added = len(sizes) - len(shape)
    if added < 0:
        raise ShapeError(f"{show(shape)} has more sizes than {show(sizes)}")
    if -1 in sizes[:added]:
        raise ShapeError(f"-1 stands for a new axis in {show(sizes)}")
    kept = [new if d == -1 else d for d, new in zip(sizes[added:], shape, strict=True)]
    result = (*sizes[:added], *kept)
    if any(old not in (1, None) and new == 1 for old, new in zip(shape, kept, strict=True)):
        raise ShapeError(f"{show(shape)} does not expand to {show(sizes)}")
    return _broadcast_two(shape, result)


def unsqueeze(shape: Shape, dim: int) -> Shape:
    axis = axis_of(dim, len(shape) + 1)
    return (*shape[:axis], 1, *shape[axis:])


def squeezed_axes(shape: Shape, dims: Sequence[int] | None) -> tuple[int, ...]:
    """Return the axes that `aten::squeeze` drops: axes of size 1, among `dims` if given."""
    axes = range(len(shape)) if dims is None else [axis_of(d, len(shape)) for d in dims]
    asked = [axis for axis in axes if axis < len(shape)]
    if any(shape[axis] is None or is_compound(shape[axis]) for axis in asked):
        raise NotConstantError(f"nothing says which sizes of {show(shape)} are 1")
    return tuple(sorted({axis for axis in asked if shape[axis] == 1}))


def drop(shape: Shape, axes: Sequence[int]) -> Shape:
    return tuple(d for axis, d in enumerate(shape) if axis not in axes)


def transposition(rank: int, dim0: int, dim1: int) -> tuple[int, ...]:
    """Return the source axis of each axis of a transposed tensor."""
    order = list(range(rank))
    if not order:
        return ()
    a, b = axis_of(dim0, rank), axis_of(dim1, rank)
    order[a], order[b] = order[b], order[a]
    return tuple(order)


def permutation(rank: int, dims: Sequence[int]) -> tuple[int, ...]:
    """Return the source axis of each axis of a permuted tensor."""
    order = tuple(axis_of(d, rank) for d in dims)
    if sorted(order) != list(range(rank)):
        raise ShapeError(f"{list(dims)} does not permute {rank} axes")
    return order


def reshape(shape: Shape, sizes: Sequence[Dim]) -> Shape:
    """Return the sizes of `aten::view` and `aten::reshape`; symbols must cancel on both sides.

    If the size for a -1 is undecidable, or whether expressions fit, sizes are as requested.
    """
    if sizes.count(-1) > 1:
        raise ShapeError(f"more than one -1 in {show(sizes)}")
    old, new = mul(*shape), mul(*(d for d in sizes if d != -1))
    if old is None or new is None:
        return tuple(None if d == -1 else d for d in sizes)
    if -1 not in sizes:
        if old != new and not any(map(is_compound, (*shape, *sizes))):
            raise ShapeError(f"{show(shape)} does not reshape to {show(sizes)}")
        return tuple(sizes)
    inferred = None if new == 0 else exact_quotient(old, new)
    if inferred is None and (new == 0 or (isinstance(old, int) and isinstance(new, int))):
        raise ShapeError(f"no size for the -1 in {show(sizes)} from {show(shape)}")
    return tuple(inferred if d == -1 else d for d in sizes)


def slice_bounds(size: Dim, start: int | None, end: int | None, step: int) -> tuple[Dim, Dim]:
    """Return the first index and the size of `t[start:end:step]`, clamped as in Python.

    They are unknown if a symbolic size leaves the clamping open. Raises `ShapeError` for a step
    below 1.
    """
    if step < 1:
        raise ShapeError(f"slice step {step} is not positive")
    if isinstance(size, int):
        indices = range(size)[slice(start, end, step)]
        return indices.start, len(indices)
    first = _clamp_symbolic_index(size, start or 0)
    last = size if end is None or end >= 2**63 - 1 else _clamp_symbolic_index(size, end)
    length = sub(last, first)
    at_least = None if length is None else least(length)
    if at_least is None or at_least < 0:
        return first, None
    return first, ceildiv(length, step)


def _clamp_symbolic_index(size: Dim, index: int) -> Dim:
    """Return an index into a symbolic size, from the end if negative; None if it may be clamped."""
    position = index if index >= 0 else add(size, index)
    inside = least(sub(size, index) if index >= 0 else position)
    return None if inside is None or inside < 0 or (size is None and index) else position


def index_of(size: Dim, index: int) -> int:
    """Return an index counted from the front.

    Raises `ShapeError` out of range, `NotConstantError` if it counts from a symbolic end.
    """
    if isinstance(size, int):
        if not -size <= index < size:
            raise ShapeError(f"index {index} is out of range for size {size}")
        return index % size
    if index < 0:
        raise NotConstantError(f"index {index} from the end of a symbolic size")
    return index


def chunk_sizes(size: Dim, chunks: int) -> tuple[Dim, ...]:
    """Return the sizes of the parts of `aten::chunk`: equal but for the last, possibly fewer."""
    if chunks < 1:
        raise ShapeError(f"{chunks} chunks")
    if isinstance(size, int):
        return split_sizes(size, -(-size // chunks)) if size else (0,) * countable(chunks)
    sizes = constant_chunk_sizes(size, chunks)
    if (least(sizes[-1]) or 0) < 1:
        raise NotConstantError("a chunk of a symbolic size")
    return sizes


def constant_chunk_sizes(size: Dim, chunks: int) -> tuple[Dim, ...]:
    """Return the sizes of so many chunks, the last of which has no element or less if there are
    fewer."""
    part = ceildiv(size, chunks)
    return (*(part,) * (countable(chunks) - 1), sub(size, mul(part, chunks - 1)))


def split_sizes(size: Dim, part: int) -> tuple[int, ...]:
    """Return the sizes of the parts of `aten::split` into parts of at most `part`."""
    if not isinstance(size, int):
        raise NotConstantError("a split of a symbolic size")
    if part < 1 and size:
        raise ShapeError(f"parts of size {part}")
    if not size:
        return (0,)
    full, rest = divmod(size, part)
    return (part,) * countable(full) + ((rest,) if rest else ())


_MOST_PARTS = 1 << 16


def countable(parts: int) -> int:
    """Return a number of parts. Raises `NotConstantError` if there are too many to list."""
    if parts > _MOST_PARTS:
        raise NotConstantError(f"{parts} parts")
    return parts


def reduced_axes(rank: int, dims: Sequence[int] | None) -> tuple[int, ...]:
    """Return the axes that a reduction drops, all if none are named."""
    if not dims:
        return tuple(range(rank))
    axes = [axis_of(d, rank) for d in dims]
    if len(set(axes)) != len(axes):
        raise ShapeError(f"an axis appears twice in {list(dims)}")
    return tuple(sorted(axis for axis in axes if axis < rank))


def reduce(shape: Shape, axes: Sequence[int], keepdim: bool) -> Shape:
    """Return the shape of a reduction over `axes`."""
    if not keepdim:
        return drop(shape, axes)
    return tuple(1 if axis in axes else d for axis, d in enumerate(shape))
