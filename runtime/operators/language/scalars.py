"""Operators on TorchScript's numbers.

An int is 64 bits wide and wraps; a float follows C: a division by zero and an overflow are answers.
Only whole divisions of ints by zero, and `divmod`, fail.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue, DivisionByZero
from xdsl_torchscript.runtime.operators.core import Implementation, Number, Table, same
from xdsl_torchscript.runtime.operators.pointwise import special

_LOW, _HIGH = -(2**63), 2**63
_SHIFTS = 63
"""Processors shift by so many places at most, and read no other bits of how many."""

_SAME = ("int", "float")
_MIXED = ("int_float", "float_int")


def _wrap(value: Any) -> Any:
    """An int as 64 bits hold it; any other number unchanged."""
    if not isinstance(value, int) or _LOW <= value < _HIGH:
        return value
    return (value - _LOW) % 2**64 + _LOW


def _wrapping(function: Callable[..., Any]) -> Implementation:
    def run(a: Number, b: Number) -> Any:
        return _wrap(function(a, b))

    return run


def _named(name: str, overloads: Iterable[str], function: Implementation) -> Table:
    return {f"{name}.{o}" if o else name: function for o in overloads}


def quotient(a: float, b: float) -> float:
    """The quotient of two numbers as floats; by zero an infinity, or NaN."""
    if b:
        return float(a) / float(b)
    return float(a) * math.copysign(math.inf, b)


def _floored(value: float) -> float:
    return value // 1.0 if math.isfinite(value) else value


def _floor_div(a: Any, b: Any) -> Any:
    if isinstance(a, float) or isinstance(b, float):
        return _floored(quotient(a, b))
    if b == 0:
        raise DivisionByZero("division by zero")
    return _wrap(a // b)


def _remainder(a: Any, b: Any) -> Any:
    """Of floats with the rounding of a sum in between, as PyTorch computes it."""
    if isinstance(a, float) or isinstance(b, float):
        return _fmod(_fmod(a, b) + b, b)
    if b == 0:
        raise DivisionByZero("division by zero")
    return a % b


def _divmod(a: float, b: float) -> tuple[float, float]:
    if b == 0:
        raise DivisionByZero("division by zero")
    rest = _fmod(a, b)
    if rest and (a < 0) != (b < 0):
        rest += b
    return (a - rest) / b, rest


def _int_divmod(a: int, b: int) -> tuple[int, int]:
    return _floor_div(a, b), _remainder(a, b)


def _mixed_divmod(a: float, b: float) -> tuple[float, float]:
    """PyTorch holds the float in 32 bits, and the quotient as an int."""
    if b == 0:
        raise DivisionByZero("division by zero")
    first, second = np.float32(a), np.float32(b)
    whole = float(_floor(float(first / second)))
    left, right = (float(first), b) if isinstance(a, float) else (a, float(second))
    return whole, left - whole * right


def _fmod(a: float, b: float) -> float:
    return float(np.fmod(float(a), float(b)))


def _nearest_rest(a: float, b: float) -> float:
    return math.nan if b == 0 or math.isinf(a) else math.remainder(a, b)


def _power(a: float, b: float) -> float:
    if a == 0 and b < 0:
        raise DivisionByZero("0.0 cannot be raised to a negative power")
    try:
        return math.pow(a, b)
    except (OverflowError, ValueError):
        return float(np.power(float(a), float(b)))


def _int_power(a: int, b: int) -> int:
    if b >= 0:
        return _wrap(pow(a, b, 2**64) if abs(a) > 1 else a**b)
    return (a if b % 2 else 1) if abs(a) == 1 else 0


def _real(function: Callable[..., Any]) -> Implementation:
    """A function of the C library: NaN and infinities are answers."""

    def run(*numbers: float) -> float:
        return float(function(*[np.float64(n) for n in numbers]))

    return run


def _in_single(function: Callable[..., Any]) -> Implementation:
    """PyTorch gives functions of a number whose type the program does not know in 32 bits."""

    def run(number: Number) -> Number:
        found = function(number)
        return float(np.float32(found)) if isinstance(found, float) else found

    return run


def _within(value: int) -> int:
    """OverflowError for what 64 bits do not hold."""
    if not _LOW <= value < _HIGH:
        raise OverflowError(f"{value} is no int of 64 bits")
    return value


def _floor(a: float) -> int:
    """PyTorch rounds an int to a float first; `ceil` does not."""
    return _within(math.floor(float(a)))


def _ceil(a: float) -> int:
    return _within(math.ceil(a))


def _round(a: float) -> float:
    return float(np.rint(a))


def _log_base(a: float, b: float) -> float:
    return float(np.log(np.float64(a)) / np.log(np.float64(b)))


def _ldexp(x: float, i: int) -> float:
    return float(np.ldexp(np.float64(x), i))


def _negative(a: Any) -> Any:
    return _wrap(-a)


def _magnitude(a: Any) -> Any:
    return _wrap(abs(a))


def _and(a: Any, b: Any) -> Any:
    return a & b


def _or(a: Any, b: Any) -> Any:
    return a | b


def _xor(a: Any, b: Any) -> Any:
    return a ^ b


def _shift_right(a: int, b: int) -> int:
    return a >> (b & _SHIFTS)


def _frexp(a: float) -> tuple[float, int]:
    return math.frexp(a)


def _factorial(a: int) -> int:
    """Above 65 it has 64 factors of two."""
    return _wrap(math.factorial(a)) if a < 66 else 0


def _modf(a: float) -> tuple[float, float]:
    return math.modf(a)


def _truncated_quotient(a: int, b: int) -> int:
    if b == 0:
        raise DivisionByZero("division by zero")
    quotient = abs(a) // abs(b)
    return _wrap(quotient if (a < 0) == (b < 0) else -quotient)


def _range_length(low: int, high: int, step: int) -> int:
    if step == 0:
        raise BadValue("range() needs a step other than 0")
    return len(range(low, high, step))


def _derive_index(index: int, start: int, step: int) -> int:
    return start + index * step


def _is(a: Any, b: Any) -> bool:
    return a is b


def _is_not(a: Any, b: Any) -> bool:
    return a is not b


def _shift_left(a: int, b: int) -> int:
    return _wrap(a << (b & _SHIFTS))


def _largest(a: Number, b: Number) -> Number:
    return _as_widest(a, b, a if a > b else b)  # pyright: ignore[reportOperatorIssue]


def _least(a: Number, b: Number) -> Number:
    return _as_widest(a, b, a if a < b else b)  # pyright: ignore[reportOperatorIssue]


def _as_widest(a: Number, b: Number, chosen: Number) -> Number:
    """An int chosen beside a float becomes one."""
    return float(chosen) if isinstance(a, float) or isinstance(b, float) else chosen  # pyright: ignore[reportArgumentType]


def _to_int(a: Any) -> int:
    return _within(int(a))


def _float_to_int(a: float) -> int:
    """What C makes of a float: the least int of those that 64 bits do not hold."""
    return int(a) if _LOW <= a < _HIGH else _LOW


_UNARY_REAL: dict[str, Callable[..., Any]] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh,
    "atan": np.arctan, "atanh": np.arctanh, "cos": np.cos, "cosh": np.cosh, "erf": special.erf,
    "erfc": special.erfc, "exp": np.exp, "expm1": np.expm1, "fabs": np.fabs,
    "gamma": special.gamma, "lgamma": special.log_gamma, "log": np.log, "log10": np.log10,
    "log1p": np.log1p, "sin": np.sin, "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan,
    "tanh": np.tanh, "degrees": np.degrees, "radians": np.radians,
}  # fmt: skip

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def _arithmetic() -> Table:
    table: Table = {}
    for name, function in (("add", operator.add), ("sub", operator.sub), ("mul", operator.mul)):
        table |= _named(f"aten.{name}", (*_SAME, *_MIXED, ""), _wrapping(function))
    table |= _named("aten.div", (*_SAME, ""), quotient)
    table |= _named("aten.floordiv", (*_SAME, *_MIXED, ""), _floor_div)
    table |= _named("aten.remainder", (*_SAME, *_MIXED, ""), _remainder)
    table |= _named("aten.divmod", _MIXED, _mixed_divmod)
    table |= {"aten.divmod.float": _divmod, "aten.divmod.int": _int_divmod}
    table |= _named("aten.fmod", (*_SAME, *_MIXED, ""), _fmod)
    table |= _named("aten.mathremainder", (*_SAME, *_MIXED, ""), _real(_nearest_rest))
    table |= _named("aten.pow", (*_SAME, *_MIXED, "Scalar_Scalar"), _power)
    table |= _named("aten.atan2", (*_SAME, *_MIXED, "Scalar_Scalar"), _real(np.arctan2))
    table |= _named("aten.copysign", (*_SAME, *_MIXED, ""), _real(np.copysign))
    table |= _named("aten.neg", _SAME, _negative)
    table["aten.neg.Scalar"] = _in_single(_negative)
    table |= _named("prim.abs", (*_SAME, "Scalar"), _magnitude)
    table |= _named("prim.max", (*_SAME, *_MIXED, ""), _largest)
    table |= _named("prim.min", (*_SAME, *_MIXED, ""), _least)
    return table


def _functions() -> Table:
    table: Table = {}
    for name, function in _UNARY_REAL.items():
        table |= _named(f"aten.{name}", _SAME, _real(function))
        table[f"aten.{name}.Scalar"] = _in_single(_real(function))
    log_pairs = ("int_int", "float_float", *_MIXED, "Scalar_Scalar")
    table |= _named("aten.log", log_pairs, _log_base)
    table |= _named("aten.floor", (*_SAME, "Scalar"), _floor)
    table |= _named("aten.ceil", (*_SAME, "Scalar"), _ceil)
    table |= _named("aten.round", _SAME, _round)
    table["aten.round.Scalar"] = _in_single(_round)
    return table


def _compared(function: Callable[[Any, Any], bool]) -> Implementation:
    """An int beside a float is rounded to one first, where Python compares exactly."""

    def run(a: Number, b: Number) -> bool:
        if isinstance(a, float) or isinstance(b, float):
            return function(a + 0.0, b + 0.0)
        return function(a, b)

    return run


def _comparisons() -> Table:
    table: Table = {}
    for name, function in _COMPARED.items():
        table |= _named(f"aten.{name}", _SAME, function)
        table |= _named(f"aten.{name}", (*_MIXED, ""), _compared(function))
    for name in ("eq", "ne"):
        table |= _named(f"aten.{name}", ("bool", "device"), _COMPARED[name])
    return table


SCALARS: Table = {
    **_arithmetic(),
    **_functions(),
    **_comparisons(),
    "prim.abs": same(np.abs),  # of a tensor
    "aten.pow.int_to_int": _int_power,
    "aten.__round_to_zero_floordiv.int": _truncated_quotient,
    "aten.frexp": _frexp,
    "aten.modf": _modf,
    "aten.ldexp": _ldexp,
    "aten.gcd.int": _wrapping(math.gcd),
    "aten.factorial.int": _factorial,
    "aten.isnan.float": math.isnan,
    "aten.isinf.float": math.isinf,
    "aten.isfinite.float": math.isfinite,
    "aten.__and__.bool": _and,
    "aten.__and__.int": _and,
    "aten.__or__.bool": _or,
    "aten.__or__.int": _or,
    "aten.__xor__.bool": _xor,
    "aten.__xor__.int": _xor,
    "aten.__lshift__.int": _shift_left,
    "aten.__rshift__.int": _shift_right,
    "aten.__not__": operator.not_,
    "aten.__is__": _is,
    "aten.__isnot__": _is_not,
    **_named("aten.Int", ("bool", "Scalar"), _to_int),
    "aten.Int.float": _float_to_int,
    **_named("aten.Float", ("int", "bool", "Scalar"), float),
    **_named("aten.Bool", ("int", "float"), bool),
    "aten.__range_length": _range_length,
    "aten.__derive_index": _derive_index,
}
