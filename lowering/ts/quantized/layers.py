"""Rules of quantised layers: sums of products, which are scaled and rounded.

    %s = aten.conv2d(%x, %w, ...)              whole numbers without zero points, in float32
    %t = aten.mul(aten.add(%s, %bias), %factors)
    %r = aten.clamp_min(aten.round(%t), -3)    and so on

Of bytes, the first line is

    %p = aten.constant_pad_nd(%x, [0, 1, 1, 1, 1, 1], 3)      uint8, with channels last
    %a = aten.to(aten.permute(%p, [0, 3, 1, 2]), int32)
    %b = aten.to(%w, int32)                                   int8
    %c = aten.permute(aten.conv2d(%a, %b, ...), [0, 2, 3, 1])
    %s = aten.to(aten.sub(%c, %zeros), float32)

Borders are zero points, of which %zeros has the products. Channels are padded to whole groups of
input channels, and to whole vectors of output channels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.quantized.call import QuantizedCall, QuantizedRule
from xdsl_torchscript.lowering.ts.quantized.values import (
    CHANNELS_LAST,
    FLOAT32,
    INT8,
    INT32,
    TO_FIRST,
    TO_LAST,
    NotLoweredError,
    Quantized,
    channels_last,
    integers_of,
    quantize_result,
)
from xdsl_torchscript.lowering.ts.quantized.weights import Folding, PackedWeights, weights_of

_INPUTS, _OUTPUTS = 4, 16
"""The channels of a group, and of a vector: those that weights of bytes are padded to."""


class _Moves(NamedTuple):
    """The places of the windows of a convolution."""

    stride: Sequence[int]
    padding: Sequence[int]
    dilation: Sequence[int]
    groups: int


def _sum_wholes(
    b: OpBuilder, source: Quantized, weights: PackedWeights, moves: _Moves | None
) -> SSAValue:
    """Emit sums of products of whole numbers, in float32."""
    exact = weights.dtype == FLOAT32
    x = source.distances if exact else b.aten.to(source.distances, weights.dtype)
    if moves is None:
        sums = b.aten.linear(x, weights.whole)
    else:
        sums = b.aten.conv2d(x, weights.whole, None, *moves)
        sums = b.aten.contiguous(sums, memory_format=CHANNELS_LAST)
    return sums if exact else b.aten.to(sums, FLOAT32)


def _sum_bytes(fold: Folding, source: Quantized, whole: SSAValue, moves: _Moves | None) -> SSAValue:
    """Emit sums of products of bytes, in float32; of an image, with channels last."""
    b, zero_point = fold.b, source.quantizer.zero_point
    outputs, inputs, *taps = fold.number(b.aten.size(whole))
    more, others = -inputs % _INPUTS, -outputs % _OUTPUTS
    if more or others:
        edges = [0] * 2 * len(taps) + [0, more, 0, others]
        whole = fold.constant(b.aten.constant_pad_nd(whole, edges))
    weight = b.aten.to(whole, INT32)
    if moves is None:
        x = integers_of(b, source)
        x = b.aten.constant_pad_nd(x, [0, more]) if more else x
        sums = b.aten.linear(b.aten.to(x, INT32), weight)
    else:
        sums = _convolve_bytes(b, channels_last(b, source), weight, more, moves)
    if zero_point:
        totals = b.aten.sum(b.aten.flatten(whole, 1), (1,))
        zeros = b.aten.to(b.aten.mul(totals, zero_point), INT32)
        sums = b.aten.sub(sums, fold.constant(zeros))
    sums = b.aten.slice(sums, -1, 0, outputs) if others else sums
    return b.aten.to(sums, FLOAT32)


def _convolve_bytes(
    b: OpBuilder, image: Quantized, weight: SSAValue, more: int, moves: _Moves
) -> SSAValue:
    """Emit a convolution of an image with channels last, which gets `more` channels."""
    x, (rows, columns) = integers_of(b, image), moves.padding
    if more or rows or columns:
        edges = [0, more, columns, columns, rows, rows]
        x = b.aten.constant_pad_nd(x, edges, image.quantizer.zero_point)
    x = b.aten.to(b.aten.permute(x, TO_FIRST), INT32)
    sums = b.aten.conv2d(x, weight, None, *moves._replace(padding=[0, 0]))
    return b.aten.contiguous(b.aten.permute(sums, TO_LAST))


def _moves_of(call: QuantizedCall, fold: Folding) -> _Moves:
    """Return the moves of packed parameters. Raises NotConstantError."""
    packed = call.op.operands[1]
    asked = (call.b.op(f"quantized::conv2d_{name}", packed).results[0] for name in _Moves._fields)
    return _Moves(*map(fold.number, asked))


def layer(kind: str, clipped: bool) -> QuantizedRule:
    """Return the rule of layers, `linear` or `conv2d`; `clipped` for those with `relu`."""

    def run(call: QuantizedCall) -> Quantized:
        source, b = call.quantized(), call.b
        fold = Folding(b, call.evaluate)
        if kind == "conv2d" and call.rank(source) != 4:
            raise NotLoweredError("the rank of the operand is not known to be 4")
        moves = _moves_of(call, fold) if kind == "conv2d" else None
        to = call.quantizer(len(call.op.operands) - 2, source.quantizer)
        bytes = call.bytes and (moves is None or moves.groups == 1)
        weights = weights_of(fold, kind, call.op.operands[1], source, to, bytes=bytes)
        if weights.dtype == INT8:
            stored = call.stored(call.op.operands[0])
            sums = _sum_bytes(fold, stored if moves else source, weights.whole, moves)
        else:
            sums = _sum_wholes(b, source, weights, moves)
        if weights.bias is not None:
            sums = b.aten.add(sums, weights.bias)
        steps = b.aten.mul(sums, weights.factors)
        result = quantize_result(b, steps, to, clipped)
        is_image = weights.dtype == INT8 and moves is not None
        return call.result(replace(result, channels_last=is_image))

    return run
