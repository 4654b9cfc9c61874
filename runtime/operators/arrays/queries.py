"""Queries of tensors other than sizes, and operators under second names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.arrays.creation import with_grad
from xdsl_torchscript.runtime.operators.arrays.indexing import INDEXING
from xdsl_torchscript.runtime.operators.arrays.strided import STRIDED
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.core import BOOL, INT64, Table
from xdsl_torchscript.runtime.operators.pointwise.casts import CASTS
from xdsl_torchscript.runtime.operators.reductions.quantiles import QUANTILES
from xdsl_torchscript.runtime.storage import memory_of
from xdsl_torchscript.runtime.tensor import Tensor


def _sizes(self: Tensor) -> Tensor:
    return Tensor(np.array(self.array.shape, INT64))


def _is_same_size(self: Tensor, other: Tensor) -> bool:
    return self.array.shape == other.array.shape


def _has_same_memory_size(self: Tensor, other: Tensor) -> bool:
    """Return whether the storages have equal element counts."""
    counts = [memory_of(t.array).nbytes // t.array.itemsize for t in (self, other)]
    return counts[0] == counts[1]


def _never(self: Tensor, *_options: Any) -> bool:
    """Return False: no tensor is pinned, distributed or of inference mode."""
    return False


def _device_index(self: Tensor) -> int:
    """Return -1, the index of the CPU."""
    return -1


def _bools(name: str, fold: Any) -> Any:
    def run(self: Tensor) -> Tensor:
        if self.array.dtype != BOOL:
            raise BadType(f"'aten.{name}' is defined on bool tensors, not on {self.array.dtype}")
        return Tensor(np.asarray(fold(self.array)))

    return run


def _extremes(self: Tensor) -> tuple[Tensor, Tensor]:
    return QUANTILES["aten.aminmax"](self, None, False)


def _list_to_tensor(values: Sequence[int]) -> Tensor:
    return Tensor(np.array(values, np.int32))


def _tensor_to_list(self: Tensor) -> list[int]:
    return self.array.astype(INT64).reshape(-1).tolist()


def _fill(self: Tensor, value: float) -> Tensor:
    return VIEWS["aten.fill_.Scalar"](self, value)


QUERIES: Table = {
    "aten.sym_size": VIEWS["aten.size"],
    "aten.sym_size.int": VIEWS["aten.size.int"],
    "aten.sym_stride": VIEWS["aten.stride"],
    "aten.sym_stride.int": VIEWS["aten.stride.int"],
    "aten.sym_numel": VIEWS["aten.numel"],
    "aten.sym_storage_offset": STRIDED["aten.storage_offset"],
    "aten.sym_is_contiguous": VIEWS["aten.is_contiguous.memory_format"],
    "aten._shape_as_tensor": _sizes,
    "aten.is_same_size": _is_same_size,
    "aten._has_same_storage_numel": _has_same_memory_size,
    "aten.is_pinned": _never,
    "aten.is_distributed": _never,
    "aten.is_inference": _never,
    "aten._is_zerotensor": _never,
    "aten.get_device": _device_index,
    "aten._is_all_true": _bools("_is_all_true", np.all),
    "aten._is_any_true": _bools("_is_any_true", np.any),
    "aten._aminmax": _extremes,
    "aten._aminmax.dim": QUANTILES["aten.aminmax"],
    "aten._list_to_tensor": _list_to_tensor,
    "aten._tensor_to_list": _tensor_to_list,
    "aten._local_scalar_dense": CASTS["aten.item"],
    "aten._stack": VIEWS["aten.stack"],
    "aten._no_grad_fill_": _fill,
    "aten._no_grad_zero_": VIEWS["aten.zero_"],
    "aten.data": CASTS["prim.data"],
    "aten.requires_grad_": with_grad,
    "aten.numpy_T.a": INDEXING["aten.numpy_T"],
}
