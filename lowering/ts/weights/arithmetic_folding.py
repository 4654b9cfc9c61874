"""A constant added to the result of a convolution, or multiplied with it, moved into its weights.

A factor scales the weights and the bias, a summand shifts the bias. Of a tensor, each element must
belong to one channel: for two spatial axes, its sizes are `[channels, 1, 1]`, or it has one
element. Counted from the end, the axis of the channels is the same with and without a batch.
"""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.weights.weighted_operators import (
    BIAS,
    CONVOLUTIONS,
    WEIGHT,
    batch_rank,
    element_of,
    has_rank,
    is_absorbable,
    is_constant,
    is_early,
    literal_shape,
    literal_type,
    replace_source,
)

SUMS = frozenset({"aten.add.Tensor", "aten.add.Scalar", "aten.sub.Tensor", "aten.sub.Scalar"})
PRODUCTS = frozenset({"aten.mul.Tensor", "aten.mul.Scalar", "aten.div.Tensor", "aten.div.Scalar"})


def fold_arithmetic(op: Operation, facts: TypeFacts) -> Operation | None:
    """Fold a sum or product of a convolution's result and a constant into the convolution, if
    legal; return the new one."""
    reason = _obstacle(op, facts)
    if reason is not None:
        return refuse(op, reason)
    source = owner_of(op.operands[0])
    assert source is not None
    b, rank = OpBuilder.before(source), batch_rank(source, facts)
    assert rank is not None
    weight, bias = source.operands[WEIGHT : BIAS + 1]
    if op.name in PRODUCTS:
        weight = _applied(b, op, weight, (-1, *[1] * (rank - 1)))
        bias = bias if facts.is_none(bias) else _applied(b, op, bias, (-1,))
    else:
        bias = b.aten.new_zeros(weight, (_channels(weight),)) if facts.is_none(bias) else bias
        bias = _applied(b, op, bias, (-1,))
    return replace_source(op, source, weight, bias, b)


def _channels(weight: SSAValue) -> int:
    """Return the number of channels that constant weights make."""
    shape = literal_shape(weight)
    assert shape is not None
    return shape[0]


def _applied(b: OpBuilder, op: Operation, value: SSAValue, sizes: tuple[int, ...]) -> SSAValue:
    """Emit the sum or product of another value and the constant, reshaped to these sizes."""
    _, other, *more = op.operands
    if literal_shape(other):
        other = b.aten.reshape(other, sizes)
    new = schema_op(op.name).create(operands=[value, other, *more], result_types=[value.type])
    return b(new).results[0]


def _obstacle(op: Operation, facts: TypeFacts) -> str | None:
    """Return why the operation may not be folded; None if it may."""
    source = owner_of(op.operands[0])
    if source is None or source.name not in CONVOLUTIONS:
        return "its operand is not made by a convolution"
    if not is_absorbable(op):
        return "its operand has other uses, or is made in another block"
    other, weight = op.operands[1], source.operands[WEIGHT]
    read = [*op.operands[1:], *source.operands[WEIGHT : BIAS + 1]]
    if not all(map(is_constant, read)) or literal_shape(weight) is None:
        return "the weights or the other operand are not constant"
    tensors = [value for value in read if literal_shape(value) is not None]
    if not all(is_early(value, source, facts) for value in tensors):
        return "the weights or the other operand are written, or made behind the convolution"
    if not _keeps_type(other, literal_type(weight)):
        return "the other operand may have another element type"
    return _size_obstacle(op, source, facts)


def _keeps_type(other: SSAValue, weight: Attribute | None) -> bool:
    """Return whether arithmetic of a real tensor of this type and a constant has its elements."""
    dtype, own = element_of(weight), element_of(literal_type(other)) or other.type
    if not isinstance(dtype, AnyFloat):
        return False
    is_number = not literal_shape(other)
    return own == dtype or isinstance(own, IntegerType) or (is_number and isinstance(own, AnyFloat))


def _size_obstacle(op: Operation, source: Operation, facts: TypeFacts) -> str | None:
    """Return why an element of the other operand may not belong to one channel."""
    shape, rank = literal_shape(op.operands[1]) or (), batch_rank(source, facts)
    if rank is None:
        return "the convolution is transposed"
    channels = _channels(source.operands[WEIGHT])
    if len(shape) == rank and not has_rank(source, rank, op, facts):
        return "the other operand may add an axis"
    padded = (*[1] * (rank - len(shape)), *shape)
    if len(padded) > rank or padded[1] not in (1, channels) or {*padded[:1], *padded[2:]} != {1}:
        return "the other operand differs within a channel"
    return None
