"""Calls of operators: which overload do positional and keyword arguments mean, and the op for it.

The rules are TorchScript's. Arguments that are left out become constants, numbers may stand for
lists of them in `x.view(2, 3)`, and a value that does not fit is converted where TorchScript
would; an overload that needs no conversion goes before those that do.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import (
    ListConstructOp,
    TupleConstructOp,
    TupleUnpackOp,
    constant_value,
)
from xdsl_torchscript.dialects.schema.matching import Bindings, fits, spelled
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import Conversion, candidates, conversion
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.subtyping import NUMBERS, bind, substitute
from xdsl_torchscript.dialects.types import (
    ListType,
    NamedTupleType,
    NumberType,
    OptionalType,
    VarType,
)
from xdsl_torchscript.frontend.script.context import TENSOR, Context

_FREE = frozenset({Conversion.NONE, Conversion.REPEAT, Conversion.TUPLE_TO_LIST})
_MOST_SHOWN = 6

# A number before a tensor: the operator that takes them the other way round, and what is done to
# the tensor first.
_TURNED: Mapping[str, tuple[str, str | None]] = {
    "aten::add": ("aten::add", None),
    "aten::sub": ("aten::add", "aten::neg"),
    "aten::mul": ("aten::mul", None),
    "aten::div": ("aten::mul", "aten::reciprocal"),
    "aten::eq": ("aten::eq", None),
    "aten::ne": ("aten::ne", None),
    "aten::lt": ("aten::gt", None),
    "aten::le": ("aten::ge", None),
    "aten::gt": ("aten::lt", None),
    "aten::ge": ("aten::le", None),
}


@dataclass(frozen=True)
class _Given:
    """A value for an argument, and what becomes of it."""

    argument: Argument
    value: SSAValue
    conversion: Conversion


@dataclass(frozen=True)
class _Many:
    """The rest of the positional arguments, which make up one list."""

    argument: Argument
    values: tuple[SSAValue, ...]


@dataclass(frozen=True)
class _Left:
    """An argument that the call leaves to its default."""

    argument: Argument


@dataclass(frozen=True)
class _Plan:
    schema: FunctionSchema
    operands: tuple[_Given | _Many | _Left, ...]
    bindings: Bindings

    @property
    def is_free(self) -> bool:
        """Nothing is converted."""
        return all(o.conversion in _FREE for o in self.operands if isinstance(o, _Given))


class _Mismatch(Exception):
    """Why an overload does not take the arguments."""


def _takes_many(schema: FunctionSchema, index: int) -> bool:
    """Whether numbers in a row may stand for the list at this place: `x.view(2, 3)`."""
    argument = schema.arguments[index]
    formal = argument.type
    following = schema.arguments[index + 1 :]
    if isinstance(formal, OptionalType):
        formal = formal.element
    is_list = isinstance(formal, ListType) and not isinstance(formal.element, VarType)
    return is_list and argument.size is None and all(a.kwarg_only for a in following[:1])


def _fitted(argument: Argument, value: SSAValue, bindings: Bindings) -> _Given:
    bound = bind(argument.type, value.type, bindings)
    formal = substitute(argument.type, bindings)
    found = conversion(argument, formal, value.type) if bound else None
    if found is None:
        wanted = f"'{argument.name}' must be {spelled(formal)}"
        raise _Mismatch(f"{wanted}, but is {spelled(value.type)}")
    return _Given(argument, value, found)


def _plan(
    schema: FunctionSchema, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue]
) -> _Plan:
    """Raises _Mismatch."""
    bindings: Bindings = {}
    rest, named = list(args), _renamed(schema, args, kwargs)
    operands: list[_Given | _Many | _Left] = []
    for index, argument in enumerate(schema.arguments):
        if rest and not argument.kwarg_only:
            if argument.name in named:
                raise _Mismatch(f"'{argument.name}' is given twice")
            many = _many(schema, index, rest)
            if many is not None:
                operands.append(many)
                rest.clear()
                continue
            operands.append(_fitted(argument, rest.pop(0), bindings))
        elif argument.name in named:
            operands.append(_fitted(argument, named.pop(argument.name), bindings))
        elif argument.default is not None:
            operands.append(_Left(argument))
        else:
            raise _Mismatch(f"'{argument.name}' is missing")
    if named:
        raise _Mismatch(f"there is no argument '{next(iter(named))}'")
    if rest and not schema.is_vararg:
        raise _Mismatch(f"{len(rest)} more arguments are given than it takes")
    operands += [_Given(Argument("", value.type, ""), value, Conversion.NONE) for value in rest]
    return _Plan(schema, tuple(operands), bindings)


def _renamed(
    schema: FunctionSchema, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue]
) -> dict[str, SSAValue]:
    """Functions of PyTorch call their first argument `input` where the schema says `self`."""
    aliased = not args and "input" in kwargs and schema.argument_index("input") is None
    return {"self" if aliased and k == "input" else k: v for k, v in kwargs.items()}


def _many(schema: FunctionSchema, index: int, rest: Sequence[SSAValue]) -> _Many | None:
    if not _takes_many(schema, index):
        return None
    argument = schema.arguments[index]
    formal = argument.type.element if isinstance(argument.type, OptionalType) else argument.type
    element = cast(ListType, formal).element
    if any(not fits(value.type, element) for value in rest):
        return None
    return _Many(argument, tuple(rest))


def _match(
    kind: str, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue]
) -> _Plan | tuple[str, ...]:
    plans: list[_Plan] = []
    reasons: list[str] = []
    for schema in candidates(kind):
        try:
            plan = _plan(schema, args, kwargs)
        except _Mismatch as mismatch:
            if not schema.overload.endswith("out"):
                reasons.append(f"{schema!s}: {mismatch}")
            continue
        if plan.is_free:
            return plan
        plans.append(plan)
    return plans[0] if plans else tuple(reasons)


def call(
    c: Context,
    kind: str,
    args: Sequence[SSAValue],
    kwargs: Mapping[str, SSAValue] | None = None,
    node: ast.AST | None = None,
) -> SSAValue:
    """The value of a call of the operator `aten::add`; several results are one tuple.

    Raises SourceError with the reason against each overload.
    """
    if kind in _TURNED and not kwargs and _is_number_before_tensor(args):
        return _turned(c, kind, *args)
    found = _match(kind, args, kwargs or {})
    if not isinstance(found, _Plan):
        raise c.error(_no_overload(kind, args, kwargs or {}, found), node)
    operands = [operand for part in found.operands for operand in [_operand(c, part, found)]]
    schema = found.schema
    types = [substitute(r.type, found.bindings) for r in schema.returns]
    op = c.insert(schema_op(schema.op_name).create(operands=operands, result_types=types))
    if len(op.results) == 1:
        return op.results[0]
    return _packed(c, schema, op.results)


def _is_number_before_tensor(args: Sequence[SSAValue]) -> bool:
    types = [arg.type for arg in args]
    return len(types) == 2 and types[0] in (*NUMBERS, NumberType()) and types[1] == TENSOR


def _turned(c: Context, kind: str, number: SSAValue, tensor: SSAValue) -> SSAValue:
    other, before = _TURNED[kind]
    return call(c, other, [tensor if before is None else call(c, before, [tensor]), number])


def _packed(c: Context, schema: FunctionSchema, results: Sequence[SSAValue]) -> SSAValue:
    """No result is None; several are a tuple, by name where the schema has names."""
    if not results:
        return c.constant(None)
    names = [r.name for r in schema.returns]
    if not all(names):
        return c.insert(TupleConstructOp(results)).result
    fields = [(name, result.type) for name, result in zip(names, results, strict=True)]
    return c.insert(TupleConstructOp(results, NamedTupleType.get("", fields))).result


def _operand(c: Context, part: _Given | _Many | _Left, plan: _Plan) -> SSAValue:
    match part:
        case _Given():
            return converted(c, part.value, part.conversion, part.argument)
        case _Many():
            formal = part.argument.type
            formal = formal.element if isinstance(formal, OptionalType) else formal
            element = cast(ListType, formal).element
            return c.insert(ListConstructOp(part.values, element)).result
        case _Left():
            default = part.argument.default
            return c.constant(default.value if default else None)


def converted(c: Context, value: SSAValue, how: Conversion, argument: Argument) -> SSAValue:
    """The value after what TorchScript does to make it fit."""
    match how:
        case Conversion.NONE:
            return value
        case Conversion.REPEAT:
            count = argument.size or 1
            return c.insert(ListConstructOp([value] * count, value.type)).result
        case Conversion.TUPLE_TO_LIST:
            parts = c.insert(TupleUnpackOp(value)).results
            return c.insert(ListConstructOp(parts, _element(argument.type, parts))).result
        case _:
            return call(c, how.value, [value])


def _element(formal: Attribute, parts: Sequence[SSAValue]) -> Attribute:
    if isinstance(formal, OptionalType):
        formal = formal.element
    element = formal.element if isinstance(formal, ListType) else formal
    return parts[0].type if isinstance(element, VarType) and parts else element


def _no_overload(
    kind: str,
    args: Sequence[SSAValue],
    kwargs: Mapping[str, SSAValue],
    reasons: Sequence[str],
) -> str:
    types = [spelled(a.type) for a in args]
    types += [f"{name}: {spelled(a.type)}" for name, a in kwargs.items()]
    head = f"no overload of '{kind}' takes ({', '.join(types)})"
    if any(isinstance(a.type, OptionalType) for a in (*args, *kwargs.values())):
        head += "; what may be None has to be checked with 'is not None' before"
    shown = [f"\n  {reason}" for reason in reasons[:_MOST_SHOWN]]
    more = len(reasons) - len(shown)
    return head + "".join(shown) + (f"\n  and {more} more" if more > 0 else "")


def known_integer(value: SSAValue) -> int | None:
    """The number behind a value that is a constant of the program."""
    found = constant_value(value)
    return found.value.data if isa(found, IntegerAttr) and found.type == i64 else None
