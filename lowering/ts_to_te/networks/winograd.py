"""Convolutions with 3x3 filters in tiles of 2x2 results: Winograd's minimal filtering F(2x2, 3x3),
as Lavin and Gray describe it ("Fast Algorithms for Convolutional Neural Networks", 2016).

A tile takes 16 products for each pair of channels in place of 36. They are sums over the channels
for each of the 16 places of a 4x4 patch, so products of matrices, whose rows are the tiles of a
block of rows of the image:

    %v = te.compute (%q = 28, %c = 64, %i = 4, %j = 4, %t = 28) ...  // patches, transformed
    %m = te.reduce (%q = 28, %i = 4, %j = 4, %p = 2, %t = 28, %l = 32) over (%c = 64) ... {
      ... %acc + (%v at %q, %c, %i, %j, %t) * (%u at %i, %j, %p, %c, %l)
    %r = te.compute (%q = 28, %p = 2, %y = 2, %x = 56, %l = 32) ...  // nine of %m for each result

The caller transforms the filters %u once (`weight_panels.py`). The loops over %q become one
(`fuse-rows`), so a block's patches and sums stay in a cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import DenseArrayBase, f32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects import te
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.ts.weights.weight_layout import PATCH
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    digits_of,
    join_index,
    number_of,
    quotient,
    remainder,
)
from xdsl_torchscript.lowering.ts_to_te.conversion import shape_and_dtype
from xdsl_torchscript.lowering.ts_to_te.fields import INDEX, Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_TILE = 2
_LANES = 16
_LEAST_CHANNELS = 32
"""The fewest channels of images and of results for which this was measured to be faster: products
for each pair of them make up for the transforms for each one."""
_LEAST_TILES = 16
"""The fewest tiles, those of an image of 7x7, for which this was measured to be faster: transformed
filters take 16/9 of the memory, which each call reads."""
_LEAST_ROWS = 28
"""The fewest tiles of a block, if the image has as many: a product computes 14 rows at once."""


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
    if 0 in sizes or not all(isinstance(size, int) for size in sizes):
        return False
    return prod(_tiles(number_of(size)) for size in sizes[-2:]) >= _LEAST_TILES


def _tiles(size: int) -> int:
    return -(-size // _TILE)


def convolve_tiles(
    to: FieldConversion, padded: Field, filters: Field, shape: Sequence[Dim]
) -> Field:
    """Return a convolution's sums of these sizes, (..., channels, height, width). The padded tensor
    has whole tiles."""
    *batch, _, height, width = map(number_of, shape)
    *_, panels, channels, lanes = map(number_of, filters.shape)
    tiles = _Tiles.of(prod(batch), height, width, channels, panels * lanes)
    sums = _sums(to, _patches(to, _in_blocks(to, padded, tiles), tiles), filters, tiles)
    sizes = (tiles.blocks, panels, _TILE * tiles.rows, width, lanes)
    results = to.arrange(_results(sums, sizes, tiles))

    def transposed(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        block, panel, lane, y, x = axes
        return [block, panel, y, x, lane]

    planes = (tiles.blocks, panels, lanes, *sizes[2:4])
    copy = to.arrange(results.remap(planes, transposed))

    def place(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        *images, channel, y, x = axes
        block, y = digits_of(code, y, [tiles.blocks // tiles.images, sizes[2]])
        for image in images:
            block = join_index(code, image, block, tiles.blocks // tiles.images)
        return [block, *digits_of(code, channel, [panels, lanes]), y, x]

    return copy.remap(shape, place)


@dataclass(frozen=True)
class _Tiles:
    """The tiles of images, in blocks of `rows` rows of `columns` tiles."""

    images: int
    blocks: int
    rows: int
    columns: int

    @classmethod
    def of(cls, images: int, height: int, width: int, inputs: int, outputs: int) -> _Tiles:
        """Return the smallest blocks that make up for reading all filters for each: of the tiles of
        a register tile, and of as much memory as half of the filters."""
        rows, columns = _tiles(height), _tiles(width)
        least = max(_LEAST_ROWS, inputs * outputs // (2 * (inputs + outputs)))
        suited = (n for n in range(1, rows) if rows % n == 0 and n * columns >= least)
        size = next(suited, rows)
        return cls(images, images * rows // size, size, columns)

    @property
    def count(self) -> int:
        """The tiles of a block."""
        return self.rows * self.columns

    def corner(
        self, code: ScalarCode, block: SSAValue, tile: SSAValue
    ) -> tuple[SSAValue, SSAValue, SSAValue]:
        """Return the image of a tile, and its first row and column."""
        image, at = digits_of(code, block, [self.images, self.blocks // self.images])
        row, column = digits_of(code, tile, [self.rows, self.columns])
        size = code.constant(_TILE, INDEX)
        row = code.mul(join_index(code, at, row, self.rows), size)
        return image, row, code.mul(column, size)


def _in_blocks(to: FieldConversion, padded: Field, tiles: _Tiles) -> Field:
    """Return a copy (images, channels, height, width), which asks for blocks of channels in memory:
    patches of all channels are transformed at once."""
    shape = (tiles.images, *padded.shape[-3:])
    rank = len(padded.shape)
    copy = to.arrange(padded.remap(shape, lambda _, axes: axes[-rank:]))
    assert copy.stored is not None and isinstance(copy.stored.owner, te.ComputeOp)
    copy.stored.owner.attributes[te.BLOCKS] = DenseArrayBase.from_list(i64, [1, _LANES])
    return copy


def _patches(to: FieldConversion, padded: Field, tiles: _Tiles) -> Field:
    """Return the transformed patches, (blocks, channels, 4, 4, tiles of a block), stored."""
    dtype = padded.dtype

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        block, channel, row, column, tile = axes
        image, top, left = tiles.corner(code, block, tile)
        ys, xs = _terms(code, top, row, dtype), _terms(code, left, column, dtype)

        def along_x(y: SSAValue) -> SSAValue:
            places = [[image, channel, y, x] for x in (xs.first, xs.second)]
            first, second = (padded.at(code, place) for place in places)
            return code.add(first, code.mul(second, xs.sign))

        return code.add(along_x(ys.first), code.mul(along_x(ys.second), ys.sign))

    sizes = (tiles.blocks, padded.shape[1], PATCH, PATCH, tiles.count)
    return to.arrange(Field(sizes, dtype, element))


def _sums(to: FieldConversion, patches: Field, filters: Field, tiles: _Tiles) -> Field:
    """Return the sums over channels, (blocks, 4, 4, panels, tiles of a block, lanes)."""

    def product(code: ScalarCode, axes: Axes) -> SSAValue:
        block, row, column, panel, tile, lane, channel = axes
        factor = filters.at(code, [row, column, panel, channel, lane])
        return code.mul(patches.at(code, [block, channel, row, column, tile]), factor)

    *_, panels, channels, lanes = filters.shape
    terms = (tiles.blocks, PATCH, PATCH, panels, tiles.count, lanes, channels)
    return to.reduce(SUM, Field(terms, patches.dtype, product), (len(terms) - 1,))


def _results(sums: Field, sizes: Sequence[Dim], tiles: _Tiles) -> Field:
    """Return the results (blocks, panels, height of a block, width, lanes)."""

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        block, panel, y, x, lane = axes
        tile = join_index(code, quotient(code, y, _TILE), quotient(code, x, _TILE), tiles.columns)
        row, column = remainder(code, y, _TILE), remainder(code, x, _TILE)
        ys, xs = (_sign(code, code.compare("eq", place, 0), sums.dtype) for place in (row, column))

        def along_x(y: SSAValue) -> SSAValue:
            places = [[block, y, x, panel, tile, lane] for x in _shifted(code, column)]
            return _alternate(code, xs, [sums.at(code, place) for place in places])

        return _alternate(code, ys, [along_x(y) for y in _shifted(code, row)])

    return Field(tuple(sizes), sums.dtype, element)


class _Terms(NamedTuple):
    """The places of two elements of a patch along an axis, and the sign of the second."""

    first: SSAValue
    second: SSAValue
    sign: SSAValue


def _terms(code: ScalarCode, start: SSAValue, place: SSAValue, dtype: Attribute) -> _Terms:
    """Return the terms of a place of a transformed patch: d0 - d2, d1 + d2, d2 - d1, d1 - d3."""
    is_first, is_second, is_third, is_last = (code.compare("eq", place, n) for n in range(PATCH))
    zero, one, two, three = (code.constant(n, INDEX) for n in range(PATCH))
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
