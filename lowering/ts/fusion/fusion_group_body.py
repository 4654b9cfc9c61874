"""Move the members of a group into a `prim.TensorExprGroup`.

    %y = aten.mul.Tensor(%a, %a) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>) -> !ts.tensor
    %s = aten.mm(%y, %y) : ...
    %z = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor

becomes

    %y, %z = prim.TensorExprGroup(%a) : (!ts.tensor<[2,3],f32>) -> ... {
    ^bb0(%b: !ts.tensor<[2,3],f32>):
      %c = aten.mul.Tensor(%b, %b) : ...
      %d = aten.tanh(%c) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
      prim.return %c, %d : !ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>
    }
    %s = aten.mm(%y, %y) : ...

Constants, and views of inputs, are repeated in the body. Results that are used outside leave it,
except those of which only the sizes are read (`broadcast_sizes.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    GuardOp,
    ListConstructOp,
    ReturnOp,
    TensorExprGroupOp,
)
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.ts.fusion.broadcast_sizes import (
    queries_sizes,
    replace_size_query,
    sizes_are_broadcast,
    strip_guards,
)
from xdsl_torchscript.lowering.ts.fusion.checked_views import forget_unclipped_types
from xdsl_torchscript.lowering.ts.fusion.typed_copy import TypedCopy


class GroupBody:
    """The body of a group in the making.

    `inputs` are the values that enter, with their types; `views` are the repeated operations in
    dependency order.
    """

    def __init__(self, types: TypedCopy, repeated: Set[Operation]) -> None:
        self.inputs: dict[SSAValue, Attribute] = {}
        self.views: list[Operation] = []
        self._types = types
        self._repeated = repeated
        self._block = Block()
        self._values: dict[SSAValue, SSAValue] = {}

    def add(self, op: Operation) -> Operation:
        """Return a copy of an operation, with the types that are known of its results."""
        operands = [self._value(operand) for operand in op.operands]
        twin = self._types.of(op)
        copy = twin.clone(dict(zip(twin.operands, operands, strict=True)))
        copy.location = op.location
        self._block.add_op(copy)
        self._values.update(zip(op.results, copy.results, strict=True))
        return copy

    def finish(self, results: Sequence[SSAValue]) -> tuple[Sequence[Attribute], Region]:
        """End the body with these results; return their types and the body."""
        returned = [self._values[value] for value in results]
        self._block.add_op(ReturnOp(*returned))
        return [value.type for value in returned], Region(self._block)

    def _value(self, value: SSAValue) -> SSAValue:
        source = strip_guards(value)
        owner = source.owner
        if source not in self._values and isinstance(owner, Operation):
            if is_repeated_constant(owner):
                self.add(owner)
            elif owner in self._repeated:
                self.add(owner)
                self.views.append(owner)
        if source not in self._values:
            type = _on_cpu(self._types.type_of(value))
            self.inputs[source] = type
            self._values[source] = self._block.insert_arg(type, len(self._block.args))
        return self._values[source]


def is_repeated_constant(op: Operation) -> bool:
    """Return whether a group holds a copy of the operation: constants other than tensors, and lists
    of these constants."""
    if isinstance(op, ListConstructOp):
        owners = (element.owner for element in op.elements)
        return all(
            isinstance(owner, ConstantOp) and is_repeated_constant(owner) for owner in owners
        )
    return isinstance(op, ConstantOp) and not isinstance(op.type, TensorType)


def _on_cpu(type: Attribute) -> Attribute:
    """Return the type of a tensor that enters a group. Kernels accept tensors that require
    gradients. Like all allocating operators, they return tensors that require none."""
    if not isinstance(type, TensorType):
        return type
    known = False if type.requires_grad is False else None
    return TensorType.get(type.shape, type.dtype, device="cpu", requires_grad=known)


def build_fusion_group(
    members: Sequence[Operation],
    behind: Iterable[Operation],
    views: Set[Operation],
    types: TypedCopy,
) -> TensorExprGroupOp:
    """Move members into a group, which repeats the `views` that they need. Operations `behind` the
    first members move behind the group."""
    late = [op for op in behind if op.is_before_in_block(members[-1])]
    own, body = set(members), GroupBody(types, views)
    for op in members:
        body.add(op)
    inside = _replaced(members, body.views)
    leaving = _uses_outside(members, inside)
    asked = _only_asked(leaving, own, views)
    escaping = [value for value in leaving if value not in asked] or list(leaving)
    queries = [use.operation for v in asked if v not in escaping for use in leaving[v]]
    group = _insert_group(body, escaping, members)
    _move_behind(group, late)
    for query in queries:
        replace_size_query(query, group, own)
    _replace_results(escaping, group, inside, types)
    _erase(inside)
    return group


def used_outside(
    members: Sequence[Operation], views: Sequence[Operation]
) -> Mapping[SSAValue, Sequence[Use]]:
    """Return the results of members that operations use outside of the group, which repeats the
    views, with these uses."""
    return _uses_outside(members, _replaced(members, views))


def _replaced(members: Sequence[Operation], views: Sequence[Operation]) -> set[Operation]:
    """Return the members, and the repeated views that nothing else uses."""
    inside = set(members)
    for view in reversed(views):
        if not any(_leaves(use, inside) for result in view.results for use in result.uses):
            inside.add(view)
    return inside


def _uses_outside(
    members: Sequence[Operation], inside: Set[Operation]
) -> dict[SSAValue, list[Use]]:
    """Return the results of members that other operations use, with these uses."""
    results = (result for op in members for result in op.results)
    uses = {value: [use for use in value.uses if _leaves(use, inside)] for value in results}
    return {value: found for value, found in uses.items() if found}


def _only_asked(
    leaving: Mapping[SSAValue, Sequence[Use]], members: Set[Operation], views: Set[Operation]
) -> list[SSAValue]:
    """Return the results of which only the sizes are read, which those of the inputs give."""
    asked = [value for value, uses in leaving.items() if all(map(queries_sizes, uses))]
    return [value for value in asked if sizes_are_broadcast(value, members, views)]


def _insert_group(
    body: GroupBody, results: Sequence[SSAValue], members: Sequence[Operation]
) -> TensorExprGroupOp:
    """Insert a group with guarded inputs behind the last member."""
    last = members[-1]
    inputs = [_guard(source, type, last) for source, type in body.inputs.items()]
    group = TensorExprGroupOp(inputs, *body.finish(results))
    forget_unclipped_types(group, group.results)
    propagate_location(members[0], [group])
    Rewriter.insert_op(group, InsertPoint.after(last))
    return group


def _guard(value: SSAValue, type: Attribute, point: Operation) -> SSAValue:
    """Return the value with a guard in front of `point` if its own type says less."""
    if not isinstance(type, TensorType) or is_subtype_of(value.type, type):
        return value
    guard = GuardOp(value, type)
    propagate_location(point, [guard])
    Rewriter.insert_op(guard, InsertPoint.before(point))
    return guard.result


def _move_behind(group: Operation, ops: Sequence[Operation]) -> None:
    """Move operations behind the group, in order."""
    for op in reversed(ops):
        op.detach()
        Rewriter.insert_op(op, InsertPoint.after(group))


def _replace_results(
    values: Sequence[SSAValue], group: Operation, inside: Set[Operation], types: TypedCopy
) -> None:
    """Replace the results of members by those of the group, for the operations outside."""
    for value, result in zip(values, group.results, strict=True):
        types.replace(value, result)
        value.replace_uses_with_if(result, lambda use: _leaves(use, inside))


def _leaves(use: Use, inside: Set[Operation]) -> bool:
    """Return whether a use is outside the operations; a guard counts as its own uses."""
    if isinstance(use.operation, GuardOp):
        return any(_leaves(inner, inside) for inner in use.operation.result.uses)
    return use.operation not in inside


def _erase(ops: Set[Operation]) -> None:
    """Erase operations that only use one another, with the guards of their operands and results."""
    doomed = dict.fromkeys(ops)
    for op in ops:
        taken = (operand.owner for operand in op.operands)
        given = (use.operation for result in op.results for use in result.uses)
        for guard in (*taken, *given):
            if isinstance(guard, GuardOp) and not any(_leaves(u, ops) for u in guard.result.uses):
                doomed[guard] = None
    for op in doomed:
        op.detach()
        op.drop_all_references()
    for op in doomed:
        op.erase()
