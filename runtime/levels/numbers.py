"""Arithmetic on numpy scalars and vectors, as arith and the llvm dialect define it.

Integers are signless: they are stored signed, and viewed as unsigned where an operation requires
it. An `i1` is a bool that counts as -1 or 1 in arithmetic. Both give the same low bit of a result.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import numpy as np

from xdsl_torchscript.runtime.levels.elements import dtype_of
from xdsl_torchscript.runtime.levels.table import LevelRule
from xdsl_torchscript.runtime.tensor import NumpyDtype

NumberFunction = Callable[..., Any]


def as_signed(value: Any) -> Any:
    return -value.astype(np.int8) if value.dtype.kind == "b" else value


def as_unsigned(value: Any) -> Any:
    if value.dtype.kind == "b":
        return value.astype(np.uint8)
    return value.view(f"u{value.dtype.itemsize}")


def narrow(value: Any, dtype: NumpyDtype) -> Any:
    """Return the low bits of integers."""
    return (value & 1).astype(dtype) if dtype.kind == "b" else value.astype(dtype)


def on_signed(function: NumberFunction) -> NumberFunction:
    """Return a function of signless integers that computes on signed ones."""
    return lambda *values: narrow(function(*map(as_signed, values)), values[0].dtype)


def on_unsigned(function: NumberFunction) -> NumberFunction:
    """Return a function of signless integers that computes on unsigned ones."""
    return lambda *values: narrow(function(*map(as_unsigned, values)), values[0].dtype)


def _check_divisor(divisor: Any) -> None:
    if not np.all(divisor):
        raise ZeroDivisionError("division by zero")


def floor_divide(a: Any, b: Any) -> Any:
    _check_divisor(b)
    return a // b


def ceil_divide(a: Any, b: Any) -> Any:
    quotient = floor_divide(a, b)
    return quotient + (quotient * b != a)


def divide(a: Any, b: Any) -> Any:
    """Round the quotient of integers toward zero."""
    quotient = floor_divide(a, b)
    return quotient + ((quotient * b != a) & ((a < 0) != (b < 0)))


def remainder(a: Any, b: Any) -> Any:
    """Return the remainder of `divide`, which has the sign of `a`; of floats, too."""
    if a.dtype.kind in "iu":
        _check_divisor(b)
    return np.fmod(a, b)


def check_shift(function: NumberFunction) -> NumberFunction:
    """Return a shift that refuses distances of the width and more, whose result is undefined."""

    def shift(a: Any, b: Any) -> Any:
        if not np.all(as_unsigned(b) < 8 * a.dtype.itemsize):
            raise ValueError(f"a shift by {b} of an integer of {8 * a.dtype.itemsize} bits")
        return function(a, b)

    return shift


INTEGER_BINARY: dict[str, NumberFunction] = {
    "add": on_signed(np.add),
    "sub": on_signed(np.subtract),
    "mul": on_signed(np.multiply),
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "shl": check_shift(on_signed(np.left_shift)),
    "shrs": check_shift(on_signed(np.right_shift)),
    "shru": check_shift(on_unsigned(np.right_shift)),
    "divs": on_signed(divide),
    "divu": on_unsigned(floor_divide),
    "rems": on_signed(remainder),
    "remu": on_unsigned(remainder),
    "floordivs": on_signed(floor_divide),
    "ceildivs": on_signed(ceil_divide),
    "ceildivu": on_unsigned(ceil_divide),
    "mins": on_signed(np.minimum),
    "maxs": on_signed(np.maximum),
    "minu": on_unsigned(np.minimum),
    "maxu": on_unsigned(np.maximum),
}


def _where(condition: Any, a: Any, b: Any) -> Any:
    return cast(Any, np.where)(condition, a, b)[()]


def maximum(a: Any, b: Any) -> Any:
    """Return the larger operand: NaN if either is NaN, and 0.0 of 0.0 and -0.0."""
    zeros = _where(np.signbit(a), b, a)
    return _where(a == b, zeros, np.maximum(a, b))


def minimum(a: Any, b: Any) -> Any:
    """Return the smaller operand: NaN if either is NaN, and -0.0 of 0.0 and -0.0."""
    zeros = _where(np.signbit(a), a, b)
    return _where(a == b, zeros, np.minimum(a, b))


FLOAT_BINARY: dict[str, NumberFunction] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "rem": remainder,
    "maximum": maximum,
    "minimum": minimum,
    "maxnum": np.fmax,
    "minnum": np.fmin,
}


def _compare(view: NumberFunction, function: NumberFunction) -> NumberFunction:
    def compare(a: Any, b: Any) -> Any:
        return function(view(a), view(b))

    return compare


def _not(function: NumberFunction) -> NumberFunction:
    def negated(a: Any, b: Any) -> Any:
        return np.logical_not(function(a, b))

    return negated


def is_ordered(a: Any, b: Any) -> Any:
    """Return whether neither is NaN."""
    return np.equal(a, a) & np.equal(b, b)


def unequal(a: Any, b: Any) -> Any:
    """Return whether the operands differ and neither is NaN."""
    return np.less(a, b) | np.greater(a, b)


def never(a: Any, b: Any) -> Any:
    return np.less(a, a)


_ORDERS: tuple[NumberFunction, ...] = (np.less, np.less_equal, np.greater, np.greater_equal)

INTEGER_PREDICATES: tuple[NumberFunction, ...] = (
    np.equal,
    np.not_equal,
    *(_compare(as_signed, function) for function in _ORDERS),
    *(_compare(as_unsigned, function) for function in _ORDERS),
)
"""eq ne slt sle sgt sge ult ule ugt uge, as arith and the llvm dialect number them."""

FLOAT_PREDICATES: tuple[NumberFunction, ...] = (
    never,
    np.equal,
    np.greater,
    np.greater_equal,
    np.less,
    np.less_equal,
    unequal,
    is_ordered,
    _not(unequal),
    _not(np.less_equal),
    _not(np.less),
    _not(np.greater_equal),
    _not(np.greater),
    np.not_equal,
    _not(is_ordered),
    _not(never),
)
"""false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true; comparisons of numpy are
false for NaN, but for `!=`."""


def select(condition: Any, a: Any, b: Any) -> Any:
    """Select by one bool, or lane by lane."""
    if condition.ndim == 0:
        return a if condition else b
    return _where(condition, a, b)


def to_integer(value: Any, dtype: NumpyDtype) -> Any:
    """Convert floats to integers, rounding toward zero. Beyond the range of 32 or 64 bits, the
    machine decides, as in kernels; beyond that of shorter integers, the result is undefined."""
    return narrow(value.astype(np.int64 if dtype.itemsize > 4 else np.int32), dtype)


def to_unsigned_integer(value: Any, dtype: NumpyDtype) -> Any:
    return narrow(value.astype(np.uint64), dtype)


_CASTS: dict[str, Callable[[Any, NumpyDtype], Any]] = {
    "exts": lambda value, dtype: as_signed(value).astype(dtype),
    "extu": lambda value, dtype: as_unsigned(value).astype(dtype),
    "trunc": lambda value, dtype: narrow(as_signed(value), dtype),
    "float": lambda value, dtype: value.astype(dtype),
    "sitofp": lambda value, dtype: as_signed(value).astype(dtype),
    "uitofp": lambda value, dtype: as_unsigned(value).astype(dtype),
    "fptosi": to_integer,
    "fptoui": to_unsigned_integer,
    "bitcast": lambda value, dtype: value.view(dtype),
}


def cast_rule(kind: str) -> LevelRule:
    """Return the rule of a conversion to the type of the result."""
    convert = _CASTS[kind]
    return lambda op, values: (convert(values[0], dtype_of(op.results[0].type)),)


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return `a * b + c`, rounded once."""
    if a.dtype != np.float64:
        product = a.astype(np.float64) * b.astype(np.float64)  # exact
        return (product + c.astype(np.float64)).astype(a.dtype)
    if a.ndim == 0:
        return np.float64(_fma(float(a), float(b), float(c)))
    lanes = zip(a.tolist(), b.tolist(), c.tolist(), strict=True)
    return np.array([_fma(*lane) for lane in lanes])


def _fma(a: float, b: float, c: float) -> float:
    rounded = float(np.float64(a) * np.float64(b) + np.float64(c))
    if not np.isfinite(rounded):
        return rounded
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    return float(exact) if exact else rounded
