"""Operators on single elements of quantised tensors.

A function of one eight-bit element is tabulated: it has 256 arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.layout import match_memory_format
from xdsl_torchscript.runtime.operators.pointwise.math import sigmoid_of
from xdsl_torchscript.runtime.operators.pointwise.special import erf
from xdsl_torchscript.runtime.operators.quantized.quantization import quantized
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import QINT8, QINT32, QUINT8, Quantizer, saturate
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import Tensor

Real: TypeAlias = int | float
RealFunction: TypeAlias = Callable[[Array], Array]


def like_quantizer(self: QuantizedTensor, scale: float, zero_point: int) -> Quantizer:
    """Return a quantizer of the tensor's dtype."""
    return Quantizer.per_tensor(scale, zero_point, self.quantizer.dtype)


def arranged(integers: Array, *operands: QuantizedTensor) -> Array:
    """Return integers in the memory format of the operands."""
    return match_memory_format(integers, [operand.array for operand in operands])


def map_integers(self: QuantizedTensor, function: RealFunction, to: Quantizer) -> QuantizedTensor:
    """Apply a function of the integers, which returns those of the result."""
    integers = self.integers
    if integers.itemsize == 1:
        all_of_them = np.arange(256, dtype=np.uint8).view(integers.dtype)
        found = function(all_of_them)[integers.view(np.uint8)]
    else:
        found = function(integers)
    return QuantizedTensor(arranged(found, self), to, self.device)


def map_reals(self: Tensor, function: RealFunction, to: Quantizer | None = None) -> QuantizedTensor:
    """Apply a function of the reals; quantise its values like the operand, or otherwise."""
    source = quantized(self)
    target = to or source.quantizer

    def run(integers: Array) -> Array:
        return target.quantize_result(function(source.quantizer.dequantize_operand(integers)))

    return map_integers(source, run, target)


# ---- clipping, on integers


def _clip(self: Tensor, low: Real | None, high: Real | None) -> QuantizedTensor:
    """Clip between two reals, each quantised first."""
    source = quantized(self)
    integers = source.integers
    if low is not None:
        integers = np.maximum(integers, _nearest(source, low))
    if high is not None:
        integers = np.minimum(integers, _nearest(source, high))
    return source.like(arranged(integers, source))


def _nearest(self: QuantizedTensor, real: Real) -> Array:
    return self.quantizer.quantize(np.array(real, np.float32))


def relu(self: Tensor) -> QuantizedTensor:
    """Replace integers below the zero point by it."""
    source = quantized(self)
    zero = source.integers.dtype.type(source.quantizer.zero_point)
    return source.like(arranged(np.maximum(source.integers, zero), source))


def _write(function: Implementation) -> Implementation:
    def run(self: Tensor, *arguments: Any) -> Tensor:
        return self.copy_(function(self, *arguments))

    return run


def _to_six(self: Tensor) -> QuantizedTensor:
    return _clip(self, 0.0, 6.0)


def _relu6(self: Tensor, inplace: bool) -> Tensor:
    result = _to_six(self)
    return self.copy_(result) if inplace else result


def _threshold(self: Tensor, threshold: Real, value: Real) -> QuantizedTensor:
    return map_reals(self, lambda x: np.where(x > np.float32(threshold), x, np.float32(value)))


# ---- functions with a range of their own

_UNIT: dict[Dtype, tuple[float, int]] = {
    QUINT8: (1 / 256, 0), QINT8: (1 / 256, -128), QINT32: (2.0**-32, 0),
}  # fmt: skip
_SIGNED_UNIT: dict[Dtype, tuple[float, int]] = {
    QUINT8: (2 / 256, 128), QINT8: (2 / 256, 0), QINT32: (2.0**-31, 0),
}  # fmt: skip
"""Scale and zero point of values in [0, 1) and [-1, 1)."""


def _in_range(function: RealFunction, ranges: dict[Dtype, tuple[float, int]]) -> Implementation:
    def run(self: Tensor) -> QuantizedTensor:
        source = quantized(self)
        return map_reals(source, function, like_quantizer(source, *ranges[source.quantizer.dtype]))

    return run


def _to_output(function: RealFunction) -> Implementation:
    """Return an operator whose last arguments are the scale and zero point of the result."""

    def run(self: Tensor, output_scale: float, output_zero_point: int) -> QuantizedTensor:
        source = quantized(self)
        to = like_quantizer(source, output_scale, output_zero_point)
        return map_reals(source, function, to)

    return run


def _hard_sigmoid(x: Array) -> Array:
    return np.clip(x + np.float32(3), 0, 6) / np.float32(6)


def _hard_swish(x: Array) -> Array:
    return x * np.clip(x + np.float32(3), 0, 6) / np.float32(6)


def _leaky(x: Array, slope: Real) -> Array:
    return np.where(x > 0, x, x * np.float32(slope))


def _leaky_relu(self: Tensor, negative_slope: Real) -> QuantizedTensor:
    return map_reals(self, partial(_leaky, slope=negative_slope))


def _leaky_to_output(
    self: Tensor, negative_slope: Real, inplace: bool, output_scale: float, output_zero_point: int
) -> QuantizedTensor:
    to = like_quantizer(quantized(self), output_scale, output_zero_point)
    return map_reals(self, partial(_leaky, slope=negative_slope), to)


def _elu(
    self: Tensor,
    output_scale: float,
    output_zero_point: int,
    alpha: Real,
    scale: Real = 1,
    input_scale: Real = 1,
) -> QuantizedTensor:
    below, factor, inner = np.float32(alpha), np.float32(scale), np.float32(input_scale)

    def run(x: Array) -> Array:
        return np.where(x >= 0, x * factor, np.expm1(x * inner) * below * factor)

    to = like_quantizer(quantized(self), output_scale, output_zero_point)
    return map_reals(self, run, to)


def _celu(
    self: Tensor, output_scale: float, output_zero_point: int, alpha: Real
) -> QuantizedTensor:
    return _elu(self, output_scale, output_zero_point, alpha, 1, 1 / alpha)


def _gelu(self: Tensor, approximate: str) -> QuantizedTensor:
    """Apply GELU; PyTorch rounds the scale of the result to float32."""
    half, root = np.float32(0.5), np.float32(1 / np.sqrt(2))
    source = quantized(self)
    scale, zero = float(np.float32(source.quantizer.scale)), source.quantizer.zero_point
    to = like_quantizer(source, scale, zero)
    return map_reals(source, lambda x: x * half * (erf(x * root) + 1), to)


def _prelu(self: Tensor, weight: Tensor, output_scale: float, output_zero_point: int) -> Tensor:
    source = quantized(self)
    slopes = weight.array.reshape(-1)
    if slopes.size == 1:
        return _leaky_to_output(self, float(slopes[0]), False, output_scale, output_zero_point)
    slopes = slopes.reshape(-1, *(1,) * (self.array.ndim - 2))
    x = source.quantizer.dequantize_operand(source.integers)
    to = like_quantizer(source, output_scale, output_zero_point)
    found = to.quantize_result(np.where(x > 0, x, x * slopes))
    return QuantizedTensor(arranged(found, source), to)


# ---- two tensors


def _same_type(a: Tensor, b: Tensor) -> tuple[QuantizedTensor, QuantizedTensor]:
    one, two = quantized(a), quantized(b)
    if one.quantizer.dtype != two.quantizer.dtype:
        names = f"{one.dtype.torch_name} and {two.dtype.torch_name}"
        raise BadType(f"both operands have the same quantised dtype, not {names}")
    return one, two


def _sum(clipped: bool) -> Implementation:
    def run(qa: Tensor, qb: Tensor, scale: float, zero_point: int) -> QuantizedTensor:
        a, b = _same_type(qa, qb)
        to = like_quantizer(a, scale, zero_point)
        total = np.add(*(t.quantizer.dequantize_operand(t.integers) for t in (a, b)))
        found = to.quantize_result(np.maximum(total, 0) if clipped else total)
        return QuantizedTensor(arranged(found, a, b), to, a.device)

    return run


def _product(clipped: bool) -> Implementation:
    """Multiply the integers exactly, then scale the products."""

    def run(qa: Tensor, qb: Tensor, scale: float, zero_point: int) -> QuantizedTensor:
        a, b = _same_type(qa, qb)
        to = like_quantizer(a, scale, zero_point)
        factors = (t.integers.astype(np.int64) - t.quantizer.zero_point for t in (a, b))
        products = np.multiply(*factors).astype(np.float32)
        step = np.float32(a.quantizer.scale) * np.float32(b.quantizer.scale)
        found = saturate(
            np.rint(products * (step * (np.float32(1) / np.float32(scale)))),
            zero_point,
            to.integers,
        )
        if clipped:
            found = np.maximum(found, found.dtype.type(zero_point))
        return QuantizedTensor(arranged(found, a, b), to, a.device)

    return run


def _equal(self: Tensor, other: Tensor) -> bool:
    """Return whether both have equal integers and quantizers."""
    if not isinstance(self, QuantizedTensor) or not isinstance(other, QuantizedTensor):
        raise BadType("a quantised tensor equals only quantised tensors; dequantize() it")
    one, two = self.quantizer, other.quantizer
    alike = (one.dtype, one.axis) == (two.dtype, two.axis)
    numbers = ((one.scales, two.scales), (one.zero_points, two.zero_points))
    return (
        alike
        and all(np.array_equal(a, b) for a, b in numbers)
        and np.array_equal(self.integers, other.integers)
    )


# ---- a tensor and a number: the quantizer takes up the number


def _plus_number(clipped: bool) -> Implementation:
    def run(qa: Tensor, b: Real | Tensor) -> QuantizedTensor:
        source = quantized(qa)
        scale, zero = source.quantizer.scale, source.quantizer.zero_point
        limits = np.iinfo(source.quantizer.integers)
        steps = int(np.rint(_number(b) / scale))
        shifted, count = zero - steps, limits.max - limits.min
        if limits.min <= shifted <= limits.max:
            moved = QuantizedTensor(source.integers.copy(), like_quantizer(source, scale, shifted))
            return relu(moved) if clipped else moved
        end = limits.min if shifted < limits.min else limits.max
        room = limits.max - shifted if shifted < limits.min else shifted - limits.min
        to = like_quantizer(source, room / count * scale, end)
        distances = (source.integers.astype(np.int64) - shifted).astype(np.float32)
        factor = np.float32(scale) * (np.float32(1) / np.float32(to.scale))
        found = saturate(np.rint(distances * factor), end, to.integers)
        made = QuantizedTensor(arranged(found, source), to)
        return relu(made) if clipped else made

    return run


def _times_number(clipped: bool) -> Implementation:
    def run(qa: Tensor, b: Real | Tensor) -> QuantizedTensor:
        source = quantized(qa)
        factor = _number(b)
        scale, zero = source.quantizer.scale, source.quantizer.zero_point
        limits = np.iinfo(source.quantizer.integers)
        integers = source.integers
        if factor == 0:
            quantizer, integers = like_quantizer(source, 1.0, 0), np.zeros_like(integers)
        elif factor > 0:
            quantizer, integers = like_quantizer(source, scale * factor, zero), integers.copy()
        else:
            both = limits.max + limits.min
            quantizer = like_quantizer(source, -scale * factor, both - zero)
            integers = (both - integers.astype(np.int64)).astype(integers.dtype)
        made = QuantizedTensor(integers, quantizer)
        return relu(made) if clipped else made

    return run


def _number(value: Real | Tensor) -> float:
    return float(value.item() if isinstance(value, Tensor) else value)


def _swapped(function: Implementation) -> Implementation:
    def run(number: Real, tensor: Tensor) -> QuantizedTensor:
        return function(tensor, number)

    return run


def _with_numbers() -> Table:
    table: Table = {}
    for kind, build in (("add", _plus_number), ("mul", _times_number)):
        for ending, clipped in (("", False), ("_relu", True)):
            run = build(clipped)
            table |= {
                f"quantized.{kind}_scalar{ending}": run,
                f"quantized.{kind}_scalar{ending}.Tensor": run,
                f"quantized.{kind}{ending}.Scalar": run,
                f"quantized.{kind}{ending}.Scalar2": _swapped(run),
            }
    return table


QUANTIZED_POINTWISE: Table = {
    "quantized.add": _sum(clipped=False),
    "quantized.add_relu": _sum(clipped=True),
    "quantized.mul": _product(clipped=False),
    "quantized.mul_relu": _product(clipped=True),
    **_with_numbers(),
    "quantized.clamp": _clip,
    "quantized.relu6": _relu6,
    "quantized.threshold": _threshold,
    "quantized.sigmoid": _to_output(sigmoid_of),
    "quantized.hardswish": _to_output(_hard_swish),
    "quantized.leaky_relu": _leaky_to_output,
    "quantized.elu": _elu,
    "quantized.celu": _celu,
    "quantized.prelu": _prelu,
}

POINTWISE_FORMS: Table = {
    "aten.relu": relu,
    "aten.relu_": _write(relu),
    "aten.clamp": _clip,
    "aten.clamp_": _write(_clip),
    "aten.hardtanh": _clip,
    "aten.hardtanh_": _write(_clip),
    "aten.relu6": _to_six,
    "aten.relu6_": _write(_to_six),
    "aten.threshold": _threshold,
    "aten.sigmoid": _in_range(sigmoid_of, _UNIT),
    "aten.hardsigmoid": _in_range(_hard_sigmoid, _UNIT),
    "aten.tanh": _in_range(np.tanh, _SIGNED_UNIT),
    "aten.leaky_relu": _leaky_relu,
    "aten.leaky_relu_": _write(_leaky_relu),
    "aten.gelu": _gelu,
    "aten.equal": _equal,
}
"""The functions on quantised tensors of operators that have others on ordinary tensors."""
