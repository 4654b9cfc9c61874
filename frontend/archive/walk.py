"""A finished value, checked: it ends, is not too deep, and walking it comes to an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl_torchscript.frontend.archive.errors import ArchiveError, shown
from xdsl_torchscript.frontend.archive.limits import Limits
from xdsl_torchscript.frontend.archive.model import (
    DeviceValue,
    DictValue,
    EnumValue,
    ListValue,
    ScriptObject,
    TensorRecord,
    Value,
    children,
)

_LEAVES = frozenset({bool, int, float, complex, str, DeviceValue, TensorRecord, type(None)})
_CONTAINERS = frozenset({tuple, ListValue, DictValue, EnumValue, ScriptObject})


def check_value(root: object, limits: Limits, error: Callable[[str, str], ArchiveError]) -> Value:
    """`root`, which is made of values only, contains itself nowhere, and is neither nested deeper
    nor larger when written out than `limits` says.

    A value may be used many times, each time inside of a value that is itself used many times: a
    short pickle can describe a structure that no walk ever finishes. So each container is
    measured once, in the order in which containers are finished.
    """
    measured: dict[int, tuple[int, int]] = {}
    open_now: set[int] = set()
    pending = [cast("Value", root)]
    while pending:
        value = pending[-1]
        if type(value) in _LEAVES or id(value) in measured:
            pending.pop()
            continue
        if type(value) not in _CONTAINERS:
            raise error(f"{shown(value)} inside of a value", "a value")
        inner = [c for c in children(value) if type(c) not in _LEAVES]
        if id(value) not in open_now:
            open_now.add(id(value))
            waiting = [c for c in inner if id(c) not in measured]
            if any(id(c) in open_now for c in waiting):
                raise error(f"{shown(value)} that contains itself", "a value that ends")
            pending.extend(waiting)
            continue
        depth, size = _measure(value, inner, measured)
        if depth > limits.depth:
            raise error(f"values nested {depth} deep", f"at most {limits.depth}")
        if size > limits.walk:
            raise error("a value that is too large written out", f"at most {limits.walk} values")
        measured[id(value)] = (depth, size)
        open_now.discard(id(value))
        pending.pop()
    return cast("Value", root)


def _measure(
    value: Value, inner: list[Value], measured: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    parts = [measured[id(c)] for c in inner]
    depth = 1 + max((d for d, _ in parts), default=0)
    return depth, 1 + len(children(value)) - len(inner) + sum(s for _, s in parts)
