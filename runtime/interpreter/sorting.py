"""Lists of objects are sorted by the `__lt__` of their class, alone or inside tuples."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cmp_to_key
from typing import Any, cast

from xdsl_torchscript.dialects.byte_strings import bytes_of
from xdsl_torchscript.runtime.interpreter.linker import Linker, MethodOf, dispatch
from xdsl_torchscript.runtime.interpreter.suspension import complete, frame_of
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operators.core import Implementation, Lookup
from xdsl_torchscript.runtime.values import Value


def _less(method: MethodOf, a: Value, b: Value) -> bool:
    if isinstance(a, Object):
        code = method(a)
        (found,) = complete(deque([frame_of(code, (a, b))]))
        return found
    if isinstance(a, str):
        return bytes_of(a) < bytes_of(b)
    if isinstance(a, tuple):
        for x, y in zip(cast("tuple[Value, ...]", a), b, strict=True):
            if _less(method, x, y):
                return True
            if _less(method, y, x):
                return False
        return False
    return a < b


def _key(linker: Linker) -> Callable[[Value], Any]:
    """Return the sort key; comparisons raise the errors of `__lt__`."""
    method = dispatch(linker, "__lt__")

    def compare(a: Value, b: Value) -> int:
        """Return -1 if `a` is less than `b`, else 0; sorting needs no more."""
        return -int(_less(method, a, b))

    return cmp_to_key(compare)


def _sort(linker: Linker) -> Implementation:
    key = _key(linker)

    def run(values: list[Value], reverse: bool) -> None:
        # A list that sorts itself is empty if a comparison looks at it.
        values[:] = sorted(values, key=key, reverse=reverse)

    return run


def _sort_copy(linker: Linker) -> Implementation:
    key = _key(linker)

    def run(values: list[Value]) -> list[Value]:
        return sorted(values, key=key)

    return run


SORTING: dict[str, Callable[[Linker], Implementation]] = {
    "aten.sort.any": _sort,
    "aten.sorted.any": _sort_copy,
}
"""Operators that call methods of the program which they are in."""


def resolve_in_program(linker: Linker | None) -> Lookup:
    """Return the lookup of operators that call methods of the linked program."""
    if linker is None:
        return lambda op_name: None
    return lambda op_name: SORTING[op_name](linker) if op_name in SORTING else None
