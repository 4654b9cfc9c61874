"""The sizes of a group's results, computed from the sizes of its inputs.

    %m, %r = prim.TensorExprGroup(%x, %y)
    %n = aten.size(%m)

becomes, where nothing else reads `%m` and `x * y` is computed as `%m` in the group,

    %r = prim.TensorExprGroup(%x, %y)
    %a = aten.size(%x)
    %b = aten.size(%y)
    %n = prim.BroadcastSizes(%a, %b)

so that `%m` stays in the registers of the kernel. The rule holds for all sizes, so also where the
fallback graph runs.
"""

from __future__ import annotations

from collections.abc import Set

from xdsl.ir import Operation, SSAValue, Use
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.families import POINTWISE, family_of
from xdsl_torchscript.dialects.prim import GuardOp
from xdsl_torchscript.dialects.types import OptionalType, TensorType
from xdsl_torchscript.lowering.core.backward_slice import backward_slice, slice_inputs
from xdsl_torchscript.lowering.core.op_builder import OpBuilder


def strip_guards(value: SSAValue) -> SSAValue:
    """Return the value below any guards."""
    while isinstance(value.owner, GuardOp):
        value = value.owner.value
    return value


def queries_sizes(use: Use) -> bool:
    return use.operation.name == "aten.size"


def sizes_are_broadcast(value: SSAValue, members: Set[Operation], views: Set[Operation]) -> bool:
    """Return whether a result's sizes are the broadcast sizes of the group's inputs. Views that the
    group repeats may not exist outside.
    """
    values = backward_slice([value], lambda op: _is_entered(op, members))
    makers = [each.owner for each in values if isinstance(each.type, TensorType)]
    inside = members & set(makers)
    return all(map(_broadcasts, inside)) and views.isdisjoint(makers)


def _is_entered(op: Operation, members: Set[Operation]) -> bool:
    return op in members or isinstance(op, GuardOp)


def _broadcasts(op: Operation) -> bool:
    """Return whether a result has the broadcast sizes of the tensors among the operands."""
    is_optional = any(isinstance(operand.type, OptionalType) for operand in op.operands)
    return family_of(op.name) in POINTWISE and not is_optional


def broadcast_sizes(emit: OpBuilder, value: SSAValue, members: Set[Operation]) -> SSAValue:
    """Emit the sizes of a value for which `sizes_are_broadcast`, as a new list."""
    inputs = slice_inputs([value], lambda op: _is_entered(op, members))
    tensors = [each for each in inputs if isinstance(each.type, TensorType)]
    sizes = [emit.op("aten::size", tensor).results[0] for tensor in tensors]
    return sizes[0] if len(sizes) == 1 else emit.op("prim::BroadcastSizes", *sizes).results[0]


def replace_size_query(query: Operation, fused: Operation, members: Set[Operation]) -> None:
    """Replace a query for the sizes of a result of the group `fused`."""
    behind = fused.next_op
    assert behind is not None
    sizes = broadcast_sizes(OpBuilder.before(behind), query.operands[0], members)
    Rewriter.replace_op(query, [], [sizes])
