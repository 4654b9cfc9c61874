"""prim.If and prim.Loop with fewer results."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import IfOp, IfYieldOp, LoopConditionOp, LoopOp
from xdsl_torchscript.lowering.ts.inlining import seen_as

Item = TypeVar("Item")


def without_branch_results(op: IfOp, known: Mapping[int, SSAValue]) -> IfOp:
    """Return `op` without the results with these numbers, which become the values given."""
    for end in (op.then_yield, op.else_yield):
        _replace_end(end, IfYieldOp(*_others(end.operands, known)))
    kept = _others(op.results, known)
    regions = [op.detach_region(region) for region in tuple(op.regions)]
    new = IfOp(op.condition, [result.type for result in kept], *regions)
    _replace(op, new, known)
    return new


def without_carried_values(op: LoopOp, unchanged: Collection[int]) -> LoopOp:
    """Return `op` without the carried values with these numbers, which become the initial ones."""
    arguments = op.carried_args
    known = {i: seen_as(op.carried[i], arguments[i].type, op) for i in unchanged}
    end = op.body_condition
    _replace_end(end, LoopConditionOp(end.condition, _others(end.carried, known)))
    for index, value in known.items():
        arguments[index].replace_all_uses_with(value)
        op.body.erase_arg(arguments[index])
    carried, kept = _others(op.carried, known), _others(op.results, known)
    types = [result.type for result in kept]
    body = op.detach_region(op.body_region)
    new = LoopOp(op.max_trip_count, op.initial_condition, carried, types, body)
    _replace(op, new, known)
    return new


def _others(items: Sequence[Item], known: Collection[int]) -> list[Item]:
    return [item for index, item in enumerate(items) if index not in known]


def _replace_end(old: Operation, new: Operation) -> None:
    new.location, new.attributes = old.location, old.attributes
    Rewriter.replace_op(old, new, [])


def _replace(old: Operation, new: Operation, known: Mapping[int, SSAValue]) -> None:
    """Put `new`, whose results are those of `old` that are not known, in the place of `old`."""
    new.location, new.attributes = old.location, old.attributes
    kept = iter(new.results)
    results = [
        seen_as(known[index], result.type, old) if index in known else next(kept)
        for index, result in enumerate(old.results)
    ]
    for result, replacement in zip(old.results, results, strict=True):
        replacement.name_hint = replacement.name_hint or result.name_hint
    Rewriter.replace_op(old, new, results)
