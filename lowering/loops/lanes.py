"""Writing arithmetic on scalars or vectors alike, as the expansions of math functions do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
    f32,
    f64,
    i1,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended import arith as wide
from xdsl_torchscript.dialects.extended.arith import element_of, splat, with_lanes_of
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.loops.math_constants import F32, F64, Format

FORMATS: dict[Attribute, Format] = {f32: F32, f64: F64}
_CONTRACT = arith.FastMathFlagsAttr([FastMathFlag.ALLOW_CONTRACT])


@dataclass(frozen=True)
class Lanes:
    """Emits arithmetic on values that have the lanes of `like`: one, or those of a vector.

    Numbers stand for constants of the type of the other operand.
    """

    emit: Emitter
    like: Attribute

    def float(self, value: float | Fraction, element: Attribute) -> SSAValue:
        """A float constant in every lane, rounded to the format of `element`."""
        number = FORMATS[element].rounded(float(value))
        return self._constant(FloatAttr(number, cast(AnyFloat, element)), element)

    def integer(self, value: int, width: int) -> SSAValue:
        """An integer constant in every lane."""
        element = IntegerType(width)
        return self._constant(IntegerAttr(value, element), element)

    def _constant(
        self, number: FloatAttr[AnyFloat] | IntegerAttr[IntegerType], element: Attribute
    ) -> SSAValue:
        type = with_lanes_of(element, self.like)
        if not isa(type, VectorType[Attribute]):
            return self.emit(arith.ConstantOp(number)).result
        dense = splat(number, type)
        if dense is not None:
            return self.emit(arith.ConstantOp(dense)).result
        scalar = self.emit(arith.ConstantOp(number)).result
        return self.emit(vector.BroadcastOp(scalar, type)).vector

    def _float_like(self, value: SSAValue | float, other: SSAValue) -> SSAValue:
        if isinstance(value, SSAValue):
            return value
        return self.float(value, element_of(other.type))

    def _floats(self, a: SSAValue | float, b: SSAValue | float) -> tuple[SSAValue, SSAValue]:
        known = a if isinstance(a, SSAValue) else b
        assert isinstance(known, SSAValue)
        return self._float_like(a, known), self._float_like(b, known)

    def add(self, a: SSAValue | float, b: SSAValue | float) -> SSAValue:
        return self.emit(arith.AddfOp(*self._floats(a, b))).result

    def sub(self, a: SSAValue | float, b: SSAValue | float) -> SSAValue:
        return self.emit(arith.SubfOp(*self._floats(a, b))).result

    def mul(self, a: SSAValue | float, b: SSAValue | float) -> SSAValue:
        return self.emit(arith.MulfOp(*self._floats(a, b))).result

    def div(self, a: SSAValue | float, b: SSAValue | float) -> SSAValue:
        return self.emit(arith.DivfOp(*self._floats(a, b))).result

    def less(self, a: SSAValue | float, b: SSAValue | float) -> SSAValue:
        """Ordered: false if one of them is not a number."""
        return self.compare("olt", a, b)

    def compare(self, predicate: str, a: SSAValue | float, b: SSAValue | float) -> SSAValue:
        return self.emit(wide.CmpfOp(*self._floats(a, b), predicate)).result

    def select(self, condition: SSAValue, a: SSAValue | float, b: SSAValue | float) -> SSAValue:
        return self.emit(wide.SelectOp(condition, *self._floats(a, b))).result

    def select_integer(self, condition: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.emit(wide.SelectOp(condition, a, b)).result

    def horner(self, x: SSAValue, coefficients: Sequence[Fraction | float]) -> SSAValue:
        """The polynomial with these coefficients, the constant one first.

        Each step may be contracted to one rounding, where the machine has such an instruction.
        """
        element = element_of(x.type)
        total = self.float(coefficients[-1], element)
        for coefficient in reversed(coefficients[:-1]):
            product = self.emit(arith.MulfOp(total, x, _CONTRACT))
            total = self.emit(
                arith.AddfOp(product, self.float(coefficient, element), _CONTRACT)
            ).result
        return total

    def bits_of(self, x: SSAValue, format: Format) -> SSAValue:
        """The representation of floats as integers."""
        type = with_lanes_of(IntegerType(format.width), self.like)
        return self.emit(arith.BitcastOp(x, type)).result

    def float_of(self, bits: SSAValue, element: Attribute) -> SSAValue:
        """The floats that have these representations."""
        return self.emit(arith.BitcastOp(bits, with_lanes_of(element, self.like))).result

    def add_i(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.emit(arith.AddiOp(a, b)).result

    def sub_i(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.emit(arith.SubiOp(a, b)).result

    def and_i(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.emit(arith.AndIOp(a, b)).result

    def xor_i(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.emit(arith.XOrIOp(a, b)).result

    def shift_left(self, a: SSAValue, by: SSAValue) -> SSAValue:
        return self.emit(arith.ShLIOp(a, by)).result

    def shift_right(self, a: SSAValue, by: SSAValue) -> SSAValue:
        """Arithmetic: the sign stays."""
        return self.emit(arith.ShRSIOp(a, by)).result

    def to_float(self, a: SSAValue, element: Attribute) -> SSAValue:
        type = cast(AnyFloat, with_lanes_of(element, self.like))
        return self.emit(wide.SIToFPOp(a, type)).result

    def narrow(self, a: SSAValue, width: int) -> SSAValue:
        type = cast(IntegerType, with_lanes_of(IntegerType(width), self.like))
        return self.emit(wide.TruncIOp(a, type)).result

    def is_odd(self, a: SSAValue) -> SSAValue:
        """The lowest bit, as a bool."""
        type = cast(IntegerType, with_lanes_of(i1, self.like))
        return self.emit(wide.TruncIOp(a, type)).result

    def extend(self, a: SSAValue, element: Attribute) -> SSAValue:
        return self.emit(arith.ExtFOp(a, with_lanes_of(element, self.like))).result

    def truncate(self, a: SSAValue, element: Attribute) -> SSAValue:
        return self.emit(arith.TruncFOp(a, with_lanes_of(element, self.like))).result
