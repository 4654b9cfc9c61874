"""Writes scalar arithmetic with PyTorch's meaning: one method per idea, arith and math ops behind.

Operands of one call have one type. Where floats, integers and bools differ, the method chooses:
`add` of bools is `or`, `div` of floats rounds once, `quotient` of integers never traps. It is the
`Evaluator` by which `scalar_semantics` becomes native code, where a division by 0 gives a number.
"""

from __future__ import annotations

import math as pymath
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias, cast

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.extended import arith as wide
from xdsl_torchscript.dialects.extended.math import extended_math
from xdsl_torchscript.lowering.analysis.promotion import AnyInteger
from xdsl_torchscript.lowering.core.emitter import Emitter

Number: TypeAlias = float | int | bool

_FLOAT_PREDICATES = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_INT_PREDICATES = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
_BOOL_PREDICATES = {"eq": "eq", "ne": "ne", "lt": "ult", "le": "ule", "gt": "ugt", "ge": "uge"}


def is_float(type: Attribute) -> bool:
    return isinstance(type, AnyFloat)


def _width(type: Attribute) -> int:
    """The bits of a number; `index` counts as 64."""
    if isinstance(type, IndexType):
        return 64
    return cast(AnyInteger, type).bitwidth


def number_attribute(value: Number, type: Attribute) -> FloatAttr | IntegerAttr:
    """A Python number as a constant of `type`, wrapped or truncated as C does."""
    if isinstance(type, AnyFloat):
        return FloatAttr(float(value), type)
    if type == i1:
        return IntegerAttr(int(bool(value)), i1)
    width = _width(type)
    wrapped = (int(value) + 2 ** (width - 1)) % 2**width - 2 ** (width - 1)
    return IntegerAttr(wrapped, cast(IntegerType, type))


def greatest(type: Attribute) -> Number:
    """What no number of `type` exceeds."""
    if is_float(type):
        return pymath.inf
    return True if type == i1 else 2 ** (_width(type) - 1) - 1


def least(type: Attribute) -> Number:
    """What no number of `type` falls below."""
    if is_float(type):
        return -pymath.inf
    return False if type == i1 else -(2 ** (_width(type) - 1))


def _comparison(predicate: str) -> Callable[..., SSAValue]:
    def compare(self: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.compare(predicate, a, b)

    return compare


@dataclass(frozen=True)
class ScalarCode:
    """Scalar code at one place of the program. Equal constants are written once."""

    emit: Emitter
    _constants: dict[Attribute, SSAValue] = field(default_factory=dict[Attribute, SSAValue])

    def _one(self, op: Operation) -> SSAValue:
        return self.emit(op).results[0]

    def constant(self, value: Number, type: Attribute) -> SSAValue:
        attr = number_attribute(value, type)
        if attr not in self._constants:
            self._constants[attr] = self._one(arith.ConstantOp(attr))
        return self._constants[attr]

    def like(self, value: Number, other: SSAValue) -> SSAValue:
        """A constant of the type of `other`."""
        return self.constant(value, other.type)

    # Conversions

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """Conversion as C does it; to bool it asks whether the number is not zero."""
        if value.type == type:
            return value
        if type == i1:
            return self.compare("ne", value, self.like(0, value))
        if isinstance(value.type, AnyFloat):
            return self._cast_float(value, value.type, type)
        if isinstance(type, AnyFloat):
            # The one bit of a bool is no sign.
            convert = wide.UIToFPOp if value.type == i1 else wide.SIToFPOp
            return self._one(convert(value, type))
        return self._cast_integer(value, type)

    def _cast_float(self, value: SSAValue, source: AnyFloat, type: Attribute) -> SSAValue:
        if not isinstance(type, AnyFloat):
            return self._one(wide.FPToSIOp(value, cast(AnyInteger, type)))
        wider = type.bitwidth > source.bitwidth
        return self._one((arith.ExtFOp if wider else arith.TruncFOp)(value, type))

    def _cast_integer(self, value: SSAValue, type: Attribute) -> SSAValue:
        if isinstance(type, IndexType) or isinstance(value.type, IndexType):
            return self._one(wide.IndexCastOp(value, type))
        target = cast(AnyInteger, type)
        if target.bitwidth < _width(value.type):
            return self._one(wide.TruncIOp(value, target))
        extend = wide.ExtUIOp if value.type == i1 else wide.ExtSIOp
        return self._one(extend(value, target))

    def to_int(self, a: SSAValue) -> SSAValue:
        return self.cast(a, i64)

    checked_int = to_int

    def to_float(self, a: SSAValue) -> SSAValue:
        return self.cast(a, f64)

    def to_bool(self, a: SSAValue) -> SSAValue:
        return self.cast(a, i1)

    # Comparison and choice

    def compare(self, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
        """`eq ne lt le gt ge`; with NaN all but `ne` are false."""
        if is_float(a.type):
            return self._one(wide.CmpfOp(a, b, _FLOAT_PREDICATES[predicate]))
        table = _BOOL_PREDICATES if a.type == i1 else _INT_PREDICATES
        return self._one(wide.CmpiOp(a, b, table[predicate]))

    eq, ne, lt, le, gt, ge = map(_comparison, _INT_PREDICATES)

    def larger(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The second of unordered or equal numbers."""
        return self.select(self.gt(a, b), a, b)

    def smaller(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The second of unordered or equal numbers."""
        return self.select(self.lt(a, b), a, b)

    def is_nan(self, a: SSAValue) -> SSAValue:
        return self._one(wide.CmpfOp(a, a, "uno"))

    def select(self, condition: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._one(wide.SelectOp(condition, a, b))

    # Arithmetic

    def add(self, a: SSAValue, b: SSAValue) -> SSAValue:
        if a.type == i1:
            return self.bit_or(a, b)
        return self._one((arith.AddfOp if is_float(a.type) else arith.AddiOp)(a, b))

    def sub(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._one((arith.SubfOp if is_float(a.type) else arith.SubiOp)(a, b))

    def mul(self, a: SSAValue, b: SSAValue) -> SSAValue:
        if a.type == i1:
            return self.bit_and(a, b)
        return self._one((arith.MulfOp if is_float(a.type) else arith.MuliOp)(a, b))

    def neg(self, a: SSAValue) -> SSAValue:
        if is_float(a.type):
            return self._one(arith.NegfOp(a))
        return self.sub(self.like(0, a), a)

    def div(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The quotient of floats."""
        return self._one(arith.DivfOp(a, b))

    def maximum(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The greater one; NaN if one of them is."""
        if a.type == i1:
            return self.bit_or(a, b)
        return self._one((arith.MaximumfOp if is_float(a.type) else arith.MaxSIOp)(a, b))

    def minimum(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The smaller one; NaN if one of them is."""
        if a.type == i1:
            return self.bit_and(a, b)
        return self._one((arith.MinimumfOp if is_float(a.type) else arith.MinSIOp)(a, b))

    def fmax(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The greater one; the other one if one is NaN."""
        return self._one(arith.MaxnumfOp(a, b)) if is_float(a.type) else self.maximum(a, b)

    def fmin(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The smaller one; the other one if one is NaN."""
        return self._one(arith.MinnumfOp(a, b)) if is_float(a.type) else self.minimum(a, b)

    def wrap(self, a: SSAValue) -> SSAValue:
        """The ops wrap."""
        return a

    # Integer division. The machine traps on x / 0 and on the smallest integer / -1: the divisor is
    # replaced by 1 there. PyTorch raises on x / 0; here the result says nothing.

    def divisor(self, b: SSAValue) -> SSAValue:
        return b

    def quotient(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Integer division rounded toward zero."""
        if self._is_safe_divisor(b):
            return self._one(arith.DivSIOp(a, b))
        minus_one = self.compare("eq", b, self.like(-1, b))
        divided = self._one(arith.DivSIOp(a, self._safe_divisor(b, minus_one)))
        return self.select(minus_one, self.neg(a), divided)

    def rest(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The rest of `quotient`; it has the sign of `a`."""
        if self._is_safe_divisor(b):
            return self._one(arith.RemSIOp(a, b))
        minus_one = self.compare("eq", b, self.like(-1, b))
        return self._one(arith.RemSIOp(a, self._safe_divisor(b, minus_one)))

    def floor_quotient(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Integer division rounded down."""
        quotient = self.quotient(a, b)
        below = self.sub(quotient, self.like(1, quotient))
        return self.select(self.is_of_other_sign(self.rest(a, b), b), below, quotient)

    def floor_rest(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The rest of the quotient rounded down; it has the sign of `b`, as Python's `%`."""
        rest = self.float_rest(a, b) if is_float(a.type) else self.rest(a, b)
        return self.select(self.is_of_other_sign(rest, b), self.add(rest, b), rest)

    def is_of_other_sign(self, rest: SSAValue, b: SSAValue) -> SSAValue:
        """Whether a rest is not zero and has another sign than the divisor."""
        zero = self.like(0, rest)
        differs = self.bit_xor(self.lt(rest, zero), self.lt(b, zero))
        return self.bit_and(self.ne(rest, zero), differs)

    def _is_safe_divisor(self, b: SSAValue) -> bool:
        """Whether `b` is a constant of this code other than 0 and -1."""
        unsafe = [number_attribute(n, b.type) for n in (0, -1)]
        return any(value is b and attr not in unsafe for attr, value in self._constants.items())

    def _safe_divisor(self, b: SSAValue, minus_one: SSAValue) -> SSAValue:
        unsafe = self.bit_or(minus_one, self.compare("eq", b, self.like(0, b)))
        return self.select(unsafe, self.like(1, b), b)

    def float_rest(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """C's fmod; it has the sign of `a`."""
        return self._one(wide.RemFOp(a, b))

    # Bits

    def bit_and(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._one(arith.AndIOp(a, b))

    def bit_or(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._one(arith.OrIOp(a, b))

    def bit_xor(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._one(arith.XOrIOp(a, b))

    def bit_not(self, a: SSAValue) -> SSAValue:
        return self.bit_xor(a, self.like(True if a.type == i1 else -1, a))

    negate = bit_not

    def shift_left(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Bits that leave are lost; a shift by the width or more, or by less than 0, gives 0."""
        fits = self._fits(a, b)
        safe = self.select(fits, b, self.like(0, b))
        return self.select(fits, self.shift_left_by(a, safe), self.like(0, a))

    def shift_right(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The sign fills the left; a shift that does not fit shifts by all bits but one."""
        last = self.like(_width(a.type) - 1, a)
        return self.shift_right_by(a, self.select(self._fits(a, b), b, last))

    def shift_left_by(self, a: SSAValue, places: SSAValue) -> SSAValue:
        """`places` must be from 0 to the width, exclusive."""
        return self._one(arith.ShLIOp(a, places))

    def shift_right_by(self, a: SSAValue, places: SSAValue) -> SSAValue:
        """`places` must be from 0 to the width, exclusive; the sign fills the left."""
        return self._one(arith.ShRSIOp(a, places))

    def _fits(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._one(wide.CmpiOp(b, self.like(_width(a.type), a), "ult"))

    # Functions of real numbers

    def absolute(self, a: SSAValue) -> SSAValue:
        if is_float(a.type):
            return self._one(math.AbsFOp(a))
        return self.maximum(a, self.neg(a))

    def call(self, function: str, *args: SSAValue) -> SSAValue:
        """The op of the math dialect with this name: `sin`, `powf`, `copysign`, ..."""
        return self._one(_MATH[f"math.{function}"].create(
            operands=args,
            result_types=[args[0].type],
            properties={"fastmath": arith.FastMathFlagsAttr("none")},
        ))  # fmt: skip

    def function(self, name: str) -> Callable[..., SSAValue]:
        return partial(self.call, name)

    def floor(self, a: SSAValue) -> SSAValue:
        return self.call("floor", a)

    def ceil(self, a: SSAValue) -> SSAValue:
        return self.call("ceil", a)

    def power(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.call("powf", a, b)

    def bits(self, value: SSAValue) -> int:
        """How many bits an integer has."""
        return _width(value.type)

    def limit(self, type: Attribute, *, negative: bool = False) -> SSAValue:
        """The greatest finite number of a float type, or the least."""
        largest = _LARGEST_F32 if type == f32 else _LARGEST_F64
        return self.constant(-largest if negative else largest, type)


_LARGEST_F32 = pymath.ldexp(2 - 2**-23, 127)
_LARGEST_F64 = pymath.ldexp(2 - 2**-52, 1023)
_MATH: dict[str, type[Operation]] = {op.name: op for op in extended_math().operations}
