"""Evaluation of operations on constants by the operator library, before a program runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, StringAttr
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.constants import (
    MOST_ELEMENTS,
    LiteralMaker,
    NotConstantError,
    count_elements,
)
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import StrType, TensorType
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import constants_of
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.interpreter.binding import bind_op
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.interpreter.typed_containers import with_type
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.tensor import Tensor, dtype_of
from xdsl_torchscript.runtime.values import Device, Value

_FROM_DATA = frozenset({"aten.tensor", "aten.as_tensor.list"})
"""Operators whose result has the numbers of a list as elements, not as sizes."""

_SIZED = frozenset(
    """
    arange bartlett_window blackman_window center expandtabs eye hamming_window hann_window
    kaiser_window linspace ljust logspace range rjust tril_indices triu_indices zfill
    """.split()
)
"""Operators of aten for which a number among the operands is an element count."""

_REPEATS = frozenset({"aten.mul.left_t", "aten.mul.right_"})


def evaluate(
    op: Operation,
    operands: Sequence[ConstantOp],
    linker: Linker | None = None,
    literals: Mapping[type, LiteralMaker] | None = None,
) -> Sequence[ConstantOp]:
    """Evaluate an operation as the interpreter does (a `ConstantEvaluator`). The linker resolves
    resources; `literals` makes the constants of classes other than Python's."""
    try:
        arguments = [with_type(literal(o.value, o.type, linker), o.result) for o in operands]
    except NoValueError as error:
        raise NotConstantError(str(error)) from error
    function = bind_op(op, implementation_of)
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
    return constants_of(op, values, literals or LITERALS)


def _may_be_large(op: Operation, arguments: Sequence[Value]) -> bool:
    """Return whether a result may have more elements than a constant may have: numbers among the
    arguments request them, or texts are put together from the arguments."""
    sizes: list[Any] = [sum(map(count_elements, arguments))] if StrType() in op.result_types else []
    if op.name in _REPEATS or op.name.split(".")[1] in _SIZED:
        sizes += filter(_is_int, arguments)
    if op.name not in _FROM_DATA and any(isinstance(t, TensorType) for t in op.result_types):
        lists: list[Any] = [argument for argument in arguments if isinstance(argument, list)]
        sizes += (prod(filter(_is_int, numbers)) for numbers in lists)
    return any(abs(size) > MOST_ELEMENTS for size in sizes)


def _is_int(value: Value) -> bool:
    return isinstance(value, int)


def _dense(value: Tensor) -> Attribute:
    """Return a tensor's literal with default properties: contiguous, on the CPU, without grad."""
    array = value.array
    plain = value.device == "cpu" and not value.requires_grad and value.is_contiguous()
    if not plain or array.size > MOST_ELEMENTS:
        raise NotConstantError("a large or unusual tensor")
    type: Any = BuiltinTensorType(dtype_of(array).type, array.shape)
    elements: list[Any] = array.reshape(-1).tolist()
    if array.dtype.kind == "c":
        elements = [(element.real, element.imag) for element in elements]
    dense = DenseIntOrFPElementsAttr.from_list(type, elements)
    if not np.array_equal(_bits(literal(dense, value.type)), _bits(value)):
        raise NotConstantError("elements that a literal changes")
    return dense


def _bits(value: Tensor) -> Any:
    return np.ascontiguousarray(value.array).reshape(-1).view(np.uint8)


LITERALS: Mapping[type, LiteralMaker] = {
    Tensor: _dense,
    Device: lambda device: StringAttr(device.name),
}
