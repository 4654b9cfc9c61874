"""Pointwise arithmetic on tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import ml_dtypes
import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue, DivisionByZero
from xdsl_torchscript.runtime.operators.arguments import NamedCall, SchemaArgument, by_name
from xdsl_torchscript.runtime.operators.core import (
    BOOL,
    INT64,
    Implementation,
    Number,
    Operand,
    Restricted,
    Table,
    apply,
    as_array,
    binary_op,
    bind_scalars,
    floating_dtype,
    is_integral,
    number_array,
    of_elements,
    on_floats,
    on_reals,
    pointwise,
    promote_operands,
    promote_to_real,
    real_dtype,
    same,
    tensor,
    tensor_scalars_op,
    unary_op,
    without_bool,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import element
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.operators.promotion import common_dtype, keeps_dtype
from xdsl_torchscript.runtime.operators.specialiser import (
    FAST_TYPES,
    UNKNOWN,
    Specialiser,
    is_number,
)
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _scale(other: Array, alpha: Array) -> Any:
    return other if alpha == 1 else other * alpha


def _sum_of(a: Array, b: Array, alpha: Array) -> Any:
    return a + b * alpha


def _factor(alpha: Number, dtype: NumpyDtype) -> Tensor:
    """Return `alpha` rounded to the type. Raises BadType or BadValue if it does not fit."""
    if is_integral(dtype) and isinstance(alpha, float | complex):
        raise BadType(f"alpha is a {type(alpha).__name__}, expected an int for {dtype} tensors")
    return tensor(element(alpha, dtype))


SUM = promote_operands(np.add)


def _add(self: Operand, other: Operand, alpha: Number) -> Tensor:
    if type(alpha) is int and alpha == 1:
        return SUM(self, other)
    dtype = common_dtype(self, other)
    return of_elements(_sum_of, dtype, self, other, _factor(alpha, dtype))


def _is_bool(value: Operand) -> bool:
    return value.array.dtype is BOOL if isinstance(value, Tensor) else isinstance(value, bool)


def _difference_of(a: Array, b: Array, alpha: Array) -> Any:
    return a - b * alpha


def _subtract(self: Operand, other: Operand) -> Tensor:
    if _is_bool(self) or _is_bool(other):
        raise BadType("'aten.sub' is not defined on bools; use logical_xor")
    return of_elements(np.subtract, common_dtype(self, other), self, other)


DIFFERENCE = binary_op(without_bool("aten.sub", np.subtract), _subtract)


def _sub(self: Operand, other: Operand, alpha: Number) -> Tensor:
    if type(alpha) is int and alpha == 1 and not isinstance(other, bool):
        return DIFFERENCE(self, other)
    if _is_bool(self) or _is_bool(other):
        raise BadType("'aten.sub' is not defined on bools; use logical_xor")
    dtype = common_dtype(self, other)
    return of_elements(_difference_of, dtype, self, other, _factor(alpha, dtype))


def _nonzero_integers(divisor: Array) -> None:
    """Raise DivisionByZero for integers as PyTorch does; numpy gives 0."""
    if is_integral(divisor.dtype) and np.count_nonzero(divisor) < divisor.size:
        raise DivisionByZero("integer division by zero")


def _other_sign(remainder: Array, divisor: Array) -> Array:
    return (remainder != 0) & ((remainder < 0) != (divisor < 0))


def _remainder_of(a: Array, b: Array) -> Any:
    """Return the remainder with the sign of the divisor."""
    _nonzero_integers(b)
    if is_integral(a.dtype):
        return np.remainder(a, b)
    rest = np.fmod(a, b)
    return np.where(_other_sign(rest, b), rest + b, rest)


def _fmod_of(a: Array, b: Array) -> Any:
    _nonzero_integers(b)
    return np.fmod(a, b)


def _floor_quotient(a: Array, b: Array) -> Any:
    """Divide and round down, with the correction steps of Python's float division."""
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
    """Divide integers and round towards 0."""
    _nonzero_integers(b)
    down = np.floor_divide(a, b)
    return down + ((np.fmod(a, b) != 0) & ((a < 0) != (b < 0))).astype(a.dtype)


def _truncated_fraction(a: Array, b: Array) -> Any:
    return np.trunc(np.true_divide(a, b))


def _divide_and_truncate(self: Operand, other: Operand) -> Tensor:
    """Round the quotient to its type before truncating it, except by a divisor of one element."""
    dtype = common_dtype(self, other)
    if is_integral(dtype):
        return apply(without_bool("aten.div", _truncated_quotient), dtype, self, other)
    if not isinstance(other, Tensor) or other.array.size == 1:
        return apply(_truncated_fraction, dtype, self, other)
    return apply(np.trunc, dtype, apply(np.true_divide, dtype, self, other))


_DIV_MODES = {
    "floor": promote_operands(without_bool("aten.div", _floor_quotient), keeps_numbers=True),
    "trunc": _divide_and_truncate,
    None: promote_to_real(np.true_divide, keeps_numbers=True),
}


def _div_mode(self: Operand, other: Operand, rounding_mode: str | None) -> Tensor:
    if rounding_mode not in _DIV_MODES:
        raise BadValue(f"rounding_mode must be None, 'trunc' or 'floor', not '{rounding_mode}'")
    return _DIV_MODES[rounding_mode](self, other)


def _add_product(a: Array, factor1: Array, factor2: Array, value: Array) -> Any:
    return a + _scale(factor1, value) * factor2


def _add_quotient(a: Array, dividend: Array, divisor: Array, value: Array) -> Any:
    return a + _scale(dividend, value) / divisor


def _multiply_add(self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Number) -> Tensor:
    dtype = common_dtype(self, tensor1, tensor2)
    return apply(without_bool("aten.addcmul", _add_product), dtype, self, tensor1, tensor2, value)


def _divide_add(self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Number) -> Tensor:
    dtype = common_dtype(self, tensor1, tensor2)
    if is_integral(common_dtype(tensor1, tensor2)):
        raise BadType("'aten.addcdiv' does not divide integers")
    return apply(_add_quotient, dtype, self, tensor1, tensor2, value)


def _lerp_of(start: Array, end: Array, weight: Array) -> Any:
    """Interpolate from the nearer end, so that weights of 0 and 1 are exact."""
    step = end - start
    return np.where(np.abs(weight) < 0.5, start + weight * step, end - step * (1 - weight))


def _lerp(self: Tensor, end: Tensor, weight: Operand) -> Tensor:
    """Interpolate. The ends have one dtype, and weights with dimensions have it, too."""
    one = weight if isinstance(weight, Tensor) and weight.array.ndim else self
    dtype = common_dtype(self, end, weight) if isinstance(weight, Tensor) else self.array.dtype
    if is_integral(dtype) or {self.array.dtype} != {end.array.dtype, one.array.dtype}:
        raise BadType("'aten.lerp' needs floating point tensors of one dtype")
    if isinstance(weight, complex) and dtype.kind != "c":
        raise BadType(f"'aten.lerp' of {dtype} tensors does not take a complex weight")
    return apply(_lerp_of, dtype, self, end, weight)


def _bound(value: Operand, dtype: NumpyDtype) -> Array:
    """Return a bound in the working precision of the type, whose range has it if it is a number."""
    array = value.array if isinstance(value, Tensor) else element(value, dtype)
    return array.astype(work_dtype(dtype), copy=False)


def _clamp(self: Tensor, low: Operand | None, high: Operand | None) -> Tensor:
    """Clamp between two bounds; NaN stays, and the upper bound wins."""
    dtype = common_dtype(*[v for v in (self, low, high) if v is not None])
    if dtype.kind in "bc":
        raise BadType(f"'aten.clamp' is not defined on {dtype} tensors")
    work = work_dtype(dtype)
    given = [v for v in (self, low, high) if v is not None]
    bounds = (None if v is None else _bound(v, dtype) for v in (low, high))
    return pointwise(wrap_result(_clamp_array(as_array(self, work), *bounds), dtype), *given)


def _clamp_array(a: Array, low: Array | None, high: Array | None) -> Any:
    if low is None and high is None:
        raise BadValue("'aten.clamp' needs at least one bound")
    above = a if low is None else np.maximum(a, low)
    return above if high is None else np.minimum(above, high)


_AT_LEAST = NamedCall("aten.clamp_min", _clamp, {"low": SchemaArgument("min"), "high": None})
_AT_MOST = NamedCall("aten.clamp_max", _clamp, {"low": None, "high": SchemaArgument("max")})
_CLAMP, _CLAMP_MIN, _CLAMP_MAX = (
    tensor_scalars_op(Restricted("aten.clamp", function, "bc"), general)
    for function, general in (
        (_clamp_array, _clamp),
        (np.maximum, _AT_LEAST),
        (np.minimum, _AT_MOST),
    )
)


def _divisor_of(a: Array, b: Array) -> Any:
    """Return the greatest common divisor by Euclid's algorithm with C's remainders, in which the
    least integer is its own magnitude."""
    a, b = np.broadcast_arrays(np.abs(a), np.abs(b))
    if not (a.size and min(a.min(), b.min()) < 0):
        return np.gcd(a, b)
    while a.any():
        a, b = np.where(a != 0, np.fmod(b, a), a), np.where(a != 0, a, b)
    return b


def _multiple_of(a: Array, b: Array) -> Any:
    """Return the least common multiple: the magnitude of a product, in int32 of shorter integers,
    which wraps around."""
    divisor = _divisor_of(a, b)
    nonzero: Array = np.add(divisor, divisor == 0, dtype=a.dtype)
    wide = np.result_type(a, np.int32)
    return np.abs(np.floor_divide(a, nonzero).astype(wide) * b).astype(a.dtype)


def _load_exponent(a: Array, exponent: Array) -> Any:
    return a * np.exp2(exponent)


def _ldexp(self: Tensor, other: Tensor) -> Tensor:
    exponent = other.array.dtype
    if self.array.dtype.kind in "iubc" or not is_integral(exponent):
        return apply(_load_exponent, floating_dtype(common_dtype(self, other)), self, other)
    if exponent.kind == "b":
        raise BadType("'aten.ldexp' of floats does not take a bool as exponent")
    dtype = common_dtype(self, other)
    steps = np.clip(other.array.astype(np.int64), -9999, 9999).astype(np.int32)
    exact = np.ldexp(as_array(self, work_dtype(dtype)), steps)
    return pointwise(wrap_result(exact, dtype), self, other)


def _next_after(self: Operand, other: Operand) -> Tensor:
    """Return the neighbour in the type itself."""
    dtype = common_dtype(self, other)
    check_floating("aten.nextafter", dtype)
    next_one = np.nextafter(as_array(self, dtype), as_array(other, dtype))
    return pointwise(wrap_result(next_one, dtype), self, other)


def _sign(a: Array) -> Any:
    """Return -1, 0 or 1; 0 for NaN, unlike numpy."""
    if a.dtype.kind == "b":
        return a.copy()
    if a.dtype.kind == "c":
        raise BadType("'aten.sign' is not defined on complex tensors; use sgn")
    return (a > 0).astype(a.dtype) - (a < 0).astype(a.dtype)


def _direction(a: Array) -> Any:
    """Return the sign; for a complex number the one of length 1 in its direction."""
    if a.dtype.kind != "c":
        return _sign(a)
    length = np.abs(a)
    return np.where(length == 0, a.dtype.type(0), a / length)


def _abs(self: Tensor) -> Tensor:
    """Return the magnitude; it is real for complex numbers."""
    dtype = self.array.dtype
    if dtype.kind == "b":
        raise BadType("'aten.abs' is not defined on bool tensors")
    result = np.abs(as_array(self, work_dtype(dtype)))
    return pointwise(wrap_result(result, real_dtype(dtype)), self)


_ABS = unary_op(Restricted("aten.abs", np.absolute, "bc"), _abs)


def _abs_in_place(self: Tensor) -> Tensor:
    if self.array.dtype.kind == "c":
        raise BadType("'aten.abs_' is not defined on complex tensors: lengths are real")
    return self.copy_(_ABS(self))


def _rounding(name: str, function: Any) -> Any:
    """Return a rounding operator; integers are unchanged."""

    def run(a: Array) -> Any:
        return a.copy() if is_integral(a.dtype) else function(a)

    return same(without_bool(f"aten.{name}", run))


def _round_scaled_up(a: Array, scale: Array) -> Any:
    return np.rint(a * scale) / scale


def _round_scaled_down(a: Array, scale: Array) -> Any:
    return np.rint(a / scale) * scale


def _round_decimals(self: Tensor, decimals: int) -> Tensor:
    check_floating("aten.round.decimals", self.array.dtype)
    rounding = _round_scaled_up if decimals >= 0 else _round_scaled_down
    return apply(rounding, self.array.dtype, self, 10.0 ** abs(decimals))


_limits = cast("Callable[[NumpyDtype], Any]", ml_dtypes.finfo)


def _nan_to_num(
    self: Tensor, nan: float | None, posinf: float | None, neginf: float | None
) -> Tensor:
    """Replace NaN and infinities, by default by 0 and the extremes of the type."""
    array = self.array
    if is_integral(array.dtype):
        return Tensor(array.copy())
    limits = _limits(real_dtype(array.dtype))
    high = float(limits.max) if posinf is None else posinf
    low = float(limits.min) if neginf is None else neginf
    finite = np.nan_to_num(as_array(self, work_dtype(array.dtype)), True, nan or 0.0, high, low)
    return pointwise(wrap_result(finite, array.dtype), self)


def _fraction(a: Array) -> Any:
    return a - np.trunc(a)


def _positive(self: Tensor) -> Tensor:
    if _is_bool(self):
        raise BadType("'aten.positive' is not defined on bool tensors")
    return self


_MUL = promote_operands(np.multiply, keeps_numbers=True)
_DIV = promote_to_real(np.true_divide, keeps_numbers=True)
_FLOOR_DIVIDE = promote_operands(
    without_bool("aten.floor_divide", _floor_quotient), keeps_numbers=True
)
_REMAINDER = promote_operands(without_bool("aten.remainder", _remainder_of))
_FMOD = promote_operands(without_bool("aten.fmod", _fmod_of))
_MAXIMUM, _MINIMUM, _FMAX, _FMIN = (
    promote_operands(on_reals(f"aten.{f.__name__}", f))
    for f in (np.maximum, np.minimum, np.fmax, np.fmin)
)
_CEIL, _FLOOR = _rounding("ceil", np.ceil), _rounding("floor", np.floor)
_SIGN, _TRUNC = same(_sign), _rounding("trunc", np.trunc)

ARITHMETIC: Table = {
    "aten.add.Tensor": _add,
    "aten.add.Scalar": _add,
    "aten.sub.Tensor": _sub,
    "aten.sub.Scalar": _sub,
    **by_name(
        _sub,
        "aten.rsub.Tensor",
        "aten.rsub.Scalar",
        self=SchemaArgument("other"),
        other=SchemaArgument("self"),
    ),
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
    "aten.atan2": promote_to_real(np.arctan2),
    "aten.hypot": promote_operands(on_floats("aten.hypot", np.hypot)),
    "aten.copysign.Tensor": promote_to_real(np.copysign),
    "aten.copysign.Scalar": promote_to_real(np.copysign),
    "aten.nextafter": binary_op(on_floats("aten.nextafter", np.nextafter), _next_after),
    "aten.ldexp.Tensor": _ldexp,
    "aten.gcd": promote_operands(_divisor_of),
    "aten.lcm": promote_operands(_multiple_of),
    "aten.maximum": _MAXIMUM,
    "aten.minimum": _MINIMUM,
    "aten.max.other": _MAXIMUM,
    "aten.min.other": _MINIMUM,
    "aten.fmax": _FMAX,
    "aten.fmin": _FMIN,
    "aten.addcmul": _multiply_add,
    "aten.addcdiv": _divide_add,
    "aten.lerp.Scalar": _lerp,
    "aten.lerp.Tensor": _lerp,
    "aten.clamp": _CLAMP,
    "aten.clamp.Tensor": _clamp,
    "aten.clip": _CLAMP,
    "aten.clip.Tensor": _clamp,
    "aten.clamp_min": _CLAMP_MIN,
    "aten.clamp_min.Tensor": _MAXIMUM,
    "aten.clamp_max": _CLAMP_MAX,
    "aten.clamp_max.Tensor": _MINIMUM,
    "aten.neg": same(without_bool("aten.neg", np.negative)),
    "aten.negative": same(without_bool("aten.neg", np.negative)),
    "aten.abs": _ABS,
    "aten.absolute": _ABS,
    "aten.abs_": _abs_in_place,
    "aten.sign": _SIGN,
    "aten.sgn": same(_direction),
    "aten.ceil": _CEIL,
    "aten.floor": _FLOOR,
    "aten.round": _rounding("round", np.rint),
    "aten.round.decimals": _round_decimals,
    "aten.trunc": _TRUNC,
    "aten.fix": _TRUNC,
    "aten.frac": same(on_floats("aten.frac", _fraction)),
    "aten.positive": _positive,
    "aten.nan_to_num": _nan_to_num,
}


# ---- with arguments that a program fixes


_SUMS = {
    "aten.add.Tensor": SUM,
    "aten.add.Scalar": SUM,
    "aten.sub.Tensor": DIFFERENCE,
    "aten.sub.Scalar": DIFFERENCE,
}


def _specialise_sum(
    name: str, _: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise a sum or difference without a factor."""
    _, other, alpha = arguments
    if type(alpha) is not int or alpha != 1 or isinstance(other, bool):
        return None
    if is_number(other):
        return bind_scalars(_SUMS[name], other)
    return _SUMS[name] if other is UNKNOWN and name.endswith(".Tensor") else None


_WRITING: dict[str, np.ufunc] = {
    "aten.add_.Tensor": np.add,
    "aten.sub_.Tensor": np.subtract,
    "aten.mul_.Tensor": np.multiply,
    "aten.div_.Tensor": np.true_divide,
}


def _specialise_writing(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise an operator that writes its result into its first operand. Arrays that own their
    memory do not overlap, so they need no further check."""
    _, other, *rest = arguments
    if other is not UNKNOWN or any(type(alpha) is not int or alpha != 1 for alpha in rest):
        return None
    write = _WRITING[name]

    def run(self: Tensor, other: Tensor) -> Tensor:
        array, second = self.array, other.array
        dtype = array.dtype
        plain = dtype is second.dtype and dtype in FAST_TYPES and array.flags.c_contiguous
        own = array is second or (array.base is None and second.base is None)
        if not (plain and (own or not np.may_share_memory(array, second))):
            return function(self, other, *rest)
        try:
            write(array, second, array)
        except ValueError:
            return function(self, other, *rest)
        return self

    return run


_WRITING_NUMBERS: dict[str, np.ufunc] = {
    "aten.add_.Scalar": np.add,
    "aten.sub_.Scalar": np.subtract,
    "aten.mul_.Scalar": np.multiply,
}


def _specialise_writing_of_number(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise an operator that combines its first operand in place with a number."""
    _, number, *rest = arguments
    if any(type(alpha) is not int or alpha != 1 for alpha in rest):
        return None
    if not isinstance(number, int | float | complex) or isinstance(number, bool):
        return None
    types = [dtype for dtype in (*FAST_TYPES, INT64) if keeps_dtype(dtype, type(number))]
    converted = {dtype: number_array(number, dtype) for dtype in types}
    write = _WRITING_NUMBERS[name]

    def run(self: Tensor) -> Tensor:
        array = self.array
        scalar = converted.get(array.dtype)
        if scalar is None or not array.flags.c_contiguous or not array.flags.writeable:
            return function(self, number, *rest)
        write(array, scalar, array)
        return self

    return run


SPECIALISED_ARITHMETIC: dict[str, Specialiser] = {
    **dict.fromkeys(_SUMS, _specialise_sum),
    **dict.fromkeys(_WRITING, _specialise_writing),
    **dict.fromkeys(_WRITING_NUMBERS, _specialise_writing_of_number),
}
