"""Gradients of grid sampling: of the image, and of the grid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.networks.grid_sampling import (
    BICUBIC,
    NEAREST,
    REFLECTION,
    ZEROS,
    check_grid,
    clamp_to_border,
    gather_elements,
    positions,
    reflect,
    taps,
)
from xdsl_torchscript.runtime.operators.networks.resampling import CUBIC_SHARPNESS
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _cubic_slopes(share: Array) -> list[Array]:
    """Return the derivatives of `cubic_weights` by the share."""
    a = share.dtype.type(CUBIC_SHARPNESS)

    def near(x: Array) -> Array:
        return (3 * (a + 2) * x - 2 * (a + 3)) * x

    def far(x: Array) -> Array:
        return (3 * a * x - 10 * a) * x + 8 * a

    return [far(share + 1), near(share), -near(1 - share), -far(2 - share)]


def _slopes(points: Array, size: int, mode: int, padding: int, aligned: bool) -> list[Array]:
    """Return the derivatives of the weights of the taps by the point."""
    factor = points.dtype.type((size - 1) / 2 if aligned else size / 2)
    places = positions(points, size, aligned)
    if mode == NEAREST:
        return [np.zeros_like(points)]
    if mode == BICUBIC:
        return [slope * factor for slope in _cubic_slopes(places - np.floor(places))]
    # The derivative of the padding mode by the point: 1, -1 or 0.
    sign = np.ones_like(places)
    if padding == REFLECTION:
        low, span = (0.0, size - 1) if aligned else (-0.5, size)
        bounces = np.floor(np.abs(places - low) / span) if span else np.zeros_like(places)
        sign = np.where((bounces % 2 == 0) == (places >= low), sign, -sign)
        places = reflect(places, size, aligned)
    if padding != ZEROS:
        sign = np.where((places > 0) & (places < size - 1), sign, 0)
    slope = sign.astype(places.dtype) * factor
    return [-slope, slope]


def _of_one(
    gradient: Array, image: Array, grid: Array, of_image: Array, of_grid: Array, mode: int,
    padding: int, aligned: bool,
) -> None:  # fmt: skip
    """Add to the gradients of one image and of its grid."""
    sizes = image.shape[1:]
    rank = len(sizes)
    lines = [(grid[..., -1 - axis], size) for axis, size in enumerate(sizes)]
    steps = [
        zip(
            taps(points, size, mode, padding, aligned, rank=rank),
            _slopes(points, size, mode, padding, aligned),
            strict=True,
        )
        for points, size in lines
    ]
    one = image.dtype.type(1)
    for corner in product(*steps):
        at, inside = clamp_to_border([places for (places, _), _ in corner], sizes)
        weights = [one if weight is None else weight for (_, weight), _ in corner]
        places: Any = (slice(None), *at)
        np.add.at(of_image, places, gradient * np.where(inside, prod(weights), 0).astype(one.dtype))
        seen = np.sum(gather_elements(image, at, inside) * gradient, axis=0)
        for axis, (_, slope) in enumerate(corner):
            others = prod((w for d, w in enumerate(weights) if d != axis), start=one)
            of_grid[..., rank - 1 - axis] += seen * slope * others


def _grid_sampler(
    gradient: Tensor, input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int,
    align_corners: bool, mask: Sequence[bool] = (True, True),
) -> tuple[Tensor | None, Tensor]:  # fmt: skip
    """Return the gradients of the image, if requested, and of the grid. Raises as
    `grid_sampler`."""
    check_grid(input, grid, interpolation_mode, padding_mode)
    dtype = input.array.dtype
    g, images, grids = (as_array(t, work_dtype(dtype)) for t in (gradient, input, grid))
    of_images, of_grids = np.zeros(images.shape, images.dtype), np.zeros(grids.shape, grids.dtype)
    for one in zip(g, images, grids, of_images, of_grids, strict=True):
        _of_one(*one, interpolation_mode, padding_mode, align_corners)
    return wrap_result(of_images, dtype) if mask[0] else None, wrap_result(of_grids, dtype)


GRID_BACKWARD: Table = {
    "aten.grid_sampler_2d_backward": _grid_sampler,
    "aten.grid_sampler_3d_backward": _grid_sampler,
    "aten._grid_sampler_2d_cpu_fallback_backward": _grid_sampler,
}
