"""Do these values fit the arguments of a schema?

The rule is TorchScript's for a graph: a value fits if its type is a subtype of the argument's,
where the values bind the type variables of the schema from left to right. Nothing is converted on
the way and no default is filled in: a graph says everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.subtyping import bind, has_variables, is_subtype_of, substitute
from xdsl_torchscript.dialects.type_text import TypeTextError, print_type

Bindings: TypeAlias = dict[str, Attribute]
"""What each type variable of a schema stands for in one call."""


def fits(actual: Attribute, formal: Attribute) -> bool:
    """A value of type `actual` may stand where `formal`, free of bound variables, is declared.

    A variable that is still unbound, which happens where only None was given, takes anything.
    """
    return has_variables(formal) or is_subtype_of(actual, formal)


def spelled(type: Attribute) -> str:
    """The type as TorchScript writes it, or in MLIR's form if it is no type of TorchScript."""
    try:
        return print_type(type)
    except TypeTextError:
        return str(type)


def _count_error(what: str, declared: Sequence[Argument], given: int, more: bool) -> str | None:
    takes = f"takes {len(declared)} {what}{'s' * (len(declared) != 1)}, but has {given}"
    if given < len(declared):
        missing = declared[given].name
        return f"{takes}: {repr(missing) if missing else f'number {given}'} is missing"
    return takes if given > len(declared) and not more else None


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
