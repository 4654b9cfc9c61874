"""Tuples among the arguments of a function, taken apart where it starts.

    func.func @f(%state: !ts.optional<!ts.tuple<!ts.tensor, !ts.tensor>>)

becomes, for a call with a state,

    %s = prim.unchecked_cast(%state) : ... -> !ts.tuple<!ts.tensor, !ts.tensor>
    %h, %c = prim.TupleUnpack(%s) : (!ts.tuple<!ts.tensor, !ts.tensor>) -> (!ts.tensor, !ts.tensor)
    %t = prim.TupleConstruct(%h, %c) : (!ts.tensor, !ts.tensor) -> !ts.tuple<!ts.tensor, !ts.tensor>

where %t replaces the argument, and for a call without one, None replaces it. So a plan checks the
types of the elements like those of other arguments.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    TupleConstructOp,
    TupleUnpackOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.types import OptionalType, TupleType
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.ts.inlining import replace_use
from xdsl_torchscript.runtime.values import Value


def take_tuples(function: FuncOp, inputs: Sequence[Value]) -> dict[int, bool]:
    """Take tuples among the arguments apart. Return which of those that may be None are given, by
    their numbers."""
    given: dict[int, bool] = {}
    for argument in function.body.block.args:
        declared = argument.type
        type = declared.element if isinstance(declared, OptionalType) else declared
        if not isinstance(type, TupleType) or argument.first_use is None:
            continue
        is_given = type is declared or inputs[argument.index] is not None
        if type is not declared:
            given[argument.index] = is_given
        _take_apart(argument, type, is_given=is_given)
    return given


def _take_apart(argument: BlockArgument, type: TupleType, *, is_given: bool) -> None:
    """Replace an argument by a new tuple of its elements, or by None."""
    uses, start = tuple(argument.uses), argument.owner.first_op
    assert start is not None
    emit = Emitter.before(start, uses[0].operation)
    if is_given:
        given = argument if type == argument.type else emit(UncheckedCastOp(argument, type)).result
        value = _rebuild(given, emit)
    else:
        value = emit(ConstantOp.none()).result
    for use in uses:
        replace_use(use, value, argument.type)


def _rebuild(value: SSAValue, emit: Emitter) -> SSAValue:
    """Return a new tuple of the elements of a tuple, nested ones rebuilt, too."""
    if not isinstance(value.type, TupleType):
        return value
    elements = [_rebuild(element, emit) for element in emit(TupleUnpackOp(value)).elements]
    return emit(TupleConstructOp(elements, value.type)).result
