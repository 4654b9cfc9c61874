"""Reading small programs in tests."""

from __future__ import annotations

from textwrap import dedent

from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.graph_text import parse_graph


def graph(text: str) -> FuncOp:
    """Parse the only function of an indented graph text."""
    module = parse_graph(dedent(text), "test.graph")
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    return func


def text_of(function: ts.ScriptFunction, inlined: bool = False) -> str:
    """Return the graph text of a function, its calls inlined or not."""
    return str(function.inlined_graph if inlined else function.graph)


def function_of(text: str) -> ts.ScriptFunction:
    """Return the function of a graph text."""
    return ts.CompilationUnit.from_module(ts.parse_graph(text)).graph
