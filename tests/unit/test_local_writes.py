"""Writes to a tensor that a function makes: plans compute them in kernels, and the result has the
order in memory of the tensor.
"""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

WRITES = [
    "torch.zeros_like(x).scatter_(1, i, 1.0)",
    "torch.zeros_like(x).scatter_(1, i, x)",
    "torch.zeros_like(x).scatter_add_(1, i, x)",
    "torch.ones_like(x).index_add_(0, i[:, 0], x)",
    "x.clone().tril_()",
    "x.clone().masked_fill_(x < 0.5, 0.0)",
    "x.clone().cumsum_(1)",
    "(x * 2).triu_().neg_()",
]


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("engine", ["profile", "specialize", "native"])
def test_a_written_tensor_keeps_its_order(write: str, engine: str) -> None:
    f = ts.compile(f"def f(x, i):\n    return {write}\n").f
    i = np.array([[0, 2], [1, 0]])
    for order in "CCCFFFCF":
        x = np.arange(6, dtype=np.float32).reshape(2, 3).copy(order=order) / 6
        found: list[ts.Tensor] = []
        for chosen in ("interp", engine):
            ts.set_engine(chosen)
            found.append(f(ts.Tensor(x), ts.Tensor(i)))
        np.testing.assert_array_equal(*(result.numpy() for result in found))
        assert found[0].stride() == found[1].stride()


@pytest.mark.parametrize("write", WRITES)
def test_the_write_is_in_a_kernel(write: str) -> None:
    f = ts.compile(f"def f(x, i):\n    return {write}\n").f
    x, i = ts.ones(2, 3), ts.tensor([[0, 2], [1, 0]])
    for _ in range(3):
        f(x, i)
    assert "Every operator on tensors is in a group" in str(ts.explain(f, x, i))
