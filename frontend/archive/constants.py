"""The constants of an archive's code, as literals of `prim.Constant`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.prim.constant import complex_literal
from xdsl_torchscript.dialects.subtyping import unify_all
from xdsl_torchscript.dialects.types import (
    AnyType,
    ClassType,
    DeviceType,
    DictType,
    ListType,
    NoneType,
    StrType,
    TupleType,
)
from xdsl_torchscript.dialects.types import TensorType as TsTensorType
from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.archive.model import (
    DeviceValue,
    DictValue,
    ListValue,
    PickledObject,
    PickledValue,
    TensorRecord,
)
from xdsl_torchscript.frontend.archive.storages import Array

TENSOR = TsTensorType.get()
_NAMED = (TensorRecord, PickledObject)
"""Values that a literal only names."""

TypedLiteral = tuple[Attribute | None, Attribute]
"""The value and type of a `prim.Constant`."""


def constant_literals(archive: Archive) -> tuple[TypedLiteral | None, ...]:
    """Return the literals of `CONSTANTS.c0` and so on, None for containers of tensors or objects.

    A tensor names an entry of `constant_resources`, an object an entry of `constant_objects`.
    """
    return tuple(_literal(value, f"c{i}") for i, value in enumerate(archive.constants))


def constant_resources(archive: Archive) -> dict[str, Array]:
    """Return the elements of the tensor constants, by their names in literals."""
    tensors = ((f"c{i}", value) for i, value in enumerate(archive.constants))
    return {key: archive.array(v) for key, v in tensors if isinstance(v, TensorRecord)}


def quantized_constants(archive: Archive) -> dict[str, TensorRecord]:
    """Return the quantised tensors among the constants, by their names in literals."""
    named = ((f"c{i}", value) for i, value in enumerate(archive.constants))
    return {key: v for key, v in named if isinstance(v, TensorRecord) and v.quantizer is not None}


def constant_objects(archive: Archive) -> dict[str, PickledObject]:
    """Return the object constants, by their names in literals."""
    named = ((_object_name(f"c{i}"), value) for i, value in enumerate(archive.constants))
    return {key: value for key, value in named if isinstance(value, PickledObject)}


def _object_name(key: str) -> str:
    return f"__torch__.{key}"


def _literal(value: PickledValue, key: str) -> TypedLiteral | None:
    match value:
        case None:
            return None, NoneType()
        case TensorRecord():
            type = TensorType(BY_TORCH_NAME[value.dtype].type, value.shape)
            return DenseResourceAttr.from_params(key, type), TENSOR
        case tuple():
            parts = _plain(value)
            return parts and (ArrayAttr(parts[0]), TupleType.get(parts[1]))
        case ListValue():
            parts = _plain(value.items)
            return parts and (ArrayAttr(parts[0]), ListType(_common(parts[1])))
        case DictValue():
            keys, values = _plain([k for k, _ in value.items]), _plain([v for _, v in value.items])
            if keys is None or values is None:
                return None
            rows = [ArrayAttr(row) for row in zip(keys[0], values[0], strict=True)]
            return ArrayAttr(rows), DictType(_common(keys[1]), _common(values[1]))
        case PickledObject():
            return SymbolRefAttr(_object_name(key)), ClassType.get(value.class_name)
        case _:
            row = SCALARS.get(value.__class__)
            return row and (row[0](value), row[1])


def constant_type(value: PickledValue) -> Attribute | None:
    """Return a constant's type, None for an object."""
    found = _literal(value, "")
    return None if found is None else found[1]


def _plain(values: Sequence[PickledValue]) -> tuple[list[Attribute], list[Attribute]] | None:
    """Return literals and types of a container's elements, None if it contains tensors or
    objects."""
    found = [None if isinstance(v, _NAMED) else _literal(v, "") for v in values]
    parts = [part for part in found if part is not None]
    if len(parts) != len(found):
        return None
    return [value or UnitAttr() for value, _ in parts], [type for _, type in parts]


def _common(types: Sequence[Attribute]) -> Attribute:
    return (unify_all(types) if types else TENSOR) or AnyType()


SCALARS: Mapping[type, tuple[Callable[[Any], Attribute], Attribute]] = {
    bool: (BoolAttr.from_bool, i1),
    int: (lambda value: IntegerAttr(value, i64), i64),
    float: (lambda value: FloatAttr(value, f64), f64),
    complex: (complex_literal, ComplexType(f64)),
    str: (StringAttr, StrType()),
    DeviceValue: (lambda value: StringAttr(value.name), DeviceType()),
}
"""The literal and the type of each kind of scalar."""
