"""Kernels for uint8: elements have no sign, results are the low byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import NativeUnsupported

X = np.arange(256, dtype=np.uint8)
Y = np.roll(X, 77)

EXPRESSIONS = """
x.float() / 255.0
x.to(torch.int8)
x.to(torch.int16)
x.long()
x.bool()
x.half()
(x.float() * 3.0).to(torch.uint8)
(x.long() - 9).to(torch.uint8)
(x > 3).to(torch.uint8)
x + y
x - y
x * y
x // 7
x % y.clamp(1, 100)
x / 2
-x
~x
x & y
x ^ 5
x << 3
x >> 2
x < y
x == y
x + y.float()
torch.maximum(x, y)
torch.where(x > y, x, y)
x.sum()
x.view(16, 16).sum(1)
x.view(16, 16).max(1)
x.view(16, 16).argmin(0)
x.view(16, 16).float().mean(0)
x.view(16, 16).t().flip(0)
torch.cat([x, y])
torch.stack([x, y], 1)
torch.cat([x, y.float()])
torch.cat([x, y.to(torch.int8)])
torch.stack([y.long(), x])
torch.column_stack([x, y.half()])
torch.block_diag([x.view(16, 16), y[:9].to(torch.int16)])
x[3:200:2] + 1
x[y.long()]
torch.zeros_like(x)
torch.ones_like(x) + x
x.sort(descending=True)
torch.nn.functional.pairwise_distance(x, y)
torch.trapz(x, y)
torch.nn.functional.hardtanh(x, 0.5, 6.5)
""".strip().splitlines()

REFUSED = {
    "x + 300": "a number that may be none",
    "x.clamp(-3, 9)": "a number that may be none",
    "x + n": "a number that may be none",
    "torch.full_like(x, 7)": "fills a tensor of uint8",
    "y[x.view(16, 16)[0]]": "an index or a mask",
    "torch.nn.functional.hardtanh(x)": "a number that may be none",
    "torch.nn.functional.threshold(x, 2.0, 300.0)": "a number that may be none",
    "torch.cumsum(x, 0)": "computes on a tensor of uint8",
    "x + y.to(torch.int16)": "combines a tensor of uint8 with",
}


@pytest.fixture(autouse=True)
def compiled(compiled_now: None) -> None:
    """Make plans at once."""


def arrays(results: Any) -> list[np.ndarray[Any, Any]]:
    return [np.asarray(part) for part in (results if isinstance(results, tuple) else (results,))]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_kernels_compute_what_the_interpreter_does(expression: str) -> None:
    source = f"def f(x, y):\n    return {expression}\n"
    ts.set_engine("interp")
    expected = arrays(ts.compile(source).f(X, Y))
    ts.set_engine("native")
    found = arrays(ts.compile(source).f(X, Y))
    ts.set_engine("profile")
    assert [part.dtype for part in found] == [part.dtype for part in expected]
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


@pytest.mark.parametrize(("expression", "reason"), REFUSED.items())
def test_operators_that_would_differ_are_refused(expression: str, reason: str) -> None:
    function = ts.compile(f"def f(x, y, n: int = 300):\n    return {expression}\n").f
    ts.set_engine("native")
    with pytest.raises(NativeUnsupported, match=reason):
        function(X, Y)
    ts.set_engine("profile")


def test_limits_of_bytes_are_truncated_first() -> None:
    x = ts.tensor([0, 1, 9], dtype=ts.uint8)
    assert ts.nn.functional.hardtanh(x, -0.5, 2.7).tolist() == [0, 1, 2]


def test_an_image_is_one_kernel_with_its_network() -> None:
    source = """
def f(x, w):
    return torch.relu(torch.conv2d((x.float() / 255.0 - 0.5) / 0.25, w, None, 1, 1))
"""
    image = np.random.default_rng(0).integers(0, 256, (1, 3, 12, 12), np.uint8)
    weights = np.random.default_rng(1).standard_normal((4, 3, 3, 3), np.float32)
    function = ts.compile(source).f
    expected = function(image, weights).array
    for _ in range(4):
        np.testing.assert_allclose(function(image, weights).array, expected, rtol=1e-4, atol=1e-4)
    graph = str(ts.last_executed_optimized_graph())
    assert "TensorExprGroup" in graph
    assert "Byte(1, 3, 12, 12" in graph.partition("TypeCheck")[0].rpartition("\n")[2]
