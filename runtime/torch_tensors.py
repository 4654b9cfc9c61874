"""Tensors of an installed PyTorch, which share memory with ours.

PyTorch is imported on first use, and only here.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, cast

import ml_dtypes
import numpy as np

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.tensor import Array, Tensor

# Element types that numpy lacks: those of PyTorch and of ml_dtypes.
_VIEWED: Mapping[str, tuple[str, str]] = {
    "bfloat16": ("int16", "bfloat16"),
    "float8_e5m2": ("uint8", "float8_e5m2"),
    "float8_e4m3fn": ("uint8", "float8_e4m3fn"),
    "float8_e5m2fnuz": ("uint8", "float8_e5m2fnuz"),
    "float8_e4m3fnuz": ("uint8", "float8_e4m3fnuz"),
    "float8_e8m0fnu": ("uint8", "float8_e8m0fnu"),
}


def import_torch() -> Any:
    """Import PyTorch. Raises ImportError with a hint at alternatives if it is missing."""
    try:
        return lazy_import("torch")
    except ModuleNotFoundError as error:
        raise ImportError(
            "PyTorch is not installed here, and ts.from_torch needs it; where it is, save the "
            "program with torch.jit.save, and read the archive with ts.load"
        ) from error


def view_torch_tensor(value: object) -> Tensor | None:
    """Return a tensor over the memory of a torch.Tensor, None for anything else."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(value, getattr(torch, "Tensor", ())):
        return None
    return tensor_from_torch(value)


def tensor_from_torch(value: Any) -> Tensor:
    """Return a tensor over the memory of a torch.Tensor on the CPU, detached from its gradients.

    Lazy conjugates and negatives are copied. Raises TypeError for other devices and layouts, and
    for element types without array.
    """
    return Tensor(array_from_torch(value), requires_grad=bool(value.requires_grad))


def array_from_torch(value: Any) -> Array:
    """Return the elements of a torch.Tensor, as `tensor_from_torch` does."""
    torch = import_torch()
    if value.device.type != "cpu" or value.layout != torch.strided:
        raise TypeError(
            f"a torch tensor on '{value.device}' with the layout {value.layout} has no array; "
            "use .cpu() and .to_dense()"
        )
    dense = value.detach().resolve_conj().resolve_neg()
    name = str(dense.dtype).removeprefix("torch.")
    viewed, numpy_name = _VIEWED.get(name, (name, name))
    numbers = dense if viewed == name else dense.view(getattr(torch, viewed))
    array = _over_storage(torch, numbers)
    return array if viewed == name else array.view(getattr(ml_dtypes, numpy_name))


def _over_storage(torch: Any, dense: Any) -> Array:
    """Return the elements of a tensor; the array of a view is one of its whole storage."""
    if not dense.numel() or dense.untyped_storage().nbytes() == dense.nbytes:
        return dense.numpy()
    whole = torch.empty(0, dtype=dense.dtype).set_(dense.untyped_storage()).numpy()
    strides = [step * whole.itemsize for step in dense.stride()]
    start = dense.storage_offset() * whole.itemsize
    return np.ndarray(dense.shape, whole.dtype, whole, start, strides)


def tensor_to_torch(value: Any) -> Any:
    """Convert tensors and arrays of an example input to PyTorch's, over the same memory."""
    torch = import_torch()
    if isinstance(value, Tensor | np.ndarray):
        return torch.from_dlpack(Tensor.of(value))
    if isinstance(value, dict):
        return {k: tensor_to_torch(v) for k, v in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        parts = [tensor_to_torch(part) for part in cast("Sequence[Any]", value)]
        return parts if isinstance(value, list) else tuple(parts)
    return value
