"""Operators on numbers as Python text, and the bounds of their ints.

An int of TorchScript wraps at 64 bits, one of Python does not. Sums, differences and products are
homomorphisms of the rings: computed in unbounded ints and wrapped later, they are the same as if
each had wrapped. So only what observes an int (a comparison, a quotient, the end of an iteration)
needs it wrapped, and only if its bounds say that it may have left the 64 bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from xdsl_torchscript.lowering.analysis.ranges import Range, Ranges, range_rules
from xdsl_torchscript.runtime.operators.language.scalars import NUMBERS

ENVIRONMENT: dict[str, Any] = {"numbers": NUMBERS, "inf": math.inf}
"""The names in the texts."""


def _part(text: str) -> str:
    """Return an expression as a part of another one."""
    return f"({text})" if " " in text else text


def _infix(operator: str) -> Callable[..., str]:
    return lambda self, a, b: f"{_part(a)} {operator} {_part(b)}"


def _called(primitive: str) -> Callable[..., str]:
    """Leave a primitive to the evaluator of Python numbers."""
    return lambda self, *operands: f"numbers.{primitive}({', '.join(operands)})"


class ScalarText:
    """Writes Python expressions (an `Evaluator`). Operands are names and literals."""

    def like(self, value: float, other: str, /) -> str:
        return repr(value)

    def function(self, name: str, /) -> Callable[..., str]:
        return lambda *operands: f"numbers.functions[{name!r}]({', '.join(operands)})"

    def wrap(self, a: str, /) -> str:
        """Nothing: the result is wrapped where something observes it."""
        return a

    def divisor(self, b: str, /) -> str:
        return f"{b} or numbers.divisor(0)"

    def div(self, a: str, b: str, /) -> str:
        return f"{_part(a)} / {_part(b)} if {b} else numbers.div({a}, {b})"

    def larger(self, a: str, b: str, /) -> str:
        return f"{a} if {_part(a)} > {_part(b)} else {b}"

    def smaller(self, a: str, b: str, /) -> str:
        return f"{a} if {_part(a)} < {_part(b)} else {b}"

    def neg(self, a: str, /) -> str:
        return f"-{_part(a)}"

    def absolute(self, a: str, /) -> str:
        return f"abs({a})"

    def negate(self, a: str, /) -> str:
        return f"not {_part(a)}"

    def to_float(self, a: str, /) -> str:
        return f"float({a})"

    def to_bool(self, a: str, /) -> str:
        return f"{_part(a)} != 0"

    add, sub, mul = _infix("+"), _infix("-"), _infix("*")
    floor_quotient, floor_rest = _infix("//"), _infix("%")
    eq, ne, lt, le, gt, ge = map(_infix, ("==", "!=", "<", "<=", ">", ">="))
    bit_and, bit_or, bit_xor = _infix("&"), _infix("|"), _infix("^")
    shift_left_by, shift_right_by = _infix("<<"), _infix(">>")
    to_int, checked_int, quotient = map(_called, ("to_int", "checked_int", "quotient"))
    floor, ceil, float_rest = map(_called, ("floor", "ceil", "float_rest"))
    power, is_nan = map(_called, ("power", "is_nan"))


class _UnwrappedRanges(Ranges):
    def wrap(self, a: Range, /) -> Range:
        return a


TEXT = ScalarText()
BOUNDS = range_rules(_UnwrappedRanges())
"""The bounds of the int that an operator computes, before it is wrapped, by op name."""
