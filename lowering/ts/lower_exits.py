"""`lower-exits`: early exits become values and `prim.If`.

    prim.If %c {                          %r = prim.If %c -> (!ts.tensor) {
      script.return %x                      prim.If.yield %x
      prim.If.yield                       } else {
    } else {                      ->        %y = aten.neg(%x)
      prim.If.yield                         prim.If.yield %y
    }                                     }
    %y = aten.neg(%x)                     func.return %r
    func.return %y

The script frontend applies it to each function that it compiles. A `return` out of a loop is a
break with a flag, and an `if` behind the loop that returns, as in TorchScript's exit transforms.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.script import IterationOp, NextOp, ReturnOp
from xdsl_torchscript.frontend.script.control.exits import leaves, lower_exits
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass


@dataclass(frozen=True)
class LowerExitsPass(TsPass):
    """Lower early returns, breaks and continues to flags and branches."""

    name = "lower-exits"
    level = "script"
    requires = ()
    ensures = ("no-script",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in [op for op in module.walk() if isinstance(op, FuncOp)]:
            if any(isinstance(op, IterationOp | NextOp | ReturnOp) for op in function.walk()):
                _lower(function)


def _lower(function: FuncOp) -> None:
    body = function.body.block
    end = body.last_op
    if isinstance(end, FuncReturnOp):
        exit = ReturnOp(end.arguments)
        exit.location = end.location
        Rewriter.replace_op(end, exit)
    if not leaves(body):
        fail(function, "has a path that ends in neither a return nor an exception")
    for op in function.walk():
        if isinstance(op, IterationOp) and not leaves(op.body.block):
            fail(op, "has a path that does not end in 'script.next', a return or an exception")
    assert body.last_op is not None
    lower_exits(body, function.function_type.outputs.data, body.last_op.location)
