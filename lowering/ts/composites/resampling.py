"""Images of another size, from sizes or from factors."""

from __future__ import annotations

import torch
from torch import Tensor


def _lengths(
    input: Tensor, output_size: list[int] | None, scale_factors: list[float] | None
) -> list[int]:
    if output_size is not None:
        if scale_factors is not None:
            raise ValueError(
                f"expected either sizes or factors, got {output_size} and {scale_factors}"
            )
        return output_size
    if scale_factors is None or len(scale_factors) != input.dim() - 2:
        raise ValueError(
            f"a resampling of a tensor of size {input.size()} takes "
            f"either {input.dim() - 2} sizes or as many factors"
        )
    lengths: list[int] = []
    for i in range(len(scale_factors)):
        lengths.append(_times(input.size(i + 2), scale_factors[i]))
    return lengths


def _times(size: int, factor: float) -> int:
    parts = factor * 256
    if parts > 0 and parts == int(parts):  # in integers, so that the type has an expression
        return size * int(parts) // 256
    return int(size * factor)


def _factor(scale_factors: list[float] | None, i: int) -> float | None:
    if scale_factors is None:
        return None
    return scale_factors[i]


def upsample_nearest1d__vec(
    input: Tensor, output_size: list[int] | None, scale_factors: list[float] | None
) -> Tensor:
    return torch.ops.aten.upsample_nearest1d(
        input, _lengths(input, output_size, scale_factors), _factor(scale_factors, 0)
    )


def upsample_nearest2d__vec(
    input: Tensor, output_size: list[int] | None, scale_factors: list[float] | None
) -> Tensor:
    return torch.ops.aten.upsample_nearest2d(
        input,
        _lengths(input, output_size, scale_factors),
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
    )


def upsample_nearest3d__vec(
    input: Tensor, output_size: list[int] | None, scale_factors: list[float] | None
) -> Tensor:
    return torch.ops.aten.upsample_nearest3d(
        input,
        _lengths(input, output_size, scale_factors),
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
        _factor(scale_factors, 2),
    )


def _upsample_nearest_exact1d__vec(
    input: Tensor, output_size: list[int] | None, scale_factors: list[float] | None
) -> Tensor:
    return torch.ops.aten._upsample_nearest_exact1d(
        input, _lengths(input, output_size, scale_factors), _factor(scale_factors, 0)
    )


def _upsample_nearest_exact2d__vec(
    input: Tensor, output_size: list[int] | None, scale_factors: list[float] | None
) -> Tensor:
    return torch.ops.aten._upsample_nearest_exact2d(
        input,
        _lengths(input, output_size, scale_factors),
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
    )


def _upsample_nearest_exact3d__vec(
    input: Tensor, output_size: list[int] | None, scale_factors: list[float] | None
) -> Tensor:
    return torch.ops.aten._upsample_nearest_exact3d(
        input,
        _lengths(input, output_size, scale_factors),
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
        _factor(scale_factors, 2),
    )


def upsample_linear1d__vec(
    input: Tensor,
    output_size: list[int] | None,
    align_corners: bool,
    scale_factors: list[float] | None,
) -> Tensor:
    return torch.ops.aten.upsample_linear1d(
        input, _lengths(input, output_size, scale_factors), align_corners, _factor(scale_factors, 0)
    )


def upsample_bilinear2d__vec(
    input: Tensor,
    output_size: list[int] | None,
    align_corners: bool,
    scale_factors: list[float] | None,
) -> Tensor:
    return torch.ops.aten.upsample_bilinear2d(
        input,
        _lengths(input, output_size, scale_factors),
        align_corners,
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
    )


def upsample_trilinear3d__vec(
    input: Tensor,
    output_size: list[int] | None,
    align_corners: bool,
    scale_factors: list[float] | None,
) -> Tensor:
    return torch.ops.aten.upsample_trilinear3d(
        input,
        _lengths(input, output_size, scale_factors),
        align_corners,
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
        _factor(scale_factors, 2),
    )


def upsample_bicubic2d__vec(
    input: Tensor,
    output_size: list[int] | None,
    align_corners: bool,
    scale_factors: list[float] | None,
) -> Tensor:
    return torch.ops.aten.upsample_bicubic2d(
        input,
        _lengths(input, output_size, scale_factors),
        align_corners,
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
    )


def _upsample_bilinear2d_aa__vec(
    input: Tensor,
    output_size: list[int] | None,
    align_corners: bool,
    scale_factors: list[float] | None,
) -> Tensor:
    return torch.ops.aten._upsample_bilinear2d_aa(
        input,
        _lengths(input, output_size, scale_factors),
        align_corners,
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
    )


def _upsample_bicubic2d_aa__vec(
    input: Tensor,
    output_size: list[int] | None,
    align_corners: bool,
    scale_factors: list[float] | None,
) -> Tensor:
    return torch.ops.aten._upsample_bicubic2d_aa(
        input,
        _lengths(input, output_size, scale_factors),
        align_corners,
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
    )


def _upsample_lanczos2d_aa__vec(
    input: Tensor,
    output_size: list[int] | None,
    align_corners: bool,
    scale_factors: list[float] | None,
) -> Tensor:
    return torch.ops.aten._upsample_lanczos2d_aa(
        input,
        _lengths(input, output_size, scale_factors),
        align_corners,
        _factor(scale_factors, 0),
        _factor(scale_factors, 1),
    )


def _many(input: Tensor, size: int | None) -> list[int] | None:
    if size is None:
        return None
    return [size] * (input.dim() - 2)


def _factors(input: Tensor, scale_factor: float | None) -> list[float] | None:
    if scale_factor is None:
        return None
    return [scale_factor] * (input.dim() - 2)


def _whole_factors(input: Tensor, scale_factor: int | None) -> list[float] | None:
    if scale_factor is None:
        return None
    return [float(scale_factor)] * (input.dim() - 2)


def __interpolate__size_list_scale_list(
    input: Tensor,
    size: list[int] | None = None,
    scale_factor: list[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    lengths = size if size is not None else _lengths(input, size, scale_factor)
    factors: list[float] | None = None
    if recompute_scale_factor is not None and not recompute_scale_factor:
        factors = scale_factor
    rank = input.dim() - 2
    aligned = align_corners is not None and align_corners
    if (mode == "nearest" or mode == "area") and align_corners is not None:
        raise ValueError(f"interpolate: '{mode}' takes no align_corners")
    if mode == "nearest" and rank == 1:
        return torch.ops.aten.upsample_nearest1d(input, lengths, _factor(factors, 0))
    if mode == "nearest" and rank == 2:
        return torch.ops.aten.upsample_nearest2d(
            input, lengths, _factor(factors, 0), _factor(factors, 1)
        )
    if mode == "nearest" and rank == 3:
        return torch.ops.aten.upsample_nearest3d(
            input, lengths, _factor(factors, 0), _factor(factors, 1), _factor(factors, 2)
        )
    if mode == "area" and rank == 1:
        return torch.adaptive_avg_pool1d(input, lengths)
    if mode == "area" and rank == 2:
        return torch.adaptive_avg_pool2d(input, lengths)
    if mode == "area" and rank == 3:
        return torch.adaptive_avg_pool3d(input, lengths)
    if mode == "linear" and rank == 1:
        return torch.ops.aten.upsample_linear1d(input, lengths, aligned, _factor(factors, 0))
    if mode == "bilinear" and rank == 2:
        return torch.ops.aten.upsample_bilinear2d(
            input, lengths, aligned, _factor(factors, 0), _factor(factors, 1)
        )
    if mode == "bicubic" and rank == 2:
        return torch.ops.aten.upsample_bicubic2d(
            input, lengths, aligned, _factor(factors, 0), _factor(factors, 1)
        )
    if mode == "trilinear" and rank == 3:
        return torch.ops.aten.upsample_trilinear3d(
            input, lengths, aligned, _factor(factors, 0), _factor(factors, 1), _factor(factors, 2)
        )
    raise ValueError(
        "interpolate: expected 'nearest', 'area', 'linear', 'bilinear', 'bicubic' or 'trilinear' "
        f"with as many dimensions, got '{mode}' and a tensor of size {input.size()}"
    )


def __interpolate(
    input: Tensor,
    size: int | None = None,
    scale_factor: float | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input,
        _many(input, size),
        _factors(input, scale_factor),
        mode,
        align_corners,
        recompute_scale_factor,
    )


def __interpolate__size_list(
    input: Tensor,
    size: list[int] | None = None,
    scale_factor: float | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, size, _factors(input, scale_factor), mode, align_corners, recompute_scale_factor
    )


def __interpolate__scale_list(
    input: Tensor,
    size: int | None = None,
    scale_factor: list[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, _many(input, size), scale_factor, mode, align_corners, recompute_scale_factor
    )


def __upsample(
    input: Tensor,
    size: int | None = None,
    scale_factor: int | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, _many(input, size), _whole_factors(input, scale_factor), mode, align_corners, None
    )


def __upsample__size_list(
    input: Tensor,
    size: list[int] | None = None,
    scale_factor: int | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, size, _whole_factors(input, scale_factor), mode, align_corners, None
    )


def __upsample_nearest(
    input: Tensor, size: int | None = None, scale_factor: int | None = None
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, _many(input, size), _whole_factors(input, scale_factor), "nearest", None, None
    )


def __upsample_nearest__size_list(
    input: Tensor, size: list[int] | None = None, scale_factor: int | None = None
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, size, _whole_factors(input, scale_factor), "nearest", None, None
    )


def __upsample_bilinear(
    input: Tensor, size: int | None = None, scale_factor: int | None = None
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, _many(input, size), _whole_factors(input, scale_factor), "bilinear", True, None
    )


def __upsample_bilinear__size_list(
    input: Tensor, size: list[int] | None = None, scale_factor: int | None = None
) -> Tensor:
    return torch.ops.aten.__interpolate(
        input, size, _whole_factors(input, scale_factor), "bilinear", True, None
    )


def __upsample_bilinear__scale_list(
    input: Tensor, size: int | None = None, scale_factor: list[int] | None = None
) -> Tensor:
    factors: list[float] | None = None
    if scale_factor is not None:
        factors = [float(factor) for factor in scale_factor]
    return torch.ops.aten.__interpolate(input, _many(input, size), factors, "bilinear", True, None)


def __upsample_bilinear__size_list_scale_list(
    input: Tensor, size: list[int] | None = None, scale_factor: list[int] | None = None
) -> Tensor:
    factors: list[float] | None = None
    if scale_factor is not None:
        factors = [float(factor) for factor in scale_factor]
    return torch.ops.aten.__interpolate(input, size, factors, "bilinear", True, None)


# Points of pixels under an affine map, which `grid_sampler` takes.


def _pixels(size: int, align_corners: bool, dtype: int) -> Tensor:
    """Return points in [-1, 1], at corners or in the middle of cells."""
    if size <= 1:
        return torch.zeros([size], dtype=dtype)
    line = torch.linspace(-1, 1, size, dtype=dtype)
    return line if align_corners else line * ((size - 1) / size)


def affine_grid_generator(theta: Tensor, size: list[int], align_corners: bool) -> Tensor:
    rank = len(size) - 2
    if (rank != 2 and rank != 3) or theta.size() != [size[0], rank, rank + 1]:
        raise RuntimeError(f"a grid of size {size} does not fit maps of shape {theta.size()}")
    ones = [1] * rank
    maps = theta.view([size[0]] + ones + [rank, rank + 1])
    points = torch.select(maps, -1, rank)
    for i in range(rank):
        along = [1] * (rank + 2)
        along[rank - i] = -1
        line = _pixels(size[rank + 1 - i], align_corners, theta.dtype).view(along)
        points = points + line * torch.select(maps, -1, i)
    return points
