"""Rearrangements of the lanes of vectors, as sequences of shuffles."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import I64, DenseArrayBase, VectorType, i64
from xdsl.ir import SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended.arith import vector_type
from xdsl_torchscript.lowering.core.emitter import Emitter


def horizontal_sums(emit: Emitter, vectors: Sequence[SSAValue]) -> SSAValue:
    """Return a vector with the sum of the lanes of each vector.

    Add neighbouring lanes until each vector has one left; vectors with spare lanes share one.
    """
    type = vectors[0].type
    assert isa(type, VectorType)
    partial = type.get_shape()[0]
    while len(vectors) > 1 or partial > 1:
        seconds = vectors[1::2] or vectors
        pairs = list(zip(vectors[::2], seconds, strict=True))
        width = 2 * _width(vectors[0]) if len(vectors) > 1 else _width(vectors[0])
        if partial == 1:
            vectors = [_shuffle(emit, a, b, range(width)) for a, b in pairs]
            continue
        halves = [[_shuffle(emit, a, b, range(n, width, 2)) for n in (0, 1)] for a, b in pairs]
        vectors = [emit(arith.AddfOp(even, odd)).result for even, odd in halves]
        partial //= 2
    return vectors[0]


def transpose_lanes(emit: Emitter, vectors: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Return the columns of a square whose rows are `vectors`, a power of two of them.

    Swap the corners of squares of half the size, then those of a quarter, and so on.
    """
    lanes = range(len(vectors))
    result, distance = list(vectors), len(vectors) // 2
    while distance:
        high = [n + distance if n & distance == 0 else n + len(lanes) for n in lanes]
        low = [n if n & distance == 0 else n - distance + len(lanes) for n in lanes]
        for first in (n for n in lanes if n & distance == 0):
            pair = result[first], result[first + distance]
            result[first] = _shuffle(emit, *pair, low)
            result[first + distance] = _shuffle(emit, *pair, high)
        distance //= 2
    return result


def deinterleave(emit: Emitter, first: SSAValue, last: SSAValue) -> SSAValue:
    """Return a vector of elements two apart, from vectors of neighbours: one begins with the first
    of them, the other ends with the last."""
    width = _width(first)
    return _shuffle(emit, first, last, [*range(0, width, 2), *range(width + 1, 2 * width, 2)])


def _width(value: SSAValue) -> int:
    assert isa(value.type, VectorType)
    return value.type.get_shape()[0]


def _shuffle(emit: Emitter, a: SSAValue, b: SSAValue, lanes: Sequence[int]) -> SSAValue:
    assert isa(a.type, VectorType)
    mask: DenseArrayBase[I64] = DenseArrayBase.from_list(i64, lanes)
    result = vector_type(a.type.element_type, (len(lanes),))
    return emit.create(vector.ShuffleOp, [a, b], [result], {"mask": mask}).result
