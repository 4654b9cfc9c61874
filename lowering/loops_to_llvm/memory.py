"""Addresses of elements of a memref, and loads and stores of scalars and vectors there."""

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    MemRefType,
    UnitAttr,
    UnrealizedConversionCastOp,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended.llvm import ICmpOp
from xdsl_torchscript.lowering.analysis.linear_index import constant_of
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import integer_attribute
from xdsl_torchscript.lowering.loops_to_llvm.conversion import LlvmConversion
from xdsl_torchscript.lowering.loops_to_llvm.types import (
    POINTER,
    byte_size,
    element_strides,
    memory_type,
)

SCOPES = ("alias_scopes", "noalias_scopes")
"""Attributes that an access of the loops level may carry down to LLVM."""

IN_BOUNDS = llvm.OverflowAttr(
    (llvm.OverflowFlag.NO_SIGNED_WRAP, llvm.OverflowFlag.NO_UNSIGNED_WRAP)
)
"""Indices of a memref are in bounds, so no product or sum of them can overflow."""
ANYWHERE = llvm.OverflowAttr("none")


_ONE_INDEX = {
    "rawConstantIndices": DenseArrayBase.from_list(i32, [llvm.GEP_USE_SSA_VAL]),
    "noWrapFlags": integer_attribute(0, i32),
}
"""Properties of a getelementptr over a value."""


def memref_type(value: SSAValue, op: Operation) -> MemRefType:
    kind = value.type
    if not isinstance(kind, MemRefType):
        fail(op, f"has an operand of type {kind}, not a memref of known rank")
    return cast(MemRefType, kind)


def address(
    to: LlvmConversion, memref: SSAValue, indices: Sequence[SSAValue], *, in_bounds: bool = True
) -> SSAValue:
    """Return the pointer to an element: one getelementptr over the linear index, and another one
    over a constant distance. The start of that distance may lie outside of the memory.

    Code generation then puts the distance into the instruction. Otherwise it would hoist the sum
    out of a loop, and occupy a register for each of several neighbours.

    Without `in_bounds`, the element may lie outside, too, as one that a mask leaves out.
    """
    kind = memref_type(memref, to.op)
    near = _neighbour(indices[0]) if element_strides(kind, to.op) == [1] else None
    if near is not None:
        element = memory_type(to.type(kind.element_type))
        pointer = to.value(memref)
        for distance in (to.value(near[0]), to.constant(near[1])):
            pointer = _element_pointer(to, pointer, distance, element)
        return pointer
    pointer, overflow = to.value(memref), IN_BOUNDS if in_bounds else ANYWHERE
    known, total = 0, None
    for index, stride in zip(indices, element_strides(kind, to.op), strict=True):
        constant = constant_index(index)
        if constant is not None:
            known += constant * stride
            continue
        number = to.value(index)
        if stride != 1:
            number = to(llvm.MulOp(number, to.constant(stride), overflow=overflow))
        total = number if total is None else to(llvm.AddOp(total, number, overflow=overflow))
    if total is None and known == 0:
        return pointer
    element = memory_type(to.type(kind.element_type))
    if total is not None and known:
        total = to(llvm.AddOp(total, to.constant(known), overflow=overflow))
    at = to.constant(known) if total is None else total
    return _element_pointer(to, pointer, at, element, {"inbounds": UnitAttr()} if in_bounds else {})


def _element_pointer(
    to: LlvmConversion,
    pointer: SSAValue,
    index: SSAValue,
    element: Attribute,
    flags: Mapping[str, Attribute] = {},
) -> SSAValue:
    """Emit a getelementptr over one index."""
    properties = {**_ONE_INDEX, "elem_type": element, **flags}
    return to.emit.create(llvm.GEPOp, [pointer, index], [POINTER], properties).result


def _neighbour(index: SSAValue) -> tuple[SSAValue, int] | None:
    """Return another index and the constant distance from it, None if an index is no such sum."""
    op = index.owner
    if not isinstance(op, arith.AddiOp) or constant_index(op.lhs) is not None:
        return None
    distance = constant_index(op.rhs)
    return None if distance is None else (op.lhs, distance)


def constant_index(value: SSAValue) -> int | None:
    """Return the number of a constant index, before or after its conversion; None for others."""
    owner = value.owner
    if isinstance(owner, UnrealizedConversionCastOp) and len(owner.inputs) == 1:
        return constant_index(owner.inputs[0])
    if isinstance(owner, llvm.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return constant_of(value)


def load(to: LlvmConversion, pointer: SSAValue, result: Attribute) -> SSAValue:
    """Load a value of an llvm type; booleans come out of bytes."""
    stored = memory_type(result)
    properties = _access_properties(vector_alignment(result, to.op))
    loaded = to.emit.create(llvm.LoadOp, [pointer], [stored], properties)
    _describe(loaded, to.op)
    return from_memory(to, loaded.dereferenced_value, result)


def store(to: LlvmConversion, value: SSAValue, pointer: SSAValue) -> None:
    """Store a value of an llvm type; booleans become bytes."""
    properties = _access_properties(vector_alignment(value.type, to.op))
    operands = [to_memory(to, value), pointer]
    _describe(to.emit.create(llvm.StoreOp, operands, properties=properties), to.op)


def _access_properties(alignment: int | None) -> dict[str, Attribute]:
    """Return the properties of a load or store that is not atomic."""
    not_atomic: dict[str, Attribute] = {"ordering": integer_attribute(0, i64)}
    aligned = {} if alignment is None else {"alignment": integer_attribute(alignment, i64)}
    return not_atomic | aligned


def from_memory(to: LlvmConversion, stored: SSAValue, wanted: Attribute) -> SSAValue:
    if stored.type == wanted:
        return stored
    return to(ICmpOp(stored, to.constant(0, stored.type), "ne"))


def to_memory(to: LlvmConversion, value: SSAValue) -> SSAValue:
    stored = memory_type(value.type)
    return value if stored == value.type else to(llvm.ZExtOp(value, stored))


def vector_alignment(accessed: Attribute, op: Operation) -> int | None:
    """Return the alignment of a vector access: an element's alignment, not of the vector."""
    return byte_size(accessed.element_type, op) if isa(accessed, VectorType) else None


def _describe(access: Operation, source: Operation) -> None:
    """Copy the attributes of the access at loops level."""
    for name in SCOPES:
        if name in source.attributes:
            access.attributes[name] = source.attributes[name]
    nontemporal = source.properties.get("nontemporal")
    if isa(nontemporal, IntegerAttr) and nontemporal.value.data:
        access.attributes["nontemporal"] = nontemporal
