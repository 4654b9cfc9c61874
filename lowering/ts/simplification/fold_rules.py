"""The results of operations on known operands, or implied by types: the rules of
`partial_evaluation.py`.

A rule raises NotConstantError where only a run knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import ComplexType, Float64Type, IntegerType, f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError, attribute_value
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IsInstanceOp,
    ListConstructOp,
    ListUnpackOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleUnpackOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.scalar_evaluation import LISTS, NUMBERS, evaluate_operator
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    Dim,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
)
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.size_comparisons import (
    COMPARISONS,
    SAME_SIZES,
    are_equal,
    compare,
)
from xdsl_torchscript.lowering.analysis.type_queries import TYPE_QUERIES

FoldedValue: TypeAlias = (
    "SSAValue | int | float | str | list[FoldedValue] | tuple[FoldedValue, ...] | None"
)
"""An SSA value, or a Python number, text, None, list or tuple."""

LITERALS = (i64, f64, i1, StrType(), NumberType(), NoneType())


def _has_literals(type: Attribute) -> bool:
    """Return whether constants of the type are Python values and nothing else: no devices, no
    complex."""
    if type in LITERALS:
        return True
    return isinstance(type, ListType | OptionalType) and _has_literals(type.element)


def is_literal(op: ConstantOp) -> bool:
    return op.value is None or _has_literals(op.type)


def literal(op: ConstantOp) -> FoldedValue:
    value = None if op.value is None else attribute_value(op.value)
    return list(value) if isinstance(value, tuple) else value


def _is_known(value: FoldedValue) -> bool:
    """Return whether every part of the value is known before a run."""
    if isinstance(value, list | tuple):
        return all(map(_is_known, value))
    return not isinstance(value, SSAValue)


FoldRule: TypeAlias = Callable[[Operation, Sequence[FoldedValue]], Sequence[FoldedValue]]


def fold(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue] | None:
    """Return the results of `op`, or None if they are known at run time only."""
    rule = _RULES.get(op.name)
    if rule is None:
        return None
    try:
        return rule(op, arguments)
    except NotConstantError:
        return None


def tensor_type(value: FoldedValue) -> TensorType:
    if isinstance(value, SSAValue) and isinstance(value.type, TensorType):
        return value.type
    raise NotConstantError("expected a tensor")


def _constant(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    if isinstance(op, ConstantOp) and is_literal(op):
        return [literal(op)]
    raise NotConstantError("a constant without a Python value")


def _number(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    if not all(map(_is_known, arguments)):
        raise NotConstantError("a number known only at run time")
    return [evaluate_operator(op.name, NUMBERS[op.name], arguments)]


def _comparison(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    """Compare integers, of which types may name some as sizes."""
    return [compare(op.name, *map(_dim, arguments))]


def _equality(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    """Compare lists of integers, of which types may name some as sizes."""
    if not all(isinstance(each, list) for each in arguments):
        raise NotConstantError("a list known only at run time")
    left, right = ([*map(_dim, cast("list[FoldedValue]", each))] for each in arguments)
    return [are_equal(left, right) is SAME_SIZES[op.name]]


def _dim(value: FoldedValue) -> Dim:
    if isinstance(value, SSAValue) and value.type == i64:
        return STATED.dim_of(value)
    if isinstance(value, int):
        return value
    raise NotConstantError("a number known only at run time")


def _list(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    if not isinstance(arguments[0], list):
        raise NotConstantError("a list known only at run time")
    return [evaluate_operator(op.name, LISTS[op.name], arguments)][: len(op.results)]


def _type_query(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    return [TYPE_QUERIES[op.name](tensor_type(arguments[0]))]


def _size(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    shape, axis = tensor_type(arguments[0]).shape, arguments[1]
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        raise NotConstantError("the size of an unknown axis")
    size = shape[axis]
    if not isinstance(size, int):
        raise NotConstantError("a size known only at run time")
    return [size]


def _is_none(value: FoldedValue) -> bool:
    if isinstance(value, SSAValue) and is_subtype_of(NoneType(), value.type):
        raise NotConstantError("a value that may be None")
    return value is None


IDENTITIES = ("aten.__is__", "aten.__isnot__")


def is_identical(op: Operation, arguments: Sequence[FoldedValue]) -> bool:
    """Return the result of one of `IDENTITIES` that asks for None. Raises NotConstantError."""
    left, right = map(_is_none, arguments)
    if not left and not right:
        raise NotConstantError("a comparison of two values that are not None")
    return (left and right) == (op.name == "aten.__is__")


_TYPES: dict[type, Attribute] = {bool: i1, int: i64, float: f64, str: StrType()}
_CONCRETE: tuple[type[Attribute], ...] = (TensorType, IntegerType, Float64Type, ComplexType)


def _isinstance(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    (value,) = arguments
    type = value.type if isinstance(value, SSAValue) else _TYPES.get(value.__class__)
    if not isinstance(op, IsInstanceOp) or not isinstance(type, _CONCRETE):
        raise NotConstantError("a value of unknown type")
    return [any(is_subtype_of(type, kind) for kind in op.types)]


def _cast(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    """Fold a cast of a value whose type already states as much."""
    (value,) = arguments
    if isinstance(value, SSAValue) and not is_subtype_of(value.type, op.results[0].type):
        raise NotConstantError("a value with more facts than its type")
    return [value]


def _unpack(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    (values,) = arguments
    if not isinstance(values, list | tuple) or len(values) != len(op.results):
        raise NotConstantError("a list known only at run time")
    return values


def _index(op: Operation, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
    values, index = arguments
    if not isinstance(values, tuple) or not isinstance(index, int):
        raise NotConstantError("a tuple known only at run time")
    return [values[index]]


_RULES: dict[str, FoldRule] = {
    **dict.fromkeys(NUMBERS, _number),
    **dict.fromkeys(COMPARISONS, _comparison),
    **dict.fromkeys(SAME_SIZES, _equality),
    **dict.fromkeys(LISTS, _list),
    **dict.fromkeys(TYPE_QUERIES, _type_query),
    ConstantOp.name: _constant,
    ListConstructOp.name: lambda op, arguments: [list(arguments)],
    TupleConstructOp.name: lambda op, arguments: [tuple(arguments)],
    ListUnpackOp.name: _unpack,
    TupleUnpackOp.name: _unpack,
    TupleIndexOp.name: _index,
    UncheckedCastOp.name: _cast,
    IsInstanceOp.name: _isinstance,
    "aten.size.int": _size,
    **dict.fromkeys(IDENTITIES, lambda op, arguments: [is_identical(op, arguments)]),
}
