"""Operators on Python numbers, and questions to tensors that typing has answered already."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import is_float as is_floating
from xdsl_torchscript.lowering.analysis.scalar_semantics import CHOICES, RULES, Rule
from xdsl_torchscript.lowering.analysis.shapes import axis_of
from xdsl_torchscript.lowering.ts_to_te.conversions import scalar_operand
from xdsl_torchscript.lowering.ts_to_te.pointwise_arithmetic import integer_power
from xdsl_torchscript.lowering.ts_to_te.translation import (
    SCALARS,
    Lowering,
    Refusal,
    Translation,
    lowered_type,
    typed_tensor,
)


def _check(op: Operation) -> None:
    for value in (*op.operands, *op.results):
        if value.type not in SCALARS:
            raise Refusal(f"has a value of type {value.type}, which is not a number")


def _rule(op: Operation) -> Rule:
    """The rule of an operator on numbers; of one of any numbers, that for the operands' types."""
    if op.name not in CHOICES:
        return RULES[op.name]
    of_ints, of_floats = CHOICES[op.name]
    return RULES[of_floats if f64 in [operand.type for operand in op.operands] else of_ints]


def _lower(state: Translation, op: Operation) -> None:
    """Operands are converted as the rule says; the result to what the schema says."""
    code, rule = state.code, _rule(op)
    operands = [state.value(operand) for operand in op.operands]
    if rule.type is not None:
        operands = [code.cast(operand, rule.type) for operand in operands]
    result = rule.over(code)(*operands)
    state.bind(op.results[0], code.cast(result, lowered_type(op.results[0].type)))


def _check_power(op: Operation) -> None:
    _check(op)
    if STATED.int_of(op.operands[1]) < 0:
        raise Refusal("has a negative exponent")


def _lower_power(state: Translation, op: Operation) -> None:
    base = state.value(op.operands[0])
    state.bind(op.results[0], integer_power(state.code, base, STATED.int_of(op.operands[1])))


def _check_element(op: Operation) -> None:
    shape, _ = typed_tensor(op.operands[0].type)
    lowered_type(op.results[0].type)
    if shape:
        raise Refusal("asks a tensor with dimensions for its number")


def _lower_element(state: Translation, op: Operation) -> None:
    """The number in a 0-d tensor."""
    type = lowered_type(op.results[0].type)
    state.bind(op.results[0], scalar_operand(state, state.code, op.operands[0], type))


def _check_tensor(op: Operation) -> None:
    typed_tensor(op.operands[0].type)


def _size(state: Translation, size: Dim) -> SSAValue:
    code = state.code
    return (
        code.constant(size, i64)
        if isinstance(size, int)
        else code.cast(state.index(code, size), i64)
    )


def _check_size(op: Operation) -> None:
    shape, _ = typed_tensor(op.operands[0].type)
    axis_of(STATED.int_of(op.operands[1]), len(shape))


def _lower_size(state: Translation, op: Operation) -> None:
    shape, _ = typed_tensor(op.operands[0].type)
    state.bind(op.results[0], _size(state, shape[STATED.int_of(op.operands[1])]))


def _lower_sizes(state: Translation, op: Operation) -> None:
    shape, _ = typed_tensor(op.operands[0].type)
    state.bind(op.results[0], tuple(_size(state, size) for size in shape))


def _lower_numel(state: Translation, op: Operation) -> None:
    shape, _ = typed_tensor(op.operands[0].type)
    code = state.code
    count = code.constant(1, i64)
    for size in shape:
        count = code.mul(count, _size(state, size))
    state.bind(op.results[0], count)


def _fact(of: Callable[[Operation], int | bool], type: Attribute) -> Lowering:
    """What the type of a tensor says, as a constant."""

    def lower(state: Translation, op: Operation) -> None:
        state.bind(op.results[0], state.code.constant(of(op), type))

    return Lowering(_check_tensor, lower)


def _rank(op: Operation) -> int:
    return len(typed_tensor(op.operands[0].type)[0])


def _dtype_code(op: Operation) -> int:
    return BY_TYPE[typed_tensor(op.operands[0].type)[1]].code


def _has_float(op: Operation) -> bool:
    return is_floating(typed_tensor(op.operands[0].type)[1])


_QUESTIONS: dict[str, Lowering] = {
    "aten.size.int": Lowering(_check_size, _lower_size),
    "aten.size": Lowering(_check_tensor, _lower_sizes),
    "aten.numel": Lowering(_check_tensor, _lower_numel),
    "aten.dim": _fact(_rank, i64),
    "prim.dtype": _fact(_dtype_code, i64),
    "aten.is_floating_point": _fact(_has_float, i1),
    **{
        f"aten.{name}": Lowering(_check_element, _lower_element)
        for name in ("Float.Tensor", "Int.Tensor", "Bool.Tensor", "item")
    },
    **{
        f"aten.{name}Implicit": Lowering(_check_element, _lower_element)
        for name in ("Float", "Int", "Scalar")
    },
}

SCALAR_OPERATORS: dict[str, Lowering] = {
    **dict.fromkeys((*RULES, *CHOICES), Lowering(_check, _lower)),
    **_QUESTIONS,
    "aten.pow.int_to_int": Lowering(_check_power, _lower_power),
}
"""By op name."""
