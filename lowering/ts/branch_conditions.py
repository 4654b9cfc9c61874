"""The condition of a prim.If where it is known: in branches, and behind a branch that raises. The
results of other operations with this condition, or its negation, are known there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.func import ReturnOp
from xdsl.ir import Block, Operation, OpResult, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, literal_attribute, owner_of
from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, RaiseExceptionOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.location_copying import propagate_location

_NOT = "aten.__not__"


@dataclass(frozen=True)
class OptionalResult:
    """A result of `branch` that is None in one branch, and `present`, a tensor, in the other."""

    branch: IfOp
    present: SSAValue
    is_none_first: bool
    """Whether the first branch yields None."""


def optional_result(value: SSAValue, facts: Facts) -> OptionalResult:
    """Return how a branch decides whether a value is None. Raises NotConstantError."""
    branch = owner_of(value)
    if not isinstance(branch, IfOp) or not isinstance(value, OpResult):
        raise NotConstantError("no branch decides whether it is None")
    then, other = (end.operands[value.index] for end in (branch.then_yield, branch.else_yield))
    is_first = facts.is_none(then)
    if not is_first and not facts.is_none(other):
        raise NotConstantError("no branch yields None")
    present = other if is_first else then
    if not isinstance(present.type, TensorType):
        raise NotConstantError("both branches may yield None")
    return OptionalResult(branch, present, is_first)


def raises(block: Block) -> bool:
    """Return whether a block raises an exception whenever it runs."""
    return any(isinstance(op, RaiseExceptionOp) for op in block.ops)


def state_condition(op: IfOp) -> None:
    """Replace the condition by a constant in the branches, and behind `op` if one of them raises.

    The use of the condition by `op` itself stays.
    """
    conditions = list(_equivalents(op.condition))
    if len(conditions) == 1 and op.condition.has_one_use():
        return
    for block, value in ((op.then_block, True), (op.else_block, False)):
        first, behind = block.first_op, op.next_op
        assert first is not None
        for condition, is_same in conditions:
            _replace(op, condition, first, value=value is is_same)
            if behind is not None and raises(block):
                _replace(op, condition, behind, value=value is not is_same)


def _equivalents(condition: SSAValue) -> Iterator[tuple[SSAValue, bool]]:
    """Yield the condition and its negations, with whether they are as the condition."""
    yield condition, True
    owner = owner_of(condition)
    if owner is not None and owner.name == _NOT:
        yield owner.operands[0], False
    for use in condition.uses:
        if use.operation.name == _NOT:
            yield use.operation.results[0], False


def _replace(op: IfOp, condition: SSAValue, first: Operation, *, value: bool) -> None:
    """Replace a condition of this value, and what it decides, from an operation on to the end of
    its block."""
    known = set(_uses_from(first, condition))
    if known:
        constant = ConstantOp(literal_attribute(value), condition.type)
        Rewriter.insert_op(propagate_location(op, [constant]), InsertPoint.before(first))
        condition.replace_uses_with_if(constant.result, known.__contains__)
    for use in tuple(condition.uses):
        other = use.operation
        if not isinstance(other, IfOp) or other is op:
            continue
        end = other.then_yield if value else other.else_yield
        for result, taken in zip(other.results, end.operands, strict=True):
            is_known = is_subtype_of(taken.type, result.type) and not other.is_ancestor(taken.owner)
            decided = set(_uses_from(first, result)) if is_known else set[Use]()
            # Functions state the types that they return.
            if not any(isinstance(use.operation, ReturnOp) for use in decided):
                result.replace_uses_with_if(taken, decided.__contains__)


def _uses_from(first: Operation, value: SSAValue) -> Iterator[Use]:
    """Yield the uses of a value by an operation, or by later ones of its block."""
    block = first.parent
    assert block is not None
    for use in value.uses:
        around = block.find_ancestor_op_in_block(use.operation)
        if around is first or (around is not None and first.is_before_in_block(around)):
            yield use
