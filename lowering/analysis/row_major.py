"""Tensors whose elements lie in row-major order, if those of all arguments do.

    %y = aten.mul.Tensor(%x, %x)        // in order, as %x
    %z = aten.t(%y)                     // not in order
    %a = aten.mm(%z, %y)                // in order: the operator makes it so

An operator that draws a number for each element does so in the order of memory.
"""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Block, SSAValue

from xdsl_torchscript.dialects.constants import KnownConstant
from xdsl_torchscript.dialects.families import POINTWISE, Family, family_of
from xdsl_torchscript.dialects.prim import IfOp, ListConstructOp, LoopOp, SubgraphOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED

_CONTIGUOUS, _PRESERVE, _UNKNOWN = 0, 1, -1
"""Codes of memory formats."""

_NUMBERS = (i64, f64, i1)

_MAKES = frozenset(
    """
    aten.zeros aten.ones aten.full aten.empty.memory_format aten.eye aten.eye.m aten.arange
    aten.arange.start aten.arange.start_step aten.rand aten.randn aten.randint aten.randint.low
    aten.normal.float_float aten.multinomial aten.mm aten.bmm aten.matmul aten.linear aten.addmm
    aten.baddbmm aten.layer_norm aten.softmax.int aten.log_softmax.int aten.embedding aten.tensor
    """.split()
)
"""Operators whose result is in order, whatever its operands are."""

_KEEPS = frozenset(
    """
    aten.zeros_like aten.ones_like aten.full_like aten.empty_like aten.rand_like aten.randn_like
    aten.randint_like aten.randint_like.low_dtype aten.bernoulli aten.bernoulli.p
    aten.bernoulli.Tensor aten.dropout aten.alpha_dropout aten.feature_dropout
    aten.feature_alpha_dropout aten.native_dropout aten.uniform aten.exponential
    aten.normal_functional aten.view aten.reshape aten.flatten.using_ints aten.unsqueeze
    aten.contiguous aten.clone aten.detach aten.to.dtype aten.select.int aten.slice.Tensor
    aten.select_scatter aten.slice_scatter aten.copy aten.fill.Scalar prim.unchecked_cast prim.Guard
    """.split()
)
"""Operators whose result is in order if their first operand is."""

_COMBINE = frozenset(
    """
    aten.cat aten.stack aten.index_select aten.gather aten.sum.dim_IntList aten.mean.dim
    aten.cumsum aten.max.dim aten.min.dim aten.masked_fill.Scalar aten.constant_pad_nd
    aten.scaled_dot_product_attention aten.repeat
    """.split()
)
_COMBINING = (*POINTWISE, Family.CONVOLUTION, Family.POOLING, Family.NORMALIZATION)
"""Operators, and families of them, whose result is in order if all tensor operands are."""


def is_row_major(value: SSAValue) -> bool:
    """Return whether the elements of a tensor are in row-major order in memory, if those of the
    function's arguments are. Dimensions of size 1 do not count."""
    return values_in_order(value) is not None


def values_in_order(value: SSAValue) -> set[SSAValue] | None:
    """Return a tensor, and the values that must be in order for it to be; None if that does not
    suffice."""
    pending, seen = [value], set[SSAValue]()
    while pending:
        current = pending.pop()
        if current in seen or _is_line(current):
            continue
        seen.add(current)
        sources = _sources(current)
        if sources is None:
            return None
        pending += sources
    return seen


def shows_order(value: SSAValue) -> bool:
    """Return whether the order of a tensor's elements in memory may decide that of a tensor that
    leaves the operators on it: pointwise ones pass it on, products do not."""
    pending, seen = [value], set[SSAValue]()
    while pending:
        current = pending.pop()
        if current in seen or _is_line(current):
            continue
        seen.add(current)
        for use in current.uses:
            user = use.operation
            if user.name in _MAKES:
                continue
            if not isinstance(user, SchemaOp) or not _passes_order_on(user):
                return True
            pending += user.results
    return False


def _passes_order_on(op: SchemaOp) -> bool:
    """Return whether the order of an operand in memory decides nothing but that of the results."""
    is_view = any(result.alias is not None for result in op.schema.returns)
    return not op.schema.is_mutable and (is_view or _combines(op))


def _is_line(value: SSAValue) -> bool:
    """Return whether a value is no tensor, or one whose elements have only one order."""
    if not isinstance(value.type, TensorType):
        return True
    shape = value.type.shape
    return shape is not None and sum(size != 1 for size in shape) < 2


def _sources(value: SSAValue) -> list[SSAValue] | None:
    """Return the values that must be in order for a value to be, None if that does not suffice."""
    owner = value.owner
    if isinstance(owner, Block):
        return _of_argument(value, owner)
    match owner:
        case IfOp():
            index = owner.results.index(value)
            return [end.operands[index] for end in (owner.then_yield, owner.else_yield)]
        case LoopOp():
            index = owner.results.index(value)
            return [owner.carried[index], owner.body_condition.carried[index]]
        case SchemaOp() if (format := _memory_format(owner)) is not None:
            return [] if format == _CONTIGUOUS else None
        case _ if owner.name in _MAKES:
            return []
        case _ if owner.name in _KEEPS:
            return [owner.operands[0]]
        case SchemaOp() if not owner.schema.is_mutable and _combines(owner):
            return _operands(owner)
        case _:
            return None


def _combines(op: SchemaOp) -> bool:
    return op.name in _COMBINE or family_of(op.name) in _COMBINING


def _operands(op: SchemaOp) -> list[SSAValue] | None:
    """Return the operands, and the elements of lists of tensors among them; None for other lists
    of tensors."""
    found: list[SSAValue] = []
    for operand in op.operands:
        if not isinstance(operand.type, ListType) or operand.type.element in _NUMBERS:
            found.append(operand)
        elif isinstance(operand.owner, ListConstructOp):
            found += operand.owner.elements
        else:
            return None
    return found


def _memory_format(op: SchemaOp) -> KnownConstant:
    """Return the memory format that a call asks for, None if it keeps that of an operand."""
    index = op.schema.argument_index("memory_format")
    if index is None:
        return None
    format = op.operands[index]
    if STATED.is_none(format):
        return None
    known = STATED.known_constant(format)
    return _UNKNOWN if known is None else None if known == _PRESERVE else known


def _of_argument(value: SSAValue, block: Block) -> list[SSAValue] | None:
    parent = block.parent_op()
    if isinstance(parent, LoopOp):
        if value not in parent.carried_args:
            return None
        index = parent.carried_args.index(value)
        return [parent.carried[index], parent.body_condition.carried[index]]
    return [] if isinstance(parent, func.FuncOp | SubgraphOp | None) else None
