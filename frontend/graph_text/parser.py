"""Graph text to IR."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.frontend.graph_text.builder import FunctionBuilder
from xdsl_torchscript.frontend.graph_text.syntax import read_graphs
from xdsl_torchscript.frontend.source import Source


def parse_graph(text: str, filename: str = "<graph>") -> ModuleOp:
    """Parse a graph text to a module: one `func.func` per graph, verified op by op.

    A `with prim::FusionGroup_0 = graph(...)` section becomes the region of the op that refers to
    it. Locations come from the source comments (`# file.py:3:11`), else from positions in the text.

    Raises:
        SourceError: at the first error.
    """
    source = Source(text, filename)
    return FunctionBuilder(source).module(read_graphs(source))
