"""Copies of a loop body as single iterations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import ConstantOp, LoopOp
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.walk import operations_around
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary


def obstacle_to_copies(loop: LoopOp) -> str | None:
    """Return why the body may not be copied; None if it may.

    A constant of a mutable type is one object, however often its operation runs.
    """
    for op in _mutable_constants(loop):
        inside = takewhile(lambda around: around is not loop, operations_around(op))
        if any(o.has_trait(IsolatedFromAbove, value_if_unregistered=False) for o in inside):
            return "a subgraph in it has a mutable constant"
    return None


def share_constants(loop: LoopOp) -> None:
    """Move the constants that copies have to share in front of the loop."""
    for op in _mutable_constants(loop):
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(loop))


def _mutable_constants(loop: LoopOp) -> list[ConstantOp]:
    constants = (op for op in loop.body.walk() if isinstance(op, ConstantOp))
    return [op for op in constants if is_mutable_type(op.type)]


def copy_iteration(
    loop: LoopOp, trip: SSAValue, carried: Sequence[SSAValue], point: Operation
) -> tuple[SSAValue, Sequence[SSAValue]]:
    """Copy the body of `loop` before `point`; return whether to continue, and the carried
    values."""
    values: dict[SSAValue, SSAValue] = {loop.trip: trip}
    for argument, value in zip(loop.carried_args, carried, strict=True):
        values[argument] = cast_at_boundary(value, argument.type, point)
    end = loop.body_condition
    for op in loop.body.ops:
        if op is end:
            break
        Rewriter.insert_op(op.clone(values), InsertPoint.before(point))
    condition, *rest = (values.get(value, value) for value in end.operands)
    return condition, rest


def counts_only(loop: LoopOp, facts: Facts) -> bool:
    """Return whether the loop runs as often as its trip count says."""
    conditions = (loop.initial_condition, loop.body_condition.condition)
    return all(facts.known_constant(condition) is True for condition in conditions)
