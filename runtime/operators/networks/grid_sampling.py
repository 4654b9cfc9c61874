"""Sampling of images at a grid of points: `grid_sample`, and grids of affine maps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import INT64, Table, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.networks.resampling import cubic_weights
from xdsl_torchscript.runtime.tensor import Array, Tensor

BILINEAR, NEAREST, BICUBIC = range(3)
ZEROS, BORDER, REFLECTION = range(3)


def positions(points: Array, size: int, aligned: bool) -> Array:
    """Map points in [-1, 1] to places in the input, between its corners or the edges of cells."""
    one = points.dtype.type(1)
    if aligned:
        return (points + one) / 2 * (size - 1)
    return ((points + one) * size - one) / 2


def reflect(places: Array, size: int, aligned: bool) -> Array:
    """Reflect places at the outermost elements, or at the edges of their cells."""
    low, span = (0.0, size - 1) if aligned else (-0.5, size)
    if span == 0:
        return np.zeros_like(places)
    distance = np.abs(places - low)
    bounces, rest = np.floor(distance / span), np.fmod(distance, span)
    return np.where(bounces % 2 == 0, rest, span - rest).astype(places.dtype) + low


def _apply_padding(places: Array, size: int, padding: int, aligned: bool) -> Array:
    """Apply the padding mode to places. NaN is outside the image."""
    if padding == REFLECTION:
        places = reflect(places, size, aligned)
    if padding != ZEROS:
        places = np.clip(np.where(np.isnan(places), 0, places), 0, size - 1)
    limit = np.iinfo(np.int32).max / 2
    return np.clip(np.where(np.isnan(places), -limit, places), -limit, limit)


_Taps = list[tuple[Array, Array | None]]
"""Indices along one dimension and the weights of their elements."""


def taps(
    points: Array, size: int, mode: int, padding: int, aligned: bool, *, rank: int = 2
) -> _Taps:
    """Return the taps along one of `rank` dimensions. In two, an infinite point has weights of NaN,
    unless the padding mode moves it, as in PyTorch's vector code."""
    places = positions(points, size, aligned)
    if mode == BICUBIC:
        first = np.floor(places)
        weights = cubic_weights(places - first)
        shifted = ((first + i, w) for i, w in zip(range(-1, 3), weights, strict=True))
        return [(_apply_padding(p, size, padding, aligned).astype(INT64), w) for p, w in shifted]
    kept = _apply_padding(places, size, padding, aligned)
    if mode == NEAREST:
        return [(np.rint(kept).astype(INT64), None)]
    whole = np.floor(kept).astype(INT64)
    weighed = places if padding == ZEROS and rank == 2 else kept
    share = (weighed - np.floor(weighed)).astype(points.dtype)
    return [(whole, 1 - share), (whole + 1, share)]


def clamp_to_border(places: Sequence[Array], sizes: Sequence[int]) -> tuple[list[Array], Array]:
    """Return indices clamped to the image, and a mask of those that were inside."""
    inside = np.ones(places[0].shape, bool)
    for line, size in zip(places, sizes, strict=True):
        inside &= (line >= 0) & (line < size)
    moved = [np.clip(line, 0, size - 1) for line, size in zip(places, sizes, strict=True)]
    return moved, inside


def gather_elements(image: Array, at: Sequence[Array], inside: Array) -> Array:
    """Return the elements of all channels of one image at indices; 0 where not `inside`."""
    return np.where(inside, image[(slice(None), *at)], image.dtype.type(0))


def _sample(image: Array, grid: Array, mode: int, padding: int, aligned: bool) -> Array:
    """Sample one image at the points of one grid, whose last dimension starts with x."""
    sizes = image.shape[1:]
    lines = [grid[..., -1 - axis] for axis in range(len(sizes))]
    steps = [
        taps(points, size, mode, padding, aligned, rank=len(sizes))
        for points, size in zip(lines, sizes, strict=True)
    ]
    total = np.zeros((len(image), *grid.shape[:-1]), image.dtype)
    for corner in product(*steps):
        part = gather_elements(image, *clamp_to_border([places for places, _ in corner], sizes))
        for _, weights in corner:
            part = part if weights is None else part * weights
        total += part
    return total


def check_grid(input: Tensor, grid: Tensor, mode: int, padding: int) -> None:
    """Raise BadType if grid and image differ in type, and BadValue for mismatched shapes and
    unsupported modes."""
    rank = input.array.ndim - 2
    if input.array.dtype != grid.array.dtype:
        raise BadType(f"a grid of {grid.array.dtype} for an image of {input.array.dtype}")
    if rank not in (2, 3) or grid.array.ndim != rank + 2 or grid.shape[-1] != rank:
        raise BadValue(f"a grid of shape {list(grid.shape)} for shape {list(input.shape)}")
    if input.shape[0] != grid.shape[0] or 0 in input.shape[2:]:
        raise BadValue(f"{grid.shape[0]} grids for images of shape {list(input.shape)}")
    if mode not in range(3) or padding not in range(3) or (mode == BICUBIC and rank != 2):
        raise BadValue(
            f"interpolation {mode} with padding {padding} is not defined in {rank} dimensions"
        )


def _grid_sampler(
    input: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Tensor:
    check_grid(input, grid, interpolation_mode, padding_mode)
    work = work_dtype(input.array.dtype)
    images, grids = (t.array.astype(work, copy=False) for t in (input, grid))
    made = np.empty((*images.shape[:2], *grids.shape[1:-1]), work)
    for target, image, points in zip(made, images, grids, strict=True):
        target[...] = _sample(image, points, interpolation_mode, padding_mode, align_corners)
    return wrap_result(made, input.array.dtype)


def _between(size: int, aligned: bool) -> Array:
    """Return points in [-1, 1], at corners or in the middle of cells."""
    if size <= 1:
        return np.zeros(size)
    return np.linspace(-1, 1, size) * (1 if aligned else (size - 1) / size)


def _affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool) -> Tensor:
    """Return the points of each pixel under the affine map of each image."""
    rank = len(size) - 2
    if rank not in (2, 3) or theta.shape != (size[0], rank, rank + 1):
        raise BadValue(
            f"a grid of size {list(size)} does not fit maps of shape {list(theta.shape)}"
        )
    work = work_dtype(theta.array.dtype)
    lines = np.meshgrid(*[_between(n, align_corners) for n in size[2:]], indexing="ij")
    base = np.stack([*lines[::-1], np.ones(tuple(size[2:]))], axis=-1).astype(work)
    maps = np.swapaxes(theta.array.astype(work, copy=False), 1, 2)
    points = base.reshape(1, -1, rank + 1) @ maps
    return wrap_result(points.reshape(size[0], *size[2:], rank), theta.array.dtype)


GRID_SAMPLING: Table = {
    "aten.grid_sampler": _grid_sampler,
    "aten.grid_sampler_2d": _grid_sampler,
    "aten.grid_sampler_3d": _grid_sampler,
    "aten._grid_sampler_2d_cpu_fallback": _grid_sampler,
    "aten.affine_grid_generator": _affine_grid,
}
