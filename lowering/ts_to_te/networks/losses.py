"""Losses and distances: a pointwise comparison of two tensors, and its sum, mean or norm."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.checks import positions, require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    Axes,
    Field,
    FieldConversion,
    FieldRule,
    ScalarBinary,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import (
    SUM,
    mean_over,
    norm_of,
    squared_distance,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_NONE, _MEAN, _SUM = range(3)
"""PyTorch's numbers for reductions."""


def _reduce(to: FieldConversion, losses: Field) -> Field:
    axes, kind = range(len(losses.shape)), to.call.int("reduction", _MEAN)
    if kind == _NONE:
        return losses
    return mean_over(to, losses, axes) if kind == _MEAN else to.reduce(SUM, losses, axes)


def _operands(to: FieldConversion) -> tuple[Field, Field]:
    _, dtype = to.result()
    if not is_float(dtype):
        raise Refusal("supports only floats")
    return to.operand("self").cast(dtype), to.operand("target").cast(dtype)


def _loss(distance: Callable[[FieldConversion], ScalarBinary]) -> FieldRule:
    """Return the rule of a loss, given how the distance follows from the arguments."""
    return lambda to: _reduce(to, to.pointwise(distance(to), *_operands(to)))


def _smooth(to: FieldConversion) -> ScalarBinary:
    """Return squares below `beta`, and distances above."""
    beta = float(to.constant_number("beta", 1.0))

    def body(code: ScalarCode, x: SSAValue, y: SSAValue) -> SSAValue:
        distance = code.absolute(code.sub(x, y))
        if beta == 0:
            return distance
        half, limit = code.like(0.5, x), code.like(beta, x)
        square = code.div(code.mul(half, code.mul(distance, distance)), limit)
        line = code.sub(distance, code.mul(half, limit))
        return code.select(code.compare("lt", distance, limit), square, line)

    return body


def _huber(to: FieldConversion) -> ScalarBinary:
    delta = float(to.constant_number("delta", 1.0))

    def body(code: ScalarCode, x: SSAValue, y: SSAValue) -> SSAValue:
        distance = code.absolute(code.sub(x, y))
        half, limit = code.like(0.5, x), code.like(delta, x)
        square = code.mul(half, code.mul(distance, distance))
        line = code.mul(limit, code.sub(distance, code.mul(half, limit)))
        return code.select(code.compare("le", distance, limit), square, line)

    return body


def _soft_margin(to: FieldConversion) -> ScalarBinary:
    def body(code: ScalarCode, x: SSAValue, y: SSAValue) -> SSAValue:
        return code.call("log1p", code.call("exp", code.neg(code.mul(x, y))))

    return body


def _weight(to: FieldConversion, losses: Field) -> Field:
    weight = to.optional("weight")
    if weight is None:
        return losses
    return to.pointwise(ScalarCode.mul, losses, weight.cast(losses.dtype))


def _cross_entropy_of_two(to: FieldConversion) -> Field:
    """Clamp logarithms to at least -100, as PyTorch does."""
    x, target = _operands(to)

    def is_probability(code: ScalarCode, axes: Axes) -> SSAValue:
        value = x.at(code, axes)
        return code.bit_and(code.compare("ge", value, 0.0), code.compare("le", value, 1.0))

    def loss(code: ScalarCode, p: SSAValue, t: SSAValue) -> SSAValue:
        one, least = code.like(1.0, p), code.like(-100.0, p)
        yes = code.maximum(code.call("log", p), least)
        no = code.maximum(code.call("log1p", code.neg(p)), least)
        return code.sub(code.mul(code.sub(t, one), no), code.mul(t, yes))

    require_all(to, Field(x.shape, i1, is_probability), "an element is not within [0, 1]")
    return _reduce(to, _weight(to, to.pointwise(loss, x, target)))


def _cross_entropy_of_logits(to: FieldConversion) -> Field:
    x, target = _operands(to)
    weight = to.optional("pos_weight")
    weight = to.constant(1.0, x.dtype) if weight is None else weight.cast(x.dtype)

    def loss(code: ScalarCode, x: SSAValue, t: SSAValue, w: SSAValue) -> SSAValue:
        one, zero = code.like(1.0, x), code.like(0.0, x)
        scale = code.add(one, code.mul(code.sub(w, one), t))
        small = code.call("log1p", code.call("exp", code.neg(code.absolute(x))))
        rest = code.add(small, code.maximum(code.neg(x), zero))
        return code.add(code.mul(code.sub(one, t), x), code.mul(scale, rest))

    return _reduce(to, _weight(to, to.pointwise(loss, x, target, weight)))


def _likelihood(to: FieldConversion) -> list[Field]:
    """Return the negated inputs at the targets, weighted, and the sum of the weights."""
    x, target = to.operand("self"), to.operand("target")
    axis, ignored = min(len(shapes.require_rank(x.shape, 1)) - 1, 1), to.call.int("ignore_index")

    def is_kept(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.compare("ne", code.cast(target.at(code, axes), i64), ignored)

    def checked(code: ScalarCode, axes: Axes) -> SSAValue:
        wanted = code.cast(target.at(code, axes), i64)
        return code.select(is_kept(code, axes), wanted, 0)

    place = positions(to, Field(target.shape, i64, checked), x.shape[axis])
    weight = to.optional("weight")

    def weight_at(code: ScalarCode, axes: Axes) -> SSAValue:
        one = code.constant(1.0, x.dtype)
        value = one if weight is None else weight.at(code, [place.at(code, axes)])
        return code.select(is_kept(code, axes), value, code.constant(0.0, x.dtype))

    def loss(code: ScalarCode, axes: Axes) -> SSAValue:
        value = x.at(code, [*axes[:axis], place.at(code, axes), *axes[axis:]])
        product = code.neg(code.mul(value, weight_at(code, axes)))
        return code.select(is_kept(code, axes), product, code.constant(0.0, x.dtype))

    losses, axes = Field(target.shape, x.dtype, loss), range(len(target.shape))
    kind = to.call.int("reduction")
    if kind == _NONE:
        return [losses, to.constant(0.0, x.dtype)]
    total = to.reduce(SUM, losses, axes)
    weights = to.reduce(SUM, Field(target.shape, x.dtype, weight_at), axes)
    return [to.pointwise(ScalarCode.div, total, weights) if kind == _MEAN else total, weights]


def _distance(to: FieldConversion) -> Field:
    """Return the norm of a difference."""
    _, dtype = to.result()
    operands = (to.operand(name).cast(dtype) for name in ("self", "other"))
    difference = to.pointwise(ScalarCode.sub, *operands)
    return norm_of(to, float(to.constant_number("p", 2.0)), difference)


LOSSES: dict[str, TeRule] = field_rules({
    "mse_loss": _loss(lambda to: squared_distance),
    "smooth_l1_loss": _loss(_smooth),
    "huber_loss": _loss(_huber),
    "soft_margin_loss": _loss(_soft_margin),
    "binary_cross_entropy": _cross_entropy_of_two,
    "binary_cross_entropy_with_logits": _cross_entropy_of_logits,
    "nll_loss_forward nll_loss2d_forward": _likelihood,
    "dist": _distance,
})  # fmt: skip
"""By op name."""
