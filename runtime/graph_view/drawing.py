"""The drawing of a graph, boxes and arrows, shared by the DOT text and the networkx graph.

Each node is a box, and each value an arrow from its definition to a use. The path of attributes to
a submodule (`self.layer1.0`) is the name of the box that calls it. All calls of a submodule's
method in one block share a box, whose `calls` counts them. Arrows may then form cycles. Constants
are omitted unless requested.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Block as IRBlock
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.prim import CallMethodOp, ConstantOp, GetAttrOp
from xdsl_torchscript.dialects.types import ClassType, InterfaceType
from xdsl_torchscript.runtime.graph_view.graph import Graph
from xdsl_torchscript.runtime.graph_view.nodes import Block, Node, ValueView

_Key = tuple[object, ...]


@dataclass
class Box:
    """A node, or an "input" or "output" of the graph; `kind` is its kind.

    `around` is the number of the enclosing box, `block` the number of the block in it.
    """

    number: int
    kind: str
    label: str
    source: str = ""
    around: int | None = None
    block: int = 0
    calls: int = 1


@dataclass(frozen=True)
class Arrow:
    """The value `name` of type `type`, passed from box to box as input `offset`."""

    start: int
    end: int
    name: str
    type: str
    offset: int


@dataclass
class Drawing:
    boxes: list[Box] = field(default_factory=list[Box])
    arrows: list[Arrow] = field(default_factory=list[Arrow])


def draw(graph: Graph, constants: bool = False) -> Drawing:
    """Return the drawing of a graph; with `constants` these are boxes too."""
    drawer = _Drawer(graph, constants)
    for value in graph.inputs():
        if not _is_object(value.ssa):
            drawer.home[value.ssa] = drawer.box("input", value.debugName(), (value.ssa,)).number
    drawer.block(graph.block(), None, 0)
    for offset, value in enumerate(graph.outputs()):
        end = drawer.box("output", f"output {offset}", ("output", offset))
        drawer.arrow(value, end, 0)
    return drawer.drawing


class _Drawer:
    """The drawing in progress; `home` is the box that defines each value."""

    def __init__(self, graph: Graph, constants: bool) -> None:
        self.drawing = Drawing()
        self.home: dict[SSAValue, int] = {}
        self._graph = graph
        self._constants = constants
        self._boxes: dict[_Key, Box] = {}

    def box(self, kind: str, label: str, key: _Key, source: str = "") -> Box:
        """Return a new box, or the existing one with the same key."""
        found = self._boxes.get(key)
        if found is not None:
            found.calls += 1
            return found
        made = self._boxes[key] = Box(len(self.drawing.boxes), kind, label, source)
        self.drawing.boxes.append(made)
        return made

    def arrow(self, value: ValueView, end: Box, offset: int) -> None:
        start = self.home.get(value.ssa)
        if start is not None:
            name, type = value.debugName(), str(value.type())
            self.drawing.arrows.append(Arrow(start, end.number, name, type, offset))

    def block(self, block: Block, around: Box | None, number: int) -> None:
        """Draw a block; recursion is as deep as the nesting of blocks."""
        for node in block.nodes():
            if self._is_drawn(node):
                self._node(node, around, number)

    def _is_drawn(self, node: Node) -> bool:
        if isinstance(node.op, ConstantOp):
            return self._constants
        return not (isinstance(node.op, GetAttrOp) and _is_object(node.op.result))

    def _node(self, node: Node, around: Box | None, number: int) -> None:
        box = self.box(node.kind(), _label(node), _key(node), node.sourceRange())
        box.around, box.block = None if around is None else around.number, number
        for offset, value in enumerate(node.inputs()):
            self.arrow(value, box, offset)
        for value in node.outputs():
            self.home[value.ssa] = box.number
        for inner, block in enumerate(node.blocks()):
            for value in block.inputs():
                self.home[value.ssa] = box.number
            self.block(block, box, inner)
            for offset, value in enumerate(block.outputs()):
                self.arrow(value, box, offset)


def _is_object(value: SSAValue) -> bool:
    return isinstance(value.type, ClassType | InterfaceType)


def _key(node: Node) -> _Key:
    """Return the key of a node's box; calls of one method of one submodule in one block share
    it."""
    if isinstance(node.op, CallMethodOp) and (path := _path(node.op.object)) is not None:
        return path, node.op.method.data, _Identity(node.ir)
    return (node.op,)


@dataclass(frozen=True)
class _Identity:
    """A block as a key."""

    block: IRBlock

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.block is other.block

    def __hash__(self) -> int:
        return id(self.block)


def _path(value: SSAValue) -> str | None:
    """Return the path `layer1.0` of `self.layer1.0`, None if it does not start at an argument."""
    names: list[str] = []
    while isinstance(value.owner, GetAttrOp):
        names.append(value.owner.attribute.data)
        value = value.owner.object
    return ".".join(reversed(names)) if isinstance(value.owner, IRBlock) else None


def _label(node: Node) -> str:
    match node.op:
        case CallMethodOp():
            method = node.op.method.data
            path = _path(node.op.object) or str(node.inputs()[0].type())
            return path if method == "forward" else f"{path}.{method}"
        case GetAttrOp():
            path = _path(node.op.object)
            return f"{path}.{node.op.attribute.data}" if path else node.op.attribute.data
        case ConstantOp():
            _, found, rest = str(node).partition("[value=")
            literal = rest.rpartition("]()")[0] if found else "None"
            return f"{str(node.output()).partition(' : ')[0]} = {literal}"
        case _:
            return node.kind()
