"""The remainder of a division, computed in float64, and where that is exact enough."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder


def remainder(code: ArithBuilder, x: SSAValue, y: SSAValue, _: bool) -> SSAValue:
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
