"""`remove-strict-fusion`: the marks of strict fusion blocks go, once the blocks are checked.

    %m = prim.CreateObject() : () -> !ts.class<@"__torch__.torch.jit.strict_fusion">
    %n = prim.Enter(%m) : (!ts.class<@"__torch__.torch.jit.strict_fusion">) -> !ts.none
    %y = prim.TensorExprGroup(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {...}
    prim.Exit(%m) : (!ts.class<@"__torch__.torch.jit.strict_fusion">) -> ()

becomes

    %y = prim.TensorExprGroup(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {...}

In a kernel all operations are fused, so code that becomes one kernel needs no check.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp, CreateObjectOp
from xdsl_torchscript.dialects.strict_fusion import marks_strict_fusion
from xdsl_torchscript.dialects.types import NoneType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


def remove_strict_fusion(function: FuncOp) -> None:
    """Remove the marks of strict fusion blocks, and the managers that only they use."""
    marks = [op for op in function.body.walk() if marks_strict_fusion(op)]
    managers = dict.fromkeys(op.manager.owner for op in marks)
    for op in marks:
        for entered in op.results:
            if entered.first_use is not None:
                none = ConstantOp(None, NoneType())
                Rewriter.insert_op(none, InsertPoint.before(op))
                entered.replace_all_uses_with(none.result)
        Rewriter.erase_op(op)
    for manager in managers:
        if isinstance(manager, CreateObjectOp) and manager.result.first_use is None:
            Rewriter.erase_op(manager)


@dataclass(frozen=True)
class RemoveStrictFusionPass(TsPass):
    """Remove the marks of strict fusion blocks."""

    name = "remove-strict-fusion"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            remove_strict_fusion(function)
