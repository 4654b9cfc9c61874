"""Constants of a program as Python values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    FloatAttr,
    IntAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.tensor_type import is_array, is_float, is_integer

KnownConstant: TypeAlias = "int | float | bool | str | tuple[KnownConstant, ...] | None"


MOST_ELEMENTS = 4096
"""The most elements, characters included, of a value that is computed before the program runs.
Larger tensors, lists and texts are computed at run time: programs stay readable, and repeated
doubling does not fill the memory.
"""


class NotConstantError(ValueError):
    """A value is computed at run time."""


def count_elements(value: object) -> int:
    """Return the number of characters of a text, or of elements of a container and those in it,
    each of which counts as one at least; 1 for other values."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return count_elements(list(cast("dict[object, object]", value).items()))
    if isinstance(value, list | tuple):
        return sum(max(count_elements(e), 1) for e in cast("Sequence[object]", value))
    return 1


def owner_of(value: SSAValue) -> Operation | None:
    """Return the operation whose result `value` is, None for an argument."""
    return value.op if type(value) is OpResult else None


def attribute_value(attr: Attribute) -> KnownConstant:
    """Return the Python value of a constant's attribute.

    Raises NotConstantError for a tensor.
    """
    if is_integer(attr):
        number = attr.value.data
        return bool(number) if attr.type == i1 else number
    if is_float(attr):
        return attr.value.data
    if isinstance(attr, StringAttr):
        return attr.data
    if isinstance(attr, UnitAttr):
        return None
    if is_array(attr):
        return tuple(map(attribute_value, attr))
    raise NotConstantError(f"{attr} is not a number, a string or a list of them")


def _int_attribute(number: int) -> Attribute:
    if not -(2**63) <= number < 2**63:
        raise NotConstantError(f"{number} has more than 64 bits")
    return IntegerAttr.new([IntAttr(number), i64])  # In half the time of the constructor.


LiteralMaker: TypeAlias = Callable[[Any], Attribute]

_LITERALS: Mapping[type, LiteralMaker] = {
    bool: BoolAttr.from_bool,
    int: _int_attribute,
    float: lambda number: FloatAttr(number, f64),
    complex: lambda number: ArrayAttr([FloatAttr(number.real, f64), FloatAttr(number.imag, f64)]),
    str: StringAttr,
    type(None): lambda _: UnitAttr(),
}
_NO_LITERALS: Mapping[type, LiteralMaker] = {}


def literal_attribute(
    value: object, others: Mapping[type, LiteralMaker] = _NO_LITERALS
) -> Attribute:
    """Return the literal of a Python value in `prim.Constant`, for None that inside a container.

    `others` has the literals of further classes. Raises NotConstantError for any other value.
    """
    if isinstance(value, list | tuple):
        elements = cast("Sequence[object]", value)
        return ArrayAttr([literal_attribute(element, others) for element in elements])
    if isinstance(value, dict):
        return literal_attribute(list(cast("dict[object, object]", value).items()), others)
    make = _LITERALS.get(value.__class__) or others.get(value.__class__)
    if make is None:
        raise NotConstantError(f"a value of type '{type(value).__name__}' has no literal")
    return make(value)
