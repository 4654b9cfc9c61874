"""The operations of the llvm dialect on memory: loads, stores, addresses, globals."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, StringAttr, VectorType
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.extended import llvm_intrinsics as intrinsics
from xdsl_torchscript.dialects.extended import llvm_vectors as vectors
from xdsl_torchscript.runtime.levels.elements import constant, dtype_of, element_type, shape_of
from xdsl_torchscript.runtime.levels.memory import ByteMemory
from xdsl_torchscript.runtime.tensor import Array


def size_of(type: Attribute) -> int:
    """Return the bytes from one element of an array to the next."""
    if isinstance(type, llvm.LLVMArrayType):
        return type.size.data * size_of(type.type)
    if isinstance(type, llvm.LLVMStructType):
        end = _field_offset(type, len(type.types.data))
        return -(-end // alignment_of(type)) * alignment_of(type)
    return prod(shape_of(type)) * dtype_of(type).itemsize


def alignment_of(type: Attribute) -> int:
    """Return the default alignment of an access without an explicit one."""
    if isinstance(type, llvm.LLVMArrayType):
        return alignment_of(type.type)
    if isinstance(type, llvm.LLVMStructType):
        return max(map(alignment_of, type.types), default=1)
    return 1 << (size_of(type) - 1).bit_length()


def _field_offset(struct: llvm.LLVMStructType, position: int) -> int:
    offset = 0
    for index, field in enumerate(struct.types.data):
        offset = -(-offset // alignment_of(field)) * alignment_of(field)
        if index == position:
            return offset
        offset += size_of(field)
    return offset


def memory_of(interpreter: Interpreter) -> ByteMemory:
    """Return a run's memory."""
    return interpreter.get_data(LlvmMemoryFunctions, "memory", ByteMemory)


def text_at(interpreter: Interpreter, address: int) -> str:
    """Return a string of C."""
    end = address
    while memory_of(interpreter).at(end, 1)[0]:
        end += 1
    return bytes(memory_of(interpreter).at(address, end - address)).decode()


def read(interpreter: Interpreter, address: int, type: Attribute, alignment: int) -> Any:
    data = memory_of(interpreter).at(address, size_of(type), alignment)
    lanes = data.copy().view(dtype_of(type))
    return lanes if isinstance(type, VectorType) else lanes[0]


def write(interpreter: Interpreter, address: int, value: Any, alignment: int) -> None:
    data = np.atleast_1d(value).view(np.uint8)
    memory_of(interpreter).at(address, len(data), alignment)[...] = data


def _alignment(given: IntegerAttr[Any] | None, type: Attribute) -> int:
    return alignment_of(type) if given is None else given.value.data


@register_impls
class LlvmMemoryFunctions(InterpreterFunctions):
    @impl(llvm.LoadOp)
    def run_load(
        self, interpreter: Interpreter, op: llvm.LoadOp, args: PythonValues
    ) -> PythonValues:
        type = op.dereferenced_value.type
        return (read(interpreter, int(args[0]), type, _alignment(op.alignment, type)),)

    @impl(llvm.StoreOp)
    def run_store(
        self, interpreter: Interpreter, op: llvm.StoreOp, args: PythonValues
    ) -> PythonValues:
        value, address = args
        write(interpreter, int(address), value, _alignment(op.alignment, op.value.type))
        return ()

    @impl(llvm.AllocaOp)
    def run_alloca(
        self, interpreter: Interpreter, op: llvm.AllocaOp, args: PythonValues
    ) -> PythonValues:
        """Allocate until the run ends."""
        size = int(args[0]) * size_of(op.elem_type)
        alignment = _alignment(op.alignment, op.elem_type) or alignment_of(op.elem_type)
        return (np.int64(memory_of(interpreter).allocate(size, alignment)),)

    @impl(llvm.GEPOp)
    def run_address(
        self, interpreter: Interpreter, op: llvm.GEPOp, args: PythonValues
    ) -> PythonValues:
        base, *dynamic = args
        values = iter(dynamic)
        first, *rest = [
            int(next(values)) if index == llvm.GEP_USE_SSA_VAL else index
            for index in op.rawConstantIndices.iter_values()
        ]
        type: Attribute = op.elem_type
        address = int(base) + first * size_of(type)
        for index in rest:
            if isinstance(type, llvm.LLVMStructType):
                address += _field_offset(type, index)
                type = type.types.data[index]
                continue
            type = type.type if isinstance(type, llvm.LLVMArrayType) else element_type(type)
            address += index * size_of(type)
        return (np.int64(address),)

    @impl(intrinsics.MemcpyOp)
    def run_memcpy(
        self, interpreter: Interpreter, op: intrinsics.MemcpyOp, args: PythonValues
    ) -> PythonValues:
        target, source, size = map(int, args)
        if size and abs(target - source) < size:
            raise ValueError("the memory of a copy overlaps")
        return self._copy(interpreter, target, source, size)

    @impl(intrinsics.MemmoveOp)
    def run_memmove(
        self, interpreter: Interpreter, op: intrinsics.MemmoveOp, args: PythonValues
    ) -> PythonValues:
        return self._copy(interpreter, *map(int, args))

    def _copy(self, interpreter: Interpreter, target: int, source: int, size: int) -> PythonValues:
        memory = memory_of(interpreter)
        memory.at(target, size)[...] = memory.at(source, size).copy()
        return ()

    @impl(intrinsics.MemsetOp)
    def run_memset(
        self, interpreter: Interpreter, op: intrinsics.MemsetOp, args: PythonValues
    ) -> PythonValues:
        address, byte, size = args
        memory_of(interpreter).at(int(address), int(size))[...] = byte.view(np.uint8)
        return ()

    @impl(vectors.MaskedLoadOp)
    def run_masked_load(
        self, interpreter: Interpreter, op: vectors.MaskedLoadOp, args: PythonValues
    ) -> PythonValues:
        address, mask, others = args
        lanes = others.copy()
        element, alignment = element_type(op.res.type), op.alignment.value.data
        for lane in np.flatnonzero(mask):
            place = int(address) + int(lane) * lanes.itemsize
            lanes[lane] = read(interpreter, place, element, min(alignment, lanes.itemsize))
        return (lanes,)

    @impl(vectors.MaskedStoreOp)
    def run_masked_store(
        self, interpreter: Interpreter, op: vectors.MaskedStoreOp, args: PythonValues
    ) -> PythonValues:
        lanes, address, mask = args
        for lane in np.flatnonzero(mask):
            place = int(address) + int(lane) * lanes.itemsize
            write(interpreter, place, lanes[lane], min(op.alignment.value.data, lanes.itemsize))
        return ()

    @impl(llvm.AddressOfOp)
    def run_address_of(
        self, interpreter: Interpreter, op: llvm.AddressOfOp, args: PythonValues
    ) -> PythonValues:
        found = interpreter.get_op_for_symbol(op.global_name)
        name = op.global_name.string_value()
        if isinstance(found, llvm.GlobalOp):
            key, place = f"@{name}", partial(_place, interpreter, found)
        else:
            key, place = f"@{name}()", partial(_place_function, interpreter, name)
        return (np.int64(interpreter.get_data(LlvmMemoryFunctions, key, place)),)


def functions_at(interpreter: Interpreter) -> dict[int, str]:
    """Return the function names by their addresses."""
    return interpreter.get_data(LlvmMemoryFunctions, "functions", dict[int, str])


def _place_function(interpreter: Interpreter, name: str) -> int:
    """Return a new address for a function, at which there is nothing to read."""
    address = memory_of(interpreter).allocate(0, 16)
    functions_at(interpreter)[address] = name
    return address


def _place(interpreter: Interpreter, op: llvm.GlobalOp) -> int:
    """Return a global's address, which gets its memory at the first use."""
    memory = memory_of(interpreter)
    alignment = (
        op.alignment.value.data if op.alignment is not None else alignment_of(op.global_type)
    )
    address = memory.allocate(size_of(op.global_type), alignment)
    data = _initial_bytes(op)
    memory.at(address, len(data))[...] = data
    return address


def _initial_bytes(op: llvm.GlobalOp) -> Array:
    if op.value is None:
        return np.empty(0, np.uint8)
    if isinstance(op.value, StringAttr):
        return np.frombuffer(op.value.data.encode(), np.uint8)
    element: Attribute = op.global_type
    while isinstance(element, llvm.LLVMArrayType):
        element = element.type
    array = constant(op.value, getattr(op.value, "type", element))
    return np.atleast_1d(array).astype(dtype_of(element)).reshape(-1).view(np.uint8)
