"""`widen-halves`: operators compute in float32 what programs have in float16 or bfloat16.

    %y = aten.softmax(%x, ...) : (!ts.tensor<[2,3],f16>, ...) -> !ts.tensor<[2,3],f16>

becomes

    %w = aten.to(%x, 6, ...) : (!ts.tensor<[2,3],f16>, ...) -> !ts.tensor<[2,3],f32>
    %z = aten.softmax(%w, ...) : (!ts.tensor<[2,3],f32>, ...) -> !ts.tensor<[2,3],f32>
    %y = aten.to(%z, 5, ...) : (!ts.tensor<[2,3],f32>, ...) -> !ts.tensor<[2,3],f16>

As in PyTorch, every result is rounded, and sums are not rounded before their end. Views and copies
of elements stay. The program is typed.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import BFloat16Type, Float16Type, ModuleOp, f32
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.families import Family, family_of
from xdsl_torchscript.dialects.prim import ListConstructOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.retype import retype

_MOVING = frozenset({
    Family.VIEW, Family.CAST, Family.INDEXING, Family.REARRANGEMENT, Family.CREATION,
})  # fmt: skip
"""Families of operators that compute no elements."""


def _is_half(type: Attribute) -> bool:
    return isinstance(type, TensorType) and isinstance(type.dtype, Float16Type | BFloat16Type)


def _cast(b: OpBuilder, value: SSAValue, dtype: Attribute) -> SSAValue:
    """Emit the conversion of a tensor to another dtype."""
    type = value.type
    assert isinstance(type, TensorType)
    result = b.aten.to(value, BY_TYPE[dtype].code)
    return retype(result, _with_dtype(type, dtype))


def _with_dtype(type: TensorType, dtype: Attribute) -> TensorType:
    return TensorType.get(type.shape, dtype, device=type.device, requires_grad=type.requires_grad)


def has_halves(value: SSAValue) -> bool:
    """Return whether a value is a tensor of halves, or a list with one."""
    owner = value.owner
    if isinstance(owner, ListConstructOp):
        return any(_is_half(element.type) for element in owner.elements)
    return _is_half(value.type)


def _widened(b: OpBuilder, value: SSAValue) -> SSAValue:
    """Convert a tensor of halves, or those of a list, to float32."""
    owner = value.owner
    if not isinstance(owner, ListConstructOp):
        return _cast(b, value, f32)
    elements = [_widened(b, e) if has_halves(e) else e for e in owner.elements]
    return b(ListConstructOp(elements, without_facts(owner.element_type))).result


def _widen(op: SchemaOp) -> None:
    """Let an operator compute in float32, and round its results."""
    before, behind = OpBuilder.before(op), OpBuilder(InsertPoint.after(op), op.location)
    for index, operand in enumerate(op.operands):
        if has_halves(operand):
            op.operands[index] = _widened(before, operand)
    for result in tuple(op.results):
        _round(result, behind)


def _round(result: SSAValue, behind: OpBuilder) -> None:
    """Compute a result that is a half in float32, and convert it behind its operator."""
    half = result.type
    if not isinstance(half, TensorType) or half.dtype is None or not _is_half(half):
        return
    wide = retype(result, _with_dtype(half, f32))
    rounded = _cast(behind, wide, half.dtype)
    wide.replace_uses_with_if(rounded, lambda use: use.operation is not rounded.owner)


@dataclass(frozen=True)
class WidenHalvesPass(TsPass):
    """Compute in float32 what programs have in float16 or bfloat16."""

    name = "widen-halves"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for op in operations_of(module, SchemaOp):
            if any(map(has_halves, op.operands)) and family_of(op.name) not in _MOVING:
                _widen(op)
