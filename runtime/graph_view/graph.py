"""`Graph`, `Block`, `Node` and `ValueView`: the walk over a program under PyTorch's names.

    for node in graph.nodes():
        print(node.kind(), [v.debugName() for v in node.inputs()])

A view holds no state of its own but names: it shows the IR as it is. What changes the IR is a
pass; a view that was made before shows old names for values that were there, and none for new ones.
Two views of one thing are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir import Block as IRBlock

from xdsl_torchscript.dialects.locations import file_position, scope_of
from xdsl_torchscript.dialects.prim import ConstantOp, SubgraphOp
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.frontend.graph_text import print_graph
from xdsl_torchscript.frontend.graph_text.printer import TERMINATORS, GraphPrinter, kind_of
from xdsl_torchscript.frontend.source import place_of
from xdsl_torchscript.runtime.graph_view.types import Type
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.values import Value

PARAM, RETURN = "prim::Param", "prim::Return"


class Graph:
    """The graph of a function with a body of one block. ValueError for any other."""

    def __init__(self, function: FuncOp) -> None:
        if len(function.body.blocks) != 1:
            raise ValueError(f"'@{function.sym_name.data}' is no function with one block")
        self.function = function

    @cached_property
    def printer(self) -> GraphPrinter:
        """Names the values; a graph of 100,000 nodes is named once."""
        return GraphPrinter(self.function.body.block)

    @cached_property
    def numbers(self) -> dict[SSAValue, int]:
        """The number of each value, those of subgraphs included, in the order of the text."""
        return {value: number for number, value in enumerate(_defined(self.function))}

    def __str__(self) -> str:
        return print_graph(self.function)

    def __repr__(self) -> str:
        return f"<graph of {self.function.sym_name.data}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self.function is other.function

    def __hash__(self) -> int:
        return hash(self.function)

    def block(self) -> Block:
        """The block of the graph itself."""
        return Block(self, self.function.body.block)

    def inputs(self) -> list[ValueView]:
        return self.block().inputs()

    def outputs(self) -> list[ValueView]:
        return self.block().outputs()

    def nodes(self) -> Iterator[Node]:
        """The nodes of the graph's own block in order; those of branches and loops are in the
        blocks of their node."""
        return self.block().nodes()

    def param_node(self) -> Node:
        return self.block().param_node()

    def return_node(self) -> Node:
        return self.block().return_node()

    def findNode(self, kind: str, recurse: bool = True) -> Node | None:
        """The first node of this kind, None if there is none."""
        return next(iter(self.findAllNodes(kind, recurse)), None)

    def findAllNodes(self, kind: str, recurse: bool = True) -> list[Node]:
        """The nodes of this kind in order; with `recurse` also those inside of other nodes."""
        return self.block().findAllNodes(kind, recurse)


@dataclass(frozen=True)
class Block:
    """A sequence of nodes with inputs and outputs: of the graph, of a branch, of a loop's body."""

    graph: Graph
    ir: IRBlock

    def inputs(self) -> list[ValueView]:
        return _views(self.graph, self.ir.args)

    def outputs(self) -> list[ValueView]:
        return self.return_node().inputs()

    def nodes(self) -> Iterator[Node]:
        return (
            Node(self.graph, self.ir, op)
            for op in self.ir.ops
            if not isinstance(op, TERMINATORS) or op is not self.ir.last_op
        )

    def param_node(self) -> Node:
        """Stands for the inputs; it is not among the nodes."""
        return Node(self.graph, self.ir, None)

    def return_node(self) -> Node:
        """Stands for the outputs; it is not among the nodes."""
        last = self.ir.last_op
        if not isinstance(last, TERMINATORS):
            raise ValueError("the block returns no values")
        return Node(self.graph, self.ir, last)

    def owningNode(self) -> Node | None:
        """The node that this block belongs to; None for the block of the graph."""
        parent = self.ir.parent_op()
        if parent is None or parent is self.graph.function or parent.parent is None:
            return None
        return Node(self.graph, parent.parent, parent)

    def findAllNodes(self, kind: str, recurse: bool = True) -> list[Node]:
        """The nodes of this kind in order; with `recurse` also those inside of other nodes."""
        found: list[Node] = []
        pending = [self.nodes()]
        while pending:
            node = next(pending[-1], None)
            if node is None:
                pending.pop()
                continue
            if node.kind() == kind:
                found.append(node)
            if recurse:
                pending.extend(block.nodes() for block in reversed(node.blocks()))
        return found


@dataclass(frozen=True)
class Use:
    """A value is input number `offset` of the node `user`."""

    user: Node
    offset: int


@dataclass(frozen=True, repr=False)
class Node:
    """An instruction of a graph; `op` is None for the node that stands for inputs."""

    graph: Graph
    ir: IRBlock
    op: Operation | None

    def kind(self) -> str:
        """`aten::add`, `prim::If`, ..."""
        if self.op is None:
            return PARAM
        return RETURN if isinstance(self.op, TERMINATORS) else kind_of(self.op)

    def inputs(self) -> list[ValueView]:
        return [] if self.op is None else _views(self.graph, self.op.operands)

    def outputs(self) -> list[ValueView]:
        return _views(self.graph, self.ir.args if self.op is None else self.op.results)

    def input(self) -> ValueView:
        """The only input. ValueError if there are none or several."""
        return _only(self.inputs(), f"{self.kind()} has {len(self.inputs())} inputs")

    def output(self) -> ValueView:
        """The only output. ValueError if there are none or several."""
        return _only(self.outputs(), f"{self.kind()} has {len(self.outputs())} outputs")

    def inputsSize(self) -> int:
        return len(self.inputs())

    def outputsSize(self) -> int:
        return len(self.outputs())

    def inputsAt(self, index: int) -> ValueView:
        return self.inputs()[index]

    def outputsAt(self, index: int) -> ValueView:
        return self.outputs()[index]

    def namedInput(self, name: str) -> ValueView:
        """The input for an argument of the operator's schema. KeyError if there is none such."""
        if not isinstance(self.op, SchemaOp):
            raise KeyError(f"{self.kind()} has no schema that names its inputs")
        return ValueView(self.graph, self.op.argument(name))

    def blocks(self) -> list[Block]:
        """The branches of `prim::If`, the body of `prim::Loop` or of a subgraph."""
        regions = () if self.op is None else self.op.regions
        return [Block(self.graph, block) for region in regions for block in region.blocks]

    def owningBlock(self) -> Block:
        return Block(self.graph, self.ir)

    def parent(self) -> Node | None:
        """The node around the block of this one; None at the top of the graph."""
        return self.owningBlock().owningNode()

    def next(self) -> Node | None:
        following = None if self.op is None else self.op.next_op
        return None if following is None else Node(self.graph, self.ir, following)

    def prev(self) -> Node | None:
        before = None if self.op is None else self.op.prev_op
        return None if before is None else Node(self.graph, self.ir, before)

    def schema(self) -> FunctionSchema | None:
        """The declaration of the operator, None for what is no operator."""
        return self.op.schema if isinstance(self.op, SchemaOp) else None

    def _attributes(self) -> dict[str, Attribute]:
        if self.op is None:
            return {}
        return {**self.op.properties, **self.op.attributes}

    def attributeNames(self) -> list[str]:
        return list(self._attributes())

    def hasAttribute(self, name: str) -> bool:
        return name in self._attributes()

    def attribute(self, name: str) -> Attribute:
        """An attribute as it stands in the IR. KeyError if there is no such attribute."""
        return self._attributes()[name]

    def mustBeNone(self) -> bool:
        return isinstance(self.op, ConstantOp) and self.op.value is None

    def hasUses(self) -> bool:
        return any(value.uses() for value in self.outputs())

    def sourceRange(self) -> str:
        """`file:line:col` of the program that the node comes from; empty if nobody knows."""
        found = None if self.op is None else file_position(self.op.location)
        return "" if found is None else place_of(found)

    def scopeName(self) -> str:
        return "" if self.op is None else scope_of(self.op.location)

    def hasSubgraph(self) -> bool:
        """Whether its block sees nothing but its own inputs."""
        return isinstance(self.op, SubgraphOp)

    def __str__(self) -> str:
        if self.op is not None and self.kind() != RETURN:
            return self.graph.printer.node(self.op)
        names = ", ".join(f"%{v.debugName()}" for v in (*self.inputs(), *self.outputs()))
        return f"{self.kind()}({names})"

    def __repr__(self) -> str:
        first, *_ = str(self).splitlines()
        return f"<node {first}>"


@dataclass(frozen=True, repr=False)
class ValueView:
    """A value of a graph."""

    graph: Graph
    ssa: SSAValue

    def debugName(self) -> str:
        """The name in the printed graph, without `%`."""
        names = self.graph.printer.names
        return names.get(self.ssa) or self.ssa.name_hint or ""

    def unique(self) -> int:
        """A number that no other value of this graph has. KeyError for a value newer than the
        view."""
        return self.graph.numbers[self.ssa]

    def type(self) -> Type:
        return Type(self.ssa.type)

    def node(self) -> Node:
        """The node that defines it: `prim::Param` for an input of a block."""
        owner = self.ssa.owner
        if isinstance(owner, IRBlock):
            return Node(self.graph, owner, None)
        block = owner.parent
        if block is None:
            raise ValueError("the value is defined outside of every block")
        return Node(self.graph, block, owner)

    def uses(self) -> list[Use]:
        """Where it is used, in the order in which the uses were made."""
        return [
            Use(Node(self.graph, use.operation.parent, use.operation), use.index)
            for use in self.ssa.uses
            if use.operation.parent is not None
        ]

    def toIValue(self) -> Value:
        """The value of a constant as an object of Python; None for None and for what is no
        constant. NoValueError where the program text does not hold the value."""
        owner = self.ssa.owner
        return literal(owner.value, owner.type) if isinstance(owner, ConstantOp) else None

    def isCompleteTensor(self) -> bool:
        """Whether dtype and sizes of a tensor are known."""
        return self.type().sizes() is not None and self.type().dtype() is not None

    def requires_grad(self) -> bool:
        return bool(self.type().requires_grad())

    def __str__(self) -> str:
        return f"%{self.debugName()} : {self.type()}"

    def __repr__(self) -> str:
        return f"<value {self}>"


def _defined(function: FuncOp) -> Iterator[SSAValue]:
    for op in function.walk():
        yield from () if op is function else op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.args


def _views(graph: Graph, values: Sequence[SSAValue]) -> list[ValueView]:
    return [ValueView(graph, value) for value in values]


def _only(values: list[ValueView], otherwise: str) -> ValueView:
    if len(values) != 1:
        raise ValueError(otherwise)
    return values[0]
