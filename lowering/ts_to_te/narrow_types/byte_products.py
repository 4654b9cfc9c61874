"""Products of bytes: sums of int32, of groups of four products.

    %r = aten.linear(%a, %b, %none)      // %a and %b are %x and %w, converted to int32

becomes, with weights in panels,

    %r = te.reduce (%i = 8, %j = 32) over (%k = 16, %l = 4) init (%acc = %zero : i32) ... {
      %0 = te.load %w[%j / 32, %k, %j % 32, %l] : tensor<1x16x32x4xi8>
      %1 = te.load %x[%i, %k * 4 + %l] : tensor<8x64xi8>
      %2 = arith.extui %1 : i8 to i32
      %3 = arith.extsi %0 : i8 to i32
      ... %acc + %2 * %3
    }

A convolution is a product, too: the elements of a window are the terms, its channels the last ones.
So its result has the channels last, which a reader that wants them so gets without a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeAlias

from xdsl.dialects.builtin import i8, i32
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.byte_groups import GROUP
from xdsl_torchscript.dialects.extended import arith as wide
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.ts.weights.weight_layout import lanes_of, panel_shape
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    digits_of,
    join_index,
    number_of,
    quotient,
    remainder,
)
from xdsl_torchscript.lowering.ts_to_te.fields import Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode
from xdsl_torchscript.lowering.ts_to_te.weights.panels import is_in_panels

ActivationIndices: TypeAlias = Callable[[ScalarCode, Axes, Axes, SSAValue], Sequence[SSAValue]]
"""The indices of an activation, by the axes of the result without columns, the taps and the channel
of a term."""


def _in_panels(to: FieldConversion, weights: Field) -> Field:
    """Return weights in panels, as the caller passes them or else copied."""
    sizes = [*map(number_of, weights.shape)]
    lanes = lanes_of(i8, sizes)
    assert lanes is not None
    shape = panel_shape(i8, sizes, lanes)
    if weights.stored is not None and is_in_panels(weights.stored, len(sizes)):
        return to.field(weights.stored, shape, i8)

    def weight_at(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        panel, *taps, group, lane, term = axes
        column = join_index(code, panel, lane, lanes)
        return [column, join_index(code, group, term, GROUP), *taps]

    return to.arrange(weights.remap(shape, weight_at))


def multiply_bytes(
    to: FieldConversion,
    activations: Field,
    weights: Field,
    sizes: Sequence[Dim],
    indices: ActivationIndices,
) -> Field:
    """Return sums of products, of these sizes. The last axis is that of the columns."""
    weights = _in_panels(to, weights)
    _, *taps, groups, lanes, _ = map(number_of, weights.shape)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        *outer, column, term, product = axes
        *at, group = digits_of(code, term, [*taps, groups])
        panel, lane = quotient(code, column, lanes), remainder(code, column, lanes)
        signed = weights.at(code, [panel, *at, group, lane, product])
        channel = join_index(code, group, product, GROUP)
        unsigned = activations.at(code, indices(code, outer, at, channel))
        extended = code.emit(wide.ExtUIOp(unsigned, i32)).result
        return code.mul(extended, code.cast(signed, i32))

    shape = (*sizes, prod(taps) * groups, GROUP)
    return to.reduce(SUM, Field(shape, i32, element), (len(sizes), len(sizes) + 1))
