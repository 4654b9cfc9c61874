"""Which values die where: the facts behind move flags and drops.

One backward walk over structured control flow. A value used inside of a loop must live through
all turns, so it dies after the loop; a value that one branch of an If uses dies at the entry of
the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.prim.control import IfOp, LoopOp
from xdsl_torchscript.dialects.prim.subgraph import SubgraphOp


@dataclass
class Liveness:
    """`moved`: operands whose last use is the op. `after`: values that die with the op without
    being its last operands, such as unused results. `entry`: values dead in a block from the
    start. Constants count as defined before everything else."""

    moved: dict[Operation, set[SSAValue]] = field(default_factory=dict[Operation, set[SSAValue]])
    after: dict[Operation, set[SSAValue]] = field(default_factory=dict[Operation, set[SSAValue]])
    entry: dict[Block, set[SSAValue]] = field(default_factory=dict[Block, set[SSAValue]])


def is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, ConstantOp)


def visible_ops(block: Block) -> Iterator[Operation]:
    """The ops that run on the registers of this code: those of subgraphs have registers of their
    own."""
    for op in block.ops:
        yield op
        if not isinstance(op, SubgraphOp):
            for region in op.regions:
                for nested in region.blocks:
                    yield from visible_ops(nested)


def used_from_outside(body: Block) -> set[SSAValue]:
    """The values of a body that belong to no turn of its own: all but those it defines."""
    defined: set[SSAValue] = set(body.args)
    used: set[SSAValue] = set()
    for op in visible_ops(body):
        used.update(op.operands)
        defined.update(result for result in op.results if not is_constant(result))
        defined.update(arg for region in op.regions for b in region.blocks for arg in b.args)
    return used - defined


class _Walk:
    def __init__(self) -> None:
        self.found = Liveness()

    def block(self, block: Block, live: set[SSAValue]) -> None:
        """Turns the values live after the block into those live before it."""
        for op in reversed(list(block.ops)):
            if not isinstance(op, ConstantOp):
                self._operation(op, live)
        self.found.entry[block] = {arg for arg in block.args if arg not in live}
        live.difference_update(block.args)

    def _operation(self, op: Operation, live: set[SSAValue]) -> None:
        after: set[SSAValue] = {result for result in op.results if result not in live}
        live.difference_update(op.results)
        if isinstance(op, IfOp):
            self._branches(op, live)
        elif isinstance(op, LoopOp):
            after |= self._turns(op, live)
        self.found.after[op] = after
        self.found.moved[op] = set(op.operands) - live
        live.update(op.operands)

    def _branches(self, op: IfOp, live: set[SSAValue]) -> None:
        then_live, else_live = set(live), set(live)
        self.block(op.then_block, then_live)
        self.block(op.else_block, else_live)
        self.found.entry[op.then_block] |= else_live - then_live
        self.found.entry[op.else_block] |= then_live - else_live
        live |= then_live | else_live

    def _turns(self, op: LoopOp, live: set[SSAValue]) -> set[SSAValue]:
        """Returns the values that die with the loop."""
        every_turn = used_from_outside(op.body) | {op.max_trip_count}
        # The end of a turn still counts it.
        self.block(op.body, live | every_turn | {op.trip})
        dying = every_turn - live
        live |= every_turn
        return dying


def liveness(block: Block) -> Liveness:
    """The facts of a whole function or subgraph."""
    walk = _Walk()
    walk.block(block, set())
    return walk.found
