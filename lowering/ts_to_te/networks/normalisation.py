"""Softmax, and layers that normalise by mean and variance: reductions over rows, then one
`te.compute`.

    %r = aten.softmax.int(%x, 1, None)

becomes

    %m = te.reduce ... the maximum of each row
    %e = te.compute ... exp(x - m)
    %s = te.reduce ... the sum of each row of %e
    %r = te.compute ... e / s
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    Fields,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import (
    MAXIMUM,
    SUM,
    mean_over,
    variance_over,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_EPSILONS = {16: 2.0**-23, 32: 2.0**-23, 64: 2.0**-52}
"""The distance from 1 to the next number in the type to compute in, by the width of a float."""


# ---- softmax


def _subtract_maximum(to: FieldConversion) -> tuple[Field, tuple[int, ...]]:
    """Return the operand less the maximum of each row, and the axis of rows."""
    field = to.operand("self").cast(to.result()[1])
    if not is_float(field.dtype):
        raise Refusal("supports only floats")
    axes = shapes.reduced_axes(len(field.shape), (to.call.int("dim"),))
    if 0 in field.shape:
        return field, axes
    return to.pointwise(ScalarCode.sub, field, to.reduce(MAXIMUM, field, axes, keepdim=True)), axes


def _exp(code: ScalarCode, x: SSAValue) -> SSAValue:
    return code.call("exp", x)


def _softmax(to: FieldConversion) -> Field:
    shifted, axes = _subtract_maximum(to)
    powers = to.store(to.pointwise(_exp, shifted))
    return to.pointwise(ScalarCode.div, powers, to.reduce(SUM, powers, axes, keepdim=True))


def _safe_softmax(to: FieldConversion) -> Field:
    """Return 0 in rows that contain only minus infinity."""
    softmax, field = _softmax(to), to.operand("self").cast(to.result()[1])
    if 0 in field.shape:
        return softmax
    axes = shapes.reduced_axes(len(field.shape), (to.call.int("dim"),))
    highest = to.reduce(MAXIMUM, field, axes, keepdim=True)

    def element(code: ScalarCode, top: SSAValue, value: SSAValue) -> SSAValue:
        return code.select(code.compare("eq", top, -math.inf), 0.0, value)

    return to.pointwise(element, highest, softmax)


def _log_softmax(to: FieldConversion) -> Field:
    shifted, axes = _subtract_maximum(to)
    total = to.reduce(SUM, to.pointwise(_exp, shifted), axes, keepdim=True)
    logarithm = to.store(to.pointwise(lambda code, t: code.call("log", t), total))
    return to.pointwise(ScalarCode.sub, shifted, logarithm)


# ---- layers


def _scale_of(to: FieldConversion, variance: Field, default: float = 1e-5) -> Field:
    """Return `1 / sqrt(variance + eps)`, stored; `default` is eps if the call has none."""
    eps = float(to.constant_number("eps", default))

    def element(code: ScalarCode, v: SSAValue) -> SSAValue:
        return code.div(1.0, code.call("sqrt", code.add(v, eps)))

    return to.store(to.pointwise(element, variance))


def _normalize(
    to: FieldConversion,
    field: Field,
    center: Field,
    scale: Field,
    parameters: Sequence[Field | None],
) -> Field:
    """Return `(field - center) * scale * weight + bias`; parameters may be absent."""

    def distance(code: ScalarCode, x: SSAValue, m: SSAValue, s: SSAValue) -> SSAValue:
        return code.mul(code.sub(x, m), s)

    weight, bias = parameters
    result = to.pointwise(distance, field, center, scale)
    if weight is not None:
        result = to.pointwise(ScalarCode.mul, result, weight)
    return result if bias is None else to.pointwise(ScalarCode.add, result, bias)


def _float_input(to: FieldConversion) -> Field:
    field = to.operand("input")
    if not is_float(field.dtype):
        raise Refusal("supports only floats")
    others = (to.optional(name) for name in ("weight", "bias", "running_mean", "running_var"))
    if any(other is not None and other.dtype != field.dtype for other in others):
        raise Refusal("has parameters of another element type")
    return field


def _normalized_axes(to: FieldConversion, field: Field) -> tuple[int, ...]:
    sizes, rank = to.call.dims("normalized_shape"), len(field.shape)
    if not sizes or field.shape[rank - len(sizes) :] != sizes:
        raise Refusal(f"normalises {shapes.show(sizes)} of {shapes.show(field.shape)}")
    return tuple(range(rank - len(sizes), rank))


def _layer_norm(to: FieldConversion) -> list[Field]:
    field = _float_input(to)
    axes = _normalized_axes(to, field)
    variance, center = variance_over(to, field, axes, keepdim=True)
    scale = _scale_of(to, variance)
    parameters = to.optional("weight"), to.optional("bias")
    return [_normalize(to, field, center, scale, parameters), center, scale]


def _rms_norm(to: FieldConversion) -> list[Field]:
    field = _float_input(to)
    axes = _normalized_axes(to, field)
    assert isinstance(field.dtype, AnyFloat)
    squares = to.pointwise(lambda code, x: code.mul(x, x), field)
    mean = mean_over(to, squares, axes, keepdim=True)
    scale = _scale_of(to, mean, _EPSILONS[field.dtype.bitwidth])
    result = to.pointwise(ScalarCode.mul, field, scale)
    weight = to.optional("weight")
    return [result if weight is None else to.pointwise(ScalarCode.mul, result, weight), scale]


def _optional_channels(to: FieldConversion, name: str, rank: int) -> Field | None:
    """Return an operand, if it is given: a vector of channels, broadcast along axis 1 of `rank`."""
    field = to.optional(name)
    if field is None:
        return None
    return field.remap((*field.shape, *(1,) * (rank - 2)), lambda _, axes: axes[:1])


def _group_norm(to: FieldConversion) -> list[Field]:
    """Normalise over groups of channels, an axis of their own between batch and channels."""
    field = _float_input(to)
    batch, channels, *rest = shapes.require_rank(field.shape, 2)
    groups = to.call.int("num_groups" if to.has("num_groups") else "group")
    if not isinstance(channels, int) or groups < 1 or channels % groups:
        raise Refusal(f"divides {channels} channels into {groups} groups")
    members = channels // groups

    def split(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        first = code.mul(axes[1], code.constant(members, INDEX))
        return [axes[0], code.add(first, axes[2]), *axes[3:]]

    def group_of(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        member = code.constant(members, INDEX)
        return [axes[0], code.emit(arith.DivUIOp(axes[1], member)).result]

    grouped = field.remap((batch, groups, members, *rest), split)
    axes = tuple(range(2, len(grouped.shape)))
    variance, center = variance_over(to, grouped, axes)
    center, scale = to.store(center), _scale_of(to, variance)
    shape = (batch, channels, *(1,) * len(rest))
    means, scales = (part.remap(shape, group_of) for part in (center, scale))
    rank = len(field.shape)
    parameters = [_optional_channels(to, name, rank) for name in ("weight", "bias")]
    return [_normalize(to, field, means, scales, parameters), center, scale]


def _batch_norm(to: FieldConversion) -> Field:
    field = _float_input(to)
    rank = len(shapes.require_rank(field.shape, 2))
    running = [_optional_channels(to, name, rank) for name in ("running_mean", "running_var")]
    if to.call.flag("training"):
        if any(part is not None for part in running):
            raise Refusal("writes running statistics")
        axes = (0, *range(2, rank))
        variance, center = variance_over(to, field, axes, keepdim=True)
    else:
        center, variance = running
    if center is None or variance is None:
        raise Refusal("has no running statistics")
    parameters = [_optional_channels(to, name, rank) for name in ("weight", "bias")]
    return _normalize(to, field, center, _scale_of(to, variance), parameters)


def _first(
    rule: Callable[[FieldConversion], Sequence[Field]],
) -> Callable[[FieldConversion], Fields]:
    return lambda to: rule(to)[0]


NORMALISATIONS: dict[str, TeRule] = field_rules({
    "softmax.int _softmax special_softmax": _softmax,
    "_safe_softmax": _safe_softmax,
    "log_softmax.int _log_softmax special_log_softmax": _log_softmax,
    "layer_norm": _first(_layer_norm),
    "native_layer_norm": _layer_norm,
    "rms_norm": _first(_rms_norm),
    "_fused_rms_norm": _rms_norm,
    "group_norm": _first(_group_norm),
    "native_group_norm": _group_norm,
    "batch_norm": _batch_norm,
})  # fmt: skip
"""By op name."""
