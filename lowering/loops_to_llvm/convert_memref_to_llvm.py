"""Buffers become bare pointers, and accesses to them getelementptr, load and store.

    %v = memref.load %m[%i, %j] : memref<?x128xf32>

becomes

    %0 = llvm.mul %i, 128 overflow<nsw,nuw>
    %1 = llvm.add %0, %j overflow<nsw,nuw>
    %2 = llvm.getelementptr inbounds %m[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %2 : !llvm.ptr -> f32

A bare pointer knows no sizes, so all strides must be constants: every extent but the first. The
first is known where the buffer is allocated, which is enough for `memref.dim` and `memref.copy` of
allocated buffers. Buffers on the heap come from `aligned_alloc`, by default at multiples of 64.
"""

from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import llvm, memref
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    TensorType,
    bf16,
    i8,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended.llvm_intrinsics import MemcpyOp
from xdsl_torchscript.dialects.extended.llvm_intrinsics import PrefetchOp as IntrPrefetchOp
from xdsl_torchscript.dialects.extended.memref import PrefetchOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops_to_llvm.conversion import Converted, LlvmConversion, llvm_rules
from xdsl_torchscript.lowering.loops_to_llvm.functions import ALLOCATE, FREE, call_function
from xdsl_torchscript.lowering.loops_to_llvm.memory import (
    IN_BOUNDS,
    address,
    constant_index,
    load,
    memref_type,
    store,
)
from xdsl_torchscript.lowering.loops_to_llvm.types import (
    POINTER,
    byte_size,
    element_strides,
    memory_type,
)

SIZES = llvm_rules()
"""Conversions that need to see allocations; they run before these are gone."""

RULES = llvm_rules()

DEFAULT_ALIGNMENT = 64
"""A cache line, and the widest vector."""


@SIZES.rule(memref.DimOp)
def _(to: LlvmConversion, op: memref.DimOp) -> Converted:
    dimension = constant_index(op.index)
    extents = _extents(op.source, op)
    if dimension is None or not 0 <= dimension < len(extents):
        fail(op, f"must ask for one of the dimensions of {op.source.type}, by a constant")
    return _extent(to, extents[dimension])


@SIZES.rule(memref.CopyOp)
def _(to: LlvmConversion, op: memref.CopyOp) -> None:
    kind = memref_type(op.source, op)
    for operand in (op.source, op.destination):
        _check_contiguous(memref_type(operand, op), op)
    known_by = (
        op.source
        if isinstance(op.source.owner, memref.AllocOp | memref.AllocaOp | memref.ViewOp)
        else op.destination
    )
    size = to.constant(byte_size(to.type(kind.element_type), op))
    for extent in _extents(known_by, op):
        size = to(llvm.MulOp(size, _extent(to, extent), overflow=IN_BOUNDS))
    to.emit(MemcpyOp(to.value(op.destination), to.value(op.source), size))


def _check_contiguous(kind: MemRefType, op: Operation) -> None:
    extents = kind.get_shape()
    dense = [prod(extents[i + 1 :]) for i in range(len(extents))]
    if element_strides(kind, op) != dense:
        fail(op, f"copies the type {kind}, which has gaps; copy it with a loop")


def _extents(buffer: SSAValue, op: Operation) -> list[int | SSAValue]:
    """Return the extents of a buffer: constants, or the values it was allocated with."""
    kind, owner = memref_type(buffer, op), buffer.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        dynamic = iter(owner.dynamic_sizes)
    else:
        dynamic = iter(owner.sizes if isinstance(owner, memref.ViewOp) else ())
    extents: list[int | SSAValue] = []
    for extent in kind.get_shape():
        size = extent if extent >= 0 else next(dynamic, None)
        if size is None:
            fail(op, "needs an extent of a buffer that is not allocated here; a pointer has none")
        extents.append(size)
    return extents


def _extent(to: LlvmConversion, extent: int | SSAValue) -> SSAValue:
    return to.constant(extent) if isinstance(extent, int) else to.value(extent)


# --- accesses ------------------------------------------------------------------------------


@RULES.rule(memref.LoadOp)
def _(to: LlvmConversion, op: memref.LoadOp) -> Converted:
    return load(to, address(to, op.memref, op.indices), to.type(op.res.type))


@RULES.rule(memref.StoreOp)
def _(to: LlvmConversion, op: memref.StoreOp) -> None:
    store(to, to.value(op.value), address(to, op.memref, op.indices))


@RULES.rule(PrefetchOp)
def _(to: LlvmConversion, op: PrefetchOp) -> None:
    pointer = address(to, op.memref, op.indices, in_bounds=False)
    to.emit(IntrPrefetchOp(pointer, int(op.is_write), op.locality, int(op.is_data)))


@RULES.rule(memref.AssumeAlignmentOp)
def _(to: LlvmConversion, op: memref.AssumeAlignmentOp) -> Converted:
    """Ignore the hint: vectors are accessed at the alignment of their elements."""
    return to.value(op.memref)


@RULES.rule(memref.CastOp, memref.MemorySpaceCastOp)
def _(to: LlvmConversion, op: memref.CastOp | memref.MemorySpaceCastOp) -> Converted:
    """Keep the pointer. Fails unless both types have the same layout."""
    before, after = memref_type(op.source, op), memref_type(op.dest, op)
    if element_strides(before, op) != element_strides(after, op):
        fail(op, f"casts {before} to {after}, whose elements lie at other places")
    return to.value(op.source)


@RULES.rule(memref.CollapseShapeOp, memref.ExpandShapeOp)
def _(to: LlvmConversion, op: memref.CollapseShapeOp | memref.ExpandShapeOp) -> Converted:
    for value in (op.src, op.result):
        _check_contiguous(memref_type(value, op), op)
    return to.value(op.src)


@RULES.rule(memref.ReinterpretCastOp)
def _(to: LlvmConversion, op: memref.ReinterpretCastOp) -> Converted:
    """Another shape over the same pointer, from a constant offset."""
    offset = op.static_offsets.get_values()[0]
    kind = memref_type(op.result, op)
    if op.offsets or op.strides:
        fail(op, "has an offset or a stride that is not a constant")
    if list(op.static_strides.get_values()) != element_strides(kind, op):
        fail(op, f"has other strides than its type {kind}")
    element = memory_type(to.type(kind.element_type))
    pointer = to.value(op.source)
    if not offset:
        return pointer
    return to(llvm.GEPOp.from_mixed_indices(pointer, [offset], element, inbounds=True))


@RULES.rule(memref.ViewOp)
def _(to: LlvmConversion, op: memref.ViewOp) -> Converted:
    """Bytes of a buffer under another type."""
    element_strides(memref_type(op.result, op), op)  # refuses inner extents that are not constants
    pointer, start = to.value(op.source), constant_index(op.byte_shift)
    if start == 0:
        return pointer
    offset = to.value(op.byte_shift) if start is None else start
    return to(llvm.GEPOp.from_mixed_indices(pointer, [offset], i8, inbounds=True))


# --- allocation ----------------------------------------------------------------------------

ADDRESSABLE = 2**47
"""Bytes that a process can address. No allocator gives more, and sizes near 2^64 would wrap."""


@RULES.rule(memref.AllocOp)
def _(to: LlvmConversion, op: memref.AllocOp) -> Converted:
    """`aligned_alloc`, whose size must be a multiple of the alignment."""
    alignment = op.alignment.value.data if op.alignment is not None else DEFAULT_ALIGNMENT
    element = byte_size(to.type(memref_type(op.memref, op).element_type), op)
    elements = _elements(to, op)
    if isinstance(elements, int) and elements * element > ADDRESSABLE:
        fail(op, f"takes {elements * element} bytes, more than there are addresses")
    alignment = max(alignment, element)
    if isinstance(elements, int):
        size = to.constant(-(-elements * element // alignment) * alignment)
    else:
        exact = to(llvm.MulOp(elements, to.constant(element), overflow=IN_BOUNDS))
        above = to(llvm.AddOp(exact, to.constant(alignment - 1), overflow=IN_BOUNDS))
        size = to(llvm.AndOp(above, to.constant(-alignment)))
    operands = [to.constant(alignment), size]
    return call_function(to, ALLOCATE, operands, POINTER).results[0]


def _elements(to: LlvmConversion, op: memref.AllocOp | memref.AllocaOp) -> int | SSAValue:
    """Return the number of elements of a buffer."""
    kind = memref_type(op.memref, op)
    element_strides(kind, op)  # refuses layouts with gaps that are not constants
    count: int | SSAValue = prod(extent for extent in kind.get_shape() if extent >= 0)
    for extent in to.operands(op.dynamic_sizes):
        factor = to.constant(count) if isinstance(count, int) else count
        count = extent if count == 1 else to(llvm.MulOp(extent, factor, overflow=IN_BOUNDS))
    return count


@RULES.rule(memref.DeallocOp)
def _(to: LlvmConversion, op: memref.DeallocOp) -> None:
    call_function(to, FREE, [to.value(op.memref)], None)


@RULES.rule(memref.AllocaOp)
def _(to: LlvmConversion, op: memref.AllocaOp) -> Converted:
    """Allocate on the stack. A buffer of constant size goes to the start of the function:
    in a loop, every iteration would allocate."""
    kind = memref_type(op.memref, op)
    element = memory_type(to.type(kind.element_type))
    alignment = op.alignment.value.data if op.alignment is not None else DEFAULT_ALIGNMENT
    count = _elements(to, op)
    if not isinstance(count, int):
        return to(llvm.AllocaOp(count, element, alignment))
    region = op.parent_region()
    while region is not None and region.parent is not None:
        if isinstance(region.parent.parent_op(), ModuleOp):
            break
        region = region.parent.parent_region()
    if region is None or region.blocks.first is None:
        fail(op, "is not in a function")
    entry = region.blocks.first
    size = llvm.ConstantOp(IntegerAttr(count, i64), i64)
    buffer = llvm.AllocaOp(size.result, element, alignment)
    Rewriter.insert_op(propagate_location(op, [size, buffer]), InsertPoint.at_start(entry))
    return buffer.res


@RULES.rule(memref.GlobalOp)
def _(to: LlvmConversion, op: memref.GlobalOp) -> None:
    kind = op.type
    if not isa(kind, MemRefType) or not kind.has_static_shape():
        fail(op, f"has the type {op.type}, which is not of constant size")
    element = memory_type(to.type(kind.element_type))
    array: Attribute = element
    for extent in reversed(kind.get_shape()):
        array = llvm.LLVMArrayType(extent, array)
    value = op.initial_value
    if isinstance(value, DenseIntOrFPElementsAttr) and isa(element, IntegerType):
        stored = TensorType(element, kind.get_shape())
        if kind.element_type == bf16:
            value = DenseIntOrFPElementsAttr(stored, value.data)
        else:
            values = [int(v) for v in value.iter_values() if not isinstance(v, tuple)]
            value = DenseIntOrFPElementsAttr.from_list(stored, values)
    is_private = op.sym_visibility.data != "public"
    to.emit(
        llvm.GlobalOp(
            array,
            op.sym_name,
            "internal" if is_private else "external",
            constant="constant" in op.properties,
            value=value,
            alignment=op.alignment.value.data if op.alignment is not None else DEFAULT_ALIGNMENT,
        )
    )


@RULES.rule(memref.GetGlobalOp)
def _(to: LlvmConversion, op: memref.GetGlobalOp) -> Converted:
    return to(llvm.AddressOfOp(op.name_, POINTER))


@dataclass(frozen=True)
class ConvertMemrefToLlvmPass(TsPass):
    """Convert memref to bare pointers, loads and stores."""

    name = "convert-memref-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-memref",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        LlvmConversion(SIZES).run(module)
        LlvmConversion(RULES).run(module)
        for left in nested_operations(module):
            if left.name.startswith("memref."):
                fail(left, "has no lowering to the llvm dialect")
