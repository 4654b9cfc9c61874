"""Bags of embeddings are kernels where only the combined rows are used."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

SOURCE = """
def f(w, i, o, p):
    r, _, _, _ = torch.embedding_bag(w, i, o, False, {mode}, False, {weights}, {last}, {pad})
    return torch.relu(r)
"""


def bags(mode: int = 0, weights: str = "None", last: bool = False, pad: int | None = None) -> Any:
    return ts.CompilationUnit(SOURCE.format(mode=mode, weights=weights, last=last, pad=pad)).f


def arguments(dtype: type[np.integer[Any]] = np.int64, offsets: Any = (0, 2, 2, 5)) -> list[Any]:
    random = np.random.default_rng(0)
    table = random.standard_normal((10, 4)).astype(np.float32)
    indices = np.array([1, 2, 3, 9, 0, 5, 5], dtype)
    return [table, indices, np.array(offsets, dtype), random.random(7, np.float32)]


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize(
    ("mode", "weights", "last", "pad"),
    [c for c in product((0, 1), ("None", "p"), (False, True), (None, 3, -5)) if c[:2] != (1, "p")],
)
def test_the_kernel_agrees_with_the_interpreter(
    mode: int, weights: str, last: bool, pad: int | None, dtype: type[np.integer[Any]]
) -> None:
    f = bags(mode, weights, last, pad)
    ts.set_engine("interp")
    expected = f(*arguments(dtype)).array
    ts.set_engine("profile")
    for _ in range(4):
        np.testing.assert_allclose(f(*arguments(dtype)).array, expected, rtol=1e-5)
    plan = str(f.graph_for(*arguments(dtype))).partition("prim::FallbackGraph")[0]
    assert "prim::TensorExprGroup" in plan
    assert "aten::embedding_bag" not in plan


@pytest.mark.parametrize("offsets", [(1, 2, 2, 5), (0, 2, 2, 9)])
def test_the_kernel_refuses_other_bounds(offsets: tuple[int, ...]) -> None:
    f = bags()
    for _ in range(4):
        f(*arguments())
    with pytest.raises(ts.Error):
        f(*arguments(offsets=offsets))


def test_maxima_are_interpreted() -> None:
    f, inputs = bags(mode=2), arguments()
    expected = [inputs[0][rows].max(0) if rows else np.zeros(4) for rows in ([1, 2], [], [3, 9, 0])]
    for _ in range(4):
        np.testing.assert_allclose(f(*inputs).array[:3], np.maximum(expected, 0), rtol=1e-6)
