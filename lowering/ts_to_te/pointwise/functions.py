"""Pointwise functions of real numbers: transcendental ones and the activations of networks.

Formulas follow PyTorch's CPU kernels (aten/src/ATen/native/cpu/Activation.cpp and
UnaryOpsKernel.cpp), so special values agree. At comparisons, NaN takes the same branch.
"""

from __future__ import annotations

import math

from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.promotion import Category
from xdsl_torchscript.lowering.ts_to_te.rule import (
    ALL,
    NUMBERS,
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

_OF_MATH = """
    sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10
    log1p erf erfc
    """


def sigmoid(s: ScalarCode, x: SSAValue) -> SSAValue:
    one = s.like(1.0, x)
    return s.div(one, s.add(one, s.call("exp", s.neg(x))))


def _limit(s: ScalarCode, x: SSAValue, low: float, high: float) -> SSAValue:
    return s.minimum(s.maximum(x, s.like(low, x)), s.like(high, x))


def _sixth_of_relu6(s: ScalarCode, x: SSAValue) -> SSAValue:
    """`relu6(x + 3) / 6`."""
    return s.div(_limit(s, s.add(x, s.like(3.0, x)), 0.0, 6.0), s.like(6.0, x))


def _hardswish(s: ScalarCode, x: SSAValue) -> SSAValue:
    limited = _limit(s, s.add(x, s.like(3.0, x)), 0.0, 6.0)
    return s.div(s.mul(x, limited), s.like(6.0, x))


def _silu(s: ScalarCode, x: SSAValue) -> SSAValue:
    return s.div(x, s.add(s.like(1.0, x), s.call("exp", s.neg(x))))


def _mish(s: ScalarCode, x: SSAValue) -> SSAValue:
    return s.mul(x, s.call("tanh", s.call("log1p", s.call("exp", x))))


def _log_sigmoid(s: ScalarCode, x: SSAValue) -> SSAValue:
    tail = s.call("log1p", s.call("exp", s.neg(s.absolute(x))))
    return s.sub(s.minimum(x, s.like(0.0, x)), tail)


def _gelu(call: PointwiseCall) -> SSAValue:
    s, x = call.code, call[0]
    half, one = call.number(0.5), call.number(1.0)
    if call.known(1) == "tanh":
        cube = s.mul(s.mul(x, x), x)
        inner = s.mul(
            call.number(math.sqrt(2 / math.pi)), s.add(x, s.mul(call.number(0.044715), cube))
        )
        return s.mul(s.mul(half, x), s.add(one, s.call("tanh", inner)))
    scaled = s.mul(x, call.number(math.sqrt(0.5)))
    return s.mul(s.mul(x, half), s.add(one, s.call("erf", scaled)))


def _gelu_refusal(category: Category, known: KnownOperand) -> str | None:
    kind = known(1)
    return (
        None
        if kind in ("none", "tanh")
        else f"the approximation {kind!r} is unknown, expected 'none' or 'tanh'"
    )


def _exponential_unit(
    s: ScalarCode, x: SSAValue, negative: SSAValue, positive: SSAValue, inner: SSAValue
) -> SSAValue:
    """`negative * expm1(inner)` up to 0, and `positive * x` above."""
    is_negative = s.compare("le", x, s.like(0.0, x))
    return s.select(is_negative, s.mul(s.call("expm1", inner), negative), s.mul(x, positive))


def _elu(call: PointwiseCall) -> SSAValue:
    s, x = call.code, call[0]
    return _exponential_unit(s, x, s.mul(call[1], call[2]), call[2], s.mul(x, call[3]))


def _celu(call: PointwiseCall) -> SSAValue:
    s, x = call.code, call[0]
    return _exponential_unit(s, x, call[1], call.number(1.0), s.div(x, call[1]))


def _selu(call: PointwiseCall) -> SSAValue:
    alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
    s, x = call.code, call[0]
    return _exponential_unit(s, x, call.number(alpha * scale), call.number(scale), x)


def _softplus(call: PointwiseCall) -> SSAValue:
    s, x, beta = call.code, call[0], call[1]
    scaled = s.mul(x, beta)
    smooth = s.div(s.call("log1p", s.call("exp", scaled)), beta)
    return s.select(s.compare("gt", scaled, call[2]), x, smooth)


def _relu(s: ScalarCode, x: SSAValue) -> SSAValue:
    """Keep -0.0, as PyTorch does."""
    zero = s.like(0, x)
    return s.select(s.compare("lt", x, zero), zero, x)


def _leaky_relu(call: PointwiseCall) -> SSAValue:
    s, x = call.code, call[0]
    return s.select(s.compare("gt", x, call.number(0.0)), x, s.mul(x, call[1]))


def _hardtanh(call: PointwiseCall) -> SSAValue:
    return call.code.minimum(call.code.maximum(call[0], call[1]), call[2])


def _threshold(call: PointwiseCall) -> SSAValue:
    s = call.code
    return s.select(s.compare("le", call[0], call[1]), call[2], call[0])


def _threshold_backward(call: PointwiseCall) -> SSAValue:
    s = call.code
    return s.select(s.compare("le", call[1], call[2]), call.number(0), call[0])


def _hardshrink(call: PointwiseCall) -> SSAValue:
    s, x, bound = call.code, call[0], call[1]
    inside = s.bit_and(s.compare("ge", x, s.neg(bound)), s.compare("le", x, bound))
    return s.select(inside, call.number(0.0), x)


def _softshrink(call: PointwiseCall) -> SSAValue:
    s, x, bound = call.code, call[0], call[1]
    low = s.select(s.compare("lt", x, s.neg(bound)), s.add(x, bound), s.mul(x, call.number(0.0)))
    return s.select(s.compare("gt", x, bound), s.sub(x, bound), low)


def _logit(call: PointwiseCall) -> SSAValue:
    s, x, one = call.code, call[0], call.number(1.0)
    if call.given(1):
        eps = call[1]
        high = s.sub(one, eps)
        x = s.select(s.compare("lt", x, eps), eps, s.select(s.compare("gt", x, high), high, x))
    return s.call("log", s.div(x, s.sub(one, x)))


def _sinc(s: ScalarCode, x: SSAValue) -> SSAValue:
    scaled = s.mul(x, s.like(math.pi, x))
    is_zero = s.compare("eq", x, s.like(0.0, x))
    return s.select(is_zero, s.like(1.0, x), s.div(s.call("sin", scaled), scaled))


def _xlogy(s: ScalarCode, x: SSAValue, y: SSAValue) -> SSAValue:
    zero = s.like(0.0, x)
    defined = s.select(s.compare("eq", x, zero), zero, s.mul(x, s.call("log", y)))
    return s.select(s.is_nan(y), y, defined)


def _hypot(s: ScalarCode, x: SSAValue, y: SSAValue) -> SSAValue:
    """Scaled by the greater one, whose square might overflow; infinite if one of them is."""
    a, b, zero, one = s.absolute(x), s.absolute(y), s.like(0.0, x), s.like(1.0, x)
    high, low = s.maximum(a, b), s.minimum(a, b)
    ratio = s.div(low, high)
    length = s.mul(high, s.call("sqrt", s.add(one, s.mul(ratio, ratio))))
    either = s.fmax(a, b)
    infinity = s.like(math.inf, x)
    exact = s.select(s.compare("eq", high, zero), zero, length)
    return s.select(s.compare("eq", either, infinity), infinity, exact)


def _sigmoid_backward(s: ScalarCode, grad: SSAValue, y: SSAValue) -> SSAValue:
    return s.mul(s.mul(grad, s.sub(s.like(1.0, y), y)), y)


def _tanh_backward(s: ScalarCode, grad: SSAValue, y: SSAValue) -> SSAValue:
    return s.mul(grad, s.sub(s.like(1.0, y), s.mul(y, y)))


def _silu_backward(s: ScalarCode, grad: SSAValue, x: SSAValue) -> SSAValue:
    one, gate = s.like(1.0, x), sigmoid(s, x)
    slope = s.add(one, s.mul(x, s.sub(one, gate)))
    return s.mul(s.mul(grad, gate), slope)


def _xlog1py(s: ScalarCode, x: SSAValue, y: SSAValue) -> SSAValue:
    """`x * log1p(y)`, and 0 if `x` is 0 and `y` is a number."""
    zero = s.like(0.0, x)
    product = s.select(s.compare("eq", x, zero), zero, s.mul(x, s.call("log1p", y)))
    return s.select(s.is_nan(y), y, product)


def _entropy(s: ScalarCode, x: SSAValue) -> SSAValue:
    """`-x * log(x)`, 0 at 0, and minus infinity below."""
    zero = s.like(0.0, x)
    edge = s.select(s.compare("eq", x, zero), zero, s.like(-math.inf, x))
    value = s.select(s.gt(x, zero), s.mul(s.neg(x), s.call("log", x)), edge)
    return s.select(s.is_nan(x), x, value)


def _normal_cdf(s: ScalarCode, x: SSAValue) -> SSAValue:
    """Return the normal distribution, whose tails are not differences from 1."""
    scaled, half = s.mul(x, s.like(math.sqrt(0.5), x)), s.like(0.5, x)
    size = s.absolute(scaled)
    middle = s.add(half, s.mul(half, s.call("erf", scaled)))
    tail = s.mul(half, s.call("erfc", size))
    outer = s.select(s.gt(scaled, s.like(0.0, x)), s.sub(s.like(1.0, x), tail), tail)
    return s.select(s.lt(size, s.like(math.sqrt(0.5), x)), middle, outer)


def log_add(
    s: ScalarCode, a: SSAValue, b: SSAValue, exp: str = "exp", factor: float = 1.0
) -> SSAValue:
    """Return the logarithm of the sum of powers; of equal infinities, the infinity."""
    distance = s.neg(s.absolute(s.sub(a, b)))
    rest = s.mul(s.call("log1p", s.call(exp, distance)), s.like(factor, a))
    is_same = s.bit_and(s.compare("eq", a, b), s.eq(s.absolute(a), s.like(math.inf, a)))
    return s.select(is_same, a, s.add(s.maximum(a, b), rest))


def _log_add_of_2(s: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    return log_add(s, a, b, "exp2", 1 / math.log(2))


def _heaviside(s: ScalarCode, x: SSAValue, at_zero: SSAValue) -> SSAValue:
    zero = s.like(0, x)
    return s.select(s.compare("eq", x, zero), at_zero, s.cast(s.gt(x, zero), x.type))


def _angle(s: ScalarCode, x: SSAValue) -> SSAValue:
    """Return 0, or pi below 0."""
    side = s.select(s.lt(x, s.like(0.0, x)), math.pi, s.like(0.0, x))
    return s.select(s.is_nan(x), x, side)


def _dropout_backward(call: PointwiseCall) -> SSAValue:
    return call.code.mul(call[0], call.code.mul(call[1], call[2]))


def _times(factor: float) -> PointwiseRule:
    return PointwiseRule(unary(lambda s, x: s.mul(x, s.like(factor, x))), REALS)


FUNCTIONS: dict[str, PointwiseRule] = for_aten(
    {name: PointwiseRule(function(name), REALS) for name in _OF_MATH.split()}
) | for_aten(
    {
        "atan2 arctan2": PointwiseRule(binary(lambda s, x, y: s.call("atan2", x, y)), REALS),
        "hypot": PointwiseRule(binary(_hypot), REALS),
        "deg2rad": _times(math.pi / 180),
        "rad2deg": _times(180 / math.pi),
        "sinc": PointwiseRule(unary(_sinc), REALS),
        "logit": PointwiseRule(_logit, REALS),
        "xlogy.Tensor xlogy.Scalar_Other xlogy.Scalar_Self": PointwiseRule(binary(_xlogy), REALS),
        "special_xlog1py special_xlog1py.other_scalar special_xlog1py.self_scalar": PointwiseRule(
            binary(_xlog1py), REALS
        ),
        "special_entr": PointwiseRule(unary(_entropy), REALS),
        "special_ndtr": PointwiseRule(unary(_normal_cdf), REALS),
        "logaddexp": PointwiseRule(binary(log_add), REALS),
        "logaddexp2": PointwiseRule(binary(_log_add_of_2), REALS),
        "ldexp.Tensor": PointwiseRule(binary(lambda s, x, n: s.mul(x, s.call("exp2", n))), REALS),
        "heaviside": PointwiseRule(binary(_heaviside), ALL),
        "sigmoid": PointwiseRule(unary(sigmoid), REALS),
        "relu": PointwiseRule(unary(_relu)),
        "relu6": PointwiseRule(unary(lambda s, x: _limit(s, x, 0, 6))),
        "hardtanh": PointwiseRule(_hardtanh),
        "leaky_relu _prelu_kernel": PointwiseRule(_leaky_relu, REALS),
        "elu": PointwiseRule(_elu, REALS),
        "celu": PointwiseRule(_celu, REALS),
        "selu": PointwiseRule(_selu, REALS),
        "silu": PointwiseRule(unary(_silu), REALS),
        "mish": PointwiseRule(unary(_mish), REALS),
        "gelu": PointwiseRule(_gelu, REALS, _gelu_refusal),
        "softplus": PointwiseRule(_softplus, REALS),
        "log_sigmoid": PointwiseRule(unary(_log_sigmoid), REALS),
        "hardsigmoid": PointwiseRule(unary(_sixth_of_relu6), REALS),
        "hardswish": PointwiseRule(unary(_hardswish), REALS),
        "hardshrink": PointwiseRule(_hardshrink, REALS),
        "softshrink": PointwiseRule(_softshrink, REALS),
        "threshold": PointwiseRule(_threshold, NUMBERS),
        "threshold_backward": PointwiseRule(_threshold_backward, NUMBERS),
        "sigmoid_backward": PointwiseRule(binary(_sigmoid_backward), REALS),
        "tanh_backward": PointwiseRule(binary(_tanh_backward), REALS),
        "angle": PointwiseRule(unary(_angle), REALS),
        "native_dropout_backward": PointwiseRule(_dropout_backward, REALS),
        "silu_backward": PointwiseRule(binary(_silu_backward), REALS),
    }
)
