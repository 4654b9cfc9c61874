"""Walks over graphs, and their drawings."""

from __future__ import annotations

import networkx
import pytest
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.graph_view.dot import to_dot
from xdsl_torchscript.runtime.graph_view.networks import to_networkx

LOOP = """graph(%x : Float(2, 3, strides=[3, 1], requires_grad=1, device=cpu),
      %n : int,
      %o : int?):
  %one : int = prim::Constant[value=1]() # net.py:3:4
  %none : NoneType = prim::Constant()
  %yes : bool = prim::Constant[value=1]()
  %s : Tensor = aten::sum(%x, %none) # net.py:4:8
  %r : Tensor = prim::Loop(%n, %yes, %s)
    block0(%i : int, %a : Tensor):
      %c : bool = aten::lt(%i, %one)
      %b : Tensor = prim::If(%c)
        block0():
          %t : Tensor = aten::add(%a, %a, %one)
          -> (%t)
        block1():
          -> (%a)
      -> (%yes, %b)
  %l : int[] = prim::ListConstruct(%n, %one)
  return (%r, %l)
"""

TWICE = """graph(%self : __torch__.Net,
      %x : Tensor):
  %conv : __torch__.Conv = prim::GetAttr[name="conv"](%self)
  %w : Tensor = prim::GetAttr[name="weight"](%conv)
  %a : Tensor = prim::CallMethod[name="forward"](%conv, %x)
  %b : Tensor = aten::mul(%a, %w)
  %c : Tensor = prim::CallMethod[name="forward"](%conv, %b)
  %d : Tensor = prim::CallMethod[name="other"](%conv, %c)
  return (%d)
"""


def graph_of(text: str) -> Graph:
    (function,) = parse_graph(text).ops
    assert isinstance(function, FuncOp)
    return Graph(function)


def test_nodes_in_order() -> None:
    graph = graph_of(LOOP)
    kinds = [node.kind() for node in graph.nodes()]
    assert kinds == [
        "prim::Constant", "prim::Constant", "prim::Constant", "aten::sum", "prim::Loop",
        "prim::ListConstruct",
    ]  # fmt: skip
    assert [v.debugName() for v in graph.inputs()] == ["x", "n", "o"]
    assert [v.debugName() for v in graph.outputs()] == ["r", "l"]


def test_the_text_is_that_of_the_graph() -> None:
    assert str(graph_of(LOOP)) == LOOP


def test_inputs_uses_and_definitions_agree() -> None:
    graph = graph_of(LOOP)
    for node in [n for kind in ("aten::sum", "aten::lt") for n in graph.findAllNodes(kind)]:
        for offset, value in enumerate(node.inputs()):
            assert any(u.user == node and u.offset == offset for u in value.uses())
        for value in node.outputs():
            assert value.node() == node
    assert graph.inputs()[0].node() == graph.param_node()
    assert graph.return_node().inputs() == graph.outputs()


def test_values_have_numbers_of_their_own() -> None:
    graph = graph_of(LOOP)
    numbers = [v.unique() for node in graph.findAllNodes("prim::Constant") for v in node.outputs()]
    assert len(set(numbers)) == 3


def test_nested_nodes_are_found_and_know_their_parents() -> None:
    graph = graph_of(LOOP)
    assert graph.findNode("aten::add", recurse=False) is None
    add = graph.findNode("aten::add")
    assert add is not None
    inner = add.parent()
    assert inner is not None and inner.kind() == "prim::If"
    outer = inner.parent()
    assert outer is not None and outer.kind() == "prim::Loop" and outer.parent() is None
    assert [len(block.outputs()) for block in inner.blocks()] == [1, 1]
    assert [v.debugName() for v in outer.blocks()[0].inputs()] == ["i", "a"]


def test_types_show_known_facts() -> None:
    x, n, o = (value.type() for value in graph_of(LOOP).inputs())
    assert (x.kind(), x.sizes(), x.strides(), x.dim()) == ("TensorType", [2, 3], [3, 1], 2)
    assert (x.scalarType(), x.dtype(), x.device()) == ("Float", "float32", "cpu")
    assert x.requires_grad() is True
    assert (n.kind(), n.str(), n.sizes()) == ("IntType", "int", None)
    assert (str(n), str(x)) == ("int", "Tensor")
    assert (o.kind(), o.getElementType()) == ("OptionalType", n)
    assert n.isSubtypeOf(o) and not o.isSubtypeOf(n)
    with pytest.raises(TypeError, match="int has no single element type"):
        n.getElementType()


def test_constants_have_values_and_others_none() -> None:
    graph = graph_of(LOOP)
    values = [node.output().toIValue() for node in graph.findAllNodes("prim::Constant")]
    assert values == [1, None, True]
    assert graph.inputs()[1].toIValue() is None


def test_operators_name_their_inputs() -> None:
    total = graph_of(LOOP).findNode("aten::sum")
    assert total is not None
    assert total.namedInput("self").debugName() == "x"
    assert str(total.schema()).startswith("aten::sum(Tensor self")
    assert total.sourceRange() == "net.py:4:8"
    with pytest.raises(KeyError, match="nothing"):
        total.namedInput("nothing")


def test_the_only_input_of_a_node_with_two_is_an_error() -> None:
    less = graph_of(LOOP).findNode("aten::lt")
    assert less is not None
    with pytest.raises(ValueError, match="aten::lt has 2 inputs"):
        less.input()


def test_constants_are_boxes_only_on_request() -> None:
    graph = graph_of(LOOP)
    kinds = [kind for _, kind in to_networkx(graph).nodes(data="kind")]
    assert "prim::Constant" not in kinds
    labels = dict(to_networkx(graph, constants=True).nodes(data="label"))
    assert "%one = 1" in labels.values() and "%none = None" in labels.values()


def test_networkx_has_the_edges_of_the_graph() -> None:
    network = to_networkx(graph_of(LOOP))
    labels = dict(network.nodes(data="label"))
    edges = {(labels[a], labels[b], name) for a, b, name in network.edges(data="name")}
    assert ("x", "aten::sum", "x") in edges
    assert ("aten::sum", "prim::Loop", "s") in edges
    assert ("aten::add", "prim::If", "t") in edges
    add = next(box for box, label in labels.items() if label == "aten::add")
    assert labels[network.nodes[add]["around"]] == "prim::If"


def test_calls_of_one_submodule_are_one_box() -> None:
    network = to_networkx(graph_of(TWICE))
    boxes = {data["label"]: data for _, data in network.nodes(data=True)}
    assert set(boxes) == {"x", "conv.weight", "conv", "aten::mul", "conv.other", "output 0"}
    assert boxes["conv"]["calls"] == 2 and boxes["conv.other"]["calls"] == 1
    assert not networkx.is_directed_acyclic_graph(network)


def test_dot_shows_blocks_as_clusters() -> None:
    text = to_dot(graph_of(LOOP))
    assert text.startswith('digraph "graph" {')
    assert 'label="prim::Loop block0";' in text and 'label="prim::If block0";' in text
    assert text.count("{") == text.count("}")
    assert 'label="conv x2", shape=box3d' in to_dot(graph_of(TWICE))


def test_dot_escapes_quotes_in_strings() -> None:
    text = LOOP.replace("value=1]() # net.py:3:4", "value=1]()").replace("net.py", 'n"et.py')
    assert 'tooltip="n\\"et.py:4:8"' in to_dot(graph_of(text))
