"""Conversion of the operations of te themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.te import (
    ComputeOp,
    LoadOp,
    NestOp,
    PutOp,
    ReduceOp,
    ScanOp,
    ScatterOp,
    YieldOp,
)
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.te_to_loops.buffers import (
    Buffer,
    load,
    nest,
    reduction,
    store,
)
from xdsl_torchscript.lowering.te_to_loops.conversion import LoopsConversion, Sized


def _move_body(
    to: LoopsConversion, op: NestOp, emit: Emitter, arguments: Sequence[SSAValue]
) -> Operation:
    """Move the body of `op` to where `emit` stands; return its converted terminator."""
    block = op.body.block
    body = list(block.ops)
    Rewriter.inline_block(block, emit.point, arguments)
    for inner in body:
        to.convert(inner)
    return body[-1]


def _take_body(
    to: LoopsConversion, op: NestOp, emit: Emitter, arguments: Sequence[SSAValue]
) -> list[SSAValue]:
    """Move the body of `op` to where `emit` stands; return the values that it yields."""
    end = _move_body(to, op, emit, arguments)
    assert isinstance(end, YieldOp)
    values = to.operands(end.values)
    Rewriter.erase_op(end)
    return values


def _places(to: LoopsConversion, op: Sized) -> list[Buffer]:
    return [to.place(result, op.extents) for result in op.results]


def _store(
    emit: Emitter, values: Sequence[SSAValue], targets: Sequence[Buffer], point: Sequence[SSAValue]
) -> None:
    for value, target in zip(values, targets, strict=True):
        store(emit, value, target.memory, point)


def convert_compute(to: LoopsConversion, op: ComputeOp) -> list[Buffer]:
    """`te.compute`: a nest that stores an element of each result at each point."""
    targets = _places(to, op)

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        _store(inside, _take_body(to, op, inside, counters), targets, counters)

    nest(to.emit, op.extents, [axis.name_hint for axis in op.axes], element)
    return targets


def convert_reduce(to: LoopsConversion, op: ReduceOp) -> list[Buffer]:
    """`te.reduce`: a nest over the axes; in it, one over the reduced axes carries the values."""
    targets = _places(to, op)
    reduced_names = [axis.name_hint for axis in op.reduced_axes]

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        def step(
            innermost: Emitter, reduced: Sequence[SSAValue], values: Sequence[SSAValue]
        ) -> Sequence[SSAValue]:
            return _take_body(to, op, innermost, (*counters, *reduced, *values))

        totals = reduction(inside, op.reduced_extents, reduced_names, op.inits, step)
        _store(inside, totals, targets, counters)

    nest(to.emit, op.extents, [axis.name_hint for axis in op.axes], element)
    return targets


def convert_scan(to: LoopsConversion, op: ScanOp) -> list[Buffer]:
    """`te.scan`: a nest over the other axes; in it, a loop that carries and stores the values."""
    targets, dim = _places(to, op), op.dim.value.data
    names = [axis.name_hint for axis in op.axes]
    others = [axis for axis in range(len(names)) if axis != dim]

    def line(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        def step(
            innermost: Emitter, along: Sequence[SSAValue], values: Sequence[SSAValue]
        ) -> Sequence[SSAValue]:
            point = (*counters[:dim], *along, *counters[dim:])
            values = _take_body(to, op, innermost, (*point, *values))
            _store(innermost, values, targets, point)
            return values

        reduction(inside, [op.extents[dim]], [names[dim]], op.inits, step)

    nest(to.emit, [op.extents[axis] for axis in others], [names[axis] for axis in others], line)
    return targets


_COMBINED: dict[str, Callable[[ArithBuilder, SSAValue, SSAValue], SSAValue]] = {
    "add": ArithBuilder.add,
    "mul": ArithBuilder.mul,
    "max": ArithBuilder.maximum,
    "min": ArithBuilder.minimum,
}


def convert_scatter(to: LoopsConversion, op: ScatterOp) -> Buffer:
    """`te.scatter`: a nest that stores one element at each point over the old ones."""
    target = to.place_over(op.result, op.init)

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        end = _move_body(to, op, inside, counters)
        assert isinstance(end, PutOp)
        value, indices = to.value(end.value), to.operands(end.indices)
        combined = _COMBINED.get(end.combination.data)
        if combined is not None:
            value = combined(ArithBuilder(inside), load(inside, target, indices), value)
        store(inside, value, target.memory, indices)
        Rewriter.erase_op(end)

    names = [axis.name_hint for axis in op.axes]
    nest(to.emit, op.loop_extents, names, element)
    return target


def convert_load(to: LoopsConversion, op: LoadOp) -> SSAValue:
    """`te.load`: a read of memory."""
    return load(to.emit, to.buffer_of(op.tensor, op), op.indices)
