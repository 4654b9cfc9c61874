"""`branch-on-none`: an operator runs in one branch for None, and in another for a tensor.

    %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
      prim.If.yield %none : !ts.none
    } else {
      %u = aten.unsqueeze(%x, %zero) : (!ts.tensor, i64) -> !ts.tensor
      prim.If.yield %u : !ts.tensor
    }
    %r = aten.linear(%y, %w, %m) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor

becomes, after `dce`,

    %r = prim.If %c -> (!ts.tensor) {
      %a = aten.linear(%y, %w, %none) : (!ts.tensor, !ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %a : !ts.tensor
    } else {
      %u = aten.unsqueeze(%x, %zero) : (!ts.tensor, i64) -> !ts.tensor
      %b = aten.linear(%y, %w, %u) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
      prim.If.yield %b : !ts.tensor
    }

A kernel takes either, but no value that may be both. Operations of the branch that decides are
repeated: they have no effects, and read nothing that is written. In the new branches, the condition
is a constant.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import IfOp, IfYieldOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import OptionalType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.control_flow.branch_conditions import (
    condition_of,
    optional_result,
    state_condition,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


@dataclass
class _Repetition:
    """Repeat at the end of a block the computation of the branches of a condition."""

    user: Operation
    condition: SSAValue
    is_true: bool
    aliases: AliasAnalysis
    block: Block = field(default_factory=Block)
    _copies: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    def value(self, value: SSAValue) -> SSAValue:
        """Return a value as it is under the condition, visible in the block. Raises
        NotConstantError."""
        owner = owner_of(value)
        if owner is None or value in self._copies:
            return self._copies.get(value, value)
        if isinstance(owner, IfOp) and owner.condition is self.condition:
            assert isinstance(value, OpResult)
            end = owner.then_yield if self.is_true else owner.else_yield
            return self.value(end.operands[value.index])
        if owner.parent is not None and owner.parent.find_ancestor_op_in_block(self.user):
            return value
        effects = self.aliases.effects(owner)
        if owner.regions or effects.writes or effects.reads & self.aliases.written:
            raise NotConstantError(f"'{owner.name}' cannot be repeated")
        copy = owner.clone({each: self.value(each) for each in owner.operands})
        self.block.add_op(copy)
        self._copies.update(zip(owner.results, copy.results, strict=True))
        return self._copies[value]

    def run(self, op: Operation) -> None:
        """Repeat the operator that takes the values, and yield its results."""
        operands = {operand: self.value(operand) for operand in op.operands}
        copy = op.clone(operands)
        self.block.add_ops([copy, *propagate_location(op, [IfYieldOp(*copy.results)])])


def _deciding_branch(op: Operation) -> IfOp | None:
    """Return the branch that decides whether an operand is None, if there is one."""
    for operand in op.operands:
        if isinstance(operand.type, OptionalType):
            with suppress(NotConstantError):
                return optional_result(operand, STATED).branch
    return None


def branch_on_none(function: FuncOp, aliases: AliasAnalysis) -> None:
    """Let operators run in branches that decide whether their operands are None."""
    for op in tuple(function.body.walk()):
        branch = _deciding_branch(op) if isinstance(op, SchemaOp) else None
        if branch is None:
            continue
        sides = [_Repetition(op, branch.condition, side, aliases) for side in (True, False)]
        try:
            for side in sides:
                side.run(op)
        except NotConstantError as error:
            for side in sides:
                side.block.erase(safe_erase=False)
            refuse(op, str(error))
            continue
        regions = [Region(side.block) for side in sides]
        made = IfOp(branch.condition, [result.type for result in op.results], *regions)
        for result, new in zip(op.results, made.results, strict=True):
            new.name_hint = result.name_hint
        Rewriter.replace_op(op, propagate_location(op, [made]), made.results)
        state_condition(condition_of(made))


@dataclass(frozen=True)
class BranchOnNonePass(TsPass):
    """Run operators in branches where it is known whether their operands are None."""

    name = "branch-on-none"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            branch_on_none(function, analyses.get(AliasAnalysis, function))
