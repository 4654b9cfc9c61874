"""Operators on known numbers, strings and lists, evaluated in Python.

`PythonNumbers` hands Python's arithmetic to the rules of `scalar_semantics`. The tables `NUMBERS`
and `LISTS` need no library; a function that only a library computes raises `NotConstantError`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from xdsl_torchscript.dialects.byte_strings import byte_count, canonical_text, join_texts
from xdsl_torchscript.dialects.constants import MOST_ELEMENTS, NotConstantError
from xdsl_torchscript.dialects.numerals import parse_float, parse_int
from xdsl_torchscript.dialects.scalar_semantics import (
    CHOICES,
    RULES,
    Primitive,
    ScalarRule,
)

PythonFunction: TypeAlias = Callable[..., Any]
"""A function of Python values; the tables give the types for each operator."""

# ---- Python numbers


def wrap(value: int) -> int:
    """Wrap an int to 64 bits, in two's complement."""
    return value if -(2**63) <= value < 2**63 else (value + 2**63) % 2**64 - 2**63


def _like(value: float, other: float) -> float:
    return value


def _to_int(a: float) -> int:
    return int(a) if -(2**63) <= a < 2**63 else -(2**63)


def checked_int(a: float) -> int:
    """Truncate to an int. Raises OverflowError or ValueError if it does not fit into 64 bits."""
    value = int(a)
    if not -(2**63) <= value < 2**63:
        raise OverflowError(f"{value} does not fit in an int of 64 bits")
    return value


def _divisor(b: int) -> int:
    if b == 0:
        raise ZeroDivisionError("division by zero")
    return b


def _quotient(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _int_power(a: int, b: int) -> int:
    if b >= 0:
        return wrap(pow(a, b, 2**64))
    return (a if b % 2 else 1) if abs(a) == 1 else 0


def _larger(a: Any, b: Any) -> Any:
    return a if a > b else b


def _smaller(a: Any, b: Any) -> Any:
    return a if a < b else b


def _div(a: float, b: float) -> float:
    return float(a) / float(b) if b else float(a) * math.copysign(math.inf, b)


def _fmod(a: float, b: float) -> float:
    try:
        return math.fmod(a, b)
    except ValueError:
        return math.nan


def _powf(a: float, b: float) -> float:
    negative = math.copysign(1.0, a) < 0 and float(b) % 2 == 1
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if negative else math.inf
    except ValueError:
        return math.nan if a else math.copysign(math.inf, -1.0 if negative else 1.0)


def _power(a: float, b: float) -> float:
    if a == 0 and b < 0:
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    return _powf(a, b)


def _floor(a: float) -> float:
    """Round down. A float of so many bits is whole; the sum with -0.0 rounds an int."""
    return a // 1.0 if -(2.0**52) < a < 2.0**52 else a + -0.0


def _ceil(a: float) -> float:
    return -_floor(-a)


def _round_even(a: float) -> float:
    return math.copysign(round(a), a) if math.isfinite(a) else a


EXACT: Mapping[str, PythonFunction] = {
    "copysign": math.copysign,
    "powf": _powf,
    "roundeven": _round_even,
}
"""Functions of the math dialect without a library's."""

_OPERATOR: Any = operator
"""Its functions need no `staticmethod`, which their stubs do not say."""


def _static(*functions: PythonFunction) -> Any:
    return map(staticmethod, functions)


class PythonNumbers:
    """Evaluates with Python numbers (an `Evaluator`): functions of floats take ints, too."""

    like, to_int, checked_int = _static(_like, _to_int, checked_int)
    to_float, to_bool = _static(float, bool)
    wrap, divisor, quotient = _static(wrap, _divisor, _quotient)
    int_power = staticmethod(_int_power)
    floor_quotient, floor_remainder = _OPERATOR.floordiv, _OPERATOR.mod
    shift_left_by, shift_right_by = _OPERATOR.lshift, _OPERATOR.rshift
    add, sub, mul, neg = _OPERATOR.add, _OPERATOR.sub, _OPERATOR.mul, _OPERATOR.neg
    absolute, larger, smaller = _static(abs, _larger, _smaller)
    eq, ne, lt = _OPERATOR.eq, _OPERATOR.ne, _OPERATOR.lt
    le, gt, ge = _OPERATOR.le, _OPERATOR.gt, _OPERATOR.ge
    floor, ceil, div = _static(_floor, _ceil, _div)
    float_remainder, power, is_nan = _static(_fmod, _power, math.isnan)
    bit_and, bit_or, bit_xor = _OPERATOR.and_, _OPERATOR.or_, _OPERATOR.xor
    negate = _OPERATOR.not_

    def __init__(self, functions: Mapping[str, PythonFunction]) -> None:
        self.functions = functions

    def function(self, name: str, /) -> PythonFunction:
        return self.functions.get(name, _unknown)


def _unknown(*numbers: float) -> float:
    raise NotConstantError("a function of a library")


def python_functions(numbers: PythonNumbers) -> dict[str, PythonFunction]:
    """Return the operators of `scalar_semantics` as functions of Python numbers."""
    functions = {name: _function(name, rule, numbers) for name, rule in RULES.items()}
    for name, (of_ints, of_floats) in CHOICES.items():
        functions[name] = _choice(functions[of_ints], functions[of_floats])
    return functions | {"aten.__range_length": _range_length}


NOT_CONVERTING = (
    Primitive.eq, Primitive.ne, Primitive.lt, Primitive.le, Primitive.gt, Primitive.ge,
    Primitive.larger, Primitive.smaller,
)  # fmt: skip
"""Primitives that take an int and a float as they are."""


def _function(name: str, rule: ScalarRule, numbers: PythonNumbers) -> PythonFunction:
    """Return a rule's function. The sum with -0.0 converts ints and keeps other numbers."""
    function = rule.over(numbers)
    if rule.ring:

        def wrapped(*operands: int) -> int:
            # Tested in place, as `wrap` is rarely needed and a call is not free.
            value = function(*operands)
            return value if -(2**63) <= value < 2**63 else wrap(value)

        return wrapped
    if not name.endswith((".int_float", ".float_int")) or rule.body not in NOT_CONVERTING:
        return function

    def run(a: float, b: float) -> Any:
        return function(a + -0.0, b + -0.0)

    return run


def _choice(of_ints: PythonFunction, of_floats: PythonFunction) -> PythonFunction:
    def run(a: Any, b: Any) -> Any:
        if isinstance(a, int) and isinstance(b, int):
            return of_ints(a, b)
        return of_floats(a, b)

    return run


def _range_length(start: int, stop: int, step: int) -> int:
    if step == 0:
        raise ValueError("range() needs a nonzero step")
    return len(range(start, stop, step))


def _format(template: str, *values: Any) -> str:
    """Fill the places `{}`. The spelling of values other than these is left to the interpreter."""
    if not all(isinstance(value, int | str | None) for value in values):
        raise NotConstantError("the text of a value that is not an int, a bool, a string or None")
    first, *rest = template.split("{}")
    if len(rest) > len(values):
        raise ValueError(f"{len(rest)} places in {template!r} for {len(values)} values")
    parts = (f"{value}{text}" for value, text in zip(values, rest, strict=False))
    return canonical_text(first + "".join(parts))


NUMBERS: dict[str, PythonFunction] = {
    **python_functions(PythonNumbers(EXACT)),
    "aten.eq.int_list": operator.eq,
    "aten.ne.int_list": operator.ne,
    "aten.add.str": join_texts,
    "aten.len.str": byte_count,
    "aten.Int.str": parse_int,
    "aten.Float.str": parse_float,
    "aten.__contains__.int_list": operator.contains,
    "aten.format": _format,
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


def _repeat(items: Items, count: int) -> Items:
    return items * count


def _slice(items: Items, start: int | None, stop: int | None, step: int) -> Items:
    return items[start:stop:step]


LISTS: dict[str, PythonFunction] = {
    "aten.append.t": _append,
    "aten.extend.t": _extend,
    "aten.insert.t": _insert,
    "aten.pop.t": _pop,
    "aten._set_item.t": _set_item,
    "aten.__getitem__.t": operator.getitem,
    "aten.slice.t": _slice,
    "aten.add.t": operator.add,
    "aten.mul.left_t": _repeat,
    "aten.list.t": list,
    "aten.copy.t": list,
    "aten.len.t": len,
}
"""Operators on lists of any values, of which positions and numbers are known, by op name. The
first argument is the list; those that have no result give None."""


def evaluate_operator(name: str, function: PythonFunction, arguments: Sequence[Any]) -> Any:
    """Evaluate an operator of `NUMBERS` or `LISTS`. Raises NotConstantError if it fails, or gives a
    long text or list."""
    try:
        if function is _repeat and len(arguments[0]) * arguments[1] > MOST_ELEMENTS:
            raise NotConstantError(f"'{name}' gives more than {MOST_ELEMENTS} elements")
        value = function(*arguments)
    except (ArithmeticError, IndexError, TypeError, ValueError) as error:
        raise NotConstantError(f"'{name}' fails: {error}") from error
    if isinstance(value, str) and len(value) > MOST_ELEMENTS:
        raise NotConstantError(f"'{name}' gives more than {MOST_ELEMENTS} characters")
    return value
