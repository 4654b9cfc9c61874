"""Logical operators, and operators on the bits of integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import (
    Implementation,
    Operand,
    Table,
    apply,
    is_integral,
    pointwise,
    predicate,
    same,
    tensor,
    without_bool,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _logical(function: Any) -> Implementation:
    """Test the operands separately: no promotion, and NaN is true."""

    def run(self: Tensor, other: Tensor) -> Tensor:
        return pointwise(tensor(function(self.array != 0, other.array != 0)), self, other)

    return run


def _shift_left(a: Array, b: Array) -> Any:
    """Shift left; a distance outside the width gives 0."""
    outside = (b < 0) | (b >= 8 * a.dtype.itemsize)
    return np.where(outside, 0, np.left_shift(a, np.where(outside, 0, b))).astype(a.dtype)


def _shift_right(a: Array, b: Array) -> Any:
    """Shift right with the sign; a distance outside the width leaves only the sign."""
    width = 8 * a.dtype.itemsize
    outside = (b < 0) | (b >= width)
    most = width if a.dtype.kind == "u" else width - 1
    return np.right_shift(a, np.where(outside, most, b).astype(a.dtype))


def _bits(a: Array) -> Any:
    if not is_integral(a.dtype):
        raise BadType(f"'aten.bitwise_not' is not defined on {a.dtype} tensors")
    return np.invert(a)


def _overloads(name: str, function: Any, dunder: str) -> Table:
    """Return `bitwise_and.Tensor`, `.Scalar`, `.Scalar_Tensor`, and the operator of the
    language."""

    def run(self: Operand, other: Operand) -> Tensor:
        dtype = common_dtype(self, other)
        if not is_integral(dtype):
            raise BadType(f"'aten.{name}' is not defined on {dtype} tensors")
        return apply(function, dtype, self, other)

    named = {f"aten.{name}.{o}": run for o in ("Tensor", "Scalar", "Scalar_Tensor")}
    shift = {f"aten.{name}.Tensor_Scalar": run} if "shift" in name else {}
    return named | shift | {f"aten.{dunder}.{o}": run for o in ("Tensor", "Scalar")}


_BITWISE: Table = {
    **_overloads("bitwise_and", np.bitwise_and, "__and__"),
    **_overloads("bitwise_or", np.bitwise_or, "__or__"),
    **_overloads("bitwise_xor", np.bitwise_xor, "__xor__"),
    **_overloads(
        "bitwise_left_shift", without_bool("aten.bitwise_left_shift", _shift_left), "__lshift__"
    ),
    **_overloads(
        "bitwise_right_shift", without_bool("aten.bitwise_right_shift", _shift_right), "__rshift__"
    ),
}
_UNKNOWN = ("aten.bitwise_left_shift.Scalar", "aten.bitwise_right_shift.Scalar")

LOGICAL: Table = {
    **{name: run for name, run in _BITWISE.items() if name not in _UNKNOWN},
    "aten.logical_and": _logical(np.logical_and),
    "aten.logical_or": _logical(np.logical_or),
    "aten.logical_xor": _logical(np.logical_xor),
    "aten.logical_not": predicate(lambda a: a == 0),
    "aten.bitwise_not": same(_bits),
}
