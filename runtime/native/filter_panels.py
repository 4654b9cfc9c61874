"""Copies of constant filters in the layout in which kernels read them (`pack-filters`).

    owned = panels_of(inputs, [1])      # {1: the filters in panels}

All kernels share the copy of one array, which lives as long as one of them does. The filters
themselves remain: the interpreter reads them where a kernel does not fit.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence

import numpy as np

from xdsl_torchscript.lowering.ts_to_te.panels import lanes_of
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value

_COPIES: weakref.WeakValueDictionary[int, Array] = weakref.WeakValueDictionary()
"""The copies of living arrays, by their identity."""


def is_read_only(value: Value) -> bool:
    """Return whether a value is a tensor that nothing may write, so that it may be copied."""
    return isinstance(value, Tensor) and not value.array.flags.writeable


def read_only_among(inputs: Sequence[Value], numbers: Sequence[int]) -> list[int]:
    """Return the numbers of read-only inputs."""
    return [number for number in numbers if is_read_only(inputs[number])]


def panels_of(inputs: Sequence[Value], packed: Sequence[int]) -> Mapping[int, Tensor]:
    """Return the inputs of the numbers `packed` in panels."""
    return {number: _shared(inputs[number]) for number in packed}


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
    channels, *inner = filters.shape
    lanes = lanes_of(filters.dtype.type, filters.shape)
    assert lanes is not None
    panels = filters.array.reshape(channels // lanes, lanes, *inner)
    return Tensor(np.moveaxis(panels, 1, -1).reshape(filters.shape))
