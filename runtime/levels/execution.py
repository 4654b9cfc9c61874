"""`run_lowered`: run a function of te, of loops, or of the llvm dialect, on arrays and numbers.

(y,) = run_lowered(module, "f", [x])              # te: tensors in, tensors out
run_lowered(module, "f", [n, x, out])             # loops: `out` is written in place
run_lowered(module, "f", [n, x, out])             # llvm: pointers are the addresses of arrays
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, ModuleOp
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.interpreter import PythonValues
from xdsl.ir import Attribute

from xdsl_torchscript.lowering.loops_to_llvm.status import returns_status
from xdsl_torchscript.runtime.errors import InputMismatch, failure
from xdsl_torchscript.runtime.levels.elements import AnyShaped, dtype_of, shaped_type
from xdsl_torchscript.runtime.levels.interpreter import level_interpreter, quiet
from xdsl_torchscript.runtime.levels.llvm_memory import memory_of, text_at
from xdsl_torchscript.runtime.tensor import Array, Tensor

LoweredFunction: TypeAlias = func.FuncOp | llvm.FuncOp


def find_function(module: ModuleOp, name: str) -> LoweredFunction:
    """Return a function with a body. Raises KeyError."""
    for op in module.ops:
        if (
            isinstance(op, func.FuncOp | llvm.FuncOp)
            and op.body.blocks
            and op.sym_name.data == name
        ):
            return op
    raise KeyError(f"no function '@{name}'")


def run_lowered(module: ModuleOp, name: str, arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Return a function's results: numpy scalars and arrays; a status is none.

    An argument of type memref or pointer is a row-major array, which the function may write to. A
    memory of bools has the type `i8`.

    Raises KeyError for an unknown function, InputMismatch for arguments of other types,
    MissingOperatorsError for operations of other levels, RuntimeFault and MemoryError.
    """
    function, interpreter = find_function(module, name), level_interpreter(module)
    interpreter.check(function)

    def place(memory: Array) -> np.int64:
        return np.int64(memory_of(interpreter).place(memory))

    values = checked_arguments(function, arguments, place)
    with quiet():
        results = _flat(interpreter.run_ssacfg_region(function.body, values, name))
    if not returns_status(function):
        return results
    if results[0]:
        raise failure(text_at(interpreter, int(results[0])))
    return ()


def _flat(values: PythonValues) -> tuple[Any, ...]:
    """Return a function's results; several of an `llvm.func` are a struct's fields."""
    is_struct = len(values) == 1 and isinstance(values[0], tuple)
    return cast("tuple[Any, ...]", values[0]) if is_struct else values


def checked_arguments(
    function: LoweredFunction,
    arguments: Sequence[Any],
    place: Callable[[Array], Any] = np.asarray,
) -> tuple[Any, ...]:
    """Return the arguments as numbers and arrays of a function's types; `place` gives the value of
    a pointer to an array. Raises InputMismatch for arguments of other types."""
    types = [argument.type for argument in function.body.blocks[0].args]
    if len(types) != len(arguments):
        name = function.sym_name.data
        raise InputMismatch(f"@{name} takes {len(types)} inputs, got {len(arguments)}")
    pairs = enumerate(zip(types, arguments, strict=True))
    return tuple(_argument(n, type, value, place) for n, (type, value) in pairs)


def _argument(number: int, type: Attribute, value: Any, place: Callable[[Array], Any]) -> Any:
    array: Any = value.array if isinstance(value, Tensor) else value
    declared = shaped_type(type)
    if isinstance(declared, MemRefType):
        array = _memory(number, array, declared.get_shape())
    if declared is not None:
        return _check_array(number, declared, array)
    if isinstance(type, LLVMPointerType):
        return place(_memory(number, array, (DYNAMIC_INDEX,)))
    return _number(number, type, array)


def _number(number: int, type: Attribute, value: Any) -> Any:
    """Return a number as one of a scalar type. Raises InputMismatch for another one."""
    dtype = dtype_of(type)
    kinds = {"b": (bool, np.bool_), "i": (int, np.integer)}.get(dtype.kind, (int, float, np.number))
    try:
        if isinstance(value, kinds) and (dtype.kind == "b" or not isinstance(value, bool)):
            return dtype.type(value)
    except OverflowError:
        pass
    raise InputMismatch(f"input {number} is {value!r}, the program declares {type}")


def _array(number: int, value: Any) -> Array:
    if not isinstance(value, np.ndarray):
        raise InputMismatch(f"input {number} must be an array, not {value!r}")
    return cast(Array, value)


def _memory(number: int, value: Any, shape: Sequence[int]) -> Array:
    """Return an array as memory of a shape of as many elements.

    Raises InputMismatch for an array that is not row-major.
    """
    array = _array(number, value)
    if not array.flags.c_contiguous:
        raise InputMismatch(f"input {number} must be row-major, and is a view with gaps")
    if len(shape) == array.ndim or (DYNAMIC_INDEX not in shape and prod(shape) != array.size):
        return array
    return array.reshape(shape if DYNAMIC_INDEX not in shape else -1)


def _check_array(number: int, type: AnyShaped, value: Any) -> Array:
    """Return the array as one of the declared type. Raises InputMismatch for another one."""
    array, shape, dtype = _array(number, value), type.get_shape(), dtype_of(type)
    is_byte = array.itemsize == dtype.itemsize == 1
    seen = (
        array.view(dtype) if is_byte else array
    )  # bools are stored as bytes, and bytes are signless
    fits = array.ndim == len(shape) and all(
        n in (DYNAMIC_INDEX, size) for size, n in zip(seen.shape, shape, strict=True)
    )
    if seen.dtype != dtype or not fits:
        sizes = ", ".join(map(str, array.shape))
        found = f"{array.dtype}[{sizes}]"
        raise InputMismatch(f"input {number} is {found}, the program declares {type}")
    return seen
