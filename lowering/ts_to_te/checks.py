"""Conditions on elements, which hold at run time or end the kernel with an error.

    %r = aten.take(%x, %index)

begins with

    %0 = te.reduce () over (%i = 4) init (%acc = %true : i1) : tensor<i1> {
      ... %acc, and whether element %i of %index is within bounds
    }
    %ok = te.load %0[] : tensor<i1>
    cf.assert %ok, "aten.take: index out of range"

The message is the operator and the reason, which the runtime takes apart again.
"""

from __future__ import annotations

from xdsl.dialects import arith, cf
from xdsl.dialects.builtin import IntegerAttr, StringAttr, i1, i64
from xdsl.ir import Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.core.arith_builder import is_float
from xdsl_torchscript.lowering.core.messages import MESSAGE
from xdsl_torchscript.lowering.ts_to_te.conversion import TeConversion, load
from xdsl_torchscript.lowering.ts_to_te.fields import INDEX, Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import ALL
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

OUT_OF_RANGE = "index out of range"
DIVISION_BY_ZERO = "division by zero"


def require(code: ScalarCode, condition: SSAValue, op: Operation, reason: str) -> None:
    """Fail at run time unless `condition` holds."""
    stated = op.attributes.get(MESSAGE)
    message = stated.data if isinstance(stated, StringAttr) else f"{op.name}: {reason}"
    code.emit(cf.AssertOp(condition, message))


def require_all(to: FieldConversion, conditions: Field, reason: str) -> None:
    """Fail at run time unless all elements of a field of `i1` hold."""
    if 0 in conditions.shape:
        return
    all_hold = to.reduce(ALL, conditions, range(len(conditions.shape))).stored
    assert all_hold is not None
    code = to.to.code
    require(code, load(code, all_hold, ()), to.op, reason)


def require_nonzero(to: FieldConversion, divisors: Field) -> None:
    """Fail at run time if an element is 0."""

    def is_divisor(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.compare("ne", divisors.at(code, axes), 0)

    require_all(to, Field(divisors.shape, i1, is_divisor), DIVISION_BY_ZERO)


def is_nonzero_constant(value: SSAValue) -> bool:
    owner = value.owner
    number = owner.value if isinstance(owner, arith.ConstantOp) else None
    return isa(number, IntegerAttr) and number.value.data != 0


def int_of_float(code: ScalarCode, number: SSAValue, op: Operation) -> SSAValue:
    """Return a float rounded toward zero. Fail at run time if it does not fit into 64 bits."""
    low, high = (code.constant(bound, number.type) for bound in (-(2.0**63), 2.0**63))
    fits = code.bit_and(code.compare("ge", number, low), code.compare("lt", number, high))
    require(code, fits, op, "the number does not fit into an int of 64 bits")
    return code.cast(number, i64)


class CheckedCode(ScalarCode):
    """Scalar code outside tensor expressions, where a division by zero fails, and a float that does
    not fit into an int."""

    def __init__(self, to: TeConversion) -> None:
        super().__init__(to.emit)
        self._op = to.op

    def divisor(self, b: SSAValue) -> SSAValue:
        if not is_nonzero_constant(b):
            require(self, self.compare("ne", b, 0), self._op, DIVISION_BY_ZERO)
        return b

    def checked_int(self, a: SSAValue) -> SSAValue:
        return int_of_float(self, a, self._op) if is_float(a.type) else self.cast(a, i64)


def position(to: TeConversion, index: SSAValue, size: Dim) -> SSAValue:
    """Return the position of a 64-bit index in an axis of this size. Fail at run time if it is out
    of range. A negative one counts from the end."""
    code = to.code
    limit = code.cast(to.index(code, size), i64)
    from_end = code.add(index, limit)
    place = code.select(code.compare("lt", index, 0), from_end, index)
    is_inside = code.bit_and(code.compare("ge", place, 0), code.compare("lt", place, limit))
    require(code, is_inside, to.op, OUT_OF_RANGE)
    return code.cast(place, INDEX)


def positions(to: FieldConversion, index: Field, size: Dim, *, wraps: bool = False) -> Field:
    """Return indices into an axis of this size, and fail at run time if one is out of range.

    With `wraps`, negative ones count from the end."""

    def limit(code: ScalarCode) -> SSAValue:
        if isinstance(size, int):
            return code.constant(size, i64)
        return code.cast(to.to.index(code, size), i64)

    def is_inside(code: ScalarCode, axes: Axes) -> SSAValue:
        place = code.cast(index.at(code, axes), i64)
        first = code.neg(limit(code)) if wraps else code.constant(0, i64)
        return code.bit_and(
            code.compare("ge", place, first), code.compare("lt", place, limit(code))
        )

    def place(code: ScalarCode, axes: Axes) -> SSAValue:
        found = code.cast(index.at(code, axes), i64)
        if wraps:
            from_end = code.add(found, limit(code))
            found = code.select(code.compare("lt", found, 0), from_end, found)
        return code.cast(found, INDEX)

    require_all(to, Field(index.shape, i1, is_inside), OUT_OF_RANGE)
    return Field(index.shape, INDEX, place)
