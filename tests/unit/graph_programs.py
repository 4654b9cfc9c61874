"""Reading small programs in tests."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest
from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.frontend.source import SourceError


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


def error_of(program: Any) -> str:
    """Return the error with which `ts.script` refuses a function, class or module."""
    with pytest.raises(SourceError) as caught:
        ts.script(program)
    return str(caught.value)
