"""Pointwise tests, logic, bits and choices."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.arith_builder import is_float
from xdsl_torchscript.lowering.ts_to_te.rule import (
    ALL,
    BITS,
    INTEGERS,
    PointwiseCall,
    PointwiseRule,
    binary,
    for_aten,
    unary,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _comparison(predicate: str) -> PointwiseRule:
    return PointwiseRule(binary(lambda s, x, y: s.compare(predicate, x, y)), ALL)


def _is_nan(s: ScalarCode, x: SSAValue) -> SSAValue:
    return s.is_nan(x) if is_float(x.type) else s.constant(False, i1)


def _is_finite(s: ScalarCode, x: SSAValue) -> SSAValue:
    if not is_float(x.type):
        return s.constant(True, i1)
    return s.compare("lt", s.absolute(x), s.like(math.inf, x))


def _is_infinite(s: ScalarCode, x: SSAValue) -> SSAValue:
    if not is_float(x.type):
        return s.constant(False, i1)
    return s.compare("eq", s.absolute(x), s.like(math.inf, x))


def _is(value: float) -> PointwiseRule:
    """Return whether a float equals `value`; an integer never does."""

    def body(s: ScalarCode, x: SSAValue) -> SSAValue:
        equal = is_float(x.type)
        return s.compare("eq", x, s.like(value, x)) if equal else s.constant(False, i1)

    return PointwiseRule(unary(body), ALL)


def _sign_bit(s: ScalarCode, x: SSAValue) -> SSAValue:
    """Return the sign bit of a float, also of a zero."""
    if x.type == i1:
        return s.constant(False, i1)
    signed = s.call("copysign", s.like(1.0, x), x) if is_float(x.type) else x
    return s.compare("lt", signed, s.like(0, x))


def _where(call: PointwiseCall) -> SSAValue:
    return call.code.select(call.truth(0), call[1], call[2])


def _masked_fill(call: PointwiseCall) -> SSAValue:
    return call.code.select(call.truth(1), call[2], call[0])


_BITWISE = {"and": ScalarCode.bit_and, "or": ScalarCode.bit_or, "xor": ScalarCode.bit_xor}

_PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")

LOGIC: dict[str, PointwiseRule] = (
    for_aten({f"{p}.Tensor {p}.Scalar": _comparison(p) for p in _PREDICATES})
    | for_aten(
        {
            f"bitwise_{name}.Tensor bitwise_{name}.Scalar __{name}__.Tensor __{name}__.Scalar": (
                PointwiseRule(binary(body), BITS)
            )
            for name, body in _BITWISE.items()
        }
    )
    | for_aten(
        {
            "logical_not": PointwiseRule(lambda c: c.code.bit_not(c.truth(0)), ALL),
            "logical_and": PointwiseRule(lambda c: c.code.bit_and(c.truth(0), c.truth(1)), ALL),
            "logical_or": PointwiseRule(lambda c: c.code.bit_or(c.truth(0), c.truth(1)), ALL),
            "logical_xor": PointwiseRule(lambda c: c.code.bit_xor(c.truth(0), c.truth(1)), ALL),
            "bitwise_not": PointwiseRule(unary(ScalarCode.bit_not), BITS),
            "bitwise_left_shift.Tensor bitwise_left_shift.Tensor_Scalar": PointwiseRule(
                binary(ScalarCode.shift_left), INTEGERS
            ),
            "__lshift__.Tensor __lshift__.Scalar": PointwiseRule(
                binary(ScalarCode.shift_left), INTEGERS
            ),
            "bitwise_right_shift.Tensor bitwise_right_shift.Tensor_Scalar": PointwiseRule(
                binary(ScalarCode.shift_right), INTEGERS
            ),
            "__rshift__.Tensor __rshift__.Scalar": PointwiseRule(
                binary(ScalarCode.shift_right), INTEGERS
            ),
            "isnan": PointwiseRule(unary(_is_nan), ALL),
            "isinf": PointwiseRule(unary(_is_infinite), ALL),
            "isfinite": PointwiseRule(unary(_is_finite), ALL),
            "isposinf": _is(math.inf),
            "isneginf": _is(-math.inf),
            "signbit": PointwiseRule(unary(_sign_bit), ALL),
            "where.self where.ScalarOther where.ScalarSelf where.Scalar": PointwiseRule(
                _where, ALL
            ),
            "masked_fill.Scalar masked_fill.Tensor": PointwiseRule(_masked_fill, ALL),
        }
    )
)
