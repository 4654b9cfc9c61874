"""Calls of operators: `torch.add(x, 1)`, `ops.prim.dtype(x)`, without default arguments."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import constant_value
from xdsl_torchscript.dialects.schema.model import Argument, Constant, FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import BY_KEYWORD

_UNKNOWN = object()


def _plain(value: Attribute) -> Constant | object:
    """Return the Python value of a literal, `_UNKNOWN` if it has none."""
    match value:
        case UnitAttr():
            return None
        case IntegerAttr():
            return bool(value.value.data) if value.type == i1 else value.value.data
        case FloatAttr() | StringAttr():
            return value.value.data if isinstance(value, FloatAttr) else value.data
        case ArrayAttr():
            return tuple(_plain(item) for item in value if isa(item, Attribute))
        case _:
            return _UNKNOWN


def _is_default(argument: Argument, value: SSAValue) -> bool:
    """Return whether a value is the default, including its type and the sign of zero."""
    literal = constant_value(value)
    if literal is None or argument.default is None:
        return False
    return repr(_plain(literal)) == repr(argument.default.value)


def operator_name(kind: str) -> str:
    """Return the callee's text: `torch.add` for `aten::add`, `ops.` and the namespace otherwise."""
    namespace, _, name = kind.partition("::")
    return f"torch.{name}" if namespace == "aten" else f"ops.{namespace}.{name}"


def explicit_arguments(
    schema: FunctionSchema, operands: Sequence[SSAValue]
) -> list[tuple[str, SSAValue]]:
    """Return the operands to write, each with its keyword, empty for positional ones.

    Trailing defaults are omitted, except for `out` arguments.
    """
    outs = 0
    for argument in reversed(schema.arguments):
        if not (argument.kwarg_only and argument.is_written):
            break
        outs += 1
    first_out = len(schema.arguments) - outs
    count = first_out
    if len(operands) <= len(schema.arguments):
        while count and _is_default(schema.arguments[count - 1], operands[count - 1]):
            count -= 1
    given = [*range(count), *range(first_out, len(operands))]
    return [(_keyword(schema, index), operands[index]) for index in given]


def _keyword(schema: FunctionSchema, index: int) -> str:
    """Return the keyword of an argument; empty for positional and variadic ones."""
    if index >= len(schema.arguments):
        return ""
    argument = schema.arguments[index]
    by_keyword = argument.kwarg_only or BY_KEYWORD.get(schema.op_name) == argument.name
    return argument.name if by_keyword else ""
