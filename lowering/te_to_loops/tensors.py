"""Lowering of the operations of te themselves."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.te import ComputeOp, LoadOp, ReduceOp, YieldOp
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.te_to_loops.buffers import load, nest, reduction, store
from xdsl_torchscript.lowering.te_to_loops.state import Lowering


def _take_body(
    lowering: Lowering, op: ComputeOp | ReduceOp, emit: Emitter, arguments: Sequence[SSAValue]
) -> SSAValue:
    """Move the body of `op` to where `emit` stands; the value that it yields."""
    block = op.body.block
    body = list(block.ops)
    Rewriter.inline_block(block, emit.point, arguments)
    for load_op in body:
        if isinstance(load_op, LoadOp):
            lower_load(lowering, load_op)
    end = body[-1]
    assert isinstance(end, YieldOp)
    value = end.value
    Rewriter.erase_op(end)
    return value


def lower_compute(lowering: Lowering, op: Operation) -> None:
    """`te.compute`: a nest that stores one element at each point."""
    assert isinstance(op, ComputeOp)
    emit = Emitter.before(op)
    target = lowering.place(emit, op.result, op.extents)
    names = [axis.name_hint for axis in op.axes]

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        store(inside, _take_body(lowering, op, inside, counters), target.memory, counters)

    nest(emit, op.extents, names, element)
    lowering.replace(op)


def lower_reduce(lowering: Lowering, op: Operation) -> None:
    """`te.reduce`: a nest over the axes; in it, one over the reduced axes carries the value."""
    assert isinstance(op, ReduceOp)
    emit = Emitter.before(op)
    target = lowering.place(emit, op.result, op.extents)
    names = [axis.name_hint for axis in op.axes]
    reduced_names = [axis.name_hint for axis in op.reduced_axes]

    def element(inside: Emitter, counters: Sequence[SSAValue]) -> None:
        def step(
            innermost: Emitter, reduced: Sequence[SSAValue], value: SSAValue | None
        ) -> SSAValue:
            assert value is not None
            return _take_body(lowering, op, innermost, (*counters, *reduced, value))

        total = reduction(inside, op.reduced_extents, reduced_names, op.init, step)
        assert total is not None
        store(inside, total, target.memory, counters)

    nest(emit, op.extents, names, element)
    lowering.replace(op)


def lower_load(lowering: Lowering, op: Operation) -> None:
    """`te.load`: a read of memory."""
    assert isinstance(op, LoadOp)
    value = load(Emitter.before(op), lowering.buffer_of(op.tensor, op), op.indices)
    if value.name_hint is None:
        value.name_hint = op.result.name_hint
    op.result.replace_all_uses_with(value)
    Rewriter.erase_op(op)
