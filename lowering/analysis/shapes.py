"""Sizes of results from sizes of operands; a size is a number, a symbol or unknown.

Equal symbols are equal sizes and a symbol is never 1, so that broadcasting is decided without
running anything. Whoever hands in real sizes checks both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import TypeAlias

from xdsl_torchscript.dialects.types import Dim

Shape: TypeAlias = tuple[Dim, ...]


class ShapeError(ValueError):
    """The operands of an operator have sizes that it does not take, or cannot be decided."""


def show(shape: Sequence[Dim]) -> str:
    """A shape as a message spells it: `[2, s0, ?]`."""
    return "[" + ", ".join("?" if d is None else str(d) for d in shape) + "]"


def broadcast(shapes: Iterable[Sequence[Dim]]) -> Shape:
    """The common shape of all; no shapes give that of a 0-d tensor.

    Raises `ShapeError` where two sizes differ, or where nobody knows whether they do.
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
    if a is None or b is None:
        return b if a is None else a
    if isinstance(a, int) and isinstance(b, int):
        raise ShapeError(f"{a} is not {b}")
    raise ShapeError(f"nothing says that {a} equals {b}")


def axis_of(dim: int, rank: int) -> int:
    """An axis counted from the front. Raises `ShapeError` out of range; 0-d counts as 1-d."""
    bound = max(rank, 1)
    if not -bound <= dim < bound:
        raise ShapeError(f"axis {dim} is out of range for rank {rank}")
    return dim % bound


def expand(shape: Shape, sizes: Sequence[Dim]) -> Shape:
    """`aten::expand`: -1 keeps a size, a size of 1 becomes any, new axes come in front."""
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
    """The axes that `aten::squeeze` drops: those of size 1, among `dims` if there are any."""
    axes = range(len(shape)) if dims is None else [axis_of(d, len(shape)) for d in dims]
    asked = [axis for axis in axes if axis < len(shape)]
    if any(shape[axis] is None for axis in asked):
        raise ShapeError(f"nothing says which sizes of {show(shape)} are 1")
    return tuple(sorted({axis for axis in asked if shape[axis] == 1}))


def drop(shape: Shape, axes: Sequence[int]) -> Shape:
    return tuple(d for axis, d in enumerate(shape) if axis not in axes)


def transposition(rank: int, dim0: int, dim1: int) -> tuple[int, ...]:
    """Where each axis of a transposed tensor comes from."""
    order = list(range(rank))
    if not order:
        return ()
    a, b = axis_of(dim0, rank), axis_of(dim1, rank)
    order[a], order[b] = order[b], order[a]
    return tuple(order)


def permutation(rank: int, dims: Sequence[int]) -> tuple[int, ...]:
    """Where each axis of a permuted tensor comes from."""
    order = tuple(axis_of(d, rank) for d in dims)
    if sorted(order) != list(range(rank)):
        raise ShapeError(f"{list(dims)} does not permute {rank} axes")
    return order


def reshape(shape: Shape, sizes: Sequence[Dim]) -> Shape:
    """`aten::view` and `aten::reshape`; symbols must stand for themselves on both sides."""
    if sizes.count(-1) > 1:
        raise ShapeError(f"more than one -1 in {show(sizes)}")
    if None in shape or None in sizes:
        return tuple(None if d == -1 else d for d in sizes)
    old_symbols, new_symbols = ([d for d in s if isinstance(d, str)] for s in (shape, sizes))
    old, new = (prod(d for d in s if isinstance(d, int) and d != -1) for s in (shape, sizes))
    missing = list(old_symbols)
    for symbol in new_symbols:
        if symbol not in missing:
            raise ShapeError(f"nothing says that {show(shape)} reshapes to {show(sizes)}")
        missing.remove(symbol)
    fits = not missing and old == new
    if -1 not in sizes:
        if not fits:
            raise ShapeError(f"{show(shape)} does not reshape to {show(sizes)}")
        return tuple(sizes)
    inferred = _inferred_size(missing, old, new)
    if inferred is None:
        raise ShapeError(f"no size for the -1 in {show(sizes)} from {show(shape)}")
    return tuple(inferred if d == -1 else d for d in sizes)


def _inferred_size(symbols: Sequence[str], old: int, new: int) -> Dim:
    if len(symbols) == 1:
        return symbols[0] if old == new else None
    if symbols or new == 0 or old % new:
        return None
    return old // new


def slice_bounds(size: Dim, start: int | None, end: int | None, step: int) -> tuple[int, Dim]:
    """The first index and the size of `t[start:end:step]`, clamped as Python does.

    Raises `ShapeError` for a step below 1, or if a symbolic size is cut.
    """
    if step < 1:
        raise ShapeError(f"slice step {step} is not positive")
    if isinstance(size, int):
        indices = range(size)[slice(start, end, step)]
        return indices.start, len(indices)
    whole = start in (None, 0) and step == 1 and (end is None or end >= 2**63 - 1)
    if not whole:
        raise ShapeError(f"a slice of the symbolic size {'?' if size is None else size}")
    return 0, size


def index_of(size: Dim, index: int) -> int:
    """An index counted from the front. Raises `ShapeError` out of range."""
    if isinstance(size, int):
        if not -size <= index < size:
            raise ShapeError(f"index {index} is out of range for size {size}")
        return index % size
    if index < 0:
        raise ShapeError(f"index {index} from the end of a symbolic size")
    return index


def chunk_sizes(size: Dim, chunks: int) -> tuple[int, ...]:
    """The sizes of the parts of `aten::chunk`: equal but for the last, and maybe fewer."""
    if not isinstance(size, int):
        raise ShapeError("a chunk of a symbolic size")
    if chunks < 1:
        raise ShapeError(f"{chunks} chunks")
    return split_sizes(size, -(-size // chunks)) if size else (0,) * chunks


def split_sizes(size: Dim, part: int) -> tuple[int, ...]:
    """The sizes of the parts of `aten::split` into parts of at most `part`."""
    if not isinstance(size, int):
        raise ShapeError("a split of a symbolic size")
    if part < 1 and size:
        raise ShapeError(f"parts of size {part}")
    if not size:
        return (0,)
    full, rest = divmod(size, part)
    return (part,) * full + ((rest,) if rest else ())


def reduced_axes(rank: int, dims: Sequence[int] | None) -> tuple[int, ...]:
    """The axes that a reduction drops; none named means all."""
    if not dims:
        return tuple(range(rank))
    axes = [axis_of(d, rank) for d in dims]
    if len(set(axes)) != len(axes):
        raise ShapeError(f"an axis appears twice in {list(dims)}")
    return tuple(sorted(axis for axis in axes if axis < rank))


def reduce(shape: Shape, axes: Sequence[int], keepdim: bool) -> Shape:
    """The shape of a reduction over `axes`."""
    if not keepdim:
        return drop(shape, axes)
    return tuple(1 if axis in axes else d for axis, d in enumerate(shape))
