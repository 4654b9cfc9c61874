"""Mutators of regions: a branch in place of an If, one pass of the body in place of a Loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, LoopOp, SubgraphOp
from xdsl_torchscript.tools.reduce.edits import Edit, insert_before, is_live, replace, without
from xdsl_torchscript.tools.reduce.stand_ins import earliest

_Op = TypeVar("_Op", bound=Operation)


def _edits(module: ModuleOp, kind: type[_Op], edit: Callable[[_Op], None]) -> Sequence[Edit]:
    def guarded(op: _Op) -> None:
        if is_live(op):
            edit(op)

    return [partial(guarded, op) for op in module.walk() if isinstance(op, kind)]


def _splice(op: Operation, block: Block, arguments: Sequence[SSAValue], skipped: int = 0) -> None:
    """Replace `op` by the operations of `block`.

    Its results become the terminator's operands, without the first `skipped` ones.
    """
    end = block.last_op
    assert end is not None
    values = list(end.operands)[skipped:][: len(op.results)]
    # A value may be an argument of the block, which is erased here.
    seen: dict[SSAValue, SSAValue] = dict(zip(block.args, arguments, strict=True))
    values = [seen.get(value, value) for value in values]
    Rewriter.erase_op(end)
    Rewriter.inline_block(block, InsertPoint.before(op), arguments)
    replace(op, values)


def take_then(module: ModuleOp) -> Sequence[Edit]:
    """Replace each If with its then branch."""
    return _edits(module, IfOp, lambda op: _splice(op, op.then_block, ()))


def take_else(module: ModuleOp) -> Sequence[Edit]:
    """Replace each If with its else branch."""
    return _edits(module, IfOp, lambda op: _splice(op, op.else_block, ()))


def skip_loops(module: ModuleOp) -> Sequence[Edit]:
    """Replace each Loop with its initial values."""
    return _edits(module, LoopOp, lambda op: replace(op, op.carried))


def run_loops_once(module: ModuleOp) -> Sequence[Edit]:
    """Replace each Loop with one pass of its body."""

    def edit(op: LoopOp) -> None:
        trip = ConstantOp.from_int(0)
        insert_before(op, trip)
        _splice(op, op.body, [trip.result, *op.carried], skipped=1)

    return _edits(module, LoopOp, edit)


def inline_subgraphs(module: ModuleOp) -> Sequence[Edit]:
    """Replace each fusion group, or another subgraph, with its body."""
    return _edits(module, SubgraphOp, lambda op: _splice(op, op.body, op.inputs))


def drop_if_results(module: ModuleOp) -> Sequence[Edit]:
    """Drop results of Ifs one by one, with the values that the branches yield for them."""

    def edit(op: IfOp, number: int) -> None:
        if not is_live(op) or not _release(op, number):
            return
        for end in (op.then_yield, op.else_yield):
            end.operands = without(end.operands, number)
        kept = without(op.results, number)
        regions = [op.detach_region(region) for region in list(op.regions)]
        new = IfOp(op.condition, [value.type for value in kept], *regions)
        _exchange(op, new, kept)

    ifs = [op for op in module.walk() if isinstance(op, IfOp)]
    return [partial(edit, op, number) for op in ifs for number in range(len(op.results))]


def drop_carried(module: ModuleOp) -> Sequence[Edit]:
    """Drop carried values of Loops one by one: the body then uses the initial value."""

    def edit(op: LoopOp, number: int) -> None:
        if not is_live(op):
            return
        initial = op.carried[number]
        op.results[number].replace_all_uses_with(initial)
        argument = op.carried_args[number]
        argument.replace_all_uses_with(initial)
        op.body.erase_arg(argument)
        end = op.body_condition
        end.operands = without(end.operands, number + 1)
        kept = without(op.results, number)
        carried = without(op.carried, number)
        body = op.detach_region(op.body_region)
        types = [value.type for value in kept]
        new = LoopOp(op.max_trip_count, op.initial_condition, carried, types, body)
        _exchange(op, new, kept)

    loops = [op for op in module.walk() if isinstance(op, LoopOp)]
    return [partial(edit, op, number) for op in loops for number in range(len(op.results))]


def drop_subgraph_inputs(module: ModuleOp) -> Sequence[Edit]:
    """Drop inputs of subgraphs that are unused, or replaceable by another of the same type."""

    def edit(op: SubgraphOp, arg: BlockArgument) -> None:
        if not is_live(op) or arg not in op.body.args:
            return
        other = next((a for a in op.body.args if a.type == arg.type and a is not arg), None)
        if other is not None:
            arg.replace_all_uses_with(other)
        if not arg.uses:
            op.operands = without(op.operands, arg.index)
            op.body.erase_arg(arg)

    groups = [op for op in module.walk() if isinstance(op, SubgraphOp)]
    return [partial(edit, op, arg) for op in groups for arg in reversed(op.body.args)]


def drop_subgraph_results(module: ModuleOp) -> Sequence[Edit]:
    """Drop values that subgraphs return, with the results for them."""

    def edit(op: SubgraphOp, number: int) -> None:
        if not is_live(op) or (number < len(op.results) and not _release(op, number)):
            return
        end = op.body_return
        end.operands = without(end.operands, number)
        if number >= len(op.results):
            return
        kept = without(op.results, number)
        new = type(op).create(
            operands=op.operands,
            result_types=[value.type for value in kept],
            properties=op.properties,
            attributes=op.attributes,
            regions=[op.detach_region(op.body_region)],
        )
        _exchange(op, new, kept)

    groups = [op for op in module.walk() if isinstance(op, SubgraphOp)]
    return [
        partial(edit, op, number)
        for op in groups
        for number in reversed(range(len(op.body_return.operands)))
    ]


def _release(op: Operation, number: int) -> bool:
    """Replace uses of a result by another value of its type; return whether one exists."""
    result = op.results[number]
    if not result.uses:
        return True
    value = earliest(op, result.type)
    if value is not None:
        result.replace_all_uses_with(value)
    return value is not None


def _exchange(op: Operation, new: Operation, kept: Sequence[SSAValue]) -> None:
    """Replace `op` by `new`, whose results are the `kept` results of `op`."""
    insert_before(op, new)
    for old, result in zip(kept, new.results, strict=True):
        result.name_hint = old.name_hint
        old.replace_all_uses_with(result)
    Rewriter.erase_op(op)
