"""`insert-expands`: broadcasting in plain sight.

    %z = aten.add.Tensor(%x, %y, %one)
        : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor<[2,3],f32>

becomes

    %sizes = prim.ListConstruct(%two, %three) : (i64, i64) -> !ts.list<i64>
    %e = aten.expand(%y, %sizes, %true)
        : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor<[2,3],f32>
    %z = aten.add.Tensor(%x, %e, %one)
        : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>, i64) -> !ts.tensor<[2,3],f32>

The operand of a pointwise operator is expanded if its sizes and the result's are known and differ.
The flag `implicit` marks the expansion for `remove-expands`. A tensor of rank 0 affects type
promotion once it has axes. So it is expanded only among operands of its element type.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.rules.pointwise import has_signature
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def expand_operands(op: SchemaOp, facts: TypeFacts) -> None:
    """Expand the operands of a pointwise operator to its result's sizes, where known."""
    sizes = _known_sizes(op, facts)
    if sizes is None:
        return refuse(op, "the sizes of the result are not known")
    tensors = [value for value in op.operands if isinstance(value.type, TensorType)]
    dtypes = {facts.tensor_type_of(value).dtype for value in tensors}
    for index, operand in enumerate(op.operands):
        if not isinstance(operand.type, TensorType):
            continue
        type = facts.tensor_type_of(operand)
        if type.shape is None or None in type.shape or type.shape == sizes:
            continue
        if type.rank == 0 and (len(dtypes) > 1 or None in dtypes):
            refuse(op, "a tensor of rank 0 would take part in type promotion")
            continue
        b = OpBuilder.before(op)
        expanded = b.aten.expand(operand, [b.constant(size) for size in sizes], implicit=True)
        op.operands[index] = retype(expanded, TensorType.get(sizes, type.dtype))
    return None


def _known_sizes(op: SchemaOp, facts: TypeFacts) -> tuple[int, ...] | None:
    """Return the sizes that the operands broadcast to."""
    try:
        types = result_types(op, facts)
    except (ShapeError, PromotionError):
        return None
    result = types[0] if types else None
    shape = result.shape if isinstance(result, TensorType) else None
    sizes = tuple(size for size in shape or () if isinstance(size, int))
    return sizes if shape is not None and len(sizes) == len(shape) else None


@dataclass(frozen=True)
class InsertExpandsPass(TsPass):
    """Expand the operands of pointwise operators to the result's sizes."""

    name = "insert-expands"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            facts = analyses.get(TypeFacts, function)
            for op in list(function.body.walk()):
                if isinstance(op, SchemaOp) and has_signature(op.name) and not op.schema.is_mutable:
                    expand_operands(op, facts)
