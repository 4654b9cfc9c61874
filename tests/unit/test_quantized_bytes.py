"""Quantised layers that multiply bytes: the integers of the interpreter.

Any machine computes them: those without dot products of bytes, in scalar loops.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from test_quantized import golden_of
from test_quantized_kernels import LOWERED, as_kernel, interpreted, now, reals, remaining

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import profiled_plan
from xdsl_torchscript.runtime.modules.handle import object_of
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.tensor import Array

__all__ = ["now"]

RNG = np.random.default_rng(11)


@pytest.fixture(autouse=True)
def bytes_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiled_plan, "multiplies_bytes", lambda target: True)


def multiplied_bytes() -> bool:
    """Return whether the plan that ran last has weights of int8."""
    return "Char(" in str(ts.last_executed_optimized_graph())


@pytest.mark.parametrize("name", LOWERED)
def test_frozen_models(name: str) -> None:
    module, golden = golden_of(name)
    frozen = ts.freeze(module.eval())
    for _ in range(4):
        found = frozen(golden["x"])
    assert not remaining() and multiplied_bytes()
    assert np.array_equal(found, golden["value result"])


def quantized_weights(integers: Array, zeros: Array | int, per_channel: bool) -> ts.Tensor:
    """Return weights with these integers, of one scale or of one for each channel."""
    points = np.broadcast_to(zeros, len(integers)).astype(np.int64)
    column = (-1, *[1] * (integers.ndim - 1))
    distances = (integers - points.reshape(column)).astype(np.float32)
    if not per_channel:
        return ts.quantize_per_tensor(distances, 1.0, int(points[0]), ts.qint8)
    scales = 2.0 ** RNG.integers(-2, 3, len(integers))
    reals = (distances * scales.reshape(column)).astype(np.float32)
    return ts.quantize_per_channel(reals, ts.tensor(scales), ts.tensor(points), 0, ts.qint8)


def bytes_of_weights(*shape: int) -> Array:
    """Return weights, of which a third are at the ends of their range."""
    found = RNG.integers(-128, 128, shape)
    ends = RNG.choice([-128, 127], shape)
    return np.where(RNG.random(shape) < 1 / 3, ends, found)


WHOLE_RANGE = (0, 255, 1, 254, *range(2, 254, 9))


def activations(
    zero_point: int, *shape: int, among: Sequence[int] = WHOLE_RANGE
) -> tuple[Array, str]:
    """Return reals whose integers are `among` these, and the statement that quantises them."""
    integers = RNG.choice(among, shape)
    x = ((integers - zero_point) * 0.5).astype(np.float32)
    return x, f"q = torch.quantize_per_tensor(x, 0.5, {zero_point}, 13)"


MOVES = {
    "plain": ([1, 1], [0, 0], [1, 1], 1),
    "padding": ([1, 1], [1, 2], [1, 1], 1),
    "strides": ([2, 3], [2, 1], [1, 1], 1),
    "dilation": ([1, 1], [2, 2], [2, 1], 1),
}
SIZES = {
    "whole": (16, 4, 3, 3), "many": (64, 36, 3, 3), "odd": (21, 7, 3, 2), "1x1": (32, 64, 1, 1),
    "one channel": (5, 1, 3, 3),
}  # fmt: skip


def check_convolution(
    weight: ts.Tensor, moves: tuple, zero_point: int, channels: int, bias: bool
) -> None:
    """Compare a convolution of images of 9 by 11 with the interpreter."""
    outputs = weight.shape[0]
    shift = ts.tensor(RNG.normal(0, 40, outputs).astype(np.float32)) if bias else None
    packed = ts.ops.quantized.conv2d_prepack(weight, shift, *moves)
    x, statement = activations(zero_point, 2, channels, 9, 11)
    call = "torch.ops.quantized.conv2d(q, self.conv2._packed_params, 300.0, 120)"
    body = f"{statement}; return torch.int_repr({call})"
    found = as_kernel(body, x, packed)
    q = ts.quantize_per_tensor(x, 0.5, zero_point, ts.quint8)
    expected = ts.ops.quantized.conv2d(q, packed, 300.0, 120).int_repr()
    assert np.array_equal(found, expected)
    assert found.stride() == expected.stride()
    assert len(np.unique(found)) > 20, "the scale of the result fits"


@pytest.mark.parametrize("zero_point", [0, 128, 255])
@pytest.mark.parametrize("moves", MOVES.values(), ids=MOVES)
def test_moves_of_windows(moves: tuple, zero_point: int) -> None:
    weight = quantized_weights(bytes_of_weights(16, 8, 3, 3), 0, per_channel=True)
    check_convolution(weight, moves, zero_point, 8, bias=True)
    assert multiplied_bytes()


@pytest.mark.parametrize("per_channel", [False, True], ids=["whole", "channels"])
@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_sizes_of_filters(sizes: tuple[int, ...], per_channel: bool) -> None:
    """Channels are padded to whole groups of 4 inputs, and to whole vectors of 16 outputs."""
    weight = quantized_weights(bytes_of_weights(*sizes), 0, per_channel)
    check_convolution(weight, ([1, 1], [1, 1], [1, 1], 1), 77, sizes[1], bias=not per_channel)
    assert multiplied_bytes()


def test_zero_points_of_weights_may_fit_into_bytes() -> None:
    integers, zeros = RNG.integers(-100, 100, (16, 8, 3, 3)), RNG.integers(-20, 20, 16)
    weight = quantized_weights(integers, zeros, per_channel=True)
    check_convolution(weight, ([1, 1], [1, 1], [1, 1], 1), 9, 8, bias=True)
    assert multiplied_bytes()


REFUSED = {
    "weights without zero points are no bytes": ((16, 8, 3, 3), 3, 1),
    "groups": ((16, 4, 3, 3), 0, 2),
}


@pytest.mark.parametrize(("sizes", "zeros", "groups"), REFUSED.values(), ids=REFUSED)
def test_layers_in_floats(sizes: tuple[int, ...], zeros: int, groups: int) -> None:
    weight = quantized_weights(bytes_of_weights(*sizes), zeros, per_channel=False)
    check_convolution(weight, ([1, 1], [1, 1], [1, 1], groups), 9, groups * sizes[1], bias=True)
    assert not multiplied_bytes()


def check_linear(
    packed: Object, shape: tuple[int, ...], scale: float, among: Sequence[int] = WHOLE_RANGE
) -> None:
    """Compare a linear layer with the interpreter."""
    module, _ = golden_of("residual-fbgemm")
    object_of(module.linear._packed_params).slots["_packed_params"] = packed
    x, statement = activations(130, *shape, among=among)
    module.define(f"""
def probe(self, x: Tensor):
    {statement}
    packed = self.linear._packed_params._packed_params
    return torch.int_repr(torch.ops.quantized.linear(q, packed, {scale}, 100))
""")
    q = ts.quantize_per_tensor(x, 0.5, 130, ts.quint8)
    expected = ts.ops.quantized.linear(q, packed, scale, 100).int_repr()
    for _ in range(4):
        found = module.probe(x)
    assert not remaining()
    assert np.array_equal(found, expected)
    assert len(np.unique(found)) > 2


@pytest.mark.parametrize("per_channel", [False, True], ids=["whole", "channels"])
@pytest.mark.parametrize("rows", [(1,), (3,), (40,), (2, 3)], ids=str)
@pytest.mark.parametrize("sizes", [(64, 128), (5, 37), (80, 4)], ids=str)
def test_linear_layers(sizes: tuple[int, int], rows: tuple[int, ...], per_channel: bool) -> None:
    weight = quantized_weights(bytes_of_weights(*sizes), 0, per_channel)
    bias = ts.tensor(RNG.normal(0, 40, sizes[0]).astype(np.float32))
    packed = ts.ops.quantized.linear_prepack(weight, bias)
    check_linear(packed, (*rows, sizes[1]), 600.0)
    assert multiplied_bytes()


@pytest.mark.parametrize(("terms", "fits"), [(60_000, True), (140_000, False)])
def test_sums_beyond_the_range_of_int32_are_those_of_float64(terms: int, fits: bool) -> None:
    """All weights and most activations are at the ends of their ranges."""
    weight = quantized_weights(RNG.choice([-128, 127], (2, terms)), 0, per_channel=False)
    packed = ts.ops.quantized.linear_prepack(weight, None)
    check_linear(packed, (3, terms), 2e4)
    assert multiplied_bytes() == fits


def test_sums_without_the_zero_point_may_wrap_around() -> None:
    """255 * 128 for 100,000 terms is beyond int32; 125 * 128 is not."""
    rows = np.broadcast_to([[-128], [-96], [-64], [127]], (4, 100_000))
    weight = quantized_weights(rows, 0, per_channel=False)
    packed = ts.ops.quantized.linear_prepack(weight, None)
    check_linear(packed, (3, 100_000), 1e7, among=[255, 255, 200])
    assert multiplied_bytes()


def test_large_images_are_padded_in_kernels() -> None:
    weight = quantized_weights(bytes_of_weights(16, 8, 3, 3), 0, per_channel=True)
    packed = ts.ops.quantized.conv2d_prepack(weight, None, [1, 1], [1, 1], [1, 1], 1)
    x, statement = activations(77, 1, 8, 40, 40)
    call = "torch.ops.quantized.conv2d(q, self.conv2._packed_params, 300.0, 120)"
    as_kernel(f"{statement}; return torch.int_repr({call})", x, packed)
    plan, group, _ = str(ts.last_executed_optimized_graph()).partition("with prim::TensorExprGroup")
    assert group and "constant_pad_nd" not in plan


def test_a_program_gets_integers_of_its_own() -> None:
    weight = quantized_weights(RNG.integers(-40, 40, (8, 8, 3, 3)), 0, per_channel=True)
    packed = ts.ops.quantized.conv2d_prepack(weight, None, [1, 1], [1, 1], [1, 1], 1)
    body = (
        "y = torch.ops.quantized.conv2d(q, self.conv2._packed_params, 9.0, 60); "
        "return torch.int_repr(y), torch.int_repr(y)"
    )
    one, two = as_kernel(body, reals(1, 8, 5, 5), packed)
    before = np.array(two)
    one.zero_()
    assert np.array_equal(two, before)


CHAINS = {
    "relu between": "y = torch.relu({conv}); return torch.int_repr({again})",
    "a sum": "y = {conv}; z = {again}; "
    "return torch.int_repr(torch.ops.quantized.add_relu(y, z, 9.0, 3))",
    "a sum with an input": "y = {conv}; "
    "return torch.int_repr(torch.ops.quantized.add(q, y, 9.0, 3))",
    "a product": "y = {conv}; return torch.int_repr(torch.ops.quantized.mul(y, q, 9.0, 3))",
    "joined": "y = {conv}; return torch.int_repr(torch.ops.quantized.cat([q, y], 1, 8.0, 9))",
    "pooled": "y = torch.max_pool2d({conv}, [3, 3], [2, 2], [1, 1]); "
    "return torch.int_repr({again})",
    "pooled without borders": "y = torch.max_pool2d({conv}, [2, 3], [2, 1], [0, 0], [1, 2]); "
    "return torch.int_repr({again})",
    "pooled with a last window": "y = torch.max_pool2d({conv}, 2, 2, 0, 1, True); "
    "return torch.int_repr(y)",
    "clipped": "y = torch.hardtanh({conv}, -100.0, 200.0); return torch.int_repr({again})",
    "means": "y = {conv}; return torch.int_repr(torch.adaptive_avg_pool2d(y, [1, 1]))",
    "reals": "y = {conv}; return torch.dequantize(y)",
    "transposed": "y = {conv}.permute(1, 0, 3, 2); return torch.int_repr(y)",
}


@pytest.mark.parametrize("chain", CHAINS.values(), ids=CHAINS)
def test_readers_of_convolutions(chain: str) -> None:
    """Results have channels last in memory, and in the program's order what it has."""
    weight = quantized_weights(RNG.integers(-40, 40, (8, 8, 3, 3)), 0, per_channel=True)
    moves = [1, 1], [1, 1], [1, 1], 1
    bias = ts.tensor(RNG.normal(0, 40, 8).astype(np.float32))
    packed = ts.ops.quantized.conv2d_prepack(weight, bias, *moves)
    conv, again = (
        f"torch.ops.quantized.conv2d({x}, self.conv2._packed_params, {scale}, {zero})"
        for x, scale, zero in (("q", 9.0, 60), ("y", 300.0, 200))
    )
    body = chain.format(conv=conv, again=again)
    x = reals(2, 8, 7, 9)
    found = as_kernel(body, x, packed)
    assert multiplied_bytes()
    expected = interpreted(body, x, packed)
    assert np.array_equal(found, expected)
    assert found.stride() == expected.stride()
