"""Types of values that can be written in place."""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType, Float64Type, IntegerType
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import (
    AnyEnumType,
    DeviceType,
    EnumType,
    FunctionType,
    NamedTupleType,
    NoneType,
    NumberType,
    OptionalType,
    QSchemeType,
    SizeType,
    StrType,
    TupleType,
)

IMMUTABLE = frozenset({
    IntegerType, Float64Type, ComplexType, NumberType, StrType, NoneType, DeviceType, QSchemeType,
    AnyEnumType, EnumType, FunctionType, SizeType,
})  # fmt: skip
"""Types without parts that could be written."""


def is_mutable_type(type: Attribute) -> bool:
    """Return whether a value of the type, or a part of it, can be written in place."""
    if type.__class__ in IMMUTABLE:
        return False
    if isinstance(type, OptionalType):
        return is_mutable_type(type.element)
    if isinstance(type, TupleType | NamedTupleType):
        return any(is_mutable_type(element) for element in type.elements)
    return True
