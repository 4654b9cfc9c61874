"""The passes that evaluate operations, with the operator library."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import ConstantEvaluator
from xdsl_torchscript.lowering.ts.simplification.constant_propagation import ConstantPropagationPass
from xdsl_torchscript.lowering.ts.simplification.fold_to_fixpoint import FoldToFixpointPass
from xdsl_torchscript.lowering.ts.weights.optimize_frozen_graph import OptimizeFrozenGraphPass


@dataclass(frozen=True)
class EvaluatingConstantPropagationPass(ConstantPropagationPass):
    """Fold operations on constants, and take branches whose condition is constant."""

    @property
    def evaluator(self) -> ConstantEvaluator:
        # The library is over numpy, which a tool that only names its passes does not need.
        return lazy_import("xdsl_torchscript.runtime.constant_evaluator:evaluate")


@dataclass(frozen=True)
class EvaluatingOptimizeFrozenGraphPass(OptimizeFrozenGraphPass):
    """Fold operations on constants into the weights of convolutions and linear layers."""

    @property
    def evaluator(self) -> ConstantEvaluator:
        return lazy_import("xdsl_torchscript.runtime.constant_evaluator:evaluate")


@dataclass(frozen=True)
class EvaluatingFoldToFixpointPass(FoldToFixpointPass):
    """Fold everything that types and constants determine, until no change is left."""

    @property
    def constant_propagation(self) -> ConstantPropagationPass:
        return EvaluatingConstantPropagationPass()
