"""Type promotion against PyTorch, over all element types and kinds of operand."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, Dtype
from xdsl_torchscript.lowering.analysis.promotion import (
    PromotionError,
    Rank,
    dtype_name,
    promote_types,
    result_type,
)

torch = pytest.importorskip("torch")

# Types that only store: bits, quantised numbers, parts of a byte.
STORED = re.compile(r"bits.*|q.*|float4.*|u?int[1-7]")
NAMES = [name for name in BY_TORCH_NAME if not STORED.fullmatch(name)]
PLAIN = [n for n in NAMES if not n.startswith("float8")]


def theirs(function: Any, *args: Any) -> str | None:
    try:
        return str(function(*args)).removeprefix("torch.")
    except (RuntimeError, NotImplementedError):
        return None


def ours(function: Any, *args: Any) -> str | None:
    try:
        return dtype_name(function(*args))
    except PromotionError:
        return None


def test_promote_types() -> None:
    def dtype(name: str) -> Dtype:
        return BY_TORCH_NAME[name]

    for a, b in itertools.product(NAMES, NAMES):
        expected = theirs(torch.promote_types, getattr(torch, a), getattr(torch, b))
        assert ours(promote_types, dtype(a).type, dtype(b).type) == expected, (a, b)


def operands() -> list[tuple[Any, Any]]:
    pairs: list[tuple[Any, Any]] = []
    for name in PLAIN:
        for rank, shape in ((Rank.DIMENSIONED, (1,)), (Rank.ZERO_DIM, ())):
            value = torch.empty(shape, dtype=getattr(torch, name))
            pairs.append((value, (BY_TORCH_NAME[name].type, rank)))
    for number, name in ((True, "bool"), (1, "int64"), (1.0, "float64"), (1j, "complex128")):
        pairs.append((number, (BY_TORCH_NAME[name].type, Rank.SCALAR)))
    return pairs


def test_result_type() -> None:
    for (a, x), (b, y) in itertools.product(operands(), operands()):
        expected = theirs(torch.result_type, a, b)
        assert ours(result_type, [x, y]) == expected, (a, b)
