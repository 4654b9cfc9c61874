"""prim.If and prim.Loop with fewer results, or with one more, which is the last.

`known` maps the numbers of results and carried values to their values. None marks a dead one, whose
remaining uses the caller erases.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import IfOp, IfYieldOp, LoopConditionOp, LoopOp
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary

Item = TypeVar("Item")


def without_branch_results(op: IfOp, known: Mapping[int, SSAValue | None]) -> IfOp:
    """Return the replacement of `op`: the same operation without the known results."""
    for end in (op.then_yield, op.else_yield):
        replace_end(end, IfYieldOp(*_others(end.operands, known)))
    kept = _others(op.results, known)
    regions = [op.detach_region(region) for region in tuple(op.regions)]
    new = IfOp(op.condition, [result.type for result in kept], *regions)
    _replace(op, new, known)
    return new


def without_carried_values(op: LoopOp, known: Mapping[int, SSAValue | None]) -> LoopOp:
    """Return the replacement of `op`: the same operation without the known carried values."""
    arguments = op.carried_args
    end = op.body_condition
    replace_end(end, LoopConditionOp(end.condition, _others(end.carried, known)))
    for index, value in known.items():
        if value is not None:
            arguments[index].replace_all_uses_with(
                cast_at_boundary(value, arguments[index].type, op)
            )
        op.body.erase_arg(arguments[index], safe_erase=value is not None)
    carried, kept = _others(op.carried, known), _others(op.results, known)
    types = [result.type for result in kept]
    body = op.detach_region(op.body_region)
    new = LoopOp(op.max_trip_count, op.initial_condition, carried, types, body)
    _replace(op, new, known)
    return new


def with_branch_result(op: IfOp, then: SSAValue, otherwise: SSAValue) -> IfOp:
    """Return the replacement of `op`: the same operation, whose branches also yield these."""
    for end, value in ((op.then_yield, then), (op.else_yield, otherwise)):
        replace_end(end, IfYieldOp(*end.operands, value))
    regions = [op.detach_region(region) for region in tuple(op.regions)]
    new = IfOp(op.condition, [*op.result_types, then.type], *regions)
    _replace(op, new, {})
    return new


def with_carried_value(
    op: LoopOp, first: SSAValue, following: Callable[[SSAValue], SSAValue]
) -> LoopOp:
    """Return the replacement of `op`: the same operation, which also carries a value. `following`
    returns the value of the next iteration for that of an iteration."""
    argument = op.body.insert_arg(first.type, len(op.body.args))
    argument.name_hint, argument.location = first.name_hint, op.location
    last, end = following(argument), op.body_condition
    replace_end(end, LoopConditionOp(end.condition, [*end.carried, last]))
    carried, types = [*op.carried, first], [*op.result_types, first.type]
    body = op.detach_region(op.body_region)
    new = LoopOp(op.max_trip_count, op.initial_condition, carried, types, body)
    _replace(op, new, {})
    return new


def _others(items: Sequence[Item], known: Collection[int]) -> list[Item]:
    return [item for index, item in enumerate(items) if index not in known]


def replace_end(old: Operation, new: Operation) -> None:
    """Replace a block's terminator, with its location and attributes."""
    new.location, new.attributes = old.location, old.attributes
    Rewriter.replace_op(old, new, [])


def _replace(old: Operation, new: Operation, known: Mapping[int, SSAValue | None]) -> None:
    """Replace `old` by `new`, which has its unknown results first."""
    new.location, new.attributes = old.location, old.attributes
    kept = iter(new.results)
    results: list[SSAValue | None] = []
    for index, result in enumerate(old.results):
        value = known[index] if index in known else next(kept)
        results.append(None if value is None else cast_at_boundary(value, result.type, old))
        if value is not None:
            value.name_hint = value.name_hint or result.name_hint
    Rewriter.replace_op(old, new, results)
