"""The condition of a prim.If where it is known: in branches, and behind a branch that raises. The
results of other operations with this condition, or its negation, are known there, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import i1
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


def condition_of(op: IfOp) -> SSAValue:
    """Return the condition that `op` has itself, or whose negation it has."""
    condition, owner = op.condition, owner_of(op.condition)
    while owner is not None and owner.name == _NOT:
        condition = owner.operands[0]
        owner = owner_of(condition)
    return condition


def state_condition(condition: SSAValue) -> None:
    """Replace a condition and its negations by constants in the branches of operations on them, and
    behind those operations of which one branch raises. Replace the results of the operations there
    by what the branch that runs yields.

    The uses by the operations themselves stay.
    """
    meanings = _meanings(condition)
    decisions = _Decisions(meanings)
    for value, same in meanings:
        for use, decision in decisions.uses_of(value):
            constant = decisions.constant(decision, value=decision.holds is same)
            use.operation.operands[use.index] = constant
    for op, same in decisions.branches:
        for result in op.results:
            for use, decision in decisions.uses_of(result):
                _take(op, use, runs_first=decision.holds is same)


def _meanings(condition: SSAValue) -> list[tuple[SSAValue, bool]]:
    """Return a condition and its negations, with whether they are as the condition."""
    found = [(condition, True)]
    for value, same in found:
        negations = (use.operation for use in value.uses if use.operation.name == _NOT)
        found += [(negation.results[0], not same) for negation in negations]
    return found


def _take(op: IfOp, use: Use, *, runs_first: bool) -> None:
    """Let a use of a result have what a branch of `op` yields. Functions state the types that they
    return."""
    result = use.operation.operands[use.index]
    assert isinstance(result, OpResult)
    taken = (op.then_yield if runs_first else op.else_yield).operands[result.index]
    is_outside = is_subtype_of(taken.type, result.type) and not op.is_ancestor(taken.owner)
    if is_outside and not isinstance(use.operation, ReturnOp):
        use.operation.operands[use.index] = taken


@dataclass(frozen=True)
class _Decision:
    """A branch decides whether a condition holds, from the first operation on to the end of its
    block."""

    branch: IfOp
    first: Operation
    holds: bool


class _Decisions:
    """The decisions on a condition by the branches on it and its negations."""

    def __init__(self, meanings: Sequence[tuple[SSAValue, bool]]) -> None:
        self.branches = [(op, same) for value, same in meanings for op in _branches_on(value)]
        """The branches, with whether the first one runs if the condition holds."""
        self._inside: dict[Block, _Decision] = {}
        self._behind: dict[Block, list[_Decision]] = defaultdict(list)
        self._constants: dict[tuple[_Decision, bool], SSAValue] = {}
        for op, same in self.branches:
            for block, holds in ((op.then_block, same), (op.else_block, not same)):
                assert block.first_op is not None
                self._inside[block] = _Decision(op, block.first_op, holds)
                if op.parent is not None and op.next_op is not None and raises(block):
                    self._behind[op.parent].append(_Decision(op, op.next_op, not holds))

    def uses_of(self, value: SSAValue) -> Iterator[tuple[Use, _Decision]]:
        """Yield the uses of a value where a decision holds, each with the innermost one."""
        for use in tuple(value.uses):
            if (decision := self._around(use.operation)) is not None:
                yield use, decision

    def _around(self, op: Operation | None) -> _Decision | None:
        while op is not None and op.parent is not None:
            if op.parent in self._inside:
                return self._inside[op.parent]
            for decision in self._behind.get(op.parent, ()):
                if decision.first is op or decision.first.is_before_in_block(op):
                    return decision
            op = op.parent_op()
        return None

    def constant(self, decision: _Decision, *, value: bool) -> SSAValue:
        """Return a constant where a decision begins to hold."""
        key = (decision, value)
        if key not in self._constants:
            constant = ConstantOp(literal_attribute(value), i1)
            Rewriter.insert_op(
                propagate_location(decision.branch, [constant]), InsertPoint.before(decision.first)
            )
            self._constants[key] = constant.result
        return self._constants[key]


def _branches_on(condition: SSAValue) -> Iterator[IfOp]:
    """Yield the operations on a condition, in the order in which they came to use it."""
    for use in reversed(tuple(condition.uses)):
        if isinstance(use.operation, IfOp):
            yield use.operation
