"""Which expressions stand inside of others, and which get a name.

An op with one result that is used once may stand where it is used, if the order in which things
happen stays the same: between it and its use there is nothing but what stands inside of that
same statement before it. So the ops of a block are read backwards along the operands of each
statement, as TorchScript's printer does; here without recursion.
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
from xdsl_torchscript.frontend.python_text.names import meant_name

MODULE_INDEX = tuple(schema_op(f"prim.ModuleContainerIndex.{kind}") for kind in ("list", "dict"))
"""The type of the result does not follow from the operands: it is declared."""

# What is a statement; a refinement by `isinstance` in a condition would be made a second time.
_NEVER_INSIDE = (
    ListUnpackOp, TupleUnpackOp, EnterOp, ExitOp, ForkOp, AwaitableOp, IsInstanceOp,
    *MODULE_INDEX,
)  # fmt: skip
_BODIES = (ForkOp, AwaitableOp)


def ops_in(block: Block, but_inside: tuple[type[Operation], ...] = ()) -> Iterator[Operation]:
    """The ops of a block and of blocks in it, in order and without recursion; not those inside of
    ops of the classes `but_inside`."""
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
    """The operator whose several results `op` packs into a tuple right behind it.

    A program cannot tell the two apart: `torch.max(x, 0)` is a tuple.
    """
    before = op.prev_op
    if not isinstance(op, TupleConstructOp) or not isinstance(before, SchemaOp):
        return None
    if len(before.results) < 2 or tuple(op.operands) != tuple(before.results):
        return None
    return before if all(r.has_one_use() for r in before.results) else None


def _before(op: Operation) -> Operation | None:
    """The op before that is no constant."""
    call = packed_call(op)
    found = (call or op).prev_op
    while isinstance(found, ConstantOp):
        found = found.prev_op
    return found


def inputs_of(op: Operation) -> tuple[SSAValue, ...]:
    """What the text of an op is made from."""
    return tuple((packed_call(op) or op).operands)


def _may_be_inside(value: SSAValue, op: Operation) -> bool:
    if len(op.results) != 1 or op.regions or isinstance(op, _NEVER_INSIDE):
        return False
    if not value.has_one_use():
        return False
    use = next(iter(value.uses))
    user = use.operation
    if meant_name(value) is not None and not user.has_trait(IsTerminator):
        return False
    # The carried values of a loop are assigned before its bounds are computed.
    is_carried = isinstance(user, LoopOp) and use.index >= 2
    return not is_carried and not isinstance(user, _BODIES)


def inlined_ops(body: Block) -> set[Operation]:
    """The ops of a function, nested blocks included, whose text stands where they are used."""
    found: set[Operation] = set()
    blocks = [body]
    while blocks:
        block = blocks.pop()
        op = block.last_op
        while op is not None:
            if op.operands and op not in found:
                _follow(op, found)
            blocks += [nested for region in op.regions for nested in region.blocks]
            op = op.prev_op
    return found


def _follow(statement: Operation, found: set[Operation]) -> None:
    """Goes backwards through what a statement may take in."""
    point = _before(statement)
    pending = list(inputs_of(statement))
    while pending and point is not None:
        value = pending.pop()
        if value.owner is point and _may_be_inside(value, point):
            found.add(point)
            pending += inputs_of(point)
            point = _before(point)
