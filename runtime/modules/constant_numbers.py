"""Replacement of rank-0 constants by numbers in the code of archives.

    %c = prim.Constant dense_resource<c0>            %n = prim.Constant 2.5 : f64
    %r = aten.add.Tensor(%x, %c, %1)          ->     %r = aten.add.Scalar(%x, %n, %1)

A trace of `x * 2.5` records 2.5 as a tensor of float64, indistinguishable from a tensor. Before
running a loaded program, PyTorch treats such operands of `add`, `sub`, `mul` and `div` as numbers.
So integers times 2.5 are float32. The graph that users see is unchanged.
"""

from __future__ import annotations

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.tensor import Tensor

_KINDS = ("add", "sub", "mul", "div")
_ON_NUMBERS = {f"aten.{kind}.Tensor": f"aten.{kind}.Scalar" for kind in _KINDS}


def with_numbers(function: FuncOp, linker: Linker) -> FuncOp:
    """Return the function, or a copy in which constants of rank 0 are numbers."""
    if not any(_number(op, linker) for op in function.walk()):
        return function
    copy = function.clone()
    for op in list(copy.walk()):
        number = _number(op, linker)
        if number is not None:
            made = schema_op(_ON_NUMBERS[op.name]).create(
                operands=[op.operands[0], number.result, *op.operands[2:]],
                result_types=op.result_types,
            )
            made.location = number.location = op.location
            Rewriter.replace_op(op, [number, made])
    return copy


def _number(op: Operation, linker: Linker) -> ConstantOp | None:
    """Return the number for the second operand, or None. PyTorch fails for a bool."""
    if op.name not in _ON_NUMBERS or not isinstance(constant := op.operands[1].owner, ConstantOp):
        return None
    if not isinstance(constant.type, TensorType):
        return None
    value = literal(constant.value, constant.type, linker)
    if not isinstance(value, Tensor) or value.array.ndim or value.array.dtype.kind == "b":
        return None
    return ConstantOp.of(value.item())
