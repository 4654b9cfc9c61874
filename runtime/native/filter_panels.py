"""Copies of constant filters in the layout in which kernels read them (`pack-filters`).

    owned = packed_filters(function, inputs, [1])       # {1: the filters in panels}

All kernels share the copy of one array, which lives as long as one of them does. The filters
themselves remain: the interpreter reads them where a kernel does not fit.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence

import numpy as np
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.lowering.ts_to_te.pack_filters import pack_filters
from xdsl_torchscript.lowering.ts_to_te.panels import lanes_of
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value

_COPIES: weakref.WeakValueDictionary[int, Array] = weakref.WeakValueDictionary()
"""The copies of living arrays, by their identity."""


def packed_filters(
    function: FuncOp, inputs: Sequence[Value], constants: Sequence[int]
) -> Mapping[int, Tensor]:
    """Mark the arguments of a typed function that are to be passed in panels, and return them.

    They are among the numbers `constants`. A tensor that may be written is not copied.
    """
    kept = [number for number in constants if _is_read_only(inputs[number])]
    return {number: _shared(inputs[number]) for number in pack_filters(function, kept)}


def _is_read_only(value: Value) -> bool:
    return isinstance(value, Tensor) and not value.array.flags.writeable


def _shared(filters: Value) -> Tensor:
    """Return the copy of filters that all kernels share."""
    assert isinstance(filters, Tensor)
    key = id(filters.array)
    copy = _COPIES.get(key)
    if copy is None:
        _COPIES[key] = copy = in_panels(filters).array
        weakref.finalize(filters.array, _COPIES.pop, key, None)
    return Tensor(copy)


def in_panels(filters: Tensor) -> Tensor:
    """Return a tensor of the same sizes whose memory holds filters in panels."""
    lanes = lanes_of(filters.dtype.type)
    assert lanes is not None
    channels, *inner = filters.shape
    panels = filters.array.reshape(channels // lanes, lanes, *inner)
    return Tensor(np.moveaxis(panels, 1, -1).reshape(filters.shape))
