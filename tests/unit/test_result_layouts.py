"""The inputs on whose layout in memory no result of a kernel depends."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native.returned_views import _ROW_MAJOR
from xdsl_torchscript.runtime.tensor import Tensor

Shape = tuple[int, ...]

CALLS: dict[str, list[tuple[str, list[Shape]]]] = {
    "aten.addmm": [("torch.addmm(a, b, c)", [(3, 5), (3, 4), (4, 5)])],
    "aten.baddbmm": [("torch.baddbmm(a, b, c)", [(2, 3, 5), (2, 3, 4), (2, 4, 5)])],
    "aten.bmm": [("torch.bmm(a, b)", [(2, 3, 4), (2, 4, 5)])],
    "aten.layer_norm": [("torch.layer_norm(a, [5])", [(2, 3, 5)])],
    "aten.linear": [
        ("torch.nn.functional.linear(a, b)", [(2, 3, 4, 5), (6, 5)]),
        ("torch.nn.functional.linear(a, b, c)", [(3, 4, 5), (6, 5), (6,)]),
    ],
    "aten.matmul": [
        ("torch.matmul(a, b)", [(2, 3, 4, 5), (5, 6)]),
        ("torch.matmul(a, b)", [(2, 1, 4, 5), (3, 5, 6)]),
    ],
    "aten.mm": [("torch.mm(a, b)", [(3, 4), (4, 5)])],
    "aten.softmax.int": [
        ("torch.softmax(a, -1)", [(2, 3, 4, 5)]),
        ("torch.softmax(a, 1)", [(2, 3, 4, 5)]),
    ],
}


def _function(body: str, count: int) -> ts.ScriptFunction:
    return ts.compile(f"def f({', '.join('abc'[:count])}):\n    return {body}\n").f


def _strided(shape: Shape, order: Shape) -> Tensor:
    """Return a tensor with its dimensions in that order in memory."""
    rows = np.ones([shape[dim] for dim in order], np.float32)
    return Tensor(rows.transpose(np.argsort(order)))


def test_the_calls_are_of_all_operators() -> None:
    assert CALLS.keys() == _ROW_MAJOR


@pytest.mark.parametrize(
    ("body", "shapes"), [call for calls in CALLS.values() for call in calls], ids=str
)
def test_results_are_row_major_for_operands_of_any_layout(body: str, shapes: list[Shape]) -> None:
    function = _function(body, len(shapes))
    with ts.optimized_execution(False):
        for orders in product(*(permutations(range(len(shape))) for shape in shapes)):
            operands = list(map(_strided, shapes, orders))
            result = function(*operands).array
            assert result.flags.c_contiguous
            assert not any(np.shares_memory(result, operand.array) for operand in operands)


@pytest.mark.parametrize(
    ("body", "free"),
    [
        ("torch.mm(a, b) + 1", {0, 1}),
        ("torch.relu(torch.mm(a.t(), b.t()).t())", {0, 1}),
        ("torch.mm(a, a) + b", {0}),
        ("torch.relu(a) + b", set()),
        ("(torch.mm(a, b), torch.relu(a))", {1}),
        ("(torch.mm(a, b), b.t())", {0}),
    ],
)
def test_inputs_of_any_layout(body: str, free: set[int]) -> None:
    inputs = [np.ones((3, 3), np.float32)] * 2
    kernel = ts.compile_func(_function(body, 2), inputs)
    assert kernel._program.views.any_layout == free
