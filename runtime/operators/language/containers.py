"""Lists, tuples and optionals, and operators of `prim` that depend on their operands alone."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.scalar_evaluation import LISTS, wrap
from xdsl_torchscript.runtime.operand_errors import BadIndex, BadValue
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.tensor import Tensor


def _get(values: Sequence[Any], index: int) -> Any:
    if not -len(values) <= index < len(values):
        raise BadIndex("list index out of range")
    return values[index]


def _set(values: list[Any], index: int, value: Any) -> list[Any]:
    if not -len(values) <= index < len(values):
        raise BadIndex("list index out of range")
    values[index] = value
    return values


def _extend(values: list[Any], more: list[Any]) -> list[Any]:
    values.extend(more)
    return values


def _pop(values: list[Any], index: int) -> Any:
    if not values:
        raise BadIndex("pop from an empty list")
    return values.pop(index)


def _clear(values: list[Any]) -> None:
    values.clear()


def _reverse(values: list[Any]) -> None:
    values.reverse()


def _delete(values: list[Any], index: int) -> None:
    _get(values, index)
    del values[index]


def _sort(values: list[Any], reverse: bool) -> None:
    values.sort(reverse=reverse)


def _repeat_(values: list[Any], count: int) -> list[Any]:
    values *= count
    return values


def _repeat(count: int, values: list[Any]) -> list[Any]:
    return values * count


def _infer_size(a: list[int], b: list[int]) -> list[int]:
    return list(np.broadcast_shapes(tuple(a), tuple(b)))


def _size_if_not_equal(a: list[int], b: list[int]) -> list[int] | None:
    return None if a == b else a


def _same_floats(a: list[float], b: list[float]) -> bool:
    """Compare element by element: Python's list comparison treats an identical NaN as equal. A list
    equals itself.
    """
    return a is b or (len(a) == len(b) and all(map(operator.eq, a, b)))


def _other_floats(a: list[float], b: list[float]) -> bool:
    return not _same_floats(a, b)


def _greater_list(a: list[Any], b: list[Any]) -> list[Any]:
    """Compare the first elements that differ; a NaN makes the second list the greater one."""
    for x, y in zip(a, b, strict=False):
        if x != y:
            return a if x > y else b
    return b if len(b) > len(a) else a


def _lesser_list(a: list[Any], b: list[Any]) -> list[Any]:
    for x, y in zip(a, b, strict=False):
        if x != y:
            return a if x < y else b
    return b if len(b) < len(a) else a


def _has_float(values: list[float], element: float) -> bool:
    """Return whether a list contains a number, never a NaN; Python's `in` compares identities
    first."""
    return any(value == element for value in values)


def _int_sum(values: list[int]) -> int:
    return wrap(sum(values))


def _float_sum(values: list[float]) -> float:
    return sum(values, 0.0)


def _complex_sum(values: list[complex]) -> complex:
    return sum(values, 0j)


def _same_tensors(a: list[Tensor], b: list[Tensor]) -> bool:
    pairs = zip(a, b, strict=False)
    return len(a) == len(b) and all(np.array_equal(x.array, y.array) for x, y in pairs)


def _other_tensors(a: list[Tensor], b: list[Tensor]) -> bool:
    return not _same_tensors(a, b)


def _unwrap(value: Any) -> Any:
    if value is None:
        raise BadValue("unwrapping a None that should hold a value")
    return value


def _identity(value: Any) -> Any:
    return value


def list_construct(*values: Any) -> list[Any]:
    return list(values)


def _tuple_construct(*values: Any) -> tuple[Any, ...]:
    return values


def _choice(condition: bool, x: Any, y: Any) -> Any:
    return x if condition else y


def _range_list(count: int) -> list[int]:
    return list(range(count))


def _equalities() -> Table:
    table: Table = {}
    table |= {"aten.eq.float_list": _same_floats, "aten.ne.float_list": _other_floats}
    for kind in ("int_list", "bool_list", "str_list"):
        table[f"aten.eq.{kind}"] = operator.eq
        table[f"aten.ne.{kind}"] = operator.ne
    return table


CONTAINERS: Table = {
    **LISTS,
    **_equalities(),
    "aten.eq.Tensor_list": _same_tensors,
    "aten.ne.Tensor_list": _other_tensors,
    "aten.select.t": _get,
    "aten._set_item.t": _set,
    "aten.pop.t": _pop,
    "aten.clear.t": _clear,
    "aten.reverse.t": _reverse,
    "aten.Delete.t": _delete,
    "aten.add_.t": _extend,
    "aten.mul.right_": _repeat,
    "aten.mul_.t": _repeat_,
    **{f"aten.sort.{k}": _sort for k in ("int", "float", "bool", "any")},
    **{f"aten.__contains__.{k}_list": operator.contains for k in ("int", "str")},
    "aten.__contains__.float_list": _has_float,
    **{f"aten.sum.{k}": _int_sum for k in ("int", "bool")},
    "aten.sum.float": _float_sum,
    "aten.sum.complex": _complex_sum,
    **{f"prim.max.self_{k}": max for k in ("int", "float", "bool")},
    **{f"prim.max.{k}_list": _greater_list for k in ("int", "float", "bool")},
    **{f"prim.min.{k}_list": _lesser_list for k in ("int", "float", "bool")},
    **{f"prim.min.self_{k}": min for k in ("int", "float", "bool")},
    **{f"aten.all.{k}": all for k in ("int", "float", "bool")},
    **{f"aten.any.{k}": any for k in ("int", "float", "bool", "str")},
    "aten.Size": list,
    "aten._infer_size": _infer_size,
    "aten.broadcast_shapes": _infer_size,
    "aten._size_if_not_equal": _size_if_not_equal,
    "aten._unwrap_optional": _unwrap,
    "prim.unchecked_unwrap_optional": _unwrap,
    "prim.unchecked_cast": _identity,
    "prim.rangelist": _range_list,
    "prim.TupleIndex": _get,
    "prim.IfThenElse": _choice,
    "prim.ListConstruct": list_construct,
    "prim.TupleConstruct": _tuple_construct,
}
