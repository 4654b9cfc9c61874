"""Greatest common divisors and least common multiples, by Euclid's algorithm.

    %r = aten.gcd(%a, %b)

becomes a loop of as many steps as 64-bit numbers may take, which carries both numbers.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_STEPS = 92
"""Two neighbouring Fibonacci numbers below 2^63 take the most steps."""


def _numbers(to: FieldConversion) -> list[Field]:
    shape, dtype = to.result()
    if is_float(dtype) or dtype == i1:
        raise Refusal("supports only integers")
    fields = [to.operand(name).cast(dtype) for name in ("self", "other")]
    return [Field(shape, dtype, field.broadcast_at) for field in fields]


def _divisor(to: FieldConversion) -> Field:
    """Return the divisor by C's remainders, as PyTorch: the least integer is its own magnitude."""
    a, b = (to.pointwise(ScalarCode.absolute, field).cast(i64) for field in _numbers(to))

    def step(here: FieldConversion, _: SSAValue, fields: list[Field]) -> list[Field]:
        a, b = fields

        def larger(code: ScalarCode, axes: Axes) -> SSAValue:
            x, y = a.at(code, axes), b.at(code, axes)
            return code.select(code.compare("eq", y, 0), x, y)

        def remainder(code: ScalarCode, axes: Axes) -> SSAValue:
            x, y = a.at(code, axes), b.at(code, axes)
            return code.select(code.compare("eq", y, 0), 0, code.remainder(x, y))

        return [Field(a.shape, i64, larger), Field(a.shape, i64, remainder)]

    found, _ = to.iterate(_STEPS, [a, b], step)
    return found


def _multiple(to: FieldConversion) -> Field:
    """Return the magnitude of a product, in int32 of shorter integers, which wraps around."""
    wide = i64 if to.result()[1] == i64 else i32
    divisor = to.pointwise(ScalarCode.absolute, _divisor(to))
    a, b = (field.cast(i64) for field in _numbers(to))

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        x, y, d = (field.at(code, axes) for field in (a, b, divisor))
        product = code.cast(code.mul(code.quotient(x, d), y), wide)
        return code.select(code.compare("eq", d, 0), 0, code.absolute(product))

    return Field(divisor.shape, wide, element)


DIVISORS: dict[str, TeRule] = field_rules({"gcd": _divisor, "lcm": _multiple})
"""By op name."""
