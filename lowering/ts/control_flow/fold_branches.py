"""`fold-branches`: replace a branch with a known condition by the code that runs.

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

A condition is known if it is a constant, or follows from constants and types. It may be an operator
on numbers, a comparison of sizes, which may be symbols, or with None, or a `not` of one. If a cast
only widens an operand, the operand's original type is used, as it may be more precise. The elements
of a list that may be written and the rank of a resizable tensor are unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import KnownConstant, NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import IfOp, UncheckedCastOp
from xdsl_torchscript.dialects.scalar_evaluation import NUMBERS, evaluate_operator
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.size_comparisons import (
    COMPARISONS,
    SAME_SIZES,
    are_equal,
    compare,
)
from xdsl_torchscript.lowering.analysis.type_queries import TYPE_QUERIES
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import defined_functions
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary
from xdsl_torchscript.lowering.ts.simplification.fold_rules import IDENTITIES, is_identical


def _known_value(value: SSAValue, facts: Facts) -> KnownConstant:
    """Return a constant, or a value that types imply. Raises NotConstantError."""
    owner = owner_of(value)
    if owner is None or owner.name not in TYPE_QUERIES:
        return facts.constant_of(value)
    return TYPE_QUERIES[owner.name](facts.tensor_type_of(owner.operands[0]))


def truth(condition: SSAValue, facts: Facts) -> bool:
    """Return the condition of every run. Raises NotConstantError."""
    op = owner_of(condition)
    if op is None:
        raise NotConstantError("an argument is not constant")
    if op.name == "aten.__not__":
        return not truth(op.operands[0], facts)
    if op.name in IDENTITIES:
        return is_identical(op, [None if facts.is_none(v) else v for v in op.operands])
    if op.name in SAME_SIZES:
        return are_equal(*map(facts.dims_of, op.operands)) is SAME_SIZES[op.name]
    if op.name in NUMBERS:
        return _result(op, facts)
    return _known_value(condition, facts) is True


def _result(op: Operation, facts: Facts) -> bool:
    """Return the result of an operator on numbers, of which a comparison's may be sizes. Raises
    NotConstantError."""
    try:
        known = [_known_value(v, facts) for v in op.operands]
    except NotConstantError:
        if op.name not in COMPARISONS:
            raise
        return compare(op.name, *map(facts.dim_of, op.operands))
    return evaluate_operator(op.name, NUMBERS[op.name], known)


def take_branch(op: IfOp, condition: bool) -> None:
    """Put the operations of the branch that `condition` selects in the place of `op`."""
    taken, end = (op.then_block, op.then_yield) if condition else (op.else_block, op.else_yield)
    values = list(end.operands)
    Rewriter.erase_op(end)
    Rewriter.inline_block(taken, InsertPoint.before(op))
    pairs = zip(op.outputs, values, strict=True)
    Rewriter.replace_op(
        op, [], [cast_at_boundary(value, result.type, op) for result, value in pairs]
    )


def _read_before_widening(function: Operation) -> None:
    """Let operators read a value itself where a cast only widens its type, say to an optional."""
    for op in operations_of(function, SchemaOp):
        for index, operand in enumerate(op.operands):
            cast = owner_of(operand)
            if isinstance(cast, UncheckedCastOp) and is_subtype_of(cast.value.type, operand.type):
                op.operands[index] = cast.value


def fold_branches(function: Operation, facts: Facts) -> None:
    """Take the branch of each prim.If in `function` whose condition the facts determine."""
    erased: set[Operation] = set()
    for op in operations_of(function, IfOp):
        if op in erased:
            continue
        try:
            condition = truth(op.condition, facts)
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
        for function in defined_functions(module):
            _read_before_widening(function)
            if operations_of(function, IfOp):
                fold_branches(function, MemoryFacts(analyses.get(AliasAnalysis, function)))
