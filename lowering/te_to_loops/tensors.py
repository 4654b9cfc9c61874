"""Conversion of the operations of te themselves."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.te import ComputeOp, LoadOp, ReduceOp, YieldOp
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer, load, nest, reduction, store
from xdsl_torchscript.lowering.te_to_loops.conversion import LoopsConversion


def _take_body(
    to: LoopsConversion, op: ComputeOp | ReduceOp, emit: Emitter, arguments: Sequence[SSAValue]
) -> SSAValue:
    """Move the body of `op` to where `emit` stands; the value that it yields."""
    block = op.body.block
    body = list(block.ops)
    Rewriter.inline_block(block, emit.point, arguments)
    for inner in body:
        to.convert(inner)
    end = body[-1]
    assert isinstance(end, YieldOp)
    value = to.value(end.value)
    Rewriter.erase_op(end)
    return value


def convert_compute(to: LoopsConversion, op: ComputeOp) -> Buffer:
    """`te.compute`: a nest that stores one element at each point."""
    target = to.place(op.result, op.extents)

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        store(inside, _take_body(to, op, inside, counters), target.memory, counters)

    nest(to.emit, op.extents, [axis.name_hint for axis in op.axes], element)
    return target


def convert_reduce(to: LoopsConversion, op: ReduceOp) -> Buffer:
    """`te.reduce`: a nest over the axes; in it, one over the reduced axes carries the value."""
    target = to.place(op.result, op.extents)
    reduced_names = [axis.name_hint for axis in op.reduced_axes]

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        def step(
            innermost: Emitter, reduced: Sequence[SSAValue], value: SSAValue | None
        ) -> SSAValue:
            assert value is not None
            return _take_body(to, op, innermost, (*counters, *reduced, value))

        total = reduction(inside, op.reduced_extents, reduced_names, op.init, step)
        assert total is not None
        store(inside, total, target.memory, counters)

    nest(to.emit, op.extents, [axis.name_hint for axis in op.axes], element)
    return target


def convert_load(to: LoopsConversion, op: LoadOp) -> SSAValue:
    """`te.load`: a read of memory."""
    return load(to.emit, to.buffer_of(op.tensor, op), op.indices)
