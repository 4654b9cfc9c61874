"""Type checks of values against a schema's arguments.

The rule is TorchScript's for graphs: a value fits if its type is a subtype of the argument's.
Values bind the schema's type variables from left to right. Graphs are explicit: values are neither
converted nor defaulted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.subtyping import bind, has_variables, is_subtype_of, substitute
from xdsl_torchscript.dialects.type_text import TypeTextError, print_type

Bindings: TypeAlias = dict[str, Attribute]
"""The types bound to the type variables of the schema in one call."""


def fits(actual: Attribute, formal: Attribute) -> bool:
    """Return whether a value of type `actual` fits the substituted type `formal`.

    A variable still unbound, as after None, accepts anything.
    """
    return has_variables(formal) or is_subtype_of(actual, formal)


def spell(type: Attribute) -> str:
    """Return the type in TorchScript's spelling, or in MLIR's for other types."""
    try:
        return print_type(type)
    except TypeTextError:
        return str(type)


def _count_error(what: str, declared: Sequence[Argument], given: int, more: bool) -> str | None:
    message = f"takes {len(declared)} {what}{'s' * (len(declared) != 1)}, but has {given}"
    if given < len(declared):
        missing = declared[given].name
        return f"{message}: {repr(missing) if missing else f'number {given}'} is missing"
    return message if given > len(declared) and not more else None


def _type_errors(
    what: str, declared: Sequence[Argument], types: Sequence[Attribute], bindings: Bindings
) -> Iterator[str]:
    for number, (argument, actual) in enumerate(zip(declared, types, strict=False)):
        if not argument.is_generic and is_subtype_of(actual, argument.type):
            continue
        bound = bind(argument.type, actual, bindings)
        formal = substitute(argument.type, bindings)
        if bound and fits(actual, formal):
            continue
        name = f" '{argument.name}'" if argument.name else ""
        yield f"{what} {number}{name} must be {spell(formal)}, but is {spell(actual)}"


def operand_errors(
    schema: FunctionSchema, types: Sequence[Attribute], bindings: Bindings
) -> Iterator[str]:
    """Yield the errors of operands of these types; fill in `bindings`."""
    wrong_count = _count_error("operand", schema.arguments, len(types), schema.is_vararg)
    if wrong_count is not None:
        yield wrong_count
    else:
        yield from _type_errors("operand", schema.arguments, types, bindings)


def result_errors(
    schema: FunctionSchema, types: Sequence[Attribute], bindings: Bindings
) -> Iterator[str]:
    """Yield the errors of results of these types, given the `bindings` of the operands."""
    wrong_count = _count_error("result", schema.returns, len(types), schema.is_varret)
    if wrong_count is not None:
        yield wrong_count
    else:
        yield from _type_errors("result", schema.returns, types, bindings)
