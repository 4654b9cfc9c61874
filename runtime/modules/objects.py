"""Instances of a program's classes, enums and NamedTuples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    EnumType,
    FunctionType,
    ListType,
    NamedTupleType,
)


class Object:
    """An instance of a class, of modules or not: its slots by name. Compared by identity."""

    __slots__ = ("__weakref__", "class_name", "slots")

    def __init__(self, class_name: str, slots: dict[str, Any]) -> None:
        self.class_name = class_name
        self.slots = slots

    @property
    def type(self) -> ClassType:
        return ClassType.get(self.class_name)

    def __repr__(self) -> str:
        return f"<object of {self.class_name}>"


@dataclass(frozen=True, slots=True)
class EnumMember:
    """`Color.RED`; `value` is an int, a float or a str."""

    class_name: str
    name: str
    value: int | float | str

    @property
    def type(self) -> EnumType:
        return EnumType.get(self.class_name)

    def __str__(self) -> str:
        return f"{self.class_name.rpartition('.')[2]}.{self.name}"


@dataclass(frozen=True, slots=True)
class FunctionName:
    """A function of the program as a value; its code is looked up by name."""

    name: str

    @property
    def type(self) -> FunctionType:
        return FunctionType.get(self.name)


class TypedList(list[Any]):
    """A list of a known static type."""

    __slots__ = ("type",)

    def __init__(self, values: Iterable[Any], type: ListType) -> None:
        super().__init__(values)
        self.type = type


class TypedDict(dict[Any, Any]):
    """A dict of a known static type."""

    __slots__ = ("type",)

    def __init__(
        self, items: Iterable[tuple[Any, Any]] | Mapping[Any, Any], type: DictType
    ) -> None:
        super().__init__(items)
        self.type = type


class NamedTupleValue(tuple[Any, ...]):
    """A tuple with named elements: `point.x`."""

    type: NamedTupleType

    def __new__(cls, values: Iterable[Any], type: NamedTupleType) -> NamedTupleValue:
        made = super().__new__(cls, values)
        made.type = type
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.type

    @property
    def _fields(self) -> tuple[str, ...]:
        return tuple(field.data for field in self.type.fields)

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._fields:
            raise AttributeError(f"'{self.type.symbol.data}' has no field '{name}'")
        return self[self._fields.index(name)]

    def __repr__(self) -> str:
        name = self.type.symbol.data.rpartition(".")[2]
        fields = (f"{field}={value!r}" for field, value in self._asdict().items())
        return f"{name}({', '.join(fields)})"
