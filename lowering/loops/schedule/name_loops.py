"""Loops get the names of their counters, for transformations that name a loop.

    scf.for %i = %c0 to %c8 step %c1 {
      ...
    }
    scf.for %i_1 = %c0 to %c4 step %c1 {
      ...
    }
  ->
    scf.for %i = %c0 to %c8 step %c1 {
      ...
    } {loop_name = "i"}
    scf.for %i_1 = %c0 to %c4 step %c1 {
      ...
    } {loop_name = "i_1"}

A counter has the name of its axis at the te level. Names that loops have already stay.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    fresh_name,
    name_of,
    names_in,
    set_name,
)

_UNNAMED = "loop"
"""The name of a loop whose counter has none."""


def name_loops(function: func.FuncOp) -> None:
    """Name the loops of a function after their counters, and number equal names."""
    taken = names_in(function)
    for loop in operations_of(function, scf.ForOp):
        if name_of(loop) is None:
            name = fresh_name(taken, loop.body.block.args[0].name_hint or _UNNAMED)
            set_name(loop, name)
            taken.add(name)


@dataclass(frozen=True)
class NameLoopsPass(TsPass):
    """Name loops after their counters."""

    name = "name-loops"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in operations_of(module, func.FuncOp):
            name_loops(function)
