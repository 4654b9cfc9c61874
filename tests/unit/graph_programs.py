"""Reading small programs in tests."""

from __future__ import annotations

from textwrap import dedent

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.frontend.graph_text import parse_graph


def graph(text: str) -> FuncOp:
    """Parse the only function of an indented graph text."""
    module = parse_graph(dedent(text), "test.graph")
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    return func
