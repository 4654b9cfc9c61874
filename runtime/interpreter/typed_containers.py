"""Lists and dicts that know their static type, so that `isinstance` tells empty ones apart.

    %l = prim.ListConstruct() : () -> !ts.list<i64>        a TypedList of List[int]
    %a = prim.If ... -> (!ts.union<...>)                   to which it flows
    prim.isinstance(%a) {types = [!ts.list<i64>]}          true

Where a static type is lost, the value carries it. All other containers are Python's.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, SSAValue, Use

from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    DictConstructOp,
    IfOp,
    IfYieldOp,
    IsInstanceOp,
    ListConstructOp,
    LoopConditionOp,
    LoopOp,
    TupleConstructOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.types import (
    AnyType,
    DictType,
    ListType,
    OptionalType,
    UnionType,
)
from xdsl_torchscript.runtime.modules.objects import TypedDict, TypedList
from xdsl_torchscript.runtime.values import Value

_ASKING = (IsInstanceOp, CallFunctionOp, CallMethodOp)
"""Operations that may query a value's type, or whose callees may."""


def loses_type(value: SSAValue) -> bool:
    """Return whether a container may flow to where its static type is not known."""
    pending, seen = [value], {value}
    while pending:
        for use in pending.pop().uses:
            if isinstance(use.operation, _ASKING) or any(map(_is_open, _types(use))):
                return True
            fresh = [target for target in _targets(use) if target not in seen]
            seen.update(fresh)
            pending += fresh
    return False


def with_type(value: Value, of: SSAValue) -> Value:
    """Return a constant's value, with its type where that would be lost."""
    if isinstance(of.type, ListType) and loses_type(of):
        return TypedList(value, of.type)
    if isinstance(of.type, DictType) and loses_type(of):
        return TypedDict(value, of.type)
    return value


def _is_open(type: Attribute) -> bool:
    if isinstance(type, OptionalType):
        return _is_open(type.element)
    return isinstance(type, AnyType | UnionType)


def _types(use: Use) -> Iterator[Attribute]:
    """Yield the types under which the value is used."""
    yield from (target.type for target in _targets(use))
    match use.operation:
        case ListConstructOp() as op:
            yield op.element_type
        case DictConstructOp() as op:
            yield op.result.type.value
        case ReturnOp() as op:
            function = op.parent_op()
            if isinstance(function, FuncOp):
                yield function.function_type.outputs.data[use.index]
        case _:
            pass


def _targets(use: Use) -> Iterator[SSAValue]:
    """Yield the values that are, or contain, the used one."""
    match use.operation:
        case IfYieldOp() as op:
            branches = op.parent_op()
            assert isinstance(branches, IfOp)
            yield branches.results[use.index]
        case LoopConditionOp() as op:
            loop = op.parent_op()
            assert isinstance(loop, LoopOp)
            if use.index:
                yield from (loop.results[use.index - 1], loop.carried_args[use.index - 1])
        case LoopOp() as op:
            place = use.index - (len(op.operands) - len(op.carried))
            if place >= 0:
                yield from (op.results[place], op.carried_args[place])
        case UncheckedCastOp() | TupleConstructOp() as op:
            yield op.results[0]
        case _:
            pass
