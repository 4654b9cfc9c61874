"""`fold-branches`: of a branch whose condition is known, what runs.

    %mean = prim.Constant 1 : i64
    %one = prim.Constant 1 : i64
    %c = aten.eq.int(%mean, %one) : (i64, i64) -> i1
    %r = prim.If %c -> (!ts.tensor) {
      %m = aten.mean(%x, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %m : !ts.tensor
    } else {
      prim.If.yield %x : !ts.tensor
    }

becomes, besides the constants,

    %r = aten.mean(%x, %none) : (!ts.tensor, !ts.none) -> !ts.tensor

A condition is known as a constant, a comparison of constant ints or of a rank that the type tells,
a question for None that the types answer, or a `not` of one of these. The elements of a list that
may be written are not known, nor the rank of a tensor that may get another one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import IfOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import NoneType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.constants import NotConstantError, owner_of
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pattern import refuse
from xdsl_torchscript.lowering.ts.inlining import seen_as

_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "aten.eq.int": operator.eq,
    "aten.ne.int": operator.ne,
    "aten.lt.int": operator.lt,
    "aten.le.int": operator.le,
    "aten.gt.int": operator.gt,
    "aten.ge.int": operator.ge,
}
_IDENTITIES: Mapping[str, bool] = {"aten.__is__": True, "aten.__isnot__": False}


def _int(value: SSAValue, facts: Facts) -> int:
    """A constant, or the rank of a tensor."""
    owner = owner_of(value)
    if owner is None or owner.name != "aten.dim":
        return facts.int_of(value)
    rank = facts.tensor_type_of(owner.operands[0]).rank
    if rank is None:
        raise NotConstantError("a rank that is not known")
    return rank


def _are_both_none(op: Operation, facts: Facts) -> bool:
    left, right = op.operands
    if facts.is_none(left) and facts.is_none(right):
        return True
    if not facts.is_none(left) and not facts.is_none(right):
        raise NotConstantError("a comparison of two values that are not None")
    other = right if facts.is_none(left) else left
    if is_subtype_of(NoneType(), facts.type_of(other)):
        raise NotConstantError("a value that may be None")
    return False


def _truth(condition: SSAValue, facts: Facts) -> bool:
    """What a condition is whenever the program runs. Raises NotConstantError."""
    op = owner_of(condition)
    if op is None:
        raise NotConstantError("an argument is not constant")
    if op.name == "aten.__not__":
        return not _truth(op.operands[0], facts)
    if op.name in _COMPARISONS:
        return _COMPARISONS[op.name](*(_int(operand, facts) for operand in op.operands))
    if op.name in _IDENTITIES:
        return _are_both_none(op, facts) == _IDENTITIES[op.name]
    return facts.constant_of(condition) is True


def take_branch(op: IfOp, condition: bool) -> None:
    """Put the operations of the branch that `condition` selects in the place of `op`."""
    taken, end = (op.then_block, op.then_yield) if condition else (op.else_block, op.else_yield)
    values = list(end.operands)
    Rewriter.erase_op(end)
    Rewriter.inline_block(taken, InsertPoint.before(op))
    pairs = zip(op.outputs, values, strict=True)
    Rewriter.replace_op(op, [], [seen_as(value, result.type, op) for result, value in pairs])


def fold_branches(function: Operation, facts: Facts) -> None:
    """Take the branch of each prim.If in `function` whose condition the facts tell."""
    erased: set[Operation] = set()
    for op in [inner for inner in function.walk() if isinstance(inner, IfOp)]:
        if op in erased:
            continue
        try:
            condition = _truth(op.condition, facts)
        except NotConstantError as error:
            refuse(op, str(error))
            continue
        erased.update((op.else_block if condition else op.then_block).walk())
        take_branch(op, condition)


@dataclass(frozen=True)
class FoldBranchesPass(TsPass):
    """Replace a prim.If with a known condition by the branch that runs."""

    name = "fold-branches"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in module.walk():
            if isinstance(function, FuncOp) and function.body.blocks:
                fold_branches(function, MemoryFacts(analyses.get(AliasAnalysis, function)))
