"""Powers to whole numbers, which multiply: their values, signs and wrapping."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.operators.pointwise import powers

BASES = np.array([-3.5, -1.0, -0.0, 0.0, 0.3, 1.0, 7.25, np.inf, -np.inf, np.nan])
WHOLE = (-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 16, 17, 256)


def expected(dtype: Any, exponent: int) -> Any:
    with np.errstate(all="ignore"):
        return np.power(BASES.astype(dtype).astype(np.float64), exponent).astype(dtype)


@pytest.mark.parametrize("exponent", WHOLE)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_are_within_one_place_of_the_exact_power(dtype: Any, exponent: int) -> None:
    found = (ts.Tensor(BASES.astype(dtype)) ** exponent).array
    assert found.dtype == dtype
    np.testing.assert_array_max_ulp(found[:-1], expected(dtype, exponent)[:-1], maxulp=1)
    assert np.isnan(found[-1]) == (exponent != 0)
    assert np.signbit(found[2]) == (exponent % 2 == 1)  # of minus zero


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 4, 7, 20])
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64])
def test_integers_wrap(dtype: Any, exponent: int) -> None:
    base = np.array([0, 1, 3, 5, 100], dtype)
    bits = 8 * base.itemsize
    exact = [int(value) ** exponent % 2**bits for value in base]
    found = (ts.Tensor(base) ** exponent).array
    assert found.dtype == base.dtype
    assert [int(value) % 2**bits for value in found] == exact


def test_negative_powers_of_integers_are_refused() -> None:
    with pytest.raises(ValueError, match="integers cannot be raised to negative integer powers"):
        ts.Tensor(np.array([2])) ** -1


def test_roots_and_their_inverses_are_exact() -> None:
    x = ts.Tensor(np.array([4.0, 0.25, 2.0], np.float32))
    assert (x**0.5).array.tolist() == np.sqrt(x.array).tolist()
    assert (x**-0.5).array.tolist() == (1 / np.sqrt(x.array)).tolist()


def test_in_place_and_out_variants() -> None:
    x = np.array([-2.0, 3.0], np.float32)
    out = ts.Tensor(np.empty(2, np.float32))
    ts.pow(ts.Tensor(x), 3, out=out)
    assert out.tolist() == [-8.0, 27.0]
    whole = ts.Tensor(x.copy())
    whole.pow_(4)
    assert whole.tolist() == [16.0, 81.0]


def test_zero_dimensional_complex_and_sixteen_bits() -> None:
    assert (ts.Tensor(np.array(-2.0)) ** 3).item() == -8.0
    z = ts.Tensor(np.array([1 + 2j], np.complex64))
    assert (z**3).tolist() == [(1 + 2j) ** 3]
    half = ts.tensor([-1.5], dtype=ts.bfloat16)
    assert (half**3).to(ts.float32).tolist() == [-3.375]


def test_small_whole_powers_need_no_general_power(monkeypatch: pytest.MonkeyPatch) -> None:
    def general(*_: Any) -> Any:
        raise AssertionError("the general power ran")

    monkeypatch.setattr(powers, "_power_of", general)
    for exponent in WHOLE:
        ts.Tensor(BASES) ** exponent
    for exponent in (0, 3, 9):
        ts.Tensor(np.array([2, 3])) ** exponent
