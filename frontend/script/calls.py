"""Calls of operators, and of the methods that implement them on objects."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ComplexType, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.call_ops import convert_operand, insert_call
from xdsl_torchscript.dialects.prim import TupleConstructOp, constant_value
from xdsl_torchscript.dialects.schema.calls import (
    MatchedSchema,
    match_call,
    no_overload,
    value_conversion,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.schema.model import Argument
from xdsl_torchscript.dialects.subtyping import NUMBERS
from xdsl_torchscript.dialects.types import ClassType, NamedTupleType, NumberType
from xdsl_torchscript.frontend.script.applicable import own_method
from xdsl_torchscript.frontend.script.context import TENSOR, Context

# For a number before a tensor: the reflected operator, and an operator applied to the tensor first.
_REFLECTED: Mapping[str, tuple[str, str | None]] = {
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
_ORDERS = frozenset({"aten::lt", "aten::le", "aten::gt", "aten::ge"})
"""Not defined on complex numbers: a tensor operand of these is read as a number."""


METHODS: Mapping[str, str] = {
    "aten::add": "__add__", "aten::sub": "__sub__", "aten::mul": "__mul__",
    "aten::div": "__truediv__", "aten::floordiv": "__floordiv__", "aten::remainder": "__mod__",
    "aten::pow": "__pow__", "aten::matmul": "__matmul__", "aten::__and__": "__and__",
    "aten::__or__": "__or__", "aten::__xor__": "__xor__", "aten::__lshift__": "__lshift__",
    "aten::__rshift__": "__rshift__", "aten::neg": "__neg__", "aten::bitwise_not": "__invert__",
    "aten::eq": "__eq__", "aten::ne": "__ne__", "aten::lt": "__lt__", "aten::le": "__le__",
    "aten::gt": "__gt__", "aten::ge": "__ge__", "aten::__getitem__": "__getitem__",
    "aten::_set_item": "__setitem__", "aten::Delete": "__delitem__",
    "aten::__contains__": "__contains__", "aten::len": "__len__", "aten::Bool": "__bool__",
    "aten::Int": "__int__", "aten::Float": "__float__", "aten::Complex": "__complex__",
    "aten::str": "__str__", "aten::round": "__round__", "prim::abs": "__abs__",
}  # fmt: skip
"""The methods that implement operators on objects."""


def call(
    c: Context,
    kind: str,
    args: Sequence[SSAValue],
    kwargs: Mapping[str, SSAValue] | None = None,
    node: ast.AST | None = None,
) -> SSAValue:
    """Emit a call of the operator `aten::add`; several results form one tuple.

    On an object whose class has the corresponding method, call that. Raises SourceError with the
    reason against each overload.
    """
    method = own_method(c, args[0], METHODS[kind]) if kind in METHODS and args else None
    if method is not None:
        return method.apply(c, args[1:], kwargs or {}, node or c.place).value(c, node or c.place)
    if kind in _REFLECTED and not kwargs and _is_number_before_tensor(kind, args):
        other, before = _REFLECTED[kind]
        number, tensor = args
        return call(c, other, [tensor if before is None else call(c, before, [tensor]), number])
    found = match_call(kind, args, kwargs or {})
    if isinstance(found, MatchedSchema):
        return emit(c, found)
    if kind in METHODS and args and isinstance(args[0].type, ClassType):
        raise c.error(f"the class '{spell(args[0].type)}' has no method '{METHODS[kind]}'", node)
    raise c.error(no_overload(kind, args, kwargs or {}, found), node)


def emit(c: Context, matched: MatchedSchema[SSAValue]) -> SSAValue:
    """Emit the op of a resolved call."""
    op = insert_call(c, matched)
    if len(op.results) == 1:
        return op.results[0]
    if not op.results:
        return c.constant(None)
    names = [r.name for r in matched.schema.returns]
    if not all(names):
        return c.insert(TupleConstructOp(op.results)).result
    fields = [(name, result.type) for name, result in zip(names, op.results, strict=True)]
    return c.insert(TupleConstructOp(op.results, NamedTupleType.get("", fields))).result


def _is_number_before_tensor(kind: str, args: Sequence[SSAValue]) -> bool:
    types = [arg.type for arg in args]
    if len(types) != 2 or types[1] != TENSOR:
        return False
    if kind in _ORDERS and isinstance(types[0], ComplexType):
        return False
    return types[0] in (*NUMBERS, NumberType())


def as_declared(c: Context, value: SSAValue, type: Attribute) -> SSAValue | None:
    """Convert the value to this type as for an argument, or return None if it does not fit."""
    argument = Argument("", type, "")
    how = value_conversion(argument, type, value)
    return None if how is None else convert_operand(c, value, how, argument)


def known_integer(value: SSAValue) -> int | None:
    """Return the integer of a constant, or None."""
    found = constant_value(value)
    return found.value.data if isa(found, IntegerAttr) and found.type == i64 else None
