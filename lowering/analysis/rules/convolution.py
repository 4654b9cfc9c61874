"""Convolutions and their transposes, with and without batch axis."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl_torchscript.dialects.size_expression import add, floordiv, mul, sub
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    dtype_of,
    for_kinds,
    of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, show


def windows(size: Dim, kernel: Dim, stride: int, padding: Dim, dilation: int) -> Dim:
    """Return the number of window positions along one axis. Raises ShapeError if none fits."""
    reach = add(mul(add(kernel, -1), dilation), 1)
    room = sub(add(size, mul(padding, 2)), reach)
    if isinstance(room, int) and room < 0:
        raise ShapeError(f"a window of {reach} does not fit into size {size}")
    return add(floordiv(room, stride), 1)


def _convolution(call: CallFacts) -> Shape:
    weight, shape = call.shape("weight", 3), call.shape(call.first("input", "self"))
    n = len(weight) - 2
    batched = call.op.name.startswith(("aten.convolution", "aten._convolution"))
    if len(shape) not in ((n + 2,) if batched else (n + 1, n + 2)):
        raise ShapeError(f"the input {show(shape)} does not fit weights of {show(weight)}")
    stride, dilation = call.many_ints("stride", n, 1), call.many_ints("dilation", n, 1)
    batch, spatial, kernel = shape[: len(shape) - n - 1], shape[len(shape) - n :], weight[2:]
    if call.flag("transposed") or "transpose" in call.op.name:
        sizes = _transposed_sizes(call, spatial, kernel, stride, dilation)
        return (*batch, mul(weight[1], call.int("groups", 1)), *sizes)
    if call.op.name == "aten._convolution_mode" or call.op.name.endswith(".padding"):
        if call.constant("padding") == "same":
            return (*batch, weight[0], *spatial)
        padding: Sequence[Dim] = (0,) * n
    else:
        padding = call.many_ints("padding", n, 0)
    axes = zip(spatial, kernel, stride, padding, dilation, strict=True)
    return (*batch, weight[0], *(windows(*axis) for axis in axes))


def _transposed_sizes(
    call: CallFacts,
    spatial: Shape,
    kernel: Shape,
    strides: Sequence[int],
    dilations: Sequence[int],
) -> list[Dim]:
    """Return the sizes of a transposed convolution."""
    n = len(spatial)
    paddings, extras = call.many_ints("padding", n, 0), call.many_ints("output_padding", n, 0)
    axes = zip(spatial, kernel, strides, paddings, extras, dilations, strict=True)
    return [
        add(mul(add(size, -1), stride), -2 * padding, mul(add(taps, -1), dilation), extra, 1)
        for size, taps, stride, padding, extra, dilation in axes
    ]


def _time_batch_channel(call: CallFacts) -> Shape:
    """Return the sizes of `conv_tbc`: time first; channels last in input and weight."""
    time, batch, _ = call.shape("self", 3, 3)
    taps, _, channels = call.shape("weight", 3, 3)
    return (windows(time, taps, 1, call.int("pad", 0), 1), batch, channels)


CONVOLUTION: dict[str, CallRule] = for_kinds({
    "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d convolution"
    " convolution_overrideable _convolution _convolution_mode _nnpack_spatial_convolution"
    " _slow_conv2d_forward thnn_conv2d slow_conv3d slow_conv3d_forward slow_conv_dilated2d"
    " slow_conv_dilated3d slow_conv_transpose2d slow_conv_transpose3d _conv_depthwise2d"
    " conv_depthwise3d": of(_convolution, dtype_of("input", "self")),
    "conv_tbc": of(_time_batch_channel, dtype_of("self")),
})  # fmt: skip
