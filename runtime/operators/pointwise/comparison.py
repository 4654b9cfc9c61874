"""Comparisons, tests, and selection by a condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    BOOL,
    UNCONVERTED,
    Implementation,
    Operand,
    Table,
    as_array,
    comparison,
    is_integral,
    on_reals,
    pointwise,
    predicate,
    tensor,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import in_order
from xdsl_torchscript.runtime.operators.pointwise.casts import element
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.specialiser import (
    UNKNOWN,
    Specialiser,
    is_number,
)
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

_EQ, _NE = comparison(np.equal), comparison(np.not_equal)
_LT, _LE, _GT, _GE = (
    comparison(on_reals(f"aten.{name}", function))
    for name, function in (
        ("lt", np.less),
        ("le", np.less_equal),
        ("gt", np.greater),
        ("ge", np.greater_equal),
    )
)


def _on_floats(function: Any, otherwise: bool) -> Any:
    """Return a test with a constant result for integers."""

    def run(a: Array) -> Any:
        return np.full(a.shape, otherwise) if is_integral(a.dtype) else function(a)

    return run


def _sign_bit(a: Array) -> Any:
    return a < 0 if is_integral(a.dtype) else np.signbit(a)


def _choice(value: Operand, dtype: NumpyDtype) -> Array:
    """Return the elements of a tensor, or a number, which must be in the range of the type; but in
    sixteen-bit floats it may become infinite."""
    if isinstance(value, Tensor) or dtype not in UNCONVERTED:
        return as_array(value, dtype)
    return element(value, dtype)


def _where(condition: Tensor, self: Operand, other: Operand) -> Tensor:
    if condition.array.dtype.kind not in "bu":
        raise BadType("the condition of 'aten.where' must be a bool tensor")
    dtype = common_dtype(self, other)
    chooses, one, two = condition.array, _choice(self, dtype), _choice(other, dtype)
    return wrap_result(np.where(chooses, one, two), dtype, chooses, one, two)


def _masked_fill(self: Tensor, mask: Tensor, value: Operand) -> Tensor:
    """Return the tensor with `value` where the mask is true, in the tensor's dtype."""
    if mask.array.dtype != BOOL:
        raise BadType("the mask of 'aten.masked_fill' must be a bool tensor")
    if isinstance(value, Tensor) and value.array.ndim:
        raise BadValue("the value of 'aten.masked_fill' must be a 0-d tensor")
    dtype = self.array.dtype
    return pointwise(tensor(np.where(mask.array, element(value, dtype), self.array)), self, mask)


def _heaviside(self: Tensor, values: Tensor) -> Tensor:
    if self.array.dtype != values.array.dtype or self.array.dtype.kind == "c":
        raise BadType("'aten.heaviside' needs real tensors of one dtype")
    a, at_zero = self.array, values.array
    stepped = np.where(a == 0, at_zero, (a > 0).astype(a.dtype))
    return pointwise(wrap_result(stepped, a.dtype), self, values)


def _allclose(self: Tensor, other: Tensor, rtol: float, atol: float, equal_nan: bool) -> bool:
    close = np.isclose(self.array, other.array, rtol=rtol, atol=atol, equal_nan=equal_nan)
    return bool(np.all(close))


def _equal(self: Tensor, other: Tensor) -> bool:
    return bool(np.array_equal(self.array, other.array))


def _is_nonzero(self: Tensor) -> bool:
    return bool(self.item())


def _both(names: tuple[str, ...], function: Any) -> Table:
    return {f"aten.{n}.{kind}": function for n in names for kind in ("Tensor", "Scalar")}


COMPARISON: Table = {
    **_both(("eq",), _EQ),
    **_both(("ne", "not_equal"), _NE),
    **_both(("lt", "less"), _LT),
    **_both(("le", "less_equal"), _LE),
    **_both(("gt", "greater"), _GT),
    **_both(("ge", "greater_equal"), _GE),
    "aten.isnan": predicate(_on_floats(np.isnan, False)),
    "aten.isinf": predicate(_on_floats(np.isinf, False)),
    # In one pass, not in the four of its decomposition.
    "aten.isfinite": predicate(_on_floats(np.isfinite, True)),
    "aten.isposinf": predicate(_on_floats(np.isposinf, False)),
    "aten.isneginf": predicate(_on_floats(np.isneginf, False)),
    "aten.signbit": predicate(_sign_bit),
    "aten.where.self": _where,
    "aten.where.ScalarSelf": _where,
    "aten.where.ScalarOther": _where,
    "aten.where.Scalar": _where,
    "aten.masked_fill.Scalar": _masked_fill,
    "aten.masked_fill.Tensor": _masked_fill,
    "aten.heaviside": _heaviside,
    "aten.allclose": _allclose,
    "aten.equal": _equal,
    "aten.is_nonzero": _is_nonzero,
}


# ---- with arguments that a program fixes


def _specialise_fill(
    _: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
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


SPECIALISED_COMPARISON: dict[str, Specialiser] = {"aten.masked_fill.Scalar": _specialise_fill}
