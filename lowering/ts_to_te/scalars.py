"""Operators on Python numbers, and queries of tensors that types already answer."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, f64, i1, i64
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.scalar_semantics import CHOICES, RULES
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.shapes import axis_of
from xdsl_torchscript.lowering.analysis.type_queries import TYPE_QUERIES
from xdsl_torchscript.lowering.core.arith_builder import is_float
from xdsl_torchscript.lowering.ts_to_te.checks import CheckedCode, int_of_float
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    SCALARS,
    Refusal,
    TeConversion,
    TeRule,
    load,
    lower_type,
    shape_and_dtype,
)


def _check(op: Operation) -> None:
    for value in (*op.operands, *op.results):
        if value.type not in SCALARS:
            raise Refusal(f"has a value of type {value.type}, which is not a number")


def _convert(to: TeConversion, op: Operation) -> SSAValue:
    """Convert the operands to the rule's types, and the result to the schema's type."""
    code, name = CheckedCode(to), op.name
    if name in CHOICES:
        of_ints, of_floats = CHOICES[name]
        name = of_floats if f64 in [operand.type for operand in op.operands] else of_ints
    rule = RULES[name]
    operands = [to.value(operand) for operand in op.operands]
    if rule.type is not None:
        operands = [code.cast(operand, rule.type) for operand in operands]
    result = rule.over(code)(*operands)
    return code.cast(result, lower_type(op.results[0].type))


def _check_element(op: Operation) -> None:
    shape, _ = shape_and_dtype(op.operands[0].type)
    lower_type(op.results[0].type)
    if any(size != 1 for size in shape):
        raise Refusal("asks a tensor that does not have one element for its number")


def _check_implicit(op: Operation) -> None:
    """Raise Refusal also for tensors that may not be passed as numbers."""
    _check_element(op)
    shape, dtype = shape_and_dtype(op.operands[0].type)
    if shape:
        raise Refusal("takes a tensor with dimensions for a number")
    is_int = isinstance(dtype, IntegerType) and dtype != i1
    if op.results[0].type == i64 and not is_int:
        raise Refusal(f"takes a tensor of {dtype} for an int")
    if STATED.tensor_type_of(op.operands[0]).requires_grad is True:
        raise Refusal("takes a tensor that requires gradients for a number")


def _convert_element(to: TeConversion, op: Operation) -> SSAValue:
    """Load the number in a tensor of one element; fail at run time for a float beyond 64 bits."""
    type, code = lower_type(op.results[0].type), to.code
    shape, _ = shape_and_dtype(op.operands[0].type)
    first = [to.index(code, 0)] * len(shape)
    element = load(code, to.value(op.operands[0]), first)
    if type == i64 and is_float(element.type):
        return int_of_float(code, element, op)
    return code.cast(element, type)


def _check_tensor(op: Operation) -> None:
    shape_and_dtype(op.operands[0].type)


def _size(to: TeConversion, size: Dim) -> SSAValue:
    code = to.code
    return (
        code.constant(size, i64) if isinstance(size, int) else code.cast(to.index(code, size), i64)
    )


def _check_size(op: Operation) -> None:
    shape, _ = shape_and_dtype(op.operands[0].type)
    axis_of(STATED.int_of(op.operands[1]), len(shape))


def _convert_size(to: TeConversion, op: Operation) -> SSAValue:
    shape, _ = shape_and_dtype(op.operands[0].type)
    return _size(to, shape[STATED.int_of(op.operands[1])])


def _convert_sizes(to: TeConversion, op: Operation) -> tuple[SSAValue, ...]:
    shape, _ = shape_and_dtype(op.operands[0].type)
    return tuple(_size(to, size) for size in shape)


def _convert_numel(to: TeConversion, op: Operation) -> SSAValue:
    shape, _ = shape_and_dtype(op.operands[0].type)
    code = to.code
    count = code.constant(1, i64)
    for size in shape:
        count = code.mul(count, _size(to, size))
    return count


def _convert_query(to: TeConversion, op: Operation) -> SSAValue:
    """Replace a query of a tensor type by the constant answer."""
    answer = TYPE_QUERIES[op.name](STATED.tensor_type_of(op.operands[0]))
    assert isinstance(answer, int)
    return to.code.constant(answer, lower_type(op.results[0].type))


_QUESTIONS: dict[str, TeRule] = {
    "aten.size.int": TeRule(_convert_size, _check_size),
    "aten.size": TeRule(_convert_sizes, _check_tensor),
    **dict.fromkeys(TYPE_QUERIES, TeRule(_convert_query, _check_tensor)),
    "aten.numel": TeRule(_convert_numel, _check_tensor),
    **{
        f"aten.{name}": TeRule(_convert_element, _check_element)
        for name in ("Float.Tensor", "Int.Tensor", "Bool.Tensor", "item")
    },
    **{
        f"aten.{name}Implicit": TeRule(_convert_element, _check_implicit)
        for name in ("Float", "Int", "Scalar")
    },
}

SCALAR_OPERATORS: dict[str, TeRule] = {
    **dict.fromkeys((*RULES, *CHOICES), TeRule(_convert, _check)),
    **_QUESTIONS,
}
"""By op name."""
