"""Pooling of quantised images that are stored as bytes.

    %r = aten.max_pool2d(%q, [2, 2], [2, 2], [0, 0], ...)      here of 4 by 4 pixels

becomes, of integers with channels last,

    %a = aten.slice(aten.slice(%x, 1, 0, 3, 2), 2, 0, 3, 2)    the first taps of all windows
    %b = aten.slice(aten.slice(%x, 1, 0, 3, 2), 2, 1, 4, 2)
    ...
    %r = aten.maximum(aten.maximum(%a, %b), ...)

so that the channels of a pixel, which are neighbours, are compared at once.
"""

from __future__ import annotations

from functools import reduce
from itertools import product
from typing import NamedTuple

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.dtypes import UINT8
from xdsl_torchscript.lowering.ts.quantized.call import QuantizedCall
from xdsl_torchscript.lowering.ts.quantized.values import (
    Quantized,
    channels_last,
    integers_of,
    of_integers,
)


class _Windows(NamedTuple):
    """The windows along an axis."""

    size: int
    taps: int
    stride: int
    padding: int
    dilation: int

    @property
    def number(self) -> int:
        """The number of windows."""
        reach = self.dilation * (self.taps - 1) + 1
        return (self.size + 2 * self.padding - reach) // self.stride + 1

    def slice(self, tap: int) -> tuple[int, int, int]:
        """Return the places of a tap of all windows in an axis with borders."""
        first = tap * self.dilation
        return first, first + (self.number - 1) * self.stride + 1, self.stride


def _windows(call: QuantizedCall, image: Quantized) -> list[_Windows] | None:
    """Return the windows along both axes; None if they are not known."""
    shape = call.facts.tensor_type_of(image.distances).shape
    sizes = [size for size in shape[-2:] if isinstance(size, int)] if shape else []
    taps, stride, padding, dilation = map(call.facts.ints_of, call.op.operands[1:5])
    if shape is None or len(shape) != 4 or len(sizes) != 2 or call.constant(5):
        return None
    moves = taps, stride or taps, padding, dilation
    by_axis = zip(*(each * 2 if len(each) == 1 else each for each in moves), strict=True)
    found = [_Windows(size, *rest) for size, rest in zip(sizes, by_axis, strict=True)]
    return found if all(windows.number > 0 for windows in found) else None


def pool_bytes(call: QuantizedCall) -> Quantized | None:
    """Return the maxima of windows; None if they are not computed of bytes."""
    image, b = call.quantized(), call.b
    windows = _windows(call, image) if call.bytes else None
    if windows is None or image.quantizer.integers.type != UINT8:
        return None
    x = integers_of(b, channels_last(b, call.stored(call.op.operands[0])))
    rows, columns = windows
    if rows.padding or columns.padding:
        edges = [0, 0, *[columns.padding] * 2, *[rows.padding] * 2]
        x = b.aten.constant_pad_nd(x, edges, 0)

    def taps(row: int, column: int) -> SSAValue:
        return b.aten.slice(b.aten.slice(x, 1, *rows.slice(row)), 2, *columns.slice(column))

    places = product(range(rows.taps), range(columns.taps))
    maxima = reduce(b.aten.maximum, (taps(*place) for place in places))
    return of_integers(b, maxima, image.quantizer, channels_last=True)
