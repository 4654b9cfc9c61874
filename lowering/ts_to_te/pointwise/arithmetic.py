"""Pointwise arithmetic: sums, products, the five kinds of division, powers, rounding, limits."""

from __future__ import annotations

import math
from collections.abc import Callable

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.promotion import Category
from xdsl_torchscript.lowering.core.arith_builder import is_float
from xdsl_torchscript.lowering.ts_to_te.rule import (
    ALL,
    REALS,
    KnownOperand,
    PointwiseCall,
    PointwiseRule,
    binary,
    for_aten,
    function,
    unary,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _scale(call: PointwiseCall, index: int, scale: int) -> SSAValue:
    """Operand `index` times operand `scale`, `alpha` of a sum."""
    plain = call.known(scale) == 1
    return call[index] if plain else call.code.mul(call[scale], call[index])


def _add(call: PointwiseCall) -> SSAValue:
    return call.code.add(call[0], _scale(call, 1, 2))


def _sub(call: PointwiseCall) -> SSAValue:
    return call.code.sub(call[0], _scale(call, 1, 2))


def _rsub(call: PointwiseCall) -> SSAValue:
    return call.code.sub(call[1], _scale(call, 0, 2))


def floor_division(s: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    """Round the quotient down; of floats as Python does, from an exact remainder."""
    if not is_float(a.type):
        return s.floor_quotient(a, b)
    zero, one = s.like(0.0, a), s.like(1.0, a)
    rest = s.float_remainder(a, b)
    exact = s.div(s.sub(a, rest), b)
    quotient = s.select(s.is_of_other_sign(rest, b), s.sub(exact, one), exact)
    floor = s.call("floor", quotient)
    is_above = s.compare("gt", s.sub(quotient, floor), s.like(0.5, a))
    rounded = s.select(is_above, s.add(floor, one), floor)
    signed_zero = s.call("copysign", zero, s.div(a, b))
    by_zero = s.compare("eq", b, zero)
    nearest = s.select(s.compare("ne", quotient, zero), rounded, signed_zero)
    return s.select(by_zero, s.div(a, b), nearest)


def truncated_division(s: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    """Round the quotient toward zero."""
    return s.call("trunc", s.div(a, b)) if is_float(a.type) else s.quotient(a, b)


def _by_mode(call: PointwiseCall) -> SSAValue:
    modes = {"floor": floor_division, "trunc": truncated_division}
    return modes.get(str(call.known(2)), ScalarCode.div)(call.code, call[0], call[1])


def fmod(s: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    """Return the remainder of the truncated quotient, which has the sign of `a`."""
    return s.float_remainder(a, b) if is_float(a.type) else s.remainder(a, b)


def _known_power(s: ScalarCode, base: SSAValue, exponent: int) -> SSAValue:
    """Raise to a known non-negative power by repeated squaring."""
    result: SSAValue | None = None
    while exponent:
        if exponent & 1:
            result = base if result is None else s.mul(result, base)
        exponent >>= 1
        if exponent:
            base = s.mul(base, base)
    return s.like(1, base) if result is None else result


def _power(call: PointwiseCall) -> SSAValue:
    s, exponent = call.code, call.known(1)
    if not is_float(call.type):
        return _known_power(s, call[0], int(call.known_number(1, 0)))
    # PyTorch computes these without a logarithm, so the last bit agrees.
    one = call.number(1.0)
    if exponent in (2, 3):
        return _known_power(s, call[0], int(exponent))
    if exponent == 0.5:
        return s.call("sqrt", call[0])
    if exponent == -0.5:
        return s.div(one, s.call("sqrt", call[0]))
    if exponent == -1:
        return s.div(one, call[0])
    if exponent == -2:
        return s.div(one, s.mul(call[0], call[0]))
    return s.call("powf", call[0], call[1])


def _power_refusal(category: Category, known: KnownOperand) -> str | None:
    if category is not Category.INTEGER:
        return None
    exponent = known(1)
    whole = isinstance(exponent, int) and exponent >= 0
    return None if whole else f"integers to the power of {exponent!r} are not defined"


def _general_power(s: ScalarCode, base: SSAValue, exponent: SSAValue) -> SSAValue:
    return s.power(base, exponent) if is_float(base.type) else s.int_power(base, exponent)


def _power_of(call: PointwiseCall) -> SSAValue:
    """Raise a known number to the power of a tensor."""
    if is_float(call.type) and call.known(0) == 2:
        return call.code.call("exp2", call[1])
    return _general_power(call.code, call[0], call[1])


def _clamp(call: PointwiseCall) -> SSAValue:
    """Clamp from both sides; where the limits cross, the upper one holds."""
    s, result = call.code, call[0]
    if call.given(1):
        result = s.maximum(result, call[1])
    return s.minimum(result, call[2]) if call.given(2) else result


def _sign(s: ScalarCode, x: SSAValue) -> SSAValue:
    if x.type == i1:
        return x
    zero = s.like(0, x)
    positive, negative = s.compare("gt", x, zero), s.compare("lt", x, zero)
    return s.select(positive, s.like(1, x), s.select(negative, s.like(-1, x), zero))


def _rounding(name: str) -> PointwiseRule:
    """Return the rule of a rounding function; integers are whole already."""
    return PointwiseRule(unary(lambda s, x: s.call(name, x) if is_float(x.type) else x))


def _round_to_decimals(call: PointwiseCall) -> SSAValue:
    s, decimals = call.code, int(call.known_number(1, 0))
    ten = call.number(10.0 ** abs(decimals))
    if decimals < 0:
        return s.mul(s.call("roundeven", s.div(call[0], ten)), ten)
    return s.div(s.call("roundeven", s.mul(call[0], ten)), ten)


def _needs_constant(index: int) -> Callable[[Category, KnownOperand], str | None]:
    def refusal(category: Category, known: KnownOperand) -> str | None:
        known(index)
        return None

    return refusal


def _nan_to_num(call: PointwiseCall) -> SSAValue:
    s, x = call.code, call[0]
    if not is_float(call.type):
        return x
    infinity = call.number(math.inf)
    nan = call[1] if call.given(1) else call.number(0.0)
    high = call[2] if call.given(2) else s.limit(call.type)
    low = call[3] if call.given(3) else s.limit(call.type, negative=True)
    is_low = s.compare("eq", x, call.number(-math.inf))
    finite = s.select(s.compare("eq", x, infinity), high, s.select(is_low, low, x))
    return s.select(s.is_nan(x), nan, finite)


def _lerp(call: PointwiseCall) -> SSAValue:
    """Interpolate from the nearer end, so that both ends are exact."""
    s, start, end, weight = call.code, call[0], call[1], call[2]
    span, one = s.sub(end, start), call.number(1.0)
    near_start = s.compare("lt", s.absolute(weight), call.number(0.5))
    from_start = s.add(start, s.mul(weight, span))
    from_end = s.sub(end, s.mul(span, s.sub(one, weight)))
    return s.select(near_start, from_start, from_end)


def _addcmul(call: PointwiseCall) -> SSAValue:
    s = call.code
    return s.add(call[0], s.mul(_scale(call, 1, 3), call[2]))


def _addcdiv(call: PointwiseCall) -> SSAValue:
    s = call.code
    return s.add(call[0], s.div(_scale(call, 1, 3), call[2]))


ARITHMETIC: dict[str, PointwiseRule] = for_aten(
    {
        "add.Tensor add.Scalar": PointwiseRule(_add, ALL),
        "sub.Tensor sub.Scalar subtract.Tensor subtract.Scalar": PointwiseRule(_sub),
        "rsub.Tensor rsub.Scalar": PointwiseRule(_rsub),
        "mul.Tensor mul.Scalar multiply.Tensor multiply.Scalar": PointwiseRule(
            binary(ScalarCode.mul), ALL
        ),
        "div.Tensor div.Scalar divide.Tensor divide.Scalar": PointwiseRule(
            binary(ScalarCode.div), REALS
        ),
        "true_divide.Tensor true_divide.Scalar": PointwiseRule(binary(ScalarCode.div), REALS),
        "div.Tensor_mode div.Scalar_mode divide.Tensor_mode divide.Scalar_mode": PointwiseRule(
            _by_mode, refusal=_needs_constant(2), divisor=1
        ),
        "floor_divide floor_divide.Scalar": PointwiseRule(binary(floor_division), divisor=1),
        "remainder.Tensor remainder.Scalar remainder.Scalar_Tensor": PointwiseRule(
            binary(ScalarCode.floor_remainder), divisor=1
        ),
        "fmod.Tensor fmod.Scalar": PointwiseRule(binary(fmod), divisor=1),
        "pow.Tensor_Scalar": PointwiseRule(_power, refusal=_power_refusal),
        "pow.Tensor_Tensor": PointwiseRule(binary(_general_power)),
        "pow.Scalar": PointwiseRule(_power_of),
        "neg": PointwiseRule(unary(ScalarCode.neg)),
        "abs": PointwiseRule(unary(ScalarCode.absolute)),
        "square": PointwiseRule(unary(lambda s, x: s.mul(x, x))),
        "sign sgn": PointwiseRule(unary(_sign), ALL),
        "floor": _rounding("floor"),
        "ceil": _rounding("ceil"),
        "round": _rounding("roundeven"),
        "trunc fix": _rounding("trunc"),
        "round.decimals": PointwiseRule(_round_to_decimals, REALS, _needs_constant(1)),
        "frac": PointwiseRule(unary(lambda s, x: s.sub(x, s.call("trunc", x))), REALS),
        "reciprocal": PointwiseRule(unary(lambda s, x: s.div(s.like(1.0, x), x)), REALS),
        "sqrt": PointwiseRule(function("sqrt"), REALS),
        "rsqrt": PointwiseRule(unary(lambda s, x: s.div(s.like(1.0, x), s.call("sqrt", x))), REALS),
        "maximum max.other": PointwiseRule(binary(ScalarCode.maximum), ALL),
        "minimum min.other": PointwiseRule(binary(ScalarCode.minimum), ALL),
        "fmax": PointwiseRule(binary(ScalarCode.fmax), ALL),
        "fmin": PointwiseRule(binary(ScalarCode.fmin), ALL),
        "clamp clamp.Tensor clip clip.Tensor": PointwiseRule(_clamp),
        "clamp_min clamp_min.Tensor": PointwiseRule(binary(ScalarCode.maximum), ALL),
        "clamp_max clamp_max.Tensor": PointwiseRule(binary(ScalarCode.minimum), ALL),
        "nan_to_num": PointwiseRule(_nan_to_num, ALL),
        "copysign.Tensor copysign.Scalar": PointwiseRule(
            binary(lambda s, x, y: s.call("copysign", x, y)), REALS
        ),
        "lerp.Scalar lerp.Tensor": PointwiseRule(_lerp, REALS),
        "addcmul": PointwiseRule(_addcmul),
        "addcdiv": PointwiseRule(_addcdiv, REALS),
    }
)
