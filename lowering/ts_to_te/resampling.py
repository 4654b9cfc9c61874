"""Resampling of images: each element of the result is a weighted sum of a few neighbours.

    %r = aten.upsample_nearest1d(%x, [6], None)

becomes a `te.compute` that loads `%x` at `floor(i * scale)`. Positions are computed in the element
type of the image, as PyTorch does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from xdsl.dialects.builtin import f32, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.analysis.resampling import (
    KEPT,
    KEPT_OR_DOUBLED,
    NEVER,
    Ratios,
    factor_in_use,
    nearest_ratios,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.creation import index_number
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.rearrangements import clamp_index, number_of, shift_index
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

Tap: TypeAlias = tuple[SSAValue, SSAValue | None]
"""An index along one axis, and its weight; None stands for 1."""


@dataclass(frozen=True)
class _Axis:
    """An axis of `size` elements that is resampled to `count`, perhaps by a given factor."""

    size: int
    count: int
    factor: float | None

    @property
    def scale(self) -> float:
        """The distance in the source between neighbours of the result."""
        if self.factor is not None and self.factor > 0:
            return 1.0 / self.factor
        return self.size / max(self.count, 1)

    def by(self, ratios: Ratios) -> _Axis:
        """Return the axis without a factor that is disregarded."""
        return replace(self, factor=factor_in_use(self.size, self.count, self.factor, ratios))


TapsRule: TypeAlias = Callable[[FieldConversion, ScalarCode, SSAValue, _Axis], list[Tap]]
"""The taps along an axis for an index of the result."""


def _index(to: FieldConversion, code: ScalarCode, position: SSAValue, size: int) -> SSAValue:
    """Return a whole position as an index of the axis, or the nearest one."""
    return clamp_index(to, code, code.cast(code.cast(position, i64), INDEX), size)


def _nearest(
    offset: float,
    to: FieldConversion,
    code: ScalarCode,
    index: SSAValue,
    axis: _Axis,
) -> list[Tap]:
    scale = code.constant(axis.scale, f32)
    position = code.add(index_number(code, index, f32), offset)
    return [(_index(to, code, code.call("floor", code.mul(position, scale)), axis.size), None)]


def _position(
    to: FieldConversion,
    code: ScalarCode,
    index: SSAValue,
    axis: _Axis,
    *,
    cubic: bool,
) -> SSAValue:
    """Return where in the source the middle of an element of the result is."""
    dtype = to.result()[1]
    number = index_number(code, index, dtype)
    if to.call.flag("align_corners"):
        return code.mul(number, code.constant((axis.size - 1) / max(axis.count - 1, 1), dtype))
    scale = code.constant(axis.scale, dtype)
    position = code.sub(code.mul(scale, code.add(number, 0.5)), 0.5)
    return position if cubic else code.maximum(position, 0.0)


def _linear(
    to: FieldConversion,
    code: ScalarCode,
    index: SSAValue,
    axis: _Axis,
) -> list[Tap]:
    if axis.count == axis.size and axis.scale == 1:
        # A copy reads no neighbour, whose infinity would count even without weight.
        dtype = to.result()[1]
        return [(index, code.constant(1.0, dtype)), (index, code.constant(0.0, dtype))]
    position = _position(to, code, index, axis, cubic=False)
    first = _index(to, code, code.call("floor", position), axis.size)
    second = clamp_index(to, code, shift_index(code, first, 1), axis.size)
    weight = code.sub(position, index_number(code, first, position.type))
    weight = code.minimum(code.maximum(weight, 0.0), 1.0)
    return [(first, code.sub(1.0, weight)), (second, weight)]


def _cubic(
    to: FieldConversion,
    code: ScalarCode,
    index: SSAValue,
    axis: _Axis,
) -> list[Tap]:
    position = _position(to, code, index, axis, cubic=True)
    whole = code.call("floor", position)
    rest = code.sub(position, whole)
    taps: list[Tap] = []
    for distance in (-1, 0, 1, 2):
        place = _index(to, code, code.add(whole, float(distance)), axis.size)
        taps.append((place, _cubic_weight(code, rest, distance)))
    return taps


def _cubic_weight(code: ScalarCode, rest: SSAValue, distance: int) -> SSAValue:
    """Return the tap's weight at `distance` from the whole position."""
    x = code.absolute(code.sub(rest, float(distance)))
    a = -0.75  # as in PyTorch
    if distance in (0, 1):
        inner = code.sub(code.mul(x, a + 2), a + 3)
        return code.add(code.mul(code.mul(inner, x), x), 1.0)
    inner = code.sub(code.mul(x, a), 5 * a)
    return code.sub(code.mul(code.add(code.mul(inner, x), 8 * a), x), 4 * a)


_RatiosRule: TypeAlias = Callable[[Shape, list[_Axis]], Ratios]
"""The ratios for which a resampling of a shape along these axes disregards factors."""


def _always(ratios: Ratios) -> _RatiosRule:
    return lambda shape, axes: ratios


def _nearest_ratios(shape: Shape, axes: list[_Axis]) -> Ratios:
    ratios = nearest_ratios([axis.count for axis in axes], shape[1], None)
    if ratios is not None:
        return ratios
    if all(axis.by(NEVER).scale == axis.by(KEPT_OR_DOUBLED).scale for axis in axes):
        return NEVER
    raise Refusal("disregards a factor if the channels come last, which is not known")


def _resample(
    taps: TapsRule, rank: int, ratios_of: _RatiosRule, *, weighs: bool = True
) -> Callable[[FieldConversion], Field]:
    """Resample the last axes, one after another, the slowest first: its rows are read in order.
    Images between weighted sums are stored."""

    def rule(to: FieldConversion) -> Field:
        field, (shape, dtype) = to.operand("self"), to.result()
        if not is_float(dtype):
            raise Refusal("resamples integers")
        names = ("scales",) if rank == 1 else ("scales_d", "scales_h", "scales_w")[3 - rank :]
        values = [to.call.constant(name) if to.has(name) else None for name in names]
        factors = [float(v) if isinstance(v, int | float) else None for v in values]
        lead = len(shape) - rank
        sizes, counts = map(number_of, field.shape[lead:]), map(number_of, shape[lead:])
        given = [_Axis(*part) for part in zip(sizes, counts, factors, strict=True)]
        ratios = ratios_of(field.shape, given)
        for number, axis in enumerate([axis.by(ratios) for axis in given], lead):
            along = _along(partial(taps, to), field, number, axis)
            field = along if number == len(shape) - 1 or not weighs else to.arrange(along)
        return field

    return rule


def _along(
    taps: Callable[[ScalarCode, SSAValue, _Axis], list[Tap]],
    field: Field,
    number: int,
    axis: _Axis,
) -> Field:
    """Return a field that is resampled along one axis."""
    shape = (*field.shape[:number], axis.count, *field.shape[number + 1 :])

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        total: SSAValue | None = None
        for place, weight in taps(code, axes[number], axis):
            found = field.at(code, [*axes[:number], place, *axes[number + 1 :]])
            term = found if weight is None else code.mul(found, weight)
            total = term if total is None else code.add(total, term)
        assert total is not None
        return total

    return Field(shape, field.dtype, element)


_NEAREST: dict[str, tuple[float, _RatiosRule]] = {
    "upsample_nearest": (0.0, _nearest_ratios),
    "_upsample_nearest_exact": (0.5, _always(NEVER)),
}

RESAMPLING: dict[str, TeRule] = field_rules({
    **{
        f"{name}{rank}d": _resample(partial(_nearest, offset), rank, ratios, weighs=False)
        for name, (offset, ratios) in _NEAREST.items()
        for rank in (1, 2, 3)
    },
    "upsample_linear1d": _resample(_linear, 1, _always(KEPT)),
    "upsample_bilinear2d": _resample(_linear, 2, _always(KEPT)),
    "upsample_trilinear3d": _resample(_linear, 3, _always(KEPT)),
    "upsample_bicubic2d": _resample(_cubic, 2, _always(NEVER)),
})  # fmt: skip
"""By op name."""
