"""`fold-to-fixpoint`: fold everything that types and constants determine, to a fixpoint.

    %n = aten.dim(%x) : (!ts.tensor<[2,3],f32>) -> i64
    %c = aten.eq.int(%n, %two) : (i64, i64) -> i1
    %y = prim.If %c -> (!ts.tensor) {
      %r = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
      prim.If.yield %r : !ts.tensor
    } else {
      %m = aten.mean(%x, %none) : (!ts.tensor<[2,3],f32>, !ts.none) -> !ts.tensor
      prim.If.yield %m : !ts.tensor
    }
    %k = aten.dim(%y) : (!ts.tensor) -> i64

becomes, with a constant in the place of the last line, too,

    %y = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor

`peephole`, `constant-propagation` and `fold-branches` alternate. The first round resolves the
branch by the type of %x, and the second knows the type of %y. A network whose every layer checks
the rank of its input needs a round per layer.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.level_check import KnownLevels
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.control_flow.fold_branches import FoldBranchesPass
from xdsl_torchscript.lowering.ts.simplification.constant_propagation import ConstantPropagationPass
from xdsl_torchscript.lowering.ts.simplification.peephole import PeepholePass


@dataclass(frozen=True)
class FoldToFixpointPass(TsPass):
    """Fold everything that types and constants determine, until no change is left."""

    name = "fold-to-fixpoint"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    @property
    def constant_propagation(self) -> ConstantPropagationPass:
        """The pass that evaluates operations on constants."""
        return ConstantPropagationPass()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        steps = (PeepholePass(), self.constant_propagation, FoldBranchesPass())
        count, before = _count(module), None
        while count != before:
            for step in steps:
                step.run(ctx, module, analyses)
                analyses.invalidate_all(preserved=(KnownLevels,))
            count, before = _count(module), count


def _count(module: ModuleOp) -> int:
    """Return the number of operations but constants: an iteration that folds leaves fewer."""
    return sum(not isinstance(op, ConstantOp) for op in module.walk())
