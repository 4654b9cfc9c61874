"""`optimize-frozen-graph`: convolutions and linear layers of constant weights absorb what follows.

    %y = aten.conv2d(%x, %w, %b, ...)
    %z = aten.mul.Scalar(%y, %two)
    %r = aten.batch_norm(%z, %weight, %bias, %mean, %var, %false, %momentum, %eps, %cudnn)

becomes, for constants %w, %b, ... of a frozen module,

    %r = aten.conv2d(%x, %v, %c, ...)

with new constants %v and %c, or the operations that compute them where no evaluator is at hand. The
rules are in `batch_norm_folding.py` and `arithmetic_folding.py`. Results differ by roundings.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import (
    ConstantEvaluator,
    erase_unused_constants,
    evaluate_scalars,
)
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.weights.arithmetic_folding import PRODUCTS, SUMS, fold_arithmetic
from xdsl_torchscript.lowering.ts.weights.batch_norm_folding import fold_batch_norm
from xdsl_torchscript.lowering.ts.weights.weight_facts import WeightFacts, exposed_resources
from xdsl_torchscript.lowering.ts.weights.weighted_operators import (
    BIAS,
    CONVOLUTIONS,
    LINEAR,
    WEIGHT,
    is_constant,
)

_STATISTICS = slice(1, 5)


def optimize_frozen_graph(
    function: FuncOp, exposed: frozenset[str], evaluate: ConstantEvaluator
) -> bool:
    """Fold operations into the weights before them; return whether one is folded. `exposed` are the
    resources of the program that it may write."""
    facts, folded = WeightFacts(function, exposed), False
    for op in operations_of(function, SchemaOp):
        new = _fold(op, facts)
        if new is not None:
            _evaluate(new, evaluate)
            folded = True
    if folded:
        erase_unused_constants(function)
    return folded


def _fold(op: Operation, facts: TypeFacts) -> Operation | None:
    if op.name in SUMS | PRODUCTS:
        return fold_arithmetic(op, facts)
    if op.name != "aten.batch_norm":
        return None
    source = owner_of(op.operands[0])
    weights = () if source is None else source.operands[WEIGHT : BIAS + 1]
    if not all(map(is_constant, (*weights, *op.operands[_STATISTICS]))):
        return refuse(op, "weights or statistics are not constant")
    return fold_batch_norm(op, CONVOLUTIONS | LINEAR, facts)


def _evaluate(source: Operation, evaluate: ConstantEvaluator) -> None:
    """Replace the operations that compute the weights of `source` by constants, if possible."""
    for value in source.operands[WEIGHT : BIAS + 1]:
        op = owner_of(value)
        if op is not None:
            _evaluate_operation(op, evaluate)


def _evaluate_operation(op: Operation, evaluate: ConstantEvaluator) -> None:
    if isinstance(op, ConstantOp):
        return
    for operand in op.operands:
        if isinstance(operand.owner, Operation):
            _evaluate_operation(operand.owner, evaluate)
    operands = [operand.owner for operand in op.operands]
    constants = [owner for owner in operands if isinstance(owner, ConstantOp)]
    if len(constants) == len(operands):
        try:
            Rewriter.replace_op(op, evaluate(op, constants))
        except NotConstantError as error:
            refuse(op, str(error))


@dataclass(frozen=True)
class OptimizeFrozenGraphPass(TsPass):
    """Fold operations on constants into the weights of convolutions and linear layers."""

    name = "optimize-frozen-graph"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    @property
    def evaluator(self) -> ConstantEvaluator:
        """Computes the weights; a runtime has one over its operator library."""
        return evaluate_scalars

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        exposed = exposed_resources(module)
        for function in torchscript_functions(module):
            optimize_frozen_graph(function, exposed, self.evaluator)
