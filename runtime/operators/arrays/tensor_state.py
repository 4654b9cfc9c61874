"""Tensor state other than elements, outside any gradient graph, and operators that replace a
tensor's data.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arrays.indexing import INDEXING
from xdsl_torchscript.runtime.operators.arrays.ordering import ORDERING
from xdsl_torchscript.runtime.operators.core import (
    BFLOAT16,
    FLOAT32,
    Implementation,
    Number,
    Table,
    number_array,
)
from xdsl_torchscript.runtime.operators.pointwise.casts import CASTS
from xdsl_torchscript.runtime.tensor import Tensor

_TO = CASTS["aten.to.dtype"]


def _constant(answer: Any) -> Implementation:
    def run(*_arguments: Any) -> Any:
        return answer

    return run


def _retain_gradient(self: Tensor) -> None:
    """Do nothing, as each tensor is a leaf. Raises BadValue for a tensor without gradient."""
    if not self.requires_grad:
        raise BadValue("only the gradient of a tensor with requires_grad=True can be retained")


def _dimensions(self: Tensor) -> int:
    return self.array.ndim


def _bytes(self: Tensor) -> int:
    return self.array.nbytes


_APART, _SHARED, _UNTOLD = 0, 1, 2


def _overlap(self: Tensor) -> int:
    """Return whether elements share memory, if that is easy to decide."""
    array = self.array
    if not array.size:
        return _APART
    steps = sorted((s, n) for s, n in zip(array.strides, array.shape, strict=True) if n != 1)
    if any(step == 0 for step, _ in steps):
        return _SHARED
    dense = array.itemsize
    for step, count in steps:
        if step != dense:
            return _UNTOLD
        dense *= count
    return _APART


# ---- tensors that become other ones


def _set_empty_(self: Tensor) -> Tensor:
    self.array = np.empty(0, self.array.dtype)
    return self


def _empty(self: Tensor) -> Tensor:
    return self.over(np.empty(0, self.array.dtype))


def _set_data(self: Tensor, new_data: Tensor) -> None:
    self.array = new_data.array


def _copy_number_(self: Tensor, other: Number) -> Tensor:
    self.array[...] = number_array(other, self.array.dtype)
    return self


def _copy_(self: Tensor, other: Tensor) -> Tensor:
    return self.copy_(other)


def _index_put_(self: Tensor, indices: Any, values: Tensor, accumulate: bool, _unsafe: bool) -> Any:
    return INDEXING["aten.index_put_"](self, indices, values, accumulate)


def _to_cpu(tensors: list[Tensor]) -> list[Tensor]:
    return list(tensors)


# ---- running extremes, written


def _extremes_into(name: str) -> Implementation:
    def run(self: Tensor, values: Tensor, indices: Tensor, dim: int) -> None:
        for target, made in zip((values, indices), ORDERING[name](self, dim), strict=True):
            target.copy_(made)

    return run


# ---- operators that PyTorch's autocast inserts


def _to_full(self: Tensor, _cuda: bool, cpu: bool) -> Tensor:
    narrow = self.array.dtype in (np.float16, BFLOAT16)
    return _TO(self, BY_TORCH_NAME["float32"].code, False, False, None) if cpu and narrow else self


def _to_reduced(self: Tensor, _cuda: bool, cpu: bool, _cuda_dtype: int, cpu_dtype: int) -> Tensor:
    single = self.array.dtype == FLOAT32
    return _TO(self, cpu_dtype, False, False, None) if cpu and single else self


TENSOR_STATE: Table = {
    "aten.output_nr": _constant(0),
    "aten.retains_grad": _constant(False),
    "aten.retain_grad": _retain_gradient,
    "aten._has_compatible_shallow_copy_type": _constant(True),
    "aten._debug_has_internal_overlap": _overlap,
    "aten.dense_dim": _dimensions,
    "aten.sparse_dim": _constant(0),
    "prim.name": _constant(None),
    "prim.nbytes": _bytes,
    "aten.set_": _set_empty_,
    "aten.set": _empty,
    "aten.set_data": _set_data,
    "aten.copy_.Tensor": _copy_,
    "aten.copy_.int": _copy_number_,
    "aten.copy_.float": _copy_number_,
    "aten._index_put_impl_": _index_put_,
    "aten._index_put_impl_.hacked_twin": _index_put_,
    "aten._to_cpu": _to_cpu,
    "aten._cummax_helper": _extremes_into("aten.cummax"),
    "aten._cummin_helper": _extremes_into("aten.cummin"),
    "aten._autocast_to_full_precision": _to_full,
    "aten._autocast_to_reduced_precision": _to_reduced,
}
