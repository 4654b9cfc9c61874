"""Edits of a graph, as calls that PyTorch's classes take as well."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts

TEXT = """graph(%x : Tensor, %y : Tensor, %n : int):
  %one : int = prim::Constant[value=1]()
  %s : Tensor = aten::add(%x, %y, %one)
  %c : bool = aten::lt(%n, %one)
  %r : Tensor = prim::If(%c)
    block0():
      %t : Tensor = aten::mul(%s, %y)
      -> (%t)
    block1():
      -> (%s)
  return (%r)
"""


def add_before_return(g: Any) -> None:
    (result,) = g.outputs()
    node = g.insertNode(g.create("aten::relu", [result]))
    g.eraseOutput(0)
    g.registerOutput(node.output())


def multiply_instead(g: Any) -> None:
    node = g.findNode("aten::add")
    x, y, _ = node.inputs()
    made = g.create("aten::mul", [x, y])
    made.insertBefore(node)
    node.output().replaceAllUsesWith(made.output())
    node.destroy()


def constants(g: Any) -> None:
    g.setInsertPoint(g.findNode("prim::If"))
    for value in (3, 2.5, True, "text", None, [1, 2], [0.5]):
        g.insertConstant(value)


def moves(g: Any) -> None:
    compare = g.findNode("aten::lt")
    add = g.findNode("aten::add")
    compare.moveBefore(add)
    assert compare.isBefore(add) and add.isAfter(compare)
    assert compare.isBefore(g.findNode("aten::mul"))
    add.moveAfter(compare)


def topological_moves(g: Any) -> None:
    aliases, add, compare = g.alias_db(), g.findNode("aten::add"), g.findNode("aten::lt")
    branch, one = g.findNode("prim::If"), g.findNode("prim::Constant")
    assert aliases.move_before_topologically_valid(compare, add)
    assert aliases.move_before_topologically_valid(compare, add)
    assert not aliases.move_after_topologically_valid(compare, branch)
    assert aliases.move_after_topologically_valid(compare, add)
    assert aliases.move_before_topologically_valid(compare, branch)
    assert aliases.move_before_topologically_valid(compare, add)
    assert not aliases.move_before_topologically_valid(add, one)
    assert not aliases.move_after_topologically_valid(g.findNode("aten::mul"), branch)
    assert aliases.move_before_topologically_valid(compare, compare)


def inputs_of_graph(g: Any) -> None:
    z = g.addInput("z")
    z.setType(list(g.inputs())[2].type())
    g.findNode("aten::lt").replaceInput(0, z)
    g.eraseInput(2)
    g.permuteInputs([2, 0, 1])


def operands(g: Any) -> None:
    add = g.findNode("aten::add")
    x, y, one = add.inputs()
    add.replaceInputWith(y, x)
    add.removeInput(2)
    add.addInput(one)


def tuple_of_outputs(g: Any) -> None:
    g.registerOutput(next(iter(g.inputs())))
    g.makeMultiOutputIntoTuple()


def inserted_graph(g: Any) -> None:
    x, y, n = g.inputs()
    g.setInsertPoint(g.return_node())
    (found,) = g.insertGraph(g.copy(), [y, x, n])
    g.eraseOutput(0)
    g.registerOutput(found)


def attributes(g: Any) -> None:
    node = g.create("my::op", 2)
    node.i_("i", 3).f_("f", 0.5).s_("s", "text").fs_("fs", [1.0, 2.0]).ss_("ss", ["a", "b"])
    node.is_("is", [1, 2])
    # PyTorch calls `fs` "c" here.
    assert [node.kindOf(k) for k in ("i", "f", "s", "ss", "is")] == ["i", "f", "s", "ss", "is"]
    assert (node.i("i"), node.f("f"), node.s("s")) == (3, 0.5, "text")
    assert (node.fs("fs"), node.ss("ss"), getattr(node, "is")("is")) == ([1, 2], ["a", "b"], [1, 2])
    node.removeAttribute("ss")
    other = g.create("my::other", 1)
    other.copyAttributes(node)
    g.insertNode(node)
    g.insertNode(other)
    assert node.hasMultipleOutputs() and not other.hasMultipleOutputs()


def blocks(g: Any) -> None:
    compare, add = g.findNode("aten::lt"), g.findNode("aten::add")
    node = g.create("prim::If", [compare.output()], 1)
    first, second = node.addBlock(), node.addBlock()
    x, y, _ = add.inputs()
    made = first.addNode("aten::neg", [x])
    first.registerOutput(made.output())
    second.registerOutput(y)
    g.insertNode(node)
    assert node.findNode("aten::neg") == made and made.owningBlock() == first
    g.eraseOutput(0)
    g.registerOutput(node.output())


def point_guard(g: Any) -> None:
    with g.insert_point_guard(g.findNode("aten::add")):
        g.insertConstant(7)
    g.insertConstant(8)
    g.prependNode(g.create("my::first", 0))
    g.appendNode(g.create("my::last", 0))


def clones(g: Any) -> None:
    mul = g.findNode("aten::mul")
    g.insertNode(g.createClone(g.findNode("aten::add"), lambda value: value))
    mul.output().setType(g.findNode("aten::lt").output().type())
    mul.output().setTypeAs(next(iter(g.inputs())))
    mul.output().setDebugName("product")
    assert mul.output().offset() == 0


EDITS: list[Callable[[Any], None]] = [
    add_before_return, multiply_instead, constants, moves, topological_moves,
    inputs_of_graph, operands, tuple_of_outputs, inserted_graph, attributes, blocks, point_guard,
    clones,
]  # fmt: skip


def ours(text: str = TEXT) -> ts.Graph:
    (function,) = ts.parse_graph(text).ops
    assert isinstance(function, FuncOp)
    return ts.Graph(function)


def number_values(text: str) -> str:
    """Return the text with values named in order of occurrence."""
    text = re.sub(r" *#.*| *\[value=annotate\(.*?\)\]", "", text)
    names: dict[str, str] = {}
    named = re.sub(r"%[\w.]+", lambda m: names.setdefault(m[0], f"%v{len(names)}"), text)
    return re.sub(r"\s+", " ", named).strip()


RUN = (add_before_return, multiply_instead, moves, topological_moves, inserted_graph, blocks)
"""The edits after which the graph can run."""
