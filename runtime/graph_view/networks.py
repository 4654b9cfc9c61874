"""A graph as a networkx graph."""

from __future__ import annotations

from typing import Any

import networkx

from xdsl_torchscript.runtime.graph_view.drawing import draw
from xdsl_torchscript.runtime.graph_view.graph import Graph

_networkx: Any = networkx  # its classes are generic over nodes of any kind


def to_networkx(graph: Graph, constants: bool = False) -> Any:
    """Return the drawing (see `drawing`) as a `networkx.MultiDiGraph`.

    A box becomes a node with `kind`, `label`, `source`, `calls`, `around` and `block`. An arrow
    becomes an edge with `name`, `type` and `offset`. Requires networkx, an optional dependency.
    """
    drawing = draw(graph, constants)
    made: Any = _networkx.MultiDiGraph(name=graph.function.sym_name.data)
    for box in drawing.boxes:
        facts = {key: value for key, value in vars(box).items() if key != "number"}
        made.add_node(box.number, **facts)
    for arrow in drawing.arrows:
        made.add_edge(arrow.start, arrow.end, name=arrow.name, type=arrow.type, offset=arrow.offset)
    return made
