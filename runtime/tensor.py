"""`Tensor`: TorchScript's view of a numpy array.

A tensor is an array plus a device label and `requires_grad`. Sharing, strides and in-place writes
are the array's own: two tensors alias exactly when their arrays share memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import gcd
from operator import mul
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import ml_dtypes
import numpy as np
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, BY_TYPE, DTYPES, Dtype
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.dlpack import capsule
from xdsl_torchscript.runtime.element_conversion import write
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.preconditions import check_broadcast_to, check_writable
from xdsl_torchscript.runtime.storage import Array, is_same_view, refuse_overlap, refuse_repeated
from xdsl_torchscript.runtime.tracing.active import current

if TYPE_CHECKING:
    _UNARY = cast("Callable[[Any], Tensor]", None)
    _BINARY = cast("Callable[[Any, Any], Tensor]", None)
    _ASKED = cast("Callable[[Any, Any], Any]", None)  # Those of `object` return a bool.

NumpyDtype: TypeAlias = np.dtype[Any]


def _numpy_dtype(name: str) -> NumpyDtype:
    return np.dtype(getattr(ml_dtypes, name, name))


_NUMPY_OF: dict[Dtype, NumpyDtype] = {d: _numpy_dtype(d.numpy) for d in DTYPES if d.numpy}
QUANTIZED: dict[Dtype, NumpyDtype] = {
    BY_TORCH_NAME[name]: np.dtype([(name, bytes_)])
    for name, bytes_ in (("qint8", "V1"), ("quint8", "V1"), ("qint32", "V4"))
}
"""The numpy types of quantised elements. They are opaque: numpy only moves them."""
_DTYPE_OF: dict[NumpyDtype, Dtype] = {
    n: d for table in (_NUMPY_OF, QUANTIZED) for d, n in table.items()
}


def dtype_of(array: Array) -> Dtype:
    """Return the element type of an array. Raises TypeError for unsupported types."""
    return dtype_of_numpy(array.dtype)


def dtype_of_numpy(dtype: NumpyDtype) -> Dtype:
    """Return the dtype of a numpy dtype. Raises TypeError for unsupported types."""
    found = _DTYPE_OF.get(dtype)
    if found is None:
        hint = "; convert them, as by astype('float32')" if dtype.kind == "O" else ""
        raise TypeError(f"a tensor cannot hold elements of numpy type '{dtype}'{hint}")
    return found


def numpy_dtype(dtype: Dtype | Attribute) -> NumpyDtype:
    """Return the numpy type of a dtype or of its MLIR type. Raises TypeError if numpy has none."""
    known = dtype if isinstance(dtype, Dtype) else BY_TYPE.get(dtype)
    if known is None or known not in _NUMPY_OF:
        raise BadType(f"numpy has no element type for {dtype if known is None else known}")
    return _NUMPY_OF[known]


def element_type(dtype: Dtype | Attribute) -> NumpyDtype:
    """Return the numpy type of a tensor's elements, opaque for quantised ones. Raises TypeError if
    there is none."""
    known = dtype if isinstance(dtype, Dtype) else BY_TYPE.get(dtype)
    found = None if known is None else QUANTIZED.get(known)
    return numpy_dtype(dtype) if found is None else found


# The dtypes of Python's numbers, by numpy's default.
_DEFAULT_OF: dict[NumpyDtype, NumpyDtype] = {
    np.dtype(np.float64): np.dtype(np.float32),
    np.dtype(np.complex128): np.dtype(np.complex64),
}
CONVERTERS: list[Callable[[object], Tensor | None]] = []
"""Conversions of the tensors of other packages, tried before DLPack; None is for other values."""


def _scalar(value: Any) -> Array:
    if isinstance(value, np.generic):
        return np.asarray(cast(Any, value))
    name = type(value).__name__
    raise TypeError(f"ts.Tensor is over a numpy array, not a {name}; ts.Tensor.of takes any data")


def _as_array(value: Any) -> Array:
    """Return an array; arrays keep their type, Python's numbers get PyTorch's default."""
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
    """Return whether a value, or an element of a list, has an explicit dtype, as arrays have."""
    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)
        return any(type(part) is not float and _has_typed_elements(part) for part in parts)
    return hasattr(value, "__array__") or hasattr(value, "__array_interface__")


def _is_foreign_to_numpy(dtype: NumpyDtype) -> bool:
    """Return whether the type is from ml_dtypes: numpy's functions and files treat it as bytes."""
    return dtype.type.__module__ == ml_dtypes.__name__


class Tensor:
    """A view of shared memory with TorchScript's semantics.

    `array` is used without a copy. Writes through `array` are visible in every tensor that shares
    its memory. Its operators are installed by `eager/install.py`.
    """

    __slots__ = ("__weakref__", "array", "device", "requires_grad")
    __array_priority__ = 1000
    """Makes numpy defer `array + tensor` to the tensor."""

    if TYPE_CHECKING:  # The installed methods.
        __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = _BINARY
        __matmul__ = __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = _BINARY
        __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = _BINARY
        __rpow__ = __rmatmul__ = __rand__ = __ror__ = __rxor__ = _BINARY
        __iadd__ = __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __imod__ = _BINARY
        __ipow__ = __iand__ = __ior__ = __ixor__ = __ilshift__ = __irshift__ = _BINARY
        __lt__ = __le__ = __gt__ = __ge__ = __getitem__ = _BINARY
        __eq__ = __ne__ = _ASKED
        __neg__ = __abs__ = __invert__ = __pos__ = _UNARY

        def __setitem__(self, index: Any, value: Any) -> None: ...
        def __iter__(self) -> Iterator[Any]: ...
        def __contains__(self, value: Any) -> bool: ...
        def __getattr__(self, name: str) -> Any: ...
        def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any: ...
        def norm(self, *arguments: Any, **named: Any) -> Tensor: ...
        def unique(self, *arguments: Any, **named: Any) -> Any: ...
        def view(self, *size: Any, **named: Any) -> Any: ...

    def __init__(
        self, array: Array | np.generic[Any], device: str = "cpu", requires_grad: bool = False
    ) -> None:
        """Wrap an array. Raises TypeError for other objects, foreign byte order, and strides that
        are no multiples of elements."""
        if not isinstance(array, np.ndarray):
            array = _scalar(array)
        if not array.dtype.isnative:
            raise TypeError(
                f"elements of numpy type '{array.dtype.str}' have a foreign byte order; "
                "array.astype(array.dtype.newbyteorder('=')) converts them"
            )
        # Nearly all arrays are contiguous or transposed, which numpy knows.
        if not array.flags.forc and gcd(array.itemsize, *array.strides) != array.itemsize:
            raise TypeError(
                f"strides of {array.strides} bytes for elements of {array.itemsize}, as those of a "
                "field of a structured array; array.copy() has none between them"
            )
        self.array = array
        self.device = sys.intern(device)  # Machine code compares addresses.
        self.requires_grad = requires_grad

    @staticmethod
    def of(value: Any) -> Tensor:
        """Return a tensor that shares memory with `value` if possible.

        Accepted are arrays, objects with DLPack or `__array__`, numbers and nested lists. As in
        PyTorch, Python floats become float32 and complex numbers complex64. Raises TypeError for
        elements of unsupported type.
        """
        if isinstance(value, Tensor):
            return value
        if type(value) is not np.ndarray:
            for convert in CONVERTERS:
                if (made := convert(value)) is not None:
                    return made
            value = _as_array(value)
        made = Tensor(value)
        dtype_of_numpy(value.dtype)
        return made

    @property
    def dtype(self) -> Dtype:
        return dtype_of(self.array)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes; while a trace is recorded, as tensors of one number each."""
        shape = self.array.shape
        if current() is None:
            return shape
        return tuple(_size_in_trace(self, dim, size) for dim, size in enumerate(shape))

    def size(self, dim: int | None = None) -> Any:
        """Return the sizes, or the size of one dimension. Raises IndexError if it does not
        exist."""
        if dim is None:
            return self.shape
        size = self.array.shape[dim]
        return _size_in_trace(self, dim, size)

    def numel(self) -> int:
        """Return the number of elements."""
        return _size_in_trace(self, None, self.array.size)

    nelement = numel

    def dim(self) -> int:
        """Return the number of dimensions."""
        return self.array.ndim

    ndimension = dim

    @property
    def ndim(self) -> int:
        return self.array.ndim

    @property
    def strides(self) -> tuple[int, ...]:
        """The strides of the dimensions, in elements."""
        array = self.array
        if not array.size:
            # Row-major ones: numpy does not define those of empty arrays.
            counts = accumulate((max(n, 1) for n in array.shape[:0:-1]), mul, initial=1)
            return tuple(counts)[::-1] if array.shape else ()
        size = array.itemsize
        return tuple(step // size for step in array.strides)

    @property
    def type(self) -> TensorType:
        """The type with all facts of this tensor: `!ts.tensor<[2,3],f32, strides=[3,1], ...>`."""
        return TensorType.get(
            self.array.shape,
            self.dtype.type,
            strides=self.strides,
            device=self.device,
            requires_grad=self.requires_grad,
        )

    def over(self, array: Array | np.generic[Any]) -> Tensor:
        """Return a tensor over another array, on the same device.

        A view of this memory requires gradients if this tensor does; new memory requires none.
        """
        made = _new(Tensor)
        made.array = array if isinstance(array, np.ndarray) else _scalar(array)
        made.device = self.device
        made.requires_grad = self.requires_grad and np.may_share_memory(self.array, made.array)
        return made

    def reshape_view(self, shape: Sequence[int]) -> Tensor | None:
        """Return the same memory with another shape, None if that needs a copy."""
        try:
            return self.over(self.array.reshape(shape, copy=False))
        except ValueError:
            return None

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Return whether the elements are in row-major order, or in the order of a memory
        format."""
        if memory_format is None:
            return self.array.flags.c_contiguous
        return self.__getattr__("is_contiguous")(memory_format)

    def shares_memory(self, other: Tensor) -> bool:
        return np.shares_memory(self.array, other.array)

    def copy_(self, source: Tensor | bool | int | float | complex) -> Tensor:
        """Write `source`, broadcast and converted, into this tensor's memory.

        Raises ValueError if elements of this tensor overlap each other or partly overlap `source`.
        """
        if current() is not None:
            return self.__getattr__("copy_")(Tensor.of(source), False)
        array = self.array
        values = source.array if isinstance(source, Tensor) else np.asarray(source)
        if values.ndim > array.ndim:  # numpy drops leading sizes of 1.
            check_broadcast_to(values.shape, array.shape)
        if not is_same_view(array, values):
            refuse_repeated(array)
            refuse_overlap(array, values)
            try:
                write(array, values)
            except ValueError:
                check_writable(array)
                check_broadcast_to(values.shape, array.shape)
                raise
        return self

    def item(self) -> Any:
        """Return the single element as a Python number. Raises ValueError for any other count."""
        self.leaves_trace("item()")
        return self._item()

    def _item(self) -> Any:
        if self.array.size != 1:
            raise BadValue(f"a tensor with {self.array.size} elements is not one number")
        element = self.array.item()
        return float(element) if type(element) is ml_dtypes.bfloat16 else element

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """Return the elements as an array.

        Types that numpy lacks, such as bfloat16, become float32 unless `dtype` requests them;
        `numpy()` returns them unconverted.
        """
        self.leaves_trace("the use of a tensor as an array")
        if dtype is None and _is_foreign_to_numpy(self.array.dtype):
            dtype = np.float32
        return np.array(self.array, dtype=dtype, copy=copy)

    def numpy(self) -> Array:
        """Return the array itself, not a copy."""
        if current() is not None:  # asked here, as a call costs more than the rest
            self.leaves_trace("numpy()")
        return self.array

    def tolist(self) -> Any:
        """Return the elements as Python numbers, in nested lists."""
        self.leaves_trace("tolist()")
        return self.array.tolist()

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The interface that numpy reads first, as in `np.sin(x)`.

        Raises AttributeError if `__array__` converts.
        """
        self.leaves_trace("the use of a tensor as an array")
        if _is_foreign_to_numpy(self.array.dtype):
            raise AttributeError("__array_interface__")
        return self.array.__array_interface__

    def __dlpack__(self, **options: Any) -> Any:
        """Return the memory as a DLPack capsule; negative strides are copied.

        Raises BufferError for element types that DLPack lacks.
        """
        return capsule(self.array, **options)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, index = self.array.__dlpack_device__()
        return int(kind), int(index)

    def __len__(self) -> int:
        if self.array.ndim == 0:
            raise TypeError("a tensor without dimensions has no length")
        self.leaves_trace("len()")
        return len(self.array)

    def __hash__(self) -> int:
        return id(self)

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
        """Format a one-element tensor as its number, if there is a format."""
        return format(self.item(), spec) if spec else str(self)

    def leaves_trace(self, what: str) -> None:
        """Warn that a trace records the tensor's current value; `what` names the cause."""
        recorder = current()
        if recorder is not None:
            recorder.warn_constant(self, what)


def _size_in_trace(tensor: Tensor, dim: int | None, size: int) -> Any:
    """Return a size of a tensor: a number, or while tracing a tensor of one number."""
    recorder = current()
    if recorder is None:
        return size
    made = Tensor.of(size)
    recorder.record_size(tensor, dim, made)
    return made


_new: Callable[[type[Tensor]], Tensor] = Tensor.__new__
"""Bypasses the constructor, which costs more than creating a view."""
