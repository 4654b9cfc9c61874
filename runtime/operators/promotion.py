"""Promotion of run-time values: the rules of `lowering/analysis/promotion.py` on numpy types."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, BY_TYPE
from xdsl_torchscript.lowering.analysis.promotion import PromotionError, Rank, result_type
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor, dtype_of_numpy, numpy_dtype
from xdsl_torchscript.runtime.values import type_of

_PromotionKey: TypeAlias = tuple[NumpyDtype | type, bool]
"""The dtype of a tensor and whether it has dimensions, or the Python type of a number."""

_LARGEST: dict[NumpyDtype, float] = {
    numpy_dtype(BY_TORCH_NAME[name]): (2 - 2.0**-digits) * 2.0**exponent
    for name, digits, exponent in (
        ("float16", 10, 15), ("bfloat16", 7, 127), ("float32", 23, 127), ("complex64", 23, 127),
    )
}  # fmt: skip

_SCALAR_TYPE: dict[type, Attribute] = {t: type_of(t()) for t in (bool, int, float, complex)}


def _operand(key: _PromotionKey) -> tuple[Attribute, Rank]:
    kind, dimensioned = key
    if isinstance(kind, type):
        return _SCALAR_TYPE[kind], Rank.SCALAR
    return dtype_of_numpy(kind).type, Rank.DIMENSIONED if dimensioned else Rank.ZERO_DIM


@lru_cache(maxsize=1024)
def _promote(keys: tuple[_PromotionKey, ...]) -> NumpyDtype:
    result = result_type(map(_operand, keys))
    return numpy_dtype(BY_TYPE[result])


def _key(value: Tensor | bool | int | float | complex) -> _PromotionKey:
    if isinstance(value, Tensor):
        return value.array.dtype, value.array.ndim > 0
    return type(value), False


def common_dtype(*operands: Tensor | bool | int | float | complex) -> NumpyDtype:
    """Return the numpy type in which PyTorch's operators compute on these operands."""
    if len(operands) == 2:
        first, second = operands
        if isinstance(first, Tensor) and isinstance(second, Tensor):
            dtype: NumpyDtype = first.array.dtype
            if dtype is second.array.dtype:
                return dtype
    return _promote(tuple(map(_key, operands)))


def keeps_dtype(dtype: NumpyDtype, number: type) -> bool:
    """Return whether a tensor of this type, of any rank, keeps it next to such a number."""
    try:
        return all(_promote(((dtype, d), (number, False))) is dtype for d in (False, True))
    except PromotionError:
        return False


@lru_cache(maxsize=4096, typed=True)
def holds(dtype: NumpyDtype, number: bool | int | float | complex) -> bool:
    """Return whether PyTorch converts the number to the type, truncated or rounded. Unsigned types
    accept negative integers, which wrap."""
    if dtype.kind == "b":
        return True
    if dtype.kind != "c" and number.imag != 0:
        return False
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        wraps = dtype.kind == "u" and isinstance(number, int)
        return -limits.max * wraps + limits.min <= number.real <= limits.max
    largest = _LARGEST.get(dtype, math.inf)
    return not any(math.isfinite(p) and abs(p) > largest for p in (number.real, number.imag))
