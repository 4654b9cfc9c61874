"""`erase-number-types`: constant numbers next to tensor operands become tensors.

    %two = prim.Constant 2 : i64
    %y = aten.mul.Scalar(%x, %two) : (!ts.tensor<[?],f32>, i64) -> !ts.tensor

becomes

    %two = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor<[],f32>
    %y = aten.mul.Tensor(%x, %two) : (!ts.tensor<[?],f32>, !ts.tensor<[],f32>) -> !ts.tensor

For formats whose operators know tensors alone; `canonicalize-ops` is the way back. The number takes
the element type of the tensor, which has to be known, so that promotion stays the same. Like in an
operator, a float beyond the range of that type is infinite. Numbers that are computed, and
parameters such as `alpha`, stay.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32, f64, i64
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.extended.arith import splat
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import TensorType as TsTensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.arith_builder import number_attribute
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_OF_NUMBERS = {f"aten.{n}.Scalar": f"aten.{n}.Tensor" for n in ("add", "sub", "mul", "div")}
"""The operator on two tensors for each on a tensor and a number."""

_ELEMENTS = (f32, f64, i64)
"""The element types that have constants of tensors."""


def take_tensor(op: Operation, facts: TypeFacts) -> None:
    """Let `op` take a tensor of rank 0 in place of a constant number, if legal."""
    self, other = op.operands[:2]
    dtype = facts.tensor_type_of(self).dtype
    try:
        number = facts.constant_of(other)
    except NotConstantError as error:
        return refuse(op, str(error))
    fits = int if dtype == i64 else int | float
    if dtype not in _ELEMENTS or isinstance(number, bool) or not isinstance(number, fits):
        return refuse(op, "the number may be of another type than the elements")
    elements = splat(number_attribute(number, dtype), TensorType(dtype, []))
    constant = ConstantOp(elements, TsTensorType.get([], dtype))
    constant.result.name_hint = other.name_hint
    operands = [self, constant.result, *op.operands[2:]]
    types = op.result_types
    new = schema_op(_OF_NUMBERS[op.name]).create(operands=operands, result_types=types)
    return Rewriter.replace_op(op, propagate_location(op, [constant, new]))


@dataclass(frozen=True)
class EraseNumberTypesPass(TsPass):
    """Turn constant numbers next to tensor operands into tensors of rank 0."""

    name = "erase-number-types"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            facts = analyses.get(TypeFacts, function)
            for op in list(function.body.walk()):
                if op.name in _OF_NUMBERS:
                    take_tensor(op, facts)
