"""Conversion of `scf.if`, `scf.for` and `scf.while` that carry tensors.

A tensor that leaves one of them lives in memory allocated before it, or in memory of the caller. A
loop keeps each carried tensor in one place. An iteration may still read the old value. So it
computes the new one elsewhere and copies it at its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.te import tensor_type
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer, copy
from xdsl_torchscript.lowering.te_to_loops.conversion import LoopsConversion, is_tensor


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


def _places(to: LoopsConversion, op: Operation) -> list[Buffer]:
    """Memory before `op` for each tensor among its results."""
    return [to.place(result, to.sizes_before(result, op)) for result in _tensors(op.results)]


def _results(to: LoopsConversion, old: Operation, new: Operation) -> list[SSAValue | Buffer]:
    """Emit `new`, which has the scalar results alone; the results of `old`."""
    new.attributes |= old.attributes
    scalars = iter(to.emit(new).results)
    return [to.values[old] if is_tensor(old) else next(scalars) for old in old.results]


def _replace_end(end: Operation, new: Operation) -> None:
    Emitter.before(end)(new)
    Rewriter.erase_op(end)


def _replace_arguments(
    to: LoopsConversion, arguments: Sequence[SSAValue], buffers: Sequence[Buffer]
) -> None:
    """Let the tensors among block arguments live in `buffers`."""
    for argument, buffer in zip(_tensors(arguments), buffers, strict=True):
        assert isinstance(argument, BlockArgument)
        to.replace_argument(argument, buffer)


def _carry(
    to: LoopsConversion, end: Operation, values: Sequence[SSAValue], homes: Sequence[Buffer]
) -> None:
    """Copy the tensors that an iteration yields to where the next one reads them.

    A loop may swap carried values, so a value that would be overwritten first is saved first.
    """
    emit = Emitter.before(end)
    targets = [home.memory for home in homes]
    moves = [
        (to.buffer_of(value, end), value, target)
        for value, target in zip(_tensors(values), targets, strict=True)
    ]
    moves = [move for move in moves if move[0].memory is not move[2]]
    saved = [
        (_save(to, emit, source, value) if source.memory in targets else source, target)
        for source, value, target in moves
    ]
    for source, target in saved:
        copy(emit, source, target)


def _save(to: LoopsConversion, emit: Emitter, source: Buffer, value: SSAValue) -> Buffer:
    tensor = tensor_type(value.type)
    assert tensor is not None
    spare = to.allocate(emit, tensor, source.sizes)
    copy(emit, source, spare.memory)
    return spare


def convert_if(to: LoopsConversion, op: scf.IfOp) -> list[SSAValue | Buffer]:
    """`scf.if`: each branch computes its tensors in, or copies them to, memory before it."""
    memories = [buffer.memory for buffer in _places(to, op)]
    branches = [block for region in op.regions for block in region.blocks]
    for block in branches:
        end = _end_of(block, op)
        to.convert_block_into(block, _tensors(end.operands), memories)
        _replace_end(end, scf.YieldOp(*_scalars(end.operands)))
    then, otherwise = (op.detach_region(region) for region in list(op.regions))
    return _results(to, op, scf.IfOp(op.cond, _scalar_types(op.results), then, otherwise))


def convert_for(to: LoopsConversion, op: scf.ForOp) -> list[SSAValue | Buffer]:
    """`scf.for`: the tensors carried live where its results live."""
    pairs = zip(_tensors(op.results), _tensors(op.iter_args), strict=True)
    homes = [to.place_over(result, init) for result, init in pairs]
    block = op.body.block
    _replace_arguments(to, block.args[1:], homes)
    end = _end_of(block, op)
    to.convert_and_free(block, lambda: _carry(to, end, end.operands, homes))
    _replace_end(end, scf.YieldOp(*_scalars(end.operands)))
    region = op.detach_region(op.body)
    return _results(to, op, scf.ForOp(op.lb, op.ub, op.step, _scalars(op.iter_args), region))


def convert_while(to: LoopsConversion, op: scf.WhileOp) -> list[SSAValue | Buffer]:
    """`scf.while`: tensors go back and forth between the places of its arguments and results."""
    before, after = op.before_region.block, op.after_region.block
    condition, end = _end_of(before, op), _end_of(after, op)
    if not isinstance(condition, scf.ConditionOp):
        fail(op, "must end its first region in scf.condition")
    homes = _places(to, op)
    states = [_save(to, to.emit, to.buffer_of(init, op), init) for init in _tensors(op.arguments)]
    _replace_arguments(to, before.args, states)
    _replace_arguments(to, after.args, homes)
    to.convert_and_free(before, lambda: _carry(to, condition, condition.args, homes))
    to.convert_and_free(after, lambda: _carry(to, end, end.operands, states))
    _replace_end(condition, scf.ConditionOp(condition.condition, *_scalars(condition.args)))
    _replace_end(end, scf.YieldOp(*_scalars(end.operands)))
    regions = [op.detach_region(region) for region in (op.before_region, op.after_region)]
    new = scf.WhileOp(_scalars(op.arguments), _scalar_types(op.results), *regions)
    return _results(to, op, new)
