"""Linear layers and convolutions of quantised tensors.

Sums of products of integers are computed exactly, in floats that hold them. They are scaled to the
result in float32, as FBGEMM does: the bias, in units of the sums, is added first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    Implementation,
    Table,
)
from xdsl_torchscript.runtime.operators.layout import channels_last
from xdsl_torchscript.runtime.operators.networks.convolution import convolution
from xdsl_torchscript.runtime.operators.quantized.packed_params import (
    IntegerWeights,
    is_half,
    weights_of,
)
from xdsl_torchscript.runtime.operators.quantized.parameters import choose_parameters
from xdsl_torchscript.runtime.operators.quantized.pointwise import Real, like_quantizer
from xdsl_torchscript.runtime.operators.quantized.quantization import dequantize, quantized
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import QINT32, QUINT8, Quantizer, saturate
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import Tensor


def _channels(numbers: Array, rank: int) -> Array:
    """Give the numbers of output channels the dimensions of the sums of a convolution."""
    return numbers if not numbers.ndim or rank < 3 else numbers.reshape(-1, *(1,) * (rank - 2))


def _whole_numbers(source: QuantizedTensor, weights: IntegerWeights) -> Array:
    """Return the integers without their zero point, in the type in which sums are exact."""
    if source.quantizer.dtype == QINT32:
        raise BadType("a quantised layer takes quint8 or qint8 tensors, not qint32")
    zero = source.quantizer.zero_point
    return source.integers.astype(weights.work) - weights.work.type(zero)


def _requantize(sums: Array, scale: float, weights: IntegerWeights, to: Quantizer) -> Array:
    """Return the integers of the result; `scale` is that of the input."""
    rank = weights.integers.ndim
    steps = np.float32(scale) * _channels(weights.scales, rank)
    reals = sums.astype(FLOAT32)
    if weights.bias is not None:
        bias = _channels(weights.bias, rank)
        reals += bias / steps if weights.scales.ndim else bias * (np.float32(1) / steps)
    reals *= steps / np.float32(to.scale)
    return saturate(np.rint(reals), to.zero_point, to.integers)


def _above_zero(integers: Array, to: Quantizer) -> Array:
    return np.maximum(integers, to.integers.type(to.zero_point))


# ---- linear layers


def _linear_sums(values: Array, weights: IntegerWeights) -> Array:
    if values.shape[-1:] != weights.integers.shape[1:]:
        raise BadValue(
            f"the weight takes {weights.integers.shape[1]} features, the input is {values.shape}"
        )
    return values @ weights.integers.T


def _linear(finish: Callable[[Array, Quantizer], Array] | None = None) -> Implementation:
    def run(X: Tensor, packed: Object, scale: float, zero_point: int) -> QuantizedTensor:
        source, weights = quantized(X), weights_of(packed)
        to = like_quantizer(source, scale, zero_point)
        sums = _linear_sums(_whole_numbers(source, weights), weights)
        integers = _requantize(sums, source.quantizer.scale, weights, to)
        return QuantizedTensor(finish(integers, to) if finish else integers, to, source.device)

    return run


def _linear_leaky(
    X: Tensor, packed: Object, scale: float, zero_point: int, negative_slope: Real
) -> QuantizedTensor:
    found = _linear()(X, packed, scale, zero_point)
    reals = found.reals
    slope = np.float32(negative_slope)
    return found.like(found.quantizer.quantize(np.where(reals > 0, reals, reals * slope)))


def _to_reals(distances: Array, scale: float, weights: IntegerWeights) -> Array:
    """Return the products of whole numbers and weights in float32; `scale` is that of the input.

    The bias is added by a fused multiply-add."""
    sums = _linear_sums(distances, weights).astype(FLOAT32)
    steps = np.float32(scale) * weights.scales
    if weights.bias is None:
        return sums * steps
    return (sums.astype(FLOAT64) * steps + weights.bias).astype(FLOAT32)


def linear_dynamic(values: Array, packed: Object, reduce_range: bool) -> Array:
    """Quantise reals by their own range, and return the layer's result in float32."""
    if values.dtype != FLOAT32:
        raise BadType(f"a dynamically quantised layer takes float32 tensors, not {values.dtype}")
    if is_half(packed):
        return _half(values, packed)
    weights, quantizer = weights_of(packed), choose_parameters(values, QUINT8, reduce_range)
    zero = weights.work.type(quantizer.zero_point)
    distances = quantizer.quantize(values).astype(weights.work) - zero
    return _to_reals(distances, quantizer.scale, weights)


def _half(values: Array, packed: Object) -> Array:
    weight, bias = packed.slots["_weight"], packed.slots["_bias"]
    product = values @ weight.array.T
    return product if bias is None else product + bias.array


def _linear_dynamic(clipped: bool) -> Implementation:
    def run(X: Tensor, packed: Object, reduce_range: bool = False) -> Tensor:
        found = linear_dynamic(X.array, packed, reduce_range)
        return Tensor(np.maximum(found, np.float32(0)) if clipped else found, X.device)

    return run


def _linear_to_reals(clipped: bool) -> Implementation:
    """Return a layer that quantises its input and dequantises its result."""

    def run(X: Tensor, X_scale: float, X_zero_point: int, packed: Object) -> Tensor:
        quantizer, weights = Quantizer.per_tensor(X_scale, X_zero_point, QUINT8), weights_of(packed)
        values = QuantizedTensor(quantizer.quantize(X.array), quantizer)
        found = _to_reals(_whole_numbers(values, weights), X_scale, weights)
        return Tensor(np.maximum(found, np.float32(0)) if clipped else found)

    return run


# ---- convolutions


def _convolution_sums(values: Array, weights: IntegerWeights) -> Array:
    moves = weights.geometry
    assert moves is not None
    tensors = Tensor(values), Tensor(weights.integers), None
    found = convolution(
        *tensors, moves.stride, moves.padding, moves.dilation, moves.transposed,
        moves.output_padding, moves.groups,
    )  # fmt: skip
    return found.array


def _convolve(
    qx: Tensor, packed: Object, scale: float, zero_point: int, lines: bool
) -> QuantizedTensor:
    source, weights = quantized(qx), weights_of(packed)
    to = like_quantizer(source, scale, zero_point)
    values = _whole_numbers(source, weights)
    sums = _convolution_sums(values[:, :, None] if lines else values, weights)
    found = channels_last(_requantize(sums, source.quantizer.scale, weights, to))
    return QuantizedTensor(found[:, :, 0] if lines else found, to, source.device)


def _convolution(rank: int, clipped: bool) -> Implementation:
    """Return a convolution. The first overloads have a kernel's movement, too, which is ignored in
    favour of the packed one."""

    def run(qx: Tensor, packed: Object, *arguments: Any) -> QuantizedTensor:
        *_, scale, zero_point = arguments
        found = _convolve(qx, packed, scale, zero_point, rank == 1)
        return found.like(_above_zero(found.integers, found.quantizer)) if clipped else found

    return run


def _convolution_dynamic(rank: int) -> Implementation:
    """Return a convolution of reals, quantised by their own range, which the result gets, too."""

    def run(qx: Tensor, packed: Object, reduce_range: bool) -> Tensor:
        own = choose_parameters(qx.array, QUINT8, reduce_range)
        source = QuantizedTensor(own.quantize(qx.array), own)
        return dequantize(_convolve(source, packed, own.scale, own.zero_point, rank == 1))

    return run


def _convolutions() -> Table:
    table: Table = {}
    for rank in (1, 2, 3):
        plain, clipped = _convolution(rank, False), _convolution(rank, True)
        name = f"quantized.conv{rank}d"
        table |= {
            name: plain,
            f"{name}_relu": clipped,
            f"{name}_dynamic": _convolution_dynamic(rank),
        }
        if rank > 1:
            table |= {f"{name}.new": plain, f"{name}_relu.new": clipped}
            table |= {f"_{name}": plain, f"_{name}_relu": clipped}
        other = f"quantized.conv_transpose{rank}d"
        table |= {other: plain, f"{other}_dynamic": _convolution_dynamic(rank)}
    return table


QUANTIZED_PRODUCTS: Table = {
    "quantized.linear": _linear(),
    "quantized.linear_relu": _linear(_above_zero),
    "quantized.linear_leaky_relu": _linear_leaky,
    "quantized.linear_dynamic": _linear_dynamic(False),
    "quantized.linear_relu_dynamic": _linear_dynamic(True),
    "quantized.linear_dynamic_fp16": _linear_dynamic(False),
    "quantized.linear_relu_dynamic_fp16": _linear_dynamic(True),
    "quantized.linear_with_input_q_dq_qweight_dq_output_fp32": _linear_to_reals(False),
    "quantized.linear_with_input_q_dq_qweight_dq_relu_output_fp32": _linear_to_reals(True),
    "_quantized.linear": _linear(),
    **_convolutions(),
}
