"""Conversion of Python objects to values of a declared type.

The rules follow PyTorch. An int converts to a float, a number to a bool, a tuple to a list, a
one-element tensor to a number. Besides tensors any array is accepted, without a copy if it shares
its memory. Lists and dicts are copied.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from numbers import Number
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.byte_strings import is_utf8
from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.types import (
    AnyType,
    AwaitType,
    ClassType,
    DeviceType,
    DictType,
    EnumType,
    FutureType,
    InterfaceType,
    ListType,
    NamedTupleType,
    NoneType,
    NumberType,
    OptionalType,
    SizeType,
    StrType,
    TensorType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.runtime.modules.futures import Deferred
from xdsl_torchscript.runtime.modules.handle import Handle, object_of
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import EnumMember, NamedTupleValue, Object
from xdsl_torchscript.runtime.modules.signature import by_name
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device, Value, is_a, type_of

TakeArgument: TypeAlias = Callable[[Any], Value]
"""A function from a Python object to a value. Raises Unfit."""

_SHOWN = 60
_SHOWN_BITS = 256


class Unfit(TypeError):
    """A Python object does not fit a type."""


def _show(value: Any) -> str:
    """Return the text of a value. Python writes no integers of thousands of digits."""
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return f"an integer of {value.bit_length()} bits"
    return repr(value)


def _describe(value: Any) -> str:
    text = " ".join(_show(value).split())
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return f"{_kind(value)}, {shown}"


def _kind(value: Any) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _too_large(wanted: str, value: Any) -> Unfit:
    return Unfit(f"{wanted}, which {_show(value)} does not fit")


def _unfit(value: Any, wanted: Attribute) -> Unfit:
    return Unfit(f"{spell(by_name(wanted))}, not {_describe(value)}")


_OF_NUMPY = (np.ndarray, np.generic)


def _is_array(value: Any) -> bool:
    return (
        isinstance(value, _OF_NUMPY) or hasattr(value, "__dlpack__") or hasattr(value, "__array__")
    )


def _tensor(value: Any) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if not _is_array(value):
        raise _unfit(value, TensorType.get())
    try:
        return Tensor.of(value)
    except (BufferError, TypeError, ValueError, RuntimeError) as error:
        raise Unfit(f"Tensor, not {_kind(value)}: {error}") from error


def _number(value: Any) -> Any:
    """Return the Python number of an object with a single number, other objects unchanged."""
    if not isinstance(value, Tensor | np.ndarray | np.generic) and not _is_array(value):
        return value
    try:
        return _tensor(value).item()
    except ValueError as error:
        raise Unfit(f"a number; {error}") from error


def _int(value: Any) -> int:
    number = value.code if isinstance(value, Dtype) else _number(value)
    if not isinstance(number, int):
        raise _unfit(value, i64)
    if not -(2**63) <= number < 2**63:
        raise _too_large("int of 64 bits", number)
    return int(number)


def _float(value: Any) -> float:
    number = _number(value)
    if not isinstance(number, int | float):
        raise _unfit(value, f64)
    try:
        return float(number)
    except OverflowError:
        raise _too_large("float", number) from None


def _bool(value: Any) -> bool:
    number = _number(value)
    if not isinstance(number, int | float):
        raise _unfit(value, i1)
    return bool(number)


def _complex(value: Any) -> complex:
    number = _number(value)
    if not isinstance(number, int | float | complex):
        raise _unfit(value, ComplexType(f64))
    try:
        return complex(number)
    except OverflowError:
        raise _too_large("complex", number) from None


def _scalar(value: Any) -> Any:
    number = _number(value)
    if not isinstance(number, int | float | complex):
        raise _unfit(value, NumberType())
    return number


def _str(value: Any) -> str:
    if not isinstance(value, str):
        raise _unfit(value, StrType())
    if not is_utf8(value):
        raise Unfit(f"str without surrogates, not {_describe(value)}")
    return str(value)


def _none(value: Any) -> None:
    if value is not None:
        raise _unfit(value, NoneType())


def _device(value: Any) -> Device:
    """Return a device, also from devices of other libraries, which print as their names."""
    if not isinstance(value, str | Device) and type(value).__name__ != "device":
        raise _unfit(value, DeviceType())
    return value if isinstance(value, Device) else Device(str(value))


_SIMPLE: dict[Attribute, TakeArgument] = {
    i64: _int,
    f64: _float,
    i1: _bool,
    ComplexType(f64): _complex,
    NumberType(): _scalar,
    StrType(): _str,
    NoneType(): _none,
    DeviceType(): _device,
}


class Arguments:
    """Converts Python objects to values of a program."""

    def __init__(self, program: LinkedProgram) -> None:
        self._program = program

    def value(self, given: Any, wanted: Attribute) -> Value:
        """Convert to a value of the type `wanted`. Raises Unfit with the expected and actual
        type."""
        return self.taker(wanted)(given)

    def taker(self, wanted: Attribute) -> TakeArgument:
        """Return the converter for a type, so that the type is inspected once for many values."""
        simple = _SIMPLE.get(wanted)
        if simple is not None:
            return simple
        match wanted:
            case TensorType():
                return _tensor
            case SizeType():
                return _int
            case OptionalType():
                return self._optional(wanted)
            case ListType():
                return partial(self._list, wanted, self.taker(wanted.element))
            case DictType():
                return partial(self._dict, wanted, self.taker(wanted.key), self.taker(wanted.value))
            case TupleType() | NamedTupleType():
                takers = [self.taker(element) for element in wanted.elements]
                return partial(self._tuple, wanted, takers)
            case UnionType():
                takers = [self.taker(choice) for choice in wanted.elements]
                return partial(self._one_of, wanted, takers)
            case ClassType() | InterfaceType():
                return partial(self._object, wanted)
            case EnumType():
                return partial(self._member, wanted)
            case AnyType():
                return self.convert_undeclared
            case FutureType() | AwaitType():
                return partial(self._deferred, wanted)
            case _:
                return partial(self._as_it_is, wanted)

    def _optional(self, wanted: OptionalType) -> TakeArgument:
        take = self.taker(wanted.element)
        return lambda given: None if given is None else take(given)

    @staticmethod
    def _list(wanted: ListType, take: TakeArgument, given: Any) -> list[Value]:
        if not isinstance(given, list | tuple):
            raise _unfit(given, wanted)
        return [take(v) for v in cast("Sequence[Any]", given)]

    @staticmethod
    def _dict(
        wanted: DictType, key: TakeArgument, value: TakeArgument, given: Any
    ) -> dict[Value, Value]:
        if not isinstance(given, Mapping):
            raise _unfit(given, wanted)
        items = cast("Mapping[Any, Any]", given).items()
        return {key(k): value(v) for k, v in items}

    @staticmethod
    def _tuple(
        wanted: TupleType | NamedTupleType, takers: Sequence[TakeArgument], given: Any
    ) -> tuple[Value, ...]:
        if not isinstance(given, list | tuple):
            raise _unfit(given, wanted)
        parts = cast("Sequence[Any]", given)
        if len(parts) != len(takers):
            raise Unfit(f"{spell(by_name(wanted))}, but has {len(parts)} elements")
        values = tuple(take(v) for take, v in zip(takers, parts, strict=True))
        return NamedTupleValue(values, wanted) if isinstance(wanted, NamedTupleType) else values

    @staticmethod
    def _one_of(wanted: UnionType, takers: Sequence[TakeArgument], given: Any) -> Value:
        """Convert to the first choice whose value has the type of `given`, or else to the first
        that fits."""
        values: list[Value] = []
        for take in takers:
            try:
                value = take(given)
            except Unfit:
                continue
            if type(value) is type(given):
                return value
            values.append(value)
        if not values or type(given) in (bool, int, float, complex):
            raise _unfit(given, wanted)
        return values[0]

    def _object(self, wanted: ClassType | InterfaceType, given: Any) -> Value:
        if not isinstance(given, Handle):
            return self._copy_object(wanted, given)
        found = object_of(given)
        fits = found.type == wanted
        if not fits and isinstance(wanted, InterfaceType):
            definitions = self._program.definitions
            methods = definitions.interface_op(wanted.symbol.data).methods
            fits = set(definitions.method_names(found.class_name)).issuperset(methods)
        if not fits:
            raise Unfit(f"{spell(wanted)}, not an object of {found.class_name}")
        return found

    def _copy_object(self, wanted: ClassType | InterfaceType, given: Any) -> Object:
        """Copy the attributes of a Python object to a new object, as PyTorch does.

        A program's writes to it do not reach the original.
        """
        name = wanted.symbol.data
        if isinstance(wanted, InterfaceType):
            raise _unfit(given, wanted)
        attributes = self._program.attributes(name)
        slots = {key: op for key, op in attributes.items() if op.value is None}
        if type(given).__name__ != name.rpartition(".")[2] and not any(
            hasattr(given, key) for key in slots
        ):
            raise _unfit(given, wanted)
        made = Object(name, {})
        for key, attribute in slots.items():
            if not hasattr(given, key):
                raise Unfit(f"{spell(wanted)}, but has no attribute '{key}'")
            try:
                made.slots[key] = self.value(getattr(given, key), attribute.type)
            except Unfit as error:
                raise Unfit(f"{spell(wanted)}, whose '{key}' must be of type {error}") from error
        return made

    def _member(self, wanted: EnumType, given: Any) -> EnumMember:
        """Return a member of the program's enum, or of Python's enum of the same name."""
        if isinstance(given, EnumMember) and given.type == wanted:
            return given
        members = self._program.enum_members(wanted.symbol.data)
        if not isinstance(given, enum.Enum) or given.name not in members:
            raise _unfit(given, wanted)
        return members[given.name]

    def _deferred(self, wanted: FutureType | AwaitType, given: Any) -> Deferred:
        """Strip the conversion for Python from a deferred value that a program returned."""
        return self._as_it_is(wanted, given).plain()

    @staticmethod
    def _as_it_is(wanted: Attribute, given: Any) -> Value:
        try:
            fits = is_a(given, wanted)
        except TypeError:
            fits = False
        if not fits:
            raise _unfit(given, wanted)
        return given

    def convert_undeclared(self, given: Any) -> Value:
        """Convert a value of undeclared type. Raises Unfit for unsupported objects."""
        match given:
            case Handle():
                return object_of(given)
            case Deferred():
                return given.plain()
            case Tensor() | None | str() | Device() | EnumMember():
                return given
            case _ if isinstance(given, Number) and not isinstance(given, np.generic):
                return given
            case list():
                return [self.convert_undeclared(v) for v in cast("list[Any]", given)]
            case tuple():
                return tuple(self.convert_undeclared(v) for v in cast("tuple[Any, ...]", given))
            case dict():
                items = cast("dict[Any, Any]", given).items()
                return {self.convert_undeclared(k): self.convert_undeclared(v) for k, v in items}
            case _:
                return self._convert_array(given)

    @staticmethod
    def _convert_array(given: Any) -> Value:
        if _is_array(given):
            return _tensor(given)
        try:
            type_of(given)
        except TypeError as error:
            raise Unfit(f"any value of TorchScript, not {_describe(given)}") from error
        return given
