"""Pointwise arithmetic on tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Number,
    Operand,
    Table,
    apply,
    as_array,
    floating,
    is_integral,
    on_floats,
    only_floating,
    promoted,
    promoted_real,
    rounded,
    same,
    without_bool,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _scaled(other: Array, alpha: Array) -> Any:
    return other if alpha == 1 else other * alpha


def _sum_of(a: Array, b: Array, alpha: Array) -> Any:
    return a + b * alpha


def _check_alpha(dtype: NumpyDtype, alpha: Number) -> None:
    if is_integral(dtype) and isinstance(alpha, float):
        raise TypeError(f"a sum of {dtype} takes no float as alpha")


def _add(self: Operand, other: Operand, alpha: Number) -> Tensor:
    dtype = common_dtype(self, other)
    _check_alpha(dtype, alpha)
    if alpha == 1:
        return apply(np.add, dtype, self, other)
    return apply(_sum_of, dtype, self, other, alpha)


def _is_bool(value: Operand) -> bool:
    return value.array.dtype.kind == "b" if isinstance(value, Tensor) else isinstance(value, bool)


def _difference_of(a: Array, b: Array, alpha: Array) -> Any:
    return a - b * alpha


def _sub(self: Operand, other: Operand, alpha: Number) -> Tensor:
    if _is_bool(self) or _is_bool(other):
        raise TypeError("'aten.sub' is not defined on bools; use logical_xor")
    dtype = common_dtype(self, other)
    _check_alpha(dtype, alpha)
    if alpha == 1:
        return apply(np.subtract, dtype, self, other)
    return apply(_difference_of, dtype, self, other, alpha)


def _rsub(self: Operand, other: Operand, alpha: Number) -> Tensor:
    return _sub(other, self, alpha)


def _nonzero_integers(divisor: Array) -> None:
    """PyTorch refuses an integer division by zero, where numpy answers 0."""
    if is_integral(divisor.dtype) and not np.all(divisor):
        raise ZeroDivisionError("integer division by zero")


def _other_sign(remainder: Array, divisor: Array) -> Array:
    return (remainder != 0) & ((remainder < 0) != (divisor < 0))


def _remainder_of(a: Array, b: Array) -> Any:
    """The remainder with the sign of the divisor."""
    _nonzero_integers(b)
    if is_integral(a.dtype):
        return np.remainder(a, b)
    rest = np.fmod(a, b)
    return np.where(_other_sign(rest, b), rest + b, rest)


def _fmod_of(a: Array, b: Array) -> Any:
    _nonzero_integers(b)
    return np.fmod(a, b)


def _floor_quotient(a: Array, b: Array) -> Any:
    """Division rounded down, with the correction steps of Python's float division."""
    _nonzero_integers(b)
    if is_integral(a.dtype):
        return np.floor_divide(a, b)
    rest = np.fmod(a, b)
    quotient = (a - rest) / b
    quotient = np.where(_other_sign(rest, b), quotient - 1, quotient)
    down = np.floor(quotient)
    down = np.where(quotient - down > 0.5, down + 1, down)
    answer = np.where(quotient != 0, down, np.copysign(np.zeros_like(quotient), a / b))
    return np.where(b == 0, a / b, answer)


def _truncated_quotient(a: Array, b: Array) -> Any:
    _nonzero_integers(b)
    if not is_integral(a.dtype):
        return np.trunc(a / b)
    down = np.floor_divide(a, b)
    return down + ((np.fmod(a, b) != 0) & ((a < 0) != (b < 0))).astype(a.dtype)


_DIV_MODES = {
    "floor": promoted(without_bool("aten.div", _floor_quotient)),
    "trunc": promoted(without_bool("aten.div", _truncated_quotient)),
    None: promoted_real(np.true_divide),
}


def _div_mode(self: Operand, other: Operand, rounding_mode: str | None) -> Tensor:
    if rounding_mode not in _DIV_MODES:
        raise ValueError(f"rounding_mode is None, 'trunc' or 'floor', not '{rounding_mode}'")
    return _DIV_MODES[rounding_mode](self, other)


def _integer_power(a: Array, b: Array) -> Any:
    """Wrapping power of integers; a negative exponent leaves something of 1 and -1 only."""
    positive = np.power(a, np.where(b < 0, 0, b).astype(a.dtype))
    sign = np.where(b % 2 == 0, 1, a)
    inverse = np.where(np.abs(a) == 1, sign, 0).astype(a.dtype)
    return np.where(b < 0, inverse, positive)


def _power_of(a: Array, b: Array) -> Any:
    return _integer_power(a, b) if is_integral(a.dtype) else np.power(a, b)


def _pow(self: Operand, exponent: Operand) -> Tensor:
    dtype = common_dtype(self, exponent)
    if dtype.kind == "b":
        raise TypeError("'aten.pow' is not defined on bool tensors")
    return apply(_power_of, dtype, self, exponent)


def _pow_scalar(self: Tensor, exponent: Number) -> Tensor:
    dtype = common_dtype(self, exponent)
    if is_integral(dtype) and isinstance(exponent, int) and exponent < 0:
        raise ValueError("integers cannot be raised to negative integer powers")
    if exponent == 1:
        return Tensor(self.array.astype(dtype))
    if exponent == 0.5 and not is_integral(dtype):
        return apply(np.sqrt, dtype, self)
    return _pow(self, exponent)


def _float_power(self: Operand, exponent: Operand) -> Tensor:
    return apply(np.power, np.dtype(np.float64), self, exponent)


def _product_added(a: Array, factor1: Array, factor2: Array, value: Array) -> Any:
    return a + _scaled(factor1, value) * factor2


def _quotient_added(a: Array, dividend: Array, divisor: Array, value: Array) -> Any:
    return a + _scaled(dividend, value) / divisor


def _multiply_add(self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Number) -> Tensor:
    dtype = common_dtype(self, tensor1, tensor2)
    return apply(without_bool("aten.addcmul", _product_added), dtype, self, tensor1, tensor2, value)


def _divide_add(self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Number) -> Tensor:
    dtype = common_dtype(self, tensor1, tensor2)
    if is_integral(common_dtype(tensor1, tensor2)):
        raise TypeError("'aten.addcdiv' does not divide integers")
    return apply(_quotient_added, dtype, self, tensor1, tensor2, value)


def _lerp_of(start: Array, end: Array, weight: Array) -> Any:
    """The nearer end is the exact one, so that a weight of 0 or 1 gives an end unchanged."""
    step = end - start
    return np.where(np.abs(weight) < 0.5, start + weight * step, end - step * (1 - weight))


def _lerp(self: Tensor, end: Tensor, weight: Operand) -> Tensor:
    dtype = self.array.dtype
    weights = {weight.array.dtype} if isinstance(weight, Tensor) else set[NumpyDtype]()
    if is_integral(dtype) or {dtype, end.array.dtype} | weights != {dtype}:
        raise TypeError("'aten.lerp' needs floating point tensors of one dtype")
    return apply(_lerp_of, dtype, self, end, weight)


def _bounded(self: Tensor, low: Operand | None, high: Operand | None) -> Tensor:
    """Values held between two bounds; NaN stays, and the upper bound wins."""
    if low is None and high is None:
        raise ValueError("'aten.clamp' needs at least one bound")
    dtype = common_dtype(*[v for v in (self, low, high) if v is not None])
    if dtype.kind == "b":
        raise TypeError("'aten.clamp' is not defined on bool tensors")
    work = work_dtype(dtype)
    result = as_array(self, work)
    if low is not None:
        result = np.maximum(result, as_array(low, work))
    if high is not None:
        result = np.minimum(result, as_array(high, work))
    fresh = np.array(result) if result is self.array else result
    return rounded(fresh, dtype)


def _at_least(self: Tensor, low: Number) -> Tensor:
    return _bounded(self, low, None)


def _at_most(self: Tensor, high: Number) -> Tensor:
    return _bounded(self, None, high)


def _load_exponent(a: Array, exponent: Array) -> Any:
    return a * np.exp2(exponent)


def _ldexp(self: Tensor, other: Tensor) -> Tensor:
    dtype = floating(common_dtype(self, other))
    return apply(_load_exponent, dtype, self, other)


def _sign(a: Array) -> Any:
    """-1, 0 or 1; 0 for NaN, where numpy answers NaN."""
    if a.dtype.kind == "b":
        return a.copy()
    return (a > 0).astype(a.dtype) - (a < 0).astype(a.dtype)


def _rounding(name: str, function: Any) -> Any:
    """To a whole number, which an integer is already."""

    def run(a: Array) -> Any:
        return a.copy() if is_integral(a.dtype) else function(a)

    return same(without_bool(f"aten.{name}", run))


def _round_scaled_up(a: Array, scale: Array) -> Any:
    return np.rint(a * scale) / scale


def _round_scaled_down(a: Array, scale: Array) -> Any:
    return np.rint(a / scale) * scale


def _round_decimals(self: Tensor, decimals: int) -> Tensor:
    only_floating("aten.round.decimals", self.array.dtype)
    rounding = _round_scaled_up if decimals >= 0 else _round_scaled_down
    return apply(rounding, self.array.dtype, self, 10.0 ** abs(decimals))


def _nan_to_num(
    self: Tensor, nan: float | None, posinf: float | None, neginf: float | None
) -> Tensor:
    """Infinities become the extremes of the type unless a number is given."""
    array = self.array
    if is_integral(array.dtype):
        return Tensor(array.copy())
    limits = np.finfo(array.dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    finite = np.nan_to_num(array, nan=nan or 0.0, posinf=float(high), neginf=float(low))
    return rounded(finite, array.dtype)


def _fraction(a: Array) -> Any:
    return a - np.trunc(a)


def _square(self: Tensor) -> Tensor:
    return _pow_scalar(self, 2)


def _positive(self: Tensor) -> Tensor:
    if _is_bool(self):
        raise TypeError("'aten.positive' is not defined on bool tensors")
    return self


_MUL = promoted(np.multiply)
_DIV = promoted_real(np.true_divide)
_FLOOR_DIVIDE = promoted(without_bool("aten.floor_divide", _floor_quotient))
_REMAINDER = promoted(without_bool("aten.remainder", _remainder_of))
_FMOD = promoted(without_bool("aten.fmod", _fmod_of))
_CEIL, _FLOOR = _rounding("ceil", np.ceil), _rounding("floor", np.floor)
_ABS = same(without_bool("aten.abs", np.abs))
_SIGN, _TRUNC = same(_sign), _rounding("trunc", np.trunc)

ARITHMETIC: Table = {
    "aten.add.Tensor": _add,
    "aten.add.Scalar": _add,
    "aten.sub.Tensor": _sub,
    "aten.sub.Scalar": _sub,
    "aten.rsub.Tensor": _rsub,
    "aten.rsub.Scalar": _rsub,
    "aten.subtract.Tensor": _sub,
    "aten.subtract.Scalar": _sub,
    "aten.mul.Tensor": _MUL,
    "aten.mul.Scalar": _MUL,
    "aten.multiply.Tensor": _MUL,
    "aten.multiply.Scalar": _MUL,
    "aten.div.Tensor": _DIV,
    "aten.div.Scalar": _DIV,
    "aten.div.Tensor_mode": _div_mode,
    "aten.div.Scalar_mode": _div_mode,
    "aten.divide.Tensor": _DIV,
    "aten.divide.Scalar": _DIV,
    "aten.divide.Tensor_mode": _div_mode,
    "aten.divide.Scalar_mode": _div_mode,
    "aten.true_divide.Tensor": _DIV,
    "aten.true_divide.Scalar": _DIV,
    "aten.floor_divide": _FLOOR_DIVIDE,
    "aten.floor_divide.Scalar": _FLOOR_DIVIDE,
    "aten.remainder.Tensor": _REMAINDER,
    "aten.remainder.Scalar": _REMAINDER,
    "aten.remainder.Scalar_Tensor": _REMAINDER,
    "aten.fmod.Tensor": _FMOD,
    "aten.fmod.Scalar": _FMOD,
    "aten.pow.Tensor_Tensor": _pow,
    "aten.pow.Tensor_Scalar": _pow_scalar,
    "aten.pow.Scalar": _pow,
    "aten.float_power.Tensor_Tensor": _float_power,
    "aten.float_power.Tensor_Scalar": _float_power,
    "aten.float_power.Scalar": _float_power,
    "aten.atan2": promoted_real(np.arctan2),
    "aten.hypot": promoted(on_floats("aten.hypot", np.hypot)),
    "aten.copysign.Tensor": promoted_real(np.copysign),
    "aten.copysign.Scalar": promoted_real(np.copysign),
    "aten.nextafter": promoted(on_floats("aten.nextafter", np.nextafter)),
    "aten.ldexp.Tensor": _ldexp,
    "aten.gcd": promoted(np.gcd),
    "aten.lcm": promoted(np.lcm),
    "aten.maximum": promoted(np.maximum),
    "aten.minimum": promoted(np.minimum),
    "aten.max.other": promoted(np.maximum),
    "aten.min.other": promoted(np.minimum),
    "aten.fmax": promoted(np.fmax),
    "aten.fmin": promoted(np.fmin),
    "aten.addcmul": _multiply_add,
    "aten.addcdiv": _divide_add,
    "aten.lerp.Scalar": _lerp,
    "aten.lerp.Tensor": _lerp,
    "aten.clamp": _bounded,
    "aten.clamp.Tensor": _bounded,
    "aten.clip": _bounded,
    "aten.clip.Tensor": _bounded,
    "aten.clamp_min": _at_least,
    "aten.clamp_min.Tensor": promoted(np.maximum),
    "aten.clamp_max": _at_most,
    "aten.clamp_max.Tensor": promoted(np.minimum),
    "aten.neg": same(without_bool("aten.neg", np.negative)),
    "aten.negative": same(without_bool("aten.neg", np.negative)),
    "aten.abs": _ABS,
    "aten.absolute": _ABS,
    "aten.sign": _SIGN,
    "aten.sgn": _SIGN,
    "aten.ceil": _CEIL,
    "aten.floor": _FLOOR,
    "aten.round": _rounding("round", np.rint),
    "aten.round.decimals": _round_decimals,
    "aten.trunc": _TRUNC,
    "aten.fix": _TRUNC,
    "aten.frac": same(on_floats("aten.frac", _fraction)),
    "aten.square": _square,
    "aten.positive": _positive,
    "aten.nan_to_num": _nan_to_num,
}
