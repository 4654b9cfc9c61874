"""`unroll-loop{loop=i}`: copies of the body take the place of a loop.

    scf.for %i = %c0 to %c2 step %c1 {
      %x = memref.load %a[%i] : memref<2xf32>
      memref.store %x, %b[%i] : memref<2xf32>
    } {loop_name = "i"}
  ->
    %x = memref.load %a[%c0] : memref<2xf32>
    memref.store %x, %b[%c0] : memref<2xf32>
    %x_1 = memref.load %a[%c1] : memref<2xf32>
    memref.store %x_1, %b[%c1] : memref<2xf32>

A `factor` splits the loop first, and unrolls the inner one of the two. A loop `j` inside becomes
`j_0`, `j_1` and so on.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import constant_of
from xdsl_torchscript.lowering.analysis.trip_counts import trip_count_of, without_casts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.unrolling import refusal_of_copies
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    function_around,
    loops_named,
    name_of,
    names_in,
    rename_copies,
)
from xdsl_torchscript.lowering.loops.schedule.split_loop import Split, split_loop


def refusal(loop: scf.ForOp) -> str | None:
    """Return why a loop cannot be unrolled, or None if it can be."""
    trips = trip_count_of(loop)
    if not isinstance(loop.lb.type, IndexType):
        return "its counter is not of type index"
    if trips is None:
        return "only a run knows its trip count; a factor unrolls as many iterations"
    return refusal_of_copies(trips, sum(1 for _ in nested_operations(loop)))


def unroll_loop(loop: scf.ForOp) -> None:
    """Unroll a loop. Fails with the refusal if there is one."""
    if (reason := refusal(loop)) is not None:
        fail(loop, f"'{name_of(loop)}' cannot be unrolled: {reason}")
    function, emit = function_around(loop), Emitter.before(loop)
    first, step = (constant_of(without_casts(value)) for value in (loop.lb, loop.step))
    trips = trip_count_of(loop)
    assert first is not None and step is not None and trips is not None
    counter, *arguments = loop.body.block.args
    *body, end = loop.body.block.ops
    carried: list[SSAValue] = list(loop.iter_args)
    taken = names_in(function)
    for number in range(trips):
        values = dict[SSAValue, SSAValue](zip(arguments, carried, strict=True))
        values[counter] = emit.index(first + number * step)
        copies = [op.clone(values) for op in body]
        Rewriter.insert_op(copies, InsertPoint.before(loop))
        rename_copies(taken, copies, f"{{}}_{number}".format)
        carried = [values.get(value, value) for value in end.operands]
    for old, new in zip(loop.results, carried, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(loop)


@dataclass(frozen=True)
class UnrollLoopPass(TsPass):
    """Replace a loop by copies of its body."""

    name = "unroll-loop"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    loop: str = field(metadata={"help": "the name of the loop"})
    factor: int = field(default=0, metadata={"help": "iterations to unroll; 0 for all", "least": 0})

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for (loop,) in loops_named(module, self.loop):
            unroll_loop(self._part(loop))

    def _part(self, loop: scf.ForOp) -> scf.ForOp:
        """Return the loop to unroll, of `factor` iterations if that is given."""
        if not self.factor:
            return loop
        return split_loop(loop, Split(self.factor, f"{self.loop}o", f"{self.loop}i"))
