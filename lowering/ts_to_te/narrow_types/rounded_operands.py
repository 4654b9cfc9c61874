"""Operands of other types that PyTorch rounds to the half in which an operator computes.

    %r = aten.gt.Scalar(%x, 0.1) : (!ts.tensor<[2],f16>, f64) -> !ts.tensor<[2],i1>

compares with 0.0999755859375, the float16 next to 0.1. Tensors are always rounded, also by a sum
to which the program gives a dtype. Numbers and 0-d tensors are rounded by some pointwise operators;
the others, say products, take them in float32. Some factors and limits are rounded, too.
"""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, BFloat16Type, Float16Type, i1
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.families import POINTWISE, Family, base_name, family_of
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.rules.pointwise import pointwise_type, signature_of
from xdsl_torchscript.lowering.core.arith_builder import number_attribute
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts_to_te.conversion import SCALARS
from xdsl_torchscript.lowering.ts_to_te.narrow_types.widening import converted

_ROUNDING = frozenset(
    {"add", "sub", "rsub", "remainder", "fmod", "pow", "xlogy", "special_xlog1py"}
)
"""Operators that round numbers, besides comparisons."""

_LIMITS = {"add": "alpha", "sub": "alpha", "rsub": "alpha", "hardshrink": "lambd"}
"""Operators that round another argument."""


def round_operands(op: SchemaOp) -> None:
    """Round the operands that PyTorch rounds, if an operator computes in a half."""
    _round_operands(op)
    _round_limit(op)


def _round_operands(op: SchemaOp) -> None:
    call = CallFacts(op, STATED)
    signature = signature_of(call, op.name) if family_of(op.name) in POINTWISE else None
    if signature is None:
        _round_to_result(op)
        return
    half = pointwise_type(call, op.name, signature).common
    if not isinstance(half, Float16Type | BFloat16Type):
        return
    b, rounds_numbers = OpBuilder.before(op), _rounds_numbers(op)
    for index in signature.typed:
        operand = op.operands[index]
        if _is_other_tensor(operand.type, half, rounds_numbers):
            op.operands[index] = converted(b, operand, half)
        elif operand.type in SCALARS and rounds_numbers:
            op.operands[index] = _rounded_number(b, operand, half)


def _round_to_result(op: SchemaOp) -> None:
    """Round the first operand if the result alone is a half, whose dtype the program gives."""
    result, operand = op.results[0].type, op.operands[0]
    if not isinstance(result, TensorType) or not isinstance(operand.type, TensorType):
        return
    if isinstance(result.dtype, Float16Type | BFloat16Type) and operand.type.dtype != result.dtype:
        op.operands[0] = converted(OpBuilder.before(op), operand, result.dtype)


def _round_limit(op: SchemaOp) -> None:
    """Round a factor or limit to the half that results."""
    index = op.schema.argument_index(_LIMITS.get(base_name(op.schema), ""))
    result = op.results[0].type
    half = result.dtype if isinstance(result, TensorType) else None
    if index is not None and isinstance(half, Float16Type | BFloat16Type):
        op.operands[index] = _rounded_number(OpBuilder.before(op), op.operands[index], half)


def _rounds_numbers(op: SchemaOp) -> bool:
    return family_of(op.name) is Family.COMPARISON or base_name(op.schema) in _ROUNDING


def _is_other_tensor(type: Attribute, half: Attribute, rounds_numbers: bool) -> bool:
    if not isinstance(type, TensorType) or type.dtype in (None, half, i1):
        return False
    return rounds_numbers or type.shape != ()


def _rounded_number(b: OpBuilder, number: SSAValue, half: AnyFloat) -> SSAValue:
    known = STATED.known_constant(number)
    if isinstance(known, int | float):
        rounded = number_attribute(known, half).value.data
        return number if rounded == known else b.constant(rounded)
    scalar = b.aten.scalar_tensor(number, dtype=BY_TYPE[half].code)
    return b.aten.Float(retype(scalar, TensorType.get((), half)))
