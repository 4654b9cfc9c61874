"""`type-check-fusion-groups`: a fusion group runs only on tensors of the types it was made for.

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %r = prim.TensorExprGroup(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {...}

becomes

    %a, %ok = prim.TypeCheck(%x) {types = [!ts.tensor<[2],f32>]} : (!ts.tensor) -> (..., i1)
    %r = prim.If %ok -> (!ts.tensor) {
      %s = prim.TensorExprGroup(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {...}
      prim.If.yield %s : !ts.tensor<[2],f32>
    } else {
      %t = prim.FallbackGraph(%x) : (!ts.tensor) -> !ts.tensor {...}
      prim.If.yield %t : !ts.tensor
    }

The fallback graph computes the same without relying on types. A group whose inputs are declared
with these types has no check. Guards that are left check nothing that the program needs any more,
and go. One symbol in several types is one size in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Region
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import (
    FallbackGraphOp,
    GuardOp,
    IfOp,
    IfYieldOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.subtyping import is_subtype_of, without_facts
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions, values_of
from xdsl_torchscript.lowering.ts.fusion.broadcast_sizes import strip_guards
from xdsl_torchscript.lowering.ts.retype import retype


def fallback_of(group: TensorExprGroupOp) -> FallbackGraphOp:
    """Return the fallback graph of a group: its body, without facts about tensors and sizes."""
    copy = group.clone()
    for value in (*copy.results, *values_of(copy)):
        retype(value, without_facts(value.type))
    body = copy.detach_region(0)
    copy.drop_all_references()
    return FallbackGraphOp([strip_guards(v) for v in group.inputs], copy.result_types, body)


def check_types(group: TensorExprGroupOp) -> None:
    """Run a group under a check of its inputs, with a fallback graph, unless types imply the
    check."""
    checked = [number for number in range(len(group.inputs)) if _needs_check(group, number)]
    if not checked:
        return
    fallback = fallback_of(group)
    check = TypeCheckOp(
        [fallback.inputs[n] for n in checked], [group.body.args[n].type for n in checked]
    )
    types = fallback.result_types
    branch = IfOp(check.passed, types, Region(Block()), Region(Block()))
    propagate_location(group, [check, branch])
    Rewriter.insert_op([check, branch], InsertPoint.before(group))
    for old, new in zip(group.results, branch.results, strict=True):
        old.replace_all_uses_with(new)
    group.detach()
    for number, refined in zip(checked, check.refined, strict=True):
        group.operands[number] = refined
    branch.then_block.add_ops([group, IfYieldOp(*group.results)])
    branch.else_block.add_ops([fallback, IfYieldOp(*fallback.results)])
    propagate_location(group, [fallback, branch.then_yield, branch.else_yield])


def _needs_check(group: TensorExprGroupOp, number: int) -> bool:
    value, type = strip_guards(group.inputs[number]), group.body.args[number].type
    return isinstance(type, TensorType) and not is_subtype_of(value.type, type)


def check_fusion_groups(function: FuncOp) -> None:
    """Put every fusion group under a type check, and remove all guards."""
    for op in tuple(function.body.walk()):
        if isinstance(op, TensorExprGroupOp):
            check_types(op)
    for op in tuple(function.body.walk()):
        if isinstance(op, GuardOp):
            Rewriter.replace_op(op, [], [op.value])
    function.update_function_type()


@dataclass(frozen=True)
class TypeCheckFusionGroupsPass(TsPass):
    """Guard fusion groups by type checks, with fallback graphs."""

    name = "type-check-fusion-groups"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            check_fusion_groups(function)
