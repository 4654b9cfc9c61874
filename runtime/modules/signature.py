"""A function's signature: its schema, and the order of a call's values."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.annotation_text import annotation_text
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.schema.model import Argument, Constant, Default, FunctionSchema
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    ListType,
    NamedTupleType,
    OptionalType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.graph_text.literals import write_literal
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.modules.objects import EnumMember
from xdsl_torchscript.runtime.values import Device, Value


def by_name(type: Attribute) -> Attribute:
    """Return a type as schemas spell it: a NamedTuple by its name alone."""
    match type:
        case NamedTupleType() if type.symbol.data:
            return ClassType.get(type.symbol.data)
        case ListType() | OptionalType():
            return type.__class__(by_name(type.element))
        case DictType():
            return DictType(by_name(type.key), by_name(type.value))
        case TupleType() | UnionType():
            return type.get([by_name(element) for element in type.elements])
        case _:
            return type


def _default(value: Value) -> Default:
    match value:
        case EnumMember():
            return Default(value.name, f"{value.class_name}.{value.name}")
        case Device():
            return Default(value.name, f'"{value.name}"')
        case _:
            return Default(_constant(value), write_literal(value))


def _constant(value: Value) -> Constant:
    """Return a value as a schema constant: lists and dicts are tuples, since schemas are
    hashable."""
    if isinstance(value, dict):
        return _constant(list(cast("Mapping[Value, Value]", value).items()))
    if not isinstance(value, list | tuple):
        return value
    return tuple(map(_constant, cast("Sequence[Value]", value)))


@dataclass(frozen=True)
class SignatureParameter:
    """An argument of a function. `default` is the literal of its default value."""

    name: str
    type: Attribute
    default: Attribute | None
    keyword_only: bool


def parameters_of(function: FuncOp) -> tuple[SignatureParameter, ...]:
    """Return the arguments in order; nameless ones are called `argument_1` and so on."""
    types = function.function_type.inputs.data
    rows = [DictionaryAttr({})] * len(types)
    if function.arg_attrs is not None:
        rows = [*function.arg_attrs]
    names: list[str | None] = [None] * len(types)
    if function.body.blocks:
        names = [arg.name_hint for arg in function.body.block.args]
    found: list[SignatureParameter] = []
    for number, (hint, type, row) in enumerate(zip(names, types, rows, strict=True)):
        stated, default = row.data.get("ts.name"), row.data.get("ts.default")
        name = stated.data if isinstance(stated, StringAttr) else hint or f"argument_{number}"
        found.append(SignatureParameter(name, type, default, "ts.keyword_only" in row.data))
    return tuple(found)


class Signature:
    """The signature of a function, or of a method, whose first argument is its object."""

    def __init__(self, function: FuncOp, linker: Linker, *, bound: bool = False) -> None:
        self._linker = linker
        self._name = function.sym_name.data.rpartition(".")[2]
        self._everything = parameters_of(function)
        self._results = function.function_type.outputs.data
        self.parameters = self._everything[bound:]
        self._names = {p.name for p in self.parameters}
        self._places = [p.name for p in self.parameters if not p.keyword_only]

    @property
    def schema(self) -> FunctionSchema:
        """The schema; `str` gives the declaration, `f(Tensor x, int n=3) -> Tensor`."""
        arguments = tuple(map(self._argument, self._everything))
        types = map(self._declared, self._results)
        returns = tuple(Argument("", type, spell(type)) for type in types)
        return FunctionSchema(self._name, "", arguments, returns)

    @staticmethod
    def _declared(type: Attribute) -> Attribute:
        return without_facts(by_name(type))

    def _argument(self, parameter: SignatureParameter) -> Argument:
        default = None
        if parameter.default is not None:
            default = _default(self.default(parameter))
        type = self._declared(parameter.type)
        return Argument(
            parameter.name, type, spell(type), default=default, kwarg_only=parameter.keyword_only
        )

    def of_python(self) -> inspect.Signature:
        """Return the signature for `inspect`, with types in Python's syntax."""
        results = [annotation_text(type) for type in self._results]
        returned = results[0] if len(results) == 1 else f"Tuple[{', '.join(results)}]"
        return inspect.Signature(
            [self._of_python(p) for p in self.parameters], return_annotation=returned
        )

    def _of_python(self, parameter: SignatureParameter) -> inspect.Parameter:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        if parameter.keyword_only:
            kind = inspect.Parameter.KEYWORD_ONLY
        default = inspect.Parameter.empty
        if parameter.default is not None:
            default = self.default(parameter)
        annotation = annotation_text(parameter.type)
        return inspect.Parameter(parameter.name, kind, default=default, annotation=annotation)

    def default(self, parameter: SignatureParameter) -> Value:
        """Return the default value. Raises InputMismatch if the parameter has none."""
        if parameter.default is None:
            raise self.fail(f"needs a value for '{parameter.name}'")
        return literal(parameter.default, parameter.type, self._linker)

    def fail(self, reason: str) -> InputMismatch:
        return InputMismatch(f"{self._name}() {reason}\n  {self.schema}")

    def arrange(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a call's values by parameter name. Raises InputMismatch."""
        if len(args) > len(self._places):
            noun = "argument" if len(self._places) == 1 else "arguments"
            raise self.fail(f"takes at most {len(self._places)} {noun}, but {len(args)} are given")
        given = dict(zip(self._places, args, strict=False))
        for name in kwargs:
            if name not in self._names:
                raise self.fail(f"has no argument '{name}'")
            if name in given:
                raise self.fail(f"has '{name}' given twice, by position and by name")
        return {**given, **kwargs}
