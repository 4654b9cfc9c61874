"""`lower-simple-tuples`: replace elements read from a tuple by the values it was constructed from.

    %t = prim.TupleConstruct(%x, %y) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
    %a, %n = prim.TupleUnpack(%t) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
    %r = aten.add.Scalar(%a, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor

becomes

    %r = aten.add.Scalar(%x, %y, %y) : (!ts.tensor, i64, i64) -> !ts.tensor

A tuple that both branches of a prim.If construct is constructed behind it, of elements that the
branches yield. Tuples are immutable and without an identity, so no write matters. Tuples that
reach a call, a container, the caller or a loop stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import IfOp, IfYieldOp, TupleConstructOp, TupleSliceOp
from xdsl_torchscript.dialects.prim.data import AnyTuple
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.containers.tuples import TAKES_APART, elements_taken
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary

ValueT = TypeVar("ValueT", bound=SSAValue)


def take_apart(op: Operation) -> None:
    """Replace the elements that `op` reads from a tuple constructed in the function."""
    try:
        elements = elements_taken(op)
    except NotConstantError as error:
        return refuse(op, str(error))
    maker = owner_of(op.operands[0])
    if isinstance(op, TupleSliceOp):
        Rewriter.replace_op(
            op, propagate_location(op, [TupleConstructOp(elements, op.result.type)])
        )
    else:
        pairs = zip(elements, op.results, strict=True)
        Rewriter.replace_op(
            op, [], [cast_at_boundary(value, result.type, op) for value, result in pairs]
        )
    if maker is not None and maker.results[0].first_use is None:
        Rewriter.erase_op(maker)
    return None


def construct_behind(op: IfOp) -> None:
    """Construct the tuples that both branches of `op` construct and yield behind it."""
    ends = (op.then_yield, op.else_yield)
    for index, result in enumerate(op.results):
        constructed = all(isinstance(end.operands[index].owner, TupleConstructOp) for end in ends)
        if constructed and isinstance(result.type, AnyTuple):
            return construct_behind(_yield_elements(op, index, result.type))
    return None


def _yield_elements(op: IfOp, index: int, type: AnyTuple) -> IfOp:
    """Return the replacement of `op`: it yields a tuple's elements, after its other results."""
    for end in (op.then_yield, op.else_yield):
        maker = end.operands[index].owner
        values = [*_without(end.operands, index), *cast(TupleConstructOp, maker).elements]
        Rewriter.replace_op(end, propagate_location(end, [IfYieldOp(*values)]), [])
    others = _without(op.results, index)
    types = [*(result.type for result in others), *type.elements]
    new = IfOp(op.condition, types, *[op.detach_region(region) for region in tuple(op.regions)])
    new.attributes = op.attributes
    made = TupleConstructOp(new.results[len(others) :], type)
    results: list[SSAValue] = [*new.results[: len(others)]]
    results.insert(index, made.result)
    Rewriter.replace_op(op, propagate_location(op, [new, made]), results)
    return new


def _without(values: Sequence[ValueT], index: int) -> list[ValueT]:
    return [value for position, value in enumerate(values) if position != index]


def lower_simple_tuples(root: Operation) -> None:
    """Take apart the tuples that are constructed below `root`, in textual order."""
    for op in list(root.walk(region_first=True)):
        if isinstance(op, IfOp):
            construct_behind(op)
        elif isinstance(op, TAKES_APART):
            take_apart(op)


@dataclass(frozen=True)
class LowerSimpleTuplesPass(TsPass):
    """Replace elements read from a tuple by the values it was constructed from."""

    name = "lower-simple-tuples"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            lower_simple_tuples(function)
