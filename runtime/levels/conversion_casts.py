"""`builtin.unrealized_conversion_cast` between the loops level and the llvm dialect.

Passes convert a dialect at a time. In between, a cast joins a value with its converted form, such
as an index with an i64.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, UnrealizedConversionCastOp
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import Attribute

from xdsl_torchscript.runtime.levels.elements import dtype_of, shape_of, shaped_type
from xdsl_torchscript.runtime.levels.llvm_memory import memory_of
from xdsl_torchscript.runtime.levels.memory import ByteMemory
from xdsl_torchscript.runtime.tensor import Array


@register_impls
class CastFunctions(InterpreterFunctions):
    @impl(UnrealizedConversionCastOp)
    def run_cast(
        self, interpreter: Interpreter, op: UnrealizedConversionCastOp, args: PythonValues
    ) -> PythonValues:
        if len(op.operands) != len(op.results):
            raise NotImplementedError("a cast between different numbers of values")
        pairs = zip(op.operands, op.results, args, strict=True)
        memory = memory_of(interpreter)
        return tuple(_cast(memory, a.type, b.type, value) for a, b, value in pairs)


def _cast(memory: ByteMemory, source: Attribute, target: Attribute, value: Any) -> Any:
    before, after = shaped_type(source), shaped_type(target)
    if isinstance(before, MemRefType) and isinstance(target, LLVMPointerType):
        return np.int64(memory.address_of(value))
    if isinstance(after, MemRefType) and isinstance(source, LLVMPointerType):
        return _memref_at(memory, int(value), after)
    if dtype_of(source) != dtype_of(target) or shape_of(source) != shape_of(target):
        raise NotImplementedError(f"a cast from {source} to {target}")
    return value


def _memref_at(memory: ByteMemory, address: int, type: MemRefType[Attribute]) -> Array:
    """Return the memory at an address. The first size may be unknown: it is then the allocation's
    size."""
    array: Array = memory.bytes_from(address).view(dtype_of(type))
    sizes = list(type.get_shape())
    inner = prod(sizes[1:])
    if sizes and sizes[0] == DYNAMIC_INDEX:
        sizes[0] = array.size // inner if inner else 0
    return array[: prod(sizes)].reshape(sizes)
