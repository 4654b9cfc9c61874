"""`remove-expands`: drop implicit expansions where the operator broadcasts anyway.

    %e = aten.expand(%y, %sizes, %true)
        : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor<[2,3],f32>
    %z = aten.add.Tensor(%x, %e, %one)
        : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>, i64) -> !ts.tensor<[2,3],f32>

becomes

    %z = aten.add.Tensor(%x, %y, %one)
        : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor<[2,3],f32>

The flag `implicit` of the expansion is constant true: traces and `insert-expands` set it. Each user
is a pointwise operator whose result is of the same element type and sizes without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.rules.pointwise import has_signature
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def remove_expand(op: Operation, facts: TypeFacts) -> None:
    """Let the users of an implicit expansion take its operand, if legal."""
    reason = _obstacle(op, facts)
    if reason is not None:
        return refuse(op, reason)
    op.results[0].replace_all_uses_with(op.operands[0])
    return Rewriter.erase_op(op)


def _obstacle(op: Operation, facts: TypeFacts) -> str | None:
    """Return why the expansion must stay; None if it can be removed."""
    try:
        if facts.constant_of(op.operands[2]) is not True:
            return "it is explicit"
    except NotConstantError:
        return "it may be explicit"
    for use in op.results[0].uses:
        user = use.operation
        if not isinstance(user, SchemaOp) or not has_signature(user.name):
            return f"'{user.name}' takes it, which is not pointwise"
        if user.schema.is_mutable or facts.aliases.may_alias(user.results[0], op.results[0]):
            return f"'{user.name}' takes it, which writes it or hands it on"
        before = _result_type(user, user.operands, facts)
        narrow = [op.operands[0] if value is op.results[0] else value for value in user.operands]
        if before is None or before != _result_type(user, narrow, facts):
            return f"the result of '{user.name}' may be of another type without it"
    return None


def _result_type(
    user: SchemaOp, operands: Sequence[SSAValue], facts: TypeFacts
) -> tuple[Attribute, Shape] | None:
    """Return element type and sizes of the result on these operands, if both are known."""
    probe = schema_op(user.name).create(operands=operands, result_types=user.result_types)
    try:
        types = result_types(probe, facts)
    except (ShapeError, PromotionError):
        types = None
    probe.erase()
    found = types[0] if types else None
    if not isinstance(found, TensorType) or found.dtype is None or found.shape is None:
        return None
    return None if None in found.shape else (found.dtype, found.shape)


@dataclass(frozen=True)
class RemoveExpandsPass(TsPass):
    """Remove implicit expansions where operators broadcast anyway."""

    name = "remove-expands"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            facts = analyses.get(TypeFacts, function)
            for op in [op for op in function.body.walk() if op.name == "aten.expand"]:
                remove_expand(op, facts)
