"""`Graph`, a program under the interface of PyTorch's class.

    for node in graph.nodes():
        print(node.kind(), [v.debugName() for v in node.inputs()])

A view has no state except names and the insertion point: it shows the IR. An edit through one graph
is visible in all views; views of another Graph keep the old value names. Views of the same thing
are equal.

An edit affects calls of a function only if it has not run before, as in PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects.types import TupleType
from xdsl_torchscript.frontend.graph_text import print_graph
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.diagnostics import FindingsError
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.runtime.graph_view.attributes import constant_of
from xdsl_torchscript.runtime.graph_view.drafts import draft, duplicate, resolve_drafts
from xdsl_torchscript.runtime.graph_view.edits import (
    clone,
    copy_into,
    reorder_attributes,
)
from xdsl_torchscript.runtime.graph_view.nodes import (
    Block,
    GraphState,
    Node,
    ValueView,
    op_of,
    views,
)
from xdsl_torchscript.runtime.graph_view.types import Type

PrintedText: TypeAlias = str
"""An alias, since `str` is a method in the class below."""


class Graph(GraphState):
    """A function's graph with a body of one block. Raises ValueError for any other."""

    def __init__(self, function: FuncOp) -> None:
        if len(function.body.blocks) != 1:
            raise ValueError(f"'@{function.sym_name.data}' is not a function with one block")
        self.function = function
        self._point: Node | Block | None = None

    def str(self, print_source_ranges: bool = True) -> PrintedText:
        """Return the graph's text, with or without source locations."""
        return print_graph(self.function, print_source_ranges)

    def __str__(self) -> PrintedText:
        return print_graph(self.function)

    def __repr__(self) -> str:
        return f"<graph of {self.function.sym_name.data}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self.function is other.function

    def __hash__(self) -> int:
        return hash(self.function)

    def block(self) -> Block:
        """Return the block of the graph itself."""
        return Block(self, self.function.body.block)

    def inputs(self) -> list[ValueView]:
        return self.block().inputs()

    def outputs(self) -> list[ValueView]:
        return self.block().outputs()

    def nodes(self) -> Iterator[Node]:
        """Return the nodes of the graph's block in order; nodes of branches and loops are in their
        blocks."""
        return self.block().nodes()

    def param_node(self) -> Node:
        return self.block().param_node()

    def return_node(self) -> Node:
        return self.block().return_node()

    def findNode(self, kind: str, recurse: bool = True) -> Node | None:
        """Return the first node of this kind, or None."""
        return self.block().findNode(kind, recurse)

    def findAllNodes(self, kind: PrintedText, recurse: bool = True) -> list[Node]:
        """Return the nodes of this kind in order; with `recurse` also nested ones."""
        return self.block().findAllNodes(kind, recurse)

    # ---- making nodes

    def copy(self) -> Graph:
        """Return an independent copy of the graph."""
        return Graph(duplicate(self.function))

    def create(
        self, kind: PrintedText, inputs: Sequence[ValueView] | int = (), outputs: int | None = None
    ) -> Node:
        """Create a node outside any block; its outputs are tensors until their types are set.

        As in PyTorch, a number in place of inputs is the number of outputs.
        """
        if isinstance(inputs, int):
            inputs, outputs = (), inputs
        count = 1 if outputs is None else outputs
        return Node(self, draft(kind, [value.ssa for value in inputs], count))

    def createClone(self, node: Node, convert: Callable[[ValueView], ValueView]) -> Node:
        """Copy a node, outside any block, with `convert` applied to its inputs."""
        if node.op is None:
            raise ValueError("the node of the inputs cannot be copied")
        return Node(self, clone(node.op, lambda v: convert(ValueView(self, v)).ssa))

    def insertPoint(self) -> Node:
        """Return the node before which new ones are inserted; initially the return node."""
        point = self._point or self.block()
        return point.return_node() if isinstance(point, Block) else point

    def setInsertPoint(self, point: Node | Block) -> None:
        """Insert new nodes before a node, or at the end of a block."""
        self._point = point

    @contextmanager
    def insert_point_guard(self, point: Node | Block) -> Generator[None]:
        """Insert nodes created inside at another point."""
        before, self._point = self._point, point
        try:
            yield
        finally:
            self._point = before

    def insertNode(self, node: Node) -> Node:
        return node.insertBefore(self.insertPoint())

    def appendNode(self, node: Node) -> Node:
        """Append a node to the graph."""
        return node.insertBefore(self.return_node())

    def prependNode(self, node: Node) -> Node:
        """Insert a node at the beginning of the graph."""
        return node.insertAfter(self.param_node())

    def _emitter(self) -> OpBuilder:
        return OpBuilder.before(op_of(self.insertPoint()))

    def insert(self, kind: PrintedText, inputs: Sequence[Any], **named: Any) -> ValueView:
        """Emit a call of an operator; overload and defaults are resolved as in a script.

        Inputs are values or Python constants. Raises ValueError if no overload fits.
        """
        args = [part.ssa if isinstance(part, ValueView) else part for part in inputs]
        kwargs = {k: v.ssa if isinstance(v, ValueView) else v for k, v in named.items()}
        made = self._emitter().op(kind, *args, **kwargs)
        self.invalidate()
        return ValueView(self, made.results[0])

    def insertConstant(self, value: Any) -> ValueView:
        """Emit a constant: a number, a string, None, a tensor or an array, or a list of these."""
        made = self._emitter()(constant_of(value))
        self.invalidate()
        return ValueView(self, made.result)

    def insertGraph(self, graph: Graph, values: Sequence[ValueView]) -> list[ValueView]:
        """Copy the nodes of another graph, with these values as its inputs; return its outputs."""
        point = InsertPoint.before(op_of(self.insertPoint()))
        made = copy_into(graph.function.body.block, [value.ssa for value in values], point)
        self.invalidate()
        return views(self, made)

    # ---- inputs and outputs

    def addInput(self, name: PrintedText = "") -> ValueView:
        """Append an input, a tensor until its type is set."""
        count = len(self.function.body.block.args)
        reorder_attributes(self.function, [*range(count), None])
        return self.block().addInputToBlock(name)

    def eraseInput(self, index: int) -> None:
        """Remove an input. Raises ValueError if it is used."""
        args = self.function.body.block.args
        if args[index].first_use is not None:
            raise ValueError(f"input {index} is used; replace its uses first")
        reorder_attributes(self.function, [place for place in range(len(args)) if place != index])
        self.function.body.block.erase_arg(args[index])
        self.invalidate()

    def permuteInputs(self, order: Sequence[int]) -> None:
        """Reorder the inputs: the new input i is the old `order[i]`."""
        block = self.function.body.block
        old = list(block.args)
        if sorted(order) != list(range(len(old))):
            raise ValueError(f"{list(order)} is not an order of {len(old)} inputs")
        reorder_attributes(self.function, order)
        for number, source in enumerate(order):
            made = block.insert_arg(old[source].type, len(old) + number, old[source].location)
            made.name_hint = old[source].name_hint
            old[source].replace_all_uses_with(made)
        for arg in old:
            block.erase_arg(arg)
        self.invalidate()

    def registerOutput(self, value: ValueView) -> int:
        """Append an output, and return its number."""
        return self.block().registerOutput(value)

    def eraseOutput(self, index: int) -> None:
        self.return_node().removeInput(index)

    def makeMultiOutputIntoTuple(self) -> None:
        """Return a tuple instead of several values."""
        outputs = self.outputs()
        if len(outputs) == 1:
            return
        made = self.appendNode(self.create("prim::TupleConstruct", outputs)).output()
        made.setType(Type(TupleType.get([value.ssa.type for value in outputs])))
        self.return_node().removeAllInputs()
        self.registerOutput(made)

    # ---- checks

    def lint(self) -> None:
        """Verify the graph. Raises FindingsError with all faults."""
        found = verify_all(resolve_drafts(self.function))
        if found:
            raise FindingsError(found)

    def alias_db(self) -> AliasDb:
        """Return the aliases in the current graph."""
        return AliasDb(AliasAnalysis(self.function))


class AliasDb:
    """The alias analysis of a graph."""

    def __init__(self, analysis: AliasAnalysis) -> None:
        self._analysis = analysis

    def may_contain_alias(self, a: ValueView, b: ValueView) -> bool:
        """Return whether two values, or their contents, may share memory."""
        return self._analysis.may_contain_alias(a.ssa, b.ssa)

    def has_writers(self, value: ValueView) -> bool:
        """Return whether the graph writes to a value's memory."""
        return self._analysis.has_writers(value.ssa)

    def move_before_topologically_valid(self, node: Node, point: Node) -> bool:
        """Move a node to just before another of its block, and with it nodes between that it needs
        or that depend on it. Return whether that is legal; if not, nothing moves. PyTorch may leave
        nodes between behind `point`."""
        return self._move_before(node, op_of(point))

    def move_after_topologically_valid(self, node: Node, point: Node) -> bool:
        """Do the same as `move_before_topologically_valid`, to just after another node."""
        end = op_of(point)
        if op_of(node) is end:
            return True
        return end.next_op is not None and self._move_before(node, end.next_op)

    def _move_before(self, node: Node, end: Operation) -> bool:
        op = op_of(node)
        if op in (end, end.prev_op):
            return True
        if end.prev_op is not None and op.is_before_in_block(end):
            moving = self._analysis.moves_after(op, end.prev_op)
        else:
            moving = self._analysis.moves_before(op, end)
        for each in moving or ():
            Node(node.graph, each).moveBefore(Node(node.graph, end))
        return moving is not None
