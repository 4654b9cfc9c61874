"""Transposed convolutions: a convolution for each place within a stride.

    %r = aten.conv_transpose1d(%x, %w, %none, [2], [1], ...)     // 4 taps, stride 2, padding 1

An element at an even place is a sum of two neighbours with the taps 1 and 3, at an odd place with
the taps 0 and 2:

    %even = convolution of %x, from its element -1 on, with the filters (%w at 3, %w at 1)
    %odd = convolution of %x, from its element 0 on, with the filters (%w at 2, %w at 0)
    %r = te.compute (%i = ...) ... %i mod 2 == 0 ? %even at %i / 2 : %odd at %i / 2

Places whose windows start at the same element share one convolution, as further outputs of it. With
as many taps as the stride, one convolution computes all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import gcd, prod

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.size_expression import ceildiv, sub
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    clamp_index,
    digits_of,
    join_index,
    number_of,
    quotient,
    remainder,
    shift_index,
)
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.networks.convolutions import (
    ConvolutionWindow,
    check_operands,
    contract_windows,
    convolve,
    pad_borders,
    windows_of,
    with_bias,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_MOST_PARTS = 16
"""The most convolutions of one operator: only dilated filters with long strides need more."""


@dataclass(frozen=True)
class _Phase:
    """Neighbouring places within a stride along one axis, whose windows start at the same
    element."""

    stride: int
    first: int
    """The first place."""
    places: int
    """Their number."""
    tap: int
    """The first tap of the first place; that of the next one is the next tap."""
    step: int
    """The distance of the taps of one place."""
    window: ConvolutionWindow
    """The windows of one place, in steps of 1."""


def _phases(window: ConvolutionWindow, size: Dim) -> Iterator[_Phase]:
    """Yield the phases with taps along an axis of the result, which has this size. An element at
    the place p is a sum over i and t with p = stride i + dilation t - padding."""
    more = number_of(sub(ceildiv(size, window.stride), window.size))
    common = gcd(window.stride, window.dilation)
    step, distance = window.stride // common, window.dilation // common
    found: _Phase | None = None
    for place in range(window.stride):
        reached = [
            tap
            for tap in range(window.taps)
            if (place + window.before - window.dilation * tap) % window.stride == 0
        ]
        if not reached:
            continue
        last = (place + window.before - window.dilation * reached[0]) // window.stride
        reach = distance * (len(reached) - 1)
        before = reach - last
        after = more + reach - before
        dense = ConvolutionWindow(window.size, len(reached), 1, distance, before, after)
        if found and window.dilation == 1 and found.window == dense:
            found = replace(found, places=found.places + 1)
            continue
        if found:
            yield found
        found = _Phase(window.stride, place, 1, reached[0], step, dense)
    if found:
        yield found


def _filters(to: FieldConversion, weight: Field, phases: Sequence[_Phase]) -> Field:
    """Return the filters of all places of the phases: flipped, and with inputs and outputs
    exchanged. The places of an output are neighbours."""
    inner, outputs = (number_of(size) for size in weight.shape[:2])
    groups, places = to.call.int("groups", 1), [phase.places for phase in phases]
    inputs = inner // groups

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        number, channel, *terms = axes
        output = quotient(code, number, prod(places))
        at = digits_of(code, remainder(code, number, prod(places)), places)
        taps = list[SSAValue]()
        for phase, place, term in zip(phases, at, terms, strict=True):
            last = shift_index(code, place, phase.tap + phase.step * (phase.window.taps - 1))
            taps.append(code.sub(last, code.mul(term, code.constant(phase.step, INDEX))))
        group = quotient(code, output, outputs)
        return [join_index(code, group, channel, inputs), remainder(code, output, outputs), *taps]

    taps = [phase.window.taps for phase in phases]
    return weight.remap((groups * outputs * prod(places), inputs, *taps), where)


def _sums(
    to: FieldConversion, x: Field, weight: Field, phases: Sequence[_Phase], shape: Sequence[Dim]
) -> Field:
    """Return the elements of the result at the places of the phases; others are arbitrary."""
    batch = len(shape) - len(phases) - 1
    sizes = zip(phases, shape[batch + 1 :], strict=True)
    counts = [ceildiv(size, phase.stride) for phase, size in sizes]
    windows, filters = [phase.window for phase in phases], _filters(to, weight, phases)
    padded = pad_borders(to, x, windows)
    sums = contract_windows(
        to, padded, filters, windows, (*shape[:batch], filters.shape[0], *counts)
    )

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        output, *indices = axes[batch:]
        for phase, index in zip(phases, indices, strict=True):
            place = shift_index(code, remainder(code, index, phase.stride), -phase.first)
            if phase.places < phase.stride:
                place = clamp_index(to, code, place, phase.places)
            output = join_index(code, output, place, phase.places)
        pairs = zip(phases, indices, strict=True)
        return [*axes[:batch], output, *(quotient(code, i, p.stride) for p, i in pairs)]

    return sums.remap(shape, where)


def _is_place_of(code: ScalarCode, phases: Sequence[_Phase], indices: Axes) -> SSAValue:
    """Return whether an element of the result is at a place of the phases."""
    inside = code.constant(True, i1)
    for phase, index in zip(phases, indices, strict=True):
        place = remainder(code, index, phase.stride)
        inside = code.bit_and(inside, code.compare("ge", place, phase.first))
        inside = code.bit_and(inside, code.compare("lt", place, phase.first + phase.places))
    return inside


def _transpose(to: FieldConversion, x: Field, weight: Field) -> Field:
    """Return the sums of products of a transposed convolution."""
    (shape, dtype), windows = to.result(), windows_of(to, x, weight)
    batch = len(shape) - len(windows) - 1
    found = list(product(*map(_phases, windows, shape[batch + 1 :])))
    if len(found) > _MOST_PARTS:
        raise Refusal(f"would be {len(found)} convolutions, and at most {_MOST_PARTS} are compiled")
    parts = [(phases, _sums(to, x, weight, phases, shape)) for phases in found]
    places = sum(prod(phase.places for phase in phases) for phases, _ in parts)
    is_everywhere = places == prod(window.stride for window in windows)
    if is_everywhere and len(parts) == 1:
        return parts[0][1]

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        others = parts[1:] if is_everywhere else parts
        total = parts[0][1].at(code, axes) if is_everywhere else code.constant(0, dtype)
        for phases, sums in others:
            inside = _is_place_of(code, phases, axes[batch + 1 :])
            total = code.select(inside, sums.at(code, axes), total)
        return total

    return Field(tuple(shape), dtype, element)


def _convolution(to: FieldConversion) -> Field:
    if to.has("transposed") and not to.call.flag("transposed"):
        return convolve(to)
    x, weight = to.operand("input"), to.operand("weight")
    check_operands(to, x, weight)
    groups, channels = to.call.int("groups", 1), x.shape[-len(weight.shape) + 1]
    if channels != weight.shape[0] or number_of(channels) % groups:
        raise Refusal(f"has {channels} channels for {weight.shape[0]} in {groups} groups")
    total = _transpose(to, x, weight)
    return with_bias(to, total, len(total.shape) - len(weight.shape) + 1)


TRANSPOSED_CONVOLUTIONS: dict[str, TeRule] = field_rules({
    "conv_transpose1d conv_transpose2d.input conv_transpose3d.input convolution _convolution"
    " _convolution.deprecated": _convolution,
})  # fmt: skip
"""By op name; the last three may be convolutions that are not transposed."""
