"""`licm`: loop-invariant code motion.

    %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %y: !ts.tensor):
      %k = aten.mul.int(%a, %b) : (i64, i64) -> i64
      %z = aten.add.Scalar(%y, %k, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.Loop.condition %true, iter(%z) : (!ts.tensor)
    }

becomes

    %k = aten.mul.int(%a, %b) : (i64, i64) -> i64
    %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %y: !ts.tensor):
      %z = aten.add.Scalar(%y, %k, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.Loop.condition %true, iter(%z) : (!ts.tensor)
    }

An operation moves before a prim.Loop if its operands are defined there and it writes nothing. No
iteration may write memory it reads. The results of different iterations must be interchangeable:
they are never written, compared, or returned to the caller. An operation that may raise
(`analysis/raising.py`) moves only if the loop certainly runs. No observable effect may precede it
in the body. It leaves as many loops at once as possible; loops of other dialects are left to xDSL's
pass.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.transforms.loop_invariant_code_motion import LoopInvariantCodeMotionPass

from xdsl_torchscript.dialects.prim import ConstantOp, LoopOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Locations, kinds_of
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.raising import may_raise
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


@dataclass(eq=False)
class _VisitedLoop:
    """A loop whose body is being visited, and the progress of the visit."""

    loop: LoopOp
    depth: int
    """The number of loops directly around it: those that it is not in a branch of."""
    written: Locations
    certain: bool
    """Whether the next operation runs whenever control reaches the loop."""


_LoopNest: TypeAlias = tuple[_VisitedLoop, ...]
"""Loops directly in each other, outermost first."""


class _Motion:
    """Moves operations of one function, whose aliases and facts stay: the same runs, but less
    often. An operation moves at once as far as it may, however deep the nest."""

    def __init__(self, aliases: AliasAnalysis) -> None:
        self._aliases = aliases
        self._facts = MemoryFacts(aliases)
        self._may_raise = cache(partial(may_raise, facts=self._facts))
        self._defined_in: dict[SSAValue, _VisitedLoop] = {}

    def block(self, block: Block, nest: _LoopNest = ()) -> None:
        """Visit a block, the body of the innermost loop of `nest` if that has any."""
        for op in tuple(block.ops):
            inner: _LoopNest = ()
            if isinstance(op, LoopOp):
                enters = self._facts.known_constant(op.initial_condition) is True
                trips = self._facts.known_constant(op.max_trip_count)
                certain = enters and isinstance(trips, int) and trips > 0
                written = self._aliases.effects(op).writes
                inner = (*nest, _VisitedLoop(op, len(nest), written, certain))
                self._defined_in.update(dict.fromkeys(op.body.args, inner[-1]))
            for region in op.regions:
                for nested in region.blocks:
                    self.block(nested, inner)
            if nest:
                self._move(op, nest)

    def _move(self, op: Operation, nest: _LoopNest) -> None:
        """Move an operation in front of the outermost loop that it can leave."""
        depth, reason = len(nest) - 1, self._obstacle(op)
        if reason is None:
            depth, reason = self._obstacle_in(nest, op)
        if depth + 1 < len(nest):
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(nest[depth + 1].loop))
        if reason is not None:
            refuse(op, reason)
            level = nest[depth]
            self._defined_in.update(dict.fromkeys(op.results, level))
            if level.certain:
                level.certain = not (self._aliases.effects(op).writes or self._may_raise(op))

    def _obstacle(self, op: Operation) -> str | None:
        """Return why an operation has to run in each iteration of any loop; None if once may be
        enough."""
        if op.regions or not op.results:
            return "controls what runs"
        if self._aliases.effects(op).writes:
            return "writes, draws random numbers or has side effects"
        if isinstance(op, ConstantOp):
            return None
        told_apart = self._aliases.allocated_locations(op) & self._aliases.distinguished
        # The alias analysis knows the objects of types of one kind.
        if told_apart or any(len(kinds_of(type)) > 1 for type in op.result_types):
            return "creates an object per iteration"
        return None

    def _obstacle_in(self, nest: _LoopNest, op: Operation) -> tuple[int, str | None]:
        """Return the depth of the innermost loop that the operation must stay in, and why, or -1
        and None."""
        levels = [self._defined_in.get(operand) for operand in op.operands]
        depths = [level.depth for level in levels if level is not None and level in nest]
        depth, reason = max(depths, default=-1), "depends on the iteration" if depths else None
        if reads := self._aliases.effects(op).reads:
            # A loop writes what the loops in it write.
            writing = bisect_left(nest, True, key=lambda level: not reads & level.written) - 1
            if writing > depth:
                depth, reason = writing, "reads what the loop may write"
        inner = range(len(nest) - 1, depth, -1)
        uncertain = next((number for number in inner if not nest[number].certain), None)
        if uncertain is not None and self._may_raise(op):
            depth, reason = uncertain, "may raise, and the loop may not reach it"
        return depth, reason


@dataclass(frozen=True)
class LicmPass(TsPass):
    """Hoist loop-invariant operations."""

    name = "licm"
    level = "any"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = torchscript_functions(module)
        for function in functions:
            motion = _Motion(analyses.get(AliasAnalysis, function))
            for block in function.body.blocks:
                motion.block(block)
        if not functions:
            LoopInvariantCodeMotionPass().apply(ctx, module)
