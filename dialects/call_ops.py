"""Emission of a call whose overload is resolved, with the ops that prepare its arguments.

Omitted arguments become constants, and variadic numbers become a list. Values are converted where
TorchScript would convert them.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.prim import ListConstructOp, TupleUnpackOp
from xdsl_torchscript.dialects.schema.calls import (
    BoundOperand,
    DefaultOperand,
    ExplicitOperand,
    MatchedSchema,
    VariadicOperand,
    element_type,
    match_call,
)
from xdsl_torchscript.dialects.schema.model import Argument, Constant
from xdsl_torchscript.dialects.schema.overloads import ImplicitConversion
from xdsl_torchscript.dialects.schema_op import SchemaOp, schema_op

OpT = TypeVar("OpT", bound=Operation)


class Inserter(Protocol):
    """Puts ops into a program, one behind the other."""

    def insert(self, op: OpT) -> OpT: ...

    def constant(self, value: Constant) -> SSAValue: ...


def insert_call(c: Inserter, matched: MatchedSchema[SSAValue]) -> SchemaOp:
    """Insert the op of a call, and before it the ops of its arguments."""
    op_class = schema_op(matched.schema.op_name)
    operands = [operand(c, part) for part in matched.operands]
    return c.insert(op_class.create(operands=operands, result_types=matched.result_types))


def operand(c: Inserter, part: BoundOperand[SSAValue]) -> SSAValue:
    """Return the value for one argument; a default of the schema is a constant."""
    match part:
        case ExplicitOperand():
            return convert_operand(c, part.value, part.conversion, part.argument)
        case VariadicOperand():
            return c.insert(ListConstructOp(part.values, part.element)).result
        case DefaultOperand():
            default = part.argument.default
            return c.constant(default.value if default else None)


def convert_operand(
    c: Inserter, value: SSAValue, how: ImplicitConversion, argument: Argument
) -> SSAValue:
    """Convert a value to fit an argument, and return the converted value."""
    match how:
        case ImplicitConversion.NONE:
            return value
        case ImplicitConversion.REPEAT:
            count = argument.size or 1
            return c.insert(ListConstructOp([value] * count, value.type)).result
        case ImplicitConversion.TUPLE_TO_LIST:
            parts = c.insert(TupleUnpackOp(value)).results
            return c.insert(ListConstructOp(parts, element_type(argument.type, parts))).result
        case ImplicitConversion.EMPTY_LIST:
            return c.insert(ListConstructOp([], element_type(argument.type, []))).result
        case _:
            matched = match_call(how.value, [value], {})
            # An operator of ImplicitConversion accepts the value.
            assert isinstance(matched, MatchedSchema)
            return insert_call(c, matched).results[0]
