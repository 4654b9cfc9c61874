"""`Tensor`: TorchScript's view of a numpy array.

A tensor is an array plus a device label and `requires_grad`. Sharing, strides and in-place writes
are the array's own: two tensors alias exactly when their arrays share memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TYPE, DTYPES, Dtype
from xdsl_torchscript.dialects.types import TensorType

Array: TypeAlias = NDArray[Any]
NumpyDtype: TypeAlias = np.dtype[Any]


def _numpy_dtype(name: str) -> NumpyDtype:
    return np.dtype(getattr(ml_dtypes, name, name))


_NUMPY_OF: dict[Dtype, NumpyDtype] = {d: _numpy_dtype(d.numpy) for d in DTYPES if d.numpy}
_DTYPE_OF: dict[NumpyDtype, Dtype] = {n: d for d, n in _NUMPY_OF.items()}


def dtype_of(array: Array) -> Dtype:
    """The element type of an array; TypeError for one that no tensor can have."""
    found = _DTYPE_OF.get(array.dtype)
    if found is None:
        raise TypeError(f"a tensor cannot hold elements of numpy type '{array.dtype}'")
    return found


def numpy_dtype(dtype: Dtype | Attribute) -> NumpyDtype:
    """The numpy type of a dtype or of its MLIR type; TypeError where numpy has none."""
    known = dtype if isinstance(dtype, Dtype) else BY_TYPE.get(dtype)
    if known is None or known not in _NUMPY_OF:
        raise TypeError(f"numpy has no element type for {dtype if known is None else known}")
    return _NUMPY_OF[known]


def _as_array(value: Any) -> Array:
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array_interface__"):
        return np.from_dlpack(value)
    array = np.asarray(value)
    untyped = not hasattr(value, "dtype") and array.dtype == np.float64
    return array.astype(np.float32) if untyped else array


class Tensor:
    """A view of shared memory with TorchScript's semantics.

    `array` is used as it is, never copied. Writing through `array` is seen by every tensor that
    shares its memory.
    """

    __slots__ = ("__weakref__", "array", "device", "requires_grad")

    def __init__(self, array: Array, device: str = "cpu", requires_grad: bool = False) -> None:
        self.array = array
        self.device = device
        self.requires_grad = requires_grad

    @staticmethod
    def of(value: Any) -> Tensor:
        """A tensor that shares memory with `value` where it can: an array, an object that speaks
        DLPack or `__array__`, a number or nested lists. Python floats become float32, as in
        PyTorch; TypeError where the elements are of no tensor type."""
        if isinstance(value, Tensor):
            return value
        array = _as_array(value)
        dtype_of(array)
        return Tensor(array)

    @property
    def dtype(self) -> Dtype:
        return dtype_of(self.array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps between neighbours of each dimension, in elements."""
        size = self.array.itemsize
        return tuple(step // size for step in self.array.strides)

    @property
    def type(self) -> TensorType:
        """All that is known of this tensor: `!ts.tensor<[2,3],f32, strides=[3,1], ...>`."""
        return TensorType.get(
            self.shape,
            self.dtype.type,
            strides=self.strides,
            device=self.device,
            requires_grad=self.requires_grad,
        )

    def view(self, array: Array) -> Tensor:
        """A tensor over another view of the same memory, on the same device."""
        return Tensor(array, self.device, self.requires_grad)

    def reshaped_view(self, shape: Sequence[int]) -> Tensor | None:
        """The same memory under another shape; None where that needs a copy."""
        try:
            return self.view(self.array.reshape(shape, copy=False))
        except ValueError:
            return None

    def is_contiguous(self) -> bool:
        return self.array.flags.c_contiguous

    def shares_memory(self, other: Tensor) -> bool:
        return np.shares_memory(self.array, other.array)

    def copy_(self, source: Tensor | bool | int | float | complex) -> Tensor:
        """Writes `source`, broadcast and converted, into this tensor's memory."""
        values = source.array if isinstance(source, Tensor) else np.asarray(source)
        np.copyto(self.array, values, casting="unsafe")
        return self

    def item(self) -> Any:
        """The single element as a Python number; ValueError for any other count."""
        if self.array.size != 1:
            raise ValueError(f"a tensor with {self.array.size} elements is not one number")
        element = self.array.item()
        return float(element) if self.array.dtype == ml_dtypes.bfloat16 else element

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self.array, dtype=dtype, copy=copy)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self.array.__array_interface__

    def __dlpack__(self, **options: Any) -> Any:
        """The memory as a DLPack capsule; BufferError for the element types that numpy cannot
        export, such as bfloat16."""
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, index = self.array.__dlpack_device__()
        return int(kind), int(index)

    def __len__(self) -> int:
        return len(self.array)

    def __bool__(self) -> bool:
        return bool(self.item())

    def __repr__(self) -> str:
        text = np.array2string(self.array, separator=", ", prefix="tensor(")
        return f"tensor({text}, dtype={self.dtype.torch_name})"
