"""`inline-fusion-groups`: the bodies of fusion groups return to the function.

    %r = prim.TensorExprGroup(%x) : (!ts.tensor) -> !ts.tensor {
    ^bb0(%y: !ts.tensor):
      %s = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
      prim.return %s : !ts.tensor
    }

becomes

    %r = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import FusionGroupOp, SubgraphOp, TensorExprGroupOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions, values_of
from xdsl_torchscript.lowering.ts.fusion.checked_views import forget_unclipped_types


def inline_group(group: SubgraphOp) -> None:
    """Put the body of a group in its place."""
    forget_unclipped_types(group, values_of(group))
    for argument, value in zip(group.body.args, group.inputs, strict=True):
        argument.replace_all_uses_with(value)
    results = tuple(group.body_return.operands)
    for op in tuple(group.body.ops):
        if op is not group.body_return:
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(group))
    Rewriter.replace_op(group, [], results)


def inline_fusion_groups(function: FuncOp) -> None:
    """Put the bodies of all fusion groups of a function in their places."""
    for op in tuple(function.body.walk()):
        if isinstance(op, TensorExprGroupOp | FusionGroupOp):
            inline_group(op)
    function.update_function_type()


@dataclass(frozen=True)
class InlineFusionGroupsPass(TsPass):
    """Replace fusion groups by their bodies."""

    name = "inline-fusion-groups"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            inline_fusion_groups(function)
