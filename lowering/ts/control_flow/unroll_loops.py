"""`unroll-loops`: a loop of few iterations becomes its iterations, in sequence.

    %r = prim.Loop %two, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %y: !ts.tensor):
      %z = aten.add.Scalar(%y, %i, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.Loop.condition %true, iter(%z) : (!ts.tensor)
    }

becomes

    %0 = prim.Constant 0 : i64
    %y = aten.add.Scalar(%x, %0, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
    %1 = prim.Constant 1 : i64
    %r = aten.add.Scalar(%y, %1, %one) : (!ts.tensor, i64, i64) -> !ts.tensor

The conditions of the loop are constant true, its trip count is a constant of at most `limit`. A
small loop of any other trip count runs `factor` iterations at a time, and the rest singly.
`constant-only` leaves such loops. No loop becomes more than 65536 operations. Iterations share the
mutable constants.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i64
from xdsl.ir import Block, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import LoopConditionOp, LoopOp
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.unrolling import refusal_of_copies
from xdsl_torchscript.lowering.ts.control_flow.loop_copies import (
    copy_iteration,
    counts_only,
    obstacle_to_copies,
    share_constants,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary

_SMALL = 32
"""The most operations in the body of a loop that is unrolled in part."""


def unroll(loop: LoopOp, count: int) -> None:
    """Replace a loop of `count` iterations by copies of its body."""
    share_constants(loop)
    carried = list[SSAValue](loop.carried)
    for iteration in range(count):
        trip = OpBuilder.before(loop).constant(iteration)
        carried = copy_iteration(loop, trip, carried, loop)[1]
    pairs = zip(carried, loop.results, strict=True)
    results = [cast_at_boundary(value, result.type, loop) for value, result in pairs]
    for value, result in zip(results, loop.results, strict=True):
        value.name_hint = value.name_hint or result.name_hint
    Rewriter.replace_op(loop, [], results)


def unroll_in_part(loop: LoopOp, factor: int) -> None:
    """Insert a loop before `loop` that runs `factor` of its iterations at a time; `loop` runs the
    rest."""
    share_constants(loop)
    b = OpBuilder.before(loop)
    rounds = b.op("aten::__round_to_zero_floordiv", loop.max_trip_count, factor).results[0]
    done = b.aten.mul(rounds, factor)
    left = b.aten.sub(loop.max_trip_count, done)
    body = Block(arg_types=[i64, *(argument.type for argument in loop.carried_args)])
    condition = loop.initial_condition
    end = LoopConditionOp(condition, body.args[1:])
    body.add_op(end)
    types = [argument.type for argument in loop.carried_args]
    main = b(LoopOp(rounds, condition, loop.carried, types, [body]))
    propagate_location(loop, [main])
    inside = OpBuilder.before(end)
    start = inside.aten.mul(body.args[0], factor)
    carried = list[SSAValue](body.args[1:])
    for iteration in range(factor):
        trip = inside.aten.add(start, iteration)
        carried = copy_iteration(loop, trip, carried, end)[1]
    for index, value in enumerate(carried):
        end.operands[1 + index] = value
    inner = OpBuilder.before(loop.body.first_op or loop.body_condition)
    trip = inner.aten.add(loop.trip, done)
    loop.trip.replace_uses_with_if(trip, lambda use: use.operation is not trip.owner)
    for index, value in enumerate((left, condition, *main.results)):
        loop.operands[index] = value


@dataclass(frozen=True)
class UnrollLoopsPass(TsPass):
    """Replace loops of few iterations by their iterations."""

    name = "unroll-loops"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    constant_only: bool = field(
        default=False, metadata={"help": "leave loops whose trip count is not constant"}
    )
    limit: int = field(
        default=64, metadata={"help": "the most iterations that are copied", "least": 0}
    )
    factor: int = field(
        default=8, metadata={"help": "iterations at a time in other loops", "least": 1}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            loops = (op for op in function.body.walk(region_first=True) if isinstance(op, LoopOp))
            for loop in list(loops):
                self._unroll(loop)

    def _unroll(self, loop: LoopOp) -> None:
        reason = obstacle_to_copies(loop)
        if reason is None and not counts_only(loop, STATED):
            reason = "a condition may end it"
        if reason is not None:
            return refuse(loop, reason)
        count = STATED.known_constant(loop.max_trip_count)
        size = sum(1 for _ in loop.body.walk())
        if isinstance(count, int) and count <= self.limit:
            reason = refusal_of_copies(count, size)
            return refuse(loop, reason) if reason else unroll(loop, max(count, 0))
        if self.constant_only or count is not None or self.factor < 2:
            return refuse(loop, "the trip count is not a small constant")
        reason = "the body is large" if size > _SMALL else refusal_of_copies(self.factor, size)
        return refuse(loop, reason) if reason else unroll_in_part(loop, self.factor)
