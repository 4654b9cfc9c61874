"""Floats by their bits: `frexp` and `nextafter`."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, bf16, f16, f32, f64, i16, i32, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_FRACTION_BITS = 52
_EXPONENTS = 0x7FF
_HALF = 1022
"""The biased exponent of doubles from 1/2 to 1."""

_SCALE = 54
"""Subnormal doubles are scaled by this power of 2 first."""

_INTEGERS: dict[Attribute, IntegerType] = {f16: i16, bf16: i16, f32: i32, f64: i64}
"""The types of the bits of floats."""


def _frexp(to: FieldConversion) -> list[Field]:
    field = to.operand("self")
    if not is_float(field.dtype):
        raise Refusal("supports only floats")

    def bits(code: ScalarCode, axes: Axes) -> tuple[SSAValue, ...]:
        """Return the element as a double, its bits when scaled, and whether either is so."""
        x = code.cast(field.at(code, axes), f64)
        is_tiny = code.lt(code.absolute(x), code.like(2.0**-1022, x))
        scaled = code.select(is_tiny, code.mul(x, 2.0**_SCALE), x)
        size = code.absolute(x)
        is_plain = code.bit_and(
            code.gt(size, code.like(0.0, x)), code.lt(size, code.like(float("inf"), x))
        )
        return x, code.bitcast(scaled, i64), is_tiny, is_plain

    def mantissa(code: ScalarCode, axes: Axes) -> SSAValue:
        x, found, _, is_plain = bits(code, axes)
        kept = code.bit_and(found, ~(_EXPONENTS << _FRACTION_BITS))
        value = code.bitcast(code.bit_or(kept, _HALF << _FRACTION_BITS), f64)
        return code.cast(code.select(is_plain, value, x), field.dtype)

    def exponent(code: ScalarCode, axes: Axes) -> SSAValue:
        _, found, is_tiny, is_plain = bits(code, axes)
        biased = code.bit_and(code.shift_right_by(found, _FRACTION_BITS), _EXPONENTS)
        unscaled = code.sub(biased, code.select(is_tiny, code.constant(_SCALE, i64), 0))
        return code.cast(code.select(is_plain, code.sub(unscaled, _HALF), 0), i32)

    return [Field(field.shape, field.dtype, mantissa), Field(field.shape, i32, exponent)]


def _next_after(to: FieldConversion) -> Field:
    shape, dtype = to.result()
    integer = _INTEGERS.get(dtype)
    if integer is None:
        raise Refusal("supports only floats")
    start, end = (to.operand(name).cast(dtype) for name in ("self", "other"))

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        x, y = start.broadcast_at(code, axes), end.broadcast_at(code, axes)
        zero = code.like(0.0, x)
        grows = code.compare("eq", code.lt(x, y), code.gt(x, zero))
        bits = code.bitcast(x, integer)
        step = code.select(grows, code.constant(1, integer), -1)
        moved = code.bitcast(code.add(bits, step), dtype)
        least = code.bitcast(code.constant(1, integer), dtype)
        moved = code.select(code.eq(x, zero), code.call("copysign", least, y), moved)
        found = code.select(code.eq(x, y), y, moved)
        is_nan = code.bit_or(code.is_nan(x), code.is_nan(y))
        return code.select(is_nan, code.add(x, y), found)

    return Field(shape, dtype, element)


FLOAT_PARTS: dict[str, TeRule] = field_rules({"frexp.Tensor": _frexp, "nextafter": _next_after})
"""By op name."""
