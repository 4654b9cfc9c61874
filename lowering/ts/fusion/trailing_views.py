"""Views and casts behind the members of a group, which its kernel computes as well.

    %y = prim.TensorExprGroup(%a) : ...
    %v = aten.view(%y, %sizes) : (!ts.tensor<[2,3],f32>, ...) -> !ts.tensor<[6],f32>
    func.return %v

A cast to another element type makes a new tensor. A view cannot be told from a new tensor if
nothing else uses the tensor that it shows. A kernel that returns it may have to copy that tensor,
so it has few elements: an operation outside of the group would take more time.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.prim import GuardOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.copy_cost import is_cheap_to_copy
from xdsl_torchscript.lowering.ts.fusion.broadcast_sizes import strip_guards
from xdsl_torchscript.lowering.ts.fusion.typed_copy import TypedCopy

_CASTS = frozenset(
    "aten.to.dtype aten.to.dtype_layout aten.to.device aten.to.other aten.type_as".split()
)
_REARRANGES = frozenset(
    """
    aten.view aten.reshape aten.flatten.using_ints aten.unflatten.int aten.unsqueeze aten.squeeze
    aten.squeeze.dim aten.squeeze.dims aten.contiguous aten.view_as aten.reshape_as aten.ravel
    aten.transpose.int aten.permute aten.t aten.movedim.int aten.numpy_T
    """.split()
)
"""Views of all elements of a tensor, or copies of it."""


def is_trailing(
    op: Operation, members: Set[Operation], views: Set[Operation], types: TypedCopy
) -> bool:
    """Return whether a kernel of these members computes a view or a cast as well, one of the
    `views` that it may repeat, and nothing shows that it did."""
    if all(user in views for user in _users(op.results[0])):
        return False
    base, chain = _base(op, views)
    if base.owner not in members:
        return False
    if op.name in _CASTS:
        return _dtype(op.operands[0], types) != _dtype(op.results[0], types)
    inside = {*members, *chain}
    shown = [base, *(view.results[0] for view in chain if view is not op)]
    alone = all(user in inside for value in shown for user in _users(value))
    return op.name in _REARRANGES and alone and is_cheap_to_copy(types.type_of(op.results[0]))


def _dtype(value: SSAValue, types: TypedCopy) -> Attribute | None:
    type = types.type_of(value)
    return type.dtype if isinstance(type, TensorType) else None


def _users(value: SSAValue) -> Iterator[Operation]:
    """Yield the operations that use a value, also through guards."""
    for use in value.uses:
        if isinstance(use.operation, GuardOp):
            yield from _users(use.operation.result)
        else:
            yield use.operation


def _base(op: Operation, views: Set[Operation]) -> tuple[SSAValue, list[Operation]]:
    """Return the tensor that a view shows, and the views that lead to it."""
    chain = [op]
    while True:
        base = strip_guards(chain[-1].operands[0])
        owner = base.owner
        if owner not in views or not isinstance(owner, SchemaOp) or len(owner.results) != 1:
            return base, chain
        chain.append(owner)
