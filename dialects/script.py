"""The `script` dialect: early exits, emitted by the frontend and removed by `lower-exits`.

    prim.If %c {
      script.return %x : !ts.tensor
      prim.If.yield
    } else {
      prim.If.yield
    }

The statements of a loop form a region, `script.iteration`, which only `script.next` leaves. The ops
after it in the loop body compute the condition. Operations after an exit in its block never run.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    opt_prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import NoTerminator

from xdsl_torchscript.dialects.call_syntax import TsOp
from xdsl_torchscript.dialects.prim import IfOp, LoopOp


def _enclosing_op(op: Operation) -> Operation | None:
    """Return the innermost operation around `op` that is not a branch."""
    parent = op.parent_op()
    while isinstance(parent, IfOp):
        parent = parent.parent_op()
    return parent


@irdl_op_definition
class ReturnOp(TsOp):
    """Leave the function with these values."""

    name = "script.return"
    values = var_operand_def()

    assembly_format = "($values^ `:` type($values))? attr-dict"

    def __init__(self, values: Sequence[SSAValue]) -> None:
        super().__init__(operands=[values])

    def verify_(self) -> None:
        around = _enclosing_op(self)
        while isinstance(around, IterationOp):
            around = _enclosing_op(around)
            around = _enclosing_op(around) if isinstance(around, LoopOp) else around
        if isinstance(around, LoopOp):
            self.fail("leaves a loop whose body is not in a 'script.iteration'")
        if isinstance(around, FuncOp):
            expected = around.function_type.outputs.data
            self.expect_flow("returns", self.values.types, expected)


@irdl_op_definition
class NextOp(TsOp):
    """End an iteration with the values of the carried variables; `break` ends the loop too."""

    name = "script.next"
    breaks = opt_prop_def(UnitAttr)
    values = var_operand_def()

    assembly_format = "(`break` $breaks^)? ($values^ `:` type($values))? attr-dict"

    def __init__(self, values: Sequence[SSAValue], breaks: bool) -> None:
        super().__init__(operands=[values], properties={"breaks": UnitAttr() if breaks else None})

    def verify_(self) -> None:
        around = _enclosing_op(self)
        if not isinstance(around, IterationOp):
            self.fail("is not in a 'script.iteration'")
        self.expect_flow("passes", self.values.types, around.result_types)


@irdl_op_definition
class IterationOp(TsOp):
    """The statements in a loop's body; the results are the carried variables after them."""

    name = "script.iteration"
    carried = var_result_def()
    body = region_def("single_block")

    traits = traits_def(NoTerminator())

    assembly_format = "(`->` type($carried)^)? $body attr-dict"

    def __init__(self, body: Block, types: Sequence[Attribute]) -> None:
        super().__init__(result_types=[types], regions=[Region(body)])

    def verify_(self) -> None:
        if not isinstance(self.parent_op(), LoopOp):
            self.fail("is not in the body of a 'prim.Loop'")


SCRIPT = Dialect("script", [IterationOp, NextOp, ReturnOp])
