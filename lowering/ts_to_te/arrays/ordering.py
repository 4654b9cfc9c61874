"""The indices of an axis in the order of their elements.

    %ranks = te.reduce (%i = 50) over (%j = 50) ...      the elements that come before element i
    %order = te.scatter (%i = 50) into ... { te.put %i at [%rank] set : i64 }

Up to a size, the rank of each element is counted: all comparisons are independent, so vectors do
many at once. The indices of a longer axis, padded to a power of 2, go through a bitonic network.
Each step compares every place with the place whose number differs in one bit:

    %order = scf.for %stage = %c0 to %stages step %c1 iter_args(%a = %places) {
      %next = scf.for %number = %c0 to %steps step %c1 iter_args(%b = %a) { ... te.compute ... }
    }

The order is total, since equal elements are ordered by index: sorts are stable. NaN is the greatest
element.
"""

from __future__ import annotations

from functools import partial

from xdsl.dialects.builtin import f32, f64, i32, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import clamp_index, number_of
from xdsl_torchscript.lowering.ts_to_te.arrays.scatters import Places, scatter
from xdsl_torchscript.lowering.ts_to_te.arrays.selection import is_ahead
from xdsl_torchscript.lowering.ts_to_te.fields import INDEX, Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode, greatest

_MOST_RANKED = 1 << 9
"""The elements of an axis up to which counting ranks was measured to be faster than the network."""


def with_index(axes: Axes, axis: int, index: SSAValue) -> list[SSAValue]:
    """Return axes with another index along one of them."""
    return [*axes[:axis], index, *axes[axis + 1 :]]


def order_of(to: FieldConversion, x: Field, axis: int, *, descending: bool = False) -> Field:
    """Return the indices along an axis in the order of their elements. Behind them there may be
    more, up to a power of 2."""
    size, x = number_of(x.shape[axis]), to.store(x)
    order = _order_by_rank if size <= _MOST_RANKED else _order_in_network
    return order(to, x, axis, size, descending=descending)


def _order_by_rank(
    to: FieldConversion, x: Field, axis: int, size: int, *, descending: bool
) -> Field:
    rank, keys = len(x.shape), to.arrange(_keys(x, descending=descending))

    def is_before(code: ScalarCode, axes: Axes) -> SSAValue:
        """Return 1 if the element at the last index belongs before the one at the others, or 0."""
        *here, other = axes
        u, v = keys.at(code, with_index(here, axis, other)), keys.at(code, here)
        is_earlier = code.compare("lt", code.cast(other, i32), code.cast(axes[axis], i32))
        is_tied = code.bit_and(code.compare("eq", u, v), is_earlier)
        return code.cast(code.bit_or(code.compare("lt", u, v), is_tied), i32)

    ranks = to.reduce(SUM, Field((*x.shape, size), i32, is_before), (rank,))

    def where(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return with_index(axes, axis, code.cast(ranks.at(code, axes), INDEX))

    def index(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.cast(axes[axis], i64)

    empty = Field(x.shape, i64, lambda code, axes: code.constant(0, i64))
    return scatter(to, empty, Places(x.shape, where), index, "set")


def _keys(x: Field, *, descending: bool) -> Field:
    """Return integers in the order of the elements. The bits of a float are such, once those of a
    negative one are flipped; NaN becomes the greatest, and -0.0 becomes 0.0."""
    is_wide = x.dtype in (f64, i64)
    dtype, wide = (i64, f64) if is_wide else (i32, f32)

    def key(code: ScalarCode, axes: Axes) -> SSAValue:
        value = x.at(code, axes)
        if not is_float(x.dtype):
            found = code.cast(value, dtype)
        else:
            bits = code.bitcast(code.add(code.cast(value, wide), 0.0), dtype)
            most = greatest(dtype)
            found = code.select(code.compare("lt", bits, 0), code.bit_xor(bits, most), bits)
            found = code.select(code.is_nan(value), most, found)
        return code.bit_xor(found, -1) if descending else found

    return Field(x.shape, dtype, key)


def _order_in_network(
    to: FieldConversion, x: Field, axis: int, size: int, *, descending: bool
) -> Field:
    stages = max(size - 1, 0).bit_length()
    shape = (*x.shape[:axis], 1 << stages, *x.shape[axis + 1 :])
    places = Field(shape, i64, lambda code, axes: code.cast(axes[axis], i64))

    def comes_first(code: ScalarCode, axes: Axes, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return whether index `a` belongs before `b`; those beyond the axis are the last."""
        a_at, b_at = (
            with_index(axes, axis, clamp_index(to, code, code.cast(place, INDEX), size))
            for place in (a, b)
        )
        u, v = x.at(code, a_at), x.at(code, b_at)
        is_less = is_ahead(code, u, v, descending=descending)
        is_more = is_ahead(code, v, u, descending=descending)
        by_value = code.select(is_more, False, code.bit_or(is_less, code.compare("lt", a, b)))
        within = code.bit_and(code.compare("lt", a, size), code.compare("lt", b, size))
        return code.select(within, by_value, code.compare("lt", a, b))

    def stage(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
        code = here.to.code
        block = code.shift_left_by(code.constant(2, i64), code.cast(number, i64))
        steps = code.add(number, 1)
        return here.iterate(steps, fields, partial(step, block))

    def step(
        block: SSAValue, here: FieldConversion, number: SSAValue, fields: list[Field]
    ) -> list[Field]:
        """Compare places at a distance: half of the block, a quarter, and so on down to 1."""
        (indices,), outside = fields, here.to.code
        half = outside.shift_right_by(block, 1)
        distance = outside.shift_right_by(half, outside.cast(number, i64))

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            place = code.cast(axes[axis], i64)
            other = code.bit_xor(place, distance)
            a = indices.at(code, axes)
            b = indices.at(code, with_index(axes, axis, code.cast(other, INDEX)))
            ascends = code.compare("eq", code.bit_and(place, block), 0)
            keeps_first = code.compare("eq", code.compare("lt", place, other), ascends)
            is_first = comes_first(code, axes, a, b)
            return code.select(code.compare("eq", is_first, keeps_first), a, b)

        return [Field(shape, i64, element)]

    return to.iterate(stages, [places], stage)[0]
