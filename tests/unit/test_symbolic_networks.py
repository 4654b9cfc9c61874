"""Operators of networks are one kernel for all sizes of images, and fall back for odd ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

Sizes = tuple[int, int, int]
"""A batch, rows and columns."""


def image(sizes: Sizes) -> np.ndarray:
    batch, rows, columns = sizes
    drawn = np.random.default_rng(rows * 64 + columns)
    return drawn.standard_normal((batch, 2, rows, columns), np.float32)


def grid(sizes: Sizes, axes: int = 2) -> np.ndarray:
    batch, rows, columns = sizes
    spots = (rows + 1, columns) if axes == 2 else (2, rows + 1, columns)
    return np.random.default_rng(rows).standard_normal((batch, *spots, axes), np.float32)


def maps(sizes: Sizes) -> np.ndarray:
    return np.random.default_rng(sizes[0]).random((sizes[0], 2, 3), np.float32)


def volume(sizes: Sizes) -> np.ndarray:
    return np.repeat(image(sizes)[:, :, None], 3, 2)


def numbers(sizes: Sizes) -> np.ndarray:
    """Return indices of the rows of a table."""
    return np.random.default_rng(sizes[1]).integers(0, 8, sizes[1] * sizes[2])


def bags(sizes: Sizes) -> np.ndarray:
    return np.arange(sizes[1]) * sizes[2]


Arguments = Callable[[Sizes], list[np.ndarray]]
SAMPLE = "return torch.nn.functional.grid_sample"

PROGRAMS: dict[str, tuple[str, Arguments]] = {
    "bilinear": (f"{SAMPLE}(x, y, align_corners=False)", lambda n: [image(n), grid(n)]),
    "nearest border": (
        f"{SAMPLE}(x, y, 'nearest', 'border', True)",
        lambda n: [image(n), grid(n)],
    ),
    "volume": (
        f"{SAMPLE}(x, y, align_corners=True)",
        lambda n: [volume(n), grid(n, 3)],
    ),
    "repeat": ("return x.repeat(2, 1, 2, 3) * 2", lambda n: [image(n)]),
    "repeat often": ("return x.repeat(1, 1, 20)", lambda n: [image(n)[0]]),
    "halves": (
        "return torch.nn.functional.glu(torch.cat([x, x + 1], 2), 2)",
        lambda n: [image(n)],
    ),
    "sums of bags": (
        "return torch.nn.functional.embedding_bag(x, TABLE, y, mode='sum')",
        lambda n: [numbers(n), bags(n)],
    ),
    "means of bags": (
        "return torch.nn.functional.embedding_bag(x, TABLE, y, mode='mean', padding_idx=3)",
        lambda n: [numbers(n), bags(n)],
    ),
    "bags with their ends": (
        "return torch.nn.functional.embedding_bag(x, TABLE, y, include_last_offset=True)",
        lambda n: [numbers(n), bags(n)],
    ),
}
"""Bodies of functions of `x`, or of `x` and `y`, and their arguments by the sizes of an image."""

SIZES: list[Sizes] = [(2, 5, 6), (3, 4, 7), (2, 8, 5), (4, 6, 9), (3, 9, 4), (2, 7, 8), (5, 6, 5)]
OTHERS: list[Sizes] = [(2, 1, 6), (1, 5, 1), (3, 3, 2), (2, 2, 2), (1, 1, 1), (6, 12, 10)]


def compiled(name: str) -> tuple[Callable, Arguments]:
    body, arguments = PROGRAMS[name]
    table = "(torch.arange(24).view(8, 3) / 8)"
    names = ", ".join("xy"[: len(arguments(SIZES[0]))])
    return ts.compile(f"def f({names}):\n    {body.replace('TABLE', table)}\n").f, arguments


def check_equal(f: Callable, arguments: Sequence[np.ndarray]) -> None:
    """Compare a call with that of the interpreter, in sizes, types, layout and numbers."""
    found = f(*arguments).numpy()
    ts.set_engine("interp")
    want = f(*arguments).numpy()
    ts.set_engine("profile")
    assert (found.shape, found.dtype, found.strides) == (want.shape, want.dtype, want.strides)
    np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_kernel_for_all_sizes(name: str, python_calls: list[str]) -> None:
    f, arguments = compiled(name)
    ts.set_fusion_strategy([("STATIC", 1), ("DYNAMIC", 10)])
    for sizes in SIZES:
        f(*arguments(sizes))
    del python_calls[:]
    for sizes in [(7, 8, 9), (2, 4, 10), (3, 11, 6)]:
        f(*arguments(sizes))
    assert python_calls == []
    for sizes in (*SIZES, *OTHERS):
        check_equal(f, arguments(sizes))


def test_points_of_maps_of_any_size() -> None:
    body = "return torch.affine_grid_generator(y, list(x.shape), False) * 2"
    f = ts.compile(f"def f(x, y):\n    {body}\n").f
    ts.set_fusion_strategy([("STATIC", 1), ("DYNAMIC", 10)])
    for sizes in (*SIZES, *OTHERS):
        check_equal(f, [image(sizes), maps(sizes)])


def test_odd_sizes_have_no_halves() -> None:
    f = ts.compile("def f(x):\n    return torch.nn.functional.glu(x, 1) + 1\n").f
    for columns in (4, 6, 8, 10, 12, 14, 16):
        f(np.ones((3, columns), np.float32))
    for columns in (2, 0, 18):
        assert f(np.ones((3, columns), np.float32)).numpy().shape == (3, columns // 2)
    with pytest.raises(ts.Error, match="2 equal parts"):
        f(np.ones((3, 7), np.float32))
