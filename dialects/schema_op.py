"""The ops of operators that have a schema: one class per overload, made on first use.

    %r = aten.add.Tensor(%a, %b, %c) {attributes} : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

There is one operand per argument of the schema; defaults are materialised as constants, as they
are in TorchScript. A class is an empty shell until its first instance is made or its definition
is asked for: only then is the schema parsed.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from xdsl.ir import Operation, OpTraits, SSAValue
from xdsl.irdl import (
    AnyAttr,
    OpDef,
    OperandDef,
    ResultDef,
    VarOperandDef,
    VarResultDef,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.call_syntax import CallSyntaxOp
from xdsl_torchscript.dialects.schema.effects import SchemaEffects
from xdsl_torchscript.dialects.schema.matching import Bindings, operand_errors, result_errors
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named

_TRAITS = OpTraits(lambda: (SchemaEffects(),))

# Shared by all definitions: a definition costs little more than its names.
_OPERAND, _OPERANDS = OperandDef(AnyAttr()), VarOperandDef(AnyAttr())
_RESULT, _RESULTS = ResultDef(AnyAttr()), VarResultDef(AnyAttr())


def _accessor(values: str, part: int | slice) -> property:
    """Gives one of the op's `operands` or `results`, or all from one on."""

    def get(op: Operation) -> SSAValue | Sequence[SSAValue]:
        return getattr(op, values)[part]

    return property(get)


class SchemaOp(CallSyntaxOp):
    """An op whose definition is a FunctionSchema; `schema_op` makes the classes."""

    schema: ClassVar[FunctionSchema]

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _complete(cls)

    def argument(self, name: str) -> SSAValue:
        """The operand for the argument `name`. KeyError if the schema has no such argument."""
        if (index := self.schema.argument_index(name)) is None:
            raise KeyError(f"'{self.name}' has no argument '{name}'")
        return self.operands[index]

    def verify_(self) -> None:
        """Raises VerifyException with the first thing that does not fit the schema."""
        if self.regions or self.successors or self.properties:
            raise VerifyException("takes no regions, successors or properties")
        bindings: Bindings = {}
        operand_types = [operand.type for operand in self.operands]
        for error in operand_errors(self.schema, operand_types, bindings):
            raise VerifyException(error)
        for error in result_errors(self.schema, self.result_types, bindings):
            raise VerifyException(error)


class _LazySchema:
    """Class attribute `schema`: the class knows its name, the table the rest."""

    def __get__(self, op: SchemaOp | None, op_class: type[SchemaOp]) -> FunctionSchema:
        return schema_named(op_class.name)


# What every operation has, also where only an annotation on the class tells.
_RESERVED = frozenset(dir(SchemaOp)).union(
    *(inspect.get_annotations(base) for base in SchemaOp.__mro__), keyword.kwlist
)


def accessor_name(name: str) -> str:
    """The Python name under which an op gives the argument `name`.

    Words of Python and names that every operation has get an underscore behind them.
    """
    return f"{name}_" if name in _RESERVED else name


def _definition(name: str, schema: FunctionSchema) -> OpDef:
    definition = OpDef(name)
    names = [a.name for a in schema.arguments]
    # One operator of PyTorch names two arguments alike.
    unique = (n if n not in names[:i] else f"{n}{i}" for i, n in enumerate(names))
    definition.operands = [(accessor_name(n), _OPERAND) for n in unique]
    if schema.is_vararg:
        definition.operands.append(("varargs", _OPERANDS))
    many = len(schema.returns) > 1
    for number, returned in enumerate(schema.returns):
        # A return may have the name of an argument, as `out` has: the operand keeps it.
        taken = not returned.name or schema.argument_index(returned.name) is not None
        unnamed = f"result{number}" if many else "result"
        definition.results.append((unnamed if taken else accessor_name(returned.name), _RESULT))
    if schema.is_varret:
        definition.results.append(("varresults", _RESULTS))
    return definition


@cache
def _complete(op_class: type[SchemaOp]) -> OpDef:
    """The definition of the class, after giving the class an accessor per name of it."""
    definition = _definition(op_class.name, op_class.schema)
    definition.traits = op_class.traits
    for index, (name, operand) in enumerate(definition.operands):
        part = slice(index, None) if operand is _OPERANDS else index
        setattr(op_class, name, _accessor("operands", part))
    for index, (name, result) in enumerate(definition.results):
        part = slice(index, None) if result is _RESULTS else index
        setattr(op_class, name, _accessor("results", part))
    return definition


@cache
def schema_op(name: str) -> type[SchemaOp]:
    """The class of the op `aten.add.Tensor`. KeyError with close names if there is no such op."""
    if name not in operator_table():
        raise KeyError(operator_table().unknown(name))
    body = {
        "__module__": __name__,
        "__doc__": f"The operator `{name}`.",
        "name": name,
        "schema": _LazySchema(),
        "traits": _TRAITS,
    }
    return type(name.replace(".", "_"), (SchemaOp,), body)
