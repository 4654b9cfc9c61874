"""Kernels and type checks as builtin functions of Python, which `call_kernel.ll` implements.

A builtin checks its arguments, allocates the results and calls the kernel, in half a microsecond;
what it does not handle goes to a Python function. Its offsets into objects are those of CPython and
numpy 2 with 64 bits: `builtin_kernel` returns the Python function where a self-test finds others.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from struct import Struct
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import NoneType, TensorType
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import symbols_of
from xdsl_torchscript.runtime.native.engine import Entry, Library, compile_ir
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor, numpy_dtype
from xdsl_torchscript.runtime.values import Value

Call = Callable[..., tuple[Value, ...]]

_KINDS: dict[Attribute, int] = {i64: 1, f64: 2, i1: 3, NoneType(): 4}
_ANY_LAYOUT = 5
_ANY_SIZE = -(1 << 63)
_METH_FASTCALL = 0x80
_PYARRAY_NEW = 93
"""The place of `PyArray_New` in the table of numpy's C API."""


class _MethodDef(ctypes.Structure):
    """`PyMethodDef` of CPython."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@dataclass(frozen=True)
class _Runtime:
    """The compiled function, as CPython calls it."""

    library: Library
    methods: Mapping[str, _MethodDef]
    new_function: Callable[[int, object, object], Any]

    def builtin(self, name: str, words: Sequence[int], fallback: Call, *kept: object) -> Call:
        """Return the function of this name over a table. It keeps what addresses refer to."""
        table = Struct(f"={len(words)}q").pack(*words)
        return self.new_function(
            ctypes.addressof(self.methods[name]), (table, fallback, self, *kept), None
        )


def builtin_kernel(
    entry: Entry, inputs: Sequence[Attribute], outputs: Sequence[Attribute], fallback: Call
) -> Call:
    """Return a builtin that calls the kernel behind `entry` and returns new tensors.

    `inputs` are the types of its arguments, `outputs` those of its results. Arguments that do not
    have these types, or are not row-major, go to `fallback`. Return `fallback` itself for results
    that are no tensors, and where objects have another layout than this machine code assumes.
    """
    runtime = _runtime()
    if runtime is None or not all(map(_is_tensor, outputs)):
        return fallback
    symbols = {symbol: number for number, symbol in enumerate(symbols_of(inputs))}
    described = [_input(type, symbols) for type in inputs]
    numbers = [
        (numpy_dtype(cast(Attribute, type.dtype)).num, *_sizes(type, symbols))
        for type in cast(Sequence[TensorType], outputs)
    ]
    slots = len(symbols) + sum(not isinstance(t, NoneType) for t in inputs) + len(outputs)
    kernel = ctypes.cast(cast(Any, entry), ctypes.c_void_p).value or 0
    words = [kernel, len(inputs), len(outputs), len(symbols), slots]
    words += [word for part in (*described, *numbers) for word in part]
    return runtime.builtin("call_kernel", words, fallback, entry, *map(_dtype, inputs))


def builtin_check(types: Sequence[Attribute], fallback: Call) -> Call:
    """Return a builtin that returns its arguments, and True if they have the types.

    Arguments of other types go to `fallback`; it is returned itself for types that are not of
    tensors on the CPU without gradients, or that state strides.
    """
    runtime = _runtime()
    if runtime is None or not all(map(_is_plain, types)):
        return fallback
    symbols = {symbol: number for number, symbol in enumerate(symbols_of(types))}
    words = [0, len(types), 0, len(symbols), len(symbols)]
    for type in cast(Sequence[TensorType], types):
        words += [_ANY_LAYOUT, *_input(type, symbols)[1:]]
    return runtime.builtin("check_types", words, fallback, *map(_dtype, types))


def _is_plain(type: Attribute) -> bool:
    return (
        isinstance(type, TensorType)
        and not type.undefined
        and type.strides is None
        and type.device in (None, "cpu")
        and not type.requires_grad
    )


def _dtype(type: Attribute) -> NumpyDtype | None:
    known = isinstance(type, TensorType) and type.dtype
    return numpy_dtype(known) if known else None


def _is_tensor(type: Attribute) -> bool:
    return isinstance(type, TensorType) and type.dtype is not None


def _input(type: Attribute, symbols: Mapping[str, int]) -> tuple[int, ...]:
    if not isinstance(type, TensorType):
        return _KINDS[type], 0, 0
    dtype = _dtype(type)
    return 0, 0 if dtype is None else id(dtype), *_sizes(type, symbols)


def _sizes(type: TensorType, symbols: Mapping[str, int]) -> tuple[int, ...]:
    """Return the rank and the sizes as the table has them."""
    if type.shape is None:
        return (-1,)
    return len(type.shape), *(
        -1 - symbols[size] if isinstance(size, str) else _ANY_SIZE if size is None else size
        for size in type.shape
    )


@cache
def _runtime() -> _Runtime | None:
    """Compile the function, and tell it where things are; None if they are elsewhere."""
    if not has_known_layout():
        return None
    library = compile_ir(Path(__file__).with_suffix(".ll").read_text(encoding="utf-8"), opt_level=1)
    for name, value in _variables().items():
        ctypes.c_void_p.from_address(library.address(name)).value = value
    methods = {
        name: _MethodDef(name.encode(), library.address(name), _METH_FASTCALL, None)
        for name in ("call_kernel", "check_types")
    }
    prototype = ctypes.PYFUNCTYPE(
        ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
    )
    new_function = prototype(("PyCFunction_NewEx", ctypes.pythonapi))
    return _Runtime(library, methods, cast("Callable[[int, object, object], Any]", new_function))


def _variables() -> dict[str, int]:
    """Return the values of the variables of `call_kernel.ll`."""
    return {
        "array_type": id(np.ndarray),
        "tensor_type": id(Tensor),
        "int_type": id(int),
        "float_type": id(float),
        "none": id(None),
        "true": id(True),
        "false": id(False),
        "cpu": id(_CPU),
        "array_offset": _slot_offset("array"),
        "device_offset": _slot_offset("device"),
        "requires_grad_offset": _slot_offset("requires_grad"),
        "new_array": _numpy_api(_PYARRAY_NEW),
    }


_CPU = sys.intern("cpu")


def _slot_offset(name: str) -> int:
    """Return where tensors have a slot: `PyMemberDef.offset` of its descriptor."""
    member = ctypes.c_void_p.from_address(id(vars(Tensor)[name]) + 40).value
    assert member is not None
    return ctypes.c_ssize_t.from_address(member + 16).value


def _numpy_api(number: int) -> int:
    """Return the address of a function of numpy's C API."""
    prototype = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    get_pointer = cast("Callable[..., int]", prototype(("PyCapsule_GetPointer", ctypes.pythonapi)))
    table = get_pointer(cast(Any, np)._core._multiarray_umath._ARRAY_API, None)
    return (ctypes.c_size_t * (number + 1)).from_address(table)[number]


def has_known_layout() -> bool:
    """Whether objects have their parts where `call_kernel.ll` looks for them."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    if (
        not getattr(sys, "_is_gil_enabled", lambda: True)()
        or np.lib.NumpyVersion(np.__version__) < "2.0.0"
    ):
        return False
    array = np.empty((2, 3), np.float32)
    tensor = Tensor(array)
    bytes_, tuple_ = b"word", (array,)

    def word(object: object, offset: int) -> int:
        return ctypes.c_size_t.from_address(id(object) + offset).value

    return (
        word(array, 8) == id(np.ndarray)
        and word(array, 16) == array.ctypes.data
        and ctypes.c_int.from_address(id(array) + 24).value == 2
        and [ctypes.c_ssize_t.from_address(word(array, 32) + 8 * i).value for i in (0, 1)] == [2, 3]
        and word(array, 56) == id(array.dtype)
        and ctypes.c_int.from_address(id(array) + 64).value & 257 == 257
        and word(tensor, _slot_offset("array")) == id(array)
        and word(tensor, _slot_offset("device")) == id(tensor.device)
        and word(tensor, _slot_offset("requires_grad")) == id(False)
        and ctypes.string_at(id(bytes_) + 32, 4) == bytes_
        and word(tuple_, 24) == id(array)
        and ctypes.c_double.from_address(id(1.5) + 16).value == 1.5
    )
