"""Long lines in order: sorted by keys, and their best elements selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

RANDOM = np.random.default_rng(0)
SPECIAL = np.array([0.0, -0.0, 1.5, -1.5, np.inf, -np.inf, np.nan, -np.nan, 1e-40], np.float32)
LINES = {
    "float32": RANDOM.standard_normal(5000, np.float32),
    "float16": RANDOM.standard_normal(5000, np.float32).astype(np.float16),
    "float64": RANDOM.standard_normal(5000),
    "special numbers": RANDOM.choice(SPECIAL, 5000),
    "int32": RANDOM.integers(-(2**31), 2**31, 5000).astype(np.int32),
    "int8": RANDOM.integers(-128, 128, 5000).astype(np.int8),
    "uint8": RANDOM.integers(0, 256, 5000).astype(np.uint8),
    "bool": RANDOM.random(5000) < 0.5,
}


def _order(line: Sequence[Any], descending: bool) -> list[int]:
    """Return the places of the elements in order, of equal ones the first; NaN is the largest."""
    keys = [(value != value, 0 if value != value else value) for value in line]
    if descending:
        keys = [(not is_nan, -value) for is_nan, value in keys]
    return sorted(range(len(keys)), key=keys.__getitem__)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("name", LINES)
def test_sort(name: str, descending: bool) -> None:
    line = LINES[name]
    values, places = ts.sort(ts.Tensor(line), descending=descending)
    order = _order(line.tolist(), descending)
    assert places.tolist() == order
    np.testing.assert_array_equal(values.numpy(), line[order])


def test_columns() -> None:
    columns = RANDOM.standard_normal((300, 20), np.float32)
    values, places = ts.sort(ts.Tensor(columns), dim=0)
    best, _ = ts.topk(ts.Tensor(columns), 3, dim=0)
    for column in range(20):
        order = _order(columns[:, column].tolist(), descending=False)
        assert places[:, column].tolist() == order
        assert best[:, column].tolist() == columns[order[:-4:-1], column].tolist()
    assert values.stride() == places.stride() == [20, 1]


@pytest.mark.parametrize("largest", [False, True])
@pytest.mark.parametrize("k", [0, 1, 7, 4096, 5000])
def test_different_elements(k: int, largest: bool) -> None:
    lines = np.stack([RANDOM.permutation(5000), RANDOM.permutation(5000)]).astype(np.float32)
    lines[1, 9] = np.nan
    values, places = ts.topk(ts.Tensor(lines), k, 1, largest)
    for row, line in enumerate(lines):
        order = _order(line.tolist(), largest)[:k]
        assert places[row].tolist() == order
        np.testing.assert_array_equal(values[row].numpy(), line[order])


@pytest.mark.parametrize("k", [1, 3, 2000])
@pytest.mark.parametrize("name", ["special numbers", "uint8"])
def test_equal_elements(name: str, k: int) -> None:
    line = LINES[name]
    values, places = ts.topk(ts.Tensor(line), k)
    np.testing.assert_array_equal(values.numpy(), line[_order(line.tolist(), True)[:k]])
    np.testing.assert_array_equal(values.numpy(), line[places.numpy()])
    assert len({*places.tolist()}) == k


@pytest.mark.parametrize("shape", [(0, 40), (40, 0), (0, 0)])
def test_no_elements(shape: tuple[int, int]) -> None:
    values, places = ts.topk(ts.zeros(*shape), 0)
    assert values.shape == places.shape == (shape[0], 0)
