"""Tensors of uint8: the operators that may have them.

In memory their elements are those of an i8, and only conversions know that they have no sign.
Operators on elements compute in int32 (`widen-bytes`), so these remain: views, copies of elements
to other places, and conversions. Losses and the like are not compiled: within one operator, nothing
wraps around as in PyTorch's parts of it.
"""

from __future__ import annotations

from xdsl.dialects.builtin import f64, i1, i8, i16, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.dtypes import UINT8
from xdsl_torchscript.dialects.families import POINTWISE, Family, base_name, family_of
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import NumberType, OptionalType, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal
from xdsl_torchscript.lowering.ts_to_te.narrow_types.widening import MOVING, Widening

_NUMBER = NumberType()
BYTES = Widening({UINT8: i32})
WIDENED = POINTWISE | {Family.REDUCTION, Family.SORTING, Family.QUERY}
"""The families of operators that compute in int32."""
PAD = "aten.constant_pad_nd"
_KEEP_TYPE = ("constant_pad_nd", "hardtanh", "threshold")
"""Operators whose result has uint8 next to floats, which they convert to it."""
_ZERO_OR_ONE = ("zeros", "ones", "empty", "new_zeros", "new_ones", "new_empty")


def is_byte(type: Attribute) -> bool:
    return isinstance(type, TensorType) and type.dtype == UINT8


def check_bytes(op: Operation) -> None:
    """Check an operator with tensors of uint8. Raises `Refusal` if it is of another family, if they
    would be a mask or are filled with numbers, and if it has a number that may not be a uint8,
    which PyTorch converts, or shorter integers than int32."""
    if not isinstance(op, SchemaOp) or not any(map(BYTES.applies_to, (*op.operands, *op.results))):
        return
    family = family_of(op.name)
    if family not in WIDENED | MOVING:
        raise Refusal("computes on a tensor of uint8, which is not compiled yet")
    if family is Family.INDEXING and any(map(BYTES.applies_to, op.operands[1:])):
        raise Refusal("takes a tensor of uint8 as an index or a mask")
    if family is Family.CREATION and not _fills_with_bit(op):
        raise Refusal("fills a tensor of uint8 with numbers")
    if any(_is_short(value.type) for value in op.operands):
        raise Refusal("combines a tensor of uint8 with one of int8 or int16")
    arguments = zip(op.schema.arguments, op.operands, strict=False)
    numbers = [value for argument, value in arguments if _is_number(argument.type)]
    keeps_type = base_name(op.schema) in _KEEP_TYPE
    if not all(_is_safe(v, pads=op.name == PAD, keeps_type=keeps_type) for v in numbers):
        raise Refusal("has a tensor of uint8 and a number that may be none")


def _is_short(type: Attribute) -> bool:
    return isinstance(type, TensorType) and type.dtype in (i8, i16)


def _fills_with_bit(op: SchemaOp) -> bool:
    return op.name.split(".")[1].removesuffix("_like") in _ZERO_OR_ONE


def _is_number(type: Attribute) -> bool:
    return (type.element if isinstance(type, OptionalType) else type) == _NUMBER


def _is_safe(value: SSAValue, *, pads: bool, keeps_type: bool) -> bool:
    """Return whether a number is a float that promotes the bytes, or a constant that an i8 and a
    uint8 can have. An element of a border is stored as it is, so any uint8 is one."""
    if value.type == i1 or (value.type == f64 and not keeps_type):
        return True
    known, end = STATED.known_constant(value), 256 if pads else 128
    return STATED.is_none(value) or (isinstance(known, int | float) and 0 <= known < end)
