"""Products of matrices. Operands have one dtype; nothing is promoted."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    BOOL,
    UNCONVERTED,
    Implementation,
    Number,
    Table,
    as_array,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import in_order
from xdsl_torchscript.runtime.operators.preconditions import check_same_dtype
from xdsl_torchscript.runtime.tensor import Array, Tensor

_MULTIPLIED = UNCONVERTED - {BOOL}


def _product(name: str, left: Array, right: Array) -> Array:
    """Multiply matrices in order; numpy computes `dot` of two matrices faster."""
    if left.dtype is not right.dtype or left.dtype not in _MULTIPLIED:
        return _check(name, left, right)
    try:
        found = left.dot(right) if left.ndim == right.ndim == 2 else np.matmul(left, right)
    except ValueError:
        return _check(name, left, right)
    return in_order(found)


def _check(name: str, left: Array, right: Array) -> Array:
    dtype = left.dtype
    check_same_dtype(f"'aten.{name}'", dtype, right.dtype)
    if dtype.kind == "b":
        raise BadType(f"'aten.{name}' is not defined on bool tensors")
    columns, rows = left.shape[-1:], right.shape[-2:][:1]
    if not columns or not rows:
        raise BadValue(f"'aten.{name}' needs at least 1 dimension on both sides")
    if columns != rows:
        raise BadValue(f"'aten.{name}' of shapes {list(left.shape)} and {list(right.shape)}")
    work = work_dtype(dtype)
    if work is not dtype:
        left, right = left.astype(work), right.astype(work)
    return in_order(np.matmul(left, right))


def _of_ranks(name: str, left: int, right: int) -> Implementation:
    """Return a product of operands of exactly these ranks."""

    def run(self: Tensor, other: Tensor) -> Tensor:
        a, b = self.array, other.array
        if a.ndim != left or b.ndim != right:
            raise BadValue(f"'aten.{name}' of shapes {list(a.shape)} and {list(b.shape)}")
        if left == 3 and a.shape[0] != b.shape[0]:
            raise BadValue(f"'aten.{name}' of {a.shape[0]} and {b.shape[0]} matrices")
        return wrap_result(_product(name, a, b), a.dtype)

    return run


def matmul(self: Tensor, other: Tensor) -> Tensor:
    return wrap_result(_product("matmul", self.array, other.array), self.array.dtype)


def _addmm(self: Tensor, mat1: Tensor, mat2: Tensor, beta: Number, alpha: Number) -> Tensor:
    dtype = self.array.dtype
    product = _product("addmm", mat1.array, mat2.array)
    scaled = product if alpha == 1 else product * product.dtype.type(alpha)
    if beta == 0:
        return wrap_result(scaled, dtype)
    added = as_array(self, product.dtype)
    return wrap_result(scaled + (added if beta == 1 else added * product.dtype.type(beta)), dtype)


def _linear(input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    product = _product("linear", input.array, weight.array.T)
    return wrap_result(product if bias is None else product + bias.array, input.array.dtype)


MATRICES: Table = {
    "aten.mm": _of_ranks("mm", 2, 2),
    "aten.bmm": _of_ranks("bmm", 3, 3),
    "aten.mv": _of_ranks("mv", 2, 1),
    "aten.dot": _of_ranks("dot", 1, 1),
    "aten.matmul": matmul,
    "aten.addmm": _addmm,
    "aten.linear": _linear,
}
