"""A batch norm of constant statistics, moved into the operator's weights before it.

In evaluation, a batch norm scales and shifts each channel: `(y - mean) * scale + bias`, where
`scale = weight / sqrt(var + eps)`. A convolution or a linear layer has separate weights per
channel. So the weights absorb the scale and the bias absorbs the shift.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import ContainerType, DenseIntOrFPElementsAttr, DenseResourceAttr
from xdsl.ir import Attribute, Operation, SSAValue, TypedAttribute
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

Ranks = Mapping[str, int]
"""The operators that take a batch norm, with the rank of their weights and of a batch."""

_WEIGHT, _BIAS = 1, 2
"""The positions of both among the operands of an operator of `Ranks`."""


def fold_batch_norm(norm: Operation, ranks: Ranks, facts: TypeFacts) -> None:
    """Fold a batch norm into the operator that makes its operand, if legal."""
    reason = _obstacle(norm, ranks, facts)
    if reason is not None:
        return refuse(norm, reason)
    source = owner_of(norm.operands[0])
    assert source is not None
    b = OpBuilder.before(source)
    _, weight, bias, mean, variance, _, _, epsilon, _ = norm.operands
    scale = b.aten.rsqrt(b.aten.add(variance, epsilon))
    if not facts.is_none(weight):
        scale = b.aten.mul(scale, weight)
    own = source.operands[_BIAS]
    centred = b.aten.neg(mean) if facts.is_none(own) else b.aten.sub(own, mean)
    shift = b.aten.mul(centred, scale)
    if not facts.is_none(bias):
        shift = b.aten.add(shift, bias)
    columns = b.aten.reshape(scale, (-1, *[1] * (ranks[source.name] - 1)))
    operands = [*source.operands]
    operands[_WEIGHT], operands[_BIAS] = b.aten.mul(operands[_WEIGHT], columns), shift
    new = b(schema_op(source.name).create(operands=operands, result_types=source.result_types))
    new.results[0].name_hint = norm.results[0].name_hint
    replace_uses(norm.results[0], new.results[0])
    Rewriter.erase_op(norm)
    return Rewriter.erase_op(source)


def _obstacle(norm: Operation, ranks: Ranks, facts: TypeFacts) -> str | None:
    """Return why the batch norm may not be folded; None if it may."""
    source = owner_of(norm.operands[0])
    if source is None or source.name not in ranks:
        return "its operand is made by another operator"
    if not norm.operands[0].has_one_use() or norm.parent is not source.parent:
        return "its operand has other uses, or is made in another block"
    try:
        if facts.constant_of(norm.operands[5]) is not False:
            return "it trains"
    except NotConstantError:
        return "it may train"
    if facts.is_none(norm.operands[3]) or facts.is_none(norm.operands[4]):
        return "it takes the statistics of the batch"
    if facts.tensor_type_of(source.operands[0]).rank != ranks[source.name]:
        return "the channels may not be the second axis"
    read = [*norm.operands[1:5], *source.operands[_WEIGHT : _BIAS + 1]]
    tensors = [value for value in read if not facts.is_none(value)]
    if not all(_is_early(value, source, facts) for value in tensors):
        return "weights or statistics are computed behind the operator, or written"
    dtypes = {_dtype(value, facts) for value in tensors}
    return None if len(dtypes) == 1 and None not in dtypes else "the element types may differ"


def _dtype(tensor: SSAValue, facts: TypeFacts) -> Attribute | None:
    owner = owner_of(tensor)
    literal = owner.value if isinstance(owner, ConstantOp) else None
    if isinstance(literal, DenseIntOrFPElementsAttr | DenseResourceAttr):
        type = cast("TypedAttribute", literal).get_type()
        return cast("ContainerType[Attribute]", type).get_element_type()
    return facts.tensor_type_of(tensor).dtype


def _is_early(value: SSAValue, source: Operation, facts: TypeFacts) -> bool:
    """Return whether the tensor is there before `source`, and nothing writes it."""
    owner = owner_of(value)
    before = owner is None or owner.parent is not source.parent or owner.is_before_in_block(source)
    return before and facts.is_unwritten(value)
