"""The ops of operators that have a schema: one class per overload, made on first use.

    %r = aten.add.Tensor(%a, %b, %c) {attributes} : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

There is one operand per argument of the schema; defaults are materialised as constants, as they
are in TorchScript. A class is an empty shell until its first instance is made or its definition
is asked for: only then is the schema parsed.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar, Self

from xdsl.ir import Operation, OpTraits, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    OpDef,
    OperandDef,
    ResultDef,
    VarOperandDef,
    VarResultDef,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.schema.effects import SchemaEffects
from xdsl_torchscript.dialects.schema.matching import Bindings, operand_errors, result_errors
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named

_TRAITS = OpTraits(lambda: (SchemaEffects(),))

# Shared by all definitions: a definition costs little more than its names.
_OPERAND, _OPERANDS = OperandDef(AnyAttr()), VarOperandDef(AnyAttr())
_RESULT, _RESULTS = ResultDef(AnyAttr()), VarResultDef(AnyAttr())


def _get_operand(op: Operation, index: int) -> SSAValue:
    return op.operands[index]


def _get_operands(op: Operation, index: int) -> Sequence[SSAValue]:
    return op.operands[index:]


def _get_result(op: Operation, index: int) -> SSAValue:
    return op.results[index]


def _get_results(op: Operation, index: int) -> Sequence[SSAValue]:
    return op.results[index:]


def _accessor(get: Callable[[Operation, int], object], index: int) -> property:
    return property(lambda op: get(op, index))


class SchemaOp(IRDLOperation):
    """An op whose definition is a FunctionSchema; `schema_op` makes the classes."""

    schema: ClassVar[FunctionSchema]

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _complete(cls)

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

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(operands, type.inputs.data, position),
            result_types=type.outputs.data,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_operands(self.operands)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_operation_type(self)


class _LazySchema:
    """Class attribute `schema`: the class knows its name, the table the rest."""

    def __get__(self, op: SchemaOp | None, op_class: type[SchemaOp]) -> FunctionSchema:
        return schema_named(op_class.name)


def accessor_name(name: str) -> str:
    """The Python name under which an op gives the argument `name`.

    Words of Python and names that every operation has get an underscore behind them.
    """
    return f"{name}_" if keyword.iskeyword(name) or hasattr(SchemaOp, name) else name


def _definition(name: str, schema: FunctionSchema) -> OpDef:
    definition = OpDef(name)
    definition.operands = [(accessor_name(a.name), _OPERAND) for a in schema.arguments]
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
        get = _get_operand if operand is _OPERAND else _get_operands
        setattr(op_class, name, _accessor(get, index))
    for index, (name, result) in enumerate(definition.results):
        get = _get_result if result is _RESULT else _get_results
        setattr(op_class, name, _accessor(get, index))
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
