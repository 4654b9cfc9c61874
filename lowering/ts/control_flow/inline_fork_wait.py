"""`inline-fork-wait`: run the body of a fork in its place.

    %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
    ^bb0(%a: !ts.tensor):
      %b = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
      prim.return %b : !ts.tensor
    }
    %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor

becomes

    %r = aten.relu(%x) : (!ts.tensor) -> !ts.tensor

The future is used by `aten.wait` alone. A fork that may raise does so at its `wait`. So the `wait`
must be in the fork's block, with no observable effect between the two.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import ForkOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Locations
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.raising import may_raise
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary


def inline_forks(function: FuncOp) -> None:
    """Inline the forks of a function where legal. Inlining a fork also removes its waits, which may
    be between others.
    """
    forks = [op for op in function.body.walk(region_first=True) if isinstance(op, ForkOp)]
    count, aliases = None, None
    while len(forks) != count:
        count = len(forks)
        for fork in forks:
            aliases = aliases or AliasAnalysis(function)
            inline_fork(fork, aliases)
            if fork.parent is None:
                aliases = None  # That of the program before.
        forks = [fork for fork in forks if fork.parent is not None]


def inline_fork(fork: ForkOp, aliases: AliasAnalysis) -> None:
    """Replace a fork by its body, and each wait by the result, if legal."""
    reason = _obstacle(fork, aliases)
    if reason is not None:
        return refuse(fork, reason)
    for operand, argument in zip(fork.inputs, fork.body.args, strict=True):
        argument.replace_all_uses_with(cast_at_boundary(operand, argument.type, fork))
    end = fork.body_return
    (value,) = end.operands
    Rewriter.erase_op(end)
    Rewriter.inline_block(fork.body, InsertPoint.before(fork), fork.inputs)
    for use in list(fork.results[0].uses):
        wait = use.operation
        Rewriter.replace_op(wait, [], [cast_at_boundary(value, wait.results[0].type, wait)])
    return Rewriter.erase_op(fork)


def _obstacle(fork: ForkOp, aliases: AliasAnalysis) -> str | None:
    """Return why the fork may not run where it starts; None if it may."""
    users = [use.operation for use in fork.results[0].uses]
    if len(fork.results) != 1 or any(user.name != "aten.wait" for user in users):
        return "the future is used by other operations than waits"
    facts = MemoryFacts(aliases)
    if not any(may_raise(op, facts) for op in fork.body.ops if op is not fork.body_return):
        return None
    waits = [user for user in users if user.parent is fork.parent]
    if not waits:
        return "it may raise, and a wait may not follow"
    seen, op = aliases.returned | aliases.memory.world | aliases.memory.generator, fork.next_op
    while op is not None and op not in waits:
        if op not in aliases.order.first or _is_seen(op, aliases, seen):
            return f"it may raise, and '{op.name}' comes before the wait"
        op = op.next_op
    return None


def _is_seen(op: Operation, aliases: AliasAnalysis, seen: Locations) -> bool:
    """Return whether an operation writes some of `seen`; to start a fork is not observable."""
    inside = (inner for inner in aliases.order.inside(op) if not isinstance(inner, ForkOp))
    return any(aliases.own_effects(inner).writes & seen for inner in inside)


@dataclass(frozen=True)
class InlineForkWaitPass(TsPass):
    """Run the body of a fork in its place."""

    name = "inline-fork-wait"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            inline_forks(function)
