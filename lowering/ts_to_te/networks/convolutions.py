"""Convolutions: a `te.reduce` over the elements of a window in all channels.

    %r = aten.conv1d(%x, %w, %none, [1], [1], [1], 1)     // 3 channels, 8 elements, 5 windows of 2

becomes

    %p = te.compute (%i = 3, %j = 10) ...                 // with zeros at the borders
    %q = te.compute (%i = 3, %j = 2, %k = 9) ...          // windows: %p at %i, %j + %k
    %r = te.reduce (%i = 5, %j = 9) over (%k = 6) init (%acc = %zero : f32) : tensor<5x9xf32> {
      ... %acc + (%w at %i, %k / 2, %k % 2) * (%q at %k / 2, %k % 2, %j)
    }

With windows as rows of a matrix this is a product of matrices, which the loops level tiles. Windows
of one element are read from the tensor itself. Groups are an axis before the channels. Depthwise
convolutions do not share windows, so windows are not copied and their sums are unrolled. Nor are
they copied for long sums of many channels: filters are copied instead, so that those of 16 or 32
channels are neighbours, and each element of a window is multiplied with a vector of them. With
constant 3x3 filters, they are computed in tiles (`winograd.py`).
Transposed convolutions are sums of convolutions (`transposed_convolutions.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from xdsl.dialects.builtin import Float32Type, Float64Type, i1
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.size_expression import add
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import category
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout, lanes_of, panel_shape
from xdsl_torchscript.lowering.ts.weights.weighted_operators import GENERAL_CONVOLUTIONS
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    clamp_index,
    digits_of,
    join_index,
    number_of,
    quotient,
    shift_index,
)
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule, shape_and_dtype
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_factors import (
    ByteFactors,
    byte_factors,
    source_with_channels_last,
)
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_products import multiply_bytes
from xdsl_torchscript.lowering.ts_to_te.networks.winograd import convolve_tiles
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.rule import NUMBERS
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode
from xdsl_torchscript.lowering.ts_to_te.weights.panels import is_in_panels, is_transformed


@dataclass(frozen=True)
class ConvolutionWindow:
    """The windows along one axis."""

    size: Dim
    taps: int
    stride: int
    dilation: int
    before: int
    after: int
    """The zeros at both borders."""


def windows_of(to: FieldConversion, x: Field, weight: Field) -> list[ConvolutionWindow]:
    rank = len(weight.shape) - 2
    sizes, taps = x.shape[-rank:], map(number_of, weight.shape[2:])
    strides, dilations = (to.call.many_ints(name, rank, 1) for name in ("stride", "dilation"))
    found = zip(sizes, taps, strides, dilations, _borders(to, weight, dilations), strict=True)
    return [ConvolutionWindow(n, k, step, gap, *border) for n, k, step, gap, border in found]


def _borders(to: FieldConversion, weight: Field, dilations: Sequence[int]) -> list[tuple[int, int]]:
    """Return the zeros before and behind each axis."""
    if not to.op.name.endswith(".padding"):
        return [(n, n) for n in to.call.many_ints("padding", len(dilations), 0)]
    if to.call.constant("padding") == "valid":
        return [(0, 0)] * len(dilations)
    totals = [gap * (number_of(k) - 1) for k, gap in zip(weight.shape[2:], dilations, strict=True)]
    return [(total // 2, total - total // 2) for total in totals]


def pad_borders(to: FieldConversion, x: Field, windows: Sequence[ConvolutionWindow]) -> Field:
    """Return the tensor with zeros at its borders, stored."""
    if not any((w.before, w.after) != (0, 0) for w in windows):
        return x
    if 0 in x.shape:
        raise Refusal("pads a tensor without elements")
    kept = len(x.shape) - len(windows)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        inside, places = code.constant(True, i1), list[SSAValue]()
        for window, index in zip(windows, axes[kept:], strict=True):
            place = shift_index(code, index, -window.before)
            inside = code.bit_and(inside, code.compare("ge", place, 0))
            inside = code.bit_and(inside, code.compare("lt", place, to.to.index(code, window.size)))
            places.append(clamp_index(to, code, place, window.size))
        return code.select(inside, x.at(code, [*axes[:kept], *places]), 0)

    sizes = [add(w.size, w.before + w.after) for w in windows]
    return to.store(Field((*x.shape[:kept], *sizes), x.dtype, element))


def _copy_windows(
    to: FieldConversion, padded: Field, windows: Sequence[ConvolutionWindow], counts: Sequence[Dim]
) -> Field:
    """Return the elements of all windows, stored: (..., channels, taps, windows)."""
    rank = len(windows)
    kept = len(padded.shape) - rank

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        taps, positions = axes[kept : kept + rank], axes[kept + rank :]
        places = [
            code.add(
                code.mul(position, code.constant(window.stride, INDEX)),
                code.mul(tap, code.constant(window.dilation, INDEX)),
            )
            for window, tap, position in zip(windows, taps, positions, strict=True)
        ]
        return padded.at(code, [*axes[:kept], *places])

    sizes = (*padded.shape[:kept], *(window.taps for window in windows), *counts)
    return to.store(Field(sizes, padded.dtype, element))


def check_operands(to: FieldConversion, x: Field, weight: Field) -> None:
    """Raise Refusal unless all operands are of one type of numbers."""
    if category(weight.dtype) not in NUMBERS:
        raise Refusal("supports only numbers")
    operands = [x, weight, *filter(None, [to.optional("bias")])]
    if len({operand.dtype for operand in operands}) > 1:
        raise Refusal("has operands of different element types")


def convolve(to: FieldConversion) -> Field:
    """Return the result of a convolution that is not transposed."""
    x, weight = to.operand("input"), to.operand("weight")
    check_operands(to, x, weight)
    groups, channels = to.call.int("groups", 1), x.shape[-len(weight.shape) + 1]
    outputs = number_of(weight.shape[0])
    if channels != groups * number_of(weight.shape[1]) or outputs % groups:
        raise Refusal(f"has {channels} channels and {outputs} filters in {groups} groups")
    windows, (shape, _) = windows_of(to, x, weight), to.result()
    factors = byte_factors(to.op)
    if factors is not None:
        return _convolve_bytes(to, factors, windows, shape)
    transformed = _transformed(to, weight)
    if transformed is not None:
        total = _convolve_tiles(to, x, transformed, windows, shape)
    else:
        total = contract_windows(to, pad_borders(to, x, windows), weight, windows, shape)
    return with_bias(to, total, len(shape) - len(windows) - 1)


def _transformed(to: FieldConversion, weight: Field) -> Field | None:
    """Return the filters as the caller transforms them, None if it does not."""
    sizes = [*map(number_of, weight.shape)]
    if weight.stored is None or not is_transformed(weight.stored, weight.dtype, sizes):
        return None
    return to.field(weight.stored, WeightLayout(0, True).shape(weight.dtype, sizes), weight.dtype)


def _convolve_tiles(
    to: FieldConversion,
    x: Field,
    filters: Field,
    windows: Sequence[ConvolutionWindow],
    shape: Sequence[Dim],
) -> Field:
    """Return the sums of products, in tiles; the last ones may end behind the borders."""
    ends = [number_of(size) % 2 for size in shape[-2:]]
    wide = [replace(w, after=w.after + end) for w, end in zip(windows, ends, strict=True)]
    return convolve_tiles(to, pad_borders(to, x, wide), filters, shape)


def _convolve_bytes(
    to: FieldConversion,
    factors: ByteFactors,
    windows: Sequence[ConvolutionWindow],
    shape: Sequence[Dim],
) -> Field:
    """Return the sums of products of bytes; in memory, channels are last."""
    batch, activations = len(shape) - len(windows) - 1, to.tensor(factors.unsigned)
    source = source_with_channels_last(factors.unsigned)
    if source is None:
        activations = _copy_channels_last(to, activations, batch)
    else:
        to.keep(source)

    def indices(code: ScalarCode, outer: Axes, taps: Axes, channel: SSAValue) -> list[SSAValue]:
        return [*outer[:batch], channel, *_places(code, windows, outer[batch:], taps)]

    sizes = (*shape[:batch], *shape[batch + 1 :], shape[batch])
    sums = multiply_bytes(to, activations, to.tensor(factors.signed), sizes, indices)
    return sums.remap(shape, lambda _, at: [*at[:batch], *at[batch + 1 :], at[batch]])


def _copy_channels_last(to: FieldConversion, x: Field, batch: int) -> Field:
    """Return a field of which the memory has the channels last."""
    shape = (*x.shape[:batch], *x.shape[batch + 1 :], x.shape[batch])
    copy = to.arrange(x.remap(shape, lambda _, at: [*at[:batch], at[-1], *at[batch:-1]]))
    return copy.remap(x.shape, lambda _, at: [*at[:batch], *at[batch + 1 :], at[batch]])


def _places(
    code: ScalarCode, windows: Sequence[ConvolutionWindow], positions: Axes, taps: Axes
) -> list[SSAValue]:
    """Return the indices of an element of the windows at these positions."""
    return [
        code.add(_scale(code, position, w.stride), _scale(code, tap, w.dilation))
        for w, position, tap in zip(windows, positions, taps, strict=True)
    ]


def contract_windows(
    to: FieldConversion,
    padded: Field,
    weight: Field,
    windows: Sequence[ConvolutionWindow],
    shape: Sequence[Dim],
) -> Field:
    """Return the sums of products of the windows with the filters, of these sizes."""
    rank = len(windows)
    batch = len(shape) - rank - 1
    if _is_depthwise(to, weight, windows):
        return to.store(_depthwise(padded, weight, windows, shape))
    filters = [*map(number_of, weight.shape)]
    groups = to.call.int("groups", 1)
    if _suits_panels(filters, weight.dtype, groups, shape[-1], windows[-1].stride):
        return _direct(to, padded, weight, windows, shape)
    weight = to.store(weight)
    is_plain = all(w.taps == w.stride == 1 for w in windows)
    copied = padded if is_plain else _copy_windows(to, padded, windows, shape[-rank:])
    outputs = number_of(shape[batch])
    inner = [number_of(size) for size in weight.shape[1:]]

    def factors(code: ScalarCode, axes: Axes) -> SSAValue:
        group, output, *positions = axes[batch:-1]
        channel, *taps = digits_of(code, axes[-1], inner)
        factor = weight.at(
            code, [join_index(code, group, output, outputs // groups), channel, *taps]
        )
        place = [*axes[:batch], join_index(code, group, channel, inner[0])]
        return code.mul(factor, copied.at(code, [*place, *([] if is_plain else taps), *positions]))

    def merge_groups(code: ScalarCode, axes: Axes) -> SSAValue:
        return factors(code, [*axes[:batch], code.constant(0, INDEX), *axes[batch:]])

    positions = (*shape[batch + 1 :], prod(inner))
    if groups == 1:
        field = Field((*shape[: batch + 1], *positions), padded.dtype, merge_groups)
    else:
        sizes = (*shape[:batch], groups, outputs // groups, *positions)
        field = Field(sizes, padded.dtype, factors)
    total = to.reduce(SUM, field, (len(field.shape) - 1,))
    return _merge(total, shape, batch, outputs // groups, groups)


_LEAST_TERMS, _LEAST_ROW = 64, 7
"""The shortest sums, and rows of results, for which copies of windows were measured to cost more
than the copies of filters and results."""


def is_direct(op: Operation) -> bool:
    """Return whether an operation is a convolution of many channels that copies no windows.

    The types of its operands and its result must be known.
    """
    if op.name not in CONVOLUTIONS and op.name not in GENERAL_CONVOLUTIONS:
        return False
    call = CallFacts(op, STATED)
    weight = call.operand("weight")
    if weight is None or (call.has("transposed") and call.flag("transposed")):
        return False
    sizes, dtype = shape_and_dtype(weight.type)
    (*_, row), _ = shape_and_dtype(op.results[0].type)
    filters = [*map(number_of, sizes)]
    stride = call.many_ints("stride", len(filters) - 2, 1)[-1]
    return _suits_panels(filters, dtype, call.int("groups", 1), row, stride)


def _suits_panels(
    filters: Sequence[int], dtype: Attribute, groups: int, row: Dim, stride: int
) -> bool:
    """Return whether filters of these sizes are read in panels for rows of so many results. Sums
    over copies of windows are not tiled if rows are of symbolic size, so these need panels."""
    lanes, (outputs, *inner) = lanes_of(dtype, filters), filters
    if lanes is None or outputs // groups % lanes:
        return False
    if not isinstance(row, int):
        return True
    has_windows = stride != 1 or any(taps != 1 for taps in inner[1:])
    return has_windows and prod(inner) >= _LEAST_TERMS and row >= _LEAST_ROW


def _in_panels(to: FieldConversion, weight: Field, lanes: int) -> Field:
    """Return the filters in panels, as the caller passes them or else copied."""
    shape = panel_shape(weight.dtype, [*map(number_of, weight.shape)], lanes)
    if weight.stored is not None and is_in_panels(weight.stored, len(weight.shape)):
        return to.field(weight.stored, shape, weight.dtype)

    def filter_at(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        panel, *inner, lane = axes
        return [join_index(code, panel, lane, lanes), *inner]

    return to.arrange(weight.remap(shape, filter_at))


def _direct(
    to: FieldConversion,
    padded: Field,
    weight: Field,
    windows: Sequence[ConvolutionWindow],
    shape: Sequence[Dim],
) -> Field:
    """Return the sums of products, without copies of windows: the channels of a panel are the
    columns of a product, and neighbouring positions its rows."""
    lanes = lanes_of(weight.dtype, [*map(number_of, weight.shape)])
    batch = len(shape) - len(windows) - 1
    assert lanes is not None
    packed = _in_panels(to, weight, lanes)
    panels, inputs, *taps, _ = map(number_of, packed.shape)
    groups = to.call.int("groups", 1)

    def factors(code: ScalarCode, axes: Axes) -> SSAValue:
        panel, *positions, lane = axes[batch:-1]
        channel, *at = digits_of(code, axes[-1], [inputs, *taps])
        factor = packed.at(code, [panel, channel, *at, lane])
        if groups > 1:
            channel = join_index(code, quotient(code, panel, panels // groups), channel, inputs)
        places = _places(code, windows, positions, at)
        return code.mul(padded.at(code, [*axes[:batch], channel, *places]), factor)

    positions = shape[batch + 1 :]
    sizes = (*shape[:batch], panels, *positions, lanes, inputs * prod(taps))
    sums = to.reduce(SUM, Field(sizes, weight.dtype, factors), (len(sizes) - 1,))

    def transposed(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        *before, lane = axes[: batch + 2]
        return [*before, *axes[batch + 2 :], lane]

    planes = to.arrange(sums.remap((*shape[:batch], panels, lanes, *positions), transposed))

    def channel_at(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [*axes[:batch], *digits_of(code, axes[batch], [panels, lanes]), *axes[batch + 1 :]]

    return planes.remap(shape, channel_at)


_MOST_TAPS = 64
"""The elements of a filter up to which a sum of them is written out."""


def _is_depthwise(to: FieldConversion, weight: Field, windows: Sequence[ConvolutionWindow]) -> bool:
    """Return whether each channel has one filter, and lies in memory as its result does."""
    channels = [number_of(size) for size in weight.shape[:2]]
    is_split = channels == [to.call.int("groups", 1), 1] and channels[0] > 1
    taps = prod(window.taps for window in windows)
    is_summed_as_it_is = isinstance(weight.dtype, Float32Type | Float64Type)
    is_short = windows[-1].stride == 1 and 1 < taps <= _MOST_TAPS
    return is_split and is_short and is_summed_as_it_is


def _depthwise(
    padded: Field, weight: Field, windows: Sequence[ConvolutionWindow], shape: Sequence[Dim]
) -> Field:
    """Return the sums of products without copies of windows, the taps written out."""
    batch = len(shape) - len(windows) - 1

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        channel, positions = axes[batch], axes[batch + 1 :]
        total: SSAValue | None = None
        for taps in product(*(range(window.taps) for window in windows)):
            places = [
                shift_index(code, _scale(code, position, window.stride), tap * window.dilation)
                for window, position, tap in zip(windows, positions, taps, strict=True)
            ]
            at = [channel, code.constant(0, INDEX), *(code.constant(tap, INDEX) for tap in taps)]
            factor = weight.at(code, at)
            term = code.mul(factor, padded.at(code, [*axes[: batch + 1], *places]))
            total = term if total is None else code.add(total, term)
        assert total is not None
        return total

    return Field(tuple(shape), padded.dtype, element)


def _scale(code: ScalarCode, index: SSAValue, stride: int) -> SSAValue:
    return index if stride == 1 else code.mul(index, code.constant(stride, INDEX))


def _merge(total: Field, shape: Sequence[Dim], batch: int, size: int, groups: int) -> Field:
    """Return the result with groups and filters as one axis."""
    if groups == 1:
        return total

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [*axes[:batch], *digits_of(code, axes[batch], [groups, size]), *axes[batch + 1 :]]

    return total.remap(shape, where)


def with_bias(to: FieldConversion, total: Field, batch: int) -> Field:
    bias = to.optional("bias")
    if bias is None:
        return total
    spread = bias.remap(total.shape, lambda _, axes: [axes[batch]])
    return to.pointwise(ScalarCode.add, total, spread)


CONVOLUTIONS: dict[str, TeRule] = field_rules({
    "conv1d conv2d conv3d conv1d.padding conv2d.padding conv3d.padding": convolve,
})  # fmt: skip
"""By op name."""
