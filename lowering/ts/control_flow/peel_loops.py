"""`peel-loops`: the first iteration of a loop runs separately, before the loop.

    %r = prim.Loop %n, %c, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %y: !ts.tensor):
      %z = aten.add.Scalar(%y, %i, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.Loop.condition %go, iter(%z) : (!ts.tensor)
    }

becomes

    %first = prim.min.int(%n, %1) : (i64, i64) -> i64
    %s, %d = prim.Loop %first, %c, iter(%x, %c) : (!ts.tensor, i1) -> (!ts.tensor, i1) {
    ^bb0(%i: i64, %y: !ts.tensor, %b: i1):
      %z = aten.add.Scalar(%y, %i, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.Loop.condition %go, iter(%z, %go) : (!ts.tensor, i1)
    }
    %rest = aten.sub.int(%n, %first) : (i64, i64) -> i64
    %r = prim.Loop %rest, %d, iter(%s) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %y: !ts.tensor):
      %j = aten.add.int(%i, %1) : (i64, i64) -> i64
      %z = aten.add.Scalar(%y, %j, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.Loop.condition %go, iter(%z) : (!ts.tensor)
    }

The first iteration sees the types of the initial values, the others those of the carried values. So
a profile distinguishes them. Only innermost loops are peeled. Both loops share the mutable
constants.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i1, i64
from xdsl.ir import Block

from xdsl_torchscript.dialects.prim import LoopConditionOp, LoopOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.control_flow.loop_copies import (
    copy_iteration,
    obstacle_to_copies,
    share_constants,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


def peel(loop: LoopOp) -> None:
    """Run the first iteration of `loop` in a loop in front of it."""
    share_constants(loop)
    b = OpBuilder.before(loop)
    types = [*(argument.type for argument in loop.carried_args), i1]
    body = Block(arg_types=[i64, *types])
    end = LoopConditionOp(body.args[-1], body.args[1:])
    body.add_op(end)
    first = b.op("prim::min", loop.max_trip_count, 1).results[0]
    initial = loop.initial_condition
    peeled = b(LoopOp(first, initial, [*loop.carried, initial], types, [body]))
    propagate_location(loop, [peeled])
    condition, carried = copy_iteration(loop, body.args[0], body.args[1:-1], end)
    for index, value in enumerate((condition, *carried, condition)):
        end.operands[index] = value
    rest = [b.aten.sub(loop.max_trip_count, first), peeled.results[-1], *peeled.results[:-1]]
    for index, value in enumerate(rest):
        loop.operands[index] = value
    trip = OpBuilder.before(loop.body.first_op or loop.body_condition).aten.add(loop.trip, 1)
    loop.trip.replace_uses_with_if(trip, lambda use: use.operation is not trip.owner)


@dataclass(frozen=True)
class PeelLoopsPass(TsPass):
    """Run the first iteration of each innermost loop in front of it."""

    name = "peel-loops"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        ops = (op for function in torchscript_functions(module) for op in function.body.walk())
        for loop in [op for op in ops if isinstance(op, LoopOp)]:
            has_loop = any(isinstance(op, LoopOp) for op in loop.body.walk())
            reason = "has a loop inside" if has_loop else obstacle_to_copies(loop)
            if reason is None:
                peel(loop)
            else:
                refuse(loop, reason)
