"""Orthogonal polynomials of any degree, by their recurrences, as PyTorch and the interpreter do.

    %r = aten.special_hermite_polynomial_he(%x, %n)

becomes a loop over the degrees, which carries the polynomials of two degrees and the result:

    %r:3 = scf.for %k = %c0 to %highest step %c1 iter_args(%before, %now, %found) { ... }
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.checks import require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import MAXIMUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

HIGHEST_DEGREE = 100_000
"""The interpreter's bound: a recurrence takes a step for each degree."""

First: TypeAlias = Callable[[ScalarCode, SSAValue], SSAValue]
"""The polynomial of degree 1."""

Recurrence: TypeAlias = Callable[[ScalarCode, SSAValue, SSAValue, SSAValue, SSAValue], SSAValue]
"""The polynomial of degree `n + 1` at `x`, of `n`, `x`, and those of degrees `n` and `n - 1`."""


def _twice(s: ScalarCode, x: SSAValue) -> SSAValue:
    return s.mul(x, 2.0)


def _chebyshev(s: ScalarCode, n: SSAValue, x: SSAValue, now: SSAValue, ago: SSAValue) -> SSAValue:
    return s.sub(s.mul(_twice(s, x), now), ago)


def _hermite(s: ScalarCode, n: SSAValue, x: SSAValue, now: SSAValue, ago: SSAValue) -> SSAValue:
    return s.sub(s.mul(_twice(s, x), now), s.mul(_twice(s, n), ago))


def _hermite_e(s: ScalarCode, n: SSAValue, x: SSAValue, now: SSAValue, ago: SSAValue) -> SSAValue:
    return s.sub(s.mul(x, now), s.mul(n, ago))


def _laguerre(s: ScalarCode, n: SSAValue, x: SSAValue, now: SSAValue, ago: SSAValue) -> SSAValue:
    factor = s.sub(s.add(_twice(s, n), 1.0), x)
    return s.div(s.sub(s.mul(factor, now), s.mul(n, ago)), s.add(n, 1.0))


def _legendre(s: ScalarCode, n: SSAValue, x: SSAValue, now: SSAValue, ago: SSAValue) -> SSAValue:
    factor = s.mul(s.add(_twice(s, n), 1.0), x)
    return s.div(s.sub(s.mul(factor, now), s.mul(n, ago)), s.add(n, 1.0))


def _operand(to: FieldConversion, name: str) -> Field:
    """Return a tensor or a number in the result's type."""
    value, (_, dtype) = to.call.operand(name), to.result()
    is_tensor = value is not None and isinstance(value.type, TensorType)
    return to.operand(name).cast(dtype) if is_tensor else to.number(name, dtype)


def _whole(code: ScalarCode, n: SSAValue) -> SSAValue:
    """Return a degree without its fraction, -1 if it is NaN or out of range."""
    is_in_range = code.lt(code.absolute(n), code.like(2.0**63, n))
    return code.cast(code.select(is_in_range, n, -1.0), i64)


def _polynomial(
    first: First, recurrence: Recurrence, *, shifted: bool = False
) -> Callable[[FieldConversion], Field]:
    """Return the rule of a family of polynomials, of `2 x - 1` if it is shifted."""

    def rule(to: FieldConversion) -> Field:
        shape, dtype = to.result()
        if not is_float(dtype):
            raise Refusal("supports only floats")
        x, n = _operand(to, "x"), _operand(to, "n")
        if shifted:
            x = to.pointwise(lambda code, a: code.sub(_twice(code, a), 1.0), x)
        if 0 in shape:
            return Field(shape, dtype, lambda code, _: code.constant(0, dtype))
        degrees = to.store(Field(n.shape, i64, lambda code, axes: _whole(code, n.at(code, axes))))
        x = Field(shape, dtype, to.store(x).broadcast_at)
        highest = _highest(to, degrees)
        one = Field(shape, dtype, lambda code, _: code.constant(1, dtype))

        def is_constant(code: ScalarCode, axes: Axes) -> SSAValue:
            return code.cast(code.compare("eq", degrees.broadcast_at(code, axes), 0), dtype)

        def step(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
            before, now, found = fields

            def following(code: ScalarCode, axes: Axes) -> SSAValue:
                n = code.cast(degree(code), dtype)
                here_x, q, p = (f.at(code, axes) for f in (x, now, before))
                return recurrence(code, n, here_x, q, p)

            def degree(code: ScalarCode) -> SSAValue:
                return code.add(code.cast(number, i64), 1)

            def chosen(code: ScalarCode, axes: Axes) -> SSAValue:
                is_here = code.compare("eq", degrees.broadcast_at(code, axes), degree(code))
                return code.select(is_here, now.at(code, axes), found.at(code, axes))

            return [now, Field(shape, dtype, following), Field(shape, dtype, chosen)]

        return to.iterate(
            highest, [one, to.pointwise(first, x), Field(shape, dtype, is_constant)], step
        )[2]

    return rule


def _highest(to: FieldConversion, degrees: Field) -> SSAValue:
    """Return the highest degree, and fail at run time if it is out of bounds."""
    top = to.reduce(MAXIMUM, degrees, range(len(degrees.shape)))
    is_low = Field(
        (), i1, lambda code, axes: code.compare("le", top.at(code, axes), HIGHEST_DEGREE)
    )
    require_all(to, is_low, f"a degree above {HIGHEST_DEGREE}")
    code = to.to.code
    return code.cast(code.maximum(top.at(code, ()), 0), INDEX)


_KINDS: dict[str, First] = {
    "t": lambda s, x: x,
    "u": _twice,
    "v": lambda s, x: s.sub(_twice(s, x), 1.0),
    "w": lambda s, x: s.add(_twice(s, x), 1.0),
}
"""The Chebyshev polynomials of degree 1."""

_FAMILIES: dict[str, Callable[[FieldConversion], Field]] = {
    **{f"chebyshev_polynomial_{kind}": _polynomial(f, _chebyshev) for kind, f in _KINDS.items()},
    **{
        f"shifted_chebyshev_polynomial_{kind}": _polynomial(first, _chebyshev, shifted=True)
        for kind, first in _KINDS.items()
    },
    "hermite_polynomial_h": _polynomial(_KINDS["u"], _hermite),
    "hermite_polynomial_he": _polynomial(_KINDS["t"], _hermite_e),
    "laguerre_polynomial_l": _polynomial(lambda s, x: s.sub(1.0, x), _laguerre),
    "legendre_polynomial_p": _polynomial(_KINDS["t"], _legendre),
}

POLYNOMIALS: dict[str, TeRule] = field_rules({
    f"special_{name} special_{name}.x_scalar special_{name}.n_scalar": rule
    for name, rule in _FAMILIES.items()
})  # fmt: skip
"""By op name."""
