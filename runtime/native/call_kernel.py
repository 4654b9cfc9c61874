"""Kernels and type checks as builtin functions of Python (`call_kernel.ll`), and as slots and
methods of classes (`direct_call.ll`).

A builtin checks its arguments, allocates the results and calls the kernel, in 0.2 microseconds. A
Python function handles all other calls. Its offsets into objects are valid for CPython and numpy 2
with 64 bits. If a self-test finds other offsets, `builtin_kernel` returns the Python function.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Container, Mapping, Sequence
from ctypes import addressof
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from string import Template
from struct import Struct
from types import FunctionType
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.size_expression import is_compound
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import NoneType, SizeType, TensorType
from xdsl_torchscript.runtime.modules.module_base import Parameter
from xdsl_torchscript.runtime.native.engine import Library, NativeEntry
from xdsl_torchscript.runtime.native.known_layouts import ITEM_SIZES, KnownLayouts, is_copied
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.once import once
from xdsl_torchscript.runtime.native.results import NumberList
from xdsl_torchscript.runtime.native.size_words import SizeWordError, SizeWords
from xdsl_torchscript.runtime.native.workspace import result_memory, workspace
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor, element_type
from xdsl_torchscript.runtime.values import Value

KernelCall = Callable[..., tuple[Value, ...]]

NUMBERS: dict[Attribute, NumpyDtype] = {
    i64: np.dtype(np.int64),
    f64: np.dtype(np.float64),
    i1: np.dtype(np.bool_),
}
"""The element types of the memory for numbers that a kernel returns."""

_KINDS: dict[Attribute, int] = {i64: 1, f64: 2, i1: 3, NoneType(): 4}
_LIST_KINDS: dict[Attribute, int] = {i64: 5, f64: 6, i1: 7}
"""The kinds of inputs that are lists, by their numbers."""
_ANY_LAYOUT, _ANY_GRADIENT, _COPIED, _DECIDING, _WRITTEN = 8, 16, 32, 64, 128
"""Added to the kind of a tensor."""
_ITEM_BITS = 8
"""The bits of a kind below the size of an element, in bytes."""
_ORDERED = 1 << 32
"""Added to the type number of a result that is not row-major."""
_FIRST_INPUT = 7
"""Where a table describes its first input."""
_COMPUTED = 1 << 62
"""The least number that stands for the computed length of a list."""
_ANY_SIZE = -(1 << 63)
_OBJECT, _ADDRESS = ctypes.py_object, ctypes.c_void_p
_TEXTS = (
    "call_kernel.ll",
    "kernel_inputs.ll",
    "kernel_results.ll",
    "known_layouts.ll",
    "kernel_moves.ll",
    "kernel_lists.ll",
    "strided_copy.ll",
    "direct_call.ll",
    "direct_results.ll",
)
_TILES = "copy_tiles.ll"
"""The text for elements of each size."""
_METH_NOARGS = 0x04
_METH_FASTCALL = 0x80
_NEW, _SET_HANDLER = 93, 304
"""The places of `PyArray_New` and `PyDataMem_SetHandler` in the table of numpy's C API."""


class _MethodDef(ctypes.Structure):
    """`PyMethodDef` of CPython."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _WrapperBase(ctypes.Structure):
    """`struct wrapperbase` of CPython: the slot of a slot wrapper."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("offset", ctypes.c_int),
        ("function", ctypes.c_void_p),
        ("wrapper", ctypes.c_void_p),
        ("doc", ctypes.c_char_p),
        ("flags", ctypes.c_int),
        ("name_object", ctypes.c_void_p),
    )


def _wrapper_base(wrapper: object) -> _WrapperBase:
    address = ctypes.c_void_p.from_address(id(wrapper) + 40).value
    assert address is not None
    return _WrapperBase.from_address(address)


@dataclass(frozen=True)
class _CallFunctions:
    """The compiled functions, as CPython calls them."""

    library: Library
    methods: dict[str, _MethodDef]
    new_function: Callable[[int, object, object], Any]
    new_method: Callable[[type, int], Any]
    new_wrapper: Callable[[type, int, int], Any]
    replaced: dict[str, object] = field(default_factory=dict[str, object])
    """The functions in Python that machine code stands for, and calls, and their definitions."""

    def builtin(
        self, name: str, words: Sequence[int], fallback: KernelCall, *kept: object
    ) -> KernelCall:
        """Return the function of this name over a table. It keeps the objects alive whose addresses
        it uses."""
        return self.new_function(
            addressof(self.methods[name]), (pack_words(words), fallback, self, *kept), None
        )

    def replace_call(self, cls: type, name: str) -> None:
        """Make the function of this name `tp_call` of a class, for the rest of the process. It
        falls back to the replaced `__call__` if no kernel fits.

        CPython puts the function of a slot wrapper into the slot, also for subclasses.
        """
        python = vars(cls)["__call__"]
        base = _WrapperBase.from_buffer_copy(_wrapper_base(FunctionType.__call__))
        base.doc = f"__call__($self, /, *args, **kwargs)\n--\n\n{python.__doc__}".encode()
        address = self.library.address(name)
        self._replace(cls, "__call__", name, base, self.new_wrapper(cls, addressof(base), address))

    def replace_method(self, cls: type, method: str, name: str) -> None:
        """Make the function of this name a method without arguments, as `replace_call`."""
        doc = f"{method}($self, /)\n--\n\n{vars(cls)[method].__doc__}".encode()
        address = self.library.address(name)
        definition = _MethodDef(method.encode(), address, _METH_NOARGS, doc)
        self._replace(cls, method, name, definition, self.new_method(cls, addressof(definition)))

    def _replace(self, cls: type, method: str, name: str, kept: object, made: object) -> None:
        python = vars(cls)[method]
        self.replaced[name] = python, kept
        self.set_variables({f"{name}_fallback": id(python)})
        setattr(cls, method, made)

    def set_variables(self, values: Mapping[str, int]) -> None:
        """Set variables of the machine code to addresses and offsets."""
        for name, value in values.items():
            ctypes.c_void_p.from_address(self.library.address(name)).value = value


@dataclass(frozen=True, eq=False)
class KernelTable:
    """The table of a kernel, and the objects that its addresses refer to."""

    words: Sequence[int]
    kept: tuple[object, ...]
    owned: Mapping[int, Value] = field(default_factory=dict[int, Value])
    """The values that replace constant inputs of the kernel, by their number."""
    inputs: Sequence[Attribute] = ()
    """The types of the inputs."""


def pack_words(words: Sequence[int]) -> bytes:
    """Return a table as machine code reads it."""
    return Struct(f"={len(words)}q").pack(*words)


def words_with_lists(table: KernelTable, numbers: Container[int]) -> Sequence[int]:
    """Return the words of a table for calls that pass lists of numbers for these inputs, which are
    tensors of one dimension, of ints, floats or bools of 64, 64 and 8 bits."""
    words, place = [*table.words], _FIRST_INPUT
    for number, type in enumerate(table.inputs):
        if number in numbers and isinstance(type, TensorType) and type.dtype is not None:
            item = words[place] >> _ITEM_BITS
            words[place] = _LIST_KINDS[type.dtype] | item << _ITEM_BITS
        place += 3 + max(words[place + 2], 0)
    return words


def kernel_table(
    entry: NativeEntry,
    inputs: Sequence[Attribute],
    outputs: Sequence[Attribute | NumberList],
    work: int = 0,
    any_layout: Container[int] = (),
    orders: Sequence[Sequence[int] | None] = (),
    written: Container[int] = (),
    layouts: KnownLayouts | None = None,
) -> KernelTable | None:
    """Return the table of the kernel behind `entry`, None for results other than tensors, numbers
    and lists of numbers, or of sizes without a word (`size_words.py`).

    `inputs` are the types of its arguments, `outputs` the types of its results. `work` is the work
    of its loops, in elements: during a long run, other threads may run. The inputs with the numbers
    `any_layout` are copied if they are not row-major, and those that decide `layouts` if these are
    known. `orders` are the dimensions of results in memory, None for row-major ones. The inputs
    with the numbers `written` must not overlap others.
    """
    symbols = {symbol: number for number, symbol in enumerate(symbols_of(inputs))}
    others = [type for type in outputs if type not in NUMBERS]
    if not all(map(_is_allocated, others)):
        return None
    deciding = layouts.deciding if layouts else frozenset[int]()
    described = [
        _input(
            type,
            symbols,
            _WRITTEN * (number in written)
            | _COPIED * (number in any_layout and is_copied(type))
            | _DECIDING * (number in deciding),
        )
        for number, type in enumerate(inputs)
    ]
    slots = len(symbols) + sum(not isinstance(t, NoneType) for t in inputs) + len(outputs)
    sizes = SizeWords(symbols, slots)
    try:
        made = [_output(type, sizes, order) for type, order in zip_longest(outputs, orders)]
    except SizeWordError:
        return None
    kernel = ctypes.cast(cast(Any, entry), ctypes.c_void_p).value or 0
    words = [kernel, len(inputs), len(outputs), len(symbols), slots + len(sizes.steps), work]
    words.append(layouts.address if layouts else 0)
    steps = (len(sizes.steps),), *sizes.steps
    words += [word for part in (*described, *steps, *made) for word in part]
    return KernelTable(words, (entry, layouts, *map(_dtype, inputs)), inputs=tuple(inputs))


def _is_allocated(type: Attribute | NumberList) -> bool:
    """Return whether machine code allocates results of a type."""
    is_tensor = isinstance(type, TensorType) and type.dtype is not None
    return is_tensor or isinstance(type, NumberList)


def builtin_kernel(table: KernelTable, fallback: KernelCall) -> KernelCall:
    """Return a builtin that calls a kernel and returns new tensors, numbers and lists.

    Arguments of other types than its inputs, or of unknown layouts, go to `fallback`. Return
    `fallback` itself where objects have another layout than this machine code assumes.
    """
    found = runtime()
    return (
        fallback
        if found is None
        else found.builtin("call_kernel", table.words, fallback, *table.kept)
    )


def builtin_check(types: Sequence[Attribute], fallback: KernelCall) -> KernelCall:
    """Return a builtin that returns its arguments, and True if they have the types.

    Arguments of other types go to `fallback`. Types other than None and plain CPU tensors without
    gradients, or with strides or computed sizes, are not supported: return `fallback` itself.
    """
    found = runtime()
    if found is None or not all(map(_is_plain, types)):
        return fallback
    symbols = {symbol: number for number, symbol in enumerate(symbols_of(types))}
    words = [0, len(types), 0, len(symbols), len(symbols), 0, 0]
    words += [word for type in types for word in _input(type, symbols, _ANY_LAYOUT)]
    return found.builtin("check_types", words, fallback, *map(_dtype, types))


def _is_plain(type: Attribute) -> bool:
    return isinstance(type, NoneType) or (
        isinstance(type, TensorType)
        and not type.undefined
        and type.strides is None
        and type.device in (None, "cpu")
        and not type.requires_grad
        and not any(map(is_compound, type.shape or ()))
    )


def _dtype(type: Attribute) -> NumpyDtype | None:
    known = isinstance(type, TensorType) and type.dtype
    return element_type(known) if known else None


def _input(type: Attribute, symbols: Mapping[str, int], layout: int) -> tuple[int, ...]:
    if isinstance(type, SizeType):
        size = type.dim if isinstance(type.dim, int) else -1 - symbols[type.dim]
        return _KINDS[i64], 0, 1, size
    if not isinstance(type, TensorType):
        return _KINDS[type], 0, 0
    dtype, gradient = _dtype(type), 0 if type.requires_grad is False else _ANY_GRADIENT
    sizes = _sizes(type, lambda size: -1 - symbols[size])  # A kernel checks computed ones itself.
    if dtype is None:
        return layout | gradient, 0, *sizes
    kind = layout | gradient | dtype.itemsize << _ITEM_BITS
    return kind, id(dtype), *sizes


def _output(
    type: Attribute | NumberList, words: SizeWords, order: Sequence[int] | None
) -> tuple[int, ...]:
    if isinstance(type, NumberList):
        return NUMBERS[type.element].num, -2 - _length(type.length, words)
    if not isinstance(type, TensorType):
        return NUMBERS[type].num, -1
    dtype = _dtype(type)
    assert dtype is not None
    rank, *sizes = _sizes(type, words.word)
    if order is None:
        return dtype.num, rank, *sizes
    return dtype.num + _ORDERED, rank, *(sizes[dim] for dim in order), dtype.itemsize, *order


def _length(length: int | str, words: SizeWords) -> int:
    """Return the length of a list of numbers as the table has it. Raises SizeWordError."""
    if isinstance(length, int):
        return length
    word = -1 - words.word(length)
    if word < _COMPUTED:
        raise SizeWordError(f"a list of {length} numbers")
    return word


def _sizes(type: TensorType, word_of: Callable[[str], int | None]) -> tuple[int, ...]:
    """Return the rank and the sizes as the table has them, the others than numbers as `word_of`."""
    if type.shape is None:
        return (-1,)
    words = (word_of(size) if isinstance(size, str) else size for size in type.shape)
    return len(type.shape), *(_ANY_SIZE if word is None else word for word in words)


@once
def runtime() -> _CallFunctions | None:
    """Return the compiled functions, which know where things are; None if they are elsewhere."""
    if not has_known_layout():
        return None
    library = load_cached(_text())
    methods = {
        name: _MethodDef(name.encode(), library.address(name), _METH_FASTCALL, None)
        for name in ("call_kernel", "check_types")
    }
    found = _CallFunctions(
        library,
        methods,
        _python_api("PyCFunction_NewEx", _OBJECT, _ADDRESS, _OBJECT, _ADDRESS),
        _python_api("PyDescr_NewMethod", _OBJECT, _OBJECT, _ADDRESS),
        _python_api("PyDescr_NewWrapper", _OBJECT, _OBJECT, _ADDRESS, _ADDRESS),
    )
    found.set_variables(_variables())
    return found


def _text() -> str:
    """Return the machine code's text."""
    *texts, tiles = (
        Path(__file__).with_name(name).read_text(encoding="utf-8") for name in (*_TEXTS, _TILES)
    )
    return "".join((*texts, *(Template(tiles).substitute(bits=8 * n) for n in sorted(ITEM_SIZES))))


def _python_api(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """Return a function of CPython's API that returns an object or an address."""
    function = ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))
    return cast("Callable[..., Any]", function)


def _variables() -> dict[str, int]:
    """Return the values of the variables of `call_kernel.ll`."""
    get_pointer = _python_api("PyCapsule_GetPointer", _ADDRESS, _OBJECT, ctypes.c_char_p)
    # numpy's C API: a table of addresses.
    table = get_pointer(cast(Any, np)._core._multiarray_umath._ARRAY_API, None)
    numpy_api = (ctypes.c_size_t * (_SET_HANDLER + 1)).from_address(table)
    return {
        "array_type": id(np.ndarray),
        "tensor_type": id(Tensor),
        "parameter_type": id(Parameter),
        "int_type": id(int),
        "float_type": id(float),
        "list_type": id(list),
        "none": id(None),
        "true": id(True),
        "false": id(False),
        "cpu": id(_CPU),
        "array_offset": slot_offset(Tensor, "array"),
        "device_offset": slot_offset(Tensor, "device"),
        "requires_grad_offset": slot_offset(Tensor, "requires_grad"),
        "new_array": numpy_api[_NEW],
        "set_memory": numpy_api[_SET_HANDLER],
        "result_memory": id(result_memory()),
        "take_memory": workspace().address("take"),
        "give_memory": workspace().address("give"),
    }


_CPU = sys.intern("cpu")


def slot_offset(cls: type, name: str) -> int:
    """Return where objects have a slot: `PyMemberDef.offset` of its descriptor."""
    member = ctypes.c_void_p.from_address(id(vars(cls)[name]) + 40).value
    assert member is not None
    return ctypes.c_ssize_t.from_address(member + 16).value


def has_known_layout() -> bool:
    """Return whether objects have their parts where `call_kernel.ll` looks for them."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    if (
        not getattr(sys, "_is_gil_enabled", lambda: True)()
        or np.lib.NumpyVersion(np.__version__) < "2.0.0"
    ):
        return False
    array = np.empty((2, 3), np.float32)
    tensor = Tensor(array)
    bytes_, tuple_, list_ = b"word", (array,), [array, array]

    def word(object: object, offset: int) -> int:
        return ctypes.c_size_t.from_address(id(object) + offset).value

    return (
        word(array, 8) == id(np.ndarray)
        and word(array, 16) == array.ctypes.data
        and ctypes.c_int.from_address(id(array) + 24).value == 2
        and _two_words(word(array, 32)) == [2, 3]
        and _two_words(word(array, 40)) == [12, 4]
        and word(array, 56) == id(array.dtype)
        and ctypes.string_at(id(array.dtype) + 26, 1) == array.dtype.byteorder.encode()
        and ctypes.c_int.from_address(id(array.dtype) + 28).value == array.dtype.num
        and ctypes.c_int.from_address(id(array) + 64).value & 257 == 257
        and word(tensor, slot_offset(Tensor, "array")) == id(array)
        and word(tensor, slot_offset(Tensor, "device")) == id(tensor.device)
        and word(tensor, slot_offset(Tensor, "requires_grad")) == id(False)
        and ctypes.string_at(id(bytes_) + 32, 4) == bytes_
        and word(tuple_, 24) == id(array)
        and word(list_, 16) == 2
        and _two_words(word(list_, 24)) == [id(array)] * 2
        and ctypes.c_double.from_address(id(1.5) + 16).value == 1.5
    )


def _two_words(address: int) -> list[int]:
    return [*(ctypes.c_ssize_t * 2).from_address(address)]
