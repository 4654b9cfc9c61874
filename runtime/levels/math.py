"""The operations of math on scalars and vectors: numpy's functions, and scipy's erf.

Half types are computed in float32 and rounded once, as their lowering does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.dialects import math
from xdsl.interpreter import InterpreterFunctions

from xdsl_torchscript.dialects.extended.math import extended_math
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.levels.numbers import NumberFunction, as_unsigned, fma
from xdsl_torchscript.runtime.levels.table import elementwise, table_functions


def in_float(function: NumberFunction) -> NumberFunction:
    """Return a function of floats that computes half types in float32."""

    def run(*values: Any) -> Any:
        if values[0].dtype.itemsize > 2:
            return function(*values)
        return function(*(value.astype(np.float32) for value in values)).astype(values[0].dtype)

    return run


def _special(name: str) -> NumberFunction:
    def run(value: Any) -> Any:
        return lazy_import(f"scipy.special:{name}")(value)

    return run


def _round(value: Any) -> Any:
    """Round to the nearest integer, halves away from zero."""
    whole = np.trunc(value)
    away = (np.abs(value - whole) >= 0.5).astype(value.dtype)
    return np.copysign(np.abs(whole) + away, value)


def _reciprocal_root(value: Any) -> Any:
    return value.dtype.type(1) / np.sqrt(value)


def power(base: Any, exponent: Any) -> Any:
    """Raise floats to integers."""
    return np.power(base, exponent.astype(base.dtype))


def _integer_power(base: Any, exponent: Any) -> Any:
    """Raise integers; a negative exponent gives the quotient of 1, rounded toward zero."""
    whole = np.power(base, np.maximum(exponent, 0))
    inverse = np.where(base == 1, 1, np.where(base == -1, 1 - 2 * (exponent & 1), 0))
    return np.where(exponent < 0, inverse, whole).astype(base.dtype)[()]


def _bits(value: Any) -> int:
    return 8 * value.dtype.itemsize


def leading_zeros(value: Any) -> Any:
    bits = as_unsigned(value)
    for shift in (1, 2, 4, 8, 16, 32):
        bits = bits | (bits >> shift if shift < _bits(value) else bits)
    return (_bits(value) - np.bitwise_count(bits)).astype(value.dtype)


def trailing_zeros(value: Any) -> Any:
    bits = as_unsigned(value)
    return np.bitwise_count(~bits & (bits - bits.dtype.type(1))).astype(value.dtype)


def count_ones(value: Any) -> Any:
    return np.bitwise_count(as_unsigned(value)).astype(value.dtype)


FLOAT: dict[str, NumberFunction] = {
    name: in_float(function)
    for name, function in {
        "absf": np.abs,
        "acos": np.arccos,
        "acosh": np.arccosh,
        "asin": np.arcsin,
        "asinh": np.arcsinh,
        "atan": np.arctan,
        "atan2": np.arctan2,
        "atanh": np.arctanh,
        "cbrt": np.cbrt,
        "ceil": np.ceil,
        "copysign": np.copysign,
        "cos": np.cos,
        "cosh": np.cosh,
        "erf": _special("erf"),
        "erfc": _special("erfc"),
        "exp": np.exp,
        "exp2": np.exp2,
        "expm1": np.expm1,
        "floor": np.floor,
        "fma": fma,
        "log": np.log,
        "log10": np.log10,
        "log1p": np.log1p,
        "log2": np.log2,
        "powf": np.power,
        "round": _round,
        "roundeven": np.rint,
        "rsqrt": _reciprocal_root,
        "sin": np.sin,
        "sinh": np.sinh,
        "sqrt": np.sqrt,
        "tan": np.tan,
        "tanh": np.tanh,
        "trunc": np.trunc,
    }.items()
}

FUNCTIONS: dict[str, NumberFunction] = {
    **FLOAT,
    "absi": np.abs,
    "ctlz": leading_zeros,
    "cttz": trailing_zeros,
    "ctpop": count_ones,
    "fpowi": power,
    "ipowi": _integer_power,
}


def math_functions() -> InterpreterFunctions:
    rules = {f"math.{name}": elementwise(function) for name, function in FUNCTIONS.items()}
    return table_functions(rules, math.Math, extended_math())
