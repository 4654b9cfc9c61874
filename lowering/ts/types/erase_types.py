"""`erase-types`: tensor types lose all facts.

    func.func @f(%x: !ts.tensor<[2,3],f32>) -> !ts.list<!ts.tensor<[2,3],f32>> {

becomes

    func.func @f(%x: !ts.tensor) -> !ts.list<!ts.tensor> {

The opposite of `specialize-inputs` and `propagate-types`: a plan that was specialised for one type
serves any other afterwards. The types that guards check stay.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.prim import BailOutOp, GuardOp
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import defined_functions, values_of
from xdsl_torchscript.lowering.ts.retype import retype


@dataclass(frozen=True)
class EraseTypesPass(TsPass):
    """Erase tensor facts from types."""

    name = "erase-types"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in defined_functions(module):
            for value in list(values_of(function)):
                if not isinstance(value.owner, GuardOp | BailOutOp):
                    retype(value, without_facts(value.type))
            function.update_function_type()
