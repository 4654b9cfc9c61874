"""`cse`: equal operations are computed once.

    %a = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %b = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %c = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

becomes

    %a = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %c = aten.add.Tensor(%a, %a, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

Functions of TorchScript follow the alias analysis. The operations write nothing and read the same
memory, and sharing one object is not observable. Any other code follows the memory effects of its
dialects.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.prim.constant import omits_value
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Locations
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.cse import EffectRules, merge_equal_operations
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


class AliasRules:
    """The rules that follow from the aliases of one function. Merging keeps them up to date."""

    def __init__(self, aliases: AliasAnalysis) -> None:
        self._aliases = aliases
        self._merged: dict[Operation, Locations] = {}

    def is_dead(self, op: Operation) -> bool:
        unused = all(result.first_use is None for result in op.results)
        return unused and self.is_candidate(op)

    def is_candidate(self, op: Operation) -> bool:
        return not self._aliases.effects(op).writes

    def can_merge(self, earlier: Operation, later: Operation) -> bool:
        aliases = self._aliases
        merged = self._merged.get(earlier, 0)
        if isinstance(later, ConstantOp) and omits_value(later.value):
            return False  # Equal texts may stand for different values.
        if not aliases.reads_same(earlier, later) or not aliases.may_share(earlier, later, merged):
            return False
        self._merged[earlier] = merged | aliases.allocated_locations(later)
        return True


@dataclass(frozen=True)
class CsePass(TsPass):
    """Merge equal operations unless a write or an allocation distinguishes them."""

    name = "cse"
    level = "any"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = torchscript_functions(module)
        for function in functions:
            merge_equal_operations(function, AliasRules(analyses.get(AliasAnalysis, function)))
        if not functions:
            merge_equal_operations(module, EffectRules(module))
