"""Lists of numbers, strings and bools: searched and sorted. Tensors compare by elements, so lists
of them are not here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl_torchscript.runtime.operators.core import Table

_ELEMENTS = ("int", "float", "bool", "str")


def _sorted(values: list[Any]) -> list[Any]:
    return sorted(values)


def _remove(values: list[Any], element: Any) -> None:
    if element not in values:
        raise ValueError("list.remove(x): x not in list")
    values.remove(element)


def _index(values: list[Any], element: Any) -> int:
    if element not in values:
        raise ValueError(f"'{element}' is not in list")
    return values.index(element)


def _count(values: list[Any], element: Any) -> int:
    return values.count(element)


def _for_each(kind: str, prefix: str, function: Callable[..., Any]) -> Table:
    return {f"aten.{kind}.{prefix}{element}": function for element in _ELEMENTS}


LISTS: Table = {
    **_for_each("sorted", "", _sorted),
    "aten.sorted.any": _sorted,
    **_for_each("remove", "", _remove),
    **_for_each("index", "list_", _index),
    **_for_each("count", "", _count),
}
