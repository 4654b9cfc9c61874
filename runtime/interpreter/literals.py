"""The values of constants."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    f64,
    i1,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import (
    ClassType,
    DeviceType,
    DictType,
    EnumType,
    FunctionType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OptionalType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.modules.objects import FunctionName, NamedTupleValue
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype
from xdsl_torchscript.runtime.values import Device, Value


def _dense(attr: DenseIntOrFPElementsAttr) -> Tensor:
    dtype = numpy_dtype(attr.get_element_type())
    elements: list[Any] = list(attr.get_values())
    if dtype.kind == "c":
        elements = [complex(*pair) for pair in elements]
    values = np.array(elements, dtype=dtype)
    shape = attr.get_shape()
    return Tensor(np.full(shape, values[0]) if len(values) == 1 else values.reshape(shape))


def _elements(attr: ArrayAttr[Attribute], type: Attribute, linker: Linker | None) -> Value:
    """Return a list, tuple, dict or complex number."""
    if isinstance(type, ListType):
        return [literal(a, type.element, linker) for a in attr]
    if isinstance(type, TupleType | NamedTupleType):
        parts = [literal(a, t, linker) for a, t in zip(attr, type.elements, strict=True)]
        return tuple(parts) if isinstance(type, TupleType) else NamedTupleValue(parts, type)
    if isinstance(type, DictType):
        pairs = [cast(ArrayAttr[Attribute], a).data for a in attr]
        return {literal(k, type.key, linker): literal(v, type.value, linker) for k, v in pairs}
    if type == ComplexType(f64):
        real, imaginary = (literal(a, f64) for a in attr)
        return complex(real, imaginary)
    raise NoValueError(f"a list is not a literal of {type}")


def _resolve_symbol(attr: SymbolRefAttr, type: Attribute, linker: Linker | None) -> Value:
    """Return a function, a member of an enum or an object."""
    if isinstance(type, FunctionType):
        return FunctionName(attr.root_reference.data)
    if linker is not None and isinstance(type, EnumType):
        *_, member = attr.nested_references.data or (attr.root_reference,)
        return linker.enum_member(type.symbol.data, member.data)
    if linker is not None and isinstance(type, ClassType | InterfaceType):
        return linker.object(attr.root_reference.data)
    raise NoValueError(f"the program does not contain the constant that {attr} names")


def literal(attr: Attribute | None, type: Attribute, linker: Linker | None = None) -> Value:
    """Return the value of `prim.Constant attr : type`. The linker resolves symbols, such as
    resources and members of enums. Raises NoValueError if it cannot."""
    if isinstance(type, OptionalType):
        return literal(attr, type.element, linker)
    match attr:
        case None | UnitAttr():
            return None
        case IntegerAttr():
            return bool(attr.value.data) if attr.type == i1 else attr.value.data
        case FloatAttr():
            return attr.value.data
        case StringAttr():
            return Device(attr.data) if isinstance(type, DeviceType) else attr.data
        case DenseIntOrFPElementsAttr() if isinstance(type, TensorType):
            return _dense(attr)
        case DenseResourceAttr() if linker is not None:
            return linker.resource(attr.resource_handle.data)
        case SymbolRefAttr():
            return _resolve_symbol(attr, type, linker)
        case ArrayAttr():
            return _elements(attr, type, linker)
        case _:
            raise NoValueError(f"the program does not contain the value of constant {attr}")
