"""A program as people walk it: graphs, nodes, values and types under PyTorch's names."""

from xdsl_torchscript.runtime.graph_view.graph import Graph
from xdsl_torchscript.runtime.graph_view.nodes import Block, Node, Use, ValueView
from xdsl_torchscript.runtime.graph_view.types import Type

__all__ = ["Block", "Graph", "Node", "Type", "Use", "ValueView"]
