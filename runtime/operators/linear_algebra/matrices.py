"""Products of matrices. Operands have one dtype; nothing is promoted."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Implementation,
    Number,
    Table,
    rounded,
    work_dtype,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _product(name: str, a: Tensor, b: Tensor) -> Array:
    left, right = a.array, b.array
    dtype = left.dtype
    if right.dtype != dtype or dtype.kind == "b":
        raise TypeError(f"'aten.{name}' of {dtype} and {right.dtype} tensors")
    columns, rows = left.shape[-1:], right.shape[-2:][:1]
    if not columns or not rows:
        raise ValueError(f"'aten.{name}' needs at least 1 dimension on both sides")
    if columns != rows:
        raise ValueError(f"'aten.{name}' of shapes {list(left.shape)} and {list(right.shape)}")
    work = work_dtype(dtype)
    if work is not dtype:
        left, right = left.astype(work), right.astype(work)
    return np.matmul(left, right)


def _of_ranks(name: str, left: int, right: int) -> Implementation:
    """A product of operands of exactly these ranks."""

    def run(self: Tensor, other: Tensor) -> Tensor:
        if (self.array.ndim, other.array.ndim) != (left, right):
            raise ValueError(f"'aten.{name}' of shapes {list(self.shape)} and {list(other.shape)}")
        if left == 3 and self.shape[0] != other.shape[0]:
            raise ValueError(f"'aten.{name}' of {self.shape[0]} and {other.shape[0]} matrices")
        return rounded(_product(name, self, other), self.array.dtype)

    return run


def matmul(self: Tensor, other: Tensor) -> Tensor:
    return rounded(_product("matmul", self, other), self.array.dtype)


def _addmm(self: Tensor, mat1: Tensor, mat2: Tensor, beta: Number, alpha: Number) -> Tensor:
    dtype = self.array.dtype
    product = _product("addmm", mat1, mat2)
    scaled = product if alpha == 1 else product * product.dtype.type(alpha)
    if beta == 0:
        return rounded(scaled, dtype)
    added = self.array.astype(product.dtype, copy=False)
    return rounded(scaled + (added if beta == 1 else added * product.dtype.type(beta)), dtype)


def _linear(input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    product = _product("linear", input, weight.over(weight.array.T))
    return rounded(product if bias is None else product + bias.array, input.array.dtype)


MATRICES: Table = {
    "aten.mm": _of_ranks("mm", 2, 2),
    "aten.bmm": _of_ranks("bmm", 3, 3),
    "aten.mv": _of_ranks("mv", 2, 1),
    "aten.dot": _of_ranks("dot", 1, 1),
    "aten.matmul": matmul,
    "aten.addmm": _addmm,
    "aten.linear": _linear,
}
