"""Images of another size: the nearest element, or interpolation between several.

All methods work dimension by dimension. `Taps` has the source elements and weights of each new
element. A method is a function that returns the taps of one dimension. As in PyTorch, positions are
computed in the elements' precision, which decides between nearest elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias, cast

import numpy as np

from xdsl_torchscript.lowering.analysis.resampling import (
    KEPT,
    NEVER,
    Ratios,
    factor_in_use,
    nearest_ratios,
)
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    INT64,
    Table,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import (
    CHANNELS_LAST,
    CHANNELS_LAST_3D,
    has_format,
    in_format,
)
from xdsl_torchscript.runtime.operators.networks.windows import take_along
from xdsl_torchscript.runtime.operators.preconditions import check_real_floating
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

UINT8 = np.dtype(np.uint8)


@dataclass(frozen=True)
class Taps:
    """Source indices and weights, one column for each new element; no weights for a single source
    each.
    """

    places: Array
    weights: Array | None


@dataclass(frozen=True)
class _Line:
    """A dimension: its old and new sizes, and the factor between them if it was given."""

    size: int
    target: int
    factor: float | None
    aligned: bool
    dtype: NumpyDtype

    @property
    def step(self) -> np.floating:
        """The distance in the input between neighbours of the result."""
        exact = self.dtype.type
        if self.aligned:
            return exact(self.size - 1) / exact(self.target - 1) if self.target > 1 else exact(0)
        if self.factor is not None and self.factor > 0:
            return exact(1 / self.factor)
        return exact(self.size) / exact(self.target)

    @property
    def sources(self) -> Array:
        """The source positions of new elements: at corners, or at cell centres."""
        here = np.arange(self.target).astype(self.dtype)
        if self.aligned:
            return here * self.step
        half = self.dtype.type(0.5)
        return (here + half) * self.step - half


_TapMethod: TypeAlias = Callable[[_Line], Taps]


def _nearest(line: _Line) -> Taps:
    found = np.floor(np.arange(line.target).astype(FLOAT32) * line.step)
    return Taps(np.minimum(found.astype(INT64), line.size - 1)[None], None)


def _nearest_exact(line: _Line) -> Taps:
    here = np.arange(line.target).astype(FLOAT32) + FLOAT32.type(0.5)
    return Taps(np.minimum(np.floor(here * line.step).astype(INT64), line.size - 1)[None], None)


def _linear(line: _Line) -> Taps:
    sources = np.maximum(line.sources, line.dtype.type(0))
    first = np.minimum(sources.astype(INT64), line.size - 1)
    # A copy reads no neighbour, whose infinity would count even without weight.
    copies = line.size == line.target and line.step == 1
    second = first if copies else np.minimum(first + 1, line.size - 1)
    share = np.clip(sources - first.astype(line.dtype), 0, 1)
    return Taps(np.stack([first, second]), np.stack([1 - share, share]))


CUBIC_SHARPNESS = -0.75


def cubic_weights(share: Array) -> Array:
    """Return the weights of the four elements around a point between the middle two.

    Keys, "Cubic convolution interpolation for digital image processing" (1981).
    """
    distances = np.stack([share + 1, share, 1 - share, 2 - share])
    return cubic(distances, CUBIC_SHARPNESS)


def cubic(distances: Array, sharpness: float) -> Array:
    """Evaluate the cubic kernel, which is 0 from a distance of 2 on, and NaN at NaN."""
    x, a = np.abs(distances), distances.dtype.type(sharpness)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    beyond: Array = np.where(x >= 2, 0, far)
    return np.where(x <= 1, near, beyond)


def _cubic(line: _Line) -> Taps:
    sources = line.sources
    first = np.floor(sources)
    places = first.astype(INT64) + np.arange(-1, 3)[:, None]
    return Taps(np.clip(places, 0, line.size - 1), cubic_weights(sources - first))


def _triangle(x: Array) -> Array:
    return np.maximum(1 - np.abs(x), 0)


def _sharp_cubic(x: Array) -> Array:
    return cubic(x, -0.5)


def _lanczos(x: Array) -> Array:
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


def _smooth(kernel: Callable[[Array], Array], radius: int) -> _TapMethod:
    """Return the taps of a kernel, widened in downsampling to cover all source elements."""

    def taps(line: _Line) -> Taps:
        exact = line.dtype.type
        wide = max(line.step, exact(1))
        support = exact(radius) * wide
        centers = (np.arange(line.target).astype(line.dtype) + exact(0.5)) * line.step
        starts = np.maximum((centers - support + exact(0.5)).astype(INT64), 0)
        ends = np.minimum((centers + support + exact(0.5)).astype(INT64), line.size)
        places = starts + np.arange(ceil(float(support)) * 2 + 1)[:, None]
        distances = (places.astype(line.dtype) - centers + exact(0.5)) / wide
        weights = np.where(places < ends, kernel(distances), exact(0))
        return Taps(np.minimum(places, line.size - 1), weights / np.sum(weights, axis=0))

    return taps


def _resample(array: Array, axis: int, taps: Taps) -> Array:
    """Return the weighted sum over the taps."""
    after = (1,) * (array.ndim - axis - 1)
    if taps.weights is None:
        return take_along(array, axis, taps.places[0])
    weights = taps.weights.astype(array.dtype, copy=False)
    parts = (
        take_along(array, axis, places) * line.reshape(-1, *after)
        for places, line in zip(taps.places, weights, strict=True)
    )
    total = next(parts)
    for part in parts:
        total += part
    return total


_WEIGHT_BITS = 15
"""The precision of fixed-point weights for bytes, in bits, excluding the sign."""


def _resample_bytes(array: Array, axis: int, taps: Taps) -> Array:
    """Resample bytes as PyTorch: weights in fixed point, each dimension rounded to bytes. The sums
    are integers that float64 holds exactly."""
    assert taps.weights is not None
    size, target = array.shape[axis], taps.places.shape[1]
    matrix = np.zeros((size, target))
    np.add.at(matrix, (taps.places, cast(Array, np.arange(target))), taps.weights)
    greatest = max(float(np.max(matrix)), 0.0)
    bits = next(
        b for b in range(23) if b == 22 or 0.5 + greatest * 2 ** (b + 1) >= 1 << _WEIGHT_BITS
    )
    scaled: Array = matrix * 2**bits
    whole = np.trunc(scaled + np.copysign(0.5, scaled))
    sums = np.moveaxis(np.moveaxis(array, axis, -1) @ whole, -1, axis)
    return np.clip(np.floor((sums + 2.0 ** (bits - 1)) / 2**bits), 0, 255).astype(UINT8)


_CHOOSING = (_nearest, _nearest_exact)
"""Nearest-element methods, which take no weights."""

_RatiosOf: TypeAlias = Callable[[Tensor, Sequence[int]], Ratios]
"""The ratios for which a resampling to these sizes disregards factors."""


def _nearest_ratios(self: Tensor, target: Sequence[int]) -> Ratios:
    array = self.array
    last = any(has_format(array, f) for f in (CHANNELS_LAST, CHANNELS_LAST_3D))
    found = nearest_ratios(target, array.shape[1], last)
    assert found is not None
    return found


def _never(self: Tensor, target: Sequence[int]) -> Ratios:
    return NEVER


def _kept(self: Tensor, target: Sequence[int]) -> Ratios:
    return KEPT


def _kept_bytes(self: Tensor, target: Sequence[int]) -> Ratios:
    return KEPT if self.array.dtype == UINT8 else NEVER


def _image(
    self: Tensor,
    target: Sequence[int],
    method: _TapMethod,
    aligned: bool,
    given: Sequence[float | None],
    ratios_of: _RatiosOf,
) -> Tensor:
    rank, dtype = len(given), self.array.dtype
    if self.array.ndim != rank + 2 or len(target) != rank:
        raise BadValue(
            f"a resampling to {list(target)} takes a tensor of rank {rank + 2}, "
            f"not {list(self.shape)}"
        )
    if any(n <= 0 for n in (*target, *self.shape[1:])):
        raise BadValue(f"an image of shape {list(self.shape)} cannot be resized to {list(target)}")
    chooses = method in _CHOOSING
    if not chooses and dtype != UINT8:
        check_real_floating("interpolation between elements", dtype)
    resampled = _resample_bytes if dtype == UINT8 and not chooses else _resample
    array = self.array if chooses else self.array.astype(work_dtype(dtype), copy=False)
    position = FLOAT32 if chooses else FLOAT64 if dtype == UINT8 else array.dtype
    weighs_copies = method in (_linear, _cubic) and dtype != UINT8
    ratios = ratios_of(self, target)
    for axis in range(rank + 1, 1, -1):
        size, wanted = self.shape[axis], target[axis - 2]
        factor = factor_in_use(size, wanted, given[axis - 2], ratios)
        if size == wanted and factor is None and not weighs_copies:
            continue
        line = _Line(size, wanted, factor, aligned, position)
        array = resampled(array, axis, method(line))
    made = array.copy() if array is self.array else array
    return wrap_result(in_format(made, self.array), dtype)


def _size(method: _TapMethod, aligns: bool, ratios: _RatiosOf) -> Callable[..., Tensor]:
    """Return the operator with sizes and optional factors; only some take `align_corners`."""

    def run(self: Tensor, output_size: Sequence[int], *rest: float | None) -> Tensor:
        aligned = bool(rest[0]) if aligns else False
        factors = rest[1:] if aligns else rest
        return _image(self, output_size, method, aligned, factors, ratios)

    return run


_METHODS: tuple[tuple[str, _TapMethod, bool, _RatiosOf], ...] = (
    *((f"upsample_nearest{rank}d", _nearest, False, _nearest_ratios) for rank in (1, 2, 3)),
    *((f"_upsample_nearest_exact{rank}d", _nearest_exact, False, _never) for rank in (1, 2, 3)),
    ("upsample_linear1d", _linear, True, _kept),
    ("upsample_bilinear2d", _linear, True, _kept),
    ("upsample_trilinear3d", _linear, True, _kept),
    ("upsample_bicubic2d", _cubic, True, _kept_bytes),
    ("_upsample_bilinear2d_aa", _smooth(_triangle, 1), True, _kept),
    ("_upsample_bicubic2d_aa", _smooth(_sharp_cubic, 2), True, _kept),
    ("_upsample_lanczos2d_aa", _smooth(_lanczos, 3), True, _kept),
)
"""Methods by operator, whether corners may be aligned, and when factors are disregarded."""

RESAMPLING: Table = {
    f"aten.{name}": _size(method, aligns, ratios) for name, method, aligns, ratios in _METHODS
}

BY_FACTORS: Table = {
    f"aten.{name}": _size(method, aligns, _never) for name, method, aligns, _ in _METHODS
}
"""The same operators, which disregard no factor."""
