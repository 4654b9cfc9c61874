"""Conversions to short types: kernels round and wrap around as PyTorch, whose results these are."""

from __future__ import annotations

import math
from typing import Any

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


@pytest.mark.parametrize("repeats", [1, 16])
@pytest.mark.parametrize(
    ("dtype", "expected"), [("float16", [1.0, 1.00390625]), ("bfloat16", [1.0, 1.0])]
)
def test_doubles_are_rounded_to_float32_first(
    dtype: str, expected: list[float], repeats: int
) -> None:
    values = [1 + 2**-11 + 2**-30, 1 + 2**-8 + 2**-30]
    assert converted(values, dtype, repeats) == expected * repeats


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x.sum(dtype=torch.bfloat16)", 2304.0),
        ("x.sum(dtype=torch.float16)", 2308.0),
        ("x.cumsum(0, dtype=torch.bfloat16)", [256.0, 2304.0, 2304.0, 2304.0]),
        ("x.to(torch.bfloat16).sum(dtype=torch.bfloat16)", 2304.0),
        ("x.sum(dtype=torch.uint8)", 6),
        ("torch.linspace(0, 1, 3, dtype=torch.bfloat16)", [0.0, 0.5, 1.0]),
        ("torch.arange(0, 0.25, 0.1, dtype=torch.float16)", [0.0, 0.0999755859375, 0.199951171875]),
        ("torch.ops.aten.softplus(x.to(torch.bfloat16), 0.1)", [256.0, 2048.0, 7.4375, 8.5625]),
        ("torch.constant_pad_nd(x.bfloat16(), [1, 0], 0.1)", [0.10009765625, 256, 2048, 1, 3]),
    ],
)
def test_results_are_halves(expression: str, expected: Any) -> None:
    source = f"def f(x):\n    return ({expression}).double()\n"
    assert ts.compile(source).f(ts.tensor([257, 2049, 1, 3])).tolist() == expected


@pytest.mark.parametrize(
    ("expression", "dtype", "values", "expected"),
    [
        ("x >= 0.1", "float16", [0.1, 0.2], [True, True]),
        ("x == 0.7", "bfloat16", [0.7, 0.2], [True, False]),
        ("x == 2049", "float16", [2048.0, 2.0], [True, False]),
        ("x == n", "float16", [0.7, 2.0], [True, False]),
        ("x % 0.1", "bfloat16", [0.25, 5.0], [0.0498046875, 0.09521484375]),
        ("x % n", "bfloat16", [0.7, 5.0], [0.0, 0.10546875]),
        ("torch.fmod(x, 0.1)", "float16", [0.25, 5.0], [0.050048828125, 0.001220703125]),
        ("torch.remainder(0.7, x)", "float16", [0.25, 5.0], [0.2001953125, 0.7001953125]),
        ("x + 0.7", "float16", [0.7, 5.0], [1.400390625, 5.69921875]),
        ("0.7 - x", "bfloat16", [0.7, 5.0], [0.0, -4.3125]),
        ("x ** 0.7", "float16", [0.7, 5.0], [0.779296875, 3.0859375]),
        ("0.7 ** x", "float16", [0.7, 5.0], [0.779296875, 0.1683349609375]),
        ("x / 0.7", "float16", [0.7, 5.0], [1.0, 7.14453125]),
        ("x == torch.tensor([2049, 1])", "float16", [2048.0, 2.0], [True, False]),
    ],
)
def test_numbers_are_rounded_where_pytorch_does(
    expression: str, dtype: str, values: list[float], expected: list[float]
) -> None:
    source = f"def f(x, n: float):\n    y = {expression}\n    return y if y.dtype == torch.bool "
    function = ts.compile(f"{source}else y.double()\n").f
    x = ts.tensor(values).to(getattr(ts, dtype))
    assert function(x, 0.7).tolist() == expected


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [("float16", [65504.0, -65504.0, 0.0]), ("bfloat16", [3.3895313892515355e38, -3.0, 0.0])],
)
def test_infinities_become_limits_of_halves(dtype: str, expected: list[float]) -> None:
    low = "" if dtype == "float16" else ", neginf=-3.0"
    function = ts.compile(f"def f(x):\n    return torch.nan_to_num(x{low}).double()\n").f
    x = ts.tensor([math.inf, -math.inf, math.nan]).to(getattr(ts, dtype))
    assert function(x).tolist() == expected
