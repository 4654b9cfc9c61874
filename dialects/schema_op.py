"""The ops of operators with a schema: one class per overload, created on first use.

    %r = aten.add.Tensor(%a, %b, %c) {attributes} : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

There is one operand per argument of the schema; defaults are materialised as constants, as in
TorchScript. A class is an empty shell; its first instance, or the first access to its definition,
parses the schema.
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
    """Return a property for one of the op's `operands` or `results`, or a slice of them."""

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
        """Return the operand for the argument `name`. Raises KeyError for an unknown argument."""
        if (index := self.schema.argument_index(name)) is None:
            raise KeyError(f"'{self.name}' has no argument '{name}'")
        return self.operands[index]

    def verify_(self) -> None:
        """Check the op against its schema. Raises VerifyException with the first error."""
        if self.regions or self.successors or self.properties:
            raise VerifyException("takes no regions, successors or properties")
        bindings: Bindings = {}
        operand_types = [operand.type for operand in self.operands]
        for error in operand_errors(self.schema, operand_types, bindings):
            raise VerifyException(error)
        for error in result_errors(self.schema, self.result_types, bindings):
            raise VerifyException(error)


class _LazySchema:
    """The class attribute `schema`, looked up in the table by the op's name on first use."""

    def __get__(self, op: SchemaOp | None, op_class: type[SchemaOp]) -> FunctionSchema:
        op_class.schema = schema_named(op_class.name)
        return op_class.schema


# Names that every operation has, including annotated class attributes.
_RESERVED = frozenset(dir(SchemaOp)).union(
    *(inspect.get_annotations(base) for base in SchemaOp.__mro__), keyword.kwlist
)


def accessor_name(name: str) -> str:
    """Return the Python name of the accessor for the argument `name`.

    Keywords of Python and names of every operation get a trailing underscore.
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
        # A return may share its name with an argument, as `out` does: the operand has precedence.
        taken = not returned.name or schema.argument_index(returned.name) is not None
        unnamed = f"result{number}" if many else "result"
        definition.results.append((unnamed if taken else accessor_name(returned.name), _RESULT))
    if schema.is_varret:
        definition.results.append(("varresults", _RESULTS))
    return definition


@cache
def _complete(op_class: type[SchemaOp]) -> OpDef:
    """Return the definition of the class, after adding an accessor for each of its names."""
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
    """Return the class of the op `aten.add.Tensor`. Raises KeyError with close names."""
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
