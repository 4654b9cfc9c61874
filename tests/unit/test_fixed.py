"""Operators with arguments that a program fixes answer and refuse as they do otherwise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.interpreter.code import run
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.operators.fixed import UNKNOWN, with_fixed
from xdsl_torchscript.runtime.operators.table import implementation
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype

DIMS = (0, 1, 2, 3, -1, -2, -3, -4)
SIZES = ([24], [6, 4], [2, 3, 4], [-1], [4, -1], [0], [0, -1], [-1, -1], [-2, 12], [5], [], [1])
ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "aten.transpose.int": [(a, b) for a in DIMS for b in DIMS],
    "aten.permute": [([0, 1, 2],), ([2, 0, 1],), ([-1, 0, 1],), ([0, 0, 1],), ([0],), ([],)],
    "aten.select.int": [(d, i) for d in DIMS for i in (0, 1, -1, 3, -9)],
    "aten.slice.Tensor": [
        (d, start, end, step)
        for d in DIMS
        for start, end, step in (
            (None, None, 1), (0, 2, 1), (-2, 9, 1), (1, None, 2), (0, 3, 0), (2, 1, 1), (0, 3, -1),
        )
    ],
    "aten.unsqueeze": [(d,) for d in DIMS],
    "aten.reshape": [(size,) for size in SIZES],
    "aten.view": [(size,) for size in SIZES],
}  # fmt: skip
ARRAYS = (
    np.arange(24, dtype=np.float32).reshape(2, 3, 4),
    np.arange(24, dtype=np.float32).reshape(4, 3, 2).T,
    np.arange(24, dtype=np.float32).reshape(4, 6)[:, ::2],
    np.arange(24, dtype=np.float32),
    np.empty((0, 3), np.float32),
    np.array(3, np.float32),
)
NUMBERS = (2, -3, 300, 0, 0.5, -0.0, 0.0, math.nan, True, 1 + 2j, 2**60 + 1)
DTYPES = ("float32", "float64", "float16", "bfloat16", "int64", "uint8", "bool", "complex64")
BINARY = (
    "aten.mul.Tensor", "aten.mul.Scalar", "aten.div.Scalar", "aten.gt.Scalar", "aten.eq.Scalar",
    "aten.remainder.Scalar", "aten.maximum",
)  # fmt: skip


def outcome(function: Callable[..., Tensor], *arguments: Any) -> object:
    try:
        result = function(*arguments)
    except (ArithmeticError, IndexError, TypeError, ValueError) as error:
        return type(error), str(error)
    array = result.array
    return array.dtype, array.shape, result.strides, array.tobytes(), result.device


def both(name: str, self: Tensor, fixed: tuple[Any, ...]) -> tuple[object, object]:
    function = implementation(name)
    assert function is not None
    faster = with_fixed(name, function, [UNKNOWN, *fixed])
    general = outcome(function, self, *fixed)
    return (general if faster is None else outcome(faster, self)), general


@pytest.mark.parametrize("name", ARGUMENTS)
def test_views(name: str) -> None:
    for array in ARRAYS:
        for fixed in ARGUMENTS[name]:
            found, expected = both(name, Tensor(array, "cuda"), fixed)
            assert found == expected, (name, array.shape, fixed)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_views_are_views_where_the_general_ones_are(name: str) -> None:
    function = implementation(name)
    assert function is not None
    viewed, fixed = Tensor(ARRAYS[0]), ARGUMENTS[name][0]
    faster = with_fixed(name, function, [UNKNOWN, *fixed])
    assert faster is not None
    result = faster(viewed)
    assert result is not viewed and result.shares_memory(viewed)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_numbers(name: str, dtype: str) -> None:
    kind = numpy_dtype(BY_TORCH_NAME[dtype])
    values = np.arange(1, 13).reshape(3, 4).astype(kind)
    with quiet():
        for array in (values, values.T, values[0], values[0, 0:1].reshape(()), values[:, ::2]):
            for number in NUMBERS:
                found, expected = both(name, Tensor(array), (number,))
                assert found == expected, (number, array.shape)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["aten.add.Scalar", "aten.sub.Scalar", "aten.add.Tensor"])
def test_sums_with_a_factor(name: str, dtype: str) -> None:
    kind = numpy_dtype(BY_TORCH_NAME[dtype])
    with quiet():
        for array in (np.arange(1, 13).reshape(3, 4).astype(kind), np.array(2, kind)):
            for number in NUMBERS:
                for alpha in (1, 1.0, True, 2):
                    found, expected = both(name, Tensor(array), (number, alpha))
                    assert found == expected, (number, alpha, array.shape)


def operands(kind: Any) -> list[tuple[Tensor, Tensor]]:
    """What is written, and what with: of one type and size, broadcast, overlapping, repeated."""

    def line() -> Any:
        return np.arange(1, 13).astype(kind)

    whole, grid = line(), line().reshape(3, 4)
    fixed = line()
    fixed.flags.writeable = False
    arrays = [
        (line(), line()), (line().reshape(3, 4), line()[:4].copy()), (line()[:4].copy(), grid),
        (whole[:-1], whole[1:]), (whole, whole), (whole[::2], whole[::2]),
        (np.broadcast_to(line()[:1], (12,)), line()), (line(), np.arange(12.0)),
        (line(), np.arange(12)), (fixed, line()), (np.array(2, kind), np.array(3, kind)),
    ]  # fmt: skip
    return [(Tensor(a), Tensor(b)) for a, b in arrays]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["aten.add_.Tensor", "aten.sub_.Tensor", "aten.mul_.Tensor",
                                  "aten.div_.Tensor"])  # fmt: skip
def test_results_written_into_the_first_operand(name: str, dtype: str) -> None:
    function, kind = implementation(name), numpy_dtype(BY_TORCH_NAME[dtype])
    assert function is not None
    rest = [1] if name[5:8] in ("add", "sub") else []
    faster = with_fixed(name, function, [UNKNOWN, UNKNOWN, *rest])
    assert faster is not None
    with quiet():
        for (a, b), (c, d) in zip(operands(kind), operands(kind), strict=True):
            assert outcome(faster, a, b) == outcome(function, c, d, *rest)
            assert a.array.tobytes() == c.array.tobytes()
            assert b.array.tobytes() == d.array.tobytes()


@pytest.mark.parametrize("chunks", [1, 2, 3, 5, 0])
def test_parts(chunks: int) -> None:
    function = implementation("aten.chunk")
    assert function is not None
    for array in ARRAYS:
        for dim in DIMS:
            faster = with_fixed("aten.chunk", function, [UNKNOWN, chunks, dim]) or (
                lambda self, dim=dim: function(self, chunks, dim)
            )
            for _ in range(2):
                found, expected = (
                    listed(run, Tensor(array, "cuda"), *rest)
                    for run, rest in ((faster, ()), (function, (chunks, dim)))
                )
                assert found == expected, (array.shape, dim)


def listed(function: Callable[..., list[Tensor]], *arguments: Any) -> object:
    try:
        parts = function(*arguments)
    except (IndexError, ValueError) as error:
        return type(error), str(error)
    return [outcome(lambda part=part: part) for part in parts]


def test_what_is_not_known_stays_an_argument() -> None:
    transpose = implementation("aten.transpose.int")
    assert transpose is not None
    assert with_fixed("aten.transpose.int", transpose, [UNKNOWN, 0, UNKNOWN]) is None
    assert with_fixed("aten.transpose.int", transpose, [UNKNOWN, UNKNOWN, 0]) is None


def names(source: str) -> list[str]:
    return [i.name for i in ts.compile(source).f.executable.instructions]


def test_lists_that_are_only_read_are_made_once() -> None:
    assert names("def f(x: Tensor):\n    return x.view([2, 3]).reshape([-1])") == [
        "view",
        "reshape",
    ]
    grown = "def f(x: Tensor):\n    s = [6]\n    x.view(s)\n    s.append(1)\n    return x.view(s)"
    assert "ListConstruct" in names(grown)
    code = ts.compile(grown).f.executable
    for _ in range(2):
        (result,) = run(code, [Tensor(ARRAYS[3][:6])])
        assert result.shape == (6, 1)
