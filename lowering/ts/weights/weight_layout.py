"""The layout of constant weights: panels of neighbouring columns.

    weights                            sizes            in panels          axis
    of a convolution, its filters      (64, 32, 3, 3)   (2, 32, 3, 3, 32)  0
    of a linear layer                  (1024, 256)      (32, 256, 32)      0
    the right factor of a product      (256, 1024)      (32, 256, 32)      1

For each term of a sum, the weights of 32 columns (channels of the result) are neighbours; of 16 to
fit the columns, and for short sums of convolutions. Of bytes, groups of four input channels are:

    of a linear layer                  (1024, 256)      (32, 64, 32, 4)    0
    of a convolution                   (64, 32, 3, 3)   (2, 3, 3, 8, 32, 4)

Filters of a convolution in tiles (`winograd.py`) are transformed, each from 3x3 to 4x4 numbers:

    of a convolution in tiles          (64, 32, 3, 3)   (4, 4, 2, 32, 32)

`pack-weights` chooses the layouts. The runtime, which copies the weights, imports this file alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import Float32Type, Float64Type, IntegerAttr, i8
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.byte_groups import GROUP

PANELS = "ts.panels"
"""Attribute of an argument of a typed function: the caller passes it in panels along this axis."""
TRANSFORMED = "ts.transformed"
"""Attribute of one whose filters are transformed, too."""

PATCH = 4
"""The elements of a transformed filter along each axis."""

_VECTOR = 64
"""The bytes of a vector of 512 bits."""
_MANY_TERMS = 256
"""The shortest sums of convolutions for which panels of two vectors were measured to be faster than
of one."""


def lanes_of(dtype: Attribute, shape: Sequence[int], axis: int = 0) -> int | None:
    """Return the number of columns of a panel of weights: one or two vectors. Return None if panels
    would not be whole, and for element types without vector multiply-adds.
    """
    size = GROUP if dtype == i8 and axis == 0 and shape[1] % GROUP == 0 else 0
    if isinstance(dtype, Float32Type | Float64Type):
        size = dtype.size
    if not size:
        return None
    columns, lanes = shape[axis], _VECTOR // size
    suits_two = len(shape) == 2 or prod(shape) >= _MANY_TERMS * columns
    if suits_two and columns % (2 * lanes) == 0:
        return 2 * lanes
    return lanes if columns % lanes == 0 else None


def panel_shape(
    dtype: Attribute, shape: Sequence[int], lanes: int, axis: int = 0
) -> tuple[int, ...]:
    """Return the sizes of weights in panels, of which there must be whole ones."""
    if dtype == i8:
        columns, channels, *taps = shape
        return (columns // lanes, *taps, channels // GROUP, lanes, GROUP)
    return (shape[axis] // lanes, *shape[:axis], *shape[axis + 1 :], lanes)


class WeightLayout(NamedTuple):
    """The layout in which a caller passes weights: panels along an axis, of transformed filters or
    of the weights as they are."""

    axis: int
    is_transformed: bool = False

    def shape(self, dtype: Attribute, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the sizes of the memory of weights, of which there must be whole panels."""
        lanes = lanes_of(dtype, shape, self.axis)
        assert lanes is not None
        if not self.is_transformed:
            return panel_shape(dtype, shape, lanes, self.axis)
        return (PATCH, PATCH, shape[0] // lanes, shape[1], lanes)


def passed_layout(function: FuncOp, number: int) -> WeightLayout | None:
    """Return the layout in which the caller passes an argument, None if it passes no panels."""
    if function.arg_attrs is None:
        return None
    given = function.arg_attrs.data[number].data
    axis = given.get(PANELS)
    is_packed = isinstance(axis, IntegerAttr)
    return WeightLayout(axis.value.data, TRANSFORMED in given) if is_packed else None
