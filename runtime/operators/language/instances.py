"""Operators on members of enums, and on futures and awaitables."""

from __future__ import annotations

import operator
from typing import Any

from xdsl_torchscript.runtime.modules.futures import Awaitable, Deferred
from xdsl_torchscript.runtime.modules.objects import EnumMember, Object
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.values import type_of


def _name(member: EnumMember) -> str:
    return member.name


def _value(member: EnumMember) -> int | float | str:
    return member.value


def _child(module: Object, key: int | str) -> Object:
    """Return the child of a ModuleList or ModuleDict. Raises AttributeError if there is none."""
    found = module.slots.get(str(key))
    if not isinstance(found, Object):
        raise AttributeError(f"{module.class_name} has no module '{key}'")
    return found


def _wait(later: Deferred) -> Any:
    return later.wait()


def _ready_awaitable(value: Any) -> Awaitable:
    """Return an awaitable of an existing result."""
    return Awaitable.known(type_of(value), value)


INSTANCES: Table = {
    "prim.EnumName": _name,
    **{f"prim.EnumValue.{kind}": _value for kind in ("int", "float", "str")},
    "aten.eq.enum": operator.eq,
    "aten.ne.enum": operator.ne,
    **{f"prim.ModuleContainerIndex.{kind}": _child for kind in ("list", "dict")},
    "aten.wait": _wait,
    "prim.awaitable_wait": _wait,
    "prim.awaitable_nowait": _ready_awaitable,
}
