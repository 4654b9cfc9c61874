"""The keywords of TorchScript's types, and the error for malformed type text."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import (
    AnyClassType,
    AnyEnumType,
    AnyListType,
    AnyTupleType,
    AnyType,
    CapsuleType,
    DeviceType,
    FunctionType,
    GeneratorType,
    NoneType,
    NumberType,
    PyObjectType,
    QSchemeType,
    StorageType,
    StreamType,
    StrType,
    TensorType,
)

ANONYMOUS = "NamedTuple"
"""The symbol of a named tuple whose class the text omits."""


class TypeTextError(ValueError):
    """Malformed type text; `position` is the offset of the first bad character."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


SPELLINGS: Mapping[Attribute, str] = {
    i64: "int",
    f64: "float",
    i1: "bool",
    ComplexType(f64): "complex",
    NumberType(): "Scalar",
    StrType(): "str",
    NoneType(): "NoneType",
    DeviceType(): "Device",
    GeneratorType(): "Generator",
    StreamType(): "Stream",
    StorageType(): "Storage",
    QSchemeType(): "QScheme",
    AnyType(): "Any",
    AnyListType(): "list",
    AnyTupleType(): "tuple",
    AnyClassType(): "AnyClassType",
    AnyEnumType(): "AnyEnumType",
    CapsuleType(): "Capsule",
    PyObjectType(): "PyObject",
}

NAMES: Mapping[str, Attribute] = {spelling: t for t, spelling in SPELLINGS.items()} | {
    "number": NumberType(),
    "None": NoneType(),
    "Tensor": TensorType.get(),
    "Dynamic": TensorType.get(),
    "Function": FunctionType.get(""),
    # PyTorch stores these as plain numbers; only schemas distinguish them.
    "SymInt": i64,
    "SymBool": i1,
    "ScalarType": i64,
    "Layout": i64,
    "MemoryFormat": i64,
}
