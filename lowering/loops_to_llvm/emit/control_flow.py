"""Blocks and edges: the order of blocks, and block arguments as phi instructions.

A phi names each predecessor once. So if several edges join two blocks, all but the first get an
extra block (`cond_br %c, ^bb1(%a), ^bb1(%b)`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import llvm
from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.extended.llvm import SwitchOp
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.dominance import block_order


@dataclass
class Edge:
    """An edge out of a block, with the arguments of the block that it enters."""

    source: Block
    target: Block
    operands: Sequence[SSAValue]
    is_split: bool
    """Whether the edge leads through a block of its own."""


@dataclass
class ControlFlow:
    """The reachable blocks, each after one of its predecessors, and their edges."""

    blocks: list[Block]
    outgoing: dict[Block, list[Edge]] = field(default_factory=dict[Block, list[Edge]])
    incoming: dict[Block, list[Edge]] = field(default_factory=dict[Block, list[Edge]])


def control_flow_of(func: llvm.FuncOp) -> ControlFlow:
    """Return the edges between blocks. Raises FindingsError for a terminator of another dialect."""
    flow = ControlFlow(block_order(func.body))
    flow.incoming = {block: [] for block in flow.blocks}
    for block in flow.blocks:
        terminator = block.last_op
        seen: set[Block] = set()
        edges: list[Edge] = []
        for target, operands in _destinations(terminator) if terminator else ():
            edges.append(Edge(block, target, operands, bool(target.args) and target in seen))
            seen.add(target)
        flow.outgoing[block] = edges
        for edge in edges:
            flow.incoming[edge.target].append(edge)
    entry = flow.blocks[0]
    if flow.incoming[entry]:
        fail(func, "jumps back to its first block, which LLVM IR forbids; put a block before it")
    return flow


def _destinations(terminator: Operation) -> list[tuple[Block, Sequence[SSAValue]]]:
    match terminator:
        case llvm.BrOp():
            return [(terminator.successor, terminator.arguments)]
        case llvm.CondBrOp():
            return [
                (terminator.then_block, terminator.then_arguments),
                (terminator.else_block, terminator.else_arguments),
            ]
        case SwitchOp():
            cases = [(block, operands) for _, block, operands in terminator.cases()]
            return [(terminator.default_block, terminator.default_operands), *cases]
        case _:
            pass
    if terminator.successors:
        fail(terminator, "is not a branch of the llvm dialect; run convert-cf-to-llvm before")
    return []
