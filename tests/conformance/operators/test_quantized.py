"""Operators on quantised tensors: the integers and quantizers of PyTorch's engine FBGEMM.

Sizes are whole vectors: PyTorch computes the rest of a tensor one by one, and may then choose the
other one of two equally near integers. The scales make such pairs frequent.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME  # noqa: E402
from xdsl_torchscript.runtime.dispatch import call  # noqa: E402
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor  # noqa: E402
from xdsl_torchscript.runtime.quantizer import Quantizer  # noqa: E402
from xdsl_torchscript.runtime.tensor import Tensor  # noqa: E402

warnings.filterwarnings("ignore", message="torch.quantize_per_tensor")
Q, F = torch.ops.quantized, torch.nn.functional
BYTES = [torch.quint8, torch.qint8]
SCALES = [(0.03, 17, 0.04, 10), (0.031, 90, 0.02, 117), (0.05, 3, 0.05, 3)]


@pytest.fixture(autouse=True)
def fbgemm() -> Iterator[None]:
    before = torch.backends.quantized.engine
    torch.backends.quantized.engine = "fbgemm"
    torch.manual_seed(3)
    yield
    torch.backends.quantized.engine = before


def ours(value: object) -> object:
    if isinstance(value, list):
        return [ours(part) for part in value]
    if not isinstance(value, torch.Tensor):
        return value
    if not value.is_quantized:
        return Tensor(value.detach().numpy())
    dtype = BY_TORCH_NAME[str(value.dtype).removeprefix("torch.")]
    if value.qscheme() == torch.per_tensor_affine:
        quantizer = Quantizer.per_tensor(value.q_scale(), value.q_zero_point(), dtype)
    else:
        scales, zeros = value.q_per_channel_scales(), value.q_per_channel_zero_points()
        quantizer = Quantizer(dtype, scales.numpy(), zeros.numpy(), value.q_per_channel_axis())
    return QuantizedTensor(value.int_repr().numpy(), quantizer)


def agree(theirs: object, found: object) -> None:
    if isinstance(theirs, tuple | list):
        for one, two in zip(theirs, found, strict=True):
            agree(one, two)
    elif theirs.is_quantized:
        numbers = found.quantizer.scale, found.quantizer.zero_point
        assert numbers == (theirs.q_scale(), theirs.q_zero_point())
        np.testing.assert_array_equal(found.integers, theirs.int_repr().numpy())
    else:
        np.testing.assert_array_equal(found.array, theirs.numpy())


def quantised(shape: tuple[int, ...], scale: float, zero: int, dtype=torch.quint8):
    return torch.quantize_per_tensor(torch.randn(shape) * 2, scale, zero, dtype)


ORDINARY = {
    "relu": (torch.relu,),
    "sigmoid": (torch.sigmoid,),
    "tanh": (torch.tanh,),
    "hardsigmoid": (F.hardsigmoid,),
    "gelu": (F.gelu,),
    "leaky_relu": (F.leaky_relu, 0.1),
    "hardtanh": (F.hardtanh, -0.7, 1.3),
    "clamp": (torch.clamp, -0.5, 0.5),
    "relu6": (F.relu6,),
    "threshold": (F.threshold, 0.5, 0.25),
    "max_pool2d": (F.max_pool2d, [3, 2], [2, 1], [1, 0]),
    "avg_pool2d": (F.avg_pool2d, [3, 2], [2, 1], [1, 0], True, False),
    "adaptive_avg_pool2d": (F.adaptive_avg_pool2d, [3, 5]),
    "upsample_nearest2d": (torch._C._nn.upsample_nearest2d, [13, 16]),
    "upsample_nearest2d of the same size": (torch._C._nn.upsample_nearest2d, [8, 8], 1.1, 1.1),
    "upsample_nearest2d by factors": (torch._C._nn.upsample_nearest2d, [8, 16], 1.1, 2.1),
    "upsample_bilinear2d": (torch._C._nn.upsample_bilinear2d, [16, 16], False),
    "dequantize": (torch.dequantize,),
    "int_repr": (torch.int_repr,),
}


@pytest.mark.parametrize(("dtype", "name"), product(BYTES, ORDINARY))
@pytest.mark.parametrize("scales", SCALES)
def test_ordinary_operators(scales, dtype, name: str) -> None:
    function, *arguments = ORDINARY[name]
    q = quantised((2, 4, 8, 8), *scales[:2], dtype)
    agree(function(q, *arguments), call(f"aten::{name.split()[0]}", ours(q), *arguments))


@pytest.mark.parametrize("dims", [[3], [2, 3], [1], [0, 2]])
@pytest.mark.parametrize("scales", SCALES)
def test_means(scales, dims: list[int]) -> None:
    """Means over inner dimensions are of reals, whose sums depend on their order."""
    q = quantised((2, 4, 8, 8), *scales[:2])
    theirs, found = q.mean(dims, True), call("aten::mean", ours(q), dims, True)
    if max(dims) == 3:
        agree(theirs, found)
    difference = found.integers.astype(int) - theirs.int_repr().numpy()
    assert abs(difference).max() <= 1 and (difference != 0).mean() < 0.02


PAIRS = ["add", "add_relu", "mul", "mul_relu"]
NUMBERS = ["add_scalar", "add_scalar_relu", "mul_scalar", "mul_scalar_relu"]
TO_OUTPUT = {"sigmoid": (), "hardswish": (), "elu": (1.0,), "celu": (1.3,)}


@pytest.mark.parametrize("dtype", BYTES)
@pytest.mark.parametrize("scales", SCALES)
def test_quantised_operators(scales, dtype) -> None:
    one, two = (quantised((4, 64), *scales[:2], dtype) for _ in range(2))
    scale, zero = scales[2:]
    for name in PAIRS:
        agree(
            getattr(Q, name)(one, two, scale, zero),
            call(f"quantized::{name}", ours(one), ours(two), scale, zero),
        )
    for name, number in product(NUMBERS, (0.7, -2.0, 30.0, -30.0, 0.0)):
        agree(getattr(Q, name)(one, number), call(f"quantized::{name}", ours(one), number))
    for name, more in TO_OUTPUT.items():
        arguments = (scale, zero, *more)
        agree(getattr(Q, name)(one, *arguments), call(f"quantized::{name}", ours(one), *arguments))
    both = [one, two]
    agree(Q.cat(both, 1, scale, zero), call("quantized::cat", ours(both), 1, scale, zero))
    agree(Q.cat_relu(both, 0, None, None), call("quantized::cat_relu", ours(both), 0, None, None))


@pytest.mark.parametrize("dtype", [*BYTES, torch.qint32])
@pytest.mark.parametrize("scales", SCALES)
def test_quantisation(scales, dtype) -> None:
    _, _, scale, zero = scales
    reals = quantised((16, 32), *scales[:2]).dequantize()
    code = BY_TORCH_NAME[str(dtype).removeprefix("torch.")].code
    agree(
        torch.quantize_per_tensor(reals, scale, zero, dtype),
        call("aten::quantize_per_tensor", ours(reals), scale, zero, code),
    )
    numbers = torch.rand(16) * 0.1 + 0.01, torch.randint(0, 99, (16,))
    theirs = torch.quantize_per_channel(reals, *numbers, 0, dtype)
    found = call("aten::quantize_per_channel", ours(reals), *map(ours, numbers), 0, code)
    np.testing.assert_array_equal(found.integers, theirs.int_repr().numpy())
    agree(theirs.dequantize(), call("aten::dequantize", found))


def test_dynamic_ranges() -> None:
    for factor, shift, reduced in product((1e-6, 0.1, 30.0), (-3.0, 0.0, 3.0), (False, True)):
        reals = torch.randn(8, 32) * factor + shift
        for dtype in BYTES:
            code = BY_TORCH_NAME[str(dtype).removeprefix("torch.")].code
            agree(
                torch.quantize_per_tensor_dynamic(reals, dtype, reduced),
                call("aten::quantize_per_tensor_dynamic", ours(reals), code, reduced),
            )
        found = call("aten::_choose_qparams_per_tensor", ours(reals), reduced)
        assert found == torch._choose_qparams_per_tensor(reals, reduced)


def weight(shape: tuple[int, ...], by_channel: bool, axis: int = 0, most: int = 127):
    """Return a quantised weight whose integers are at most `most`."""
    scales, reals = torch.rand(shape[axis]) * 0.02 + 0.01, torch.randn(shape)
    if not by_channel:
        return torch.quantize_per_tensor(
            reals.clamp(-0.02 * (most - 1), 0.02 * (most - 1)), 0.02, 1, torch.qint8
        )
    bounds = (scales * most).view([-1 if n == axis else 1 for n in range(len(shape))])
    zeros = torch.zeros(shape[axis]).long()
    return torch.quantize_per_channel(
        reals.clamp(-bounds, bounds), scales, zeros, axis, torch.qint8
    )


@pytest.mark.parametrize(("by_channel", "has_bias"), product((False, True), (False, True)))
@pytest.mark.parametrize("features", [1, 33, 700])
@pytest.mark.parametrize("most", [127, 63])
def test_linear_layers(most: int, by_channel: bool, has_bias: bool, features: int) -> None:
    """One of the factors has seven bits, so that pairs of products do not overflow."""
    bias = torch.randn(24) * 3 if has_bias else None
    packing = [weight((24, features), by_channel, most=most), bias]
    theirs = Q.linear_prepack(*packing)
    found = call("quantized::linear_prepack", *map(ours, packing))
    integers = torch.randint(0, 127 if most > 63 else 255, (5, features), dtype=torch.uint8)
    q = torch._make_per_tensor_quantized_tensor(integers, 0.02, 71)
    x = torch.randn(2, 3, features)
    for name in ("linear", "linear_relu"):
        agree(
            getattr(Q, name)(q, theirs, 0.1, 44),
            call(f"quantized::{name}", ours(q), found, 0.1, 44),
        )
    reductions = (True,) if most > 63 else (False, True)
    for name, reduced in product(("linear_dynamic", "linear_relu_dynamic"), reductions):
        expected = getattr(Q, name)(x, theirs, reduced)
        agree(expected, call(f"quantized::{name}", ours(x), found, reduced))


CONVOLUTIONS = [
    (1, 6, 4, [3], [2], [1], [1], 2),
    (2, 3, 8, [3, 3], [1, 1], [1, 1], [1, 1], 1),
    (2, 6, 5, [3, 2], [2, 1], [1, 0], [1, 1], 1),
    (2, 16, 16, [3, 3], [2, 2], [1, 1], [2, 1], 16),
    (3, 6, 4, [3, 2, 3], [2, 1, 1], [1, 0, 1], [1, 1, 1], 2),
]


@pytest.mark.parametrize(("by_channel", "has_bias"), product((False, True), (False, True)))
@pytest.mark.parametrize("numbers", CONVOLUTIONS)
def test_convolutions(by_channel: bool, has_bias: bool, numbers) -> None:
    """Activations have seven bits, so that products do not saturate."""
    rank, channels, count, kernel, stride, padding, dilation, groups = numbers
    w = weight((count, channels // groups, *kernel), by_channel)
    packing = [w, torch.randn(count) if has_bias else None, stride, padding, dilation, groups]
    integers = torch.randint(0, 127, (2, channels, *(9, 8, 7)[:rank]), dtype=torch.uint8)
    q = torch._make_per_tensor_quantized_tensor(integers, 0.02, 60)
    theirs = getattr(Q, f"conv{rank}d_prepack")(*packing)
    found = call(f"quantized::conv{rank}d_prepack", *map(ours, packing))
    for name in (f"conv{rank}d", f"conv{rank}d_relu"):
        agree(
            getattr(Q, name)(q, theirs, 0.2, 99),
            call(f"quantized::{name}", ours(q), found, 0.2, 99),
        )


def test_fake_quantisation() -> None:
    x = torch.randn(4, 32) * 3
    scales, zeros = torch.rand(4) * 0.1 + 0.01, torch.randint(0, 9, (4,), dtype=torch.int32)
    calls = {
        "fake_quantize_per_tensor_affine": (x, 0.04, 10, 0, 127),
        "fake_quantize_per_tensor_affine_cachemask": (x, 0.04, 10, 0, 127),
        "fake_quantize_per_channel_affine": (x, scales, zeros, 0, -128, 127),
        "fake_quantize_per_channel_affine_cachemask": (x, scales, zeros, 0, -128, 127),
    }
    for name, arguments in calls.items():
        theirs = getattr(torch.ops.aten, name)(*arguments)
        agree(theirs, call(f"aten::{name}", *map(ours, arguments)))
