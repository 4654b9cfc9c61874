"""The types of TorchScript as xDSL attributes.

`int`, `float`, `bool` and `complex` are builtin `i64`, `f64`, `i1` and `complex<f64>`, so scalar
code lowers without conversion. Everything else is a `!ts.*` type of this file. `type_text.py`
spells them in TorchScript's text, `subtyping.py` relates them, and `dtypes.py` has the element
tensor types.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.tensor_type import Dim as Dim
from xdsl_torchscript.dialects.tensor_type import SizeType as SizeType
from xdsl_torchscript.dialects.tensor_type import TensorType as TensorType


@irdl_attr_definition
class OpaqueDtype(ParametrizedAttribute, TypeAttribute):
    """An element type that MLIR has no name for, such as `!ts.dtype<"QInt8">`."""

    name = "ts.dtype"
    spelling: StringAttr = param_def()


# The bases are dataclasses so that equality of the classes made from them sees their fields;
# ruff does not know that a `param_def` is read by xDSL and never shared.
@dataclass(frozen=True, init=False)
class _OfOne(ParametrizedAttribute, TypeAttribute, ABC):
    """Base of the types composed of one other type."""

    element: Attribute = param_def()  # noqa: RUF009

    def __init__(self, element: Attribute) -> None:
        super().__init__(element)


@irdl_attr_definition(init=False)
class ListType(_OfOne):
    """`!ts.list<T>`, TorchScript's `T[]`."""

    name = "ts.list"


@irdl_attr_definition(init=False)
class OptionalType(_OfOne):
    """`!ts.optional<T>`, TorchScript's `T?`."""

    name = "ts.optional"


@irdl_attr_definition(init=False)
class FutureType(_OfOne):
    """`!ts.future<T>`, TorchScript's `Future[T]`."""

    name = "ts.future"


@irdl_attr_definition(init=False)
class AwaitType(_OfOne):
    """`!ts.await<T>`, TorchScript's `Await[T]`."""

    name = "ts.await"


@irdl_attr_definition(init=False)
class RRefType(_OfOne):
    """`!ts.rref<T>`, TorchScript's `RRef[T]`."""

    name = "ts.rref"


@irdl_attr_definition
class DictType(ParametrizedAttribute, TypeAttribute):
    """`!ts.dict<K, V>`, TorchScript's `Dict(K, V)`."""

    name = "ts.dict"
    key: Attribute = param_def()
    value: Attribute = param_def()


@dataclass(frozen=True, init=False)
class _OfMany(ParametrizedAttribute, TypeAttribute, ABC):
    """Base of the types composed of any number of other types."""

    elements: ArrayAttr = param_def()  # noqa: RUF009

    @classmethod
    def get(cls, elements: Sequence[Attribute]) -> Self:
        return cls.new([ArrayAttr(elements)])

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.elements, printer.print_attribute)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        types = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_type)
        return [ArrayAttr(types)]


@irdl_attr_definition
class TupleType(_OfMany):
    """`!ts.tuple<T, U>`, TorchScript's `(T, U)`."""

    name = "ts.tuple"


@irdl_attr_definition
class UnionType(_OfMany):
    """`!ts.union<T, U>`, TorchScript's `Union[T, U]`."""

    name = "ts.union"


@irdl_attr_definition
class NamedTupleType(ParametrizedAttribute, TypeAttribute):
    """`!ts.named_tuple<@Point, x: i64, y: f64 = "2.">`, TorchScript's `NamedTuple(x : int, ...)`.

    A default is kept as TorchScript spells it; fields with defaults come last.
    """

    name = "ts.named_tuple"
    symbol: StringAttr = param_def()
    fields: ArrayAttr[StringAttr] = param_def()
    elements: ArrayAttr = param_def()
    defaults: ArrayAttr[StringAttr] = param_def()

    @classmethod
    def get(
        cls, symbol: str, fields: Sequence[tuple[str, Attribute]], defaults: Sequence[str] = ()
    ) -> NamedTupleType:
        names = ArrayAttr([StringAttr(name) for name, _ in fields])
        types = ArrayAttr([t for _, t in fields])
        spelled = ArrayAttr([StringAttr(default) for default in defaults])
        return cls.new([StringAttr(symbol), names, types, spelled])

    @property
    def rows(self) -> tuple[tuple[str, Attribute, str | None], ...]:
        """Name, type and default of each field."""
        plain = len(self.fields) - len(self.defaults)
        defaults = [None] * plain + [default.data for default in self.defaults]
        names = [field.data for field in self.fields]
        return tuple(zip(names, self.elements, defaults, strict=True))

    def verify(self) -> None:
        if len(self.fields) != len(self.elements):
            raise VerifyException(f"{len(self.fields)} names for {len(self.elements)} fields")
        if len(self.defaults) > len(self.fields):
            raise VerifyException(f"{len(self.defaults)} defaults for {len(self.fields)} fields")

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_symbol_name(self.symbol.data)
            for field, element, default in self.rows:
                printer.print_string(f", {field}: ")
                printer.print_attribute(element)
                if default is not None:
                    printer.print_string(" = ")
                    printer.print_string_literal(default)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            symbol = parser.parse_symbol_name().data
            fields: list[tuple[str, Attribute]] = []
            defaults: list[str] = []
            while parser.parse_optional_punctuation(","):
                field = parser.parse_identifier()
                parser.parse_punctuation(":")
                fields.append((field, parser.parse_type()))
                if parser.parse_optional_punctuation("="):
                    defaults.append(parser.parse_str_literal())
                elif defaults:
                    parser.raise_error(f"field '{field}' has no default but one before it has")
        return NamedTupleType.get(symbol, fields, defaults).parameters


@dataclass(frozen=True, init=False)
class SymbolType(ParametrizedAttribute, TypeAttribute, ABC):
    """A type that a symbol of the module defines; the symbol is its qualified name."""

    symbol: StringAttr = param_def()  # noqa: RUF009

    @classmethod
    def get(cls, symbol: str) -> Self:
        return cls.new([StringAttr(symbol)])

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_symbol_name(self.symbol.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return [parser.parse_symbol_name()]


@irdl_attr_definition
class ClassType(SymbolType):
    """`!ts.class<@__torch__.M>`: a module or a TorchScript class."""

    name = "ts.class"


@irdl_attr_definition
class InterfaceType(SymbolType):
    """`!ts.interface<@__torch__.I>`: any class that implements the interface."""

    name = "ts.interface"


@irdl_attr_definition
class EnumType(SymbolType):
    """`!ts.enum<@__torch__.Color>`."""

    name = "ts.enum"


@irdl_attr_definition
class VarType(ParametrizedAttribute, TypeAttribute):
    """`!ts.var<"t">`: a type variable. It occurs in schemas only, never as the type of a value."""

    name = "ts.var"
    variable: StringAttr = param_def()


@irdl_attr_definition
class StrType(ParametrizedAttribute, TypeAttribute):
    """`!ts.str`."""

    name = "ts.str"


@irdl_attr_definition
class NoneType(ParametrizedAttribute, TypeAttribute):
    """`!ts.none`, the type of `None`."""

    name = "ts.none"


@irdl_attr_definition
class DeviceType(ParametrizedAttribute, TypeAttribute):
    """`!ts.device`."""

    name = "ts.device"


@irdl_attr_definition
class GeneratorType(ParametrizedAttribute, TypeAttribute):
    """`!ts.generator`, a random number generator."""

    name = "ts.generator"


@irdl_attr_definition
class StreamType(ParametrizedAttribute, TypeAttribute):
    """`!ts.stream`, a queue of a device."""

    name = "ts.stream"


@irdl_attr_definition
class StorageType(ParametrizedAttribute, TypeAttribute):
    """`!ts.storage`, the memory under tensors."""

    name = "ts.storage"


@irdl_attr_definition
class QSchemeType(ParametrizedAttribute, TypeAttribute):
    """`!ts.qscheme`, how a quantised tensor maps to numbers."""

    name = "ts.qscheme"


@irdl_attr_definition
class AnyType(ParametrizedAttribute, TypeAttribute):
    """`!ts.any`, the supertype of all."""

    name = "ts.any"


@irdl_attr_definition
class NumberType(ParametrizedAttribute, TypeAttribute):
    """`!ts.number`, TorchScript's `Scalar`: an int, a float or a complex."""

    name = "ts.number"


@irdl_attr_definition
class AnyListType(ParametrizedAttribute, TypeAttribute):
    """`!ts.any_list`, the supertype of lists."""

    name = "ts.any_list"


@irdl_attr_definition
class AnyTupleType(ParametrizedAttribute, TypeAttribute):
    """`!ts.any_tuple`, the supertype of tuples."""

    name = "ts.any_tuple"


@irdl_attr_definition
class AnyClassType(ParametrizedAttribute, TypeAttribute):
    """`!ts.any_class`, the supertype of classes."""

    name = "ts.any_class"


@irdl_attr_definition
class AnyEnumType(ParametrizedAttribute, TypeAttribute):
    """`!ts.any_enum`, the supertype of enums."""

    name = "ts.any_enum"


@irdl_attr_definition
class CapsuleType(ParametrizedAttribute, TypeAttribute):
    """`!ts.capsule`, an opaque object of C++."""

    name = "ts.capsule"


@irdl_attr_definition
class FunctionType(SymbolType):
    """`!ts.function<@__torch__.f>`: a function of the module as a value."""

    name = "ts.function"


@irdl_attr_definition
class PyObjectType(ParametrizedAttribute, TypeAttribute):
    """`!ts.pyobject`, an object of Python in a graph that was dumped before clean-up."""

    name = "ts.pyobject"


@irdl_attr_definition
class OpaqueAttr(ParametrizedAttribute):
    """`#ts.opaque<"<Tensor>">`: a literal whose value is omitted, with its placeholder text."""

    name = "ts.opaque"
    spelling: StringAttr = param_def()


TS_ATTRIBUTES: tuple[type[ParametrizedAttribute], ...] = (
    TensorType, SizeType, OpaqueDtype, ListType, OptionalType, FutureType, AwaitType, RRefType,
    DictType, TupleType, UnionType, NamedTupleType, ClassType, InterfaceType, EnumType, VarType,
    StrType, NoneType, DeviceType, GeneratorType, StreamType, StorageType, QSchemeType, AnyType,
    NumberType, AnyListType, AnyTupleType, AnyClassType, AnyEnumType, CapsuleType, FunctionType,
    PyObjectType, OpaqueAttr,
)  # fmt: skip
