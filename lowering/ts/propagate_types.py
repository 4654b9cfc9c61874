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

from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import NumberType
from xdsl_torchscript.lowering.analysis.refinement import refine
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import raise_findings
from xdsl_torchscript.lowering.core.pass_base import TsPass
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
    function.update_function_type()


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
