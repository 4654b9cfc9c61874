"""`hoist-checks`: checks move in front of what the function assigns to its arguments.

    %0 = te.scatter (%j = 8) into %k : tensor<4x8xf32> {...}
    %ok = ... of %index
    cf.assert %ok, "aten.index_copy: index out of range"
    te.assign %0 to %k : tensor<4x8xf32>

becomes

    %ok = ... of %index
    cf.assert %ok, "aten.index_copy: index out of range"
    %0 = te.scatter (%j = 8) into %k : tensor<4x8xf32> {...}
    te.assign %0 to %k : tensor<4x8xf32>

A function whose check fails must not have written an argument. So a tensor is made in the memory
of the argument only if no check follows (`convert-te-to-loops`); else it is made elsewhere, and
copied. A check that needs the new tensor stays. Behind a branch a tensor may be a version of either
side's tensor: a check moves in front of each that it does not need.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import cf
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.dialects.te import AssignOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_in, operations_of
from xdsl_torchscript.lowering.te.versions import old_versions


def _hoist_checks(block: Block) -> None:
    old = _old_versions(block)
    for first in [op for op, before in old.items() if not before]:
        _hoist_before(first, _made_from(first, old))


def _hoist_before(first: Operation, versions: Set[Operation]) -> None:
    """Move the checks behind an operation in front of it, unless they need one of these tensors."""
    assert first.parent is not None
    places = {op: place for place, op in enumerate(operations_in(first.parent))}
    behind = {op: place for op, place in places.items() if place >= places[first]}
    for op in [op for op in behind if isinstance(op, cf.AssertOp)]:
        needed = _needed_by(op, behind.keys())
        if not versions.isdisjoint(needed) or not all(map(is_side_effect_free, needed)):
            refuse(op, "it needs a tensor that is assigned")
            continue
        for moved in (*sorted(needed, key=places.__getitem__), op):
            moved.detach()
            Rewriter.insert_op(moved, InsertPoint.before(first))
            del behind[moved]


def _old_versions(block: Block) -> Mapping[Operation, Set[Operation]]:
    """Return the operations of a block that make assigned tensors and earlier versions of them, in
    their order, each with those that make the versions before."""
    found: dict[Operation, set[Operation]] = {}
    pending = [op.value for op in operations_in(block) if isinstance(op, AssignOp)]
    seen = set[SSAValue]()
    while pending:
        value = pending.pop()
        if value in seen or not isinstance(value, OpResult) or value.op.parent is not block:
            continue
        seen.add(value)
        old = old_versions(value)
        made = {each.op for each in old if isinstance(each, OpResult) and each.op.parent is block}
        found.setdefault(value.op, set()).update(made)
        pending += old
    return {op: found[op] for op in operations_in(block) if op in found}


def _made_from(first: Operation, old: Mapping[Operation, Set[Operation]]) -> Set[Operation]:
    """Return an operation and those that make later versions of its tensors."""
    made = {first}
    for op, before in old.items():
        if not made.isdisjoint(before):
            made.add(op)
    return made


def _needed_by(op: Operation, behind: Set[Operation]) -> set[Operation]:
    """Return the operations among these that an operation needs."""
    needed, pending = set[Operation](), [op]
    while pending:
        values = (value for inner in pending.pop().walk() for value in inner.operands)
        owners = (value.owner for value in values if isinstance(value.owner, Operation))
        found = {owner for owner in owners if owner in behind} - needed
        needed |= found
        pending += found
    return needed


@dataclass(frozen=True)
class HoistChecksPass(TsPass):
    """Check before arguments are assigned, so that they can be written in place."""

    name = "hoist-checks"
    level = "te"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in operations_of(module, FuncOp):
            for block in function.body.blocks:
                _hoist_checks(block)
