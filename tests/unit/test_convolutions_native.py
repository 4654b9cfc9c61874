"""Convolutions as machine code agree with the interpreter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from native_programs import parse
from test_contractions_native import compare, numbers
from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

F32, F64, I64 = np.float32, np.float64, np.int64

CASES: dict[str, Sequence[Sequence[int]]] = {
    "torch.conv1d(x, y)": ((2, 3, 8), (5, 3, 2)),
    "torch.conv1d(x, y, z, padding=3)": ((2, 3, 8), (5, 3, 2), (5,)),
    "torch.conv2d(x, y, z, stride=2, padding=1)": ((2, 3, 9, 8), (4, 3, 3, 3), (4,)),
    "torch.conv2d(x, y)": ((2, 3, 9, 8), (4, 3, 1, 1)),
    "torch.conv2d(x, y, stride=2)": ((1, 3, 9, 8), (4, 3, 1, 1)),
    "torch.conv2d(x, y, None, 1, [2, 1], [2, 1])": ((3, 9, 8), (4, 3, 3, 2)),
    "torch.conv2d(x, y, z, 1, 1, 1, 2)": ((2, 4, 9, 8), (6, 2, 3, 3), (6,)),
    "torch.conv2d(x, y, z, 2, 1, 1, 4)": ((1, 4, 9, 8), (4, 1, 3, 3), (4,)),
    "torch.conv2d(x, y, z, 1, 1, 1, 4)": ((2, 4, 9, 28), (4, 1, 3, 3), (4,)),
    "torch.conv2d(x, y, z, [2, 1], [2, 1], [2, 1], 4)": ((4, 9, 29), (4, 1, 2, 3), (4,)),
    "torch.conv2d(x, y, None, 1, 4, 1, 4)": ((1, 4, 9, 12), (4, 1, 9, 9)),
    "torch.conv_transpose1d(x, y, None, 2, 1, 1, 4)": ((2, 4, 9), (4, 1, 3)),
    "torch.relu(torch.conv1d(x, y, z, groups=4))": ((2, 4, 40), (4, 1, 3), (4,)),
    "torch.conv2d(x, y, z, padding='same')": ((2, 4, 9, 8), (4, 4, 3, 4), (4,)),
    "torch.conv2d(x, y, z, padding='valid')": ((2, 4, 9, 8), (4, 4, 3, 4), (4,)),
    "torch.conv3d(x, y, z)": ((2, 4, 5, 6, 7), (4, 4, 3, 2, 1), (4,)),
    "torch.relu(torch.conv2d(x, y, z, padding=1))": ((1, 16, 20, 20), (32, 16, 3, 3), (32,)),
}

DIRECT: dict[str, Sequence[Sequence[int]]] = {
    "torch.conv2d(x, y, z, 1, 1)": ((2, 32, 9, 14), (32, 32, 3, 3), (32,)),
    "torch.relu(torch.conv2d(x, y, z, 2, 3))": ((1, 6, 25, 31), (64, 6, 7, 7), (64,)),
    "torch.conv2d(x, y, None, [1, 2], [0, 1])": ((32, 9, 17), (32, 32, 3, 3)),
    "torch.conv2d(x, y, None, [2, 1], [2, 3], [1, 2])": ((1, 30, 9, 15), (32, 30, 3, 3)),
    "torch.conv2d(x, y, z, 1, 1, 1, 3)": ((1, 90, 7, 7), (192, 30, 3, 3), (192,)),
    "torch.conv2d(x, y, z, padding='same') + x": ((1, 32, 15, 11), (32, 32, 2, 5), (32,)),
    "torch.conv1d(x, y, z, 1, 2)": ((3, 64, 40), (64, 64, 5), (64,)),
    "torch.conv3d(x, y)": ((1, 16, 5, 6, 9), (32, 16, 3, 3, 2)),
    "torch.relu(torch.conv2d(x, y, z, 1, 1))": ((1, 32, 9, 13), (48, 32, 3, 3), (48,)),
    "torch.tanh(torch.conv2d(x, y, z, 1, 1))": ((2, 8, 9, 13), (16, 8, 3, 3), (16,)),
    "torch.conv_transpose2d(x, y, z, 2, 1)": ((1, 32, 5, 7), (32, 32, 3, 3), (32,)),
    "torch.conv_transpose2d(x, y, z, 2, 1, 1)": ((1, 32, 5, 9), (32, 16, 4, 4), (16,)),
}
"""Convolutions of many channels, which do not copy windows."""

CASES |= DIRECT


@pytest.mark.parametrize("expression", CASES)
def test_forms(expression: str) -> None:
    random = np.random.default_rng(0)
    compare(expression, [numbers(s, F32, random) for s in CASES[expression]])


@pytest.mark.parametrize("dtype", [F64, I64])
def test_element_types(dtype: type) -> None:
    random = np.random.default_rng(0)
    shapes = ((2, 3, 9, 8), (4, 3, 3, 3))
    compare("torch.conv2d(x, y, padding=1)", [numbers(s, dtype, random) for s in shapes])
    shapes = ((2, 32, 9, 8), (32, 32, 3, 3))
    compare("torch.conv2d(x, y, padding=1)", [numbers(s, dtype, random) for s in shapes])
    shapes = ((2, 3, 9, 8), (3, 1, 3, 3))
    compare("torch.conv2d(x, y, groups=3)", [numbers(s, dtype, random) for s in shapes])


@pytest.mark.parametrize("channels", [3, 32])
def test_an_empty_batch(channels: int) -> None:
    shapes = ((0, channels, 9, 9), (32, channels, 3, 3))
    random = np.random.default_rng(0)
    compare("torch.conv2d(x, y)", [numbers(s, F32, random) for s in shapes])


def test_many_channels_of_a_symbolic_batch() -> None:
    source = """
    func.func @f(%x: !ts.tensor<[?,32,40],f32>, %w: !ts.tensor<[64,32,8],f32>) -> !ts.tensor {
      %none = prim.Constant : !ts.none
      %zero = prim.Constant 0 : i64
      %one = prim.Constant 1 : i64
      %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
      %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
      %r = aten.conv1d(%x, %w, %none, %l, %p, %l, %one) : (!ts.tensor<[?,32,40],f32>,
          !ts.tensor<[64,32,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64)
          -> !ts.tensor
      func.return %r : !ts.tensor
    }"""
    random = np.random.default_rng(0)
    x, w = (Tensor(numbers(shape, F32, random)) for shape in ((3, 32, 40), (64, 32, 8)))
    module = parse(source)
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    kernel, code = compile_func(module, "f", [x, w], symbolic=True), Code.from_func(function)
    for batch in (3, 5):
        x = Tensor(numbers((batch, 32, 40), F32, random))
        (expected,), (got,) = run(code, [x, w]), kernel(x, w)
        np.testing.assert_allclose(got.array, expected.array, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("expression", [name for name in DIRECT if len(DIRECT[name][0]) == 4])
def test_many_channels_of_double_precision(expression: str) -> None:
    random = np.random.default_rng(0)
    compare(expression, [numbers(s, F64, random) for s in DIRECT[expression]])


def test_random_sizes() -> None:
    random = np.random.default_rng(2)
    for _ in range(12):
        groups, filters, channels = (int(n) for n in random.choice([1, 2, 3, 5], 3))
        kernel, size = random.integers(1, 4, 2), random.integers(7, 20, 2)
        stride, padding, gap = (int(n) for n in random.integers([1, 0, 1], [4, 3, 3]))
        x = (2, groups * channels, *map(int, size))
        w = (groups * filters, channels, *map(int, kernel))
        expression = f"torch.conv2d(x, y, z, {stride}, {padding}, {gap}, {groups})"
        compare(expression, [numbers(s, F32, random) for s in (x, w, w[:1])])


def test_channels_last_keep_their_layout() -> None:
    random = np.random.default_rng(0)
    x = numbers((2, 9, 8, 3), F32, random).transpose(0, 3, 1, 2)
    compare("torch.conv2d(x, y, padding=1)", [x, numbers((4, 3, 3, 3), F32, random)])


def test_transposed_convolutions() -> None:
    random = np.random.default_rng(0)
    x, w = numbers((2, 4, 7, 5), F32, random), numbers((4, 3, 3, 2), F32, random)
    for arguments in ("", "None, 2", "None, [3, 2], [1, 0], [2, 1]", "None, 1, 1, 0, 2, [2, 1]"):
        compare(f"torch.conv_transpose2d(x, y, {arguments})", [x, w])


def test_transposed_convolutions_of_random_sizes() -> None:
    random = np.random.default_rng(3)
    for _ in range(16):
        groups, filters, channels = (int(n) for n in random.choice([1, 2, 3], 3))
        kernel, size = random.integers(1, 6, 2), random.integers(4, 8, 2)
        stride, gap = (int(n) for n in random.integers(1, [5, 4]))
        padding = int(random.integers(0, 3))
        extra = int(random.integers(0, max(stride, gap)))
        x, w = (2, groups * channels, *map(int, size)), (groups * channels, filters, *kernel)
        expression = (
            f"torch.conv_transpose2d(x, y, z, {stride}, {padding}, {extra}, {groups}, {gap})"
        )
        shapes = (x, tuple(map(int, w)), (groups * filters,))
        compare(expression, [numbers(s, F32, random) for s in shapes])


def test_a_transposed_convolution_of_too_many_parts_is_refused() -> None:
    program = "import torch\n\ndef f(x, w):\n"
    program += "    return torch.conv_transpose2d(x, w, None, [5, 5], 0, 0, 1, [2, 2])\n"
    x, w = np.ones((1, 1, 3, 3), F32), np.ones((1, 1, 5, 5), F32)
    with pytest.raises(ts.NativeUnsupported, match="25 convolutions, and at most 16"):
        ts.compile_func(ts.compile(program).f, [x, w])


def test_a_transposed_convolution_keeps_infinities_in_their_windows() -> None:
    x = np.zeros((1, 1, 4), F32)
    x[0, 0, 1] = np.inf
    compare("torch.conv_transpose1d(x, y, None, 2, 1)", [x, np.ones((1, 1, 4), F32)])


@pytest.mark.parametrize("dtype", [F32, F64, I64])
def test_borders_around_computed_elements(dtype: type) -> None:
    """Lanes outside of the tensor hold zeros, which nothing takes."""
    random = np.random.default_rng(0)
    x, y = (numbers((2, 3, 5, 37), dtype, random) for _ in range(2))
    compare("torch.constant_pad_nd(torch.relu(x) * y, [2, 1, 1, 3], 1)", [x, y])
    compare("torch.constant_pad_nd(torch.relu(x + y) - x, [-2, 5])", [x, y])
    if dtype == I64:
        y[y == 0] = 1
        compare("torch.constant_pad_nd(torch.floor_divide(x, y), [2, 1])", [x, y])
