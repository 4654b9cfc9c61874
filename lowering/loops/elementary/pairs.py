"""Functions of two numbers, computed in float64, and where that is exact enough."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.loops.elementary.arithmetic import bits_of
from xdsl_torchscript.lowering.loops.elementary.exponentials import exp
from xdsl_torchscript.lowering.loops.elementary.logarithms import log


def pow_of_positive(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Compute a power in f32 of 0 or a positive finite number, as `exp(y log(x))` in f64."""
    power = exp(code, code.mul(code.cast(y, f64), log(code, code.cast(x, f64))))
    return code.select(code.compare("eq", y, 0.0), 1.0, code.cast(power, f32))


def is_power_of_positive(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Return where `pow_of_positive` holds."""
    is_positive = code.compare("ge", bits_of(code, x), 0)
    is_finite = code.compare("lt", code.maximum(x, code.absolute(y)), float("inf"))
    return code.bit_and(is_positive, is_finite)


def remainder(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Compute the remainder of a division in f32, with the sign of `x`: the quotient is less than
    2^28, so its product with `y` is exact in f64."""
    wide, by = code.cast(x, f64), code.cast(y, f64)
    quotient = code.call("trunc", code.div(wide, by))
    rest = code.cast(code.sub(wide, code.mul(quotient, by)), f32)
    return code.call("copysign", rest, x)


def is_short_division(code: ArithBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Return where `remainder` holds."""
    is_short = code.compare("lt", code.absolute(code.div(x, y)), 2.0**28)
    return code.bit_and(is_short, code.compare("lt", code.absolute(y), float("inf")))
