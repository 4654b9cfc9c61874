"""Resampling of images: each element of the result is a weighted sum of a few neighbours.

    %r = aten.upsample_nearest1d(%x, [6], None)

becomes a `te.compute` that loads `%x` at `floor(i * step)`. Positions are computed in the element
type of the image, as PyTorch does; those along the last axis once for all rows, in tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from xdsl.dialects.builtin import f32, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.size_expression import equals, exact_quotient, least, mul, sub
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.analysis.resampling import (
    KEPT,
    KEPT_OR_DOUBLED,
    NEVER,
    Ratios,
    nearest_ratios,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.arrays.creation import index_number
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import clamp_index, shift_index
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

Tap: TypeAlias = tuple[SSAValue, SSAValue | None]
"""An index along one axis, and its weight; None stands for 1."""


@dataclass(frozen=True)
class _Axis:
    """An axis of `size` elements that is resampled to `count`, perhaps by a given factor."""

    size: Dim
    count: Dim
    factor: float | None
    ratios: Ratios = NEVER
    """The multiples of `size` that `count` has if the factor is disregarded."""

    @property
    def step(self) -> float | None:
        """The distance in the source between neighbours of the result, None if it is not known."""
        given = self.given_step
        if given is None:
            return _quotient_of(self.size, self.count)
        steps = {1.0 / r for r in self.ratios if self.is_multiple(r)} or {given}
        steps |= {1.0 / r for r in self.ratios if self.is_multiple(r) is None}
        return min(steps) if len(steps) == 1 else None

    @property
    def given_step(self) -> float | None:
        """The distance by the factor, if it is given."""
        return 1.0 / self.factor if self.factor is not None and self.factor > 0 else None

    @property
    def grows(self) -> bool:
        """Return whether the result is known to have more elements."""
        return (least(sub(self.count, self.size)) or 0) > 0

    def is_multiple(self, ratio: int) -> bool | None:
        """Return whether the new size is this multiple of the old one, None if only the run knows
        it."""
        return equals(self.count, mul(self.size, ratio))


def _quotient_of(size: Dim, count: Dim) -> float | None:
    """Return the quotient of two sizes, None if only the run knows it."""
    if isinstance(size, int) and isinstance(count, int):
        return size / max(count, 1)
    ratio = exact_quotient(count, size)
    # The quotient of rounded sizes is exact for powers of two alone.
    is_exact = isinstance(ratio, int) and ratio > 0 and ratio & (ratio - 1) == 0
    return 1.0 / ratio if isinstance(ratio, int) and is_exact else None


TapsRule: TypeAlias = Callable[[FieldConversion, ScalarCode, SSAValue, _Axis], list[Tap]]
"""The taps along an axis for an index of the result."""

AxisTaps: TypeAlias = Callable[[ScalarCode, SSAValue, _Axis], list[Tap]]
"""The same inside of one conversion."""


def _index(to: FieldConversion, code: ScalarCode, position: SSAValue, size: Dim) -> SSAValue:
    """Return a whole position as an index of the axis, or the nearest one."""
    return clamp_index(to, code, code.cast(code.cast(position, i64), INDEX), size)


def _step(to: FieldConversion, code: ScalarCode, axis: _Axis, dtype: Attribute) -> SSAValue:
    """Return the distance in the source between neighbours of the result, computed before the
    elements if only the run knows it."""
    known = axis.step
    if known is not None:
        return code.constant(known, dtype)
    before, given = to.to.code, axis.given_step
    size, count = (to.to.index(before, number) for number in (axis.size, axis.count))
    if given is None:
        return before.div(index_number(before, size, dtype), index_number(before, count, dtype))
    step = before.constant(given, dtype)
    for ratio in axis.ratios:
        multiple = before.mul(size, before.constant(ratio, INDEX))
        step = before.select(before.compare("eq", count, multiple), 1.0 / ratio, step)
    return step


def _step_of_corners(
    to: FieldConversion, code: ScalarCode, axis: _Axis, dtype: Attribute
) -> SSAValue:
    """Return the distance in the source between neighbours of the result if both have their first
    and last elements in common."""
    known = 0.0 if axis.count == 1 else _quotient_of(sub(axis.size, 1), sub(axis.count, 1))
    if known is not None:
        return code.constant(known, dtype)
    before = to.to.code
    size, count = (
        index_number(before, shift_index(before, to.to.index(before, number), -1), dtype)
        for number in (axis.size, axis.count)
    )
    return before.div(size, count)


def _nearest(
    offset: float,
    to: FieldConversion,
    code: ScalarCode,
    index: SSAValue,
    axis: _Axis,
) -> list[Tap]:
    step = _step(to, code, axis, f32)
    position = code.add(index_number(code, index, f32), offset)
    return [(_index(to, code, code.call("floor", code.mul(position, step)), axis.size), None)]


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
        return code.mul(number, _step_of_corners(to, code, axis, dtype))
    step = _step(to, code, axis, dtype)
    position = code.sub(code.mul(step, code.add(number, 0.5)), 0.5)
    return position if cubic else code.maximum(position, 0.0)


def _linear(
    to: FieldConversion,
    code: ScalarCode,
    index: SSAValue,
    axis: _Axis,
) -> list[Tap]:
    # A copy reads no neighbour, whose infinity would count even without weight.
    copies = axis.is_multiple(1)
    if copies:
        dtype = to.result()[1]
        return [(index, code.constant(1.0, dtype)), (index, code.constant(0.0, dtype))]
    position = _position(to, code, index, axis, cubic=False)
    first = _index(to, code, code.call("floor", position), axis.size)
    second = clamp_index(to, code, shift_index(code, first, 1), axis.size)
    if copies is None:
        size, count = (to.to.index(to.to.code, number) for number in (axis.size, axis.count))
        second = code.select(to.to.code.compare("eq", size, count), first, second)
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
    if all(axis.step == replace(axis, ratios=KEPT_OR_DOUBLED).step for axis in axes):
        return NEVER
    raise Refusal("disregards a factor in some layouts and for some sizes, which are not known")


def _resample(
    taps: TapsRule, rank: int, ratios_of: _RatiosRule, *, neighbours: int
) -> Callable[[FieldConversion], Field]:
    """Resample the last axes by sums of so many weighted neighbours, one axis after another, the
    slowest first: its rows are read in order. A single neighbour is copied, along the last axis
    first, so that rows are copied whole. Images between sums are stored."""
    weighs = neighbours > 1

    def rule(to: FieldConversion) -> Field:
        field, (shape, dtype) = to.operand("self"), to.result()
        if not is_float(dtype):
            raise Refusal("resamples integers")
        axes, lead = _axes_of(to, field, rank, ratios_of), len(shape) - rank
        along: list[AxisTaps] = [partial(taps, to)] * rank
        if any(size != 1 for size in shape[:-1]):
            parts = [i64, dtype] * neighbours if weighs else [i64]
            along[-1] = _tabulate(to, along[-1], axes[-1], parts)
        order = range(rank) if weighs else range(rank)[::-1]
        for number in order:
            field = _along(along[number], field, lead + number, axes[number])
            if number != order[-1] and (weighs or axes[number - 1].grows):
                field = to.arrange(field)
        return field

    return rule


def _axes_of(to: FieldConversion, field: Field, rank: int, ratios_of: _RatiosRule) -> list[_Axis]:
    names = ("scales",) if rank == 1 else ("scales_d", "scales_h", "scales_w")[3 - rank :]
    values = [to.call.constant(name) if to.has(name) else None for name in names]
    factors = [float(v) if isinstance(v, int | float) else None for v in values]
    sizes = zip(field.shape[-rank:], to.result()[0][-rank:], factors, strict=True)
    given = [_Axis(*part) for part in sizes]
    ratios = ratios_of(field.shape, given)
    return [replace(axis, ratios=ratios) for axis in given]


def _tabulate(
    to: FieldConversion, taps: AxisTaps, axis: _Axis, parts: Sequence[Attribute]
) -> AxisTaps:
    """Return the taps along an axis, computed once for all rows. `parts` are the types of the place
    and the weight of each."""

    def entries(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        found = [part for tap in taps(code, axes[0], axis) for part in tap if part is not None]
        return [code.cast(part, type) for part, type in zip(found, parts, strict=True)]

    tables = to.arrange_all((axis.count,), parts, entries)

    def look_up(code: ScalarCode, index: SSAValue, _: _Axis) -> list[Tap]:
        found = [table.at(code, [index]) for table in tables]
        places = [code.cast(place, INDEX) for place in found[::2]]
        return list(zip(places, found[1::2] or [None], strict=True))

    return look_up


def _along(taps: AxisTaps, field: Field, number: int, axis: _Axis) -> Field:
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
        f"{name}{rank}d": _resample(partial(_nearest, offset), rank, ratios, neighbours=1)
        for name, (offset, ratios) in _NEAREST.items()
        for rank in (1, 2, 3)
    },
    "upsample_linear1d": _resample(_linear, 1, _always(KEPT), neighbours=2),
    "upsample_bilinear2d": _resample(_linear, 2, _always(KEPT), neighbours=2),
    "upsample_trilinear3d": _resample(_linear, 3, _always(KEPT), neighbours=2),
    "upsample_bicubic2d": _resample(_cubic, 2, _always(NEVER), neighbours=4),
})  # fmt: skip
"""By op name."""
