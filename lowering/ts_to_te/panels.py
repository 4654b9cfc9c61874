"""The layout of the filters of a direct convolution: panels of neighbouring channels.

Filters of the sizes (64, 3, 7, 7) lie in memory as (2, 3, 7, 7, 32): for each element of a window,
the weights of 32 channels are neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import Float32Type, Float64Type
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

PANELS = "ts.panels"
"""Attribute of an argument of a typed function: the caller passes filters in this layout."""

_BYTES = 128
"""The bytes of consecutive weights of one panel: two vectors of 512 bits."""


def lanes_of(dtype: Attribute) -> int | None:
    """Return the number of channels of a panel, None for element types without vector
    multiply-adds.
    """
    return _BYTES // dtype.size if isinstance(dtype, Float32Type | Float64Type) else None


def panel_shape(shape: Sequence[int], lanes: int) -> tuple[int, ...]:
    """Return the sizes of filters in panels, of which there must be whole ones."""
    channels, *inner = shape
    return (channels // lanes, *inner, lanes)


def takes_panels(function: FuncOp, number: int) -> bool:
    """Return whether the caller passes an argument in panels."""
    attributes = function.arg_attrs
    return attributes is not None and PANELS in attributes.data[number].data
