"""Rewriting of loops that neither `for` nor `while` expresses, so that `while` does.

A loop with a count and a condition gets a carried counter and only a condition. TorchScript does
the same for loops with `break`. Other programs are unchanged.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp, LoopOp, constant_value
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.frontend.python_text.inlining import ops_in
from xdsl_torchscript.frontend.python_text.statements import is_true

_FOREVER = 2**63 - 1


def readable(function: FuncOp) -> FuncOp:
    """Return the function, or a rewritten copy if it has such loops."""
    ops = ops_in(function.body.block)
    if not any(isinstance(op, LoopOp) and _counts_and_tests(op) for op in ops):
        return function
    copy = function.clone()
    for op in list(ops_in(copy.body.block)):
        if isinstance(op, LoopOp) and _counts_and_tests(op):
            _count_in_condition(op)
    return copy


def _counts_and_tests(op: LoopOp) -> bool:
    """Return whether the loop has both a count and a condition."""
    counts = is_true(op.initial_condition) and is_true(op.body_condition.condition)
    is_endless = constant_value(op.max_trip_count) == ConstantOp.from_int(_FOREVER).value
    return not counts and (bool(op.trip.uses) or not is_endless)


def _insert(op: Operation, point: InsertPoint, like: Operation) -> SSAValue:
    op.location = like.location
    Rewriter.insert_op(op, point)
    return op.results[0]


def _call(name: str, types: Attribute, *operands: SSAValue) -> Operation:
    return schema_op(name).create(operands=operands, result_types=[types])


def _count_in_condition(loop: LoopOp) -> None:
    """Replace a loop's trip count by a carried counter that the condition tests."""
    point, limit = InsertPoint.before(loop), loop.max_trip_count
    zero = _insert(ConstantOp.from_int(0), point, loop)
    one = _insert(ConstantOp.from_int(1), point, loop)
    forever = _insert(ConstantOp.from_int(_FOREVER), point, loop)
    first = _insert(_call("aten.gt.int", i1, limit, zero), point, loop)
    if not is_true(loop.initial_condition):
        first = _insert(_call("aten.__and__.bool", i1, first, loop.initial_condition), point, loop)
    end = loop.body_condition
    inside = InsertPoint.before(end)
    iteration = loop.body.insert_arg(i64, len(loop.body.args))
    iteration.location = loop.location
    loop.trip.replace_all_uses_with(iteration)
    following = _insert(_call("aten.add.int", i64, iteration, one), inside, end)
    more = _insert(_call("aten.lt.int", i1, following, limit), inside, end)
    condition = _insert(_call("aten.__and__.bool", i1, more, end.condition), inside, end)
    end.operands = [condition, *end.carried, following]
    made = LoopOp(
        forever, first, [*loop.carried, zero], [*loop.result_types, i64],
        loop.detach_region(loop.body_region),
    )  # fmt: skip
    made.location = loop.location
    Rewriter.insert_op(made, point)
    for old, new in zip(loop.results, made.results[:-1], strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    loop.detach()
    loop.erase()
