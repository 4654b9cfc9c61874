"""Pooling, means and resampling of quantised tensors.

Sums are of integers, and exact. PyTorch multiplies them by the reciprocal of the count in float32,
and rounds half to even after it has added the zero point, unlike other quantised operators.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import FLOAT32, FLOAT64, Implementation, Table
from xdsl_torchscript.runtime.operators.networks.pooling import POOLING, part_bounds
from xdsl_torchscript.runtime.operators.networks.resampling import BY_FACTORS
from xdsl_torchscript.runtime.operators.networks.windows import each
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.operators.quantized.quantization import quantize, quantized
from xdsl_torchscript.runtime.operators.reductions.reduction import REDUCTION
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import saturate
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import Tensor


def _on_integers(function: Implementation) -> Implementation:
    """Return an operator that selects elements, on quantised ones."""

    def run(self: Tensor, *arguments: Any) -> QuantizedTensor:
        source = quantized(self)
        _ = source.quantizer.scale  # refuse tensors quantised per channel
        return source.like(function(Tensor(source.integers), *arguments).array)

    return run


def _extreme(name: str) -> Implementation:
    """Return an operator for the extreme elements of a dimension, and their indices."""
    function = REDUCTION[name]

    def run(self: Tensor, dim: int, keepdim: bool) -> tuple[Tensor, Tensor]:
        source = quantized(self)
        values, indices = function(Tensor(source.integers), dim, keepdim)
        return source.like(values.array), indices

    return run


def _distances(self: QuantizedTensor) -> Tensor:
    """Return the integers without their zero point, in float64."""
    return Tensor(self.integers.astype(FLOAT64) - self.quantizer.zero_point)


def _rounded(self: QuantizedTensor, distances: Array) -> QuantizedTensor:
    """Return the tensor of float32 numbers, which count integers from the zero point."""
    whole = np.rint(distances + np.float32(self.quantizer.zero_point))
    return self.like(saturate(whole, 0, self.quantizer.integers))


def _means(self: QuantizedTensor, sums: Array, counts: Any) -> QuantizedTensor:
    shares = np.float32(1) / np.asarray(counts, FLOAT32)
    return _rounded(self, sums.astype(FLOAT32) * shares)


def _avg_pool(rank: int) -> Implementation:
    pool = POOLING[f"aten.avg_pool{rank}d"]

    def run(
        self: Tensor,
        kernel_size: Sequence[int],
        stride: Sequence[int],
        padding: Sequence[int],
        ceil_mode: bool,
        count_include_pad: bool,
        divisor_override: int | None = None,
    ) -> QuantizedTensor:
        source = quantized(self)
        window = (kernel_size, stride, padding, ceil_mode, count_include_pad)
        sums = pool(_distances(source), *window, 1)
        # The counts of elements follow from the mean of ones.
        ones = Tensor(np.ones((1, *source.array.shape[-rank:])))
        counts = pool(ones, *window, 1).array / pool(ones, *window, divisor_override).array
        return _means(source, sums.array, np.rint(counts))

    return run


def _adaptive_avg_pool(rank: int) -> Implementation:
    pool = POOLING[f"aten.adaptive_avg_pool{rank}d"]

    def run(self: Tensor, output_size: Sequence[int]) -> QuantizedTensor:
        source = quantized(self)
        means = pool(_distances(source), output_size).array
        counts = np.ones((), FLOAT64)
        sizes = source.array.shape[-rank:]
        for size, count in zip(sizes, each(output_size, rank), strict=True):
            counts = counts[..., None] * [end - start for start, end in part_bounds(size, count)]
        return _means(source, np.rint(means * counts), counts)

    return run


def _mean(
    self: Tensor, dim: Sequence[int] | None, keepdim: bool, dtype: int | None
) -> QuantizedTensor:
    """Return means, quantised like the operand: of integers over the last dimensions of a
    contiguous tensor, else of reals."""
    source = quantized(self)
    rank = source.array.ndim
    axes = sorted(wrap_dim(d, rank) for d in dim or ())
    innermost = axes == [*range(rank - len(axes), rank)] and source.array.flags.c_contiguous
    if not axes or not innermost:
        means = source.reals.mean(tuple(axes) or None, dtype=FLOAT64, keepdims=keepdim)
        return quantize(Tensor(np.asarray(means, FLOAT32)), source.quantizer)
    sums = source.integers.sum(tuple(axes), dtype=np.int64, keepdims=keepdim)
    count = prod(source.array.shape[-len(axes) :])
    means = sums.astype(FLOAT32) / np.float32(count)
    return source.like(saturate(np.rint(means), 0, source.quantizer.integers))


def _mean_of_all(self: Tensor, dtype: int | None) -> QuantizedTensor:
    return _mean(self, None, False, dtype)


def _interpolated(function: Implementation) -> Implementation:
    """Return an operator that interpolates between integers."""

    def run(self: Tensor, *arguments: Any) -> QuantizedTensor:
        source = quantized(self)
        zero = source.quantizer.zero_point
        between = function(Tensor(source.integers.astype(FLOAT32)), *arguments).array
        return _rounded(source, between - np.float32(zero))

    return run


def _copies_or(function: Implementation) -> Implementation:
    """Return a resampling that disregards factors if all dimensions keep their sizes."""

    def run(self: Tensor, output_size: Sequence[int], *rest: Any) -> QuantizedTensor:
        source = quantized(self)
        if list(output_size) == list(source.array.shape[2:]):
            return source.like(source.integers.copy())
        return function(self, output_size, *rest)

    return run


_MAX_POOLS = {rank: _on_integers(POOLING[f"aten.max_pool{rank}d"]) for rank in (1, 2, 3)}
_CHOOSING = ("upsample_nearest", "_upsample_nearest_exact")

WINDOW_FORMS: Table = {
    **{f"aten.max_pool{rank}d": run for rank, run in _MAX_POOLS.items()},
    **{f"aten.avg_pool{rank}d": _avg_pool(rank) for rank in (2, 3)},
    **{f"aten.adaptive_avg_pool{rank}d": _adaptive_avg_pool(rank) for rank in (2, 3)},
    **{f"aten._adaptive_avg_pool{rank}d": _adaptive_avg_pool(rank) for rank in (2, 3)},
    **{f"aten.{name}": _on_integers(REDUCTION[f"aten.{name}"]) for name in ("max", "min")},
    **{f"aten.{name}.dim": _extreme(f"aten.{name}.dim") for name in ("max", "min")},
    "aten.mean": _mean_of_all,
    "aten.mean.dim": _mean,
    **{
        name: _copies_or(_on_integers(run))
        for name, run in BY_FACTORS.items()
        if name.removeprefix("aten.").startswith(_CHOOSING)
    },
    "aten.upsample_bilinear2d": _interpolated(BY_FACTORS["aten.upsample_bilinear2d"]),
}

QUANTIZED_POOLING: Table = {
    **{f"aten.quantized_max_pool{rank}d": run for rank, run in _MAX_POOLS.items()},
    **{f"quantized.max_pool{rank}d": _MAX_POOLS[rank] for rank in (1, 2)},
}
