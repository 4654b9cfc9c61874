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
copied. A check that needs the new tensor stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
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
    places = {op: place for place, op in enumerate(operations_in(block))}
    assigned = (op.value for op in places if isinstance(op, AssignOp))
    versions = {op for value in assigned for op in _versions(value) if op in places}
    if not versions:
        return
    start = min(versions, key=places.__getitem__)
    behind = {op: place for op, place in places.items() if place >= places[start]}
    for op in [op for op in behind if isinstance(op, cf.AssertOp)]:
        needed = _needed_by(op, behind.keys())
        if not versions.isdisjoint(needed) or not all(map(is_side_effect_free, needed)):
            refuse(op, "it needs a tensor that is assigned")
            continue
        for moved in (*sorted(needed, key=places.__getitem__), op):
            moved.detach()
            Rewriter.insert_op(moved, InsertPoint.before(start))
            del behind[moved]


def _versions(value: SSAValue | None) -> Iterator[Operation]:
    """Yield the operations that make a tensor and its earlier versions."""
    while isinstance(value, OpResult):
        yield value.op
        value = next(iter(old_versions(value)), None)


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
