"""Quantiles of lines with infinite elements, interpreted and natively, as PyTorch returns them."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

import xdsl_torchscript as ts

PROGRAM = """
def quantile(x, q: float):
    return torch.quantile(x, q)

def nanquantile(x, q: float):
    return torch.nanquantile(x, q)
"""


@pytest.mark.usefixtures("kept_options")
@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("name", "line", "q", "expected"),
    [
        ("quantile", [1.0, inf, 3.0], 0.5, 3.0),
        ("quantile", [1.0, inf], 0.0, 1.0),
        ("quantile", [1.0, inf], 0.25, inf),
        ("quantile", [-inf, inf, 2.0], 0.5, 2.0),
        ("quantile", [inf, inf], 0.5, nan),
        ("quantile", [1.0, nan], 0.0, nan),
        ("nanquantile", [1.0, nan, inf], 0.0, 1.0),
    ],
)
def test_quantiles(name: str, line: list[float], q: float, expected: float, engine: str) -> None:
    function = getattr(ts.compile(PROGRAM), name)
    ts.set_engine(engine)
    found = function(np.array(line, np.float32), q)
    np.testing.assert_equal(found.item(), expected)
