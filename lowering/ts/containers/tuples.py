"""The elements of tuples that a function constructs."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import (
    TupleConstructOp,
    TupleIndexOp,
    TupleSliceOp,
    TupleUnpackOp,
    UncheckedCastOp,
)
from xdsl_torchscript.lowering.analysis.facts import STATED

TAKES_APART = (TupleUnpackOp, TupleIndexOp, TupleSliceOp)


def maker_of(value: SSAValue) -> Operation | None:
    """Return the operation that makes a value, looking through casts."""
    maker = owner_of(value)
    while isinstance(maker, UncheckedCastOp):
        maker = owner_of(maker.value)
    return maker


def elements_taken(op: Operation) -> Sequence[SSAValue]:
    """Return the elements that an operation reads from a tuple, looking through casts.

    Raises NotConstantError unless the function constructs the tuple and the index is constant.
    """
    maker = maker_of(op.operands[0])
    if not isinstance(maker, TupleConstructOp):
        raise NotConstantError("the tuple is not constructed here")
    match op:
        case TupleIndexOp():
            return [maker.elements[STATED.int_of(op.index)]]
        case TupleSliceOp():
            return maker.elements[op.beg.value.data : op.end.value.data]
        case _:
            return maker.elements
