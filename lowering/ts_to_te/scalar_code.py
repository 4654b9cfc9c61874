"""Scalar arithmetic with PyTorch's semantics, built on `arith`.

`quotient` of integers never traps, and a shift by any distance has a result. This is the
`Evaluator` by which `scalar_semantics` becomes native code. A division by 0 gives a number here;
`checks` emits the condition under which a kernel fails instead.
"""

from __future__ import annotations

import math as pymath
from collections.abc import Callable
from functools import partial

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, f64, i1, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.extended import arith as wide
from xdsl_torchscript.lowering.core.arith_builder import (
    FLOAT_PREDICATES,
    ArithBuilder,
    PythonNumber,
    bit_width,
    is_float,
    number_attribute,
)


def greatest(type: Attribute) -> PythonNumber:
    """Return the greatest value of `type`."""
    if is_float(type):
        return pymath.inf
    return True if type == i1 else 2 ** (bit_width(type) - 1) - 1


def least(type: Attribute) -> PythonNumber:
    """Return the least value of `type`."""
    if is_float(type):
        return -pymath.inf
    return False if type == i1 else -(2 ** (bit_width(type) - 1))


def _comparison(predicate: str) -> Callable[..., SSAValue]:
    def compare(self: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.compare(predicate, a, b)

    return compare


class ScalarCode(ArithBuilder):
    """Scalar code at one place of the program."""

    def to_int(self, a: SSAValue) -> SSAValue:
        return self.cast(a, i64)

    checked_int = to_int

    def to_float(self, a: SSAValue) -> SSAValue:
        return self.cast(a, f64)

    def to_bool(self, a: SSAValue) -> SSAValue:
        return self.cast(a, i1)

    eq, ne, lt, le, gt, ge = map(_comparison, FLOAT_PREDICATES)

    def larger(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return the larger number; the second of unordered or equal ones."""
        return self.select(self.gt(a, b), a, b)

    def smaller(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return the smaller number; the second of unordered or equal ones."""
        return self.select(self.lt(a, b), a, b)

    def wrap(self, a: SSAValue) -> SSAValue:
        """Return the value: the ops wrap already."""
        return a

    # Integer division. The machine traps on x / 0 and on the smallest integer / -1: the divisor is
    # replaced by 1 there. PyTorch raises on x / 0; `checks` does so outside of tensor expressions.

    def divisor(self, b: SSAValue) -> SSAValue:
        return b

    def quotient(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Integer division rounded toward zero."""
        if self._is_safe_divisor(b):
            return self._one(arith.DivSIOp(a, b))
        minus_one = self.compare("eq", b, -1)
        divided = self._one(arith.DivSIOp(a, self._safe_divisor(b, minus_one)))
        return self.select(minus_one, self.neg(a), divided)

    def remainder(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return the remainder of `quotient`, which has the sign of `a`."""
        if self._is_safe_divisor(b):
            return self._one(arith.RemSIOp(a, b))
        minus_one = self.compare("eq", b, -1)
        return self._one(arith.RemSIOp(a, self._safe_divisor(b, minus_one)))

    def floor_quotient(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Integer division rounded down."""
        quotient = self.quotient(a, b)
        below = self.sub(quotient, self.like(1, quotient))
        return self.select(self.is_of_other_sign(self.remainder(a, b), b), below, quotient)

    def floor_remainder(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return the remainder of the floor quotient, which has the sign of `b` as Python's `%`."""
        rest = self.float_remainder(a, b) if is_float(a.type) else self.remainder(a, b)
        return self.select(self.is_of_other_sign(rest, b), self.add(rest, b), rest)

    def is_of_other_sign(self, rest: SSAValue, b: SSAValue) -> SSAValue:
        """Return whether a remainder is not zero and differs in sign from the divisor."""
        zero = self.like(0, rest)
        differs = self.bit_xor(self.lt(rest, zero), self.lt(b, zero))
        return self.bit_and(self.ne(rest, zero), differs)

    def _is_safe_divisor(self, b: SSAValue) -> bool:
        """Return whether `b` is a constant of this code other than 0 and -1."""
        unsafe = [number_attribute(n, b.type) for n in (0, -1)]
        return any(
            value is b and number not in unsafe for (number, _), value in self.constants.items()
        )

    def _safe_divisor(self, b: SSAValue, minus_one: SSAValue) -> SSAValue:
        unsafe = self.bit_or(minus_one, self.compare("eq", b, 0))
        return self.select(unsafe, self.like(1, b), b)

    def float_remainder(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return C's fmod, which has the sign of `a`."""
        return self._one(wide.RemFOp(a, b))

    def int_power(self, base: SSAValue, exponent: SSAValue) -> SSAValue:
        """Return a power of ints, by repeated squaring over all bits of the exponent. With a
        negative exponent, only powers of 1 and -1 differ from 0."""
        one, zero = self.like(1, base), self.like(0, base)
        is_odd = self.compare("ne", self.bit_and(exponent, one), zero)
        minus_one = self.select(is_odd, self.like(-1, base), one)
        result, square = one, base
        for bit in range(self.bits(base) - 1):
            has_bit = self.compare("ne", self.bit_and(exponent, self.like(1 << bit, base)), zero)
            result = self.select(has_bit, self.mul(result, square), result)
            square = self.mul(square, square)
        is_minus_one = self.compare("eq", base, self.like(-1, base))
        is_one = self.compare("eq", base, one)
        inverse = self.select(is_one, one, self.select(is_minus_one, minus_one, zero))
        return self.select(self.compare("lt", exponent, zero), inverse, result)

    # Bits

    negate = ArithBuilder.bit_not

    def shift_left(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Shift left; a shift by the width or more, or by less than 0, gives 0."""
        fits = self._fits(a, b)
        safe = self.select(fits, b, self.like(0, b))
        return self.select(fits, self.shift_left_by(a, safe), self.like(0, a))

    def shift_right(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Shift right with the sign; a shift out of range shifts by all bits but one."""
        last = self.like(bit_width(a.type) - 1, a)
        return self.shift_right_by(a, self.select(self._fits(a, b), b, last))

    def _fits(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._one(wide.CmpiOp(b, self.like(bit_width(a.type), a), "ult"))

    # Functions of real numbers

    def function(self, name: str) -> Callable[..., SSAValue]:
        return partial(self.call, name)

    def floor(self, a: SSAValue) -> SSAValue:
        return self.call("floor", a)

    def ceil(self, a: SSAValue) -> SSAValue:
        return self.call("ceil", a)

    def power(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.call("powf", a, b)

    def bits(self, value: SSAValue) -> int:
        """Return the number of bits of an integer."""
        return bit_width(value.type)

    def limit(self, type: Attribute, *, negative: bool = False) -> SSAValue:
        """Return the greatest finite number of a float type, or the least."""
        largest = _LARGEST_F32 if type == f32 else _LARGEST_F64
        return self.constant(-largest if negative else largest, type)


_LARGEST_F32 = pymath.ldexp(2 - 2**-23, 127)
_LARGEST_F64 = pymath.ldexp(2 - 2**-52, 1023)
