"""Where operands need no conversion numpy is called on them as they are: the answer is that of the
general way, in value, type and strides."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.operators.core import (
    Binary,
    Operand,
    apply,
    as_array,
    comparison,
    floating,
    number_array,
    promoted,
    promoted_real,
    quiet,
    real,
    same,
    without_bool,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype

DTYPES = ("float32", "float64", "float16", "bfloat16", "int64", "int32", "uint8", "bool",
          "complex64")  # fmt: skip
NUMBERS = (2, -3, 300, 0, 2**60 + 2**36 + 1, 0.5, -0.0, 0.0, 1e300, math.nan, True)


def tensors(dtype: str) -> list[Tensor]:
    """Of ranks 0 to 2, which lie in memory forwards, transposed and with gaps."""
    values = np.arange(1, 17).reshape(4, 4).astype(numpy_dtype(BY_TORCH_NAME[dtype]))
    arrays = (values, values.T, values[:, ::2].repeat(2, 1)[::-1], values[0], values[0, :1][0])
    return [Tensor(array) for array in arrays]


def outcome(function: Callable[..., Tensor], *arguments: object) -> object:
    try:
        result = function(*arguments)
    except TypeError as error:
        return str(error)
    return result.array.dtype, result.array.shape, result.strides, result.array.tobytes()


def operands(dtype: str) -> list[Operand]:
    return [*tensors(dtype), *tensors("float32"), *tensors("int64"), *NUMBERS]


def in_common_type(function: Binary, a: Operand, b: Operand) -> Tensor:
    return apply(function, common_dtype(a, b), a, b)


def in_common_real_type(function: Binary, a: Operand, b: Operand) -> Tensor:
    return apply(function, floating(common_dtype(a, b)), a, b)


@pytest.mark.parametrize("dtype", DTYPES)
def test_two_operands(dtype: str) -> None:
    kinds = [
        (promoted(np.add), np.add, in_common_type),
        (promoted(lambda a, b: a * b), np.multiply, in_common_type),
        (promoted(without_bool("f", np.maximum)), without_bool("f", np.maximum), in_common_type),
        (promoted_real(np.true_divide), np.true_divide, in_common_real_type),
    ]
    pairs = [(a, b) for a in tensors(dtype) for b in operands(dtype)]
    with quiet():
        for direct, function, general in kinds:
            for a, b in [*pairs, *((b, a) for a, b in pairs)]:
                assert outcome(direct, a, b) == outcome(general, function, a, b), (function, a, b)


@pytest.mark.parametrize("dtype", DTYPES)
def test_comparison_is_that_of_the_common_type(dtype: str) -> None:
    with quiet():
        for a in tensors(dtype):
            for b in operands(dtype):
                common = common_dtype(a, b)
                result = comparison(np.less_equal)(a, b)
                expected = np.less_equal(as_array(a, common), as_array(b, common))
                assert result.array.dtype == np.bool_
                np.testing.assert_array_equal(result.array, expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_one_operand(dtype: str) -> None:
    negative = without_bool("f", np.negative)
    with quiet():
        for a in tensors(dtype):
            kind = a.array.dtype
            assert outcome(same(negative), a) == outcome(apply, negative, kind, a)
            assert outcome(real(np.exp), a) == outcome(apply, np.exp, floating(kind), a)


def test_zeros_keep_their_signs() -> None:
    float32 = np.dtype(np.float32)
    signs = [bool(np.signbit(number_array(n, float32))) for n in (0, -0.0, 0.0, -0.0, False, 0)]
    assert signs == [False, True, False, True, False, False]


def test_numbers_of_the_table_cannot_be_written() -> None:
    with pytest.raises(ValueError):
        number_array(2.0, np.dtype(np.float32))[...] = 3
