"""Conversion of `scf.if`, `scf.for` and `scf.while` that carry tensors.

A tensor that leaves one of them lives in memory allocated before it, or in memory of the caller. A
loop keeps each carried tensor in one place. An iteration may still read the old value. So it
computes the new one elsewhere and copies it at its end, unless it writes the old one in place.

A branch takes over the memory of a tensor if a side yields it, or a new version of it, and nothing
reads the old one afterwards (`successors.py`); of several tensors, the first that allows it:

    %r = scf.if %c -> (tensor<8xf32>) {
      %1 = te.scatter () into %t : tensor<8xf32> {
        te.put %x at [%k] set : f32                        scf.if %c {
      }                                              ->      memref.store %x, %t[%k] : ...
      scf.yield %1 : tensor<8xf32>                         }
    } else {
      scf.yield %t : tensor<8xf32>
    }

What the other side yields is copied there at its end, unless it is computed there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.te import tensor_type
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.te.versions import old_versions, passed_argument
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer, copy
from xdsl_torchscript.lowering.te_to_loops.conversion import LoopsConversion, is_tensor
from xdsl_torchscript.lowering.te_to_loops.successors import (
    TAKEN_TWICE,
    is_made_over,
    refusal,
    taken_by,
)


@dataclass(frozen=True)
class _Home:
    """The memory of a result of a branch."""

    buffer: Buffer
    old: SSAValue | None
    """The tensor that it is taken over from, if any."""


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


def _place(to: LoopsConversion, op: Operation, result: SSAValue) -> Buffer:
    """Return memory before `op` for a tensor among its results."""
    return to.place(result, to.sizes_before(result, op))


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
    """Copy the tensors that a block yields to where they are read.

    A loop may swap carried values, so a value that would be overwritten first is saved first.
    """
    emit = Emitter.before(end)
    moves = [
        (source, value, home.memory)
        for value, home in zip(_tensors(values), homes, strict=True)
        if (source := to.buffer_of(value, end)).memory is not home.memory
    ]
    targets = [target for _, _, target in moves]
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
    """`scf.if`: each side computes its tensors in, or copies them to, memory before it."""
    taken = taken_by(op)
    homes = [_home(to, op, r, taken.get(r)) for r in op.results if is_tensor(r)]
    for block in [block for region in op.regions for block in region.blocks]:
        _convert_side(to, _end_of(block, op), block, homes)
    then, otherwise = (op.detach_region(region) for region in list(op.regions))
    return _results(to, op, scf.IfOp(op.cond, _scalar_types(op.results), then, otherwise))


def _home(to: LoopsConversion, op: scf.IfOp, result: OpResult, taken: SSAValue | None) -> _Home:
    """Return the memory for a result of a branch: that of the taken tensor, or other memory."""
    if taken is not None:
        return _Home(to.take_over(result, taken), taken)
    for old in old_versions(result):
        refuse(op, refusal(op, old) or TAKEN_TWICE)
    return _Home(_place(to, op, result), None)


def _convert_side(
    to: LoopsConversion, end: Operation, block: Block, homes: Sequence[_Home]
) -> None:
    for value, home in zip(_tensors(end.operands), homes, strict=True):
        if not isinstance(value, OpResult) or value.op.parent is not block:
            continue
        if home.old is None or is_made_over(value, home.old):
            to.aim(value, home.buffer.memory)
    buffers = [home.buffer for home in homes]
    to.convert_and_free(block, lambda: _carry(to, end, end.operands, buffers))
    _replace_end(end, scf.YieldOp(*_scalars(end.operands)))


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
    """`scf.while`: a tensor lives in one place if the first region passes it on; others go back and
    forth between the places of arguments and results."""
    before, after = op.before_region.block, op.after_region.block
    condition, end = _end_of(before, op), _end_of(after, op)
    if not isinstance(condition, scf.ConditionOp):
        fail(op, "must end its first region in scf.condition")
    passed = {r: passed_argument(op, r.index) for r in op.results if is_tensor(r)}
    places = {
        a: to.place_over(r, op.arguments[a.index]) for r, a in passed.items() if a is not None
    }
    homes = [places[a] if a is not None else _place(to, op, r) for r, a in passed.items()]
    states = [places.get(a) or _saved_init(to, op, a) for a in before.args if is_tensor(a)]
    _replace_arguments(to, before.args, states)
    _replace_arguments(to, after.args, homes)
    to.convert_and_free(before, lambda: _carry(to, condition, condition.args, homes))
    to.convert_and_free(after, lambda: _carry(to, end, end.operands, states))
    _replace_end(condition, scf.ConditionOp(condition.condition, *_scalars(condition.args)))
    _replace_end(end, scf.YieldOp(*_scalars(end.operands)))
    regions = [op.detach_region(region) for region in (op.before_region, op.after_region)]
    new = scf.WhileOp(_scalars(op.arguments), _scalar_types(op.results), *regions)
    return _results(to, op, new)


def _saved_init(to: LoopsConversion, op: scf.WhileOp, argument: BlockArgument) -> Buffer:
    init = op.arguments[argument.index]
    return _save(to, to.emit, to.buffer_of(init, op), init)
