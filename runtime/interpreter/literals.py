"""The values of constants."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    f64,
    i1,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import (
    DeviceType,
    DictType,
    ListType,
    NamedTupleType,
    OptionalType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype
from xdsl_torchscript.runtime.values import Device, Value


def _dense(attr: DenseIntOrFPElementsAttr) -> Tensor:
    dtype = numpy_dtype(attr.get_element_type())
    values = np.array(attr.get_values(), dtype=dtype)
    shape = attr.get_shape()
    return Tensor(np.full(shape, values[0]) if len(values) == 1 else values.reshape(shape))


def _elements(attr: ArrayAttr[Attribute], type: Attribute) -> Value:
    """A list, tuple, dict or complex number."""
    if isinstance(type, ListType):
        return [literal(a, type.element) for a in attr]
    if isinstance(type, TupleType | NamedTupleType):
        return tuple(literal(a, t) for a, t in zip(attr, type.elements, strict=True))
    if isinstance(type, DictType):
        pairs = [cast(ArrayAttr[Attribute], a).data for a in attr]
        return {literal(k, type.key): literal(v, type.value) for k, v in pairs}
    if type == ComplexType(f64):
        real, imaginary = (literal(a, f64) for a in attr)
        return complex(real, imaginary)
    raise NoValueError(f"a list is no literal of {type}")


def _integer(attr: IntegerAttr[Any]) -> int | bool:
    return bool(attr.value.data) if attr.type == i1 else attr.value.data


def literal(attr: Attribute | None, type: Attribute) -> Value:
    """The value that `prim.Constant attr : type` gives; NoValueError for a constant that only
    names its value, as a resource or a function does."""
    if isinstance(type, OptionalType):
        return literal(attr, type.element)
    match attr:
        case None | UnitAttr():
            return None
        case IntegerAttr():
            return _integer(attr)
        case FloatAttr():
            return attr.value.data
        case StringAttr():
            return Device(attr.data) if isinstance(type, DeviceType) else attr.data
        case DenseIntOrFPElementsAttr() if isinstance(type, TensorType):
            return _dense(attr)
        case ArrayAttr():
            return _elements(attr, type)
        case _:
            raise NoValueError(f"the program does not hold the value of a constant {attr}")
