"""Operators on TorchScript's numbers: `scalar_semantics` over Python numbers and numpy's functions,
and operators that only the interpreter implements.

Ints are 64 bits wide and wrap. Floats follow C: division by zero and overflow have results. Only
integer division of ints by zero, and `divmod`, fail.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.numerals import parse_float, parse_int
from xdsl_torchscript.dialects.scalar_evaluation import (
    EXACT,
    PythonNumbers,
    python_functions,
    wrap,
)
from xdsl_torchscript.dialects.scalar_semantics import LIBRARY, by_overload
from xdsl_torchscript.runtime.operators.core import Implementation, Number, Table, same
from xdsl_torchscript.runtime.operators.pointwise import special

_SAME = ("int", "float")
_MIXED = ("int_float", "float_int")


def _real(function: Callable[..., Any]) -> Implementation:
    """Return a function of the C library: NaN and infinities are results."""

    def run(*numbers: float) -> float:
        return float(function(*[np.float64(n) for n in numbers]))

    return run


_LIBRARY: dict[str, Implementation] = {
    name: _real(function)
    for name, function in {
        "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh,
        "atan": np.arctan, "atan2": np.arctan2, "atanh": np.arctanh, "cos": np.cos,
        "cosh": np.cosh, "erf": special.erf, "exp": np.exp, "expm1": np.expm1, "log": np.log,
        "log10": np.log10, "log1p": np.log1p, "sin": np.sin, "sinh": np.sinh, "sqrt": np.sqrt,
        "tan": np.tan, "tanh": np.tanh,
    }.items()
}  # fmt: skip
NUMBERS = PythonNumbers({**EXACT, **_LIBRARY})
"""Evaluates with Python numbers and numpy's functions."""

_LIBRARY_ONLY: dict[str, Callable[..., Any]] = {
    "erfc": special.erfc, "fabs": np.fabs, "gamma": special.gamma, "lgamma": special.log_gamma,
    "degrees": np.degrees, "radians": np.radians,
}  # fmt: skip
_OPERATORS = python_functions(NUMBERS) | {
    f"aten.{name}.{kind}": _real(function)
    for name, function in _LIBRARY_ONLY.items()
    for kind in _SAME
}
_floordiv, _remainder = _OPERATORS["aten.floordiv.int"], _OPERATORS["aten.remainder.int"]
_int_floor = _OPERATORS["aten.floor.int"]


def _divmod(a: float, b: float) -> tuple[float, float]:
    NUMBERS.divisor(b)
    rest = NUMBERS.float_remainder(a, b)
    if rest and (a < 0) != (b < 0):
        rest += b
    return (a - rest) / b, rest


def _int_divmod(a: int, b: int) -> tuple[int, int]:
    return _floordiv(a, b), _remainder(a, b)


def _mixed_divmod(a: float, b: float) -> tuple[float, float]:
    """Divide; PyTorch holds the float in 32 bits, and the quotient as an int."""
    NUMBERS.divisor(b)
    first, second = np.float32(a), np.float32(b)
    whole = float(_int_floor(first / second))
    left, right = (float(first), b) if isinstance(a, float) else (a, float(second))
    return whole, left - whole * right


def _nearest_remainder(a: float, b: float) -> float:
    return math.nan if b == 0 or math.isinf(a) else math.remainder(a, b)


def _in_32_bits(name: str) -> Implementation:
    """Return a function rounded to 32 bits, as PyTorch's for numbers of unknown type."""
    function = _OPERATORS[f"{name}.float"]

    def run(number: Number) -> Number:
        found = function(number)
        if isinstance(found, int):
            return wrap(found << 32) >> 32
        return float(np.float32(found)) if isinstance(found, float) else found

    return run


def _ldexp(x: float, i: int) -> float:
    return float(np.ldexp(np.float64(x), i))


def _frexp(a: float) -> tuple[float, int]:
    return math.frexp(a)


def _factorial(a: int) -> int:
    """Return the factorial; above 65 it has 64 factors of two."""
    return wrap(math.factorial(a)) if a < 66 else 0


def _modf(a: float) -> tuple[float, float]:
    return math.modf(a)


def _gcd(a: int, b: int) -> int:
    return wrap(math.gcd(a, b))


def _is(a: Any, b: Any) -> bool:
    return a is b


def _is_not(a: Any, b: Any) -> bool:
    return a is not b


_IN_32_BITS = (
    *(f"aten.{name}" for name in (*LIBRARY, *_LIBRARY_ONLY, "neg", "floor", "ceil", "round")),
    "prim.abs",
)

SCALARS: Table = {
    **_OPERATORS,
    **{f"{name}.Scalar": _in_32_bits(name) for name in _IN_32_BITS},
    **by_overload("aten.divmod", _MIXED, _mixed_divmod),
    "aten.divmod.float": _divmod,
    "aten.divmod.int": _int_divmod,
    **by_overload("aten.mathremainder", (*_SAME, *_MIXED, ""), _real(_nearest_remainder)),
    "prim.abs": same(np.abs),  # of a tensor
    "aten.frexp": _frexp,
    "aten.modf": _modf,
    "aten.ldexp": _ldexp,
    "aten.gcd.int": _gcd,
    "aten.factorial.int": _factorial,
    "aten.Int.str": parse_int,
    "aten.Float.str": parse_float,
    "aten.eq.device": operator.eq,
    "aten.ne.device": operator.ne,
    "aten.__is__": _is,
    "aten.__isnot__": _is_not,
}
