"""How operators on numbers are written in Python, and within which bounds their ints lie.

An int of TorchScript wraps at 64 bits, one of Python does not. Sums, differences and products are
homomorphisms of the rings: computed in unbounded ints and wrapped later, they are the same as if
each had wrapped. So only what observes an int (a comparison, a quotient, the end of an iteration)
needs it wrapped, and only if its bounds say that it may have left the 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from xdsl_torchscript.runtime.operators.core import Number
from xdsl_torchscript.runtime.operators.language.scalars import SCALARS

quotient = SCALARS["aten.div.int"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The ints from `low` to `high`, both included."""

    low: int
    high: int

    def within(self, other: Bounds) -> bool:
        return other.low <= self.low and self.high <= other.high

    @property
    def magnitude(self) -> int:
        return max(abs(self.low), abs(self.high))


INT64 = Bounds(-(2**63), 2**63 - 1)
COUNT = Bounds(0, 2**63 - 1)
_BIT = Bounds(0, 1)

BoundsRule: TypeAlias = Callable[..., Bounds]
"""From the bounds of the operands to those of the result, before it is wrapped."""


@dataclass(frozen=True, slots=True)
class Template:
    """`text` is an expression of the operands `{0}`, `{1}`; `bounds` are those of its int. A `ring`
    operator takes ints that are yet to be wrapped."""

    text: str
    bounds: BoundsRule | None = None
    ring: bool = False


def zero() -> Number:
    """Stands where a divisor is zero."""
    raise ZeroDivisionError("division by zero")


ENVIRONMENT: dict[str, Any] = {"zero": zero, "quotient": quotient}
"""What the templates name."""


def _sum(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(a.low + b.low, a.high + b.high)


def _negative(a: Bounds) -> Bounds:
    return Bounds(-a.high, -a.low)


def _difference(a: Bounds, b: Bounds) -> Bounds:
    return _sum(a, _negative(b))


def _product(a: Bounds, b: Bounds) -> Bounds:
    ends = [x * y for x, y in product((a.low, a.high), (b.low, b.high))]
    return Bounds(min(ends), max(ends))


def _index(index: Bounds, start: Bounds, step: Bounds) -> Bounds:
    return _sum(start, _product(index, step))


def _quotient(a: Bounds, b: Bounds) -> Bounds:
    """The largest one is that of the least int by -1, which wraps."""
    return Bounds(-a.magnitude, a.magnitude) if b.low < 0 else Bounds(min(a.low, 0), max(a.high, 0))


def _rest(a: Bounds, b: Bounds) -> Bounds:
    """It has the sign of the divisor."""
    return Bounds(min(0, b.low + 1), max(0, b.high - 1))


def _magnitude(a: Bounds) -> Bounds:
    return Bounds(0, a.magnitude)


def _greatest(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(max(a.low, b.low), max(a.high, b.high))


def _least(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(min(a.low, b.low), min(a.high, b.high))


def _common_bits(a: Bounds, b: Bounds) -> Bounds:
    highs = [x.high for x in (a, b) if x.low >= 0]
    return Bounds(0, min(highs)) if highs else INT64


def _within_int64(*operands: Bounds) -> Bounds:
    return INT64


def _halved(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(min(a.low, 0), max(a.high, 0))


def _fixed(bounds: Bounds) -> BoundsRule:
    return lambda *operands: bounds


_FLOATS, _MIXED = ("float",), ("int_float", "float_int")
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_DIVISOR = "({1} or zero())"


def _named(name: str, overloads: Sequence[str], template: Template) -> dict[str, Template]:
    return {f"{name}.{overload}": template for overload in overloads}


def _arithmetic() -> dict[str, Template]:
    """Every operator on ints, and sums and products by the same text on floats."""
    table: dict[str, Template] = {}
    rows: list[tuple[str, str, BoundsRule, bool]] = [
        ("aten.add", "{0} + {1}", _sum, True),
        ("aten.sub", "{0} - {1}", _difference, True),
        ("aten.mul", "{0} * {1}", _product, True),
    ]
    for name, text, bounds, ring in rows:
        table |= _named(name, ("int",), Template(text, bounds, ring))
        table |= _named(name, (*_FLOATS, *_MIXED), Template(text))
    table["aten.floordiv.int"] = Template("{0} // " + _DIVISOR, _quotient)
    table["aten.remainder.int"] = Template("{0} % " + _DIVISOR, _rest)
    return table


def _comparisons() -> dict[str, Template]:
    table: dict[str, Template] = {}
    for name, sign in _COMPARED.items():
        template = Template(f"{{0}} {sign} {{1}}")
        table |= _named(f"aten.{name}", ("int", *_FLOATS, "str"), template)
        # An int beside a float is rounded to one first, where Python compares exactly.
        table[f"aten.{name}.int_float"] = Template(f"float({{0}}) {sign} {{1}}")
        table[f"aten.{name}.float_int"] = Template(f"{{0}} {sign} float({{1}})")
    for name in ("eq", "ne"):
        table |= _named(f"aten.{name}", ("bool",), Template(f"{{0}} {_COMPARED[name]} {{1}}"))
    return table


TEMPLATES: dict[str, Template] = {
    **_arithmetic(),
    **_comparisons(),
    "aten.div.int": Template("(float({0}) / {1} if {1} else quotient({0}, {1}))"),
    "aten.div.float": Template("({0} / {1} if {1} else quotient({0}, {1}))"),
    "aten.neg.int": Template("-{0}", _negative, ring=True),
    "aten.neg.float": Template("-{0}"),
    "aten.__derive_index": Template("{1} + {0} * {2}", _index, ring=True),
    "prim.abs.int": Template("abs({0})", _magnitude),
    "prim.abs.float": Template("abs({0})"),
    "prim.max.int": Template("({0} if {0} > {1} else {1})", _greatest),
    "prim.max.float": Template("({0} if {0} > {1} else {1})"),
    "prim.min.int": Template("({0} if {0} < {1} else {1})", _least),
    "prim.min.float": Template("({0} if {0} < {1} else {1})"),
    "aten.__and__.bool": Template("{0} & {1}"),
    "aten.__or__.bool": Template("{0} | {1}"),
    "aten.__xor__.bool": Template("{0} ^ {1}"),
    "aten.__and__.int": Template("{0} & {1}", _common_bits),
    "aten.__or__.int": Template("{0} | {1}", _within_int64),
    "aten.__xor__.int": Template("{0} ^ {1}", _within_int64),
    "aten.__rshift__.int": Template("{0} >> ({1} & 63)", _halved),
    "aten.__not__": Template("not {0}"),
    "aten.Int.bool": Template("int({0})", _fixed(_BIT)),
    "aten.Float.int": Template("float({0})"),
    "aten.Float.bool": Template("float({0})"),
    "aten.Float.Scalar": Template("float({0})"),
    "aten.Bool.int": Template("{0} != 0"),
    "aten.Bool.float": Template("{0} != 0"),
    "aten.len.t": Template("len({0})", _fixed(COUNT)),
    "aten.__getitem__.t": Template("{0}[{1}]", _within_int64),
}
"""Operators that are not here are called."""
