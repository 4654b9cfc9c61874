"""The limits of halves: `nan_to_num` computes in float32, whose limits would be infinite as halves.

    %r = aten.nan_to_num(%x, %none, %none, %none) : (!ts.tensor<[2],f16>, ...)

becomes

    %r = aten.nan_to_num(%x, %none, 65504.0, -65504.0) : (!ts.tensor<[2],f16>, ...)
"""

from __future__ import annotations

from math import ldexp

from xdsl.dialects.builtin import bf16, f16
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.op_builder import OpBuilder

_GREATEST: dict[Attribute, float] = {f16: ldexp(2 - 2**-10, 15), bf16: ldexp(2 - 2**-7, 127)}
_LIMITS = ((2, 1.0), (3, -1.0))
"""The operands for infinities, and their signs."""


def state_limits(op: SchemaOp) -> None:
    """Let `nan_to_num` of halves state the limits that it implies."""
    type = op.operands[0].type
    greatest = _GREATEST.get(type.dtype) if isinstance(type, TensorType) and type.dtype else None
    if op.name != "aten.nan_to_num" or greatest is None:
        return
    b = OpBuilder.before(op)
    for index, sign in _LIMITS:
        if STATED.is_none(op.operands[index]):
            op.operands[index] = b.constant(sign * greatest)
