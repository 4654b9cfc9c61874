"""Removal of artefacts from a complete function body.

    _0 = True                        %r:2 = prim.Loop %n, %c, iter(%c, %x)
    while _0:                 ->     %r = prim.Loop %n, %c, iter(%x)
      _0, x = test(x), f(x)

A variable that only the condition reads is assigned in each iteration. Its carried value is unused,
since the condition already has the value. `a, b = b, a` and `(a, b)[0]` construct tuples only to
take them apart. And `_0` is a number, not a name.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import (
    LoopOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleUnpackOp,
    constant_value,
)
from xdsl_torchscript.frontend.script.hints import NUMBERED


def clean(body: Block) -> None:
    """Clean up the body of a function in place."""
    numbered = set(_drop_number_hints(body))
    for op in list(body.walk()):
        if isinstance(op, LoopOp):
            _drop_unused_carries(op)
        elif isinstance(op, TupleUnpackOp):
            _drop_tuple(op, numbered)
        elif isinstance(op, TupleIndexOp):
            _fold_index(op)


def _drop_number_hints(body: Block) -> Iterator[SSAValue]:
    """Remove the name hints `_0`, and yield the values that had them."""
    for op in body.walk():
        arguments = [arg for region in op.regions for block in region.blocks for arg in block.args]
        for value in (*op.results, *arguments):
            if value.name_hint == NUMBERED:
                value.name_hint = None
                yield value


def _drop_tuple(unpack: TupleUnpackOp, numbered: set[SSAValue]) -> None:
    """Replace the unpacking of a constructed tuple by its parts.

    The names go to the parts, unless they have a name or a number already.
    """
    made = unpack.tuple_.owner
    if not isinstance(made, TupleConstructOp) or made.operand_types != unpack.result_types:
        return
    for part, name in zip(made.operands, unpack.results, strict=True):
        if part in numbered:
            name.name_hint = None
        name.replace_all_uses_with(part)
    unpack.detach()
    unpack.erase()
    _drop_unused(made)


def _fold_index(index: TupleIndexOp) -> None:
    """Replace `(a, b)[0]` by `a`."""
    made, known = index.tuple_.owner, constant_value(index.index)
    if not isinstance(made, TupleConstructOp) or not isa(known, IntegerAttr):
        return
    number = known.value.data
    if not -len(made.operands) <= number < len(made.operands):
        return
    part = made.operands[number]
    if part.type != index.result.type:
        return
    index.result.replace_all_uses_with(part)
    index.detach()
    index.erase()
    _drop_unused(made)


def _drop_unused(made: TupleConstructOp) -> None:
    if not made.result.uses:
        made.detach()
        made.erase()


def _is_read(loop: LoopOp, number: int) -> bool:
    """Return whether the carried value is used other than by the next iteration's carry."""
    if loop.results[number].uses:
        return True
    end = loop.body_condition
    return any(
        use.operation is not end or use.index != number + 1
        for use in loop.carried_args[number].uses
    )


def _drop_unused_carries(loop: LoopOp) -> None:
    count = len(loop.carried)
    kept = [number for number in range(count) if _is_read(loop, number)]
    if len(kept) == count:
        return
    end, block = loop.body_condition, loop.parent_block()
    assert block is not None
    end.operands = [end.condition, *(end.carried[number] for number in kept)]
    for number in reversed(range(count)):
        if number not in kept:
            loop.body.erase_arg(loop.carried_args[number])
    carried = [loop.carried[number] for number in kept]
    types = [loop.results[number].type for number in kept]
    trips, condition = loop.max_trip_count, loop.initial_condition
    made = LoopOp(trips, condition, carried, types, loop.detach_region(loop.body_region))
    made.location = loop.location
    block.insert_op_before(made, loop)
    for number, new in zip(kept, made.results, strict=True):
        old = loop.results[number]
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    loop.detach()
    loop.erase()
