"""A program under PyTorch's interface: graphs, nodes, values and types."""

from xdsl_torchscript.runtime.graph_view.graph import Graph
from xdsl_torchscript.runtime.graph_view.nodes import Block, Node, Use, ValueView
from xdsl_torchscript.runtime.graph_view.types import Type

__all__ = ["Block", "Graph", "Node", "Type", "Use", "ValueView"]
