"""Normalisation, softmax and products of two quantised tensors, computed on reals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xdsl_torchscript.runtime.operators.core import FLOAT32, FLOAT64, Implementation, Table
from xdsl_torchscript.runtime.operators.layout import channels_last, in_order
from xdsl_torchscript.runtime.operators.networks.softmax import SOFTMAX
from xdsl_torchscript.runtime.operators.quantized.pointwise import arranged, like_quantizer
from xdsl_torchscript.runtime.operators.quantized.quantization import quantized
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import saturate
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import Tensor


def _along_channels(numbers: Array, rank: int) -> Array:
    return numbers.reshape(-1, *(1,) * (rank - 2))


def _batch_norm(clipped: bool) -> Implementation:
    """Scale and shift the integers of each channel, in units of the result."""

    def run(
        qx: Tensor,
        weight: Tensor | None,
        bias: Tensor | None,
        mean: Tensor,
        var: Tensor,
        eps: float,
        output_scale: float,
        output_zero_point: int,
    ) -> QuantizedTensor:
        source = quantized(qx)
        rank, to = qx.array.ndim, like_quantizer(source, output_scale, output_zero_point)
        inverse = np.float32(1) / np.sqrt(var.array + np.float32(eps))
        factor = inverse if weight is None else inverse * weight.array
        offset = (0 if bias is None else bias.array) - mean.array * factor
        unit = np.float32(output_scale)
        step = factor * np.float32(source.quantizer.scale) / unit
        whole = source.integers.astype(FLOAT32) - np.float32(source.quantizer.zero_point)
        scaled = whole * _along_channels(step, rank) + _along_channels(offset / unit, rank)
        found = saturate(np.rint(scaled), output_zero_point, to.integers)
        if clipped:
            found = np.maximum(found, to.integers.type(output_zero_point))
        return QuantizedTensor(channels_last(found), to, source.device)

    return run


def _standardise(reals: Array, eps: float) -> Array:
    """Shift and scale the last dimension to mean 0 and variance 1."""
    wide = reals.astype(FLOAT64)
    centred = wide - wide.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + eps)


def _layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None,
    bias: Tensor | None,
    eps: float,
    output_scale: float,
    output_zero_point: int,
) -> QuantizedTensor:
    source = quantized(input)
    shape = source.array.shape
    rows = in_order(source.reals).reshape(*shape[: len(shape) - len(normalized_shape)], -1)
    found = _standardise(rows, eps).reshape(shape)
    found = found if weight is None else found * weight.array
    found = found if bias is None else found + bias.array
    to = like_quantizer(source, output_scale, output_zero_point)
    return QuantizedTensor(to.quantize_result(found), to)


def _group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None,
    bias: Tensor | None,
    eps: float,
    output_scale: float,
    output_zero_point: int,
) -> QuantizedTensor:
    source = quantized(input)
    shape, rank = source.array.shape, source.array.ndim
    groups = source.reals.reshape(shape[0], num_groups, -1)
    found = _standardise(groups, eps).reshape(shape)
    found = found if weight is None else found * _along_channels(weight.array, rank)
    found = found if bias is None else found + _along_channels(bias.array, rank)
    to = like_quantizer(source, output_scale, output_zero_point)
    return QuantizedTensor(arranged(to.quantize_result(found), source), to)


def _instance_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    eps: float,
    output_scale: float,
    output_zero_point: int,
) -> QuantizedTensor:
    numbers = (weight, bias, eps, output_scale, output_zero_point)
    return _group_norm(input, input.array.shape[1], *numbers)


def _softmax(qx: Tensor, dim: int, output_scale: float, output_zero_point: int) -> QuantizedTensor:
    source = quantized(qx)
    to = like_quantizer(source, output_scale, output_zero_point)
    shares = SOFTMAX["aten.softmax.int"](Tensor(in_order(source.reals)), dim, None).array
    return QuantizedTensor(to.quantize(shares), to)


def _matmul(qa: Tensor, qb: Tensor, scale: float, zero_point: int) -> QuantizedTensor:
    a, b = quantized(qa), quantized(qb)
    to = like_quantizer(a, scale, zero_point)
    return QuantizedTensor(to.quantize(a.reals @ b.reals), to)


QUANTIZED_NORMALISATION: Table = {
    **{f"quantized.batch_norm{rank}": _batch_norm(False) for rank in ("", "1d", "2d", "3d")},
    **{f"quantized.batch_norm{rank}_relu": _batch_norm(True) for rank in ("", "1d", "2d", "3d")},
    "aten.quantized_batch_norm": _batch_norm(False),
    "quantized.layer_norm": _layer_norm,
    "quantized.group_norm": _group_norm,
    "quantized.instance_norm": _instance_norm,
    "quantized.softmax": _softmax,
    "quantized.matmul": _matmul,
}
