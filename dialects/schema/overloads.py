"""Overload resolution for operands of known types.

`resolve` is the rule for graphs; `resolve_call` is the rule for calls in programs and for graphs of
older versions. Both choose the first overload that fits, in PyTorch's order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.matching import Bindings, fits, operand_errors
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.subtyping import bind, is_subtype_of, substitute
from xdsl_torchscript.dialects.types import (
    DeviceType,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
)


class ImplicitConversion(Enum):
    """TorchScript's conversion of a misfitting value; the enum value is the operator it inserts."""

    NONE = ""
    TENSOR_TO_INT = "aten::IntImplicit"
    TENSOR_TO_FLOAT = "aten::FloatImplicit"
    TENSOR_TO_COMPLEX = "aten::ComplexImplicit"
    TENSOR_TO_NUMBER = "aten::ScalarImplicit"
    TO_INT = "aten::Int"
    TO_FLOAT = "aten::Float"
    TO_COMPLEX = "aten::Complex"
    STR_TO_DEVICE = "aten::device"
    REPEAT = "prim::ListConstruct"
    """A single value for a list of fixed length: `2` for `[2, 2]` in an `int[2]`."""
    TUPLE_TO_LIST = "prim::TupleUnpack"
    EMPTY_LIST = "prim::EmptyListLiteral"
    """`[]`, initially a list of tensors, as an empty list of another type."""


@dataclass(frozen=True)
class Match:
    """An overload, with the conversions and defaults that a call of it needs.

    There is one conversion per operand; `missing` are the trailing arguments left to their
    defaults.
    """

    schema: FunctionSchema
    conversions: tuple[ImplicitConversion, ...]
    missing: tuple[Argument, ...]


_TENSOR, _NUMBER, _COMPLEX = TensorType.get(), NumberType(), ComplexType(f64)

_NEVER_MATCHED = frozenset({"aten.view.dtype", "aten.max.unary_out", "aten.min.unary_out"})
"""Overloads that resolution skips, as in PyTorch: others accept the same operand types."""

BY_KEYWORD: Mapping[str, str] = {"aten.view.dtype": "dtype"}
"""Skipped overloads that the keyword of an argument selects."""

_ALWAYS_TRIED = frozenset(
    {ImplicitConversion.NONE, ImplicitConversion.REPEAT, ImplicitConversion.TUPLE_TO_LIST}
)

_FROM_TENSOR: Mapping[Attribute, ImplicitConversion] = {
    i64: ImplicitConversion.TENSOR_TO_INT,
    f64: ImplicitConversion.TENSOR_TO_FLOAT,
    _COMPLEX: ImplicitConversion.TENSOR_TO_COMPLEX,
    _NUMBER: ImplicitConversion.TENSOR_TO_NUMBER,
}
_FROM_NUMBER: Mapping[Attribute, ImplicitConversion] = {
    i64: ImplicitConversion.TO_INT,
    f64: ImplicitConversion.TO_FLOAT,
    _COMPLEX: ImplicitConversion.TO_COMPLEX,
}
_FROM_BOOL: Mapping[Attribute, ImplicitConversion] = {
    i64: ImplicitConversion.TO_INT,
    f64: ImplicitConversion.TO_FLOAT,
    _NUMBER: ImplicitConversion.TO_INT,
}


def reason_against(schema: FunctionSchema, types: Sequence[Attribute]) -> str | None:
    """Return the first reason why operands of these types do not fit in a graph, or None."""
    return next(operand_errors(schema, types, {}), None)


def candidates(kind: str, keywords: Collection[str] = ()) -> Iterator[FunctionSchema]:
    """Yield the overloads that a call with these keywords may select, in PyTorch's order."""
    return (
        s
        for s in schemas_of(kind)
        if s.op_name not in _NEVER_MATCHED or BY_KEYWORD.get(s.op_name) in keywords
    )


def _refusals(kind: str, types: Sequence[Attribute]) -> tuple[str, ...]:
    return tuple(f"{s!s}: {reason_against(s, types)}" for s in candidates(kind))


def resolve(kind: str, types: Sequence[Attribute]) -> FunctionSchema | tuple[str, ...]:
    """Return the overload of `aten::add` for operands of these types in a graph.

    Otherwise return one reason per overload, none for an unknown kind. Graphs are explicit: no
    conversions, no defaults.
    """
    fitting = (s for s in candidates(kind) if reason_against(s, types) is None)
    return next(fitting, None) or _refusals(kind, types)


def conversion(
    argument: Argument, formal: Attribute, actual: Attribute
) -> ImplicitConversion | None:
    """Return TorchScript's conversion of an `actual` to `formal`, or None.

    `formal` is the argument's type with its variables bound.
    """
    if fits(actual, formal):
        return ImplicitConversion.NONE
    if isinstance(formal, OptionalType) and not isinstance(actual, OptionalType | NoneType):
        formal = formal.element
    if isinstance(formal, ListType):
        if isinstance(actual, TupleType):
            every = all(is_subtype_of(element, formal.element) for element in actual.elements)
            return ImplicitConversion.TUPLE_TO_LIST if every else None
        repeats = argument.size is not None and actual in (i64, f64) and actual == formal.element
        return ImplicitConversion.REPEAT if repeats else None
    if is_subtype_of(actual, _TENSOR):
        return _FROM_TENSOR.get(formal)
    if isinstance(actual, StrType) and isinstance(formal, DeviceType):
        return ImplicitConversion.STR_TO_DEVICE
    if actual == _NUMBER:
        return _FROM_NUMBER.get(formal)
    return _FROM_BOOL.get(formal) if actual == i1 else None


def _match_call(schema: FunctionSchema, types: Sequence[Attribute]) -> Match | None:
    if len(types) < schema.required or (
        len(types) > len(schema.arguments) and not schema.is_vararg
    ):
        return None
    bindings: Bindings = {}
    conversions: list[ImplicitConversion] = []
    for argument, actual in zip(schema.arguments, types, strict=False):
        bound = bind(argument.type, actual, bindings)
        found = conversion(argument, substitute(argument.type, bindings), actual)
        if found is None or not bound:
            return None
        conversions.append(found)
    conversions += [ImplicitConversion.NONE] * (len(types) - len(conversions))
    return Match(schema, tuple(conversions), schema.arguments[len(types) :])


def resolve_call(kind: str, types: Sequence[Attribute]) -> Match | tuple[str, ...]:
    """Return the overload for a call with positional arguments of these types.

    As in TorchScript, overloads without conversions take precedence; forming lists does not count.
    Trailing arguments with a default may be omitted. Otherwise return one reason per overload.
    """
    matches = [m for s in candidates(kind) if (m := _match_call(s, types)) is not None]
    unconverted = [m for m in matches if _ALWAYS_TRIED.issuperset(m.conversions)]
    return next(iter(unconverted + matches), None) or _refusals(kind, types)
