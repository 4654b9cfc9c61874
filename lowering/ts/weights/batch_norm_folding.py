"""A batch norm of constant statistics, moved into the operator's weights before it.

In evaluation, a batch norm scales and shifts each channel: `(y - mean) * scale + bias`, where
`scale = weight / sqrt(var + eps)`. A convolution or a linear layer has separate weights per
channel. So the weights absorb the scale and the bias absorbs the shift.
"""

from __future__ import annotations

from collections.abc import Collection

from xdsl.ir import Operation

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.weights.weighted_operators import (
    BIAS,
    WEIGHT,
    batch_rank,
    element_type,
    has_rank,
    is_absorbable,
    is_early,
    replace_source,
)

TRAINING, EPSILON = 5, 7
"""Operands of a batch norm."""


def fold_batch_norm(
    norm: Operation, sources: Collection[str], facts: TypeFacts
) -> Operation | None:
    """Fold a batch norm into the operator of `sources` that makes its operand, if legal; return the
    new one."""
    reason = _obstacle(norm, sources, facts)
    if reason is not None:
        return refuse(norm, reason)
    source = owner_of(norm.operands[0])
    assert source is not None
    rank = batch_rank(source, facts)
    assert rank is not None
    b = OpBuilder.before(source)
    _, weight, bias, mean, variance, *_ = norm.operands
    scale = b.aten.rsqrt(b.aten.add(variance, facts.constant_of(norm.operands[EPSILON])))
    if not facts.is_none(weight):
        scale = b.aten.mul(scale, weight)
    own = source.operands[BIAS]
    centred = b.aten.neg(mean) if facts.is_none(own) else b.aten.sub(own, mean)
    shift = b.aten.mul(centred, scale)
    if not facts.is_none(bias):
        shift = b.aten.add(shift, bias)
    columns = b.aten.reshape(scale, (-1, *[1] * (rank - 1)))
    weights = b.aten.mul(source.operands[WEIGHT], columns)
    return replace_source(norm, source, weights, shift, b)


def _obstacle(norm: Operation, sources: Collection[str], facts: TypeFacts) -> str | None:
    """Return why the batch norm may not be folded; None if it may."""
    source = owner_of(norm.operands[0])
    if source is None or source.name not in sources:
        return "its operand is made by another operator"
    if not is_absorbable(norm):
        return "its operand has other uses, or is made in another block"
    try:
        if facts.constant_of(norm.operands[TRAINING]) is not False:
            return "it trains"
        facts.constant_of(norm.operands[EPSILON])
    except NotConstantError:
        return "it may train, or its epsilon is not constant"
    if facts.is_none(norm.operands[3]) or facts.is_none(norm.operands[4]):
        return "it takes the statistics of the batch"
    rank = batch_rank(source, facts)
    if rank is None or not has_rank(source, rank, norm, facts):
        return "the channels may not be the second axis"
    read = [*norm.operands[1:5], *source.operands[WEIGHT : BIAS + 1]]
    tensors = [value for value in read if not facts.is_none(value)]
    if not all(is_early(value, source, facts) for value in tensors):
        return "weights or statistics are computed behind the operator, or written"
    dtypes = {element_type(value, facts) for value in tensors}
    return None if len(dtypes) == 1 and None not in dtypes else "the element types may differ"
