"""Conversions to short types: kernels round and wrap around as PyTorch, whose results these are."""

from __future__ import annotations

import math

import numpy as np
import pytest

import xdsl_torchscript as ts

FLOATS = [200.0, -300.0, -0.5, 1.9, 256.0, 4e4, 7e4, 3000012345.0, 1e20, math.nan, math.inf]
AS_INT8 = [-56, -44, 0, 1, 0, 64, 112, 0, 0, 0, 0]
AS_INT16 = [200, -300, 0, 1, 256, -25536, 4464, 0, 0, 0, 0]
AS_UINT8 = [200, 212, 0, 1, 0, 64, 112, 57, 0, 0, 0]


@pytest.fixture(autouse=True)
def native(kept_options: None) -> None:
    ts.set_engine("native")


def converted(values: list[float], dtype: str, repeats: int) -> list[float]:
    """Convert doubles in a kernel."""
    function = ts.compile(f"def f(x):\n    return x.to(torch.{dtype})\n").f
    result = function(ts.Tensor.of(np.tile(np.array(values), repeats)))
    return np.asarray(result.double() if "float" in dtype else result).tolist()


@pytest.mark.parametrize("repeats", [1, 16])
@pytest.mark.parametrize(
    ("dtype", "expected"), [("int8", AS_INT8), ("int16", AS_INT16), ("uint8", AS_UINT8)]
)
def test_floats_out_of_range_wrap_around(dtype: str, expected: list[int], repeats: int) -> None:
    assert converted(FLOATS, dtype, repeats) == expected * repeats
