"""A graph in the DOT language, for `dot -Tsvg` of Graphviz."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from xdsl_torchscript.runtime.graph_view.drawing import Arrow, Box, draw
from xdsl_torchscript.runtime.graph_view.graph import Graph

_SHAPES: Mapping[str, str] = {
    "input": "ellipse",
    "output": "ellipse",
    "prim::CallMethod": "box3d",
    "prim::Constant": "plaintext",
    "prim::GetAttr": "cylinder",
}
_Inside = defaultdict[int | None, defaultdict[int, list[Box]]]
"""The boxes by enclosing box, and number of the block in it."""

_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n"})


def to_dot(graph: Graph, constants: bool = False) -> str:
    """Return the drawing of a graph (see `drawing`) in the DOT language.

    Branches and bodies are clusters; arrows have the types of their values.
    """
    drawing = draw(graph, constants)
    inside: _Inside = defaultdict(lambda: defaultdict(list[Box]))
    for box in drawing.boxes:
        inside[box.around][box.block].append(box)
    lines = [
        f"digraph {_quote(graph.function.sym_name.data)} {{",
        '  node [shape=box, fontname="monospace"];',
        *_boxes(inside, inside[None][0], "  "),
        *map(_arrow, drawing.arrows),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _boxes(inside: _Inside, boxes: Sequence[Box], indent: str) -> Iterator[str]:
    """Yield the lines of boxes; recursion is as deep as the nesting of blocks."""
    for box in boxes:
        times = f" x{box.calls}" if box.calls > 1 else ""
        shape = f", shape={_SHAPES[box.kind]}" if box.kind in _SHAPES else ""
        tip = f", tooltip={_quote(box.source)}" if box.source else ""
        yield f"{indent}n{box.number} [label={_quote(box.label + times)}{shape}{tip}];"
        blocks = inside.get(box.number) or dict[int, list[Box]]()
        for number, inner in sorted(blocks.items()):
            yield f"{indent}subgraph cluster_{box.number}_{number} {{"
            yield f"{indent}  label={_quote(f'{box.label} block{number}')};"
            yield from _boxes(inside, inner, indent + "  ")
            yield f"{indent}}}"


def _arrow(arrow: Arrow) -> str:
    return f"  n{arrow.start} -> n{arrow.end} [label={_quote(arrow.type)}];"


def _quote(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'
