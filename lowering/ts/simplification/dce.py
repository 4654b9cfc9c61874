"""`dce`: remove operations on which nothing observable depends.

    %a = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
    func.return %x : !ts.tensor

becomes

    func.return %x : !ts.tensor

In a function of TorchScript an operation is live if it has side effects or a live operation uses
it. It is also live if it writes memory that a live operation, or the caller, may read afterwards,
or if it stands for another one, whose index it checks.
Dead results of branches and dead loop-carried values are removed with the operations that compute
them. Any other code follows the memory effects of its dialects.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from xdsl_torchscript.dialects.prim import IfOp, LoopOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Locations
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.messages import MESSAGE
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.ts.control_flow.region_results import (
    without_branch_results,
    without_carried_values,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


class _Marking:
    """Mark live values and operations. A value makes its owner live at once; memory grows on the
    way back."""

    def __init__(self, function: FuncOp, aliases: AliasAnalysis) -> None:
        self.live: set[Operation | SSAValue] = {function}
        self._aliases = aliases
        self._state = aliases.memory.world | aliases.memory.generator
        self._memory: Locations = 0
        for block in function.body.blocks:
            self._block(block, in_loop=False)

    def _block(self, block: Block, in_loop: bool) -> None:
        for op in reversed(block.ops):
            if isinstance(op, LoopOp) and not in_loop:
                self._until_stable(op)
            else:
                for region in op.regions:
                    for inner in region.blocks:
                        self._block(inner, in_loop)
            effects = self._aliases.own_effects(op)
            ends_function = op.has_trait(IsTerminator) and isinstance(op.parent_op(), FuncOp)
            checks = MESSAGE in op.attributes
            if ends_function or checks or effects.writes & (self._memory | self._state):
                self._mark(op)
            if op in self.live:
                self._memory |= effects.reads

    def _until_stable(self, op: LoopOp) -> None:
        """Walk an outermost loop until its reads have met all writes of earlier iterations."""
        seen, found = None, (len(self.live), self._memory)
        while found != seen:
            self._block(op.body, in_loop=True)
            seen, found = found, (len(self.live), self._memory)

    def _mark(self, root: Operation) -> None:
        """Mark an operation live, with the operations around it and the values that it needs."""
        pending: list[Operation | SSAValue] = [root]
        while pending:
            item = pending.pop()
            if item not in self.live:
                self.live.add(item)
                pending += _needs(item) if isinstance(item, Operation) else _sources(item)


def _needs(op: Operation) -> list[Operation | SSAValue]:
    """Return the values that a live operation needs regardless of which results are used."""
    parent = op.parent_op()
    around = [] if parent is None else [parent]
    match op:
        case IfOp():
            return [*around, op.condition]
        case LoopOp():
            condition = op.body_condition.condition
            return [*around, op.max_trip_count, op.initial_condition, condition]
        case _:
            ends = [block.last_op for region in op.regions for block in region.blocks]
            return [*around, *op.operands, *(end for end in ends if end is not None)]


def _sources(value: SSAValue) -> list[Operation | SSAValue]:
    """Return the values that a live value is computed from."""
    owner = value.owner
    match value, owner:
        case OpResult(index=index), IfOp():
            return [owner, owner.then_yield.operands[index], owner.else_yield.operands[index]]
        case OpResult(index=index), LoopOp():
            return [owner, owner.carried[index], owner.body_condition.carried[index]]
        case BlockArgument(), Block() if isinstance(loop := owner.parent_op(), LoopOp):
            if value is loop.trip:
                return [loop]
            index = value.index - 1
            return [loop, loop.carried[index], loop.body_condition.carried[index]]
        case _, Operation():
            return [owner]
        case _:
            return []


def _sweep(block: Block, live: Set[Operation | SSAValue]) -> None:
    """Erase dead operations, results and carried values."""
    for op in reversed(block.ops):
        if op not in live and not op.has_trait(IsTerminator):
            op.detach()
            op.erase()
            continue
        left = _without_dead(op, live) if isinstance(op, IfOp | LoopOp) else op
        for region in left.regions:
            for inner in region.blocks:
                _sweep(inner, live)


def _without_dead(op: IfOp | LoopOp, live: Set[Operation | SSAValue]) -> IfOp | LoopOp:
    """Return `op`, or its replacement without dead results and carried values."""
    same = (op.results, op.carried_args) if isinstance(op, LoopOp) else (op.results,)
    groups = enumerate(zip(*same, strict=True))
    dead = {index: None for index, values in groups if live.isdisjoint(values)}
    if not dead:
        return op
    if isinstance(op, IfOp):
        return without_branch_results(op, dead)
    return without_carried_values(op, dead)


def _remove_trivially_dead(module: ModuleOp) -> None:
    """Remove operations without effects whose results are not used.

    A walk from the end finds chains of them; another one, those on ways back through branches.
    """
    found = True
    while found:
        found = False
        for op in reversed(tuple(nested_operations(module))):
            if is_trivially_dead(op):
                op.detach()
                op.erase()
                found = True


def remove_dead(function: FuncOp, aliases: AliasAnalysis) -> None:
    """Remove the operations of a TorchScript function on which nothing observable depends."""
    marking = _Marking(function, aliases)
    for block in function.body.blocks:
        _sweep(block, marking.live)


@dataclass(frozen=True)
class DcePass(TsPass):
    """Remove dead operations, branch results and loop-carried values."""

    name = "dce"
    level = "any"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = torchscript_functions(module)
        for function in functions:
            remove_dead(function, analyses.get(AliasAnalysis, function))
        if not functions:
            _remove_trivially_dead(module)
