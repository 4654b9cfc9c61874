"""Values of the levels below ts as numpy values, and constants of the program.

    i1, i32, index, f32, bf16     a numpy scalar: bool, int32, int64, float32, bfloat16
    vector, tensor, memref        a numpy array of them; a memref is a view of its memory
    !llvm.ptr                     the address, an int64
    !llvm.struct, !llvm.array     a tuple of values

A numpy scalar has the width of its type, so arithmetic wraps and rounds as on the machine.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    VectorType,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute

from xdsl_torchscript.runtime.tensor import NumpyDtype, numpy_dtype

_INT64 = np.dtype(np.int64)
_INTEGERS: dict[int, NumpyDtype] = {
    1: np.dtype(np.bool_),
    8: np.dtype(np.int8),
    16: np.dtype(np.int16),
    32: np.dtype(np.int32),
    64: _INT64,
}

GARBAGE = 0xCD
"""The fill byte of memory that was allocated but not written, and of undefined values."""


AnyShaped: TypeAlias = VectorType[Attribute] | TensorType[Attribute] | MemRefType[Attribute]


def shaped_type(type: Attribute) -> AnyShaped | None:
    """Return a vector, tensor or memref type, None for a scalar."""
    return cast(AnyShaped, type) if isinstance(type, VectorType | TensorType | MemRefType) else None


def element_type(type: Attribute) -> Attribute:
    """Return the type of a vector's elements, tensor or memref; a scalar type unchanged."""
    known = shaped_type(type)
    return type if known is None else known.element_type


def dtype_of(type: Attribute) -> NumpyDtype:
    """Return the numpy dtype of a scalar, or of a vector's elements, tensor or memref.

    Raises TypeError for a type that numpy lacks, such as `i128`.
    """
    element = element_type(type)
    if isinstance(element, IndexType | LLVMPointerType):
        return _INT64
    if isinstance(element, IntegerType) and element.bitwidth in _INTEGERS:
        return _INTEGERS[element.bitwidth]
    if isinstance(element, AnyFloat):
        return numpy_dtype(element)
    raise TypeError(f"values of type {type} cannot be interpreted")


def shape_of(type: Attribute) -> tuple[int, ...]:
    """Return a vector's shape, tensor or memref, -1 for a dynamic size; () of a scalar."""
    known = shaped_type(type)
    return () if known is None else known.get_shape()


def constant(value: Attribute, type: Attribute) -> Any:
    """Return a constant of the program. Raises TypeError if its data is not in the program."""
    dtype = dtype_of(type)
    match value:
        case IntegerAttr():
            return integer(cast("IntegerAttr[Any]", value).value.data, dtype)
        case FloatAttr():
            return dtype.type(cast("FloatAttr[Any]", value).value.data)
        case DenseIntOrFPElementsAttr():
            elements = [integer(v, dtype) if isinstance(v, int) else v for v in value.get_values()]
            return np.array(elements, dtype).reshape(shape_of(type))
        case _:
            raise TypeError(f"constant {value.name} of type {type} cannot be interpreted")


def integer(number: int, dtype: NumpyDtype) -> Any:
    """Return the low bits of a number: an attribute may spell them signed or unsigned."""
    if dtype.kind == "b":
        return np.bool_(number & 1)
    return np.array([number % 2 ** (8 * dtype.itemsize)], f"u{dtype.itemsize}").view(dtype)[0]


def fill_bytes(type: Attribute, byte: int) -> Any:
    """Return a value of the llvm dialect all of whose bytes are `byte`."""
    if isinstance(type, LLVMStructType):
        return tuple(fill_bytes(part, byte) for part in type.types)
    if isinstance(type, LLVMArrayType):
        return (fill_bytes(type.type, byte),) * type.size.data
    dtype, shape = dtype_of(type), shape_of(type)
    array = fill(np.empty(shape, dtype), byte)
    return array if isinstance(type, VectorType) else array[()]


def fill(array: Any, byte: int) -> Any:
    """Set each byte of an array, and return it; a bool becomes the low bit."""
    flat = array.reshape(-1)
    flat.view(np.uint8)[...] = byte & 1 if array.dtype.kind == "b" else byte
    return array
