"""`canonicalize-ops`: one form of operations that can be written in several ways.

    %two = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor<[],f32>
    %y = aten.mul.Tensor(%x, %two) : (!ts.tensor<[?],f32>, !ts.tensor<[],f32>) -> !ts.tensor
    %l = aten.chunk(%y, %n, %d) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
    %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)

becomes, for the constants 2 and 0 as `%n` and `%d`,

    %two = prim.Constant 2.0 : f64
    %y = aten.mul.Scalar(%x, %two) : (!ts.tensor<[?],f32>, f64) -> !ts.tensor
    %a, %b = prim.ConstantChunk(%y) {chunks = 2, dim = 0} : (!ts.tensor) -> (!ts.tensor, !ts.tensor)

A constant tensor of rank 0 becomes a number if it is unwritten and has the other operand's element
type. Then numbers do not affect type promotion. Chunks follow `fold-chunks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, ModuleOp, f32, f64, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import literal_attribute, owner_of
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.simplification.fold_chunks import fold_chunks
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_OF_TENSORS = {
    f"aten.{name}.Tensor": f"aten.{name}.Scalar" for name in ("add", "sub", "mul", "div")
}
"""The operator on a tensor and a number for each on two tensors."""

_NUMBERS: Mapping[Attribute, Attribute] = {f32: f64, f64: f64, i64: i64}
"""The type of a number for each element type that represents it exactly."""


def take_number(op: Operation, facts: TypeFacts) -> None:
    """Let `op` take a number in place of a constant tensor of rank 0, if legal."""
    self, other = op.operands[:2]
    reason = _obstacle(self, other, facts)
    if reason is not None:
        return refuse(op, reason)
    elements = _literal(other)
    assert elements is not None
    (value,) = elements.get_values()
    constant = ConstantOp(literal_attribute(value), _NUMBERS[elements.get_element_type()])
    constant.result.name_hint = other.name_hint
    operands = [self, constant.result, *op.operands[2:]]
    types = op.result_types
    new = schema_op(_OF_TENSORS[op.name]).create(operands=operands, result_types=types)
    return Rewriter.replace_op(op, propagate_location(op, [constant, new]))


def _obstacle(self: SSAValue, other: SSAValue, facts: TypeFacts) -> str | None:
    """Return why `other` may not become a number; None if it may."""
    tensor = _literal(other)
    if tensor is None:
        return "the other operand is not a constant tensor"
    dtype = tensor.get_element_type()
    if tensor.get_shape() or dtype not in _NUMBERS:
        return "the constant is not of rank 0, or numbers do not represent its elements"
    if facts.tensor_type_of(self).dtype != dtype:
        return "the operands are of different element types"
    return None if facts.is_unwritten(other) else "the constant may be written"


def _literal(value: SSAValue) -> DenseIntOrFPElementsAttr | None:
    """Return the elements of a constant tensor."""
    owner = owner_of(value)
    literal = owner.value if isinstance(owner, ConstantOp) else None
    is_dense = isinstance(literal, DenseIntOrFPElementsAttr)
    return cast("DenseIntOrFPElementsAttr", literal) if is_dense else None


@dataclass(frozen=True)
class CanonicalizeOpsPass(TsPass):
    """Write operators on constant tensors of rank 0, and chunks, in one form."""

    name = "canonicalize-ops"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            facts = analyses.get(TypeFacts, function)
            for op in list(function.body.walk()):
                if op.name in _OF_TENSORS:
                    take_number(op, facts)
            analyses.invalidate(function)
            fold_chunks(function, analyses)
