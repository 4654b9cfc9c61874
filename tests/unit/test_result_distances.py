"""The distances that `ts-run --compare` reports between the results of two engines."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.tools.run.compare import difference

FLOATS = [np.float16, np.float32, np.float64, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn]
COMPLEX = [np.complex64, np.complex128]


def tensor(values: list[complex], dtype: Any) -> Tensor:
    return Tensor(np.array(values).astype(dtype))


@pytest.mark.parametrize("dtype", [*FLOATS, *COMPLEX])
def test_neighbours_are_one_ulp_apart(dtype: Any) -> None:
    above = 1 + float(ml_dtypes.finfo(dtype).eps)
    first, second = tensor([1.0, -2.0], dtype), tensor([above, -2.0], dtype)
    assert difference(first, second) == (True, "at most 1 ulp apart")
    assert difference(first, second, 4) == (True, "within 4 ulp")
    assert difference(first, second, 0) == (False, "1 ulp apart, more than 0")


@pytest.mark.parametrize("dtype", COMPLEX)
def test_imaginary_parts_count(dtype: Any) -> None:
    second = tensor([1.0 + (1 + 2 * float(np.finfo(dtype).eps)) * 1j], dtype)
    assert difference(tensor([1.0 + 1.0j], dtype), second) == (True, "at most 2 ulp apart")


@pytest.mark.parametrize("dtype", [*FLOATS, *COMPLEX])
def test_nan_equals_only_nan(dtype: Any) -> None:
    nan, number = tensor([np.nan], dtype), tensor([1.0], dtype)
    assert difference(nan, tensor([np.nan], dtype), 0) == (True, "within 0 ulp")
    assert difference(nan, number) == (False, "found NaN in only one of the results")


def test_kinds_are_those_of_the_results() -> None:
    first, second = tensor([1.0], np.complex64), tensor([1.0], np.float32)
    message = "differ in kind: complex64[1] and float32[1]"
    assert difference(first, second) == (False, message)


def test_rows_of_different_lengths() -> None:
    assert difference([[1], [2, 3]], [[1], [2, 3]]) == (True, "equal")
    assert difference([[1], [2, 3]], [[1], [2, 4]]) == (False, "1 elements differ")
    assert not difference([[1], [2, 3]], [[1, 2], [2, 3]])[0]
