"""`propagate-types`: infer the types of all values from a function's arguments.

    func.func @f(%x: !ts.tensor<[s0,3],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor {
      %r = aten.mul.Tensor(%x, %y) : (...) -> !ts.tensor

becomes

    func.func @f(%x: !ts.tensor<[s0,3],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor<[s0,3],f32> {
      %r = aten.mul.Tensor(%x, %y) : (...) -> !ts.tensor<[s0,3],f32>

The rules are in `lowering/analysis/result_types.py`; the types of a composite operator follow from
its decomposition. A value of an operator without a rule keeps its type. Existing facts stay. A fact
that contradicts a rule is an error, as are operands that PyTorch rejects. A branch that known types
and numbers exclude is ignored. A loop carries types that hold on entry and after each iteration. A
tensor that may be resized keeps its declared type. So does an optional value, whose kind its users
expect. A number from a tensor is an int or a float, as the elements are.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Use

from xdsl_torchscript.dialects.prim import IfYieldOp, LoopConditionOp, LoopOp, UninitializedOp
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import NumberType, TensorType
from xdsl_torchscript.lowering.analysis.refinement import refine
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import raise_findings
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import defined_functions, values_of
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_NUMBER = NumberType()


def state_types(function: FuncOp, facts: TypeFacts) -> None:
    """Refine the types of all values of `function`, and its result types, to the known facts."""
    types = [(value, facts.type_of(value)) for value in values_of(function)]
    for value, type in types:
        if type is value.type or type == value.type or facts.is_resized(value):
            continue
        # An optional tensor stays one.
        if value.type == _NUMBER or without_facts(value.type) == without_facts(type):
            retype(value, refine(value.type, type))
    _type_uninitialized(function)
    function.update_function_type()


def _type_uninitialized(function: FuncOp) -> None:
    """Give each value that is never read the type of the result in whose place it is yielded."""
    for op in operations_of(function, UninitializedOp):
        types = {_type_in_place(use) for use in op.result.uses}
        type = types.pop() if len(types) == 1 else None
        if isinstance(type, TensorType) and isinstance(op.result.type, TensorType):
            retype(op.result, type)


def _type_in_place(use: Use) -> Attribute | None:
    """Return the type of the result that a branch or a loop has for a value; None elsewhere."""
    match use.operation:
        case IfYieldOp() as op:
            around = op.parent_op()
            return around and around.results[use.index].type
        case LoopOp() as op:
            return op.results[use.index - (len(op.operands) - len(op.carried))].type
        case LoopConditionOp() as op:
            around = op.parent_op()
            return around and around.results[use.index - 1].type
        case _:
            return None


def propagate(function: FuncOp, facts: TypeFacts) -> None:
    """State the types of all values of `function`, as `state_types`.

    Raises PassFailedException with the operations whose operands do not fit.
    """
    raise_findings(facts.faults)
    state_types(function, facts)


@dataclass(frozen=True)
class PropagateTypesPass(TsPass):
    """Infer the types of all values from the arguments."""

    name = "propagate-types"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in defined_functions(module):
            propagate(function, analyses.get(TypeFacts, function))
