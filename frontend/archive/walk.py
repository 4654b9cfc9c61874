"""A check of finished values: acyclic, bounded in depth and size."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl_torchscript.frontend.archive.errors import ArchiveError, short_repr
from xdsl_torchscript.frontend.archive.limits import Limits
from xdsl_torchscript.frontend.archive.model import (
    DeviceValue,
    DictValue,
    DtypeValue,
    ListValue,
    OpaqueValue,
    PickledEnum,
    PickledObject,
    PickledValue,
    TensorRecord,
    children,
)

_LEAVES = frozenset(
    {bool, int, float, complex, str, bytes, DeviceValue, DtypeValue, TensorRecord, type(None)}
)
_CONTAINERS = frozenset({tuple, ListValue, DictValue, PickledEnum, PickledObject, OpaqueValue})


def check_value(
    root: object, limits: Limits, error: Callable[[str, str], ArchiveError]
) -> PickledValue:
    """Return `root` after checking it: values only, acyclic, within the depth and size of `limits`.

    A short pickle can share values so that no walk ever finishes. So each container is measured
    once, in the order of completion.
    """
    measured: dict[int, int] = {}
    open_now: set[int] = set()
    pending = [cast("PickledValue", root)]
    while pending:
        value = pending[-1]
        if type(value) in _LEAVES or id(value) in measured:
            pending.pop()
            continue
        if type(value) not in _CONTAINERS:
            raise error(f"{short_repr(value)} inside of a value", "a value")
        parts = children(value)
        inner = [part for part in parts if type(part) not in _LEAVES and not _is_empty(part)]
        waiting = [part for part in inner if id(part) not in measured]
        if waiting:
            if any(id(part) in open_now for part in waiting):
                raise error(f"{short_repr(value)} that contains itself", "an acyclic value")
            open_now.add(id(value))
            pending.extend(waiting)
            if len(open_now) > limits.depth:
                raise error("values nested deep", f"at most {limits.depth} levels")
            continue
        size = 1 + len(parts) - len(inner) + sum(measured[id(part)] for part in inner)
        if size > limits.walk:
            raise error("a value that is too large written out", f"at most {limits.walk} values")
        measured[id(value)] = size
        open_now.discard(id(value))
        pending.pop()
    return cast("PickledValue", root)


def _is_empty(value: PickledValue) -> bool:
    """Return whether a container is empty, in constant time."""
    if isinstance(value, tuple):
        return not value
    if isinstance(value, ListValue | DictValue):
        return not value.items
    if isinstance(value, OpaqueValue):
        return not value.parts
    return isinstance(value, PickledObject) and not (value.attributes or value.has_state)
