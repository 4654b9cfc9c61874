"""What is known of a value without running anything: constants, lists of them, sizes."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i1,
)
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp, TupleConstructOp
from xdsl_torchscript.dialects.types import Dim, NoneType, TensorType

Constant: TypeAlias = "int | float | bool | str | tuple[Constant, ...] | None"


class NotConstantError(ValueError):
    """A value is computed when the program runs."""


_LISTS = (ListConstructOp, TupleConstructOp)


def owner_of(value: SSAValue) -> Operation | None:
    """The operation whose result `value` is."""
    return value.owner if isinstance(value.owner, Operation) else None


def attribute_value(attr: Attribute) -> Constant:
    """The Python value of a constant's attribute. Raises `NotConstantError` for a tensor."""
    if isa(attr, IntegerAttr):
        number = attr.value.data
        return bool(number) if attr.type == i1 else number
    if isa(attr, FloatAttr):
        return attr.value.data
    if isinstance(attr, StringAttr):
        return attr.data
    if isinstance(attr, UnitAttr):
        return None
    if isa(attr, ArrayAttr[Attribute]):
        return tuple(map(attribute_value, attr))
    raise NotConstantError(f"{attr} is not a number, a string or a list of them")


def constant_of(value: SSAValue) -> Constant:
    """The Python value of a constant, a list as a tuple. Raises `NotConstantError`."""
    if isinstance(value.type, NoneType):
        return None
    if isinstance(value.type, ComplexType):
        raise NotConstantError("a complex number")
    owner = owner_of(value)
    if owner is None:
        raise NotConstantError("an argument is not constant")
    if isinstance(owner, _LISTS):
        return tuple(map(constant_of, owner.operands))
    if isinstance(owner, ConstantOp):
        return None if owner.value is None else attribute_value(owner.value)
    raise NotConstantError(f"the result of '{owner.name}' is not constant")


def is_none(value: SSAValue) -> bool:
    """Whether a value is None: by its type, or as a constant of an optional type."""
    owner = owner_of(value)
    absent = isinstance(owner, ConstantOp) and owner.value is None
    return absent or isinstance(value.type, NoneType)


def int_of(value: SSAValue) -> int:
    """A constant int. Raises `NotConstantError`."""
    number = constant_of(value)
    if not isinstance(number, int):
        raise NotConstantError(f"{number!r} is not an int")
    return number


def optional_int_of(value: SSAValue) -> int | None:
    """A constant int or None. Raises `NotConstantError`."""
    return None if constant_of(value) is None else int_of(value)


def ints_of(value: SSAValue) -> tuple[int, ...]:
    """A constant list of ints, or one int for a list of one. Raises `NotConstantError`."""
    constant = constant_of(value)
    numbers = constant if isinstance(constant, tuple) else (constant,)
    if any(not isinstance(n, int) for n in numbers):
        raise NotConstantError(f"{constant!r} is not a list of ints")
    return tuple(n for n in numbers if isinstance(n, int))


def _size_of(op: Operation) -> Dim:
    tensor = op.operands[0].type
    if not isinstance(tensor, TensorType) or tensor.shape is None:
        return None
    axis = int_of(op.operands[1])
    return tensor.shape[axis] if -len(tensor.shape) <= axis < len(tensor.shape) else None


def _element_of_sizes(sizes: SSAValue, index: int) -> Dim:
    """One of the sizes that an `aten.size` lists."""
    source = owner_of(sizes)
    if source is None or source.name != "aten.size":
        return None
    tensor = source.operands[0].type
    shape = tensor.shape if isinstance(tensor, TensorType) else None
    return None if shape is None or not -len(shape) <= index < len(shape) else shape[index]


def dim_of(value: SSAValue) -> Dim:
    """What an int says as a size: a number, the symbol of the tensor it was asked of, or None."""
    owner = owner_of(value)
    if isinstance(value, OpResult) and value.op.name == "prim.ListUnpack":
        return _element_of_sizes(value.op.operands[0], value.index)
    try:
        if owner is not None and owner.name == "aten.size.int":
            return _size_of(owner)
        if owner is not None and owner.name == "aten.__getitem__.t":
            return _element_of_sizes(owner.operands[0], int_of(owner.operands[1]))
        return int_of(value)
    except NotConstantError:
        return None


def dims_of(value: SSAValue) -> tuple[Dim, ...]:
    """A list of ints as sizes. Raises `NotConstantError` if its length is not known."""
    owner = owner_of(value)
    if isinstance(owner, _LISTS):
        return tuple(map(dim_of, owner.operands))
    if owner is not None and owner.name == "aten.size":
        tensor = owner.operands[0].type
        if isinstance(tensor, TensorType) and tensor.shape is not None:
            return tensor.shape
    return ints_of(value)
