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

An operation moves in front of a prim.Loop if its operands are defined there, it writes nothing,
no iteration writes what it reads, and the results of two iterations may be one object: they are
never written, compared, or handed to the caller. One that may raise (`analysis/raising.py`) moves
only if the loop certainly runs and nothing observable comes before it in the body. Loops are
visited from the innermost; loops of other dialects are left to xDSL's pass.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.transforms.loop_invariant_code_motion import LoopInvariantCodeMotionPass

from xdsl_torchscript.dialects.prim import ConstantOp, LoopOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.constants import NotConstantError
from xdsl_torchscript.lowering.analysis.memory import Locations, kinds_of
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.raising import may_raise
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pattern import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


class _Motion:
    """Moves operations of one function, whose aliases stay: the same runs, but less often."""

    def __init__(self, aliases: AliasAnalysis) -> None:
        self._aliases = aliases
        self._facts = MemoryFacts(aliases)

    def block(self, block: Block) -> None:
        for op in tuple(block.ops):
            for region in op.regions:
                for inner in region.blocks:
                    self.block(inner)
            if isinstance(op, LoopOp):
                self._loop(op)

    def _loop(self, loop: LoopOp) -> None:
        """Move the invariant operations of a loop in front of it."""
        inside: set[SSAValue] = set(loop.body.args)
        written = self._aliases.effects(loop).writes
        certain = self._certainly_runs(loop)
        for op in tuple(loop.body.ops):
            reason = self._obstacle(op, inside, written)
            if reason is None and not certain and may_raise(op, self._facts):
                reason = "may raise, where the loop does not get to it"
            if reason is None:
                op.detach()
                Rewriter.insert_op(op, InsertPoint.before(loop))
                continue
            refuse(op, reason)
            inside.update(op.results)
            certain = certain and not self._is_observable(op)

    def _obstacle(self, op: Operation, inside: set[SSAValue], written: Locations) -> str | None:
        """Return why an operation of a loop that writes these locations has to run in each
        iteration; None if once is enough."""
        effects, allocated = self._aliases.effects(op), self._aliases.allocated(op)
        if op.regions or not op.results:
            return "controls what runs"
        if any(operand in inside for operand in op.operands):
            return "depends on the iteration"
        if effects.writes:
            return "writes, draws random numbers or acts on the world"
        if effects.reads & written:
            return "reads what the loop may write"
        if isinstance(op, ConstantOp):
            return None
        if allocated & self._aliases.distinguished or not all(map(_has_one_kind, op.result_types)):
            return "makes an object for each iteration"
        return None

    def _is_observable(self, op: Operation) -> bool:
        return bool(self._aliases.effects(op).writes) or may_raise(op, self._facts)

    def _certainly_runs(self, loop: LoopOp) -> bool:
        try:
            enters = self._facts.constant_of(loop.initial_condition) is True
            return enters and self._facts.int_of(loop.max_trip_count) > 0
        except NotConstantError:
            return False


def _has_one_kind(type: Attribute) -> bool:
    """Whether the alias analysis knows the objects of the type that an operation makes."""
    return len(kinds_of(type)) < 2


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
