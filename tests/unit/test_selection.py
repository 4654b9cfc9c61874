"""Kernels of `topk` of few elements: those of a stable sort, in whose order NaN is the greatest."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

RANDOM = np.random.default_rng(0)
SPECIAL = np.array([0.0, -0.0, 1.5, np.inf, -np.inf, np.nan], np.float32)
LINES = {
    "floats": RANDOM.standard_normal((5, 40), np.float32),
    "equal elements": RANDOM.integers(0, 4, (5, 40)).astype(np.float32),
    "special numbers": RANDOM.choice(SPECIAL, (40, 6)),
    "no finite number": np.array([[-np.inf] * 5, [np.nan] * 5], np.float32),
    "float64": RANDOM.standard_normal((2, 3, 9)),
    "int64": RANDOM.integers(-5, 5, (6, 12)),
    "least integers": np.full((2, 6), np.iinfo(np.int64).min),
    "int32": RANDOM.integers(-5, 5, (6, 12)).astype(np.int32),
}


def _order(line: np.ndarray) -> list[int]:
    keys = [(value == value, 0 if value != value else -value) for value in line.tolist()]
    return sorted(range(len(keys)), key=keys.__getitem__)


@pytest.mark.parametrize("most", [1, 2, 4, 8])
@pytest.mark.parametrize("name", LINES)
def test_largest_elements(name: str, most: int) -> None:
    x = LINES[name]
    k = min(most, x.shape[-1])
    f = ts.compile(f"def f(x):\n    return torch.topk(x, {k}, -1)\n").f
    for _ in range(3):
        values, places = f(ts.Tensor(x))
    assert "Every operator on tensors is in a group" in str(ts.explain(f, ts.Tensor(x)))
    expected = np.apply_along_axis(_order, -1, x)[..., :k]
    np.testing.assert_array_equal(places.numpy(), expected)
    np.testing.assert_array_equal(values.numpy(), np.take_along_axis(x, expected, -1))


@pytest.mark.parametrize(
    ("k", "length", "is_left"), [(8, 8192, False), (8, 8193, True), (9, 200, True)]
)
def test_many_elements_are_left_to_the_interpreter(k: int, length: int, *, is_left: bool) -> None:
    """It partitions lines."""
    f = ts.compile(f"def f(x):\n    return torch.topk(x * 2.0, {k}, -1)[0] + 1.0\n").f
    x = ts.Tensor(np.ones(length, np.float32))
    for _ in range(3):
        f(x)
    assert ("libraries" in str(ts.explain(f, x))) is is_left


def test_a_router_of_any_number_of_rows() -> None:
    """The experts of each row, and their shares, in one kernel for all batches."""
    f = ts.compile("""
def f(x):
    shares, experts = torch.topk(torch.softmax(x, -1), 2)
    shares = shares / shares.sum(-1, keepdim=True)
    return torch.zeros_like(x).scatter_(1, experts, shares), experts
""").f
    for rows in (*range(2, 12), 300):
        x = RANDOM.standard_normal((rows, 8), np.float32)
        gates, experts = f(ts.Tensor(x))
        best = np.argsort(-x, -1, kind="stable")[:, :2]
        np.testing.assert_array_equal(experts.numpy(), best)
        weights = np.exp(np.take_along_axis(x, best, -1))
        expected = np.zeros_like(x)
        np.put_along_axis(expected, best, weights / weights.sum(-1, keepdims=True), -1)
        np.testing.assert_allclose(gates.numpy(), expected, rtol=1e-5)
    assert "Every operator on tensors is in a group" in str(ts.explain(f, ts.Tensor(x)))
