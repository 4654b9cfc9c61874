"""Powers of tensors. Small integer powers are products, as in PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    BFLOAT16,
    Implementation,
    Number,
    Operand,
    Table,
    Unary,
    apply,
    is_integral,
    of_elements,
    on_reals,
    unary_op,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.specialiser import (
    Specialiser,
    general_on,
    with_scalars,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _power_of(a: Array, b: Array) -> Any:
    if is_integral(a.dtype):
        # The wrapping power of integers; a negative exponent gives 0 except for 1 and -1.
        positive = np.power(a, np.where(b < 0, 0, b).astype(a.dtype))
        sign = np.where(b % 2 == 0, 1, a)
        inverse = np.where(np.abs(a) == 1, sign, 0).astype(a.dtype)
        return np.where(b < 0, inverse, positive)
    if a.dtype.kind != "c":
        return np.power(a, b)
    # As in C: for 0 and non-finite numbers through their logarithm.
    plain = np.isfinite(a) & np.isfinite(b) & (a != 0)
    return np.where(plain, np.power(a, b), np.exp(b * np.log(a)))


def _pow(self: Operand, exponent: Operand) -> Tensor:
    dtype = common_dtype(self, exponent)
    if dtype.kind == "b":
        raise BadType("'aten.pow' is not defined on bool tensors")
    return of_elements(_power_of, dtype, self, exponent)


def _cube(a: Array) -> Any:
    """Multiply in the memory of the square: new memory costs more than the multiplication."""
    square = np.asarray(np.square(a))
    return np.multiply(square, a, out=square)


def _inverse(a: Array) -> Any:
    return 1 / a


def _inverse_square(a: Array) -> Any:
    square = np.asarray(np.square(a))
    return np.divide(1, square, out=square)


def _inverse_root(a: Array) -> Any:
    root = np.asarray(np.sqrt(a))
    return np.divide(1, root, out=root)


POWERS: dict[Number, Unary] = {
    0: np.ones_like,
    0.5: np.sqrt,
    1: np.copy,
    2: np.square,
    3: _cube,
    -1: _inverse,
    -2: _inverse_square,
    -0.5: _inverse_root,
}
"""Exponents for which PyTorch uses a faster and more accurate function."""

_ROOTS = (0.5, -0.5)
"""Exponents by which float16 has a general power in PyTorch: of -0.0 and -inf it is no root."""

_EXACT = 256
"""All float types, bfloat16 included, represent integers up to this one exactly."""


def _repeated_squaring(exponent: int, a: Array) -> Any:
    """Multiply integers, wrapping; the exponent is not negative."""
    result = np.ones_like(a)
    while exponent:
        if exponent & 1:
            result = np.multiply(result, a)
        exponent >>= 1
        if exponent:
            a = np.square(a)
    return result


def _even(exponent: int, a: Array) -> Any:
    """Raise the magnitude: of negative bases numpy's power is some thirty times slower."""
    magnitude = np.asarray(np.abs(a))
    return np.power(magnitude, exponent, out=magnitude)


def _odd(exponent: int, a: Array) -> Any:
    power = _even(exponent, a)
    return np.copysign(power, a, out=power)


def _general_power(exponent: Number, a: Array) -> Any:
    """Raise to many exponents: for a single one numpy takes the root, too."""
    return np.power(a, np.full_like(a, exponent))


def float_power(exponent: Number) -> Unary | None:
    """Return the function for an exponent that needs no general power of floats."""
    found = POWERS.get(exponent)
    if found is not None or isinstance(exponent, complex) or not abs(exponent) <= _EXACT:
        return found
    whole = int(exponent)
    if whole != exponent:
        return None
    return on_reals("aten.pow", partial(_odd if whole % 2 else _even, whole))


def _pow_scalar(self: Tensor, exponent: Number) -> Tensor:
    dtype = common_dtype(self, exponent)
    if is_integral(dtype) and isinstance(exponent, int) and exponent < 0:
        raise BadValue("integers cannot be raised to negative integer powers")
    if dtype == np.float16 and exponent in _ROOTS:
        return apply(partial(_general_power, exponent), dtype, self)
    direct = POWERS.get(exponent)
    if direct is None and (dtype.kind == "f" or dtype is BFLOAT16):
        direct = float_power(exponent)
    if direct is None and dtype.kind in "iu":
        whole = int(exponent.real)
        if whole > np.iinfo(dtype).max:
            raise BadValue(f"the exponent {whole} does not fit {dtype}")
        direct = partial(_repeated_squaring, whole)
    return _pow(self, exponent) if direct is None else apply(direct, dtype, self)


POWER: Table = {
    "aten.pow.Tensor_Tensor": _pow,
    "aten.pow.Tensor_Scalar": _pow_scalar,
    "aten.pow.Scalar": _pow,
}


# ---- with arguments that a program fixes


def _specialise_power(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    exponent = arguments[1]
    direct = float_power(exponent) if isinstance(exponent, int | float) else None
    if direct is None:
        return with_scalars(name, function, arguments)
    return unary_op(direct, general_on(function, arguments), floats_only=True)


SPECIALISED_POWER: dict[str, Specialiser] = {"aten.pow.Tensor_Scalar": _specialise_power}
