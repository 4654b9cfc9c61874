"""`Block`, `Node` and `ValueView`: the parts of a graph, for inspection and editing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block as IRBlock
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.locations import file_position, scope_of
from xdsl_torchscript.dialects.prim import ConstantOp, SubgraphOp
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.parser import parse_schema
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.frontend.graph_text.printer import TERMINATORS, GraphPrinter, kind_of
from xdsl_torchscript.frontend.source import place_of
from xdsl_torchscript.lowering.core.walk import defined_values
from xdsl_torchscript.runtime.graph_view.attributes import NodeAttributes
from xdsl_torchscript.runtime.graph_view.drafts import draft, mark_edited
from xdsl_torchscript.runtime.graph_view.edits import (
    TENSOR,
    add_block,
    add_result,
    detach,
    erase_operand,
    erase_result,
    is_before,
    set_type,
    update_type,
)
from xdsl_torchscript.runtime.graph_view.types import Type
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

PARAM, RETURN = "prim::Param", "prim::Return"


class GraphState:
    """A function with a body of one block, and the names of its values."""

    function: FuncOp

    @cached_property
    def printer(self) -> GraphPrinter:
        """The printer that names the values; a graph of 100,000 nodes is named once."""
        return GraphPrinter(self.function.body.block)

    @cached_property
    def numbers(self) -> dict[SSAValue, int]:
        """The number of each value in textual order, including subgraphs."""
        return {value: number for number, value in enumerate(defined_values(self.function))}

    def invalidate(self) -> None:
        """Invalidate the names and numbers of values, and update the function's type."""
        vars(self).pop("printer", None)
        vars(self).pop("numbers", None)
        update_type(self.function)
        mark_edited(self.function)


@dataclass(frozen=True)
class Block:
    """A sequence of nodes with inputs and outputs: of the graph, of a branch, of a loop's body."""

    graph: GraphState
    ir: IRBlock

    def inputs(self) -> list[ValueView]:
        return views(self.graph, self.ir.args)

    def outputs(self) -> list[ValueView]:
        return self.return_node().inputs()

    def nodes(self) -> Iterator[Node]:
        return (
            Node(self.graph, op)
            for op in self.ir.ops
            if not isinstance(op, TERMINATORS) or op is not self.ir.last_op
        )

    def param_node(self) -> Node:
        """Return the node whose outputs are the block's inputs; it is not among the nodes."""
        return Node(self.graph, None, self.ir)

    def return_node(self) -> Node:
        """Return the node whose inputs are the block's outputs; it is not among the nodes."""
        last = self.ir.last_op
        if not isinstance(last, TERMINATORS):
            raise ValueError("the block returns no values")
        return Node(self.graph, last)

    def owningNode(self) -> Node | None:
        """Return the node that contains this block, None for the block of the graph."""
        parent = self.ir.parent_op()
        if parent is None or parent is self.graph.function or parent.parent is None:
            return None
        return Node(self.graph, parent)

    paramNode, returnNode = param_node, return_node

    def registerOutput(self, value: ValueView) -> int:
        """Append an output, and return its number."""
        node = self.return_node()
        node.addInput(value)
        return node.inputsSize() - 1

    def addInputToBlock(self, name: str = "") -> ValueView:
        """Append an input, a tensor until its type is set."""
        made = ValueView(self.graph, self.ir.insert_arg(TENSOR, len(self.ir.args)))
        self.graph.invalidate()
        return made.setDebugName(name) if name else made

    def addNode(self, kind: str, inputs: Sequence[ValueView]) -> Node:
        """Append a new node to the block."""
        made = Node(self.graph, draft(kind, [value.ssa for value in inputs], 1))
        return made.insertBefore(self.return_node())

    def findNode(self, kind: str, recurse: bool = True) -> Node | None:
        """Return the first node of this kind, or None."""
        return next(iter(self.findAllNodes(kind, recurse)), None)

    def findAllNodes(self, kind: str, recurse: bool = True) -> list[Node]:
        """Return the nodes of this kind in order; with `recurse` also nested ones."""
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
    """A use of a value: input number `offset` of the node `user`."""

    user: Node
    offset: int


@dataclass(frozen=True, repr=False)
class Node(NodeAttributes):
    """An instruction of a graph; for a block's inputs, `op` is None and `entry` the block."""

    graph: GraphState
    op: Operation | None
    entry: IRBlock | None = None

    @property
    def ir(self) -> IRBlock:
        """The block that contains the node. Raises ValueError for a node outside any block."""
        found = self.entry if self.op is None else self.op.parent
        if found is None:
            raise ValueError(f"the node {self.kind()} is in no block")
        return found

    def invalidate(self) -> None:
        self.graph.invalidate()

    def kind(self) -> str:
        """Return the kind: `aten::add`, `prim::If`, ..."""
        if self.op is None:
            return PARAM
        return RETURN if isinstance(self.op, TERMINATORS) else kind_of(self.op)

    def inputs(self) -> list[ValueView]:
        return [] if self.op is None else views(self.graph, self.op.operands)

    def outputs(self) -> list[ValueView]:
        return views(self.graph, self.ir.args if self.op is None else self.op.results)

    def input(self) -> ValueView:
        """Return the only input. Raises ValueError unless there is exactly one."""
        return _only(self.inputs(), f"{self.kind()} has {len(self.inputs())} inputs")

    def output(self) -> ValueView:
        """Return the only output. Raises ValueError unless there is exactly one."""
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
        """Return the input for an argument of the operator's schema. Raises KeyError."""
        if not isinstance(self.op, SchemaOp):
            raise KeyError(f"{self.kind()} has no schema that names its inputs")
        return ValueView(self.graph, self.op.argument(name))

    def blocks(self) -> list[Block]:
        """Return the branches of `prim::If`, or the body of `prim::Loop` or of a subgraph."""
        regions = () if self.op is None else self.op.regions
        return [Block(self.graph, block) for region in regions for block in region.blocks]

    def owningBlock(self) -> Block:
        return Block(self.graph, self.ir)

    def parent(self) -> Node | None:
        """Return the node around this node's block, None at the top of the graph."""
        return self.owningBlock().owningNode()

    def next(self) -> Node | None:
        following = None if self.op is None else self.op.next_op
        return None if following is None else Node(self.graph, following)

    def prev(self) -> Node | None:
        before = None if self.op is None else self.op.prev_op
        return None if before is None else Node(self.graph, before)

    def schema(self) -> FunctionSchema | None:
        """Return the declaration of the operator, None for other nodes."""
        return self.op.schema if isinstance(self.op, SchemaOp) else None

    def mustBeNone(self) -> bool:
        return isinstance(self.op, ConstantOp) and self.op.value is None

    def hasUses(self) -> bool:
        return any(value.uses() for value in self.outputs())

    def sourceRange(self) -> str:
        """Return the node's source location, `file:line:col`, empty if unknown."""
        found = None if self.op is None else file_position(self.op.location)
        return "" if found is None else place_of(found)

    def scopeName(self) -> str:
        return "" if self.op is None else scope_of(self.op.location)

    # ---- edits

    def _own(self) -> Operation:
        if self.op is None:
            raise ValueError("the node of the inputs stays as it is; the block has inputs")
        return self.op

    def insertBefore(self, other: Node) -> Node:
        """Insert this node before another."""
        Rewriter.insert_op(detach(self._own()), InsertPoint.before(op_of(other)))
        self.invalidate()
        return self

    def insertAfter(self, other: Node) -> Node:
        """Insert this node after another; after the inputs, at the beginning of their block."""
        op, after = detach(self._own()), other.op
        point = InsertPoint.at_start(other.ir) if after is None else InsertPoint.after(after)
        Rewriter.insert_op(op, point)
        self.invalidate()
        return self

    def moveBefore(self, other: Node) -> None:
        self.insertBefore(other)

    def moveAfter(self, other: Node) -> None:
        self.insertAfter(other)

    def isBefore(self, other: Node) -> bool:
        """Return whether this node comes first. Raises ValueError for nodes of different graphs."""
        if self.op is None or other.op is None:
            return self.op is None and other.op is not None
        return is_before(self.op, other.op)

    def isAfter(self, other: Node) -> bool:
        """Return whether this node comes later. Raises ValueError for nodes of different graphs."""
        return other.isBefore(self)

    def destroy(self) -> None:
        """Remove the node. Raises ValueError if an output is used."""
        if self.hasUses():
            raise ValueError(f"an output of {self.kind()} is used; replace its uses first")
        detach(self._own()).erase()
        self.invalidate()

    def addInput(self, value: ValueView) -> ValueView:
        """Append an input."""
        op = self._own()
        op.operands = [*op.operands, value.ssa]
        self.invalidate()
        return value

    def removeInput(self, index: int) -> None:
        erase_operand(self._own(), index)
        self.invalidate()

    def removeAllInputs(self) -> None:
        self._own().operands = []
        self.invalidate()

    def replaceInput(self, index: int, value: ValueView) -> ValueView:
        """Replace an input, and return the old value."""
        before = self.inputsAt(index)
        self._own().operands[index] = value.ssa
        self.invalidate()
        return before

    def replaceInputWith(self, old: ValueView, new: ValueView) -> None:
        """Replace all inputs that are `old` by `new`."""
        for index, value in enumerate(self.inputs()):
            if value == old:
                self.replaceInput(index, new)

    def addOutput(self) -> ValueView:
        """Append an output, a tensor until its type is set."""
        made = ValueView(self.graph, add_result(self._own()))
        self.invalidate()
        return made

    def eraseOutput(self, index: int) -> None:
        """Remove an output. Raises ValueError if it is used."""
        erase_result(self._own(), index)
        self.invalidate()

    def addBlock(self) -> Block:
        """Add a block, which returns nothing yet."""
        return Block(self.graph, add_block(self._own()))

    def replaceAllUsesWith(self, other: Node) -> None:
        """Replace the uses of the outputs by another node's outputs with the same number of
        outputs."""
        for own, new in zip(self.outputs(), other.outputs(), strict=True):
            own.replaceAllUsesWith(new)

    def copyMetadata(self, other: Node) -> Node:
        """Copy the source location of another node."""
        self._own().location = other._own().location
        return self

    # ---- queries

    def findNode(self, kind: str, recurse: bool = True) -> Node | None:
        """Return the first node of this kind in the blocks of this node, or None."""
        return next(iter(self.findAllNodes(kind, recurse)), None)

    def findAllNodes(self, kind: str, recurse: bool = True) -> list[Node]:
        """Return the nodes of this kind in the blocks of this node, in order."""
        return [node for block in self.blocks() for node in block.findAllNodes(kind, recurse)]

    def matches(self, schema: str) -> bool:
        """Return whether the operator has this declaration."""
        found = self.schema()
        return found is not None and str(found) == str(parse_schema(schema))

    def hasMultipleOutputs(self) -> bool:
        return self.outputsSize() > 1

    def isNondeterministic(self) -> bool:
        """Return whether the operator draws random numbers."""
        found = self.schema()
        return found is not None and is_random(found)

    def hasSubgraph(self) -> bool:
        """Return whether its block sees only its own inputs."""
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

    graph: GraphState
    ssa: SSAValue

    def debugName(self) -> str:
        """Return the name in the printed graph, without `%`."""
        return self.graph.printer.name(self.ssa)

    def unique(self) -> int:
        """Return the unique number of the value. Raises KeyError for a value newer than the
        view."""
        return self.graph.numbers[self.ssa]

    def type(self) -> Type:
        return Type(self.ssa.type)

    def node(self) -> Node:
        """Return the node that defines it: `prim::Param` for an input of a block."""
        owner = self.ssa.owner
        if isinstance(owner, IRBlock):
            return Node(self.graph, None, owner)
        return Node(self.graph, owner)

    def uses(self) -> list[Use]:
        """Return its uses, in order of creation."""
        return [
            Use(Node(self.graph, use.operation), use.index)
            for use in self.ssa.uses
            if use.operation.parent is not None
        ]

    def offset(self) -> int:
        """Return its position among its node's outputs."""
        return self.node().outputs().index(self)

    # ---- edits

    def setDebugName(self, name: str) -> ValueView:
        """Name the value; a name in use gets a numeric suffix."""
        self.ssa.name_hint = name
        self.graph.invalidate()
        return self

    def setType(self, type: Type) -> ValueView:
        set_type(self.ssa, type.attribute)
        self.graph.invalidate()
        return self

    def setTypeAs(self, other: ValueView) -> ValueView:
        """Copy another value's type."""
        return self.setType(other.type())

    def inferTypeFrom(self, value: Any) -> None:
        """Set the type to the type of a tensor or an array."""
        self.setType(Type(Tensor.of(value).type))

    def copyMetadata(self, other: ValueView) -> ValueView:
        """Copy the type and another value's name."""
        self.ssa.name_hint = other.ssa.name_hint
        return self.setTypeAs(other)

    def replaceAllUsesWith(self, other: ValueView) -> None:
        self.ssa.replace_all_uses_with(other.ssa)
        self.graph.invalidate()

    def replaceAllUsesAfterNodeWith(self, node: Node, other: ValueView) -> None:
        """Replace uses of this value after a node by another value."""
        for use in self.uses():
            if use.user.isAfter(node):
                use.user.replaceInput(use.offset, other)

    def toIValue(self) -> Value:
        """Return the Python value of a constant; None for None and for other values.

        Raises NoValueError if the program text omits the value.
        """
        owner = self.ssa.owner
        return literal(owner.value, owner.type) if isinstance(owner, ConstantOp) else None

    def isCompleteTensor(self) -> bool:
        """Return whether dtype and sizes of a tensor are known."""
        return self.type().sizes() is not None and self.type().dtype() is not None

    def requires_grad(self) -> bool:
        return bool(self.type().requires_grad())

    def requiresGrad(self) -> bool | None:
        """Return whether the value requires gradients, None if unknown."""
        return self.type().requires_grad()

    def __str__(self) -> str:
        return f"%{self.debugName()} : {self.type()}"

    def __repr__(self) -> str:
        return f"<value {self}>"


def op_of(node: Node) -> Operation:
    if node.op is None:
        raise ValueError("nothing goes before the inputs; insert after them")
    return node.op


def views(graph: GraphState, values: Sequence[SSAValue]) -> list[ValueView]:
    return [ValueView(graph, value) for value in values]


def _only(values: list[ValueView], otherwise: str) -> ValueView:
    if len(values) != 1:
        raise ValueError(otherwise)
    return values[0]
