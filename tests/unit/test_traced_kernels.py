"""Kernels of traces: sizes that are computed as tensors, and convolutions of any number of axes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from archive_files import reload

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")


def kinds(module: Any, x: Any) -> list[str]:
    """Return the operations of the plan's graph, without fallback graphs and constants."""
    for _ in range(4):
        module(x)
    nodes = module.graph_for(x).nodes()
    blocks = [block for node in nodes if node.kind() == "prim::If" for block in node.blocks()]
    inside = [node.kind() for node in blocks[0].nodes()] if blocks else []
    return [kind for kind in inside if kind != "prim::Constant"]


def heads(x: Any) -> Any:
    width = x.size(2) // 2
    parts = (x * 2).view(x.size(0), x.size(1), width, 2).transpose(1, 2)
    return parts.softmax(-1).reshape(x.size(0), -1) + 1


def scaled(x: Any) -> Any:
    products = x.matmul(x.transpose(-2, -1))
    return ts.softmax(products / ts.full([], x.size(-1) ** 0.5), -1)


def test_the_root_of_a_size_does_not_split_a_kernel() -> None:
    x = np.linspace(-1, 1, 48, dtype=np.float32).reshape(2, 3, 8)
    traced = ts.trace(scaled, x)
    assert "aten::pow" in str(traced.graph)
    loaded = reload(traced)
    expected = scaled(ts.Tensor(x)).array
    assert kinds(loaded, x) == ["prim::TensorExprGroup"]
    np.testing.assert_allclose(loaded(x), expected, rtol=1e-5)


def test_sizes_that_a_trace_computes_do_not_split_a_kernel() -> None:
    x = np.linspace(-1, 1, 48, dtype=np.float32).reshape(2, 3, 8)
    loaded = reload(ts.trace(heads, x))
    assert kinds(loaded, x) == ["prim::TensorExprGroup"]
    ts.set_engine("interp")
    expected = loaded(x)
    ts.set_engine("profile")
    np.testing.assert_allclose(loaded(x), expected, rtol=1e-5)
    other = np.linspace(-1, 1, 60, dtype=np.float32).reshape(1, 5, 12)
    assert loaded(other).shape == (1, 60)
