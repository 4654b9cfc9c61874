"""Tensors beside numbers and types that a program fixes, and results written in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.interpreter.codegen.specialised.arguments import (
    COMPUTED,
    UNKNOWN,
    Maker,
    are_known,
    general_on,
    is_number,
)
from xdsl_torchscript.runtime.operators.core import (
    BOOL,
    Implementation,
    bind_scalars,
    unary_op,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import in_order
from xdsl_torchscript.runtime.operators.pointwise.activation import GELU
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import DIFFERENCE, SUM
from xdsl_torchscript.runtime.operators.pointwise.casts import converted, dtype_from_code, element
from xdsl_torchscript.runtime.operators.pointwise.powers import float_power
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def with_scalars(
    _: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise an operator of one tensor and numbers."""
    numbers = arguments[1:]
    fixed = any(map(is_number, numbers)) and all(n is None or is_number(n) for n in numbers)
    return bind_scalars(function, *numbers) if fixed else None


_SUMS = {
    "aten.add.Tensor": SUM,
    "aten.add.Scalar": SUM,
    "aten.sub.Tensor": DIFFERENCE,
    "aten.sub.Scalar": DIFFERENCE,
}


def _sum(name: str, _: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """Specialise a sum or difference without a factor."""
    _, other, alpha = arguments
    if type(alpha) is not int or alpha != 1 or isinstance(other, bool):
        return None
    if is_number(other):
        return bind_scalars(_SUMS[name], other)
    return _SUMS[name] if other is UNKNOWN and name.endswith(".Tensor") else None


def _power(name: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    exponent = arguments[1]
    direct = float_power(exponent) if isinstance(exponent, int | float) else None
    if direct is None:
        return with_scalars(name, function, arguments)
    return unary_op(direct, general_on(function, arguments), floats_only=True)


def _gelu(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    return GELU.get(arguments[1])


def _filled(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """Specialise `masked_fill`: the number is converted once for each dtype."""
    _, mask, value = arguments
    if mask is not UNKNOWN or not is_number(value):
        return None
    known: dict[NumpyDtype, Array] = {}

    def run(self: Tensor, mask: Tensor) -> Tensor:
        array, chosen = self.array, mask.array
        dtype = array.dtype
        if chosen.dtype is not BOOL:
            return function(self, mask, value)
        if dtype not in known:
            known[dtype] = element(value, dtype)
        return wrap_result(in_order(np.where(chosen, known[dtype], array)), dtype)

    return run


def _converted(_: str, function: Implementation, arguments: Sequence[Any]) -> Implementation | None:
    """Specialise a conversion to a known dtype."""
    if not are_known(arguments):
        return None
    _, code, _, copy, memory_format = arguments
    if copy is not False or memory_format is not None:
        return None
    try:
        dtype = dtype_from_code(code)
    except (TypeError, ValueError):
        return None

    def run(self: Tensor) -> Tensor:
        return converted(self, dtype)

    return run


_WRITING: dict[str, np.ufunc] = {
    "aten.add_.Tensor": np.add,
    "aten.sub_.Tensor": np.subtract,
    "aten.mul_.Tensor": np.multiply,
    "aten.div_.Tensor": np.true_divide,
}


def _writing(
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
        plain = dtype is second.dtype and dtype in COMPUTED and array.flags.c_contiguous
        own = array is second or (array.base is None and second.base is None)
        if not (plain and (own or not np.may_share_memory(array, second))):
            return function(self, other, *rest)
        try:
            write(array, second, array)
        except ValueError:
            return function(self, other, *rest)
        return self

    return run


POINTWISE: dict[str, Maker] = {
    **dict.fromkeys(_SUMS, _sum),
    **dict.fromkeys(_WRITING, _writing),
    "aten.pow.Tensor_Scalar": _power,
    "aten.gelu": _gelu,
    "aten.masked_fill.Scalar": _filled,
    "aten.to.dtype": _converted,
}
