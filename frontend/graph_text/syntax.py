"""The grammar of graph text (docs/graph-text.md): text to a tree of graphs, blocks and nodes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, NameLoc, StringAttr
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.type_text import TypeTextError
from xdsl_torchscript.frontend.graph_text.literals import GraphLiteral, LiteralReader
from xdsl_torchscript.frontend.source import Source

T = TypeVar("T")

MAX_NESTING = 100
"""The limit on nested blocks and subgraphs; real programs have a handful."""

_VALUE = re.compile(r"%([\w$/][\w.$/]*(?:::[\w.$/]+)*)")
_PERCENT = re.compile(r"%")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_KIND = re.compile(r"[A-Za-z_][\w.]*(?:::[\w.]+)+")
_NUMBERED_KIND = re.compile(r"[A-Za-z_][\w.]*(?:::[\w.]+)+_\d+")
_BLOCK = re.compile(r"block\d*\s*(?=\()")
_END = re.compile(r"->|return(?!\w)")
_WITH = re.compile(r"with(?!\w)")
_PYTHON_SCALARS = re.compile(r"\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)")
_PLAIN_TYPE = re.compile(r"[A-Za-z]\w*(?:\([^()%]*\))?(?=\s*[,)=])")
_TAIL = re.compile(
    r"[ \t]*;?(?:,[ \t]*scope:[ \t]*(?P<scope>[^#\n]*))?(?:[ \t]*#[ \t]*(?P<comment>[^\n]*))?"
)
_SOURCE_RANGE = re.compile(r"(?P<file>.+):(?P<line>\d{1,9}):(?P<col>\d{1,9})")

PYTHON_OP = "prim::PythonOp"


@dataclass
class TextValue:
    """`%name : type`; the type is None if the text omits it."""

    name: str
    type: Attribute | None
    offset: int


@dataclass
class UseSyntax:
    """`%name` as an operand."""

    name: str
    offset: int


@dataclass
class NodeAttribute:
    name: str
    value: GraphLiteral
    offset: int


@dataclass
class BlockSyntax:
    inputs: list[TextValue]
    offset: int
    nodes: list[NodeSyntax] = field(default_factory=list["NodeSyntax"])
    returns: list[UseSyntax] = field(default_factory=list[UseSyntax])
    end: int = 0
    """The offset of the `->` or `return`."""


@dataclass
class NodeSyntax:
    kind: str
    offset: int
    outputs: list[TextValue]
    attributes: list[NodeAttribute]
    inputs: list[UseSyntax]
    location: LocationAttr
    blocks: list[BlockSyntax] = field(default_factory=list[BlockSyntax])
    subgraph: BlockSyntax | None = None


@dataclass
class GraphSyntax:
    name: str
    block: BlockSyntax


class GraphReader(LiteralReader):
    """A reader of a whole text. Raises TypeTextError with the offset of malformed text."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.text)
        self._source = source
        self._nesting = 0
        self._types: dict[str, Attribute] = {}
        self._ranges: dict[str, LocationAttr | None] = {}

    def file(self) -> list[GraphSyntax]:
        """Parse one or more graphs, each with its `with` sections."""
        graphs = [self._graph()]
        while not self.at_end():
            graphs.append(self._graph())
        return graphs

    def _graph(self) -> GraphSyntax:
        start = self._here()
        if self.peek(_WITH):
            raise self.error("no node of the graph above refers to this section", start)
        name = self.expect_match(_NAME, "'graph('")
        return GraphSyntax(name, self._graph_body(start))

    def _graph_body(self, start: int) -> BlockSyntax:
        block = self._block("return", start)
        self.accept(";")
        # The `with` sections after a graph are the subgraphs of its nodes.
        open_nodes = _numbered_nodes(block)
        while self._next_section() in open_nodes:
            self.expect("with")
            start = self._here()
            node = open_nodes.pop(self.expect_match(_KIND, "a kind"))
            self.expect("=")
            self.expect_match(_NAME, "'graph('")
            node.kind = node.kind.rpartition("_")[0]
            node.subgraph = self._nested(lambda start=start: self._graph_body(start))
        return block

    def _next_section(self) -> str | None:
        """Return the name of the next section, without consuming anything."""
        start = self.pos
        kind = self.match(_KIND) if self.match(_WITH) else None
        self.pos = start
        return kind

    def _nested(self, read: Callable[[], T]) -> T:
        if self._nesting == MAX_NESTING:
            raise self.error(f"blocks are nested more than {MAX_NESTING} deep")
        self._nesting += 1
        found = read()
        self._nesting -= 1
        return found

    def parse_type(self) -> Attribute:
        """Parse one type, cached: a graph repeats few types."""
        found = self.peek(_PLAIN_TYPE)
        if found is None:
            return super().parse_type()
        known = self._types.get(found[0])
        if known is not None:
            self.pos = found.end()
            return known
        read = super().parse_type()
        if self.pos == found.end():
            self._types[found[0]] = read
        return read

    # ---- blocks

    def _block(self, end: str, start: int) -> BlockSyntax:
        """Parse from the parenthesis of the inputs to the values after `return` or `->`."""
        self.expect("(")
        block = BlockSyntax(self._values(")"), start)
        if not self.accept("{"):
            self.expect(":")
        while self.peek(_END) is None:
            block.nodes.append(self._node())
        block.end = self._here()
        self.expect(end)
        self.expect("(")
        block.returns = self._uses()
        return block

    def _values(self, close: str) -> list[TextValue]:
        if self.accept(close):
            return []
        found = self._value_list()
        self.expect(close)
        return found

    def _value_list(self) -> list[TextValue]:
        found = [self._value()]
        while self.accept(","):
            found.append(self._value())
        return found

    def _value(self) -> TextValue:
        start, name = self._here(), self._value_name()
        return TextValue(name, self.parse_type() if self.accept(":") else None, start)

    def _value_name(self) -> str:
        return self.expect_match(_VALUE, "a value such as '%x'").removeprefix("%")

    def _uses(self) -> list[UseSyntax]:
        found: list[UseSyntax] = []
        if self.accept(")"):
            return found
        while True:
            start = self._here()
            found.append(UseSyntax(self._value_name(), start))
            if not self.accept(","):
                break
        self.expect(")")
        return found

    # ---- nodes

    def _node(self) -> NodeSyntax:
        if self.at_end():
            raise self.error("the graph ends without 'return'")
        outputs = self._value_list() if self.peek(_PERCENT) else []
        if outputs:
            self.expect("=")
        else:
            self.accept("=")
        start = self._here()
        if self.accept("^"):
            name = NodeAttribute("name", self.expect_match(_NAME, "the name of a function"), start)
            attributes = self._attributes()
            scalars = self.expect_match(_PYTHON_SCALARS, "the arguments in parentheses")
            attributes.append(NodeAttribute("scalar_args", scalars[1:-1], start))
            return self._node_body(PYTHON_OP, outputs, [name, *attributes], start)
        kind = self.expect_match(_KIND, "the kind of a node, such as 'aten::add'")
        return self._node_body(kind, outputs, self._attributes(), start)

    def _node_body(
        self, kind: str, outputs: list[TextValue], attributes: list[NodeAttribute], start: int
    ) -> NodeSyntax:
        self.expect("(")
        inputs = self._uses()
        node = NodeSyntax(kind, start, outputs, attributes, inputs, self._location(start))
        while (block := self.peek(_BLOCK)) is not None:
            self.pos, at = block.end(), block.start()
            node.blocks.append(self._nested(lambda at=at: self._block("->", at)))
            self.accept("}")
        return node

    def _attributes(self) -> list[NodeAttribute]:
        if not self.accept("["):
            return []
        found: dict[str, NodeAttribute] = {}
        while True:
            start = self._here()
            name = self.expect_match(_NAME, "the name of an attribute")
            if name in found:
                raise self.error(f"attribute '{name}' is given twice", start)
            self.expect("=")
            found[name] = NodeAttribute(name, self.literal(), start)
            if not self.accept(","):
                break
        self.expect("]")
        return list(found.values())

    def _location(self, start: int) -> LocationAttr:
        """Parse the location after a node: its scope, and the source range in a comment.

        Without a source range the location is the node's place in the text.
        """
        tail = _TAIL.match(self.text, self.pos)
        scope = comment = None
        if tail is not None:
            self.pos = tail.end()
            scope, comment = tail["scope"], tail["comment"]
        location = self._source_range(comment) if comment else None
        location = location or self._source.location(start)
        return NameLoc(StringAttr(scope.strip()), location) if scope else location

    def _source_range(self, comment: str) -> LocationAttr | None:
        """Return the location that a comment names, cached: inlined calls repeat it."""
        if comment not in self._ranges:
            self._ranges[comment] = _named_location(comment.rstrip())
        return self._ranges[comment]

    def _here(self) -> int:
        self._skip_space()
        return self.pos


def _named_location(comment: str) -> LocationAttr | None:
    found = _SOURCE_RANGE.fullmatch(comment)
    if found is None:
        return None
    line, col = IntAttr(int(found["line"])), IntAttr(int(found["col"]))
    return FileLineColLoc(StringAttr(found["file"]), line, col)


def _numbered_nodes(block: BlockSyntax) -> dict[str, NodeSyntax]:
    """Return the nodes of a graph whose kind ends in a number: these may have a section."""
    found: dict[str, NodeSyntax] = {}
    for node in block.nodes:
        if _NUMBERED_KIND.fullmatch(node.kind):
            found[node.kind] = node
        for inner in node.blocks:
            found |= _numbered_nodes(inner)
    return found


def read_graphs(source: Source) -> list[GraphSyntax]:
    """Parse the graphs of a text.

    Raises:
        SourceError: at the first syntax error.
    """
    try:
        return GraphReader(source).file()
    except TypeTextError as error:
        end = len(source.text.rstrip())
        raise source.error(error.message, min(error.position, end)) from error
