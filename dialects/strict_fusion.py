"""Marks of the blocks of `with torch.jit.strict_fusion():`.

    %m = prim.CreateObject() : () -> !ts.class<@"__torch__.torch.jit.strict_fusion">
    %n = prim.Enter(%m) : (!ts.class<@"__torch__.torch.jit.strict_fusion">) -> !ts.none
    ...
    prim.Exit(%m) : (!ts.class<@"__torch__.torch.jit.strict_fusion">) -> ()

Every operation of such a block must be in a fusion group. Its manager does nothing.
"""

from __future__ import annotations

from typing import TypeAlias, TypeGuard

from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim.modules import EnterOp, ExitOp
from xdsl_torchscript.dialects.types import ClassType

STRICT_FUSION = "__torch__.torch.jit.strict_fusion"
"""The class of the managers."""

StrictFusionMark: TypeAlias = EnterOp | ExitOp


def marks_strict_fusion(op: Operation) -> TypeGuard[StrictFusionMark]:
    """Return whether an operation begins or ends a block of strict fusion."""
    if not isinstance(op, EnterOp | ExitOp):
        return False
    manager = op.manager.type
    return isinstance(manager, ClassType) and manager.symbol.data == STRICT_FUSION
