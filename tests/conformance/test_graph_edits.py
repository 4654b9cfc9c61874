"""Edits of graphs: the same calls on PyTorch's classes and on ours give the same text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from graph_edits import EDITS, RUN, TEXT, number_values, ours  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_edits_give_the_same_text(edit: Callable[[Any], None]) -> None:
    theirs, mine = torch._C.parse_ir(TEXT), ours()
    edit(theirs)
    edit(mine)
    assert number_values(str(mine)) == number_values(str(theirs))


@pytest.mark.parametrize("edit", RUN, ids=lambda edit: edit.__name__)
def test_edited_graphs_compute_the_same(edit: Callable[[Any], None]) -> None:
    theirs, mine = torch._C.parse_ir(TEXT), ours()
    edit(theirs)
    edit(mine)
    mine.lint()
    theirs.lint()
    unit = ts.CompilationUnit.from_module(mine.function.parent_op())
    function = torch._C._create_function_from_graph("edited", theirs)
    x, y = torch.tensor([1.0, -2.0]), torch.tensor([3.0, 0.5])
    for n in (0, 1):
        found = unit.functions()[0](ts.Tensor(x.numpy()), ts.Tensor(y.numpy()), n)
        np.testing.assert_array_equal(np.asarray(found), function(x, y, n).numpy())


def test_types_are_changed_as_in_pytorch() -> None:
    theirs = torch._C.TensorType.get().with_sizes([2, 3])
    mine = next(iter(ours().inputs())).type().with_sizes([2, 3])
    assert mine.sizes() == theirs.sizes() and mine.strides() == theirs.strides()
    assert mine.with_dtype(ts.float32).scalarType() == theirs.with_dtype(torch.float32).scalarType()
    again, expected = mine.contiguous(), theirs.contiguous()
    assert (again.sizes(), again.strides()) == (expected.sizes(), expected.strides())
    assert mine.with_sizes([2, None]).varyingSizes() == theirs.with_sizes([2, None]).varyingSizes()
    assert mine.is_interface_type() is theirs.is_interface_type()
