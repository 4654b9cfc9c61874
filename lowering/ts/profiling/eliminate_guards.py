"""`eliminate-guards`: fewer guards, in three steps.

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %r = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor
    %b = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %c = prim.Guard(%r) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %s = aten.mul.Tensor(%c, %b) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor

becomes

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %r = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    %s = aten.mul.Tensor(%r, %a) : (!ts.tensor<[2],f32>, ...) -> !ts.tensor<[2],f32>

- `move`: a guard moves up to its tensor's definition, another guard of it, or the start of its
  block. It does not move across a write that may change the tensor's type;
- `coalesce`: neighbouring guards of one tensor become one guard that makes all their checks;
- `eliminate`: types follow from guarded operands, as in `propagate-types`; a guard whose operand
  already has the type is removed.

A guard for a type with symbolic sizes stays: each execution of it binds the symbols anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp, GuardOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.refinement import refine
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import state_types


def _guarded_type(guard: GuardOp) -> TensorType:
    type = guard.result.type
    assert isinstance(type, TensorType)
    return type


# ---- move


def may_change_type(op: Operation, guard: GuardOp, aliases: AliasAnalysis) -> bool:
    """Return whether `op` may change a guarded property. Any write to a tensor may change whether
    it requires a gradient."""
    written = aliases.effects(op).writes
    tensor = aliases.points_to.of(guard.value)
    checks_grad = _guarded_type(guard).requires_grad is not None
    checked = aliases.memory_of(guard.value) if checks_grad else tensor
    return bool(written & checked) or (bool(written) and not tensor)


def _definition(guard: GuardOp) -> Operation | None:
    """Return the operation of the guard's block that defines its tensor; None if it is defined
    before the block."""
    owner = guard.value.owner
    return owner if isinstance(owner, Operation) and owner.parent is guard.parent else None


def move_to_definition(guard: GuardOp, aliases: AliasAnalysis) -> None:
    """Move a guard up to its tensor's definition, as far as nothing may change the type."""
    definition, point = _definition(guard), guard.prev_op
    while point is not None and point is not definition:
        if isinstance(point, GuardOp) and _definition(point) is definition:
            break
        if may_change_type(point, guard, aliases):
            refuse(guard, f"the tensor may be written by '{point.name}'")
            break
        point = point.prev_op
    if point is guard.prev_op:
        return
    block = guard.parent
    assert block is not None
    guard.detach()
    start = InsertPoint.at_start(block)
    Rewriter.insert_op(guard, start if point is None else InsertPoint.after(point))


def move_guards(function: FuncOp) -> None:
    """Move all guards up to the definitions of their tensors."""
    aliases = AliasAnalysis(function)
    for op in tuple(function.body.walk()):
        if isinstance(op, GuardOp):
            move_to_definition(op, aliases)


# ---- coalesce


def merge_into(earlier: GuardOp, later: GuardOp) -> bool:
    """Let `earlier` make the checks of `later`, too, and erase `later`. Return False, without
    changes, if no tensor satisfies both.
    """
    first, second = _guarded_type(earlier), _guarded_type(later)
    try:
        both = refine(first, second)
    except (ShapeError, PromotionError):
        return False
    if not (is_subtype_of(both, first) and is_subtype_of(both, second)):
        return False
    later.result.replace_all_uses_with(retype(earlier.result, both))
    Rewriter.erase_op(later)
    return True


def coalesce_guards(block: Block) -> None:
    """Merge the guards of one tensor between the same two operations, in a block and
    those nested in it."""
    guards: dict[SSAValue, GuardOp] = {}
    for op in tuple(block.ops):
        if isinstance(op, ConstantOp):
            continue
        if not isinstance(op, GuardOp):
            guards.clear()
            for region in op.regions:
                for nested in region.blocks:
                    coalesce_guards(nested)
            continue
        earlier = guards.setdefault(op.value, op)
        if earlier is not op and not merge_into(earlier, op):
            refuse(op, "an earlier guard contradicts it")


# ---- eliminate


def _obstacle(guard: GuardOp) -> str | None:
    """Return why a guard stays, None if its operand is of the type."""
    type = _guarded_type(guard)
    if any(isinstance(size, str) for size in (*(type.shape or ()), *(type.strides or ()))):
        return "it binds symbolic sizes"
    return None if is_subtype_of(guard.value.type, type) else "nothing proves the type"


def eliminate_guards(function: FuncOp) -> None:
    """Remove the guards whose types follow from operands."""
    state_types(function, TypeFacts(function))
    for op in tuple(function.body.walk()):
        if not isinstance(op, GuardOp):
            continue
        reason = _obstacle(op)
        if reason is None:
            Rewriter.replace_op(op, [], [op.value])
        else:
            refuse(op, reason)


def _coalesce_all(function: FuncOp) -> None:
    for block in function.body.blocks:
        coalesce_guards(block)


STEPS: Mapping[str, Callable[[FuncOp], None]] = {
    "move": move_guards,
    "coalesce": _coalesce_all,
    "eliminate": eliminate_guards,
}
"""The steps in their order."""


@dataclass(frozen=True)
class EliminateGuardsPass(TsPass):
    """Move guards to definitions, coalesce them, and remove redundant ones."""

    name = "eliminate-guards"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    step: str = field(
        default="",
        metadata={
            "help": f"one of {', '.join(STEPS)}; all of them if left out",
            "choices": tuple(STEPS),
        },
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        steps = [STEPS[self.step]] if self.step else STEPS.values()
        for function in torchscript_functions(module):
            for step in steps:
                step(function)
            function.update_function_type()
