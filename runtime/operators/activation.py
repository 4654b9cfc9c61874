"""Activation functions of neural networks."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators import special
from xdsl_torchscript.runtime.operators.core import (
    ArrayFunction,
    Implementation,
    Number,
    Table,
    apply,
    on_floats,
    only_floating,
    promoted,
    same,
    without_bool,
)
from xdsl_torchscript.runtime.operators.math import sigmoid_of
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _on_floats(name: str, function: ArrayFunction) -> Implementation:
    """An activation of one tensor and numbers; the numbers take the tensor's type."""

    def run(self: Tensor, *numbers: Number) -> Tensor:
        dtype = self.array.dtype
        only_floating(name, dtype)
        return apply(function, dtype, self, *numbers)

    return run


def relu_of(a: Array) -> Any:
    if a.dtype.kind == "b":
        raise TypeError("'aten.relu' is not defined on bool tensors")
    # Not np.maximum: PyTorch keeps -0.0.
    return np.where(a < 0, a.dtype.type(0), a)


def _held(a: Array, low: Any, high: Any) -> Any:
    return np.minimum(np.maximum(a, low), high)


def _hardtanh(self: Tensor, low: Number, high: Number) -> Tensor:
    if self.array.dtype.kind == "b":
        raise TypeError("'aten.hardtanh' is not defined on bool tensors")
    return apply(_held, self.array.dtype, self, low, high)


def _relu6(self: Tensor) -> Tensor:
    return _hardtanh(self, 0, 6)


def _gate(a: Array) -> Any:
    """`relu6(a + 3)`, six times the hard sigmoid."""
    zero, three, six = (a.dtype.type(n) for n in (0, 3, 6))
    return _held(a + three, zero, six)


def _hard_sigmoid(a: Array) -> Any:
    return _gate(a) / a.dtype.type(6)


def _hard_swish(a: Array) -> Any:
    return a * _gate(a) / a.dtype.type(6)


def _silu(a: Array) -> Any:
    return a / (1 + np.exp(-a))


def _leaky(a: Array, slope: Array) -> Any:
    return np.where(a > 0, a, a * slope)


def _exponential_unit(a: Array, alpha: Array, scale: Array, input_scale: Array) -> Any:
    return np.where(a > 0, a * scale, np.expm1(a * input_scale) * (alpha * scale))


_SELU_ALPHA, _SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def _selu(self: Tensor) -> Tensor:
    only_floating("aten.selu", self.array.dtype)
    return apply(_exponential_unit, self.array.dtype, self, _SELU_ALPHA, _SELU_SCALE, 1)


def _celu(self: Tensor, alpha: Number) -> Tensor:
    only_floating("aten.celu", self.array.dtype)
    if alpha == 0:
        raise ZeroDivisionError("'aten.celu' needs an alpha other than 0")
    return apply(_exponential_unit, self.array.dtype, self, alpha, 1, 1.0 / alpha)


def gelu_of(a: Array) -> Any:
    half, one = a.dtype.type(0.5), a.dtype.type(1)
    return a * half * (one + special.erf(a * a.dtype.type(1 / sqrt(2))))


def _gelu_tanh(a: Array) -> Any:
    """The approximation of Hendrycks and Gimpel, "Gaussian Error Linear Units" (2016)."""
    half, one, third = (a.dtype.type(n) for n in (0.5, 1, 0.044715))
    inner = a.dtype.type(sqrt(2 / pi)) * (a + third * a * a * a)
    return half * a * (one + np.tanh(inner))


_GELU = {"none": gelu_of, "tanh": _gelu_tanh}


def _gelu(self: Tensor, approximate: str) -> Tensor:
    only_floating("aten.gelu", self.array.dtype)
    if approximate not in _GELU:
        raise ValueError(f"approximate is 'none' or 'tanh', not '{approximate}'")
    return apply(_GELU[approximate], self.array.dtype, self)


def _softplus_of(a: Array, beta: Array, threshold: Array) -> Any:
    """Linear above the threshold, where the exponential would overflow."""
    return np.where(a * beta > threshold, a, np.log1p(np.exp(a * beta)) / beta)


def _mish_of(a: Array) -> Any:
    return a * np.tanh(np.log1p(np.exp(a)))


def _log_sigmoid_of(a: Array) -> Any:
    return np.minimum(a, a.dtype.type(0)) - np.log1p(np.exp(-np.abs(a)))


def _replaced_below(a: Array, threshold: Array, value: Array) -> Any:
    return np.where(a <= threshold, value, a)


def _threshold(self: Tensor, threshold: Number, value: Number) -> Tensor:
    return apply(
        without_bool("aten.threshold", _replaced_below), self.array.dtype, self, threshold, value
    )


def _hard_shrink(a: Array, edge: Array) -> Any:
    return np.where((a >= -edge) & (a <= edge), a.dtype.type(0), a)


def _soft_shrink(a: Array, edge: Array) -> Any:
    shrunk = np.where(a > edge, a - edge, np.where(a < -edge, a + edge, a * a.dtype.type(0)))
    return np.where(np.isnan(a), a, shrunk)


def _prelu(self: Tensor, weight: Tensor) -> Tensor:
    """One slope for all, or one for each channel of dimension 1."""
    dtype = common_dtype(self, weight)
    slope = weight
    if weight.array.size != 1 and self.array.ndim > 1:
        slope = Tensor(weight.array.reshape([-1] + [1] * (self.array.ndim - 2)))
    return apply(_leaky, dtype, self, slope)


def _gated(a: Array, gate: Array) -> Any:
    return a * sigmoid_of(gate)


def _glu(self: Tensor, dim: int) -> Tensor:
    only_floating("aten.glu", self.array.dtype)
    value, gate = np.split(self.array, 2, axis=dim)
    return apply(_gated, self.array.dtype, Tensor(value), Tensor(gate))


def _threshold_backward(grad_output: Tensor, self: Tensor, threshold: Number) -> Tensor:
    dtype = common_dtype(grad_output, self)
    blocked = without_bool("aten.threshold_backward", _gradient_above)
    return apply(blocked, dtype, grad_output, self, threshold)


def _gradient_above(gradient: Array, a: Array, threshold: Array) -> Any:
    return np.where(a <= threshold, gradient.dtype.type(0), gradient)


def _sigmoid_gradient(gradient: Array, output: Array) -> Any:
    return gradient * (1 - output) * output


def _tanh_gradient(gradient: Array, output: Array) -> Any:
    return gradient * (1 - output * output)


def _silu_gradient(gradient: Array, a: Array) -> Any:
    gate = sigmoid_of(a)
    return gradient * gate * (1 + a * (1 - gate))


ACTIVATION: Table = {
    "aten.relu": same(relu_of),
    "aten.relu6": _relu6,
    "aten.hardtanh": _hardtanh,
    "aten.hardsigmoid": _on_floats("aten.hardsigmoid", _hard_sigmoid),
    "aten.hardswish": _on_floats("aten.hardswish", _hard_swish),
    "aten.leaky_relu": _on_floats("aten.leaky_relu", _leaky),
    "aten.elu": _on_floats("aten.elu", _exponential_unit),
    "aten.selu": _selu,
    "aten.celu": _celu,
    "aten.gelu": _gelu,
    "aten.silu": _on_floats("aten.silu", _silu),
    "aten.mish": _on_floats("aten.mish", _mish_of),
    "aten.softplus": _on_floats("aten.softplus", _softplus_of),
    "aten.log_sigmoid": _on_floats("aten.log_sigmoid", _log_sigmoid_of),
    "aten.threshold": _threshold,
    "aten.hardshrink": _on_floats("aten.hardshrink", _hard_shrink),
    "aten.softshrink": _on_floats("aten.softshrink", _soft_shrink),
    "aten.prelu": _prelu,
    "aten.threshold_backward": _threshold_backward,
    "aten.sigmoid_backward": promoted(on_floats("aten.sigmoid_backward", _sigmoid_gradient)),
    "aten.tanh_backward": promoted(on_floats("aten.tanh_backward", _tanh_gradient)),
    "aten.silu_backward": promoted(on_floats("aten.silu_backward", _silu_gradient)),
    "aten.glu": _glu,
}
