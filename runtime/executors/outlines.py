"""The outlines of inputs: what plans take constants from, without the memory of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl_torchscript.runtime.executors.argument_constants import is_constant_argument
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.values import Value


def _outline(value: Value) -> Value:
    """Return of an input what constants are taken from: an object, a number, a list's length, a
    dict's keys, a tuple's presence."""
    if isinstance(value, list):
        elements = cast("list[Value]", value)
        return [*elements] if is_constant_argument(value) else [None] * len(elements)
    if is_constant_argument(value):
        return value
    if isinstance(value, dict):
        return dict.fromkeys(cast("dict[Value, Value]", value))
    if isinstance(value, tuple):
        return ()
    return value if isinstance(value, Object) else None


def outlines_of(inputs: Sequence[Value]) -> Sequence[Value]:
    """Return the outline of each input."""
    return [*map(_outline, inputs)]
