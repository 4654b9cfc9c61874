"""Lowering of `scf.if`, `scf.for` and `scf.while` that carry tensors.

A tensor that leaves one of them lives in memory allocated before it, or in memory of the caller. A
loop keeps each tensor that it carries in one place: what an iteration yields is computed elsewhere
and copied there at its end, since the iteration may still read the old value.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.te import tensor_type
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer, copy
from xdsl_torchscript.lowering.te_to_loops.state import Lowering, is_tensor


def _scalars(values: Sequence[SSAValue]) -> list[SSAValue]:
    return [value for value in values if not is_tensor(value)]


def _tensors(values: Sequence[SSAValue]) -> list[SSAValue]:
    return [value for value in values if is_tensor(value)]


def _scalar_types(values: Sequence[SSAValue]) -> list[Attribute]:
    return [value.type for value in _scalars(values)]


def _end_of(block: Block, op: Operation) -> Operation:
    end = block.last_op
    if end is None:
        fail(op, "has a block without a terminator")
    return end


def _places(lowering: Lowering, op: Operation) -> list[Buffer]:
    """Memory before `op` for each tensor among its results."""
    emit = Emitter.before(op)
    return [
        lowering.place(emit, result, lowering.sizes_before(result, op))
        for result in _tensors(op.results)
    ]


def _take_results(lowering: Lowering, old: Operation, new: Operation) -> None:
    """Put `new`, which has the scalar results alone, in the place of `old`."""
    new.attributes |= old.attributes
    Emitter.before(old)(new)
    for result, replacement in zip(_scalars(old.results), new.results, strict=True):
        replacement.name_hint = result.name_hint
        result.replace_all_uses_with(replacement)
    lowering.replace(old)


def _replace_end(end: Operation, new: Operation) -> None:
    Emitter.before(end)(new)
    Rewriter.erase_op(end)


def _own_arguments(
    lowering: Lowering, values: Sequence[SSAValue], buffers: Sequence[Buffer]
) -> list[SSAValue]:
    """Let tensors among the block arguments `values` live in `buffers`; the arguments to erase."""
    arguments = _tensors(values)
    lowering.buffers |= dict(zip(arguments, buffers, strict=True))
    return arguments


def _erase_arguments(block: Block, arguments: Sequence[SSAValue]) -> None:
    # What still uses them was lowered and waits to be erased.
    for argument in [a for a in block.args if a in arguments]:
        block.erase_arg(argument, safe_erase=False)


def _carry(
    lowering: Lowering, end: Operation, values: Sequence[SSAValue], to: Sequence[Buffer]
) -> None:
    """At the end of an iteration, copy the tensors yielded to where the next one reads them.

    A loop may swap what it carries, so what would be overwritten first is saved first.
    """
    emit = Emitter.before(end)
    homes = [buffer.memory for buffer in to]
    moves = [
        (lowering.buffer_of(value, end), value, target)
        for value, target in zip(_tensors(values), homes, strict=True)
    ]
    moves = [move for move in moves if move[0].memory is not move[2]]
    saved: list[tuple[Buffer, SSAValue]] = []
    for source, value, target in moves:
        if source.memory in homes:
            source = _saved(lowering, emit, source, value)
        saved.append((source, target))
    for source, target in saved:
        copy(emit, source, target)


def _saved(lowering: Lowering, emit: Emitter, source: Buffer, value: SSAValue) -> Buffer:
    tensor = tensor_type(value.type)
    assert tensor is not None
    spare = lowering.allocate(emit, tensor, source.sizes)
    copy(emit, source, spare.memory)
    return spare


def lower_if(lowering: Lowering, op: Operation) -> None:
    """`scf.if`: each branch computes its tensors in, or copies them to, memory before it."""
    assert isinstance(op, scf.IfOp)
    memories = [buffer.memory for buffer in _places(lowering, op)]
    branches = [block for region in op.regions for block in region.blocks]
    for block in branches:
        end = _end_of(block, op)
        lowering.lower_block_into(block, _tensors(end.operands), memories)
        _replace_end(end, scf.YieldOp(*_scalars(end.operands)))
    then, otherwise = (op.detach_region(region) for region in list(op.regions))
    _take_results(lowering, op, scf.IfOp(op.cond, _scalar_types(op.results), then, otherwise))


def lower_for(lowering: Lowering, op: Operation) -> None:
    """`scf.for`: the tensors carried live where its results live."""
    assert isinstance(op, scf.ForOp)
    homes = _places(lowering, op)
    emit = Emitter.before(op)
    for init, home in zip(_tensors(op.iter_args), homes, strict=True):
        copy(emit, lowering.buffer_of(init, op), home.memory)
    block = op.body.block
    arguments = _own_arguments(lowering, block.args[1:], homes)
    end = _end_of(block, op)
    lowering.lower_block(block, lambda: _carry(lowering, end, end.operands, homes))
    _replace_end(end, scf.YieldOp(*_scalars(end.operands)))
    _erase_arguments(block, arguments)
    region = op.detach_region(op.body)
    new = scf.ForOp(op.lb, op.ub, op.step, _scalars(op.iter_args), region)
    _take_results(lowering, op, new)


def lower_while(lowering: Lowering, op: Operation) -> None:
    """`scf.while`: tensors go back and forth between the places of its arguments and results."""
    assert isinstance(op, scf.WhileOp)
    before, after = op.before_region.block, op.after_region.block
    condition, end = _end_of(before, op), _end_of(after, op)
    if not isinstance(condition, scf.ConditionOp):
        fail(op, "must end its first region in scf.condition")
    results = _places(lowering, op)
    emit = Emitter.before(op)
    states = [_saved_argument(lowering, emit, init, op) for init in _tensors(op.arguments)]
    first = _own_arguments(lowering, before.args, states)
    second = _own_arguments(lowering, after.args, results)
    lowering.lower_block(before, lambda: _carry(lowering, condition, condition.args, results))
    lowering.lower_block(after, lambda: _carry(lowering, end, end.operands, states))
    _replace_end(condition, scf.ConditionOp(condition.condition, *_scalars(condition.args)))
    _replace_end(end, scf.YieldOp(*_scalars(end.operands)))
    _erase_arguments(before, first)
    _erase_arguments(after, second)
    regions = [op.detach_region(region) for region in (op.before_region, op.after_region)]
    types = _scalar_types(op.results)
    _take_results(lowering, op, scf.WhileOp(_scalars(op.arguments), types, *regions))


def _saved_argument(lowering: Lowering, emit: Emitter, init: SSAValue, op: Operation) -> Buffer:
    return _saved(lowering, emit, lowering.buffer_of(init, op), init)
