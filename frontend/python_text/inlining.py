"""The choice between nested expressions and named variables.

An op with one result and one use may be nested in its user if the order of effects stays. That is,
all ops between the two are nested earlier in the same statement. So each statement collects its
operands backwards, as in TorchScript's printer.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import (
    AwaitableOp,
    ConstantOp,
    EnterOp,
    ExitOp,
    ForkOp,
    IsInstanceOp,
    ListUnpackOp,
    LoopOp,
    TupleConstructOp,
    TupleUnpackOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp, schema_op
from xdsl_torchscript.frontend.python_text.names import source_name

MODULE_INDEX = tuple(schema_op(f"prim.ModuleContainerIndex.{kind}") for kind in ("list", "dict"))
"""Operators whose result type does not follow from the operands: it is declared."""

# Statements; and refinements by `isinstance`, which in a condition would be repeated.
_NEVER_INSIDE = (
    ListUnpackOp, TupleUnpackOp, EnterOp, ExitOp, ForkOp, AwaitableOp, IsInstanceOp,
    *MODULE_INDEX,
)  # fmt: skip
_BODIES = (ForkOp, AwaitableOp)


def ops_in(block: Block, but_inside: tuple[type[Operation], ...] = ()) -> Iterator[Operation]:
    """Yield the ops of a block and its nested blocks, in order and without recursion.

    Ops inside ops of the classes `but_inside` are skipped.
    """
    pending = [iter(block.ops)]
    while pending:
        op = next(pending[-1], None)
        if op is None:
            pending.pop()
            continue
        yield op
        if not isinstance(op, but_inside):
            blocks = [nested for region in op.regions for nested in region.blocks]
            pending += [iter(nested.ops) for nested in reversed(blocks)]


def packed_call(op: Operation) -> SchemaOp | None:
    """Return the operator whose several results `op` packs into a tuple directly after it, or None.

    Programs do not distinguish the two: `torch.max(x, 0)` is a tuple.
    """
    before = op.prev_op
    if not isinstance(op, TupleConstructOp) or not isinstance(before, SchemaOp):
        return None
    if len(before.results) < 2 or tuple(op.operands) != tuple(before.results):
        return None
    return before if all(r.has_one_use() for r in before.results) else None


def _before(op: Operation) -> Operation | None:
    """Return the preceding op that is not a constant."""
    call = packed_call(op)
    found = (call or op).prev_op
    while isinstance(found, ConstantOp):
        found = found.prev_op
    return found


def inputs_of(op: Operation) -> tuple[SSAValue, ...]:
    """Return the operands that the text of an op contains."""
    return tuple((packed_call(op) or op).operands)


def _may_be_inside(value: SSAValue, op: Operation) -> bool:
    if len(op.results) != 1 or op.regions or isinstance(op, _NEVER_INSIDE):
        return False
    if not value.has_one_use():
        return False
    use = next(iter(value.uses))
    user = use.operation
    if source_name(value) is not None and not user.has_trait(IsTerminator):
        return False
    # The carried values of a loop are assigned before its bounds are computed.
    is_carried = isinstance(user, LoopOp) and use.index >= 2
    return not is_carried and not isinstance(user, _BODIES)


def inlined_ops(body: Block) -> set[Operation]:
    """Return the ops of a function, nested blocks included, whose text is nested in their user."""
    found: set[Operation] = set()
    blocks = [body]
    while blocks:
        block = blocks.pop()
        op = block.last_op
        while op is not None:
            if op.operands and op not in found:
                _collect_nested(op, found)
            blocks += [nested for region in op.regions for nested in region.blocks]
            op = op.prev_op
    return found


def _collect_nested(statement: Operation, found: set[Operation]) -> None:
    """Collect the operands of a statement that may be nested in it, in reverse order."""
    point = _before(statement)
    pending = list(inputs_of(statement))
    while pending and point is not None:
        value = pending.pop()
        if value.owner is point and _may_be_inside(value, point):
            found.add(point)
            pending += inputs_of(point)
            point = _before(point)
