"""A copy of a tensor keeps its elements when the tensor is written, under every executor."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

COPIES = [
    "x.to(torch.float64)",
    "x.to(torch.float32, False, True)",
    "x.reshape(-1)",
    "x.t().reshape(-1)",
    "x.contiguous()",
    "x.flatten()[1:]",
    "x.clone()",
]
"""Some are views of a row-major `x`, and some are not."""


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("engine", ["profile", "specialize"])
def test_a_copy_is_taken_before_the_write(copy: str, engine: str) -> None:
    f = ts.compile(f"def f(x):\n    y = {copy}\n    x.neg_()\n    return y * 2 + 1, x * 1\n").f
    for order in "CFCF":
        found: list[list[np.ndarray]] = []
        for chosen in ("interp", engine):
            ts.set_engine(chosen)
            x = np.arange(6, dtype=np.float32).reshape(2, 3).copy(order=order)
            found.append([*(part.numpy() for part in f(x)), x])
        for one, other in zip(*found, strict=True):
            np.testing.assert_array_equal(one, other)
