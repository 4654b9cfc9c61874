"""Operators on Python numbers, and questions to tensors that typing has answered already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import is_float as is_floating
from xdsl_torchscript.lowering.analysis.shapes import axis_of
from xdsl_torchscript.lowering.ts_to_te.conversions import scalar_operand
from xdsl_torchscript.lowering.ts_to_te.pointwise_arithmetic import (
    floor_division,
    fmod,
    integer_power,
    remainder,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode
from xdsl_torchscript.lowering.ts_to_te.translation import (
    SCALARS,
    Lowering,
    Refusal,
    Translation,
    lowered_type,
    typed_tensor,
)

Unary: TypeAlias = Callable[[ScalarCode, SSAValue], SSAValue]
Binary: TypeAlias = Callable[[ScalarCode, SSAValue, SSAValue], SSAValue]

_PAIRS = ("int", "float", "int_float", "float_int")


def _common(op: Operation) -> Attribute:
    """Float if an operand is, else int, or bool if all are."""
    types = {operand.type for operand in op.operands}
    if f64 in types:
        return f64
    return i1 if types == {i1} else i64


def _check(op: Operation) -> None:
    for value in (*op.operands, *op.results):
        if value.type not in SCALARS:
            raise Refusal(f"has a value of type {value.type}, which is not a number")


def _always_float(op: Operation) -> Attribute:
    return f64


def _on_numbers(
    body: Callable[[ScalarCode, Sequence[SSAValue]], SSAValue],
    common: Callable[[Operation], Attribute],
) -> Lowering:
    """Operands converted to their common type; the result to what the schema says."""

    def lower(state: Translation, op: Operation) -> None:
        code, type = state.code, common(op)
        operands = [code.cast(state.value(operand), type) for operand in op.operands]
        result = code.cast(body(code, operands), lowered_type(op.results[0].type))
        state.bind(op.results[0], result)

    return Lowering(_check, lower)


def _of_one(body: Unary, common: Callable[[Operation], Attribute] = _common) -> Lowering:
    return _on_numbers(lambda code, operands: body(code, operands[0]), common)


def _of_two(body: Binary, common: Callable[[Operation], Attribute] = _common) -> Lowering:
    return _on_numbers(lambda code, operands: body(code, operands[0], operands[1]), common)


def _rows(names: str, overloads: Sequence[str], lowering: Lowering) -> dict[str, Lowering]:
    """`aten.<name>.<overload>` for all; the overload `-` is that without a name."""
    return {
        f"aten.{name}" if overload == "-" else f"aten.{name}.{overload}": lowering
        for name in names.split()
        for overload in overloads
    }


def _comparison(predicate: str) -> Lowering:
    return _of_two(lambda code, a, b: code.compare(predicate, a, b))


def _function(name: str) -> Lowering:
    return _of_one(lambda code, x: code.call(name, x), _always_float)


def _function_of_two(name: str) -> Lowering:
    return _of_two(lambda code, x, y: code.call(name, x, y), _always_float)


def _floor_division(code: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    """Of numbers, unlike of elements of tensors, quotients of floats are rounded, then floored."""
    if a.type != f64:
        return floor_division(code, a, b)
    return code.call("floor", code.div(a, b))


def _remainder(code: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    if a.type != f64:
        return remainder(code, a, b)
    return fmod(code, code.add(fmod(code, a, b), b), b)


def _larger(code: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    """As Python's, which takes the second of unordered or equal numbers."""
    return code.select(code.compare("gt", a, b), a, b)


def _smaller(code: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    """As Python's, which takes the second of unordered or equal numbers."""
    return code.select(code.compare("lt", a, b), a, b)


def _places(code: ScalarCode, b: SSAValue) -> SSAValue:
    """Processors read the low bits alone of how far to shift."""
    return code.bit_and(b, code.like(code.bits(b) - 1, b))


def _shift_left(code: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    return code.shift_left_by(a, _places(code, b))


def _shift_right(code: ScalarCode, a: SSAValue, b: SSAValue) -> SSAValue:
    return code.shift_right_by(a, _places(code, b))


_FUNCTIONS = """
    sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp expm1 log log1p log10 sqrt
    erf
    """

_ARITHMETIC: dict[str, Lowering] = {
    **_rows("add", (*_PAIRS, "-"), _of_two(ScalarCode.add)),
    **_rows("sub", (*_PAIRS, "-"), _of_two(ScalarCode.sub)),
    **_rows("mul", (*_PAIRS, "-"), _of_two(ScalarCode.mul)),
    **_rows("div", ("int", "float", "-"), _of_two(ScalarCode.div, _always_float)),
    **_rows("floordiv", (*_PAIRS, "-"), _of_two(_floor_division)),
    **_rows("remainder", (*_PAIRS, "-"), _of_two(_remainder)),
    **_rows("fmod", (*_PAIRS, "-"), _of_two(fmod, _always_float)),
    **_rows("pow", (*_PAIRS, "Scalar_Scalar"), _function_of_two("powf")),
    **_rows("neg", ("int", "float"), _of_one(ScalarCode.neg)),
    **_rows("__round_to_zero_floordiv", ("int",), _of_two(ScalarCode.quotient)),
    **_rows("atan2", _PAIRS, _of_two(lambda code, a, b: code.call("atan2", a, b), _always_float)),
    **_rows("copysign", _PAIRS, _function_of_two("copysign")),
    **_rows("floor", ("float",), _function("floor")),
    **_rows("ceil", ("float",), _function("ceil")),
    **_rows("round", ("int", "float"), _function("roundeven")),
    **{
        key: lowering
        for name in _FUNCTIONS.split()
        for key, lowering in _rows(name, ("int", "float"), _function(name)).items()
    },
    **{
        f"prim.{name}.{overload}": _of_two(body)
        for name, body in (("max", _larger), ("min", _smaller))
        for overload in _PAIRS
    },
    **{f"prim.abs.{overload}": _of_one(ScalarCode.absolute) for overload in ("int", "float")},
}

_LOGIC: dict[str, Lowering] = {
    **{
        key: lowering
        for name in ("eq", "ne", "lt", "le", "gt", "ge")
        for key, lowering in _rows(name, (*_PAIRS, "-"), _comparison(name)).items()
    },
    **_rows("eq", ("bool",), _comparison("eq")),
    **_rows("ne", ("bool",), _comparison("ne")),
    **_rows("__and__", ("bool", "int"), _of_two(ScalarCode.bit_and)),
    **_rows("__or__", ("bool", "int"), _of_two(ScalarCode.bit_or)),
    **_rows("__xor__", ("bool", "int"), _of_two(ScalarCode.bit_xor)),
    **_rows("__lshift__", ("int",), _of_two(_shift_left)),
    **_rows("__rshift__", ("int",), _of_two(_shift_right)),
    **_rows("__not__", ("-",), _of_one(ScalarCode.bit_not)),
    **_rows("isnan", ("float",), _of_one(ScalarCode.is_nan)),
}


def _same(code: ScalarCode, x: SSAValue) -> SSAValue:
    return x


_CASTS: dict[str, Lowering] = {
    **_rows("Float", ("int", "bool", "Scalar"), _of_one(_same)),
    **_rows("Int", ("float", "bool", "Scalar"), _of_one(_same)),
    **_rows("Bool", ("int", "float"), _of_one(_same)),
}


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
    **_ARITHMETIC,
    **_LOGIC,
    **_CASTS,
    **_QUESTIONS,
    "aten.pow.int_to_int": Lowering(_check_power, _lower_power),
}
"""By op name. A division of integers by zero, which raises in Python, gives any number."""
