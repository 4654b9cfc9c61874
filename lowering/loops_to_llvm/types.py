"""The types of the loops level in the llvm dialect.

    index             i64
    memref<...xT>     !llvm.ptr, a bare pointer to the first element
    vector<NxT>       vector<NxT'>, of one dimension
    T                 T, for integers and floats
    bf16              i16, its bits

In memory, a value of `i1` takes a byte, 0 or 1; a vector takes a byte per lane. Programs convert
bfloats by arithmetic on their bits: LLVM calls functions to move its own that no library has.
"""

from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
    bf16,
    i1,
    i8,
    i16,
    i64,
)
from xdsl.dialects.llvm import LLVMPointerType, is_compatible_type
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.lowering.core.diagnostics import fail

POINTER = LLVMPointerType()


def llvm_type(given: Attribute, op: Operation) -> Attribute:
    """Return the llvm dialect's type for a type of `op`. Fails if there is none."""
    if isinstance(given, IndexType):
        return i64
    if given == bf16:
        return i16
    if isinstance(given, MemRefType):
        return POINTER
    if isinstance(given, VectorType):
        vector = cast(VectorType, given)
        if vector.get_num_dims() != 1 or vector.get_num_scalable_dims():
            fail(op, f"has the type {vector}; LLVM takes vectors of one dimension of fixed size")
        element = llvm_type(vector.element_type, op)
        return vector if element == vector.element_type else VectorType(element, vector.shape)
    if not is_compatible_type(given):
        fail(op, f"has the type {given}, which the llvm dialect does not have")
    return given


def memory_type(given: Attribute) -> Attribute:
    """Return the type under which a value of an llvm type lies in memory."""
    if isinstance(given, VectorType):
        vector = cast(VectorType, given)
        return VectorType(i8, vector.shape) if vector.element_type == i1 else vector
    return i8 if given == i1 else given


def byte_size(element: Attribute, op: Operation) -> int:
    """Return the bytes that one element takes in an array, which is also its alignment."""
    element = memory_type(element)
    if isinstance(element, LLVMPointerType):
        return 8
    bits = element.bitwidth if isinstance(element, IntegerType | AnyFloat) else 0
    if bits not in (8, 16, 32, 64, 128):
        fail(op, f"keeps {element} in memory; elements are of 8, 16, 32, 64 or 128 bits")
    return bits // 8


def element_strides(memref: MemRefType, op: Operation) -> list[int]:
    """Return the stride of each dimension in elements; the extent of the first
    dimension need not be known. Fails for a layout whose strides are not constants."""
    if not isinstance(memref.layout, NoneAttr):
        strides, offset = memref.get_strides(), memref.get_offset()
        known = [stride for stride in strides or () if stride is not None]
        if strides is None or offset != 0 or len(known) != len(strides):
            fail(op, f"has the type {memref}; only layouts of constant strides from offset 0 lower")
        return known
    strides = [1]
    for extent in reversed(memref.get_shape()[1:]):
        if extent < 0:
            fail(op, f"has the type {memref} with unknown inner extents; run 'flatten-indices'")
        strides.append(strides[-1] * extent)
    return strides[::-1] if memref.get_num_dims() else []
