"""Operators on complex numbers, alone and beside ints and floats."""

from __future__ import annotations

import cmath
import operator
from collections.abc import Callable, Sequence
from typing import Any

from xdsl_torchscript.runtime.operators.core import Table

_EACH_WAY = ("complex", "complex_int", "complex_float", "int_complex", "float_complex")
_FLOATS = ("complex", "complex_float", "float_complex")
_KINDS = ("int", "float", "bool")


def _div(a: complex, b: complex) -> complex:
    return a / b


def _made(real: Any, imag: Any) -> complex:
    return complex(real, imag)


_BINARY: dict[str, tuple[Callable[..., Any], Sequence[str]]] = {
    "add": (operator.add, _EACH_WAY),
    "sub": (operator.sub, _EACH_WAY),
    "mul": (operator.mul, _EACH_WAY),
    "div": (_div, ("complex",)),
    "pow": (pow, _FLOATS),
    "eq": (operator.eq, _FLOATS),
    "ne": (operator.ne, _FLOATS),
}
_UNARY: dict[str, Callable[[complex], Any]] = {
    "exp": cmath.exp, "log": cmath.log, "log10": cmath.log10, "sqrt": cmath.sqrt,
    "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan, "asin": cmath.asin,
    "acos": cmath.acos, "atan": cmath.atan, "sinh": cmath.sinh, "cosh": cmath.cosh,
    "tanh": cmath.tanh, "asinh": cmath.asinh, "acosh": cmath.acosh, "atanh": cmath.atanh,
    "angle": cmath.phase, "neg": operator.neg,
}  # fmt: skip

COMPLEX_SCALARS: Table = {
    **{f"aten.{name}.{side}": run for name, (run, sides) in _BINARY.items() for side in sides},
    **{f"aten.{name}.complex": run for name, run in _UNARY.items()},
    "prim.abs.complex": abs,
    **{f"aten.Complex.{a}_{b}": _made for a in _KINDS for b in _KINDS},
    "aten.Complex.Scalar": complex,
    "aten.isnan.complex": cmath.isnan,
    "aten.isinf.complex": cmath.isinf,
    "aten.isfinite.complex": cmath.isfinite,
}
