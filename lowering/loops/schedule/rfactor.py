"""`rfactor{loop=ko}`: each iteration of a reduction reduces to a partial result of its own.

    %sum = scf.for %ko = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
      %part = scf.for %ki = %c0 to %c8 step %c1 iter_args(%a = %acc) -> (f32) {
        ...
        %s = arith.addf %a, %x fastmath<reassoc> : f32
        scf.yield %s : f32
      }
      scf.yield %part : f32
    } {loop_name = "ko"}
  ->
    %parts = memref.alloc() : memref<4xf32>
    scf.for %ko = %c0 to %c4 step %c1 {
      %part = scf.for %ki = %c0 to %c8 step %c1 iter_args(%a = %zero) -> (f32) {
        ...
      }
      memref.store %part, %parts[%ko] : memref<4xf32>
    } {loop_name = "ko"}
    %sum = scf.for %ko_1 = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
      %part = memref.load %parts[%ko_1] : memref<4xf32>
      %s = arith.addf %acc, %part fastmath<reassoc> : f32
      scf.yield %s : f32
    } {loop_name = "ko_1"}
    memref.dealloc %parts : memref<4xf32>

The iterations of the first loop are independent. The order of the elements changes, which integers,
maxima and minima allow; sums and products of floats need `fastmath<reassoc>`. NNC, Halide and TVM
call the transformation `rfactor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp, i1
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero, trip_count_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops.nests import carries_on, inner_of
from xdsl_torchscript.lowering.loops.reductions import (
    combination_of,
    combine,
    may_reorder,
    neutral_value,
)
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    fresh_name,
    function_around,
    loops_named,
    names_in,
    set_name,
)


def _innermost(loop: scf.ForOp) -> scf.ForOp:
    """Return the innermost of the loops that carry on the reduction of a loop."""
    inner = inner_of(loop)
    return loop if inner is None or not carries_on(loop, inner) else _innermost(inner)


def refusal(loop: scf.ForOp) -> str | None:
    """Return why iterations of a loop cannot have partial results, or None if they can."""
    combination = combination_of(_innermost(loop)) if len(loop.iter_args) == 1 else None
    if combination is None:
        return "it does not reduce to one value"
    if not may_reorder(combination):
        return f"'{combination.name}' must keep the order of the elements"
    if not counts_from_zero(loop) or not trip_count_of(loop):
        return "it does not count from 0 by 1 to a constant"
    if loop.iter_args[0].type == i1:
        return "memory holds no values of type i1"
    return None


def factor(loop: scf.ForOp, name: str) -> scf.ForOp:
    """Split a reduction for which `refusal` is None into partial results, in memory of that name,
    and their combination, which is returned."""
    innermost, trips = _innermost(loop), trip_count_of(loop)
    combination, accumulator = combination_of(innermost), innermost.body.block.args[1]
    assert combination is not None and trips is not None and loop.next_op is not None
    before, behind = Emitter.before(loop), Emitter.before(loop.next_op, loop)
    initial = loop.iter_args[0]
    parts = before(memref.AllocOp.get(initial.type, None, [trips]), name).memref

    def add(inside: Emitter, counter: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        part = inside(memref.LoadOp.get(parts, [counter])).res
        return (combine(inside, combination, accumulator, carried[0], part),)

    total = behind.loop(loop.lb, loop.ub, loop.step, add, [initial])
    behind(memref.DeallocOp.get(parts))
    loop.results[0].replace_all_uses_with(total.results[0])
    start = neutral_value(before, combination, initial.type)
    _store_parts(loop, initial if start is None else start, parts)
    return total


def _store_parts(loop: scf.ForOp, start: SSAValue, parts: SSAValue) -> None:
    """Let each iteration reduce from a value on, and store the result."""
    block, end = loop.body.block, loop.body.block.last_op
    assert end is not None
    Emitter.before(end)(memref.StoreOp.get(end.operands[0], parts, [block.args[0]]))
    end.operands = ()
    block.args[1].replace_all_uses_with(start)
    block.erase_arg(block.args[1])
    body = loop.detach_region(loop.body)
    made = Emitter.before(loop)(scf.ForOp(loop.lb, loop.ub, loop.step, (), body))
    made.attributes |= loop.attributes
    Rewriter.erase_op(loop)


@dataclass(frozen=True)
class RfactorPass(TsPass):
    """Let each iteration of a reduction reduce to a partial result of its own."""

    name = "rfactor"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    loop: str = field(metadata={"help": "the name of the loop"})

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for (loop,) in loops_named(module, self.loop):
            if (reason := refusal(loop)) is not None:
                fail(loop, f"'{self.loop}' cannot be factored: {reason}")
            total = factor(loop, f"{self.loop}_parts")
            set_name(total, fresh_name(names_in(function_around(total)), self.loop))
