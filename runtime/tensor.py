"""`Tensor`: TorchScript's view of a numpy array.

A tensor is an array plus a device label and `requires_grad`. Sharing, strides and in-place writes
are the array's own: two tensors alias exactly when their arrays share memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import mul
from pkgutil import resolve_name
from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TYPE, DTYPES, Dtype
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.dlpack import capsule
from xdsl_torchscript.runtime.eager.methods import TensorOperators, size_in_trace
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.preconditions import check_broadcast_to, check_writable
from xdsl_torchscript.runtime.storage import is_same_view, refuse_overlap, refuse_repeated
from xdsl_torchscript.runtime.tracing.active import current

Array: TypeAlias = NDArray[Any]
NumpyDtype: TypeAlias = np.dtype[Any]


def _numpy_dtype(name: str) -> NumpyDtype:
    return np.dtype(getattr(ml_dtypes, name, name))


_NUMPY_OF: dict[Dtype, NumpyDtype] = {d: _numpy_dtype(d.numpy) for d in DTYPES if d.numpy}
_DTYPE_OF: dict[NumpyDtype, Dtype] = {n: d for d, n in _NUMPY_OF.items()}


def dtype_of(array: Array) -> Dtype:
    """The element type of an array; TypeError for one that no tensor can have."""
    return dtype_of_numpy(array.dtype)


def dtype_of_numpy(dtype: NumpyDtype) -> Dtype:
    """The element type that numpy calls so; TypeError for one that no tensor can have."""
    found = _DTYPE_OF.get(dtype)
    if found is None:
        raise TypeError(f"a tensor cannot hold elements of numpy type '{dtype}'")
    return found


def numpy_dtype(dtype: Dtype | Attribute) -> NumpyDtype:
    """The numpy type of a dtype or of its MLIR type; TypeError where numpy has none."""
    known = dtype if isinstance(dtype, Dtype) else BY_TYPE.get(dtype)
    if known is None or known not in _NUMPY_OF:
        raise TypeError(f"numpy has no element type for {dtype if known is None else known}")
    return _NUMPY_OF[known]


# What the numbers of Python become, by what they are to numpy.
_DEFAULT_OF: dict[NumpyDtype, NumpyDtype] = {
    np.dtype(np.float64): np.dtype(np.float32),
    np.dtype(np.complex128): np.dtype(np.complex64),
}
_TORCH_BRIDGE = "xdsl_torchscript.runtime.torch_bridge:tensor_from_torch"


def _is_torch(value: object) -> bool:
    """Without PyTorch there is no such tensor."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, getattr(torch, "Tensor", ()))


def _foreign(dtype: NumpyDtype) -> TypeError:
    return TypeError(
        f"elements of numpy type '{dtype.str}' have their bytes in another machine's order; "
        f"array.astype(array.dtype.newbyteorder('=')) turns them"
    )


def _scalar(value: Any) -> Array:
    if isinstance(value, np.generic):
        return np.asarray(cast(Any, value))
    name = type(value).__name__
    raise TypeError(f"ts.Tensor is over a numpy array, not a {name}; ts.Tensor.of takes any data")


def _as_array(value: Any) -> Array:
    """Arrays keep their type, be it by DLPack or by `__array__`; Python's numbers get PyTorch's."""
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array_interface__"):
        try:
            return np.from_dlpack(value)
        except (BufferError, RuntimeError):  # numpy imports no bfloat16, and jax exports no strides
            if not hasattr(value, "__array__"):
                raise
    array = np.asarray(value)
    if array.dtype not in _DEFAULT_OF or _has_typed_elements(value):
        return array
    return array.astype(_DEFAULT_OF[array.dtype])


def _has_typed_elements(value: Any) -> bool:
    """Whether a value, or an element of a list, has a type of its own, as arrays have."""
    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)
        return any(type(part) is not float and _has_typed_elements(part) for part in parts)
    return hasattr(value, "__array__") or hasattr(value, "__array_interface__")


def _is_foreign_to_numpy(dtype: NumpyDtype) -> bool:
    """Whether ml_dtypes brings the type: numpy's functions and files know it as bytes alone."""
    return dtype.type.__module__ == ml_dtypes.__name__


def _strides_of_nothing(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Those of a contiguous tensor, as numpy has none for arrays without elements."""
    counts = accumulate((max(n, 1) for n in shape[:0:-1]), mul, initial=1)
    return tuple(counts)[::-1] if shape else ()


def _write(array: Array, values: Array) -> None:
    try:
        np.copyto(array, values, casting="unsafe")
    except ValueError:
        check_writable(array)
        check_broadcast_to(values.shape, array.shape)
        raise


class Tensor(TensorOperators):
    """A view of shared memory with TorchScript's semantics.

    `array` is used as it is, never copied. Writing through `array` is seen by every tensor that
    shares its memory.
    """

    __slots__ = ("__weakref__", "array", "device", "requires_grad")

    def __init__(
        self, array: Array | np.generic[Any], device: str = "cpu", requires_grad: bool = False
    ) -> None:
        """TypeError for what is no numpy array or scalar, and for bytes in another machine's
        order."""
        self.array = array if isinstance(array, np.ndarray) else _scalar(array)
        if not self.array.dtype.isnative:
            raise _foreign(self.array.dtype)
        self.device = device
        self.requires_grad = requires_grad

    @staticmethod
    def of(value: Any) -> Tensor:
        """A tensor that shares memory with `value` where it can: an array, an object that speaks
        DLPack or `__array__`, a number or nested lists. Python floats become float32 and
        complex numbers complex64, as in PyTorch; TypeError for elements of no tensor type."""
        if isinstance(value, Tensor):
            return value
        if type(value) is not np.ndarray and _is_torch(value):
            return resolve_name(_TORCH_BRIDGE)(value)
        array = value if type(value) is np.ndarray else _as_array(value)
        dtype_of(array)
        return Tensor(array)

    @property
    def dtype(self) -> Dtype:
        return dtype_of(self.array)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes; while a trace is recorded, as tensors of one number each."""
        shape = self.array.shape
        if current() is None:
            return shape
        return tuple(size_in_trace(self, dim, size) for dim, size in enumerate(shape))

    def size(self, dim: int | None = None) -> Any:
        """The sizes, or that of one dimension. IndexError where there is no such dimension."""
        if dim is None:
            return self.shape
        size = self.array.shape[dim]
        return size_in_trace(self, dim, size)

    def numel(self) -> int:
        """How many elements there are."""
        return size_in_trace(self, None, self.array.size)

    def dim(self) -> int:
        """How many dimensions there are."""
        return self.array.ndim

    @property
    def ndim(self) -> int:
        return self.array.ndim

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps between neighbours of each dimension, in elements."""
        array = self.array
        if not array.size:
            return _strides_of_nothing(array.shape)
        size = array.itemsize
        return tuple(step // size for step in array.strides)

    @property
    def type(self) -> TensorType:
        """All that is known of this tensor: `!ts.tensor<[2,3],f32, strides=[3,1], ...>`."""
        return TensorType.get(
            self.array.shape,
            self.dtype.type,
            strides=self.strides,
            device=self.device,
            requires_grad=self.requires_grad,
        )

    def over(self, array: Array | np.generic[Any]) -> Tensor:
        """A tensor over another view of the same memory, on the same device."""
        made = _new(Tensor)
        made.array = array if isinstance(array, np.ndarray) else _scalar(array)
        made.device, made.requires_grad = self.device, self.requires_grad
        return made

    def reshaped_view(self, shape: Sequence[int]) -> Tensor | None:
        """The same memory under another shape; None where that needs a copy."""
        try:
            return self.over(self.array.reshape(shape, copy=False))
        except ValueError:
            return None

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Whether the elements lie in order, or as a memory format such as `ts.channels_last` has
        them."""
        if memory_format is None:
            return self.array.flags.c_contiguous
        return self.__getattr__("is_contiguous")(memory_format)

    def shares_memory(self, other: Tensor) -> bool:
        return np.shares_memory(self.array, other.array)

    def copy_(self, source: Tensor | bool | int | float | complex) -> Tensor:
        """Writes `source`, broadcast and converted, into this tensor's memory. ValueError where
        elements of this tensor share a place, or part of its memory is that of `source`."""
        if current() is not None:
            return self.__getattr__("copy_")(Tensor.of(source), False)
        array = self.array
        values = source.array if isinstance(source, Tensor) else np.asarray(source)
        if not is_same_view(array, values):
            refuse_repeated(array)
            refuse_overlap(array, values)
            _write(array, values)
        return self

    def item(self) -> Any:
        """The single element as a Python number; ValueError for any other count."""
        self.leaves_trace("item()")
        return self._item()

    def _item(self) -> Any:
        if self.array.size != 1:
            raise BadValue(f"a tensor with {self.array.size} elements is not one number")
        element = self.array.item()
        return float(element) if self.array.dtype == ml_dtypes.bfloat16 else element

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """The elements as an array; those of types that numpy lacks, such as bfloat16, as float32,
        unless `dtype` asks for them. `numpy()` gives them as they are."""
        self.leaves_trace("the use of a tensor as an array")
        if dtype is None and _is_foreign_to_numpy(self.array.dtype):
            dtype = np.float32
        return np.array(self.array, dtype=dtype, copy=copy)

    def numpy(self) -> Array:
        """The array itself, not a copy."""
        self.leaves_trace("numpy()")
        return self.array

    def tolist(self) -> Any:
        """The elements as Python numbers, in lists as deep as there are dimensions."""
        self.leaves_trace("tolist()")
        return self.array.tolist()

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """Numpy reads it first, as in `np.sin(x)`. Raises AttributeError where `__array__`
        converts."""
        self.leaves_trace("the use of a tensor as an array")
        if _is_foreign_to_numpy(self.array.dtype):
            raise AttributeError("__array_interface__")
        return self.array.__array_interface__

    def __dlpack__(self, **options: Any) -> Any:
        """The memory as a DLPack capsule; BufferError for element types that DLPack lacks. One that
        steps backwards is a copy."""
        return capsule(self.array, **options)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, index = self.array.__dlpack_device__()
        return int(kind), int(index)

    def __len__(self) -> int:
        if self.array.ndim == 0:
            raise TypeError("a tensor without dimensions has no length")
        self.leaves_trace("len()")
        return len(self.array)

    def __bool__(self) -> bool:
        self.leaves_trace("a condition")
        return bool(self._item())

    def __int__(self) -> int:
        self.leaves_trace("int()")
        return int(self._item())

    def __index__(self) -> int:
        if self.array.dtype.kind not in "iub" or self.array.size != 1:
            raise TypeError("only a tensor of one whole number can be an index or a count")
        self.leaves_trace("the use of a tensor as a whole number")
        return int(self.array.item())

    def __float__(self) -> float:
        self.leaves_trace("float()")
        return float(self._item())

    def __complex__(self) -> complex:
        self.leaves_trace("complex()")
        return complex(self._item())

    def __repr__(self) -> str:
        text = np.array2string(self.array, separator=", ", prefix="tensor(")
        size = f", size={self.array.shape}" if not self.array.size and self.array.ndim > 1 else ""
        return f"tensor({text}{size}, dtype={self.dtype.torch_name})"

    def __format__(self, spec: str) -> str:
        """A tensor of one element is formatted as its number, where a format is given."""
        return format(self.item(), spec) if spec else str(self)


_new: Callable[[type[Tensor]], Tensor] = Tensor.__new__
"""Without the call of a constructor: a view is made in less time than that takes."""
