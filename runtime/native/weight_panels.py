"""Copies of constant weights in the layout in which kernels read them (`pack-weights`).

    owned = panels_of(inputs, {1: WeightLayout(0)})   # {1: the weights in panels along axis 0}

All kernels share the copy of one array, which lives as long as one of them does. The weights
themselves remain: the interpreter reads them where a kernel does not fit.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence

import numpy as np
from xdsl.dialects.builtin import i8

from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout, lanes_of, panel_shape
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value

_COPIES: weakref.WeakValueDictionary[tuple[int, WeightLayout], Array] = (
    weakref.WeakValueDictionary()
)
"""The copies of living arrays, by their identity and layout."""


def is_read_only(value: Value) -> bool:
    """Return whether a value is a tensor that nothing may write, so that it may be copied."""
    return isinstance(value, Tensor) and not value.array.flags.writeable


def read_only_among(inputs: Sequence[Value], numbers: Sequence[int]) -> list[int]:
    """Return the numbers of read-only inputs."""
    return [number for number in numbers if is_read_only(inputs[number])]


def panels_of(inputs: Sequence[Value], packed: Mapping[int, WeightLayout]) -> Mapping[int, Tensor]:
    """Return inputs in panels, by their numbers; `packed` gives the layout of each."""
    return {number: _shared(inputs[number], layout) for number, layout in packed.items()}


def _shared(weights: Value, layout: WeightLayout) -> Tensor:
    """Return the copy of weights that all kernels share."""
    assert isinstance(weights, Tensor)
    key = id(weights.array), layout
    copy = _COPIES.get(key)
    if copy is None:
        _COPIES[key] = copy = in_panels(weights, layout).array
        weakref.finalize(weights.array, _COPIES.pop, key, None)
    return Tensor(copy)


def in_panels(weights: Tensor, layout: WeightLayout) -> Tensor:
    """Return a tensor whose memory holds weights in panels: of the same sizes, or of those of
    transformed filters."""
    axis, is_transformed = layout
    lanes = lanes_of(weights.dtype.type, weights.shape, axis)
    assert lanes is not None
    dtype, shape = weights.dtype.type, weights.shape
    if is_transformed:
        panels = weights.array.reshape(-1, lanes, *shape[1:]).transpose(3, 4, 0, 2, 1)
        return Tensor(_transform(_transform(np.ascontiguousarray(panels), 0), 1))
    if dtype == i8:
        count, *taps, groups, lanes, group = panel_shape(dtype, shape, lanes)
        channels = np.moveaxis(weights.array, 1, -1)
        panels = channels.reshape(count, lanes, *taps, groups, group)
        return Tensor(np.moveaxis(panels, 1, -2).reshape(shape))
    count, *terms, lanes = panel_shape(dtype, shape, lanes, axis)
    panels = np.moveaxis(weights.array, axis, 0).reshape(count, lanes, *terms)
    return Tensor(np.moveaxis(panels, 1, -1).reshape(weights.shape))


def _transform(filters: Array, axis: int) -> Array:
    """Return filters of three elements along an axis with four, by which Winograd's filtering
    multiplies a transformed patch."""
    first, second, third = np.moveaxis(filters, axis, 0)
    ends, middle = (first + third) / 2, second / 2
    return np.stack([first, ends + middle, ends - middle, third], axis)
