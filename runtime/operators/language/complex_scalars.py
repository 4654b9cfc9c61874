"""Operators on complex numbers, alone and with ints and floats."""

from __future__ import annotations

import cmath
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.operators.language.scalars import NUMBERS
from xdsl_torchscript.runtime.operators.pointwise.casts import implicit_number
from xdsl_torchscript.runtime.tensor import Tensor

_EACH_WAY = ("complex", "complex_int", "complex_float", "int_complex", "float_complex")
_FLOATS = ("complex", "complex_float", "float_complex")
_KINDS = ("int", "float", "bool")
_REALS = ("int", "float", "int_float", "float_int", "Scalar_Scalar")


def _div(a: complex, b: complex) -> complex:
    """Divide; by zero, the parts are infinities or NaN."""
    if b and isinstance(b, complex):
        return a / b
    return complex(NUMBERS.div(a.real, b.real), NUMBERS.div(a.imag, b.real))


def _direction(a: float) -> float:
    """Return the angle of a real number, NaN and negative zero included."""
    return math.pi if math.copysign(1.0, a) < 0 else 0.0


def _direction_in_single(value: Any) -> float:
    """Return the angle in 32 bits, as PyTorch for a number of unknown type."""
    return float(np.float32(cmath.phase(value)))


def _polar(length: float, angle: float) -> complex:
    return complex(length * float(np.cos(angle)), length * float(np.sin(angle)))


def _complex(real: Any, imag: Any) -> complex:
    return complex(real, imag)


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, Tensor) else value


def _complex_of_tensors(real: Any, imag: Any) -> complex:
    """Return a complex number. Raises BadValue for a tensor of several elements."""
    return complex(_number(real), _number(imag))


def _implicit(self: Tensor) -> complex:
    return complex(implicit_number(self))


def _log_to_base(value: complex, base: complex) -> complex:
    return _div(_log(value), _log(base))


def _product(a: complex, b: complex) -> complex:
    """Multiply; a real factor multiplies part by part."""
    if isinstance(a, complex) and isinstance(b, complex):
        return a * b
    factor, parts = (b.real, a) if isinstance(a, complex) else (a.real, b)
    return complex(parts.real * factor, parts.imag * factor)


def _power(a: complex, b: complex) -> complex:
    return complex(np.power(np.complex128(a), np.complex128(b)))


def _of_c(function: Callable[..., Any]) -> Callable[[complex], complex]:
    """Return a function of the C library: infinities and NaN are results."""

    def run(a: complex) -> complex:
        return complex(function(np.complex128(a)))

    return run


_complex_log = _of_c(np.log)


def _log(value: complex) -> complex:
    """Return the logarithm; it is real for a real number, NaN below zero."""
    return _complex_log(value) if isinstance(value, complex) else float(np.log(np.float64(value)))


_BINARY: dict[str, tuple[Callable[..., Any], Sequence[str]]] = {
    "add": (operator.add, _EACH_WAY),
    "sub": (operator.sub, _EACH_WAY),
    "mul": (_product, _EACH_WAY),
    "div": (_div, ("complex",)),
    "pow": (_power, _FLOATS),
    "eq": (operator.eq, _FLOATS),
    "ne": (operator.ne, _FLOATS),
}
_UNARY: dict[str, Callable[[complex], Any]] = {
    **{name: _of_c(function) for name, function in (
        ("exp", np.exp), ("log", np.log), ("log10", np.log10), ("sqrt", np.sqrt),
        ("sin", np.sin), ("cos", np.cos), ("tan", np.tan), ("asin", np.arcsin),
        ("acos", np.arccos), ("atan", np.arctan), ("sinh", np.sinh), ("cosh", np.cosh),
        ("tanh", np.tanh), ("asinh", np.arcsinh), ("acosh", np.arccosh), ("atanh", np.arctanh),
    )},
    "angle": cmath.phase, "neg": operator.neg,
}  # fmt: skip

COMPLEX_SCALARS: Table = {
    **{f"aten.{name}.{side}": run for name, (run, sides) in _BINARY.items() for side in sides},
    **{f"aten.{name}.complex": run for name, run in _UNARY.items()},
    "prim.abs.complex": abs,
    **{f"aten.Complex.{a}_{b}": _complex for a in _KINDS for b in _KINDS},
    "aten.Complex.Scalar": complex,
    **{f"aten.Complex.Tensor_{kind}": _complex_of_tensors for kind in ("Tensor", *_KINDS)},
    **{f"aten.Complex.{kind}_Tensor": _complex_of_tensors for kind in _KINDS},
    "aten.ComplexImplicit": _implicit,
    **{f"aten.log.{sides}": _log_to_base for sides in ("complex_complex", *_EACH_WAY[1:])},
    **{f"aten.angle.{kind}": _direction for kind in ("int", "float")},
    "aten.angle.Scalar": _direction_in_single,
    **{f"aten.polar.{kinds}": _polar for kinds in _REALS},
    "aten.isnan.complex": cmath.isnan,
    "aten.isinf.complex": cmath.isinf,
    "aten.isfinite.complex": cmath.isfinite,
}
