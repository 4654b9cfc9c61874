"""`propagate-types`: what the arguments of a function say, carried on to every value.

    func.func @f(%x: !ts.tensor<[s0,3],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor {
      %r = aten.mul.Tensor(%x, %y) : (...) -> !ts.tensor

becomes

    func.func @f(%x: !ts.tensor<[s0,3],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor<[s0,3],f32> {
      %r = aten.mul.Tensor(%x, %y) : (...) -> !ts.tensor<[s0,3],f32>

The rules are those of `lowering/analysis/result_types.py`; the types of a composite operator follow
from what it is made of. A value of an operator without a rule keeps its type. Facts that the
program states already stay; one that contradicts a rule is an error, as are operands that PyTorch
would refuse and sizes that symbols leave open. The types that a loop carries are those that hold on
entry and after each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import (
    DifferentiableGraphOp,
    FusionGroupOp,
    IfOp,
    LoopOp,
    TensorExprGroupOp,
)
from xdsl_torchscript.dialects.subtyping import unify
from xdsl_torchscript.lowering.analysis.facts import STATED, Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.partial_evaluation import composite_types
from xdsl_torchscript.lowering.ts.retype import merged, retype

_GROUPS = (FusionGroupOp, TensorExprGroupOp, DifferentiableGraphOp)


def propagate(function: func.FuncOp, facts: Facts = STATED) -> None:
    """Refine the types of all values of `function`, and its result types.

    Raises PassFailedException at the operation whose operands do not fit.
    """
    _block(function.body.block, facts)
    function.update_function_type()


def _block(block: Block, facts: Facts) -> None:
    for op in block.ops:
        match op:
            case IfOp():
                _if(op, facts)
            case LoopOp():
                _loop(op, facts)
            case _ if isinstance(op, _GROUPS):
                _retype_all(op, op.body.args, op.inputs.types)
                _block(op.body, facts)
                returned = op.body_return.operand_types[: len(op.results)]
                _retype_all(op, op.results, returned)
            case _:
                _operator(op, facts)


def _operator(op: Operation, facts: Facts) -> None:
    try:
        types = result_types(op, facts)
        if types is None:
            types = composite_types(op, facts)
    except (ShapeError, PromotionError) as error:
        fail(op, str(error))
    if types is not None:
        _retype_all(op, op.results, types)


def _retype_all(
    op: Operation, values: Sequence[SSAValue], types: Sequence[Attribute | None]
) -> None:
    """Merge what was found into the types of results or arguments of `op`."""
    try:
        for value, type in zip(tuple(values), types, strict=True):
            retype(value, merged(value.type, type))
    except (ShapeError, PromotionError) as error:
        fail(op, str(error))


def _if(op: IfOp, facts: Facts) -> None:
    _block(op.then_block, facts)
    _block(op.else_block, facts)
    pairs = zip(op.then_yield.arguments, op.else_yield.arguments, strict=True)
    _retype_all(op, op.results, [unify(a.type, b.type) for a, b in pairs])


def _loop(op: LoopOp, facts: Facts) -> None:
    """Starts from the types on entry and weakens them until a turn changes nothing."""
    entry = [value.type for value in op.carried]
    stated = _stated_types(op.body)
    while True:
        for argument, type in zip(op.carried_args, entry, strict=True):
            retype(argument, type)
        _block(op.body, facts)
        turned = [value.type for value in op.body_condition.carried]
        joined = [unify(a, b) or a for a, b in zip(entry, turned, strict=True)]
        if joined == entry:
            break
        entry = joined
        _restore_types(op.body, stated)
    _retype_all(op, op.results, entry)


def _stated_types(block: Block) -> list[list[Attribute]]:
    return [[result.type for result in op.results] for op in block.walk()]


def _restore_types(block: Block, types: list[list[Attribute]]) -> None:
    """Forget what a turn found, so that the next finds it from weaker types."""
    for op, stated in zip(list(block.walk()), types, strict=True):
        for result, type in zip(tuple(op.results), stated, strict=True):
            retype(result, type)


@dataclass(frozen=True)
class PropagateTypesPass(TsPass):
    """Carries the types of arguments on to every value."""

    name = "propagate-types"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in module.walk():
            if isinstance(function, func.FuncOp) and function.body.blocks:
                propagate(function)
