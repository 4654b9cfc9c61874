"""Products of vectors, matrices and batches of them, of promoted types or added to a tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import (
    Number,
    Table,
    as_array,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import cast_tensor
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


def _work(*tensors: Tensor) -> tuple[NumpyDtype, list[Array]]:
    dtype = common_dtype(*tensors)
    return dtype, [as_array(t, work_dtype(dtype)) for t in tensors]


def _vdot(self: Tensor, other: Tensor) -> Tensor:
    dtype, (a, b) = _work(self, other)
    return wrap_result(np.vdot(a, b), dtype)


def _accumulate(product: Callable[[Array, Array], Any]) -> Callable[..., Tensor]:
    """Return `beta * self + alpha * product`; a beta of 0 ignores `self`."""

    def run(self: Tensor, left: Tensor, right: Tensor, beta: Number, alpha: Number) -> Tensor:
        _, (a, b) = _work(left, right)
        found: Any = product(a, b)
        scaled = found if alpha == 1 else found * found.dtype.type(alpha)
        common = common_dtype(self, left)
        if beta == 0:
            shape = np.broadcast_shapes(self.shape, np.shape(scaled))
            return wrap_result(np.broadcast_to(scaled, shape).copy(), common)
        added = as_array(self, work_dtype(common))
        return wrap_result(
            (added if beta == 1 else added * added.dtype.type(beta)) + scaled, common
        )

    return run


def _sum(a: Array, b: Array) -> Any:
    return np.sum(a @ b, axis=0, dtype=a.dtype)


_BADDBMM = _accumulate(np.matmul)
_ADDR = _accumulate(np.outer)


def _add_outer(self: Tensor, vec1: Tensor, vec2: Tensor, beta: Number, alpha: Number) -> Tensor:
    """Add an outer product, in the type to which all are promoted; `self` counts as expanded."""
    dtype = common_dtype(Tensor(np.atleast_1d(self.array)), vec1, vec2)
    return _ADDR(*(cast_tensor(t, dtype) for t in (self, vec1, vec2)), beta, alpha)


def _of_bytes(self: Tensor, mat2: Tensor) -> Tensor:
    """Multiply matrices of int8 in int32."""
    arrays = self.array, mat2.array
    if any(a.dtype != np.int8 or a.ndim != 2 for a in arrays) or self.shape[1] != mat2.shape[0]:
        raise BadType(f"'aten._int_mm' of {self.dtype}{list(self.shape)} and {mat2.dtype}"
                        f"{list(mat2.shape)}: two matrices of int8 that fit")  # fmt: skip
    return Tensor(np.matmul(*(a.astype(np.int32) for a in arrays)))


def _trilinear(
    i1: Tensor, i2: Tensor, i3: Tensor, expand1: Sequence[int], expand2: Sequence[int],
    expand3: Sequence[int], sumdim: Sequence[int], unroll_dim: int,
) -> Tensor:  # fmt: skip
    """Return the product of three tensors, each with new dimensions, summed over some."""
    dtype, arrays = _work(i1, i2, i3)
    expanded = zip(arrays, (expand1, expand2, expand3), strict=True)
    a, b, c = (np.expand_dims(array, tuple(dims)) for array, dims in expanded)
    return wrap_result(np.sum(a * b * c, axis=tuple(sumdim), dtype=a.dtype), dtype)


PRODUCTS: Table = {
    "aten._int_mm": _of_bytes,
    "aten._trilinear": _trilinear,
    "aten.vdot": _vdot,
    "aten.baddbmm": _BADDBMM,
    "aten.addbmm": _accumulate(_sum),
    "aten.addmv": _accumulate(np.matmul),
    "aten.addr": _add_outer,
}
