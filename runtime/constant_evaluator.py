"""Evaluation of operations on constants by the operator library, before a program runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, StringAttr, f64, i1, i64
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.analysis.constants import Literal, NotConstantError
from xdsl_torchscript.lowering.ts.constant_evaluation import constants_of
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.interpreter.binding import bound
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.operators.table import implementation
from xdsl_torchscript.runtime.tensor import Tensor, dtype_of
from xdsl_torchscript.runtime.values import Device, Value

MOST_ELEMENTS = 4096
"""A larger tensor, list or text is left to the run: programs are read by people, too."""


_NUMBERS = (i64, f64, i1)
_END = 2**63 - 1
_FROM_DATA = frozenset({"aten.tensor", "aten.as_tensor.list"})
"""Operators whose result has the elements of a list, not its elements as sizes."""


def evaluate(op: Operation, operands: Sequence[ConstantOp]) -> Sequence[ConstantOp]:
    """Evaluate an operation as the interpreter does (an `Evaluator`)."""
    arguments = _arguments(operands)
    function = bound(op, implementation)
    if function is None:
        raise NotConstantError(f"no implementation of '{op.name}'")
    if _may_be_large(op, arguments):
        raise NotConstantError(f"may give more than {MOST_ELEMENTS} elements")
    try:
        with quiet():
            value = function(*arguments)
    except Exception as error:
        raise NotConstantError(f"'{op.name}' fails: {error}") from error
    values = [value] if len(op.results) == 1 else list(value)
    return constants_of(op, values, _LITERALS)


def _arguments(operands: Sequence[ConstantOp]) -> list[Value]:
    try:
        return [literal(operand.value, operand.type) for operand in operands]
    except NoValueError as error:
        raise NotConstantError(str(error)) from error


def _may_be_large(op: Operation, arguments: Sequence[Value]) -> bool:
    """Whether numbers among the arguments may be sizes that are more than a constant is worth.

    Beside a tensor a single number is rarely a size; the greatest int is the end of a slice.
    """
    if all(type in _NUMBERS for type in op.result_types):
        return False
    lists = [a for a in arguments if isinstance(a, list) and op.name not in _FROM_DATA]
    ints = [] if any(isinstance(a, Tensor) for a in arguments) else [*filter(_is_int, arguments)]
    sizes = [*(prod(filter(_is_int, numbers)) for numbers in lists), *ints]
    return any(MOST_ELEMENTS < abs(size) < _END for size in sizes)


def _is_int(value: Value) -> bool:
    return isinstance(value, int)


def _dense(value: Tensor) -> Attribute:
    """The literal of a tensor as it is made by default: contiguous, on the CPU, without grad."""
    array = value.array
    plain = value.device == "cpu" and not value.requires_grad and value.is_contiguous()
    if not plain or array.size > MOST_ELEMENTS:
        raise NotConstantError("a large or unusual tensor")
    type = BuiltinTensorType(dtype_of(array).type, array.shape)
    elements: list[Any] = array.reshape(-1).tolist()
    if array.dtype.kind == "c":
        elements = [(element.real, element.imag) for element in elements]
    dense = DenseIntOrFPElementsAttr.from_list(type, elements)
    if not np.array_equal(_bits(literal(dense, value.type)), _bits(value)):
        raise NotConstantError("elements that a literal changes")
    return dense


def _bits(value: Tensor) -> Any:
    return np.ascontiguousarray(value.array).reshape(-1).view(np.uint8)


_LITERALS: Mapping[type, Literal] = {
    Tensor: _dense,
    Device: lambda device: StringAttr(device.name),
}
