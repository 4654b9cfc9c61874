"""A plan's types are found in rounds: one branch decides the sizes that the next one asks for."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

SOURCE = """
def f(x: Tensor, w: Tensor):
    y = torch.conv2d(torch.nn.functional.interpolate(x, scale_factor=2.0), w)
    if y.dim() != 4:
        raise ValueError(f"expected an image, got {y.dim()} dimensions")
    z = torch.conv2d(torch.relu_(y), w)
    if z.dim() != 4:
        raise ValueError(f"expected an image, got {z.dim()} dimensions")
    return torch.relu_(z) * 2
"""


def test_a_write_behind_a_check_joins_the_kernel() -> None:
    f, random = ts.CompilationUnit(SOURCE).f, np.random.default_rng(0)
    x, w = (random.standard_normal(n).astype(np.float32) for n in ((1, 2, 5, 5), (2, 2, 3, 3)))
    ts.set_engine("interp")
    expected = f(x, w).array
    ts.set_engine("profile")
    for _ in range(4):
        np.testing.assert_allclose(f(x, w).array, expected, rtol=1e-4, atol=1e-5)
    plan = str(f.graph_for(x, w)).partition("prim::FallbackGraph")[0]
    assert plan.count("prim::TensorExprGroup") == 1
    assert "aten::relu_" not in plan
