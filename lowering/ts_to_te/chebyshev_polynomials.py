"""Chebyshev polynomials of any degree, as quotients of functions of an angle."""

from __future__ import annotations

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.double_functions import double
from xdsl_torchscript.lowering.ts_to_te.rule import REALS, Body, PointwiseCall, PointwiseRule
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _trigonometric(kind: str, *, shifted: bool = False) -> Body:
    """Return the polynomial of degree `n` as a quotient of functions of the angle of `x`.

    Beyond 1 the angle is imaginary; below 0 the third and fourth kind change places.
    """

    def body(call: PointwiseCall) -> SSAValue:
        s, x, degree = call.code, double(call, 0), _degree(call)
        if shifted:
            x = s.sub(s.add(x, x), 1.0)
        size = s.absolute(x)
        is_inside = s.le(size, s.like(1.0, x))
        angle = s.select(
            is_inside, s.call("acos", s.fmin(size, s.like(1.0, x))),
            s.call("acosh", s.fmax(size, s.like(1.0, x))),
        )  # fmt: skip
        even, odd = _quotients(s, kind, degree, angle, is_inside)
        is_odd = s.compare("ne", s.bit_and(s.cast(degree, i64), 1), 0)
        is_negative = s.lt(x, s.like(0.0, x))
        value = s.select(is_negative, odd, even)
        value = s.select(s.bit_and(is_negative, is_odd), s.neg(value), value)
        value = s.select(s.eq(degree, s.like(0.0, x)), 1.0, s.select(s.is_nan(x), x, value))
        return s.cast(s.select(s.ge(degree, s.like(0.0, x)), value, 0.0), call.type)

    return body


def _degree(call: PointwiseCall) -> SSAValue:
    """Return the degree without its fraction, in doubles; -1 if it is NaN or out of range."""
    s, n = call.code, double(call, 1)
    is_in_range = s.lt(s.absolute(n), s.like(2.0**63, n))
    return s.call("trunc", s.select(is_in_range, n, -1.0))


def _quotients(
    s: ScalarCode, kind: str, degree: SSAValue, angle: SSAValue, is_inside: SSAValue
) -> tuple[SSAValue, SSAValue]:
    """Return the polynomial at the angle, and without its sign at the opposite number."""

    def wave(name: str, at: SSAValue) -> SSAValue:
        return s.select(is_inside, s.call(name, at), s.call(f"{name}h", at))

    def sines(part: float, more: float) -> SSAValue:
        """Return `sin((degree + more) angle) / sin(part angle)`, its limit at angle 0."""
        count, inner = s.add(degree, more), s.mul(angle, part)
        ratio = s.div(wave("sin", s.mul(count, angle)), wave("sin", inner))
        limit = s.mul(count, 1 / part)
        return s.select(s.eq(angle, s.like(0.0, angle)), limit, ratio)

    if kind == "t":
        cosine = wave("cos", s.mul(degree, angle))
        return cosine, cosine
    if kind == "u":
        sine = sines(1.0, 1.0)
        return sine, sine
    half = s.add(degree, 0.5)
    third = s.div(wave("cos", s.mul(half, angle)), wave("cos", s.mul(angle, 0.5)))
    fourth = sines(0.5, 0.5)
    return (third, fourth) if kind == "v" else (fourth, third)


def _polynomials(prefix: str, *, shifted: bool) -> dict[str, PointwiseRule]:
    return {
        f"special_{prefix}chebyshev_polynomial_{kind}{overload}": PointwiseRule(
            _trigonometric(kind, shifted=shifted), REALS
        )
        for kind in "tuvw"
        for overload in ("", ".x_scalar", ".n_scalar")
    }


CHEBYSHEV_POLYNOMIALS: dict[str, PointwiseRule] = {
    **_polynomials("", shifted=False),
    **_polynomials("shifted_", shifted=True),
}
"""By name without `aten.`."""
