"""Convolutions as machine code agree with the interpreter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from test_contractions_native import compare, numbers

F32, F64, I64 = np.float32, np.float64, np.int64

CASES: dict[str, Sequence[Sequence[int]]] = {
    "torch.conv1d(x, y)": ((2, 3, 8), (5, 3, 2)),
    "torch.conv1d(x, y, z, padding=3)": ((2, 3, 8), (5, 3, 2), (5,)),
    "torch.conv2d(x, y, z, stride=2, padding=1)": ((2, 3, 9, 8), (4, 3, 3, 3), (4,)),
    "torch.conv2d(x, y)": ((2, 3, 9, 8), (4, 3, 1, 1)),
    "torch.conv2d(x, y, stride=2)": ((1, 3, 9, 8), (4, 3, 1, 1)),
    "torch.conv2d(x, y, None, 1, [2, 1], [2, 1])": ((3, 9, 8), (4, 3, 3, 2)),
    "torch.conv2d(x, y, z, 1, 1, 1, 2)": ((2, 4, 9, 8), (6, 2, 3, 3), (6,)),
    "torch.conv2d(x, y, z, 2, 1, 1, 4)": ((1, 4, 9, 8), (4, 1, 3, 3), (4,)),
    "torch.conv2d(x, y, z, 1, 1, 1, 4)": ((2, 4, 9, 28), (4, 1, 3, 3), (4,)),
    "torch.conv2d(x, y, z, [2, 1], [2, 1], [2, 1], 4)": ((4, 9, 29), (4, 1, 2, 3), (4,)),
    "torch.conv2d(x, y, None, 1, 4, 1, 4)": ((1, 4, 9, 12), (4, 1, 9, 9)),
    "torch.conv_transpose1d(x, y, None, 2, 1, 1, 4)": ((2, 4, 9), (4, 1, 3)),
    "torch.relu(torch.conv1d(x, y, z, groups=4))": ((2, 4, 40), (4, 1, 3), (4,)),
    "torch.conv2d(x, y, z, padding='same')": ((2, 4, 9, 8), (4, 4, 3, 4), (4,)),
    "torch.conv2d(x, y, z, padding='valid')": ((2, 4, 9, 8), (4, 4, 3, 4), (4,)),
    "torch.conv3d(x, y, z)": ((2, 4, 5, 6, 7), (4, 4, 3, 2, 1), (4,)),
    "torch.relu(torch.conv2d(x, y, z, padding=1))": ((1, 16, 20, 20), (32, 16, 3, 3), (32,)),
}


@pytest.mark.parametrize("expression", CASES)
def test_forms(expression: str) -> None:
    random = np.random.default_rng(0)
    compare(expression, [numbers(s, F32, random) for s in CASES[expression]])


@pytest.mark.parametrize("dtype", [F64, I64])
def test_element_types(dtype: type) -> None:
    random = np.random.default_rng(0)
    shapes = ((2, 3, 9, 8), (4, 3, 3, 3))
    compare("torch.conv2d(x, y, padding=1)", [numbers(s, dtype, random) for s in shapes])
    shapes = ((2, 3, 9, 8), (3, 1, 3, 3))
    compare("torch.conv2d(x, y, groups=3)", [numbers(s, dtype, random) for s in shapes])


def test_an_empty_batch() -> None:
    random = np.random.default_rng(0)
    compare("torch.conv2d(x, y)", [numbers(s, F32, random) for s in ((0, 3, 9, 8), (4, 3, 3, 3))])


def test_random_sizes() -> None:
    random = np.random.default_rng(2)
    for _ in range(12):
        groups, filters, channels = (int(n) for n in random.choice([1, 2, 3, 5], 3))
        kernel, size = random.integers(1, 4, 2), random.integers(7, 20, 2)
        stride, padding, gap = (int(n) for n in random.integers([1, 0, 1], [4, 3, 3]))
        x = (2, groups * channels, *map(int, size))
        w = (groups * filters, channels, *map(int, kernel))
        expression = f"torch.conv2d(x, y, z, {stride}, {padding}, {gap}, {groups})"
        compare(expression, [numbers(s, F32, random) for s in (x, w, w[:1])])


def test_channels_last_keep_their_layout() -> None:
    random = np.random.default_rng(0)
    x = numbers((2, 9, 8, 3), F32, random).transpose(0, 3, 1, 2)
    compare("torch.conv2d(x, y, padding=1)", [x, numbers((4, 3, 3, 3), F32, random)])


def test_transposed_convolutions() -> None:
    random = np.random.default_rng(0)
    x, w = numbers((2, 4, 7, 5), F32, random), numbers((4, 3, 3, 2), F32, random)
    for arguments in ("", "None, 2", "None, [3, 2], [1, 0], [2, 1]", "None, 1, 1, 0, 2, [2, 1]"):
        compare(f"torch.conv_transpose2d(x, y, {arguments})", [x, w])
