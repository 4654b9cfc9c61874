"""Ops that stand for `return`, `break` and `continue` until `exits.py` has removed them.

A turn of a loop is a region of its own, `script.turn`, that control leaves with a `script.next`
alone; what follows it in the body of the loop is the condition.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)


@irdl_op_definition
class ReturnMark(IRDLOperation):
    """Leaves the function with a value."""

    name = "script.return"
    values = var_operand_def()

    def __init__(self, values: Sequence[SSAValue]) -> None:
        super().__init__(operands=[values])


@irdl_op_definition
class NextMark(IRDLOperation):
    """Leaves the turn with the carried variables; `breaks` tells that it is the last."""

    name = "script.next"
    values = var_operand_def()
    breaks = prop_def(BoolAttr)

    def __init__(self, values: Sequence[SSAValue], breaks: bool) -> None:
        super().__init__(operands=[values], properties={"breaks": BoolAttr.from_bool(breaks)})


@irdl_op_definition
class TurnOp(IRDLOperation):
    """The statements in the body of a loop; the results are the carried variables behind them."""

    name = "script.turn"
    carried = var_result_def()
    body = region_def("single_block")

    def __init__(self, body: Block, types: Sequence[Attribute]) -> None:
        super().__init__(result_types=[types], regions=[Region(body)])
