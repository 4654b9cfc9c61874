"""Operators on numbers as Python text.

Ints of TorchScript wrap at 64 bits, ints of Python do not. Sums, differences and products are ring
homomorphisms: wrapping once at the end gives the same result as wrapping each. So an int is wrapped
only where it is observed: in a comparison or a quotient, or after an iteration. Even there it is
wrapped only if its range may exceed 64 bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from xdsl_torchscript.runtime.operators.language.scalars import NUMBERS

ENVIRONMENT: dict[str, Any] = {"numbers": NUMBERS, "inf": math.inf}
"""The names in the texts."""


def _text(template: str) -> Callable[..., str]:
    """Write the operands into a template; in parentheses, unless they are names or calls."""

    def write(self: object, *operands: str) -> str:
        return template.format(*[f"({text})" if " " in text else text for text in operands])

    return write


class ScalarText:
    """Writes Python expressions (an `Evaluator`). Operands are names and literals."""

    def like(self, value: float, other: str, /) -> str:
        return repr(value)

    def function(self, name: str, /) -> Callable[..., str]:
        return lambda *operands: f"numbers.functions[{name!r}]({', '.join(operands)})"

    def wrap(self, a: str, /) -> str:
        """Return the result unchanged: it is wrapped where it is observed."""
        return a

    add, sub, mul = map(_text, ("{} + {}", "{} - {}", "{} * {}"))
    eq, ne, lt = map(_text, ("{} == {}", "{} != {}", "{} < {}"))
    le, gt, ge = map(_text, ("{} <= {}", "{} > {}", "{} >= {}"))
    bit_and, bit_or, bit_xor = map(_text, ("{} & {}", "{} | {}", "{} ^ {}"))
    shift_left_by, shift_right_by = map(_text, ("{} << {}", "{} >> {}"))
    floor_quotient, floor_remainder = map(_text, ("{} // {}", "{} % {}"))
    neg, absolute, negate = map(_text, ("-{}", "abs({})", "not {}"))
    to_float, to_bool = map(_text, ("float({})", "{} != 0"))
    larger = _text("{0} if {0} > {1} else {1}")
    smaller = _text("{0} if {0} < {1} else {1}")
    divisor = _text("{} or numbers.divisor(0)")
    div = _text("{0} / {1} if {1} else numbers.div({0}, {1})")
    quotient, float_remainder = map(
        _text, ("numbers.quotient({}, {})", "numbers.float_remainder({}, {})")
    )
    floor, ceil = map(_text, ("numbers.floor({})", "numbers.ceil({})"))
    to_int, checked_int = map(_text, ("numbers.to_int({})", "numbers.checked_int({})"))
    power, int_power = map(_text, ("numbers.power({}, {})", "numbers.int_power({}, {})"))
    is_nan = _text("numbers.is_nan({})")


TEXT = ScalarText()
