"""The arguments of a kernel: the checks of inputs, the memory of results, and their slots.

take, allocate = taker(input_type), allocator(result_type)
array = take(value, sizes)           # None for an unsuitable input; binds symbols in `sizes`
memory = allocate(sizes)
table = Struct(...).pack(slot(array), slot(memory))
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import f64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.size_expression import evaluate
from xdsl_torchscript.dialects.types import Dim, NoneType, SizeType, TensorType
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.interpreter.type_checks import SymbolSizes, fits, size_check
from xdsl_torchscript.runtime.native.call_kernel import NUMBERS
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, numpy_dtype
from xdsl_torchscript.runtime.values import Value, type_of

KernelArgument: TypeAlias = Array | int | float | bytes
"""The form in which a kernel reads an argument; empty bytes for None."""

TakeOperand: TypeAlias = Callable[[Value, SymbolSizes], KernelArgument | None]
"""A function that checks an input and returns its argument, None for an unsuitable input."""


def in_place(array: Array) -> Array:
    """Return the array if it is row-major and aligned, as kernels need, or else a copy."""
    flags = array.flags
    return array if flags.c_contiguous and flags.aligned else np.array(array, order="C")


def _take_static(shape: tuple[int, ...], dtype: NumpyDtype) -> TakeOperand:
    def take(value: Value, sizes: SymbolSizes) -> Array | None:
        array: Array | None = getattr(value, "array", None)
        if array is None or array.shape != shape or array.dtype != dtype:
            return None
        return in_place(array)

    return take


def _take_symbolic(shape: Sequence[Dim], dtype: NumpyDtype) -> TakeOperand:
    """Return a function that accepts tensors of this shape, and binds its symbols in `sizes`."""

    def take(value: Value, sizes: SymbolSizes) -> Array | None:
        array: Array | None = getattr(value, "array", None)
        if array is None or array.dtype != dtype or not fits(array.shape, shape, sizes):
            return None
        return in_place(array)

    return take


def _take_number(type: Attribute) -> TakeOperand:
    def take(value: Value, sizes: SymbolSizes) -> int | float | None:
        return value if type_of(value) == type else None

    return take


def _take_size(dim: int | str) -> TakeOperand:
    """Return a function that accepts an int of this size, and binds it if it is a symbol."""
    holds = size_check(dim)

    def take(value: Value, sizes: SymbolSizes) -> int | None:
        return value if isinstance(value, int) and holds(value, sizes) else None

    return take


def _take_none(value: Value, sizes: SymbolSizes) -> bytes | None:
    return b"" if value is None else None


def taker(type: Attribute) -> TakeOperand:
    if isinstance(type, NoneType):
        return _take_none
    if isinstance(type, SizeType):
        return _take_size(type.dim)
    if not isinstance(type, TensorType) or type.dtype is None:
        return _take_number(type)
    shape, dtype = type.shape or (), numpy_dtype(type.dtype)
    static = tuple(size for size in shape if isinstance(size, int))
    return (
        _take_static(static, dtype) if len(static) == len(shape) else _take_symbolic(shape, dtype)
    )


def check_written(values: Sequence[Value], written: Sequence[int]) -> None:
    """Check that a kernel may write the inputs of these numbers. Raises InputMismatch if one is not
    row-major, may not be written, or overlaps another input."""
    arrays: list[Array | None] = [getattr(value, "array", None) for value in values]
    for number in written:
        array, others = arrays[number], [*arrays[:number], *arrays[number + 1 :]]
        if array is None or not array.flags.carray:
            raise InputMismatch(f"input {number} is written, and is read-only or not row-major")
        if any(other is not None and np.may_share_memory(array, other) for other in others):
            raise InputMismatch(f"input {number} is written, and overlaps another input")


def allocator(type: Attribute) -> Callable[[SymbolSizes], Array]:
    """Return a function that allocates a result, given the values of symbols."""
    if not isinstance(type, TensorType) or type.dtype is None:
        return partial(_empty, (1,), NUMBERS[type])
    dims, dtype = type.shape or (), numpy_dtype(type.dtype)
    static = tuple(dim for dim in dims if isinstance(dim, int))
    if len(static) == len(dims):
        return partial(_empty, static, dtype)
    return lambda sizes: np.empty([max(0, evaluate(d, sizes) or 0) for d in dims], dtype)


def _empty(shape: tuple[int, ...], dtype: NumpyDtype, sizes: SymbolSizes) -> Array:
    return np.empty(shape, dtype)


def slot(argument: KernelArgument | None) -> int | float | bytes | None:
    """Return a number, empty bytes, or an array's address.

    The access through a buffer is ten times faster than `ctypes.data`.
    """
    if not isinstance(argument, np.ndarray):
        return argument
    if argument.size and argument.flags.writeable and argument.dtype.kind != "V":
        return ctypes.addressof(ctypes.c_char.from_buffer(argument.data))
    return argument.ctypes.data


def code_of(type: Attribute) -> str:
    """Return the `struct` code of an input's slot in the table of arguments."""
    if isinstance(type, NoneType):
        return "0s"
    return "d" if type == f64 else "q"
