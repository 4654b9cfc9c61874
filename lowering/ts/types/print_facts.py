"""`print-facts`: write the facts of each value to standard output, for tests to read.

    func.func @f(%x: !ts.tensor<[s0,3],f32>) -> i64 {
      %y = aten.t(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.tensor
      %n = aten.dim(%y) : (!ts.tensor) -> i64

prints

    facts of @f:
      %x: !ts.tensor<[s0,3],f32> (declared)
      %y: !ts.tensor<[3,s0],f32> (inferred)
      %n: i64 = 2 (inferred)
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.core.analyses import ALL, Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import defined_functions, unique_names, values_of
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def _line(value: SSAValue, facts: TypeFacts) -> str:
    type, provenance = facts.type_of(value), facts.provenance_of(value)
    profiled = facts.profiled_type_of(value)
    guess = f", profiled {profiled}" if profiled is not None else ""
    try:
        constant = facts.constant_of(value)
    except NotConstantError:
        return f"{type} ({provenance.value}){guess}"
    stated = isinstance(value.owner, ConstantOp)
    return f"{type} = {constant} ({'declared' if stated else 'inferred'})"


@dataclass(frozen=True)
class PrintFactsPass(TsPass):
    """Print types and constants of values with their provenance; changes nothing."""

    name = "print-facts"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ALL

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in defined_functions(module):
            facts = analyses.get(TypeFacts, function)
            print(f"facts of @{function.sym_name.data}:")
            for value, name in unique_names(list(values_of(function))).items():
                print(f"  %{name}: {_line(value, facts)}")
