"""Ranges of ints: the least and the greatest value that a number can have at run time.

Sizes are at least 0, an iteration number is below the trip count, and operators on ints follow
interval arithmetic. Ints wrap, so a result that may leave 64 bits can be any int.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from xdsl.dialects.builtin import i64

from xdsl_torchscript.dialects.scalar_semantics import RULES
from xdsl_torchscript.dialects.size_expression import least

_LEAST, _GREATEST = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True)
class Range:
    """All ints from `low` to `high`, both included."""

    low: int = _LEAST
    high: int = _GREATEST

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __or__(self, other: Range) -> Range:
        """Return the least range that holds both."""
        return Range(min(self.low, other.low), max(self.high, other.high))

    def is_within(self, other: Range) -> bool:
        return other.low <= self.low and self.high <= other.high

    @property
    def magnitude(self) -> int:
        return max(abs(self.low), abs(self.high))


ANY = Range()
COUNT = Range(low=0)


def range_of_size(dim: int | str) -> Range:
    """Return the range of an int that is a number or an expression of symbols."""
    if isinstance(dim, int):
        return Range(dim, dim)
    low = least(dim)
    return ANY if low is None else Range(low=low)


class Ranges:
    """Evaluates with ranges of ints yet to be wrapped (an `Evaluator`). Primitives without interval
    arithmetic give `ANY`."""

    def wrap(self, a: Range, /) -> Range:
        return a

    def like(self, value: float, other: Range, /) -> Range:
        return Range(int(value), int(value))

    def divisor(self, b: Range, /) -> Range:
        return b

    def add(self, a: Range, b: Range, /) -> Range:
        return Range(a.low + b.low, a.high + b.high)

    def sub(self, a: Range, b: Range, /) -> Range:
        return Range(a.low - b.high, a.high - b.low)

    def mul(self, a: Range, b: Range, /) -> Range:
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return Range(min(corners), max(corners))

    def neg(self, a: Range, /) -> Range:
        return Range(-a.high, -a.low)

    def absolute(self, a: Range, /) -> Range:
        return Range(0, a.magnitude)

    def larger(self, a: Range, b: Range, /) -> Range:
        return Range(max(a.low, b.low), max(a.high, b.high))

    def smaller(self, a: Range, b: Range, /) -> Range:
        return Range(min(a.low, b.low), min(a.high, b.high))

    def floor_quotient(self, a: Range, b: Range, /) -> Range:
        """Return the range of `a // b`: never further from 0 than `a`, of its sign for positive
        divisors."""
        if b.low < 0:
            return Range(-a.magnitude, a.magnitude)
        return Range(min(a.low, 0), max(a.high, 0))

    quotient = floor_quotient

    def floor_remainder(self, a: Range, b: Range, /) -> Range:
        """Return the range of `a % b`, which has the sign of the divisor."""
        return Range(min(0, b.low + 1), max(0, b.high - 1))

    def bit_and(self, a: Range, b: Range, /) -> Range:
        highs = [x.high for x in (a, b) if x.low >= 0]
        return Range(0, min(highs)) if highs else ANY

    def shift_left_by(self, a: Range, places: Range, /) -> Range:
        return self.mul(a, Range(1 << places.low, 1 << places.high))

    def shift_right_by(self, a: Range, places: Range, /) -> Range:
        return Range(min(a.low, 0), max(a.high, 0))

    def function(self, name: str, /) -> Callable[..., Range]:
        return self._any

    def _any(self, *operands: Range) -> Range:
        return ANY

    to_int = checked_int = to_float = to_bool = floor = ceil = is_nan = negate = _any
    eq = ne = lt = le = gt = ge = div = float_remainder = power = int_power = bit_or = bit_xor = (
        _any
    )


def _size(*operands: Range) -> Range:
    return COUNT


def _same(operand: Range) -> Range:
    return operand


_RANGES = Ranges()
RANGE_RULES: dict[str, Callable[..., Range]] = {
    **{name: rule.over(_RANGES) for name, rule in RULES.items() if rule.type == i64},
    **dict.fromkeys(
        "aten.size.int aten.dim aten.numel aten.len.t aten.len.str aten.len.Tensor".split(), _size
    ),
    "prim.size_value": _same,
}
"""The range of the int that an operator computes, before it is wrapped, by op name."""


def result_range(op_name: str, operands: Iterable[Range]) -> Range:
    """Return the range of the result of an operator of `RANGE_RULES`."""
    found = RANGE_RULES[op_name](*operands)
    return found if found.is_within(ANY) else ANY
