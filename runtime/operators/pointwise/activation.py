"""Activation functions of neural networks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from math import pi, sqrt
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue, DivisionByZero
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    ArrayFunction,
    Implementation,
    Number,
    Restricted,
    Table,
    Unary,
    apply,
    is_integral,
    number_array,
    of_elements,
    on_floats,
    promote_operands,
    same,
    tensor_scalars_op,
    unary_op,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.pointwise import special
from xdsl_torchscript.runtime.operators.pointwise.casts import element
from xdsl_torchscript.runtime.operators.pointwise.math import sigmoid_of
from xdsl_torchscript.runtime.operators.preconditions import check_real_floating
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.specialiser import (
    Specialiser,
)
from xdsl_torchscript.runtime.storage import refuse_repeated
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _on_floats(name: str, function: ArrayFunction) -> Implementation:
    """Return an activation of one tensor and numbers, which are converted to the tensor's type."""

    def run(self: Tensor, *numbers: Number) -> Tensor:
        dtype = self.array.dtype
        check_real_floating(name, dtype)
        return apply(function, dtype, self, *numbers)

    return tensor_scalars_op(Restricted(name, function, "iubc"), run)


def relu_of(a: Array) -> Any:
    if a.dtype.kind in "bc":
        raise BadType(f"'aten.relu' is not defined on {a.dtype} tensors")
    return a.clip(*_from_zero(a.dtype))


@cache
def _from_zero(dtype: NumpyDtype) -> tuple[Any, Any]:
    """Return the bounds zero and the greatest element: with both, numpy is faster and, like
    PyTorch, keeps -0.0."""
    return dtype.type(0), np.inf if dtype.kind == "f" else np.iinfo(dtype).max


@cache
def _numbers(dtype: NumpyDtype, *numbers: float) -> tuple[Array, ...]:
    """Return elements of the type, which numpy takes in half the time of Python's numbers."""
    return tuple(number_array(n, dtype) for n in numbers)


_relu = same(relu_of)


def _relu_(self: Tensor) -> Tensor:
    if work_dtype(self.array.dtype) != self.array.dtype or self.array.dtype.kind == "b":
        return self.copy_(_relu(self))
    refuse_repeated(self.array)
    self.array.clip(*_from_zero(self.array.dtype), out=self.array)
    return self


def _hardtanh(self: Tensor, low: float, high: float) -> Tensor:
    """Hold between two limits, which are truncated for integers."""
    dtype = self.array.dtype
    if dtype.kind in "bc":
        raise BadType(f"'aten.hardtanh' is not defined on {dtype} tensors")
    limits = (low, high)
    if is_integral(dtype):
        limits = tuple(element(limit, INT64).item() for limit in limits)
    if dtype.kind == "u" and min(limits) < 0:
        raise BadValue(f"bytes are not held between {low} and {high}: no limit may be negative")
    least, most = (element(limit, dtype).astype(work_dtype(dtype)) for limit in limits)
    return apply(partial(np.clip, a_min=least, a_max=most), dtype, self)


def _hard_sigmoid(a: Array) -> Any:
    zero, three, six = _numbers(a.dtype, 0, 3, 6)
    gate = (a + three).clip(zero, six)
    gate /= six
    return gate


def _hard_swish(a: Array) -> Any:
    return a * _hard_sigmoid(a)


def _silu(a: Array) -> Any:
    powers = np.exp(np.negative(a))
    powers += number_array(1, a.dtype)
    return a / powers


def _leaky(a: Array, slope: Array) -> Any:
    """Scale negative elements; a choice by sign is slow, as signs are unpredictable."""
    gentle = slope.item() <= 1 if slope.ndim == 0 else (slope <= 1).all()
    gentle = gentle and slope.all()  # A product of 0 and infinity would be NaN.
    if gentle:
        return np.maximum(a, a * slope)
    return np.where(a > 0, a, a * slope)


def _exponential_unit(a: Array, alpha: Array, scale: Array, input_scale: Array) -> Any:
    zero, factor = a.dtype.type(0), alpha * scale
    if not (np.isfinite(factor) and np.isfinite(input_scale)):
        return np.where(a < 0, np.expm1(a * input_scale) * factor, a * scale)
    below, above = a.clip(-np.inf, zero), a.clip(zero, np.inf)  # One of the two is 0.
    below *= input_scale
    below = np.expm1(below)
    below *= factor
    above *= scale
    above += below
    return above


_SELU_ALPHA, _SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def _celu(self: Tensor, alpha: Number) -> Tensor:
    check_real_floating("aten.celu", self.array.dtype)
    if alpha == 0:
        raise DivisionByZero("'aten.celu' needs an alpha other than 0")
    return apply(_exponential_unit, self.array.dtype, self, alpha, 1, 1.0 / alpha)


def gelu_of(a: Array) -> Any:
    root, one, half = _numbers(a.dtype, 1 / sqrt(2), 1, 0.5)
    share = special.erf(a * root)
    share += one
    share *= half
    share *= a
    return share


def _gelu_tanh(a: Array) -> Any:
    """Approximate after Hendrycks and Gimpel, "Gaussian Error Linear Units" (2016)."""
    half, one, third, root = _numbers(a.dtype, 0.5, 1, 0.044715, sqrt(2 / pi))
    inner = root * (a + third * a * a * a)
    return half * a * (one + np.tanh(inner))


def _gelu_by(function: Unary) -> Implementation:
    def run(self: Tensor) -> Tensor:
        check_real_floating("aten.gelu", self.array.dtype)
        return apply(function, self.array.dtype, self)

    return unary_op(Restricted("aten.gelu", function, "iubc"), run)


GELU = {"none": _gelu_by(gelu_of), "tanh": _gelu_by(_gelu_tanh)}
"""By the name of the approximation."""


def _gelu(self: Tensor, approximate: str) -> Tensor:
    check_real_floating("aten.gelu", self.array.dtype)
    if approximate not in GELU:
        raise BadValue(f"approximate must be 'none' or 'tanh', not '{approximate}'")
    return GELU[approximate](self)


def _softplus_of(a: Array, beta: Array, threshold: Array) -> Any:
    """Return softplus, linear above the threshold, where the exponential would overflow."""
    return np.where(a * beta > threshold, a, np.log1p(np.exp(a * beta)) / beta)


def _mish_of(a: Array) -> Any:
    return a * np.tanh(np.log1p(np.exp(a)))


def _exp_of_negative_magnitude(a: Array) -> Any:
    return np.exp(-np.abs(a))


def _log_sigmoid_of(a: Array) -> Any:
    return np.minimum(a, a.dtype.type(0)) - np.log1p(_exp_of_negative_magnitude(a))


def _apply_threshold(a: Array, threshold: Array, value: Array) -> Any:
    return np.where(a <= threshold, value, a)


def _threshold(self: Tensor, threshold: Number, value: Number) -> Tensor:
    dtype = self.array.dtype
    work = work_dtype(dtype)
    replaced = Restricted("aten.threshold", _apply_threshold, "bc")
    numbers = (element(threshold, work), element(value, dtype).astype(work, copy=False))

    def replace(a: Array) -> Any:
        return replaced(a, *numbers)

    return apply(replace, dtype, self)


def _log_sigmoid(self: Tensor) -> tuple[Tensor, Tensor]:
    """Return the result, and the exponentials for the gradient."""
    check_real_floating("aten.log_sigmoid", self.array.dtype)
    line = self if self.is_contiguous() else self.over(self.array.copy())
    falling = apply(_exp_of_negative_magnitude, self.array.dtype, line)
    return apply(_log_sigmoid_of, self.array.dtype, line), falling


def _hard_shrink(a: Array, edge: Array) -> Any:
    return np.where((a >= -edge) & (a <= edge), a.dtype.type(0), a)


def _hard_shrink_by_element(self: Tensor, edge: Number) -> Tensor:
    """Shrink by the edge in the type of the tensor, in which sixteen bits round it."""
    check_real_floating("aten.hardshrink", self.array.dtype)
    return of_elements(_hard_shrink, self.array.dtype, self, edge)


def _soft_shrink(a: Array, edge: Array) -> Any:
    if not edge >= 0:
        raise BadValue(f"'aten.softshrink' shrinks by a number from 0 on, not {edge}")
    shrunk = np.where(a > edge, a - edge, np.where(a < -edge, a + edge, a * a.dtype.type(0)))
    return np.where(np.isnan(a), a, shrunk)


def _prelu_kernel(self: Tensor, weight: Tensor) -> Tensor:
    """Scale negative elements by broadcast slopes."""
    dtype = common_dtype(self, weight)
    check_real_floating("aten.prelu", dtype)
    return apply(_leaky, dtype, self, weight)


def _gate(a: Array, gate: Array) -> Any:
    return a * sigmoid_of(gate)


def _glu(self: Tensor, dim: int) -> Tensor:
    check_real_floating("aten.glu", self.array.dtype)
    value, gate = np.split(self.array, 2, axis=dim)
    return apply(_gate, self.array.dtype, Tensor(value), Tensor(gate))


def _threshold_backward(grad_output: Tensor, self: Tensor, threshold: Number) -> Tensor:
    dtype = common_dtype(grad_output, self)
    blocked = Restricted("aten.threshold_backward", _gradient_above, "bc")
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
    "aten.relu": _relu,
    "aten.relu_": _relu_,
    "aten.hardtanh": _hardtanh,
    "aten.hardsigmoid": _on_floats("aten.hardsigmoid", _hard_sigmoid),
    "aten.hardswish": _on_floats("aten.hardswish", _hard_swish),
    "aten.leaky_relu": _on_floats("aten.leaky_relu", _leaky),
    "aten.elu": _on_floats("aten.elu", _exponential_unit),
    "aten.celu": _celu,
    "aten.gelu": _gelu,
    "aten.silu": same(on_floats("aten.silu", _silu)),
    "aten.mish": _on_floats("aten.mish", _mish_of),
    "aten.softplus": _on_floats("aten.softplus", _softplus_of),
    "aten.log_sigmoid_forward": _log_sigmoid,
    "aten.threshold": _threshold,
    "aten.hardshrink": tensor_scalars_op(
        Restricted("aten.hardshrink", _hard_shrink, "iubc"), _hard_shrink_by_element
    ),
    "aten.softshrink": _on_floats("aten.softshrink", _soft_shrink),
    "aten._prelu_kernel": _prelu_kernel,
    "aten.threshold_backward": _threshold_backward,
    "aten.sigmoid_backward": promote_operands(
        on_floats("aten.sigmoid_backward", _sigmoid_gradient)
    ),
    "aten.tanh_backward": promote_operands(on_floats("aten.tanh_backward", _tanh_gradient)),
    "aten.silu_backward": promote_operands(on_floats("aten.silu_backward", _silu_gradient)),
    "aten.glu": _glu,
}


# ---- with arguments that a program fixes


def _specialise_gelu(
    _: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    return GELU.get(arguments[1])


SPECIALISED_ACTIVATION: dict[str, Specialiser] = {"aten.gelu": _specialise_gelu}
