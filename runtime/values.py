"""The values of registers, and their types.

int, float, bool, complex, str, list, tuple, dict and None are Python's. A tensor is a `Tensor`, a
device a `Device`. Instances of a program's classes are defined in `modules/objects.py`. Dtypes,
layouts and memory formats are ints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.subtyping import is_subtype_of, map_types
from xdsl_torchscript.dialects.types import (
    AnyType,
    DeviceType,
    DictType,
    ListType,
    NoneType,
    StrType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.runtime.modules.futures import Deferred
from xdsl_torchscript.runtime.modules.objects import (
    EnumMember,
    FunctionName,
    NamedTupleValue,
    Object,
    TypedDict,
    TypedList,
)
from xdsl_torchscript.runtime.tensor import Tensor

Value: TypeAlias = Any
"""Any value of a program; its TorchScript type is `type_of`."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device of TorchScript, such as `cpu`."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def type(self) -> str:
        """The kind of device, such as `cuda` of `cuda:1`."""
        return self.name.partition(":")[0]

    @property
    def index(self) -> int | None:
        """The number of the device, such as 1 of `cuda:1`."""
        _, _, index = self.name.partition(":")
        return int(index) if index else None


_TYPED = (
    Tensor, Object, EnumMember, NamedTupleValue, FunctionName, Deferred, TypedList, TypedDict,
)  # fmt: skip
"""Classes of values that have a type."""

TYPE_OF_CLASS: dict[type, Attribute] = {
    bool: i1,
    int: i64,
    float: f64,
    complex: ComplexType(f64),
    str: StrType(),
    type(None): NoneType(),
    Device: DeviceType(),
}
"""The types of values whose class has no `type`; the module of a class may add it."""


def _common(elements: Sequence[Value]) -> Attribute:
    types = {type_of(e) for e in elements}
    if len(types) == 1:
        return types.pop()
    tensors = not types or all(isinstance(t, TensorType) for t in types)
    return TensorType.get() if tensors else AnyType()


def type_of(value: Value) -> Attribute:
    """Return the most exact type of a value. Empty lists and dicts have TorchScript's types of `[]`
    and `{}`, unless they carry a type.

    Raises TypeError for an object that is not a TorchScript value.
    """
    if isinstance(value, _TYPED):
        return value.type
    if isinstance(value, list):
        return ListType(_common(cast("list[Any]", value)))
    if isinstance(value, tuple):
        return TupleType.get([type_of(v) for v in cast("tuple[Any, ...]", value)])
    if isinstance(value, dict):
        table = cast("dict[Any, Any]", value)
        if not table:
            return DictType(StrType(), TensorType.get())
        return DictType(_common(list(table)), _common(list(table.values())))
    scalar = TYPE_OF_CLASS.get(type(cast(object, value)))
    if scalar is None:
        raise TypeError(f"'{type(cast(object, value)).__name__}' is not a TorchScript type values")
    return scalar


def program_type(value: Value) -> Attribute:
    """Return a value's type as a program sees it, without tensor facts."""
    return map_types(type_of(value), _any_tensor)


def _any_tensor(type: Attribute) -> Attribute:
    return TensorType.get() if isinstance(type, TensorType) else type


def is_a(value: Value, declared: Attribute) -> bool:
    """Return whether a value is of a declared type; a symbolic size matches any size."""
    return is_subtype_of(type_of(value), map_types(declared, _without_symbols))


def _without_symbols(declared: Attribute) -> Attribute:
    if not isinstance(declared, TensorType) or declared.shape is None:
        return declared
    return TensorType.get(
        [None if isinstance(dim, str) else dim for dim in declared.shape],
        declared.dtype,
        strides=declared.strides,
        device=declared.device,
        requires_grad=declared.requires_grad,
        undefined=declared.undefined,
    )
