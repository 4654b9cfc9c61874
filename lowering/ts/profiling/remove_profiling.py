"""`remove-profiling`: uses of profiled values refer to the original values again.

    %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
    %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor

becomes

    %r = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import ListTensorOp, ProfileIvalueOp, ProfileOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


def remove_profiling(function: FuncOp) -> None:
    """Replace the results of profiling operations by their operands, and erase the tensors of lists
    that only they took."""
    for op in tuple(function.body.walk()):
        if isinstance(op, ProfileOp | ProfileIvalueOp):
            Rewriter.replace_op(op, [], op.operands[: len(op.results)])
    for op in operations_of(function, ListTensorOp):
        if op.result.first_use is None:
            Rewriter.erase_op(op)


@dataclass(frozen=True)
class RemoveProfilingPass(TsPass):
    """Remove profiling operations and the recorded types."""

    name = "remove-profiling"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            remove_profiling(function)
