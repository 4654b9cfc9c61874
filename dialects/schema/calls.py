"""Overload resolution for calls with positional and keyword arguments.

The rules are TorchScript's. Arguments may be omitted for their defaults, and numbers may form a
list as in `x.view(2, 3)`. Misfitting values are converted where TorchScript would. Overloads
without conversions take precedence. A value here is anything with a type, in a graph or at run
time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim.data import EmptyListLiteral
from xdsl_torchscript.dialects.schema.matching import Bindings, fits, spell
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import ImplicitConversion, candidates, conversion
from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.subtyping import bind, has_variables, substitute
from xdsl_torchscript.dialects.types import ListType, OptionalType, VarType


class Typed(Protocol):
    """A value, as overload resolution sees it."""

    @property
    def type(self) -> Attribute: ...


_V = TypeVar("_V", bound=Typed)

_FREE = frozenset({
    ImplicitConversion.NONE, ImplicitConversion.REPEAT, ImplicitConversion.TUPLE_TO_LIST,
    ImplicitConversion.EMPTY_LIST,
})  # fmt: skip
_MOST_SHOWN = 6
UNANNOTATED_LIST = "; '[]' without annotation is a list of tensors: write 'xs: List[int] = []'"
"""The advice on a list of tensors that does not fit."""


@dataclass(frozen=True)
class ExplicitOperand(Generic[_V]):
    """A value for an argument, and its conversion."""

    argument: Argument
    value: _V
    conversion: ImplicitConversion


@dataclass(frozen=True)
class VariadicOperand(Generic[_V]):
    """The remaining positional arguments, which form one list."""

    argument: Argument
    values: tuple[_V, ...]

    @property
    def element(self) -> Attribute:
        """The element type of the list."""
        return cast(ListType, _strip_optional(self.argument.type)).element


@dataclass(frozen=True)
class DefaultOperand:
    """An argument left to its default."""

    argument: Argument


BoundOperand: TypeAlias = "ExplicitOperand[_V] | VariadicOperand[_V] | DefaultOperand"


@dataclass(frozen=True)
class MatchedSchema(Generic[_V]):
    """An overload, and one operand for each of its arguments."""

    schema: FunctionSchema
    operands: tuple[BoundOperand[_V], ...]
    bindings: Bindings

    @property
    def is_free(self) -> bool:
        """Return whether the call needs neither conversions nor variadic lists."""
        return all(
            isinstance(o, DefaultOperand)
            or (isinstance(o, ExplicitOperand) and o.conversion in _FREE)
            for o in self.operands
        )

    @property
    def result_types(self) -> list[Attribute]:
        return [substitute(r.type, self.bindings) for r in self.schema.returns]


class _Mismatch(Exception):
    """The reason why an overload does not accept the arguments."""


class _WrongType(_Mismatch):
    """A value of another type. The text is made on demand: most overloads of a call mismatch."""

    def __init__(self, argument: Argument, formal: Attribute, actual: Attribute) -> None:
        super().__init__()
        self.argument, self.formal, self.actual = argument, formal, actual

    def __str__(self) -> str:
        wanted = f"'{self.argument.name}' must be {spell(self.formal)}"
        return f"{wanted}, but is {spell(self.actual)}"


def _strip_optional(formal: Attribute) -> Attribute:
    """Return the type of an argument without its optional wrapper."""
    return formal.element if isinstance(formal, OptionalType) else formal


def is_empty_list(value: Typed) -> bool:
    """Return whether the value is the literal `[]`, whose element type is still open.

    A list with an annotation or a name may have elements already.
    """
    made_by = value.owner if isinstance(value, SSAValue) else None
    return isinstance(made_by, EmptyListLiteral) and made_by.is_open


def value_conversion(
    argument: Argument, formal: Attribute, value: Typed
) -> ImplicitConversion | None:
    """Return the conversion that makes a value fit, or None."""
    found = conversion(argument, formal, value.type)
    wanted = _strip_optional(formal)
    if found is None and isinstance(wanted, ListType) and not has_variables(wanted):
        return ImplicitConversion.EMPTY_LIST if is_empty_list(value) else None
    return found


def _fit(argument: Argument, value: _V, bindings: Bindings) -> ExplicitOperand[_V]:
    formal, is_bound = argument.type, True
    if has_variables(formal):
        is_bound = bind(formal, value.type, bindings)
        formal = substitute(formal, bindings)
    found = value_conversion(argument, formal, value) if is_bound else None
    if found is None:
        raise _WrongType(argument, formal, value.type)
    return ExplicitOperand(argument, value, found)


def _match_schema(
    schema: FunctionSchema, args: Sequence[_V], kwargs: Mapping[str, _V]
) -> MatchedSchema[_V]:
    """Bind the arguments to a schema. Raises _Mismatch with the reason if they do not fit."""
    bindings: Bindings = {}
    rest, named = list(args), _rename_input(schema, args, kwargs)
    operands: list[BoundOperand[_V]] = []
    for index, argument in enumerate(schema.arguments):
        if rest and not argument.kwarg_only:
            if argument.name in named:
                raise _Mismatch(f"'{argument.name}' is given twice")
            many = _bind_variadic(schema, index, rest)
            if many is not None:
                operands.append(many)
                rest.clear()
                continue
            operands.append(_fit(argument, rest.pop(0), bindings))
        elif argument.name in named:
            operands.append(_fit(argument, named.pop(argument.name), bindings))
        elif argument.default is not None:
            operands.append(DefaultOperand(argument))
        else:
            raise _Mismatch(f"'{argument.name}' is missing")
    if named:
        raise _Mismatch(f"there is no argument '{next(iter(named))}'")
    if rest and not schema.is_vararg:
        raise _Mismatch(f"{len(rest)} more arguments are given than it takes")
    operands += [
        ExplicitOperand(Argument("", value.type, ""), value, ImplicitConversion.NONE)
        for value in rest
    ]
    return MatchedSchema(schema, tuple(operands), bindings)


def with_object(
    kind: str, own: _V, args: Sequence[_V], kwargs: Mapping[str, _V]
) -> tuple[list[_V], dict[str, _V]]:
    """Return a method's arguments with its object in the position of `self`.

    It is not always first: `x.where(condition, y)` has it second.
    """
    places = (schema.argument_index("self") for schema in schemas_of(kind))
    before = max((place for place in places if place is not None), default=0)
    if len(args) < before:
        return list(args), {**kwargs, "self": own}
    return [*args[:before], own, *args[before:]], dict(kwargs)


def _rename_input(
    schema: FunctionSchema, args: Sequence[_V], kwargs: Mapping[str, _V]
) -> dict[str, _V]:
    """Rename the keyword `input` to the schema's `self`, as PyTorch's functions allow."""
    aliased = not args and "input" in kwargs and schema.argument_index("input") is None
    return {"self" if aliased and k == "input" else k: v for k, v in kwargs.items()}


def _bind_variadic(
    schema: FunctionSchema, index: int, rest: Sequence[_V]
) -> VariadicOperand[_V] | None:
    argument = schema.arguments[index]
    formal = _strip_optional(argument.type)
    following = schema.arguments[index + 1 :]
    is_list = isinstance(formal, ListType) and not has_variables(formal.element)
    if not (is_list and argument.size is None and all(a.kwarg_only for a in following[:1])):
        return None
    many = VariadicOperand(schema.arguments[index], tuple(rest))
    return many if all(fits(value.type, many.element) for value in rest) else None


def match_call(
    kind: str, args: Sequence[_V], kwargs: Mapping[str, _V]
) -> MatchedSchema[_V] | tuple[str, ...]:
    """Return the matched schema for a call of `aten::add`, or one reason per overload."""
    return match_schemas(candidates(kind, kwargs), args, kwargs)


def match_schemas(
    schemas: Iterable[FunctionSchema], args: Sequence[_V], kwargs: Mapping[str, _V]
) -> MatchedSchema[_V] | tuple[str, ...]:
    """Return the schema that a call of these overloads matches, or one reason per overload."""
    found: list[MatchedSchema[_V]] = []
    misfits: list[tuple[FunctionSchema, _Mismatch]] = []
    for schema in schemas:
        try:
            matched = _match_schema(schema, args, kwargs)
        except _Mismatch as mismatch:
            # With its traceback, the exception would keep the arguments alive in a cycle.
            misfits.append((schema, mismatch.with_traceback(None)))
            continue
        if matched.is_free:
            return matched
        found.append(matched)
    if found:
        return found[0]
    return tuple(f"{s!s}: {reason}" for s, reason in misfits if not s.overload.endswith("out"))


def no_overload(
    kind: str, args: Sequence[_V], kwargs: Mapping[str, _V], reasons: Sequence[str]
) -> str:
    """Return the error message for a call that fits no overload."""
    types = [spell(a.type) for a in args]
    types += [f"{name}: {spell(a.type)}" for name, a in kwargs.items()]
    head = f"no overload of '{kind}' takes ({', '.join(types)})"
    if any(isinstance(a.type, OptionalType) for a in (*args, *kwargs.values())):
        head += "; check optional values with 'is not None' first"
    elif types and types[0] == "Tensor[]" and types[1:] not in ([], ["Tensor"]):
        head += UNANNOTATED_LIST
    shown = [f"\n  {reason}" for reason in reasons[:_MOST_SHOWN]]
    more = len(reasons) - len(shown)
    return head + "".join(shown) + (f"\n  and {more} more" if more > 0 else "")


def element_type(formal: Attribute, parts: Sequence[_V]) -> Attribute:
    """Return the element type of the list that a tuple becomes for an argument."""
    formal = _strip_optional(formal)
    element = formal.element if isinstance(formal, ListType) else formal
    return parts[0].type if isinstance(element, VarType) and parts else element
