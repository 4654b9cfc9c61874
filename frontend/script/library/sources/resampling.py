"""Resampling of torch.nn.functional, an overload for each pair of optional arguments."""

from __future__ import annotations

import math
import warnings

import torch
from torch import Tensor


def _sizes_of(
    input: Tensor, sizes: list[int], scales: list[float]
) -> tuple[list[int], list[float]]:
    dim = input.dim() - 2
    if len(sizes) == 1 and dim > 1:
        sizes = [sizes[0] for _ in range(dim)]
    if len(scales) == 1 and dim > 1:
        scales = [scales[0] for _ in range(dim)]
    if len(sizes) != 0 and len(sizes) != dim:
        raise ValueError(
            f"Input and output must have the same number of spatial dimensions, but got input with spatial dimensions of {input.shape[2:]} and output size of {sizes}."
        )
    if len(scales) != 0 and len(scales) != dim:
        raise ValueError(
            f"Input and scale_factor must have the same number of spatial dimensions, but got input with spatial dimensions of {input.shape[2:]} and scale_factor of shape {scales}."
        )
    return sizes, scales


def _times(size: int, factor: float) -> int:
    parts = factor * 256
    if parts > 0 and parts == int(parts):  # in integers, so that the type has an expression
        return size * int(parts) // 256
    return int(math.floor(float(size) * factor))


def _interpolate(
    input: Tensor,
    given_sizes: list[int],
    given_scales: list[float],
    mode: str,
    align_corners: bool | None,
    recompute_scale_factor: bool | None,
    antialias: bool,
) -> Tensor:
    corners = False
    if mode == "nearest" or mode == "area" or mode == "nearest-exact":
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
            )
    elif align_corners is not None:
        corners = align_corners
    sizes, scales = _sizes_of(input, given_sizes, given_scales)
    if len(sizes) != 0 and len(scales) != 0:
        raise ValueError("only one of size or scale_factor should be defined")
    if len(sizes) == 0 and len(scales) == 0:
        raise ValueError("either size or scale_factor should be defined")
    if len(scales) != 0 and (
        mode == "area" or (recompute_scale_factor is not None and recompute_scale_factor)
    ):
        for i in range(len(scales)):
            sizes.append(_times(input.size(i + 2), scales[i]))
        scales = torch.jit.annotate(list[float], [])
    size: list[int] | None = None
    scale: list[float] | None = None
    if len(sizes) != 0:
        size = sizes
    else:
        scale = scales
    dim = input.dim()
    if antialias and not ((mode == "bilinear" or mode == "bicubic") and dim == 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear and bicubic modes and requires a 4-D tensor as input"
        )
    if mode == "nearest" and dim == 3:
        return torch._C._nn.upsample_nearest1d(input, size, scale)
    if mode == "nearest" and dim == 4:
        return torch._C._nn.upsample_nearest2d(input, size, scale)
    if mode == "nearest" and dim == 5:
        return torch._C._nn.upsample_nearest3d(input, size, scale)
    if mode == "nearest-exact" and dim == 3:
        return torch._C._nn._upsample_nearest_exact1d(input, size, scale)
    if mode == "nearest-exact" and dim == 4:
        return torch._C._nn._upsample_nearest_exact2d(input, size, scale)
    if mode == "nearest-exact" and dim == 5:
        return torch._C._nn._upsample_nearest_exact3d(input, size, scale)
    if mode == "area" and dim == 3:
        return torch.adaptive_avg_pool1d(input, sizes)
    if mode == "area" and dim == 4:
        return adaptive_avg_pool2d(input, sizes)
    if mode == "area" and dim == 5:
        return adaptive_avg_pool3d(input, sizes)
    if mode == "linear" and dim == 3:
        return torch._C._nn.upsample_linear1d(input, size, corners, scale)
    if mode == "bilinear" and dim == 4:
        if antialias:
            return torch._C._nn._upsample_bilinear2d_aa(input, size, corners, scale)
        return torch._C._nn.upsample_bilinear2d(input, size, corners, scale)
    if mode == "trilinear" and dim == 5:
        return torch._C._nn.upsample_trilinear3d(input, size, corners, scale)
    if mode == "bicubic" and dim == 4:
        if antialias:
            return torch._C._nn._upsample_bicubic2d_aa(input, size, corners, scale)
        return torch._C._nn.upsample_bicubic2d(input, size, corners, scale)
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {dim}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got {mode})"
    )


def interpolate(
    input: Tensor,
    size: int | None = None,
    scale_factor: float | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    sizes: list[int] = []
    scales: list[float] = []
    if size is not None:
        sizes = [size]
    if scale_factor is not None:
        scales = [scale_factor]
    return _interpolate(
        input, sizes, scales, mode, align_corners, recompute_scale_factor, antialias
    )


def interpolate__1(
    input: Tensor,
    size: list[int] | None = None,
    scale_factor: float | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    sizes: list[int] = []
    scales: list[float] = []
    if size is not None:
        sizes = size.copy()
    if scale_factor is not None:
        scales = [scale_factor]
    return _interpolate(
        input, sizes, scales, mode, align_corners, recompute_scale_factor, antialias
    )


def interpolate__2(
    input: Tensor,
    size: int | None = None,
    scale_factor: list[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    sizes: list[int] = []
    scales: list[float] = []
    if size is not None:
        sizes = [size]
    if scale_factor is not None:
        scales = scale_factor
    return _interpolate(
        input, sizes, scales, mode, align_corners, recompute_scale_factor, antialias
    )


def interpolate__3(
    input: Tensor,
    size: list[int] | None = None,
    scale_factor: list[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    sizes: list[int] = []
    scales: list[float] = []
    if size is not None:
        sizes = size.copy()
    if scale_factor is not None:
        scales = scale_factor
    return _interpolate(
        input, sizes, scales, mode, align_corners, recompute_scale_factor, antialias
    )


def upsample(
    input: Tensor,
    size: int | None = None,
    scale_factor: float | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, mode, align_corners)


def upsample__1(
    input: Tensor,
    size: list[int] | None = None,
    scale_factor: float | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(
    input: Tensor, size: int | None = None, scale_factor: float | None = None
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample_nearest` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, "nearest")


def upsample_nearest__1(
    input: Tensor, size: list[int] | None = None, scale_factor: float | None = None
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample_nearest` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, "nearest")


def upsample_bilinear(
    input: Tensor, size: int | None = None, scale_factor: float | None = None
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, "bilinear", True)


def upsample_bilinear__1(
    input: Tensor, size: list[int] | None = None, scale_factor: float | None = None
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, "bilinear", True)


def upsample_bilinear__2(
    input: Tensor, size: int | None = None, scale_factor: list[float] | None = None
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, "bilinear", True)


def upsample_bilinear__3(
    input: Tensor, size: list[int] | None = None, scale_factor: list[float] | None = None
) -> Tensor:
    warnings.warn(
        "`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.",
        stacklevel=2,
    )
    return torch.nn.functional.interpolate(input, size, scale_factor, "bilinear", True)
