"""Sums over long rows: our error, against double precision, is at most a few times PyTorch's.

Products run in BLAS, whose order of summation depends on the processor, so theory bounds them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402

Call = Callable[..., object]

UNITS = {"float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8}
"""Half a unit in the last place of 1: the cost of rounding the exact result."""

CASES: dict[str, Call] = {
    "sum": lambda lib, x: x.sum(-1),
    "sum of columns": lambda lib, x: x.t().sum(0),
    "sum of all": lambda lib, x: x.sum(),
    "mean": lambda lib, x: x.mean(-1),
    "nansum": lambda lib, x: x.nansum(-1),
    "var": lambda lib, x: x.var(-1),
    "std": lambda lib, x: x.std(-1),
    "var_mean": lambda lib, x: lib.var_mean(x, -1)[0],
    "norm": lambda lib, x: x.norm(2, -1),
    "norm 1": lambda lib, x: x.norm(1, -1),
    "norm 3": lambda lib, x: x.norm(3, -1),
    "vector_norm": lambda lib, x: lib.linalg.vector_norm(x, 2, -1),
    "cumsum": lambda lib, x: x.cumsum(-1),
    "cumprod": lambda lib, x: (1 + x / 100).cumprod(-1),
    "prod": lambda lib, x: (1 + x / 100).prod(-1),
    "logsumexp": lambda lib, x: x.logsumexp(-1),
    "logcumsumexp": lambda lib, x: x.logcumsumexp(-1),
    "softmax": lambda lib, x: x.softmax(-1),
    "log_softmax": lambda lib, x: x.log_softmax(-1),
    "layer_norm": lambda lib, x: lib.nn.functional.layer_norm(x * 1000, x.shape[-1:]),
    "group_norm": lambda lib, x: lib.nn.functional.group_norm(x.view(4, 2, -1) * 1000, 2),
    "batch_norm": lambda lib, x: lib.nn.functional.batch_norm(x.t() * 1000, None, None, None, None,
                                                              True),
    "matmul": lambda lib, x: x @ x.t(),
    "mv": lambda lib, x: x @ x[0],
    "dot": lambda lib, x: lib.dot(x[0], x[1]),
    "bmm": lambda lib, x: lib.bmm(x.view(2, 2, -1), x.view(2, 2, -1).transpose(1, 2)),
    "linear": lambda lib, x: lib.nn.functional.linear(x, x),
    "conv1d": lambda lib, x: lib.nn.functional.conv1d(x.view(1, 4, -1), x.view(1, 4, -1)),
    "avg_pool": lambda lib, x: lib.nn.functional.adaptive_avg_pool1d(x.view(1, 4, -1), 1),
    "mse_loss": lambda lib, x: lib.nn.functional.mse_loss(x, x.flip(0)),
    "cosine_similarity": lambda lib, x: lib.cosine_similarity(x, x.flip(0), -1),
    "cdist": lambda lib, x: lib.cdist(x, x.flip(0)) if x.dtype == lib.float32 else x.sum(),
    "trapezoid": lambda lib, x: lib.trapezoid(x, dim=-1),
    "index_add": lambda lib, x: lib.zeros_like(x).index_add(
        1, lib.zeros(x.shape[1], dtype=lib.int64), x)[:, 0],
    "scatter_add": lambda lib, x: lib.zeros_like(x).scatter_add(
        1, lib.zeros(4, x.shape[1], dtype=lib.int64), x)[:, 0],
    "cov": lambda lib, x: lib.cov(x),
}  # fmt: skip
"""Over four rows of positive numbers."""

PRODUCTS = frozenset({"matmul", "mv", "dot", "bmm", "linear", "conv1d", "cov"})
"""Cases that BLAS sums, in single precision for the 16-bit types too."""

SLACK = 4
"""The allowed ratio of our error to PyTorch's, beyond the rounding of the result."""


def make_rows(dtype: str, length: int) -> torch.Tensor:
    """Return rows that sum to about 100, so that naive sums in 16 bits stagnate."""
    chance = torch.Generator().manual_seed(length)
    made = torch.rand(4, length, generator=chance, dtype=torch.float64)
    return ((made + 0.5) * (100 / length)).to(getattr(torch, dtype))


def errors(name: str, dtype: str, length: int) -> tuple[float, float]:
    """Return PyTorch's error and ours, relative to the greatest element of the exact result."""
    x, call = make_rows(dtype, length), CASES[name]
    exact = call(torch, x.double()).numpy()
    theirs = call(torch, x.clone()).double().numpy()
    ours = np.asarray(call(ts, ts.Tensor.of(x.clone())).array, np.float64)
    scale = np.max(np.abs(exact))
    return tuple(float(np.max(np.abs(found - exact)) / scale) for found in (theirs, ours))


def bound(name: str, dtype: str, length: int, theirs: float) -> float:
    """Return the greatest error allowed: a multiple of PyTorch's, and the theoretical bound for
    BLAS.

    Rounding errors of `n` additions in any order grow as a random walk: at most about `sqrt(n)`
    units (Higham and Mary, 2019).
    """
    summation = sqrt(length) * UNITS["float32"] if name in PRODUCTS else 0.0
    return max(summation, SLACK * theirs) + UNITS[dtype]


@pytest.mark.parametrize("length", [1000, 100_000])
@pytest.mark.parametrize("dtype", UNITS)
@pytest.mark.parametrize("name", CASES)
def test_long_rows(name: str, dtype: str, length: int) -> None:
    theirs, ours = errors(name, dtype, length)
    assert ours <= bound(name, dtype, length, theirs), f"{ours:.2g} instead of {theirs:.2g}"
