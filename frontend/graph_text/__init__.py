"""TorchScript's textual IR, in and out. The grammar is in docs/graph-text.md."""

from xdsl_torchscript.frontend.graph_text.parser import parse_graph
from xdsl_torchscript.frontend.graph_text.printer import GraphPrintError, print_graph

__all__ = ["GraphPrintError", "parse_graph", "print_graph"]
