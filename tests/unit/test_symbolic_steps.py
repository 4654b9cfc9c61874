"""Loops over sizes that only the run knows: stacks of their steps, and products in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_direct_call import function

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

STACKED = """
def f(x: Tensor):
    y = x[0]
    rows: List[Tensor] = []
    for t in range(x.size(0)):
        y = y * 0.5 + x[t]
        rows.append(y)
    return torch.stack(rows, 1), y
"""
BEGUN = """
def f(x: Tensor, steps: int, by: float):
    y, rows = x, [x]
    for _ in range(steps):
        y = y + by * torch.tanh(y)
        rows.append(y)
    return torch.stack(rows)
"""
JOINED = """
def f(x: Tensor, steps: int):
    rows = [x * 2]
    for k in range(steps):
        rows.append(x + k)
    return torch.cat(rows)
"""
MEANS = """
def f(x: Tensor, c: Tensor, steps: int):
    for _ in range(steps):
        near = ((x.unsqueeze(1) - c) ** 2).sum(-1).argmin(1)
        one_hot = (near.unsqueeze(1) == torch.arange(c.size(0))).to(x.dtype)
        c = (one_hot.t() @ x) / one_hot.sum(0).clamp(min=1.0).unsqueeze(1)
    return c
"""
SHORT_SUMS = "def f(x: Tensor, y: Tensor):\n    return x[:, :3] @ y[:3], x[0] @ x[1]\n"


def rows(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


PROGRAMS: dict[str, tuple[str, Callable[[int], tuple[Any, ...]]]] = {
    "stacked": (STACKED, lambda n: (rows(n, n, n % 4 + 2),)),
    "begun": (BEGUN, lambda n: (rows(n, n % 3 + 2, 3), n, 0.1)),
    "joined": (JOINED, lambda n: (rows(n, n % 3 + 2, 3), n)),
    "means": (MEANS, lambda n: (rows(n, n + 5, 2), rows(n, 3, 2), n % 4)),
    "short sums": (SHORT_SUMS, lambda n: (rows(n, n + 2, n + 3), rows(n + 1, n + 3, n % 5 + 2))),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_plan_serves_many_sizes(name: str, python_calls: list[str]) -> None:
    text, inputs = PROGRAMS[name]
    f, sizes = function(text), [13, 15, 14, 3, 21]
    taken = [[ts.tensor(v) if isinstance(v, np.ndarray) else v for v in inputs(n)] for n in sizes]
    ts.set_engine("interp")
    expected = [as_tuple(f(*values)) for values in taken]
    ts.set_engine("profile")
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 11] * 3:
        f(*inputs(n))
    python_calls.clear()
    found = [as_tuple(f(*values)) for values in taken]
    assert python_calls == []
    for own, right in zip(sum(found, ()), sum(expected, ()), strict=True):
        np.testing.assert_allclose(own.array, right.array, rtol=1e-5, atol=1e-6)
        assert own.array.strides == right.array.strides


def as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
