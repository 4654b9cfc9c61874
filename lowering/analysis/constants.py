"""Constants of a program as Python values."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

Constant: TypeAlias = "int | float | bool | str | tuple[Constant, ...] | None"


class NotConstantError(ValueError):
    """A value is computed when the program runs."""


def owner_of(value: SSAValue) -> Operation | None:
    """Return the operation whose result `value` is, None for an argument."""
    return value.owner if isinstance(value.owner, Operation) else None


def attribute_value(attr: Attribute) -> Constant:
    """Return the Python value of a constant's attribute.

    Raises NotConstantError for a tensor.
    """
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
