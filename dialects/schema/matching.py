"""Do these values fit the arguments of a schema?

The rule is TorchScript's for a graph: a value fits if its type is a subtype of the argument's,
where the values bind the type variables of the schema from left to right. One rule is wider, for
graphs of older versions: a list fits where its elements do (`Tensor[]` for `Tensor?[]`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute, ParametrizedAttribute

from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify
from xdsl_torchscript.dialects.type_text import TypeTextError, print_type
from xdsl_torchscript.dialects.types import (
    AwaitType,
    DictType,
    FutureType,
    ListType,
    NoneType,
    OptionalType,
    RRefType,
    TupleType,
    VarType,
)

Bindings: TypeAlias = dict[str, Attribute]
"""What each type variable of a schema stands for in one call."""


def _parts(type: Attribute) -> tuple[Attribute, ...]:
    """The types that a type is made of."""
    match type:
        case ListType() | OptionalType() | FutureType() | AwaitType() | RRefType():
            return (type.element,)
        case DictType():
            return (type.key, type.value)
        case TupleType():
            return tuple(type.elements)
        case _:
            return ()


def has_variables(type: Attribute) -> bool:
    """The type holds a type variable."""
    return isinstance(type, VarType) or any(has_variables(part) for part in _parts(type))


def bind(formal: Attribute, actual: Attribute, bindings: Bindings) -> bool:
    """Binds the variables of `formal` by `actual`; False if nothing can stand for one of them.

    Whether `actual` is a subtype of what comes out is not asked here.
    """
    if not has_variables(formal):
        return True
    if isinstance(formal, VarType):
        bound = bindings.setdefault(formal.variable.data, actual)
        return unify(bound, actual) is not None
    if isinstance(formal, OptionalType) and not isinstance(actual, OptionalType):
        return isinstance(actual, NoneType) or bind(formal.element, actual, bindings)
    formals, actuals = _parts(formal), _parts(actual)
    if type(formal) is not type(actual) or len(formals) != len(actuals):
        return False
    return all(bind(f, a, bindings) for f, a in zip(formals, actuals, strict=True))


def substitute(type: Attribute, bindings: Bindings) -> Attribute:
    """The type with what its variables are bound to; an unbound variable stays."""
    if isinstance(type, VarType):
        return bindings.get(type.variable.data, type)
    if not has_variables(type):
        return type
    parts = [substitute(part, bindings) for part in _parts(type)]
    if isinstance(type, TupleType):
        return TupleType.get(parts)
    return type.new(parts) if isinstance(type, ParametrizedAttribute) else type


def _is_covariant_subtype(actual: Attribute, formal: Attribute) -> bool:
    if isinstance(formal, OptionalType) and not isinstance(actual, OptionalType):
        return _is_covariant_subtype(actual, formal.element)
    if not (isinstance(formal, ListType) and isinstance(actual, ListType)):
        return False
    return is_subtype_of(actual.element, formal.element)


def fits(actual: Attribute, formal: Attribute) -> bool:
    """A value of type `actual` may stand where `formal`, free of bound variables, is declared.

    A variable that is still unbound, which happens where only None was given, takes anything.
    """
    if has_variables(formal):
        return True
    return is_subtype_of(actual, formal) or _is_covariant_subtype(actual, formal)


def spelled(type: Attribute) -> str:
    """The type as TorchScript writes it, or in MLIR's form if it is no type of TorchScript."""
    try:
        return print_type(type)
    except TypeTextError:
        return str(type)


def _count_error(what: str, declared: Sequence[Argument], given: int, more: bool) -> str | None:
    if given < len(declared):
        missing = declared[given]
        name = f"'{missing.name}'" if missing.name else f"number {given}"
        return f"takes {len(declared)} {what}s, but has {given}: {name} is missing"
    if given > len(declared) and not more:
        return f"takes {len(declared)} {what}s, but has {given}"
    return None


def _type_errors(
    what: str, declared: Sequence[Argument], types: Sequence[Attribute], bindings: Bindings
) -> Iterator[str]:
    for number, (argument, actual) in enumerate(zip(declared, types, strict=False)):
        bound = bind(argument.type, actual, bindings)
        formal = substitute(argument.type, bindings)
        if bound and fits(actual, formal):
            continue
        name = f" '{argument.name}'" if argument.name else ""
        yield f"{what} {number}{name} must be {spelled(formal)}, but is {spelled(actual)}"


def operand_errors(
    schema: FunctionSchema, types: Sequence[Attribute], bindings: Bindings
) -> Iterator[str]:
    """What keeps values of these types from being the operands, and fills in the bindings."""
    wrong_count = _count_error("operand", schema.arguments, len(types), schema.is_vararg)
    if wrong_count is not None:
        yield wrong_count
    else:
        yield from _type_errors("operand", schema.arguments, types, bindings)


def result_errors(
    schema: FunctionSchema, types: Sequence[Attribute], bindings: Bindings
) -> Iterator[str]:
    """What is wrong with results of these types; `bindings` are those of the operands."""
    wrong_count = _count_error("result", schema.returns, len(types), schema.is_varret)
    if wrong_count is not None:
        yield wrong_count
    else:
        yield from _type_errors("result", schema.returns, types, bindings)
