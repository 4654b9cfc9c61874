"""The layout of the filters of a direct convolution: panels of neighbouring channels.

Filters of the sizes (64, 32, 3, 3) lie in memory as (2, 32, 3, 3, 32): for each element of a
window, the weights of 32 channels are neighbours; of 16 for short sums, or to fit the channels.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import Float32Type, Float64Type
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

PANELS = "ts.panels"
"""Attribute of an argument of a typed function: the caller passes filters in this layout."""

_VECTOR = 64
"""The bytes of a vector of 512 bits."""
_MANY_TERMS = 256
"""The shortest sums for which panels of two vectors were measured to be faster than of one."""


def lanes_of(dtype: Attribute, shape: Sequence[int]) -> int | None:
    """Return the number of channels of a panel of filters: one or two vectors of weights. Return
    None if panels would not be whole, and for element types without vector multiply-adds.
    """
    if not isinstance(dtype, Float32Type | Float64Type):
        return None
    channels, *inner = shape
    lanes = _VECTOR // dtype.size
    if prod(inner) >= _MANY_TERMS and channels % (2 * lanes) == 0:
        return 2 * lanes
    return lanes if channels % lanes == 0 else None


def panel_shape(shape: Sequence[int], lanes: int) -> tuple[int, ...]:
    """Return the sizes of filters in panels, of which there must be whole ones."""
    channels, *inner = shape
    return (channels // lanes, *inner, lanes)


def takes_panels(function: FuncOp, number: int) -> bool:
    """Return whether the caller passes an argument in panels."""
    attributes = function.arg_attrs
    return attributes is not None and PANELS in attributes.data[number].data
