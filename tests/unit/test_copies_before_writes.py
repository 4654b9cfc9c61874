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


def test_kernels_for_another_layout_write_last(recwarn: pytest.WarningsRecorder) -> None:
    """The first input has its columns in order, so the result is permuted, behind which no write
    would be the last."""
    f = ts.compile("def f(x):\n    x[:, :1].mul_(2)\n    return x * 2 + 1\n").f
    for order in "FFCFC":
        x = np.ones((4, 5), np.float32, order=order)
        np.testing.assert_array_equal(f(x).numpy(), [[5, 3, 3, 3, 3]] * 4)
        np.testing.assert_array_equal(x, [[2, 1, 1, 1, 1]] * 4)
    assert [str(each.message) for each in recwarn] == []
