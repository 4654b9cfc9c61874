"""Checks that values fit declared types: subtyping, and the methods that interfaces require."""

from __future__ import annotations

import ast

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ClassType,
    InterfaceType,
    NamedTupleType,
    NoneType,
    OptionalType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.script.applicable import class_like
from xdsl_torchscript.frontend.script.calls import as_declared
from xdsl_torchscript.frontend.script.context import Context


def interface_fault(c: Context, actual: Attribute, formal: Attribute) -> str | None:
    """Return the reason why a class does not implement the interface it flows into, or None.

    `actual` is a subtype of `formal` by the rules on types.
    """
    match formal:
        case InterfaceType() if isinstance(actual, ClassType | InterfaceType):
            found = class_like(c, formal)
            return None if found is None or actual == formal else found.mismatch_reason(c, actual)
        case OptionalType() if isinstance(actual, OptionalType):
            return interface_fault(c, actual.element, formal.element)
        case OptionalType():
            return interface_fault(c, actual, formal.element)
        case UnionType():
            faults = [
                interface_fault(c, actual, t) for t in formal.elements if is_subtype_of(actual, t)
            ]
            return None if None in faults else next(iter(faults), None)
        case TupleType() | NamedTupleType() if isinstance(actual, TupleType | NamedTupleType):
            pairs = zip(actual.elements, formal.elements, strict=False)
            return next(filter(None, (interface_fault(c, a, f) for a, f in pairs)), None)
        case _:
            return None


def coerce(
    c: Context,
    value: SSAValue,
    type: Attribute,
    node: ast.AST,
    what: str,
    convert: bool = False,
) -> SSAValue:
    """Return the value with the declared type; an int never fits a float.

    `what` names the declared thing in errors, as in "the variable". With `convert`, the conversions
    of arguments apply: a tensor for a number, `[]` for any list. Raises SourceError.
    """
    if isinstance(value.type, NoneType) and isinstance(type, OptionalType):
        return c.insert(ConstantOp(None, type)).result
    converted = as_declared(c, value, type) if convert else None
    if converted is not None:
        value = converted
    elif not is_subtype_of(value.type, type):
        found = spell(value.type)
        message = f"{what} has type {spell(type)}, but the value is {found}"
        hint = f"; annotate it as Optional[{found}]" if isinstance(type, NoneType) else ""
        raise c.error(message + hint, node)
    fault = interface_fault(c, value.type, type)
    if fault is not None:
        raise c.error(f"{what} has type {spell(type)}, but {fault}", node)
    return value
