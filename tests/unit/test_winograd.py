"""Convolutions in tiles: transformed filters give the sums of windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout
from xdsl_torchscript.runtime.native import weight_panels
from xdsl_torchscript.runtime.tensor import Array, Tensor

F32 = np.float32


@pytest.fixture(autouse=True)
def _native(compiled_now: None) -> None:
    ts.set_engine("native")


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[WeightLayout]]:
    """The layouts of the filters that are copied."""
    seen: list[WeightLayout] = []
    copy = weight_panels.in_panels

    def noted(weights: Tensor, layout: WeightLayout) -> Tensor:
        seen.append(layout)
        return copy(weights, layout)

    monkeypatch.setattr(weight_panels, "in_panels", noted)
    yield seen
    assert seen, "no filters were copied"


def numbers(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).standard_normal(shape, F32)


class Convolution(ts.Module):
    def __init__(self, inputs: int, outputs: int, padding: list[int]) -> None:
        super().__init__()
        self.weight = ts.Parameter(numbers(outputs, inputs, 3, 3), requires_grad=False)
        self.bias = ts.Parameter(numbers(outputs), requires_grad=False)
        self.padding = padding

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.relu(ts.conv2d(x, self.weight, self.bias, [1, 1], self.padding))


class Network(ts.Module):
    """Residuals, pooling and joined channels between convolutions."""

    def __init__(self) -> None:
        super().__init__()
        self.first = ts.Parameter(numbers(32, 32, 3, 3) / 17, requires_grad=False)
        self.second = ts.Parameter(numbers(32, 32, 3, 3) / 17, requires_grad=False)
        self.third = ts.Parameter(numbers(32, 64, 3, 3) / 24, requires_grad=False)

    def forward(self, x: ts.Tensor) -> tuple[ts.Tensor, ts.Tensor]:
        y = ts.relu(ts.conv2d(x, self.first, None, [1, 1], [1, 1]))
        z = ts.relu(ts.conv2d(y, self.second, None, [1, 1], [1, 1]) + y)
        joined = ts.conv2d(ts.cat([y, z], 1), self.third, None, [1, 1], [1, 1])
        return ts.max_pool2d(z, [2, 2]), joined


def frozen(module: ts.Module) -> ts.ScriptModule:
    return ts.freeze(ts.script(module).eval())


def sums_of_windows(x: Array, weight: Array, padding: list[int]) -> Array:
    """Return the convolution in double precision."""
    borders = [(0, 0), (0, 0), *((n, n) for n in padding)]
    padded = np.pad(x.astype(np.float64), borders)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return np.einsum("nchwij,kcij->nkhw", windows, weight.astype(np.float64), optimize=True)


@pytest.mark.parametrize(
    ("batch", "inputs", "outputs", "size", "padding"),
    [
        (1, 32, 32, (14, 14), [1, 1]),
        (2, 32, 48, (7, 9), [1, 1]),  # the last tiles end behind the borders
        (3, 48, 32, (17, 19), [0, 0]),
        (1, 48, 64, (13, 16), [2, 3]),
        (1, 32, 64, (59, 62), [1, 1]),  # 30 blocks, in one loop
        (9, 32, 64, (14, 28), [1, 1]),
    ],
)
def test_sizes(
    batch: int, inputs: int, outputs: int, size: tuple[int, int], padding: list[int],
    layouts: list[WeightLayout],
) -> None:  # fmt: skip
    module = Convolution(inputs, outputs, padding)
    x = numbers(batch, inputs, *size, seed=1)
    expected = sums_of_windows(x, module.weight.array, padding)
    expected = np.maximum(expected + module.bias.array[:, None, None], 0)
    got = frozen(module)(x).array
    scale = np.sqrt(9 * inputs)  # the deviation of a sum
    np.testing.assert_allclose(got, expected, rtol=0, atol=5e-6 * scale)
    assert layouts == [WeightLayout(0, True)]


def test_an_image_without_a_batch(layouts: list[WeightLayout]) -> None:
    module, x = frozen(Convolution(32, 32, [1, 1])), numbers(2, 32, 15, 14)
    whole = module(x).array
    np.testing.assert_array_equal(module(x[1]).array, whole[1])
    assert layouts == [WeightLayout(0, True)]


def test_an_empty_batch_has_no_tiles(layouts: list[WeightLayout]) -> None:
    module = frozen(Convolution(32, 48, [0, 0]))
    assert module(numbers(0, 32, 16, 16)).shape == (0, 48, 14, 14)
    assert layouts == [WeightLayout(0)]


def test_a_network_between_convolutions(layouts: list[WeightLayout]) -> None:
    module, x = frozen(Network()), numbers(2, 32, 16, 16)
    got = module(x)
    ts.set_engine("interp")
    for mine, expected in zip(got, module(x), strict=True):
        np.testing.assert_allclose(mine.array, expected.array, rtol=0, atol=2e-5)
    assert layouts == [WeightLayout(0, True)] * 3


def test_exact_precision_computes_windows(layouts: list[WeightLayout]) -> None:
    module, x = frozen(Convolution(32, 32, [1, 1])), numbers(1, 32, 16, 16)
    x[0, 3, 5, 5] = np.inf
    before = ts.set_math_precision("exact")
    try:
        got = module(x).array
    finally:
        ts.set_math_precision(before)
    ts.set_engine("interp")
    np.testing.assert_allclose(got, module(x).array, rtol=1e-4, atol=1e-4)
    assert layouts == [WeightLayout(0)]


def test_an_infinite_element_stays_in_its_tiles(layouts: list[WeightLayout]) -> None:
    """Its tiles are NaN, for which `exact` is a remedy; others do not change."""
    module, x = frozen(Convolution(32, 32, [1, 1])), numbers(1, 32, 16, 16)
    finite = module(x).array
    x[0, 3, 6, 6] = np.inf
    got = module(x).array
    differs = (got != finite).any(axis=(0, 1))
    assert differs[4:8, 4:8].any()
    differs[4:8, 4:8] = False
    assert not differs.any()


def test_a_kernel_from_the_disk_transforms_again(
    layouts: list[WeightLayout], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TS_CACHE_DIR", str(tmp_path))
    module, x = Convolution(32, 32, [1, 1]), numbers(1, 32, 16, 16)
    first, second = (frozen(module)(x).array for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert layouts == [WeightLayout(0, True)] * 2
