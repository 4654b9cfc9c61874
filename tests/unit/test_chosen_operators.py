"""Chosen elements, segments, distinct elements and gradients: exact cases, without PyTorch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.tensor import Tensor


def _tensor(values: object, dtype: type = np.float32) -> Tensor:
    return Tensor(np.asarray(values, dtype))


def _ask(name: str, *arguments: object) -> object:
    function = implementation_of(f"aten.{name}")
    assert function is not None
    with quiet():
        return function(*arguments)


def _lists(results: Sequence[Tensor]) -> list[object]:
    return [r.array.tolist() for r in results]


def test_nan_is_distinct() -> None:
    found = _ask("_unique2", _tensor([np.nan, 2, np.nan, 2]), True, True, True)
    assert repr(_lists(found)) == repr([[2.0, np.nan, np.nan], [1, 0, 2, 0], [2, 1, 1]])


def test_distinct_lines() -> None:
    lines = _tensor([[1, 2, 1], [1, 0, 1]])
    values, inverse, counts = _ask("unique_dim", lines, 1, True, True, True)
    assert values.array.tolist() == [[1, 2], [1, 0]]
    assert values.array.strides == (4, 8)
    assert _lists((inverse, counts)) == [[0, 1, 0], [2, 1]]
    in_turn = _ask("unique_consecutive", lines, True, True, 1)
    assert _lists(in_turn) == [[[1, 2, 1], [1, 0, 1]], [0, 1, 2], [1, 1, 1]]


def test_lines_without_elements_are_refused() -> None:
    with pytest.raises(ValueError, match="another dimension has size 0"):
        _ask("unique_dim", _tensor(np.zeros((0, 3))), 1, True, True, True)


@pytest.mark.parametrize(
    ("how", "expected"),
    [("sum", [3, 0, 3]), ("mean", [1.5, np.nan, 3]), ("max", [2, -np.inf, 3]), ("prod", [2, 1, 3])],
)
def test_segments(how: str, expected: list[float]) -> None:
    lengths = _tensor([2, 0, 1], np.int64)
    got = _ask("segment_reduce", _tensor([1, 2, 3]), how, lengths, None, None, 0, False, None)
    assert repr(got.array.tolist()) == repr([float(x) for x in expected])


def test_segments_fill_the_dimension() -> None:
    with pytest.raises(ValueError, match="fill a dimension of size 3"):
        lengths = _tensor([2, 2], np.int64)
        _ask("segment_reduce", _tensor([1, 2, 3]), "sum", lengths, None, None, 0, False, None)


def test_indexing_lays_out_its_result_as_torch() -> None:
    x, places = Tensor(np.arange(60).reshape(3, 4, 5)), _tensor([0, 2], np.int64)
    found = _ask("index.Tensor", x, [None, None, places])
    assert found.array.shape == (3, 4, 2)
    assert found.array.flags.c_contiguous
    turned = Tensor(x.array.transpose(2, 1, 0))
    found = _ask("index.Tensor", turned, [None, places])
    assert [s // 8 for s in found.array.strides] == [1, 5, 10]


def test_take_along_dim_counts_from_the_end() -> None:
    line = _tensor([1, 2])
    assert _ask("take_along_dim", line, _tensor([-1], np.int64), 0).array.tolist() == [2]
    with pytest.raises(ValueError, match=r"not within \[0, 2\)"):
        _ask("take_along_dim", line, _tensor([-3], np.int64), 0)


def test_gradients_are_summed_where_elements_were() -> None:
    ones = _tensor(np.ones((2, 3)))
    assert _ask("unfold_backward", ones, [4], 0, 3, 1).array.tolist() == [1, 2, 2, 1]
    words = _tensor([0, 2, 0], np.int64)
    got = _ask("embedding_dense_backward", _tensor([[1], [2], [4]]), words, 3, 2, False)
    assert got.array.tolist() == [[5], [0], [0]]


def test_average_pools_give_back_shares() -> None:
    image = _tensor(np.zeros((1, 1, 2, 3)))
    gradient = _tensor([[[[2.0, 4.0]]]])
    pool = ([2, 2], [1, 1], [0, 0], False, True, None)
    got = _ask("avg_pool2d_backward", gradient, image, *pool)
    assert got.array.tolist() == [[[[0.5, 1.5, 1.0], [0.5, 1.5, 1.0]]]]


def test_gradient_of_a_convolution() -> None:
    x, w, g = _tensor([[[1, 2, 3]]]), _tensor([[[10, 20]]]), _tensor([[[1, -1]]])
    options = ([1], [0], [1], False, [0], 1, [True, True, True])
    got = _ask("convolution_backward", g, x, w, [1], *options)
    assert _lists(got) == [[[[10, 10, -20]]], [[[-1, -1]]], [0]]


_LIBRARY = """
def unpool(x):
    y, i = torch.nn.functional.max_pool2d(x, 2, return_indices=True)
    return torch.nn.functional.max_unpool2d(y, i, 2)

def bags(x, w):
    return torch.nn.functional.embedding_bag(x, w, mode="sum")

def attend(x, w, b):
    return torch.nn.functional.multi_head_attention_forward(
        x, x, x, 2, 1, w, b, None, None, False, 0.0, torch.eye(2), None)

def item(x, i):
    return x.__getitem__(i)
"""


def test_functional_library() -> None:
    unit = ts.CompilationUnit(_LIBRARY)
    image = _tensor(np.arange(16).reshape(1, 1, 4, 4))
    spread = np.zeros((4, 4))
    spread[1::2, 1::2] = [[5, 7], [13, 15]]
    assert unit.unpool(image).array.tolist() == [[spread.tolist()]]
    words, rows = _tensor([[0, 1], [1, 1]], np.int64), _tensor([[1, 2], [10, 20]])
    assert unit.bags(words, rows).array.tolist() == [[11, 22], [20, 40]]
    assert unit.item(rows, _tensor([1], np.int64)).array.tolist() == [[10, 20]]


def test_attention_of_equal_steps_is_their_mean() -> None:
    unit = ts.CompilationUnit(_LIBRARY)
    steps = _tensor([[1, 2], [3, 4]])
    weight = np.concatenate([np.zeros((4, 2)), np.eye(2)])
    result, weights = unit.attend(steps, _tensor(weight), _tensor(np.zeros(6)))
    assert np.allclose(result.array, [[2, 3], [2, 3]])
    assert weights.array.tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_attention_refuses_operands_that_do_not_fit() -> None:
    unit = ts.CompilationUnit(_LIBRARY)
    with pytest.raises(ts.RuntimeFault, match="2 dimensions, or 3 with a batch"):
        unit.attend(_tensor([1.0]), _tensor(np.zeros((6, 2))), _tensor(np.zeros(6)))
