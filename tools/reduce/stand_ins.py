"""Replacement values: constants, and values in scope."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xdsl.dialects.arith import ConstantOp as ArithConstantOp
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import ConstantOp, DictConstructOp, ListConstructOp
from xdsl_torchscript.dialects.subtyping import flows_into
from xdsl_torchscript.dialects.types import (
    AnyType,
    DeviceType,
    DictType,
    Dim,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
)

_LITERALS: Mapping[Attribute, Callable[[int], Operation]] = {
    i64: ConstantOp.from_int,
    f64: lambda number: ConstantOp.from_float(float(number)),
    i1: lambda number: ConstantOp.from_bool(bool(number)),
    ComplexType(f64): lambda number: ConstantOp.from_complex(complex(number)),
    NumberType(): lambda number: ConstantOp(IntegerAttr(number, i64), NumberType()),
    StrType(): lambda number: ConstantOp.from_str(""),
    DeviceType(): lambda number: ConstantOp(StringAttr("cpu"), DeviceType()),
    NoneType(): lambda number: ConstantOp.none(),
}


def constant(type: Attribute, number: int) -> Operation | None:
    """Return an operation that creates a simple value of a type, or None.

    The values are 0 or 1, `None`, an empty container, or a tensor filled with the number.
    """
    if type in _LITERALS:
        return _LITERALS[type](number)
    match type:
        case OptionalType() | AnyType():
            return ConstantOp(None, type)
        case ListType():
            return ListConstructOp([], type.element)
        case DictType():
            return DictConstructOp([], type.key, type.value)
        case TensorType():
            return ConstantOp(filled_literal(type.shape or (), type.dtype, number), type)
        case IntegerType() | IndexType():
            return ArithConstantOp(IntegerAttr(number, type))
        case _ if isinstance(type, AnyFloat):
            return ArithConstantOp(FloatAttr(float(number), type))
        case _:
            return None


def filled_literal(
    sizes: Sequence[Dim], dtype: Attribute | None, number: int
) -> DenseIntOrFPElementsAttr:
    """Return the literal of a tensor whose elements are all `number`.

    It has rank 0 unless the sizes are known, and float32 unless the dtype has literals.
    """
    shape = [size for size in sizes if isinstance(size, int)]
    known = shape if len(shape) == len(sizes) else []
    if isa(dtype, IntegerType):
        return DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(dtype, known), [number])
    element = dtype if isinstance(dtype, AnyFloat) else f32
    return DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(element, known), [float(number)])


def values_before(op: Operation) -> Iterator[SSAValue]:
    """Yield the values in scope at `op`, the outermost and earliest first."""
    block, end = op.parent, op
    scopes: list[tuple[Block, Operation]] = []
    while block is not None:
        scopes.append((block, end))
        parent = block.parent_op()
        if parent is None or parent.has_trait(IsolatedFromAbove, value_if_unregistered=False):
            break
        block, end = parent.parent, parent
    for block, end in reversed(scopes):
        yield from block.args
        for earlier in block.ops:
            if earlier is end:
                break
            yield from earlier.results


def earliest(op: Operation, type: Attribute) -> SSAValue | None:
    """Return the first value in scope at `op` that fits the type, or None."""
    return next((value for value in values_before(op) if flows_into(value.type, type)), None)


def operand_like(op: Operation, type: Attribute, *, last: bool = False) -> SSAValue | None:
    """Return the first or last operand of `op` that fits the type, or None."""
    operands = reversed(op.operands) if last else op.operands
    return next((value for value in operands if flows_into(value.type, type)), None)
