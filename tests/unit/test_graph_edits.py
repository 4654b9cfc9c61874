"""Edits of graphs give PyTorch's text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graph_edits import EDITS, RUN, number_values, ours

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.core.diagnostics import FindingsError

TEXTS = json.loads((Path(__file__).parent / "data" / "graph_edits.json").read_text())
X, Y = np.array([1.0, -2.0], np.float32), np.array([3.0, 0.5], np.float32)


def function_of(graph: ts.Graph) -> Any:
    (function,) = ts.CompilationUnit.from_module(graph.function.parent_op()).functions()
    return function


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_edits_give_the_text_of_pytorch(edit: Callable[[Any], None]) -> None:
    graph = ours()
    edit(graph)
    assert number_values(str(graph)) == TEXTS[edit.__name__]


@pytest.mark.parametrize("edit", RUN, ids=lambda edit: edit.__name__)
def test_edited_graphs_run(edit: Callable[[Any], None]) -> None:
    graph = ours()
    edit(graph)
    graph.lint()
    assert function_of(graph)(X, Y, 0).shape == (2,)


def test_an_edit_is_seen_by_a_function_that_has_not_run() -> None:
    unit = ts.compile("def f(x): return x + 1")
    node = unit.f.graph.findNode("aten::add")
    made = unit.f.graph.create("aten::mul", [*node.inputs()][:1] * 2)
    made.insertBefore(node)
    node.output().replaceAllUsesWith(made.output())
    node.destroy()
    assert np.asarray(unit.f(X)).tolist() == [1, 4]
    assert made.kind() == "aten::mul" and made.schema() is None


def test_operators_are_inserted_as_a_script_calls_them() -> None:
    graph = ours()
    x, *_ = graph.inputs()
    total = graph.insert("aten::sum", [x, [0]], keepdim=True)
    graph.eraseOutput(0)
    graph.registerOutput(graph.insert("aten::add", [total, 1]))
    graph.lint()
    assert np.asarray(function_of(graph)(X, Y, 0)).tolist() == [0]


def test_tensors_are_constants() -> None:
    graph = ours()
    value = graph.insertConstant(X)
    assert value.node().kindOf("value") == "t" and value.node().t("value").shape == (2,)
    assert np.asarray(value.toIValue()).tolist() == [1, -2]
    graph.eraseOutput(0)
    graph.registerOutput(value)
    assert np.asarray(function_of(graph)(X, Y, 0)).tolist() == [1, -2]


def test_a_constant_is_made_attribute_by_attribute() -> None:
    graph = ours()
    graph.setInsertPoint(graph.findNode("prim::If"))
    node = graph.insertNode(graph.create("prim::Constant", 1)).i_("value", 1)
    node.output().setType(graph.findNode("aten::lt").output().type())
    graph.findNode("prim::If").replaceInput(0, node.output())
    graph.lint()
    assert np.asarray(function_of(graph)(X, Y, 5)).tolist() == [12, -0.75]


def test_nodes_are_printed_before_they_are_inserted() -> None:
    graph = ours()
    known = {value.debugName() for node in graph.nodes() for value in node.outputs()}
    first = graph.create("aten::relu", [graph.inputs()[0]], 1)
    second = graph.create("aten::neg", [first.output()], 2)
    name = first.output().debugName()
    assert name not in known
    assert str(first) == f"%{name} : Tensor = aten::relu(%{graph.inputs()[0].debugName()})"
    one, two = (value.debugName() for value in second.outputs())
    assert str(second) == f"%{one} : Tensor, %{two} : Tensor = aten::neg(%{name})"
    assert len({name, one, two}) == 3
    assert repr(first) == f"<node {first}>"
    branch = graph.create("prim::If", [graph.inputs()[0]], 0)
    branch.addBlock()
    assert "block0():" in str(branch)


def test_invalid_edits_are_found() -> None:
    graph = ours()
    graph.findNode("aten::add").removeInput(1)
    with pytest.raises(FindingsError, match=r"aten\.add"):
        graph.lint()


def test_used_values_are_not_removed() -> None:
    graph = ours()
    with pytest.raises(ValueError, match="input 0 is used"):
        graph.eraseInput(0)
    with pytest.raises(ValueError, match="an output of aten::add is used"):
        graph.findNode("aten::add").destroy()
    with pytest.raises(ValueError, match="output 0 is used"):
        graph.findNode("aten::add").eraseOutput(0)
    with pytest.raises(ValueError, match="is in no block"):
        graph.create("aten::neg").owningBlock()
    with pytest.raises(TypeError, match="of kind 'i', not 's'"):
        graph.findNode("prim::Constant").s("value")
    with pytest.raises(KeyError):
        graph.findNode("prim::Constant").s("other")


def test_a_copy_is_a_graph_of_its_own() -> None:
    graph = ours()
    before = str(graph)
    copy = graph.copy()
    copy.findNode("aten::add").output().replaceAllUsesWith(copy.inputs()[0])
    assert str(graph) == before != str(copy)
    assert graph.str(False) == before


def test_aliases_of_a_graph() -> None:
    graph = ours("""graph(%x : Tensor, %y : Tensor):
  %z : int = prim::Constant[value=0]()
  %f : Tensor = aten::neg(%y)
  %u : Tensor = aten::unsqueeze(%x, %z)
  %w : Tensor = aten::relu_(%u)
  return (%w)
""")
    x, (w,) = graph.inputs()[0], graph.outputs()
    fresh = graph.findNode("aten::neg").output()
    found = graph.alias_db()
    assert found.may_contain_alias(x, w) and not found.may_contain_alias(fresh, w)
    assert found.has_writers(x) and not found.has_writers(fresh)


def test_a_move_takes_along_what_it_needs() -> None:
    graph = ours("""graph(%x : Tensor):
  %z : int = prim::Constant[value=0]()
  %f : Tensor = aten::neg(%x)
  %u : Tensor = aten::unsqueeze(%f, %z)
  %w : Tensor = aten::relu_(%u)
  %a : Tensor = aten::exp(%f)
  %c : Tensor = aten::abs(%x)
  return (%a, %c)
""")

    def moves(how: str, kind: str, point: str) -> str | None:
        copy = graph.copy()
        move = getattr(copy.alias_db(), f"move_{how}_topologically_valid")
        done = move(copy.findNode(f"aten::{kind}"), copy.findNode(f"aten::{point}"))
        kinds = " ".join(node.kind().removeprefix("aten::") for node in copy.nodes())
        return kinds.removeprefix("prim::Constant ") if done else None

    assert moves("after", "unsqueeze", "abs") == "neg abs unsqueeze relu_ exp"
    assert moves("before", "abs", "unsqueeze") == "neg abs unsqueeze relu_ exp"
    assert moves("before", "abs", "relu_") == "neg unsqueeze abs relu_ exp"
    assert moves("after", "exp", "relu_") == "neg unsqueeze relu_ exp abs"
    assert moves("before", "exp", "relu_") is None
    assert moves("after", "relu_", "exp") is None
    assert moves("before", "relu_", "neg") is None


def test_questions_about_nodes() -> None:
    graph = ours()
    add = graph.findNode("aten::add")
    assert add.matches("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor")
    assert not add.matches("aten::sub.Tensor(Tensor self, Tensor other) -> Tensor")
    assert not add.isNondeterministic() and not add.hasAttributes()
    assert graph.findNode("prim::If").findNode("aten::mul") is not None


def test_types_are_changed() -> None:
    type = ours().inputs()[0].type()
    sized = type.with_sizes([2, 3]).with_dtype("float32").with_device("cpu")
    assert sized.contiguous().str() == "Float(2, 3, strides=[3, 1], device=cpu)"
    assert type.with_sizes([2, None]).symbolic_sizes() == [2, None]
    with pytest.raises(TypeError, match="int is not a type of tensors"):
        ours().inputs()[2].type().with_sizes([1])
    with pytest.raises(ValueError, match="are not known"):
        type.contiguous()
