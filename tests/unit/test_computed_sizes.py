"""Plans for symbolic sizes of programs that compute other sizes: convolutions, pooling, `cat`."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from mlir_programs import module_of

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.errors import InputMismatch, RuntimeFault
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.native.size_symbols import SizeSymbols
from xdsl_torchscript.runtime.tensor import Tensor

pytestmark = pytest.mark.usefixtures("compiled_now")

SIZES = [(32, 30), (13, 22), (24, 24), (9, 40), (40, 9), (10, 9), (17, 11)]
SMALL = [(3, 7), (2, 2), (4, 3), (17, 2), (1, 8), (6, 1), (1, 1)]
"""Sizes for which a result is empty, has a size of 1, or is an error."""

PROGRAMS = {
    "same_padding": ((2, 3), (8, 3, 3, 3), "conv2d(x, w, b, [1, 1], [1, 1], [1, 1], 1)"),
    "stride": ((2, 3), (8, 3, 3, 3), "conv2d(x, w, None, [2, 2], [1, 1], [1, 1], 1)"),
    "dilation": ((3,), (8, 3, 3, 3), "conv2d(x, w, b, [1, 1], [0, 0], [2, 2], 1)"),
    "few_filters": ((1, 3), (5, 3, 3, 3), "conv2d(x, w, None, [1, 1], [0, 0], [1, 1], 1)"),
    "even_filters": ((1, 3), (16, 3, 2, 4), "conv2d(x, w, None, [2, 1], [1, 1], [1, 1], 1)"),
    "groups": ((1, 4), (16, 2, 3, 3), "conv2d(x, w, None, [1, 1], [1, 1], [1, 1], 2)"),
    "depthwise": ((1, 3), (3, 1, 3, 3), "conv2d(x, w, None, [1, 1], [1, 1], [1, 1], 3)"),
    "points": ((1, 3), (8, 3, 1, 1), "conv2d(x, w, b, [1, 1], [0, 0], [1, 1], 1)"),
    "doubled": ((1, 3), (3, 4, 2, 2), "conv_transpose2d(x, w, None, 2)"),
    "spread": ((2, 3), (3, 4, 3, 3), "conv_transpose2d(x, w, None, 2, 1, 1)"),
    "spread_groups": ((1, 4), (4, 2, 4, 4), "conv_transpose2d(x, w, None, 2, 1, 0, 2)"),
    "gaps": ((1, 3), (3, 2, 3, 3), "conv_transpose2d(x, w, None, 3, 0, 0, 1, 2)"),
    "rows": ((), (8, 3, 3), "conv1d(x.unsqueeze(1).expand(-1, 3, -1), w, b, [2], [1], [1], 1)"),
    "greatest": ((2, 3), (8,), "max_pool2d(x, [3, 3], [2, 2], [1, 1], [1, 1], False)"),
    "greatest_of_few": ((2, 3), (8,), "max_pool2d(x, [2, 2], [2, 2], [0, 0], [1, 1], False)"),
    "average": ((2, 3), (8,), "avg_pool2d(x, [3, 3], [2, 1], [1, 1], False, True, None)"),
    "average_inside": ((2, 3), (8,), "avg_pool2d(x, [3, 2], [1, 1], [1, 1], False, False, None)"),
    "long_average": ((2, 3), (8,), "avg_pool2d(x, [9, 9], [1, 1], [0, 0], False, False, None)"),
    "whole_image": ((2, 3), (8,), "adaptive_avg_pool2d(x, [1, 1])"),
    "greatest_of_all": ((2, 3), (8,), "adaptive_max_pool2d(x, [1, 1])[0]"),
    "joined": ((), (8,), "cat([x, x * 2.0, x], 1)"),
    "largest": ((3,), (8,), "topk(x, 3)[0]"),
    "halves": ((), (8,), "mul(x.chunk(2)[1].sum(0), x.chunk(2, 1)[0].sum())"),
    "flat": ((2,), (8,), "flatten(x * 2.0, 1, 2)"),
    "part": ((), (8,), "relu(x)[1::2, 1:-1]"),
    "twice": ((2, 4), (8,), "nn.functional.interpolate(x, scale_factor=2.0)"),
    "rows_twice": ((2,), (8,), "nn.functional.interpolate(x, scale_factor=2.5)"),
    "may_copy": ((2,), (8,), "nn.functional.interpolate(x, None, 1.125, 'linear', False)"),
    "recomputed": ((2,), (8,), "nn.functional.interpolate(x, None, 1.5, 'linear', False, True)"),
    "corners": ((1, 3), (8,), "nn.functional.interpolate(x, None, 0.75, 'bilinear', True)"),
    "to_numbers": ((1, 3), (8,), "nn.functional.interpolate(x, [24, 1], None, 'bilinear', True)"),
    "to_sizes": ((1, 3), (8,), "nn.functional.interpolate(x, [x.size(3), 13], None, 'bicubic')"),
    "exact": ((3, 1), (8,), "nn.functional.interpolate(x, None, 1.25, 'nearest-exact')"),
    "cubes": ((2, 1, 3), (8,), "nn.functional.interpolate(x, None, 0.5, 'trilinear', False)"),
}  # fmt: skip
"""The first sizes of the input, the sizes of the weights, and an expression of `torch`."""


def _dynamic(executor: ProfilingExecutor) -> ProfilingExecutor:
    """Return the executor of the plan for symbolic sizes."""
    while executor.fallbacks and executor.stage.name != "SYMBOLIC":
        executor = executor.fallbacks[0]
    return executor


def _inputs(
    first: tuple[int, ...], sizes: tuple[int, ...], weights: tuple[int, ...]
) -> list[np.ndarray]:
    """Return an input, weights and a bias."""
    rng = np.random.default_rng(0)
    shapes = (first + sizes, weights, weights[:1])
    return [rng.standard_normal(shape).astype(np.float32) for shape in shapes]


@pytest.mark.parametrize("name", PROGRAMS)
def test_kernels_agree_with_the_interpreter(name: str) -> None:
    first, weights, expression = PROGRAMS[name]
    f = ts.compile(f"def f(x, w, b):\n    return torch.{expression} * 0.5\n").f
    ts.set_fusion_strategy([("STATIC", 1), ("DYNAMIC", 1)])
    for sizes in SIZES + SMALL:
        inputs = _inputs(first, sizes, weights)
        try:
            with ts.optimized_execution(False):
                expected = f(*inputs)
        except RuntimeFault:
            with pytest.raises(RuntimeFault):
                f(*inputs)
            continue
        for _ in range(3):
            np.testing.assert_allclose(f(*inputs).array, expected.array, rtol=1e-5, atol=1e-5)
    groups = _dynamic(executor_of(f)).groups
    assert groups and all(group.kernel is not None for group in groups)


def test_a_copy_that_the_run_decides_weighs_no_neighbour() -> None:
    """The resampled sizes are equal in the last call alone."""
    call = "torch.nn.functional.interpolate(x, y.size(0), None, 'linear', False)"
    f = ts.compile(f"def f(x, y):\n    return {call} * 2.0\n").f
    ts.set_fusion_strategy([("STATIC", 1), ("DYNAMIC", 1)])
    for size, count in [(4, 6), (6, 3), (5, 7), (3, 5)]:
        f(np.ones((1, 2, size), np.float32), np.ones(count, np.float32))
    x = np.array([[[1, np.inf, 3, 4], [5, 6, 7, 8]]], np.float32)
    expected = [[[2, np.nan, 6, 8], [10, 12, 14, 16]]]
    np.testing.assert_array_equal(f(x, np.ones(4, np.float32)).array, expected)
    assert _dynamic(executor_of(f)).groups


IMAGES = """
graph(%x : Float(1, 4, *, *), %w : Float(4, 4, 3, 3)):
  %two : int[] = prim::Constant[value=[2, 2]]()
  %zero : int[] = prim::Constant[value=[0, 0]]()
  %one : int[] = prim::Constant[value=[1, 1]]()
  %none : NoneType = prim::Constant()
  %groups : int = prim::Constant[value=1]()
  %y : Float(1, 4, *, *) = aten::conv2d(%x, %w, %none, %two, %zero, %one, %groups)
  return (%y)
"""
"""A convolution for images of any size, with a result half as large."""


def _images() -> Kernel:
    x, w, _ = _inputs((1, 4), (9, 14), (4, 4, 3, 3))
    tensors = [Tensor.of(array) for array in (x, w)]
    return compile_func(parse_graph(IMAGES), "graph", tensors, symbolic=True)


def test_one_kernel_takes_all_sizes() -> None:
    kernel = _images()
    assert "[1,4,s0,s1]" in str(kernel.inputs[0])
    for sizes in ((9, 14), (20, 20), (5, 6)):
        x, w, _ = _inputs((1, 4), sizes, (4, 4, 3, 3))
        (found,) = kernel(x, w)
        assert isinstance(found, Tensor)
        assert found.shape == (1, 4, (sizes[0] - 1) // 2, (sizes[1] - 1) // 2)


@pytest.mark.parametrize("sizes", [(4, 9), (9, 3), (2, 2)])
def test_results_of_size_0_and_1_are_for_another_kernel(sizes: tuple[int, int]) -> None:
    x, w, _ = _inputs((1, 4), sizes, (4, 4, 3, 3))
    with pytest.raises(InputMismatch, match="sizes that are at least 2"):
        _images()(x, w)


REST = """
func.func @f(%x: !ts.tensor<[s3],f32>, %y: !ts.tensor<[s3-1],f32>) -> !ts.tensor<[s3-1],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %rest = aten.slice.Tensor(%x, %zero, %one, %none, %one)
    : (!ts.tensor<[s3],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[s3-1],f32>
  %r = aten.mul.Tensor(%rest, %y)
    : (!ts.tensor<[s3-1],f32>, !ts.tensor<[s3-1],f32>) -> !ts.tensor<[s3-1],f32>
  func.return %r : !ts.tensor<[s3-1],f32>
}
"""
LONGER = (
    REST.replace("[s3]", "[?]").replace("[s3-1]", "[s3]").replace("[?]", "[s3+1]")
    .replace("%x: !ts.tensor<[s3+1],f32>, ", "")
    .replace("%y: !ts.tensor<[s3],f32>)", "%y: !ts.tensor<[s3],f32>, %x: !ts.tensor<[s3+1],f32>)")
)  # fmt: skip


def _numbers(size: int) -> Tensor:
    return Tensor.of(np.arange(size, dtype=np.float32))


@pytest.mark.parametrize("first", [2, 5])
def test_an_input_may_have_a_computed_size(first: int) -> None:
    kernel = compile_func(
        module_of(REST), "f", [_numbers(first), _numbers(first - 1)], symbolic=True
    )
    for size in (3, 9, 5, 12):
        x, y = _numbers(size), _numbers(size - 1)
        for _ in range(3):  # through Python, then through the builtin
            np.testing.assert_array_equal(kernel(x, y)[0].array, x.array[1:] * y.array)
    assert kernel.table is not None, "its result has the size of an input"


@pytest.mark.parametrize("sizes", [(5, 5), (5, 3), (5, 6), (2, 1), (5, 1)])
def test_an_input_of_another_computed_size_is_for_another_kernel(sizes: tuple[int, int]) -> None:
    kernel = compile_func(module_of(REST), "f", [_numbers(5), _numbers(4)], symbolic=True)
    for _ in range(3):
        kernel(_numbers(7), _numbers(6))
        with pytest.raises(InputMismatch):
            kernel(*map(_numbers, sizes))


def test_an_input_may_have_a_size_of_another_and_more() -> None:
    kernel = compile_func(module_of(LONGER), "f", [_numbers(4), _numbers(5)], symbolic=True)
    for size in (2, 9, 5):
        x, y = _numbers(size + 1), _numbers(size)
        for _ in range(3):  # through Python, then through the builtin
            np.testing.assert_array_equal(kernel(y, x)[0].array, x.array[1:] * y.array)
            with pytest.raises(InputMismatch):
                kernel(y, _numbers(size + 2))


def test_declared_symbols_stay_and_others_get_names_of_their_own() -> None:
    types = [TensorType.get(["s1", "s0-1", None]), TensorType.get(["s1-1", "s0-1", 3])]
    symbols = SizeSymbols.of([Tensor.of(np.ones((4, 4, 4))), Tensor.of(np.ones((3, 4, 3)))], types)
    first = [symbols.dim(4, size) for size in types[0].shape or ()]
    second = [symbols.dim(size, dim) for size, dim in ((3, "s1-1"), (4, "s0-1"), (3, 3))]
    assert first == ["s1", "s2", "s3"]
    assert second == ["s1-1", "s2", 3]
    assert [symbols.dim(size, None) for size in (4, 1, 0)] == ["s3", 1, 0]


CHANGING = {
    "suppression": """
def f(area, order, inter):
    kept = 0
    while order.numel() > 1:
        i = int(order[0].item())
        rest = order[1:]
        iou = inter[rest] / (area[i] + area[rest] - inter[rest])
        order = rest[iou <= 0.1]
        kept += 1
    return kept
""",
    "peaks": """
def f(heat, limit: float):
    values = torch.relu(heat.flatten(2)).topk(2, dim=-1)[0] + 1.0
    y, x = torch.where(heat[0, 0] > limit)
    return values, torch.stack((x, y))
""",
    "peaks_and_loop": """
def f(heat, limit: float):
    values = torch.relu(heat.flatten(2)).topk(2, dim=-1)[0] + 1.0
    for i in range(heat.size(0)):
        values[i] += heat[i, 0, 0, 0]
    y, x = torch.where(heat[0, 0] > limit)
    return values, torch.stack((x, y))
""",
}
"""Programs whose tensors have sizes that follow from others."""


def _suppression_inputs(size: int) -> list[object]:
    rng = np.random.default_rng(size)
    area, inter = rng.random((2, size), np.float32)
    return [area, rng.permutation(size), inter]


def _peaks_inputs(*sizes: int) -> list[object]:
    return [np.random.default_rng(0).random(sizes, np.float32), 0.5]


PEAKS = [(2, 3, 6, 7), (1, 1, 4, 4), (1, 2, 2, 1), (0, 2, 3, 3), (1, 2, 1, 1), (2, 3, 5, 8)]
"""The last sizes are profiled with the fourth, for which only a part of the program runs."""
CALLS = {
    "suppression": [_suppression_inputs(n) for n in (20, 1, 0, 7, 5, 20, 9, 30)],
    "peaks": [_peaks_inputs(*sizes) for sizes in PEAKS],
}


def _parts(result: object) -> list[np.ndarray]:
    return [np.asarray(part) for part in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("name", CHANGING)
def test_groups_of_sizes_that_follow_from_others_compile(name: str) -> None:
    f = ts.compile(CHANGING[name]).f
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for inputs in CALLS[name.removesuffix("_and_loop")] * 2:
            try:
                with ts.optimized_execution(False):
                    expected = f(*inputs)
            except RuntimeFault:
                with pytest.raises(RuntimeFault):
                    f(*inputs)
                continue
            for a, b in zip(_parts(f(*inputs)), _parts(expected), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-5)


CACHE = """
def f(x, past: Tuple[Tensor, Tensor]):
    key, value = past
    key, value = torch.cat([key, x], 1), torch.cat([value, 2.0 * x], 1)
    weights = torch.softmax(x @ key.transpose(1, 2), -1)
    return torch.stack([weights @ value, x]), (key, value)
"""
"""A step of a decoder, whose keys and values grow."""


def test_a_growing_cache_is_part_of_one_kernel() -> None:
    f = ts.compile(CACHE).f
    rng = np.random.default_rng(0)
    past = tuple(rng.standard_normal((2, 2, 8), np.float32) for _ in range(2))
    for _ in range(12):
        x = rng.standard_normal((2, 1, 8), np.float32)
        with ts.optimized_execution(False):
            expected = f(x, past)
        found, past = f(x, past)
        np.testing.assert_allclose(found.array, expected[0].array, rtol=1e-4, atol=1e-5)
        for a, b in zip(past, expected[1], strict=True):
            np.testing.assert_allclose(a.array, b.array, rtol=1e-5)
    plan = _dynamic(executor_of(f))
    assert len(plan.groups) == 1
    assert {op.name for op in plan.refusals} <= {"aten.transpose.int"}, "an operand of the product"


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_joined_tensors_are_part_of_a_kernel(axis: int) -> None:
    f = ts.compile(f"def f(x, y):\n    return torch.tanh(torch.cat([x * 2.0, y], {axis}))\n").f
    for size in range(3, 10):
        x, y = (np.full((size, size), number, np.float32) for number in (0.1, 0.3))
        found = f(x, y).array
        expected = np.tanh(np.concatenate([x * 2, y], axis))
        np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert "aten.cat" not in [op.name for op in _dynamic(executor_of(f)).refusals]
