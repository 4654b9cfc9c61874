"""The meaning of operators on numbers, as functions over an evaluator.

    def remainder(e, a, b):
        return e.floor_remainder(a, e.divisor(b))

Each engine passes in its evaluator. `scalar_evaluation` computes with Python numbers, for default
values, constant folding and the interpreter. Generated loops use Python text, and native code uses
arith and math ops (`ScalarCode`). Range analysis uses ranges of ints (`ranges`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from xdsl.dialects.builtin import Float64Type, IntegerType, f64, i1, i64

T = TypeVar("T")


class Evaluator(Protocol[T]):
    """Primitives of arithmetic. Operands of one call have one type: a 64-bit int, a float or a
    bool. Floats follow IEEE 754: NaN and infinities are results.
    """

    # `like` is a constant of the type of `other`; `function` one of the math dialect, of floats.
    def like(self, value: float, other: T, /) -> T: ...
    def function(self, name: str, /) -> Callable[..., T]: ...

    # Conversions. Outside of 64 bits `to_int` gives the least int, and `checked_int` fails.
    def to_int(self, a: T, /) -> T: ...
    def checked_int(self, a: T, /) -> T: ...
    def to_float(self, a: T, /) -> T: ...
    def to_bool(self, a: T, /) -> T: ...

    # Ints: `add`, `sub`, `mul`, `neg`, `absolute`, `floor_quotient`, `quotient` and `shift_left_by`
    # may leave 64 bits, and `wrap` gets them back. `divisor` fails for 0. `int_power` wraps, and
    # gives the whole part of a negative power, 0 for 0.
    def wrap(self, a: T, /) -> T: ...
    def divisor(self, b: T, /) -> T: ...
    def floor_quotient(self, a: T, b: T, /) -> T: ...
    def floor_remainder(self, a: T, b: T, /) -> T: ...
    def quotient(self, a: T, b: T, /) -> T: ...
    def shift_left_by(self, a: T, places: T, /) -> T: ...
    def shift_right_by(self, a: T, places: T, /) -> T: ...
    def int_power(self, a: T, b: T, /) -> T: ...

    # Ints and floats; `larger` and `smaller` give the second of unordered or equal numbers.
    def add(self, a: T, b: T, /) -> T: ...
    def sub(self, a: T, b: T, /) -> T: ...
    def mul(self, a: T, b: T, /) -> T: ...
    def neg(self, a: T, /) -> T: ...
    def absolute(self, a: T, /) -> T: ...
    def larger(self, a: T, b: T, /) -> T: ...
    def smaller(self, a: T, b: T, /) -> T: ...
    def eq(self, a: T, b: T, /) -> T: ...
    def ne(self, a: T, b: T, /) -> T: ...
    def lt(self, a: T, b: T, /) -> T: ...
    def le(self, a: T, b: T, /) -> T: ...
    def gt(self, a: T, b: T, /) -> T: ...
    def ge(self, a: T, b: T, /) -> T: ...

    # Floats: `float_remainder` is C's fmod; `power` fails for 0 to a negative power.
    def floor(self, a: T, /) -> T: ...
    def ceil(self, a: T, /) -> T: ...
    def div(self, a: T, b: T, /) -> T: ...
    def float_remainder(self, a: T, b: T, /) -> T: ...
    def power(self, a: T, b: T, /) -> T: ...
    def is_nan(self, a: T, /) -> T: ...

    # Bits of ints, and bools.
    def bit_and(self, a: T, b: T, /) -> T: ...
    def bit_or(self, a: T, b: T, /) -> T: ...
    def bit_xor(self, a: T, b: T, /) -> T: ...
    def negate(self, a: T, /) -> T: ...


Primitive: TypeAlias = Evaluator[Any]

Body: TypeAlias = Callable[..., Any] | str
"""Computes a result from an evaluator and the operands. A method of `Primitive` selects the
evaluator's method, a name a function of the math dialect.
"""


@dataclass(frozen=True, slots=True)
class ScalarRule:
    """An operator: operands become `type`, then `body` computes. Without a type they stay as they
    are. A `ring` operator works on ints modulo 2**64: its operands and its result may be
    unwrapped."""

    body: Body
    type: IntegerType | Float64Type | None
    ring: bool = False

    def over(self, evaluator: Evaluator[T]) -> Callable[..., T]:
        """Return the body as a function of the operands."""
        if isinstance(self.body, str):
            return evaluator.function(self.body)
        name = self.body.__name__
        is_primitive = getattr(Evaluator, name, None) is self.body
        return getattr(evaluator, name) if is_primitive else partial(self.body, evaluator)


# ---- ints


def _absolute(e: Evaluator[T], a: T) -> T:
    return e.wrap(e.absolute(a))


def _floordiv(e: Evaluator[T], a: T, b: T) -> T:
    """Wrap the quotient, which only the least int by -1 needs."""
    return e.wrap(e.floor_quotient(a, e.divisor(b)))


def _remainder(e: Evaluator[T], a: T, b: T) -> T:
    return e.floor_remainder(a, e.divisor(b))


def _truncated_quotient(e: Evaluator[T], a: T, b: T) -> T:
    return e.wrap(e.quotient(a, e.divisor(b)))


def _shift_left(e: Evaluator[T], a: T, b: T) -> T:
    """Shift left by the low six bits of the distance, as processors do."""
    return e.wrap(e.shift_left_by(a, e.bit_and(b, e.like(63, b))))


def _shift_right(e: Evaluator[T], a: T, b: T) -> T:
    return e.shift_right_by(a, e.bit_and(b, e.like(63, b)))


def _range_length(e: Evaluator[T], start: T, stop: T, step: T) -> T:
    """Return the quotient rounded up, also of negative numbers, but at least 0."""
    steps = e.neg(e.floor_quotient(e.wrap(e.sub(start, stop)), e.divisor(step)))
    return e.larger(e.wrap(steps), e.like(0, start))


def _derived_index(e: Evaluator[T], index: T, start: T, step: T) -> T:
    return e.add(start, e.mul(index, step))


# ---- floats


def _float_floordiv(e: Evaluator[T], a: T, b: T) -> T:
    """Unlike for elements of tensors, the quotient is rounded, then floored."""
    return e.floor(e.div(a, b))


def _float_remainder(e: Evaluator[T], a: T, b: T) -> T:
    """Rounded once more by the sum in between, as in PyTorch."""
    return e.float_remainder(e.add(e.float_remainder(a, b), b), b)


def _is_infinite(e: Evaluator[T], a: T) -> T:
    return e.eq(e.absolute(a), e.like(math.inf, a))


def _is_finite(e: Evaluator[T], a: T) -> T:
    return e.lt(e.absolute(a), e.like(math.inf, a))


def _log_base(e: Evaluator[T], a: T, b: T) -> T:
    log = e.function("log")
    return e.div(log(a), log(b))


def _whole_floor(e: Evaluator[T], a: T) -> T:
    return e.checked_int(e.floor(a))


def _whole_ceil(e: Evaluator[T], a: T) -> T:
    return e.checked_int(e.ceil(a))


def _identity(e: Evaluator[T], a: T) -> T:
    return a


# ---- the table

_NUMBERS = ("int", "float")
_FLOATS = ("float", "int_float", "float_int")
_PAIRS = ("int", *_FLOATS)


def by_overload(name: str, overloads: Iterable[str], value: T) -> dict[str, T]:
    """Return `value` by each overload's name; an empty one is that without a name."""
    return {f"{name}.{overload}" if overload else name: value for overload in overloads}


def _numeric(
    name: str, of_ints: Body, of_floats: Body, ring: bool = False
) -> dict[str, ScalarRule]:
    """Return the rules of an operator on numbers: of floats unless both are ints."""
    rows = by_overload(name, _FLOATS, ScalarRule(of_floats, f64))
    return {f"{name}.int": ScalarRule(of_ints, i64, ring), **rows}


def _unary(name: str, of_ints: Body, of_floats: Body, ring: bool = False) -> dict[str, ScalarRule]:
    return {
        f"{name}.int": ScalarRule(of_ints, i64, ring),
        f"{name}.float": ScalarRule(of_floats, f64),
    }


def _comparisons() -> dict[str, ScalarRule]:
    rows: dict[str, ScalarRule] = {}
    for name, body in (
        ("aten.eq", Primitive.eq), ("aten.ne", Primitive.ne), ("aten.lt", Primitive.lt),
        ("aten.le", Primitive.le), ("aten.gt", Primitive.gt), ("aten.ge", Primitive.ge),
    ):  # fmt: skip
        rows |= _numeric(name, body, body)
    return rows


def _bitwise(name: str, body: Body) -> dict[str, ScalarRule]:
    return {f"{name}.int": ScalarRule(body, i64), f"{name}.bool": ScalarRule(body, i1)}


LIBRARY = """
    sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp expm1 log log1p log10 sqrt erf
    """.split()
"""Functions of one float."""

RULES: dict[str, ScalarRule] = {
    **_numeric("aten.add", Primitive.add, Primitive.add, ring=True),
    **_numeric("aten.sub", Primitive.sub, Primitive.sub, ring=True),
    **_numeric("aten.mul", Primitive.mul, Primitive.mul, ring=True),
    **_unary("aten.neg", Primitive.neg, Primitive.neg, ring=True),
    "aten.__derive_index": ScalarRule(_derived_index, i64, ring=True),
    "aten.__range_length": ScalarRule(_range_length, i64),
    **_numeric("aten.floordiv", _floordiv, _float_floordiv),
    **_numeric("aten.remainder", _remainder, _float_remainder),
    "aten.__round_to_zero_floordiv.int": ScalarRule(_truncated_quotient, i64),
    **_unary("prim.abs", _absolute, Primitive.absolute),
    **_numeric("prim.max", Primitive.larger, Primitive.larger),
    **_numeric("prim.min", Primitive.smaller, Primitive.smaller),
    **_comparisons(),
    **by_overload("aten.eq", ("bool", "str"), ScalarRule(Primitive.eq, None)),
    **by_overload("aten.ne", ("bool", "str"), ScalarRule(Primitive.ne, None)),
    **by_overload("aten.div", (*_NUMBERS, ""), ScalarRule(Primitive.div, f64)),
    **by_overload("aten.fmod", (*_PAIRS, ""), ScalarRule(Primitive.float_remainder, f64)),
    **by_overload("aten.pow", _PAIRS, ScalarRule(Primitive.power, f64)),
    "aten.pow.int_to_int": ScalarRule(Primitive.int_power, i64),
    "aten.pow.Scalar_Scalar": ScalarRule("powf", f64),
    **by_overload("aten.atan2", (*_PAIRS, "Scalar_Scalar"), ScalarRule("atan2", f64)),
    **by_overload("aten.copysign", (*_PAIRS, ""), ScalarRule("copysign", f64)),
    **by_overload("aten.log", ("int_int", "float_float", *_FLOATS[1:], "Scalar_Scalar"),
            ScalarRule(_log_base, f64)),
    **{key: rule for name in LIBRARY
       for key, rule in by_overload(f"aten.{name}", _NUMBERS, ScalarRule(name, f64)).items()},
    **by_overload("aten.floor", _NUMBERS, ScalarRule(_whole_floor, f64)),
    **_unary("aten.ceil", _identity, _whole_ceil),
    **by_overload("aten.round", _NUMBERS, ScalarRule("roundeven", f64)),
    "aten.isnan.float": ScalarRule(Primitive.is_nan, f64),
    "aten.isinf.float": ScalarRule(_is_infinite, f64),
    "aten.isfinite.float": ScalarRule(_is_finite, f64),
    **_bitwise("aten.__and__", Primitive.bit_and),
    **_bitwise("aten.__or__", Primitive.bit_or),
    **_bitwise("aten.__xor__", Primitive.bit_xor),
    "aten.__lshift__.int": ScalarRule(_shift_left, i64),
    "aten.__rshift__.int": ScalarRule(_shift_right, i64),
    "aten.__not__": ScalarRule(Primitive.negate, i1),
    **by_overload("aten.Int", ("float", "bool"), ScalarRule(Primitive.to_int, None)),
    "aten.Int.Scalar": ScalarRule(Primitive.checked_int, None),
    **by_overload("aten.Float", ("int", "bool", "Scalar"), ScalarRule(Primitive.to_float, None)),
    **by_overload("aten.Bool", _NUMBERS, ScalarRule(Primitive.to_bool, None)),
}  # fmt: skip
"""Operators of numbers with one result, by op name."""

CHOICES: dict[str, tuple[str, str]] = {
    name: (f"{name}.int", f"{name}.int_float")
    for name in """
        aten.add aten.sub aten.mul aten.floordiv aten.remainder prim.max prim.min
        aten.eq aten.ne aten.lt aten.le aten.gt aten.ge
        """.split()
}
"""Operators of numbers whose types only a run knows: the names for ints alone, and with a float."""
