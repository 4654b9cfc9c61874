"""NaN, infinities, and tensors without elements: the answers are PyTorch's."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

NAN, INF = float("nan"), float("inf")
ODD = (0.0, NAN, INF, -INF, 1e30)
SIGNATURE = {2: "torch.grid_sampler_2d", 3: "torch.grid_sampler_3d"}
BILINEAR, NEAREST, BICUBIC = range(3)
ZEROS, BORDER, REFLECTION = range(3)


@pytest.fixture(autouse=True)
def engine(kept_options: None) -> Iterator[None]:
    yield


def points(rank: int, axis: int) -> ts.Tensor:
    """Return points of a grid that are odd along an axis, and in the middle along others."""
    grid = np.zeros((1, *[1] * (rank - 1), len(ODD), rank), np.float32)
    grid[..., axis] = ODD
    return ts.tensor(grid)


# In two dimensions, PyTorch's vector code multiplies elements beyond the borders by their weights.
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(
    ("rank", "mode", "padding", "answers"),
    [
        (2, BILINEAR, ZEROS, [1, NAN, NAN, NAN, 0]),
        (2, BILINEAR, BORDER, [1] * 5),
        (2, BILINEAR, REFLECTION, [1] * 5),
        (2, NEAREST, ZEROS, [1, 0, 0, 0, 0]),
        (2, NEAREST, BORDER, [1] * 5),
        (2, BICUBIC, ZEROS, [1, NAN, NAN, NAN, 0]),
        (2, BICUBIC, BORDER, [1, NAN, NAN, NAN, 1]),
        (2, BICUBIC, REFLECTION, [1, NAN, NAN, NAN, 1]),
        (3, BILINEAR, ZEROS, [1, 0, 0, 0, 0]),
        (3, BILINEAR, BORDER, [1] * 5),
        (3, NEAREST, ZEROS, [1, 0, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("name", ["interp", "native"])
def test_points_of_grids(
    rank: int, mode: int, padding: int, answers: list[float], axis: int, name: Any
) -> None:
    if name == "native" and (mode == BICUBIC or padding == REFLECTION):
        pytest.skip("not lowered")
    image = ts.tensor(np.ones((1, 2, *[4] * rank), np.float32))
    call = f"{SIGNATURE[rank]}(x, grid, {mode}, {padding}, False)"
    ts.set_engine(name)
    result = ts.compile(f"def f(x: Tensor, grid: Tensor):\n    return {call}\n").f(
        image, points(rank, axis)
    )
    for channel in result.numpy()[0]:
        np.testing.assert_array_equal(channel.ravel(), np.float32(answers))


def test_a_gradient_passes_by_points_of_no_image() -> None:
    source = """def f(g: Tensor, x: Tensor, grid: Tensor):
    return torch.ops.aten.grid_sampler_2d_backward(g, x, grid, 0, 0, False, [True, True])
"""
    gradient = ts.tensor(np.ones((1, 1, 1, len(ODD)), np.float32))
    image = ts.tensor(np.ones((1, 1, 4, 4), np.float32))
    of_image, of_grid = ts.compile(source).f(gradient, image, points(2, 0))
    assert of_image.numpy().sum() == 1
    np.testing.assert_array_equal(of_grid.numpy()[0, 0, 1:4], [[0, NAN]] * 3)


@pytest.mark.parametrize(
    ("matrix", "lower", "upper"),
    [
        ([[4, NAN], [NAN, 3]], 2, 2),
        ([[NAN, 1], [1, 3]], 1, 1),
        ([[4, 1], [NAN, 3]], 2, 0),
        ([[4, NAN], [1, 3]], 0, 2),
        ([[4, 1], [1, INF]], 0, 0),
    ],
)
@pytest.mark.parametrize("name", ["interp", "native"])
def test_a_matrix_with_nan_is_not_positive_definite(
    matrix: list[list[float]], lower: int, upper: int, name: Any
) -> None:
    ts.set_engine(name)
    program = ts.compile("""def f(a: Tensor):
    return torch.linalg.cholesky_ex(a)[1], torch.linalg.cholesky_ex(a, upper=True)[1]

def g(a: Tensor):
    return torch.linalg.cholesky(a)
""")
    array = ts.tensor(np.float32(matrix))
    assert [info.item() for info in program.f(array)] == [lower, upper]
    if lower:
        with pytest.raises(ts.RuntimeFault, match=rf"not positive-definite \(row {lower}\)"):
            program.g(array)


@pytest.mark.parametrize("name", ["interp", "profile"])
def test_an_empty_batch_leaves_the_statistics_of_instances(name: Any) -> None:
    ts.set_engine(name)
    norm = ts.compile("""def f(x: Tensor, mean: Tensor, var: Tensor):
    return torch.instance_norm(x, None, None, mean, var, False, 0.1, 1e-5, False)
""").f
    mean, var = (ts.tensor(np.float32([1, 2])) for _ in range(2))
    for _ in range(3):
        assert norm(ts.tensor(np.ones((0, 2, 3, 3), np.float32)), mean, var).shape == (0, 2, 3, 3)
    assert mean.tolist() == var.tolist() == [1, 2]


def test_nothing_has_no_quantile_and_unknown_moments() -> None:
    program = ts.compile("""def q(x: Tensor):
    return torch.quantile(x, 0.5, dim=-1)

def moments(x: Tensor):
    return torch.var_mean(x, dim=0)
""")
    nothing = ts.tensor(np.ones((0, 2), np.float32))
    with pytest.raises(ts.RuntimeFault, match="a quantile needs elements"):
        program.q(nothing)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan([part.numpy() for part in program.moments(nothing)]).all()
