"""Lists of numbers, strings, bools and tensors of one element: searched and sorted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl_torchscript.dialects.byte_strings import bytes_of
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.tensor import Tensor

_ELEMENTS = ("int", "float", "bool", "str")


def _sort(values: list[Any]) -> list[Any]:
    return sorted(values)


def _sort_strings(values: list[str], reverse: bool) -> None:
    values.sort(key=bytes_of, reverse=reverse)


def _sort_strings_copy(values: list[str]) -> list[str]:
    return sorted(values, key=bytes_of)


def _remove(values: list[Any], element: Any) -> None:
    """Remove the first equal element. Raises BadValue if there is none."""
    del values[_index(values, element)]


def _index(values: list[Any], element: Any) -> int:
    """Return the first index. Raises BadValue if there is none, as for NaN, which Python finds by
    identity."""
    found = (place for place, value in enumerate(values) if value == element)
    place = next(found, None)
    if place is None:
        raise BadValue(f"'{element}' is not in list")
    return place


def _count(values: list[Any], element: Any) -> int:
    return sum(value == element for value in values)


def _for_each(kind: str, prefix: str, function: Callable[..., Any]) -> Table:
    return {f"aten.{kind}.{prefix}{element}": function for element in _ELEMENTS}


def _number(element: Tensor) -> Any:
    """Return the element of a tensor, by which it is compared. Raises BadValue for several."""
    return element.item()


def _place(values: list[Tensor], element: Tensor) -> int:
    """Return the index of the first equal element. Raises BadValue if there is none."""
    numbers = list(map(_number, values))
    if _number(element) not in numbers:
        raise BadValue(f"a tensor of {_number(element)} is not in list")
    return numbers.index(_number(element))


def _remove_tensor(values: list[Tensor], element: Tensor) -> None:
    del values[_place(values, element)]


def _count_tensor(values: list[Tensor], element: Tensor) -> int:
    return list(map(_number, values)).count(_number(element))


def _sort_tensors(values: list[Tensor], reverse: bool) -> None:
    if len(values) > 1:  # A tensor of several elements by itself is not compared.
        values.sort(key=_number, reverse=reverse)


def _sort_tensors_copy(values: list[Tensor]) -> list[Tensor]:
    copy = list(values)
    _sort_tensors(copy, reverse=False)
    return copy


LISTS: Table = {
    **_for_each("sorted", "", _sort),
    "aten.sorted.str": _sort_strings_copy,
    "aten.sort.str": _sort_strings,
    "aten.sorted.any": _sort,
    **_for_each("remove", "", _remove),
    **_for_each("index", "list_", _index),
    **_for_each("count", "", _count),
    "aten.remove.Tensor": _remove_tensor,
    "aten.index.list_Tensor": _place,
    "aten.count.Tensor": _count_tensor,
    "aten.sort.Tensor": _sort_tensors,
    "aten.sorted.Tensor": _sort_tensors_copy,
    "aten.len.any": len,
}
