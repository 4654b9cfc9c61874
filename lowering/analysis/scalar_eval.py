"""What operators answer before anything runs: numbers and lists from known ones, and what the type
of a tensor tells.

A fact is a Python value; a function of these tables raises `NotConstantError` where only a run
knows.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.constants import Constant, NotConstantError
from xdsl_torchscript.lowering.analysis.promotion import Category, category
from xdsl_torchscript.lowering.analysis.shapes import Shape

Function: TypeAlias = Callable[..., Any]
"""Of Python values; the tables know which operator takes which."""

_PAIRS = ("int", "float", "int_float", "float_int")
_INT_RANGE = range(-(2**63), 2**63)


def _rows(names: Mapping[str, Function], *overloads: str) -> dict[str, Function]:
    """`aten.<name>.<overload>` for all; the overload `-` is that without a name."""
    return {
        f"aten.{name}" if overload == "-" else f"aten.{name}.{overload}": function
        for name, function in names.items()
        for overload in overloads
    }


def _rounded(function: Function) -> Function:
    """An int beside a float is rounded to one first, where Python compares exactly."""

    def run(left: float, right: float) -> Any:
        if isinstance(left, float) or isinstance(right, float):
            return function(float(left), float(right))
        return function(left, right)

    return run


def _larger(left: float, right: float) -> float:
    """The second of unordered or equal numbers."""
    return left if left > right else right


def _smaller(left: float, right: float) -> float:
    """The second of unordered or equal numbers."""
    return left if left < right else right


_EQUALITIES: dict[str, Function] = {"eq": operator.eq, "ne": operator.ne}
_ORDERS: dict[str, Function] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
_ARITHMETIC: dict[str, Function] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


def _quotient(left: float, right: float) -> float:
    return float(left) / float(right)


def _floor_quotient(left: int, right: int) -> int:
    return left // right


def _remainder(left: int, right: int) -> int:
    return left % right


def _and(left: int, right: int) -> int:
    return left & right


def _or(left: int, right: int) -> int:
    return left | right


def _range_length(start: int, stop: int, step: int) -> int:
    return len(range(start, stop, step))


def _derived_index(turn: int, start: int, step: int) -> int:
    return start + turn * step


NUMBERS: dict[str, Function] = {
    **_rows(_ARITHMETIC, *_PAIRS, "-"),
    **_rows({name: _rounded(f) for name, f in (_EQUALITIES | _ORDERS).items()}, *_PAIRS, "-"),
    **_rows(_EQUALITIES, "bool", "str", "int_list"),
    **_rows({"floordiv": _floor_quotient, "remainder": _remainder}, "int"),
    **_rows({"div": _quotient}, "int", "float", "-"),
    **_rows({"neg": operator.neg}, "int", "float"),
    **_rows({"__and__": _and, "__or__": _or}, "bool", "int"),
    **_rows({"Int": int}, "float", "bool", "Scalar"),
    **_rows({"Float": float}, "int", "bool", "Scalar", "str"),
    **_rows({"Bool": bool}, "int", "float"),
    **{f"prim.max.{pair}": _rounded(_larger) for pair in _PAIRS},
    **{f"prim.min.{pair}": _rounded(_smaller) for pair in _PAIRS},
    "aten.__not__": operator.not_,
    "aten.__range_length": _range_length,
    "aten.__derive_index": _derived_index,
    "aten.__contains__.int_list": operator.contains,
    "aten.format": str.format,
}
"""Operators on numbers, text and lists of numbers, by op name."""


Items: TypeAlias = list[Any]


def _append(items: Items, item: object) -> Items:
    items.append(item)
    return items


def _extend(items: Items, more: Items) -> None:
    items.extend(more)


def _insert(items: Items, index: int, item: object) -> None:
    items.insert(index, item)


def _pop(items: Items, index: int) -> object:
    return items.pop(index)


def _set_item(items: Items, index: int, item: object) -> Items:
    items[index] = item
    return items


def _slice(items: Items, start: int | None, stop: int | None, step: int) -> Items:
    return items[start:stop:step]


LISTS: dict[str, Function] = {
    "aten.append.t": _append,
    "aten.extend.t": _extend,
    "aten.insert.t": _insert,
    "aten.pop.t": _pop,
    "aten._set_item.t": _set_item,
    "aten.__getitem__.t": operator.getitem,
    "aten.slice.t": _slice,
    "aten.add.t": operator.add,
    "aten.mul.left_t": operator.mul,
    "aten.list.t": list,
    "aten.len.t": len,
}
"""Operators on lists of any values, of which positions and numbers are known, by op name. The
first argument is the list; those that have no result give None."""


_FAILURES = (ArithmeticError, IndexError, TypeError, ValueError)


def answered(name: str, function: Function, arguments: Sequence[Any]) -> Any:
    """Evaluate an operator of `NUMBERS` or `LISTS`. Raises NotConstantError if it fails."""
    try:
        result = function(*arguments)
    except _FAILURES as error:
        raise NotConstantError(f"'{name}' fails: {error}") from error
    if isinstance(result, int) and result not in _INT_RANGE:
        raise NotConstantError(f"'{name}' gives a number of more than 64 bits")
    return result


def _shape(type: TensorType) -> Shape:
    if type.shape is None:
        raise NotConstantError("a rank that is not known")
    return type.shape


def _dtype(type: TensorType) -> Attribute:
    if type.dtype is None:
        raise NotConstantError("an element type that is not known")
    return type.dtype


def _count(type: TensorType) -> int:
    sizes = _shape(type)
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) < len(sizes):
        raise NotConstantError("a number of elements that is not known")
    return prod(known)


def _is_of(wanted: Category) -> Callable[[TensorType], bool]:
    return lambda type: category(_dtype(type)) == wanted


QUESTIONS: dict[str, Callable[[TensorType], Constant]] = {
    "aten.dim": lambda type: len(_shape(type)),
    "aten.numel": _count,
    "prim.dtype": lambda type: BY_TYPE[_dtype(type)].code,
    "aten.is_floating_point": _is_of(Category.FLOAT),
    "aten.is_complex": _is_of(Category.COMPLEX),
}
"""Queries of the type of a tensor, by op name."""
