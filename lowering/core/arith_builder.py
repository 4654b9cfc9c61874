"""Building arithmetic on scalars and vectors alike, by operations of `arith` and `math`.

code = ArithBuilder(emit)
half = code.mul(x, 0.5)
y = code.select(code.compare("lt", x, 0.0), half, x)

All operands of a call have one type, floats, integers or bools. It selects the operation: `add` of
bools is `or`. A Python number becomes a constant of the type of the other operand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import copysign, inf
from typing import TypeAlias, cast

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
    bf16,
    f16,
    f32,
    i1,
    i16,
    i32,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.extended import arith as wide
from xdsl_torchscript.dialects.extended.arith import element_of, splat, with_lanes_of
from xdsl_torchscript.dialects.extended.math import extended_math
from xdsl_torchscript.lowering.core.emitter import Emitter, integer_attribute

PythonNumber: TypeAlias = float | int | bool | Fraction
CodeOperand: TypeAlias = SSAValue | PythonNumber
Constants: TypeAlias = dict[tuple[Attribute, Attribute], SSAValue]
"""Constants by number and type."""

_HALVES = {f16, bf16}
FLOAT_PREDICATES = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_INT_PREDICATES = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
_BOOL_PREDICATES = {"eq": "eq", "ne": "ne", "lt": "ult", "le": "ule", "gt": "ugt", "ge": "uge"}
_MATH: dict[str, type[Operation]] = {op.name: op for op in extended_math().operations}


def is_float(type: Attribute) -> bool:
    """Return whether a type is of floats, scalar or vector."""
    return isinstance(element_of(type), AnyFloat)


def is_bool(type: Attribute) -> bool:
    """Return whether a type is of bools, scalar or vector."""
    return element_of(type) == i1


def bit_width(type: Attribute) -> int:
    """Return the number of bits of an integer; `index` counts as 64."""
    element = element_of(type)
    return 64 if isinstance(element, IndexType) else cast(IntegerType, element).bitwidth


def number_attribute(value: PythonNumber, type: Attribute) -> FloatAttr | IntegerAttr:
    """Convert a Python number to a constant of a scalar type, wrapped or truncated as in C; floats
    out of range are infinite. Halves are rounded twice, as in PyTorch: to f32 first."""
    if type in _HALVES:
        single = _float_attribute(float(value), f32).value.data
        return _float_attribute(single, cast(AnyFloat, type))
    if isinstance(type, AnyFloat):
        return _float_attribute(float(value), type)
    if type == i1:
        return integer_attribute(int(bool(value)), i1)
    width = bit_width(type)
    wrapped = (int(value) + 2 ** (width - 1)) % 2**width - 2 ** (width - 1)
    return integer_attribute(wrapped, cast(IntegerType, type))


def _float_attribute(value: float, type: AnyFloat) -> FloatAttr:
    try:
        return FloatAttr(value, type)
    except OverflowError:
        return FloatAttr(copysign(inf, value), type)


_EITHER_ZERO = {"fastmath": arith.FastMathFlagsAttr([FastMathFlag.NO_SIGNED_ZEROS])}
_PROPERTIES: Mapping[type[Operation], Mapping[str, Attribute]] = {
    arith.MaximumfOp: _EITHER_ZERO,
    arith.MinimumfOp: _EITHER_ZERO,
}
"""PyTorch does not say which of -0 and 0 is the greater one. To order them takes twice as long."""


@dataclass(frozen=True)
class ArithBuilder:
    """Arithmetic at one place of the program.

    Equal constants are built once; builders that follow each other in one block may share them.
    """

    emit: Emitter
    constants: Constants = field(default_factory=Constants)

    def _one(self, op: Operation) -> SSAValue:
        return self.emit(op).results[0]

    def _same_type(self, op_class: type[Operation], *operands: SSAValue) -> SSAValue:
        """Emit an operation whose result has the type of its operands; bf16 is for storage alone,
        so that it computes in f32."""
        if element_of(operands[0].type) == bf16:
            wider = [self.cast(operand, f32) for operand in operands]
            return self.cast(self._same_type(op_class, *wider), bf16)
        properties = _PROPERTIES.get(op_class, {})
        return self.emit.create(op_class, operands, [operands[0].type], properties).results[0]

    # Constants and conversions

    def constant(self, value: PythonNumber, type: Attribute) -> SSAValue:
        """Create a constant; in a vector type, every lane has the value."""
        number = number_attribute(value, element_of(type))
        if (number, type) not in self.constants:
            self.constants[number, type] = self._constant(number, type)
        return self.constants[number, type]

    def _constant(self, number: FloatAttr | IntegerAttr, type: Attribute) -> SSAValue:
        if not isinstance(type, VectorType):
            return self.emit.constant_of(number, type)
        lanes = cast(VectorType[Attribute], type)
        return self.emit.constant_of(splat(number, lanes), lanes)

    def like(self, value: PythonNumber, other: SSAValue) -> SSAValue:
        """Create a constant of the type of `other`."""
        return self.constant(value, other.type)

    def _pair(self, a: CodeOperand, b: CodeOperand) -> tuple[SSAValue, SSAValue]:
        if not isinstance(a, SSAValue):
            assert isinstance(b, SSAValue)
            return self.like(a, b), b
        return a, b if isinstance(b, SSAValue) else self.like(b, a)

    def cast(self, value: SSAValue, element: Attribute) -> SSAValue:
        """Convert as C does; to bool, ask whether the number is not zero. As in PyTorch, numbers
        become halves by way of f32, and floats short integers by way of i32, which wraps around."""
        source, type = element_of(value.type), with_lanes_of(element, value.type)
        if source == element:
            return value
        if element == i1:
            return self.compare("ne", value, 0)
        if {source, element} & _HALVES and f32 not in (source, element):
            return self.cast(self.cast(value, f32), element)
        if element == bf16:
            return self._rounded_to_bf16(value)
        if isinstance(source, AnyFloat) and isinstance(element, AnyFloat):
            wider = element.bitwidth > source.bitwidth
            return self._one((arith.ExtFOp if wider else arith.TruncFOp)(value, type))
        if isinstance(source, AnyFloat):
            if bit_width(element) < 32:
                return self.cast(self.cast(value, i32), element)
            return self._one(wide.FPToSIOp(value, cast(IntegerType, type)))
        if isinstance(element, AnyFloat):
            # The one bit of a bool is not a sign.
            convert = wide.UIToFPOp if source == i1 else wide.SIToFPOp
            return self._one(convert(value, cast(AnyFloat, type)))
        if isinstance(element, IndexType) or isinstance(source, IndexType):
            return self._one(wide.IndexCastOp(value, type))
        if bit_width(element) < bit_width(source):
            return self._one(wide.TruncIOp(value, cast(IntegerType, type)))
        extend = wide.ExtUIOp if source == i1 else wide.ExtSIOp
        return self._one(extend(value, cast(IntegerType, type)))

    def _rounded_to_bf16(self, value: SSAValue) -> SSAValue:
        """Round f32 to its upper half, to even if in the middle; few processors do that."""
        bits = self.bitcast(value, i32)
        half = self.add(self.bit_and(self.shift_right_by(bits, 16), 1), 0x7FFF)
        rounded = self.select(self.is_nan(value), 0x7FC00000, self.add(bits, half))
        return self.bitcast(self.cast(self.shift_right_by(rounded, 16), i16), bf16)

    def bitcast(self, value: SSAValue, element: Attribute) -> SSAValue:
        """Reinterpret the bits as values of another type of the same width."""
        types = [with_lanes_of(element, value.type)]
        return self.emit.create(arith.BitcastOp, [value], types).results[0]

    # Comparison and choice

    def compare(self, predicate: str, a: CodeOperand, b: CodeOperand) -> SSAValue:
        """`eq ne lt le gt ge`, where with NaN all but `ne` are false; or a predicate of `arith`."""
        a, b = self._pair(a, b)
        if element_of(a.type) == bf16:
            a, b = self.cast(a, f32), self.cast(b, f32)
        if is_float(a.type):
            return self._one(wide.CmpfOp(a, b, FLOAT_PREDICATES.get(predicate, predicate)))
        table = _BOOL_PREDICATES if is_bool(a.type) else _INT_PREDICATES
        return self._one(wide.CmpiOp(a, b, table.get(predicate, predicate)))

    def is_nan(self, a: SSAValue) -> SSAValue:
        return self.compare("uno", a, a)

    def select(self, condition: SSAValue, a: CodeOperand, b: CodeOperand) -> SSAValue:
        return self._one(wide.SelectOp(condition, *self._pair(a, b)))

    # Arithmetic

    def _binary(
        self,
        a: CodeOperand,
        b: CodeOperand,
        of_floats: type[Operation],
        of_integers: type[Operation],
        of_bools: type[Operation] | None = None,
    ) -> SSAValue:
        a, b = self._pair(a, b)
        if is_float(a.type):
            return self._same_type(of_floats, a, b)
        return self._same_type(of_bools or of_integers if is_bool(a.type) else of_integers, a, b)

    def add(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        return self._binary(a, b, arith.AddfOp, arith.AddiOp, arith.OrIOp)

    def sub(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        return self._binary(a, b, arith.SubfOp, arith.SubiOp)

    def mul(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        return self._binary(a, b, arith.MulfOp, arith.MuliOp, arith.AndIOp)

    def div(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        """Return the quotient of floats."""
        return self._same_type(arith.DivfOp, *self._pair(a, b))

    def neg(self, a: SSAValue) -> SSAValue:
        return self._same_type(arith.NegfOp, a) if is_float(a.type) else self.sub(0, a)

    def absolute(self, a: SSAValue) -> SSAValue:
        return self._same_type(math.AbsFOp, a) if is_float(a.type) else self.maximum(a, self.neg(a))

    def maximum(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        """Return the greater operand, of zeros either one, or NaN if either is NaN."""
        return self._binary(a, b, arith.MaximumfOp, arith.MaxSIOp, arith.OrIOp)

    def minimum(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        """Return the smaller operand, of zeros either one, or NaN if either is NaN."""
        return self._binary(a, b, arith.MinimumfOp, arith.MinSIOp, arith.AndIOp)

    def fmax(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        """Return the greater operand, ignoring NaN (IEEE maximumNumber)."""
        return self._binary(a, b, arith.MaxnumfOp, arith.MaxSIOp, arith.OrIOp)

    def fmin(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        """Return the smaller operand, ignoring NaN (IEEE minimumNumber)."""
        return self._binary(a, b, arith.MinnumfOp, arith.MinSIOp, arith.AndIOp)

    def call(self, function: str, *args: SSAValue) -> SSAValue:
        """Create the op of the math dialect with this name: `sin`, `powf`, `copysign`, ..."""
        if element_of(args[0].type) == bf16:
            return self.cast(self.call(function, *(self.cast(a, f32) for a in args)), bf16)
        return self._one(_MATH[f"math.{function}"].create(
            operands=args,
            result_types=[args[0].type],
            properties={"fastmath": arith.FastMathFlagsAttr("none")},
        ))  # fmt: skip

    # Bits

    def bit_and(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        return self._same_type(arith.AndIOp, *self._pair(a, b))

    def bit_or(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        return self._same_type(arith.OrIOp, *self._pair(a, b))

    def bit_xor(self, a: CodeOperand, b: CodeOperand) -> SSAValue:
        return self._same_type(arith.XOrIOp, *self._pair(a, b))

    def bit_not(self, a: SSAValue) -> SSAValue:
        return self.bit_xor(a, True if is_bool(a.type) else -1)

    def shift_left_by(self, a: SSAValue, places: CodeOperand) -> SSAValue:
        """`places` must be from 0 to the width, exclusive."""
        return self._same_type(arith.ShLIOp, *self._pair(a, places))

    def shift_right_by(self, a: SSAValue, places: CodeOperand) -> SSAValue:
        """`places` must be from 0 to the width, exclusive; the sign fills the left."""
        return self._same_type(arith.ShRSIOp, *self._pair(a, places))
