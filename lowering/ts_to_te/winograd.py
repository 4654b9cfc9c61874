"""Convolutions with 3x3 filters in tiles of 2x2 results: Winograd's minimal filtering F(2x2, 3x3),
as Lavin and Gray describe it ("Fast Algorithms for Convolutional Neural Networks", 2016).

A tile takes 16 products for each pair of channels in place of 36. They are sums over the channels
for each of the 16 places of a 4x4 patch, so products of matrices, whose rows are the tiles:

    %v = te.compute (%c = 64, %i = 4, %j = 4, %t = 784) ...          // patches, transformed
    %m = te.reduce (%i = 4, %j = 4, %p = 2, %t = 784, %l = 32) over (%c = 64) ... {
      ... %acc + (%v at %c, %i, %j, %t) * (%u at %i, %j, %p, %c, %l)  // %u: filters, transformed
    %r = te.compute (%p = 2, %y = 56, %x = 56, %l = 32) ...          // nine of %m for each result

The caller transforms the filters (`weight_panels.py`), once. Patches and results are sums of
elements, so results are as accurate as those of sums of products. But an infinite element makes all
results of a tile NaN, and one result depends on elements beside its window.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import DenseArrayBase, f32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects import te
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.ts_to_te.conversion import shape_and_dtype
from xdsl_torchscript.lowering.ts_to_te.fields import INDEX, Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.panels import PATCH
from xdsl_torchscript.lowering.ts_to_te.rearrangements import (
    digits_of,
    join_index,
    number_of,
    quotient,
    remainder,
)
from xdsl_torchscript.lowering.ts_to_te.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_TILE = 2
_LANES = 16
_LEAST_CHANNELS = 32
"""The fewest channels of images and of results for which this was measured to be faster: products
for each pair of them make up for the transforms for each one."""
_LEAST_TILES = 16
"""The fewest tiles, those of an image of 7x7, for which this was measured to be faster: transformed
filters take 16/9 of the memory, which each call reads."""
_MOST_BYTES = 64 << 20
"""The most memory for transformed patches and sums: more of it is written and read again by way of
main memory, which was measured to take as long as the products that tiles save."""


def suits_tiles(op: Operation) -> bool:
    """Return whether a direct convolution is faster in tiles, given transformed filters.

    The types of its operands and its result must be known.
    """
    call = CallFacts(op, STATED)
    weight = call.operand("weight")
    if weight is None:
        return False
    (*filters,), dtype = shape_and_dtype(weight.type)
    sizes, _ = shape_and_dtype(op.results[0].type)
    if dtype != f32 or filters[2:] != [3, 3] or call.int("groups", 1) != 1:
        return False
    steps = [*call.many_ints("stride", 2, 1), *call.many_ints("dilation", 2, 1)]
    channels = [*map(number_of, filters[:2])]
    if steps != [1] * 4 or min(channels) < _LEAST_CHANNELS or any(n % _LANES for n in channels):
        return False
    if not all(isinstance(size, int) for size in sizes):
        return False
    *batch, _, height, width = map(number_of, sizes)
    tiles = _tiles(height) * _tiles(width)
    count = 4 * PATCH**2 * prod(batch) * tiles * sum(channels)
    return tiles >= _LEAST_TILES and count <= _MOST_BYTES


def _tiles(size: int) -> int:
    return -(-size // _TILE)


def in_blocks(to: FieldConversion, padded: Field, batch: int) -> Field:
    """Return a copy of a padded tensor, which asks for blocks of channels in memory: patches of all
    channels are transformed at once."""
    copy = to.arrange(padded)
    assert copy.stored is not None and isinstance(copy.stored.owner, te.ComputeOp)
    copy.stored.owner.attributes[te.BLOCKS] = DenseArrayBase.from_list(i64, [batch, _LANES])
    return copy


def convolve_tiles(
    to: FieldConversion, padded: Field, filters: Field, shape: Sequence[Dim]
) -> Field:
    """Return a convolution's sums, (..., panels, height, width, lanes), stored. `shape` has the
    sizes (..., channels, height, width); `padded` has whole tiles."""
    batch, dtype = [*shape[:-3]], padded.dtype
    sizes = [number_of(size) for size in shape[-2:]]
    counts = [_tiles(size) for size in sizes]
    *_, panels, channels, lanes = filters.shape

    def patch(code: ScalarCode, axes: Axes) -> SSAValue:
        *outer, row, column, tile = axes
        at_y, at_x = digits_of(code, tile, counts)
        ys, xs = _terms(code, at_y, row, dtype), _terms(code, at_x, column, dtype)

        def along_x(y: SSAValue) -> SSAValue:
            first, second = (padded.at(code, [*outer, y, x]) for x in (xs.first, xs.second))
            return code.add(first, code.mul(second, xs.sign))

        return code.add(along_x(ys.first), code.mul(along_x(ys.second), ys.sign))

    patches = to.arrange(Field((*batch, channels, PATCH, PATCH, prod(counts)), dtype, patch))

    def product(code: ScalarCode, axes: Axes) -> SSAValue:
        *outer, row, column, panel, tile, lane, channel = axes
        factor = filters.at(code, [row, column, panel, channel, lane])
        return code.mul(patches.at(code, [*outer, channel, row, column, tile]), factor)

    terms = (*batch, PATCH, PATCH, panels, prod(counts), lanes, channels)
    sums = to.reduce(SUM, Field(terms, dtype, product), (len(terms) - 1,))

    def result(code: ScalarCode, axes: Axes) -> SSAValue:
        *outer, panel, y, x, lane = axes
        tile = join_index(code, quotient(code, y, _TILE), quotient(code, x, _TILE), counts[1])
        row, column = remainder(code, y, _TILE), remainder(code, x, _TILE)
        signs = [_sign(code, code.compare("eq", at, 0), dtype) for at in (row, column)]

        def along_x(y: SSAValue) -> SSAValue:
            xs = _shifted(code, column)
            return _alternate(
                code, signs[1], [sums.at(code, [*outer, y, x, panel, tile, lane]) for x in xs]
            )

        return _alternate(code, signs[0], [along_x(y) for y in _shifted(code, row)])

    return to.arrange(Field((*batch, panels, *sizes, lanes), dtype, result))


class _Terms(NamedTuple):
    """The places of two elements of a patch along an axis, and the sign of the second."""

    first: SSAValue
    second: SSAValue
    sign: SSAValue


def _terms(code: ScalarCode, tile: SSAValue, place: SSAValue, dtype: Attribute) -> _Terms:
    """Return the terms of a place of a transformed patch: d0 - d2, d1 + d2, d2 - d1, d1 - d3."""
    is_first, is_second, is_third, is_last = (code.compare("eq", place, n) for n in range(PATCH))
    zero, one, two, three = (code.constant(n, INDEX) for n in range(PATCH))
    start = code.mul(tile, code.constant(_TILE, INDEX))
    first = code.select(is_first, zero, code.select(is_third, two, one))
    second = code.select(is_third, one, code.select(is_last, three, two))
    return _Terms(code.add(start, first), code.add(start, second), _sign(code, is_second, dtype))


def _sign(code: ScalarCode, is_plus: SSAValue, dtype: Attribute) -> SSAValue:
    return code.select(is_plus, code.constant(1, dtype), code.constant(-1, dtype))


def _shifted(code: ScalarCode, start: SSAValue) -> list[SSAValue]:
    return [start, *(code.add(start, code.constant(n, INDEX)) for n in (1, 2))]


def _alternate(code: ScalarCode, sign: SSAValue, terms: Sequence[SSAValue]) -> SSAValue:
    """Return m0 + m1 + m2 for the first of two results, m1 - m2 - m3 for the second, whose terms
    begin one place behind."""
    first, second, third = terms
    return code.add(first, code.mul(code.add(second, third), sign))
