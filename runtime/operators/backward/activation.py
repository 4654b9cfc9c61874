"""Gradients of activation functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    apply,
    as_array,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.math import sigmoid_of
from xdsl_torchscript.runtime.operators.pointwise.special import erf
from xdsl_torchscript.runtime.operators.preconditions import check_floating, wrap_dim
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor

_Gradient = Callable[..., Any]


def _pointwise(name: str, function: _Gradient) -> Callable[..., Tensor]:
    """Return the gradient of an operator of a tensor and numbers. It raises BadType for
    integers."""

    def run(gradient: Tensor, self: Tensor, *numbers: Any) -> Tensor:
        dtype = common_dtype(gradient, self)
        check_floating(f"aten.{name}", dtype)

        def of_arrays(g: Array, a: Array) -> Any:
            return function(g, a, *numbers)

        return apply(of_arrays, dtype, gradient, self)

    return run


def _zero(gradient: Array) -> Any:
    return gradient.dtype.type(0)


def _elu(
    gradient: Tensor, alpha: Number, scale: Number, input_scale: Number, is_result: bool,
    self_or_result: Tensor,
) -> Tensor:  # fmt: skip
    def function(g: Array, a: Array) -> Any:
        n: Any = a.dtype.type
        slope = n(alpha) * n(scale)
        below = a + slope if is_result else slope * np.exp(np.minimum(a, n(0)) * n(input_scale))
        return g * cast(Array, np.where(a <= 0, n(input_scale) * below, n(scale)))

    return _pointwise("elu_backward", function)(gradient, self_or_result)


def _log_sigmoid_slope(g: Array, a: Array) -> Any:
    return g * sigmoid_of(-a)


_SIXTH = np.float32(1 / 6)
"""PyTorch has this number in single precision, for doubles too."""


def _hard_sigmoid(g: Array, a: Array) -> Any:
    sixth: Array = g * g.dtype.type(_SIXTH)
    return np.where((a > -3) & (a < 3), sixth, _zero(g))


def _hard_swish(g: Array, a: Array) -> Any:
    inside = g * (a / a.dtype.type(3) + a.dtype.type(0.5))
    return np.where(a <= -3, _zero(g), np.where(a < 3, inside, g))


def _hard_tanh(g: Array, a: Array, low: float, high: float) -> Any:
    return np.where((a <= a.dtype.type(low)) | (a >= a.dtype.type(high)), _zero(g), g)


def _leaky(g: Array, a: Array, slope: float, _is_result: bool = False) -> Any:
    return np.where(a > 0, g, g * g.dtype.type(slope))


def _log_sigmoid(gradient: Tensor, self: Tensor, _buffer: Tensor) -> Tensor:
    return _pointwise("log_sigmoid_backward", _log_sigmoid_slope)(gradient, self)


def _logit(g: Array, a: Array, eps: float | None) -> Any:
    slope = g / (a * (1 - a))
    if eps is None:
        return np.where((a < 0) | (a > 1), g.dtype.type(np.nan), slope)
    low = a.dtype.type(eps)
    return np.where((a < low) | (a > 1 - low), _zero(g), slope)


def _mish(g: Array, a: Array) -> Any:
    bent = np.tanh(np.logaddexp(a, a.dtype.type(0)))
    return g * (bent + a * sigmoid_of(a) * (1 - bent * bent))


def _softplus(g: Array, a: Array, beta: float, threshold: float) -> Any:
    steep = a * a.dtype.type(beta)
    return np.where(steep > threshold, g, g * sigmoid_of(steep))


def _shrink(g: Array, a: Array, edge: float) -> Any:
    bound = a.dtype.type(edge)
    return np.where((a >= -bound) & (a <= bound), _zero(g), g)


def _gelu_exact(g: Array, a: Array) -> Any:
    n = a.dtype.type
    density = np.exp(a * a * n(-0.5)) * n(1 / np.sqrt(2 * np.pi))
    return g * (n(0.5) * (1 + erf(a * n(np.sqrt(0.5)))) + a * density)


def _gelu_tanh(g: Array, a: Array) -> Any:
    n = a.dtype.type
    factor, cubed = n(np.sqrt(2 / np.pi)), n(0.044715)
    bent = np.tanh(factor * (a + cubed * a * a * a))
    inner = factor * (1 + 3 * cubed * a * a)
    return g * (n(0.5) * (1 + bent) + n(0.5) * a * (1 - bent * bent) * inner)


_GELU = {"none": _gelu_exact, "tanh": _gelu_tanh}


def _gelu(gradient: Tensor, self: Tensor, approximate: str) -> Tensor:
    if approximate not in _GELU:
        raise BadValue(f"gelu is approximated by 'none' or 'tanh', not by '{approximate}'")
    return _pointwise("gelu_backward", _GELU[approximate])(gradient, self)


def _glu(gradient: Tensor, self: Tensor, dim: int) -> Tensor:
    dtype = self.array.dtype
    check_floating("aten.glu_backward", dtype)
    axis = wrap_dim(dim, self.array.ndim)
    g = as_array(gradient, work_dtype(dtype))
    value, gate = np.split(as_array(self, work_dtype(dtype)), 2, axis=axis)
    share = sigmoid_of(gate)
    made = np.concatenate([share * g, (1 - share) * share * g * value], axis=axis)
    return wrap_result(made, dtype)


_RANDOM_ABOVE = 1e-6
"""Slopes are random where their bounds are further apart than this."""


def _rrelu(
    gradient: Tensor, self: Tensor, noise: Tensor, lower: float, upper: float, training: bool,
    self_is_result: bool,
) -> Tensor:  # fmt: skip
    if training and upper - lower > _RANDOM_ABOVE:
        return apply(np.multiply, gradient.array.dtype, gradient, noise)
    slope = (lower + upper) / 2
    return _pointwise("rrelu_with_noise_backward", _leaky)(gradient, self, slope)


def _prelu(gradient: Tensor, self: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    def of_input(g: Array, a: Array, w: Array) -> Any:
        return np.where(a > 0, g, w * g)

    def of_weight(g: Array, a: Array) -> Any:
        return np.where(a > 0, _zero(g), a * g)

    dtype = self.array.dtype
    check_floating("aten._prelu_kernel_backward", dtype)
    return apply(of_input, dtype, gradient, self, weight), apply(of_weight, dtype, gradient, self)


def _dropout(gradient: Tensor, mask: Tensor, scale: float) -> Tensor:
    """Scale the kept elements. Raises BadType for a mask of another type than bool."""
    if mask.array.dtype != np.bool_:
        raise BadType(f"the mask of a dropout must be a bool tensor, not {mask.array.dtype}")

    def kept(g: Array, m: Array) -> Any:
        return g * m * g.dtype.type(scale)

    return apply(kept, common_dtype(gradient, scale), gradient, mask)


_POINTWISE: dict[str, _Gradient] = {
    "hardsigmoid_backward": _hard_sigmoid,
    "hardswish_backward": _hard_swish,
    "hardtanh_backward": _hard_tanh,
    "leaky_relu_backward": _leaky,
    "logit_backward": _logit,
    "mish_backward": _mish,
    "softplus_backward": _softplus,
    "softshrink_backward": _shrink,
    "hardshrink_backward": _shrink,
    "infinitely_differentiable_gelu_backward": _gelu_exact,
}

ACTIVATION_BACKWARD: Table = {
    **{f"aten.{name}": _pointwise(name, function) for name, function in _POINTWISE.items()},
    "aten.elu_backward": _elu,
    "aten.log_sigmoid_backward": _log_sigmoid,
    "aten.gelu_backward": _gelu,
    "aten.glu_backward": _glu,
    "aten.rrelu_with_noise_backward": _rrelu,
    "aten._prelu_kernel_backward": _prelu,
    "aten.native_dropout_backward": _dropout,
}
