"""Replacement of rank-0 constants by numbers in the code of archives.

    %c = prim.Constant dense_resource<c0>            %n = prim.Constant 2.5 : f64
    %r = aten.add.Tensor(%x, %c, %1)          ->     %r = aten.add.Scalar(%x, %n, %1)

A trace of `x * 2.5` records 2.5 as a tensor of float64, indistinguishable from a tensor. Before
running a loaded program, PyTorch treats such operands of `add`, `sub`, `mul` and `div` as numbers.
So integers times 2.5 are float32. The graph that users see is unchanged.

Of other constants, ints of rank 0 become literals, which passes can read: traces compute sizes with
them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, DenseResourceAttr, i64
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.ts.weights.weight_facts import is_only_read
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.tensor import Tensor

_KINDS = ("add", "sub", "mul", "div")
_ON_NUMBERS = {f"aten.{kind}.Tensor": f"aten.{kind}.Scalar" for kind in _KINDS}


def with_numbers(function: FuncOp, linker: Linker) -> FuncOp:
    """Return the function, or a copy in which constants of rank 0 are numbers."""
    if not any(_replacement(op, linker) for op in function.walk()):
        return function
    copy = function.clone()
    for op in list(copy.walk()):
        new = _replacement(op, linker)
        if new:
            Rewriter.replace_op(op, propagate_location(op, new))
    return copy


def _replacement(op: Operation, linker: Linker) -> Sequence[Operation]:
    """Return the operations that replace `op`, none if it stays."""
    if isinstance(op, ConstantOp):
        return _as_literal(op, linker)
    other = op.operands[1].owner if op.name in _ON_NUMBERS else None
    value = _value(other, linker) if isinstance(other, ConstantOp) else None
    if value is None or value.array.dtype.kind == "b":  # PyTorch fails for a bool.
        return ()
    number = ConstantOp.of(value.item())
    operands = [op.operands[0], number.result, *op.operands[2:]]
    made = schema_op(_ON_NUMBERS[op.name]).create(operands=operands, result_types=op.result_types)
    return [number, made]


def _as_literal(op: ConstantOp, linker: Linker) -> Sequence[Operation]:
    """Return a constant with the element of a resource, an int that nothing writes."""
    value = _value(op, linker) if isinstance(op.value, DenseResourceAttr) else None
    if value is None or value.array.dtype != np.int64 or not is_only_read(op):
        return ()
    elements = DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(i64, []), [value.item()])
    return [ConstantOp(elements, op.type)]


def _value(op: ConstantOp, linker: Linker) -> Tensor | None:
    """Return the value of a constant tensor of rank 0, None for any other constant."""
    if not isinstance(op.type, TensorType):
        return None
    value = literal(op.value, op.type, linker)
    return value if isinstance(value, Tensor) and not value.array.ndim else None
