"""Liveness: the last uses of values, for move flags and drops.

A backward walk over structured control flow. A value used inside a loop lives through all
iterations, so it dies after the loop. A value that one branch of an If uses dies at the entry of
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
    """The deaths of values, with constants defined before everything else.

    `moved`: operands whose last use is the op. `after`: values that die with the op without being
    its last operands, such as unused results. `entry`: values dead in a block from its start.
    """

    moved: dict[Operation, set[SSAValue]] = field(default_factory=dict[Operation, set[SSAValue]])
    after: dict[Operation, set[SSAValue]] = field(default_factory=dict[Operation, set[SSAValue]])
    entry: dict[Block, set[SSAValue]] = field(default_factory=dict[Block, set[SSAValue]])


def is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, ConstantOp)


def visible_ops(block: Block) -> Iterator[Operation]:
    """Yield the ops on this code's registers; subgraphs have separate registers."""
    for op in block.ops:
        yield op
        if not isinstance(op, SubgraphOp):
            for region in op.regions:
                for nested in region.blocks:
                    yield from visible_ops(nested)


def used_from_outside(body: Block) -> set[SSAValue]:
    """Return the values used in a body but not defined by it, which live through all iterations."""
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
        """Update the values live after the block to those live before it."""
        for op in reversed(list(block.ops)):
            if not isinstance(op, ConstantOp):
                self._operation(op, live)
        self.found.entry[block] = {arg for arg in block.args if arg not in live}
        live.difference_update(block.args)

    def _operation(self, op: Operation, live: set[SSAValue]) -> None:
        after: set[SSAValue] = {result for result in op.results if result not in live}
        live.difference_update(op.results)
        if isinstance(op, IfOp):
            then_live, else_live = set(live), set(live)
            self.block(op.then_block, then_live)
            self.block(op.else_block, else_live)
            self.found.entry[op.then_block] |= else_live - then_live
            self.found.entry[op.else_block] |= then_live - else_live
            live |= then_live | else_live
        elif isinstance(op, LoopOp):
            every_iteration = used_from_outside(op.body) | {op.max_trip_count}
            # The end of an iteration increments its number.
            self.block(op.body, live | every_iteration | {op.trip})
            after |= every_iteration - live
            live |= every_iteration
        self.found.after[op] = after
        self.found.moved[op] = set(op.operands) - live
        live.update(op.operands)


def liveness(block: Block) -> Liveness:
    """Return the liveness of a whole function or subgraph."""
    walk = _Walk()
    walk.block(block, set())
    return walk.found
