"""Pooling, resampling, padding and patches; the spatial axes come last."""

from __future__ import annotations

from xdsl.dialects.builtin import i64

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.size_expression import (
    add,
    exact_quotient,
    floordiv,
    mul,
)
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    SizesRule,
    always,
    dtype_of,
    each,
    for_kinds,
    like,
    of,
)
from xdsl_torchscript.lowering.analysis.rules.convolution import windows
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, show

# ---- pooling


def _axes_of(call: CallFacts) -> int:
    """Return the number of spatial axes in an operator's name: `max_pool2d`."""
    return next(n for n in (1, 2, 3) if f"{n}d" in call.op.name)


def _pool(call: CallFacts) -> Shape:
    n = _axes_of(call)
    shape = call.shape("self", n + 1, n + 2)
    kernel = call.many_ints("kernel_size", n, 1)
    stride = call.many_ints("stride", n, 0) if call.ints("stride") else kernel
    padding, dilation = call.many_ints("padding", n, 0), call.many_ints("dilation", n, 1)
    axes = zip(shape[-n:], kernel, stride, padding, dilation, strict=True)
    count = _windows_with_ceil if call.flag("ceil_mode") else windows
    return (*shape[:-n], *(count(*axis) for axis in axes))


def _windows_with_ceil(size: Dim, kernel: int, stride: int, padding: int, dilation: int) -> Dim:
    """Return the number of windows, the last of which may exceed the input.

    It must not begin in the trailing padding.
    """
    if not isinstance(size, int):
        raise NotConstantError("whether a last window begins in the padding")
    if stride < 1:
        raise ShapeError(f"stride {stride} is not positive")
    count = -(-(size + 2 * padding - dilation * (kernel - 1) - 1) // stride) + 1
    return count - ((count - 1) * stride >= size + padding)


def _resize(call: CallFacts) -> Shape:
    """Return the requested sizes in place of the spatial ones."""
    n = _axes_of(call)
    shape, sizes = call.shape(call.first("self", "input"), n + 1, n + 2), call.dims("output_size")
    if len(sizes) not in (1, n):
        raise ShapeError(f"takes {n} sizes, not {len(sizes)}")
    return (*shape[:-n], *(sizes * n if len(sizes) == 1 else sizes))


def _scale_sizes(call: CallFacts) -> Shape:
    """Return `output_size`, or the sizes times factors."""
    if call.has("output_size"):
        return _resize(call)
    n, factors = _axes_of(call), call.constant("scale_factors")
    shape = call.shape("input", n + 2, n + 2)
    if not isinstance(factors, tuple):
        raise NotConstantError("factors that are not known")
    if len(factors) != n:
        raise ShapeError(f"takes {n} factors, not {len(factors)}")
    known = [(size, f) for size, f in zip(shape[-n:], factors, strict=True)]
    return (*shape[:-n], *(_times(size, factor) for size, factor in known))


def _times(size: Dim, factor: object) -> Dim:
    if not isinstance(factor, float):
        return None
    if isinstance(size, int):
        return int(size * factor)
    parts = factor * _PARTS
    return floordiv(mul(size, int(parts)), _PARTS) if parts > 0 and parts.is_integer() else None


_PARTS = 256
"""Factors of so many parts of 1 are computed in integers (`composites/resampling.py`)."""


_RESIZE: CallRule = of(_scale_sizes, dtype_of("self", "input"))


def _with_indices(shape: SizesRule) -> CallRule:
    return each(of(shape, dtype_of("self")), of(shape, always(i64)))


# ---- padding


def _pad(call: CallFacts) -> Shape:
    """Return the padded sizes; pairs of pads apply from the last axis on."""
    shape, pads = call.shape("self"), call.dims(call.first("pad", "padding"))
    if len(pads) % 2 or len(pads) > 2 * len(shape):
        raise ShapeError(f"{len(pads)} pads for {show(shape)}")
    pairs = list(zip(pads[::2], pads[1::2], strict=True))[::-1]
    kept = len(shape) - len(pairs)
    grown = (add(size, *pair) for size, pair in zip(shape[kept:], pairs, strict=True))
    return (*shape[:kept], *grown)


# ---- patches


def _pixels_out(call: CallFacts) -> Shape:
    """Return the sizes of `pixel_shuffle`: channels become pixels."""
    *batch, channels, height, width = call.shape("self", 3)
    factor = call.int("upscale_factor")
    kept = exact_quotient(channels, factor * factor)
    return (*batch, kept, mul(height, factor), mul(width, factor))


def _pixels_in(call: CallFacts) -> Shape:
    *batch, channels, height, width = call.shape("self", 3)
    factor = call.int("downscale_factor")
    sizes = (exact_quotient(size, factor) for size in (height, width))
    return (*batch, mul(channels, factor * factor), *sizes)


def _patches(call: CallFacts) -> Shape:
    """Return the sizes of `im2col`: each patch is a column."""
    *batch, channels, height, width = call.shape("self", 3, 4)
    kernel = call.many_ints("kernel_size", 2, 1)
    options = [call.many_ints(name, 2, 1) for name in ("stride", "padding", "dilation")]
    counts = [windows(*axis) for axis in zip((height, width), kernel, *options, strict=True)]
    return (*batch, mul(channels, *kernel), mul(*counts))


def _image(call: CallFacts) -> Shape:
    """Return the sizes of `col2im`: columns become patches of an image of this size."""
    *batch, columns, _ = call.shape("self", 2, 3)
    channels = exact_quotient(columns, mul(*call.many_ints("kernel_size", 2, 1)))
    return (*batch, channels, *call.dims("output_size"))


def _sample(call: CallFacts) -> Shape:
    """Return the sizes of `grid_sampler`: batch and channels of the input, places of the grid."""
    return (*call.shape("input")[:2], *call.shape("grid")[1:-1])


def _grid(call: CallFacts) -> Shape:
    """Return the sizes of `affine_grid_generator`: places of the images, with coordinates."""
    batch, _, *spatial = shapes.require_rank(call.dims("size"), 4, 5)
    return (batch, *spatial, len(spatial))


def _halve(call: CallFacts) -> Shape:
    """Return the sizes of `glu`: one half gates the other."""
    shape = call.shape("self", 1)
    axis = call.axis("dim", len(shape), -1)
    return (*shape[:axis], floordiv(shape[axis], 2), *shape[axis + 1 :])


def _regions(call: CallFacts) -> Shape:
    """Return the sizes of `roi_align`: a patch for each region."""
    rois, channels = call.matrix("rois")[0], call.shape("input", 4, 4)[1]
    return (rois, channels, call.dim("pooled_height"), call.dim("pooled_width"))


WINDOWS: dict[str, CallRule] = for_kinds({
    "avg_pool1d avg_pool2d avg_pool3d max_pool1d max_pool2d max_pool3d": of(
        _pool, dtype_of("self")
    ),
    "max_pool1d_with_indices max_pool2d_with_indices max_pool3d_with_indices": _with_indices(
        _pool
    ),
    "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d _adaptive_avg_pool2d"
    " _adaptive_avg_pool3d max_unpool2d max_unpool3d": of(_resize, dtype_of("self")),
    "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d fractional_max_pool2d"
    " fractional_max_pool3d": _with_indices(_resize),
    "upsample_nearest1d upsample_nearest2d upsample_nearest3d _upsample_nearest_exact1d"
    " _upsample_nearest_exact2d _upsample_nearest_exact3d upsample_linear1d upsample_bilinear2d"
    " upsample_bicubic2d upsample_trilinear3d _upsample_bicubic2d_aa _upsample_bilinear2d_aa"
    " _upsample_lanczos2d_aa": _RESIZE,
    "pad constant_pad_nd _pad_enum _pad_circular reflection_pad1d reflection_pad2d"
    " reflection_pad3d replication_pad1d replication_pad2d replication_pad3d": of(
        _pad, dtype_of("self")
    ),
    "pixel_shuffle": of(_pixels_out, dtype_of("self")),
    "pixel_unshuffle": of(_pixels_in, dtype_of("self")),
    "channel_shuffle native_channel_shuffle": like("self"),
    "im2col": of(_patches, dtype_of("self")),
    "col2im": of(_image, dtype_of("self")),
    "grid_sampler grid_sampler_2d grid_sampler_3d _grid_sampler_2d_cpu_fallback": of(
        _sample, dtype_of("input")
    ),
    "affine_grid_generator": of(_grid, dtype_of("theta")),
    "glu": of(_halve, dtype_of("self")),
}) | {"torchvision::roi_align": of(_regions, dtype_of("input"))}  # fmt: skip
