"""Every second element is read by vectors: pooling, and slices with a step."""

from __future__ import annotations

import numpy as np
import pytest
from test_contractions_native import compare, numbers

F32 = np.float32

POOLING = (
    "torch.max_pool2d(x, [3, 3], [2, 2], [1, 1])",
    "torch.max_pool2d(x, [2, 2], [2, 2])",
    "torch.max_pool2d(x, [3, 2], [1, 2], [1, 1], [2, 1], True)",
    "torch.max_pool2d(x, [2, 3], [2, 2], [0, 1], [1, 3])",
    "torch.relu(torch.max_pool2d(x * 2, [3, 3], [2, 2], [1, 1])) + 1",
    "torch.avg_pool2d(x, [3, 3], [2, 2], [1, 1], True, False)",
    "torch.avg_pool2d(x, [2, 3], [2, 2], [1, 1])",
)


@pytest.mark.parametrize("width", [41, 64])
@pytest.mark.parametrize("expression", POOLING)
def test_windows_two_apart(expression: str, width: int) -> None:
    compare(expression, [numbers((2, 3, 9, width), F32, np.random.default_rng(0))])


def test_windows_of_nan() -> None:
    x = numbers((1, 2, 9, 40), F32, np.random.default_rng(0))
    x[0, 0, ::4, ::7] = np.nan
    compare(POOLING[0], [x])


@pytest.mark.parametrize("dtype", [F32, np.float64, np.int64, np.int32, np.int8])
@pytest.mark.parametrize("size", [33, 64, 70])
def test_slices(dtype: type, size: int) -> None:
    arrays = [numbers((3, size), dtype, np.random.default_rng(n)) for n in range(2)]
    compare("x[:, ::2] + y[:, ::2]", arrays)
    compare("x[:, 1::2] * 2", arrays[:1])
    compare("torch.amax(x[:, 1::2], 1)", arrays[:1])
