"""`check-strict-fusion`: an unfused operation in a block of strict fusion is an error.

    %m = prim.CreateObject() : () -> !ts.class<@"__torch__.torch.jit.strict_fusion">
    %n = prim.Enter(%m) : (!ts.class<@"__torch__.torch.jit.strict_fusion">) -> !ts.none
    %y = aten.det(%x) : (!ts.tensor) -> !ts.tensor        // error: is in no fusion group
    prim.Exit(%m) : (!ts.class<@"__torch__.torch.jit.strict_fusion">) -> ()

Constants, groups, and the checks that guard groups may be in the block. As in PyTorch, branches,
loops and constructed tuples may not, unless a group contains them. The pass follows
`create-fusion-groups`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    CreateObjectOp,
    EnterOp,
    ExitOp,
    GuardOp,
    IfOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.strict_fusion import marks_strict_fusion
from xdsl_torchscript.lowering.core.analyses import ALL, Analyses
from xdsl_torchscript.lowering.core.diagnostics import Finding, about, raise_findings
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions

_ACCEPTED = (ConstantOp, GuardOp, TensorExprGroupOp, TypeCheckOp)


def unfused_operations(
    function: FuncOp, reasons: Mapping[Operation, str] | None = None
) -> Sequence[Finding]:
    """Return the operations of strict fusion blocks that are in no group, with these reasons."""
    found = [
        inner
        for op in function.body.walk()
        if marks_strict_fusion(op) and isinstance(op, EnterOp)
        for inner in _operations_of_block(op)
        if not _is_accepted(inner)
    ]
    known = {op: f": {reason}" for op, reason in (reasons or {}).items()}
    faults = (about(op, f"is in no fusion group{known.get(op, '')}") for op in found)
    return [*dict.fromkeys(faults)]


def _operations_of_block(enter: EnterOp) -> Iterator[Operation]:
    """Yield the operations of a strict fusion block. An early return in a branch ends it, too."""
    op = enter.next_op
    while op is not None and not op.has_trait(IsTerminator):
        if any(_ends(inner, enter) for inner in op.walk()):
            if op.regions:
                yield op
            return
        yield op
        op = op.next_op


def _ends(op: Operation, enter: EnterOp) -> bool:
    return isinstance(op, ExitOp) and op.manager is enter.manager


def _is_accepted(op: Operation) -> bool:
    if isinstance(op, CreateObjectOp):
        return all(marks_strict_fusion(use.operation) for use in op.result.uses)
    if isinstance(op, IfOp):
        return isinstance(op.condition.owner, TypeCheckOp)
    return isinstance(op, _ACCEPTED) or marks_strict_fusion(op)


@dataclass(frozen=True)
class CheckStrictFusionPass(TsPass):
    """Reject unfused operations in blocks of strict fusion; changes nothing."""

    name = "check-strict-fusion"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ALL

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = torchscript_functions(module)
        raise_findings([fault for function in functions for fault in unfused_operations(function)])
