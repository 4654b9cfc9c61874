"""Ranges of ints: the least and the greatest value that a number can have at run time.

Sizes are at least 0, the number of an iteration is below the trip count, and sums, products and
minima follow interval arithmetic. Ints wrap, so a result that may leave 64 bits can be any int.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

_LEAST, _GREATEST = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class Range:
    """All ints from `low` to `high`, both included."""

    low: int = _LEAST
    high: int = _GREATEST

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __or__(self, other: Range) -> Range:
        """Return the least range that holds both."""
        return Range(min(self.low, other.low), max(self.high, other.high))


ANY = Range()


def _sum(a: Range, b: Range) -> Range:
    return Range(a.low + b.low, a.high + b.high)


def _difference(a: Range, b: Range) -> Range:
    return Range(a.low - b.high, a.high - b.low)


def _product(a: Range, b: Range) -> Range:
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Range(min(corners), max(corners))


def _maximum(a: Range, b: Range) -> Range:
    return Range(max(a.low, b.low), max(a.high, b.high))


def _minimum(a: Range, b: Range) -> Range:
    return Range(min(a.low, b.low), min(a.high, b.high))


def _size(*operands: Range) -> Range:
    return Range(low=0)


RANGE_RULES: dict[str, Callable[..., Range]] = {
    "aten.add.int": _sum,
    "aten.sub.int": _difference,
    "aten.mul.int": _product,
    "prim.max.int": _maximum,
    "prim.min.int": _minimum,
    **dict.fromkeys(
        "aten.size.int aten.dim aten.numel aten.len.t aten.len.str aten.len.Tensor".split(), _size
    ),
}
"""The range of an int that an operator computes from those of its operands, by op name."""


def result_range(op_name: str, operands: Sequence[Range]) -> Range:
    """Return the range of the result of an operator of `RANGE_RULES`."""
    found = RANGE_RULES[op_name](*operands)
    return found if found.low in ANY and found.high in ANY else ANY
