"""Device, strides and `requires_grad` of results. Their sizes and element types have rules.

All three follow from the operands, and are unknown if the operands' properties are:

- the device is the device of all operands, unless an argument names another, and the CPU for a
  number or a tensor created without a device;
- no gradient is required of a result if none is of any operand, or if it holds no fractions, or
  is created without one;
- a pointwise result of contiguous operands is contiguous, and a view permutes or scales strides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from xdsl.dialects.builtin import Float64Type, IntegerType
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import mul
from xdsl_torchscript.dialects.types import (
    AnyType,
    Dim,
    ListType,
    NoneType,
    OptionalType,
    TensorType,
)
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.rules.pointwise import has_signature
from xdsl_torchscript.lowering.analysis.rules.views import slice_of, transposition_of
from xdsl_torchscript.lowering.analysis.shapes import Shape, drop

_MOVES: dict[str, str | None] = {"aten.cpu": "cpu", "aten.cuda": None}
"""Operators whose name implies the device type; the number of a GPU stays unknown."""

_DEFAULT = "cpu"
"""The device of tensors that operators create without one. TorchScript ignores PyTorch's default
device, which changes functions of Python."""

_NUMBERS = frozenset({IntegerType, Float64Type, NoneType})

_DETACHED = frozenset({"aten.detach", "aten.detach_copy"})

_OF_NUMBERS = frozenset({"prim.NumToTensor.Scalar", "prim.NumToTensor.bool"})
"""Operators that make a tensor of rank 0 on the CPU from a number."""

_PERMUTATIONS = frozenset(
    f"aten::{n}" for n in "t transpose permute movedim moveaxis swapaxes swapdims numpy_T".split()
)


def with_properties(op: SchemaOp, type: TensorType, facts: Facts) -> TensorType:
    """Return the type of a result, or of an element of a list result, with its device, strides and
    `requires_grad`."""
    if op.name in _OF_NUMBERS:
        return TensorType.get(type.shape, type.dtype, device="cpu", requires_grad=False)
    schema = op.schema
    if schema.namespace != "aten" or schema.is_mutable:
        return type
    types = [facts.type_of(operand) for operand in op.operands]
    if not (_names_properties(op.name) or any(map(_may_imply_properties, types))):
        return TensorType.get(type.shape, type.dtype) if type.states_properties else type
    call = CallFacts(op, facts)
    given = [value for value in op.operands if not facts.is_none(value)]
    operands = call.attempt(lambda: [t for value in given for t in _tensors_in(value, call)])
    return TensorType.get(
        type.shape,
        type.dtype,
        strides=call.attempt(lambda: _strides(call, type.shape, operands)),
        device=call.attempt(lambda: _device(call, operands)),
        requires_grad=call.attempt(lambda: _requires_grad(call, type.dtype, operands)),
    )


@cache
def _names_properties(op_name: str) -> bool:
    """Return whether an operator, or one of its arguments, names a device or `requires_grad`."""
    schema = schema_named(op_name)
    arguments = map(schema.argument_index, ("device", "requires_grad"))
    return op_name in _MOVES or op_name in _DETACHED or any(i is not None for i in arguments)


def _may_imply_properties(found: Attribute) -> bool:
    """Return whether an operand's type may imply properties of a result."""
    if type(found) is TensorType:
        return found.states_properties
    return type(found.element if type(found) is ListType else found) not in _NUMBERS


def _tensors_in(value: SSAValue, call: CallFacts) -> Iterator[TensorType]:
    found = call.type_of(value)
    inner = found.element if type(found) is OptionalType else found
    if type(inner) is TensorType:
        yield inner if inner is found else TensorType.get()
    elif type(inner) is ListType and _may_hold_tensors(inner.element):
        for element in call.facts.elements_of(value):
            yield from _tensors_in(element, call)
    elif type(inner) is AnyType:
        raise NotConstantError("an operand of any type")


def _may_hold_tensors(type: Attribute) -> bool:
    inner = type.element if isinstance(type, OptionalType) else type
    return isinstance(inner, TensorType | ListType | AnyType)


def _creates(call: CallFacts, operands: Sequence[TensorType] | None) -> bool:
    """Return whether an operator makes a tensor from no other one, on a device that it is given."""
    return operands == [] and schema_named(call.op.name).argument_index("device") is not None


def _device(call: CallFacts, operands: Sequence[TensorType] | None) -> str | None:
    if call.op.name in _MOVES:
        return _MOVES[call.op.name]
    if call.has("device"):
        named = call.constant("device")
        return named if isinstance(named, str) else None
    if _creates(call, operands):
        return _DEFAULT
    devices = {type.device for type in operands or ()}
    return devices.pop() if len(devices) == 1 else None


def _requires_grad(
    call: CallFacts, dtype: Attribute | None, operands: Sequence[TensorType] | None
) -> bool | None:
    """False if it is known; whether gradients are recorded at all is known at run time only."""
    if call.op.name in _DETACHED:
        return False
    if call.has("requires_grad") and call.constant("requires_grad") is not False:
        return None
    if not operands:
        return False if _creates(call, operands) else None
    stated = isinstance(dtype, IntegerType) or all(o.requires_grad is False for o in operands)
    return False if stated else None


# ---- strides


def contiguous(shape: Shape) -> tuple[Dim, ...]:
    """Return the strides of elements in order."""
    return tuple(mul(1, *shape[axis + 1 :]) for axis in range(len(shape)))


def _strides(
    call: CallFacts, shape: Shape | None, operands: Sequence[TensorType] | None
) -> tuple[Dim, ...] | None:
    if shape is None or 0 in shape or None in shape:
        return None  # Strides of an empty tensor are arbitrary.
    if not operands or operands[0].strides is None:
        return None
    kind = call.op.schema.kind if isinstance(call.op, SchemaOp) else ""
    if kind in _PERMUTATIONS:
        strides = operands[0].strides
        return tuple(strides[axis] for axis in transposition_of(call, len(shape)))
    if kind in ("aten::slice", "aten::select", "aten::narrow"):
        source = operands[0]
        strides = source.strides or ()
        axis, _, step, _ = slice_of(call, source.shape or ())
        if call.has("index"):
            return drop(strides, (axis,))
        return (*strides[:axis], mul(strides[axis], step), *strides[axis + 1 :])
    # PyTorch may reorder axes of size 1.
    if 1 in shape or not has_signature(call.op.name) or call.has("memory_format"):
        return None
    in_order = contiguous(shape)
    return in_order if all(o.shape == shape and o.strides == in_order for o in operands) else None
