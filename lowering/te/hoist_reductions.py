"""`hoist-reductions`: a reduction that differs by the number of an iteration alone leaves its loop.

    %h = scf.for %t = %zero to %ten step %one iter_args(%g = %x) -> (tensor<4xf32>) {
      %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %init : f32) : tensor<4xf32> {
        %0 = te.load %s[%t, %k] : tensor<10x8xf32>
        %1 = te.load %w[%i, %k] : tensor<4x8xf32>
        ...
      }
      ... te.load %r[%j] ...

becomes

    %r = te.reduce (%t = 10, %i = 4) over (%k = 8) init (%acc = %init : f32) : tensor<10x4xf32> {
      %0 = te.load %s[%t, %k] : tensor<10x8xf32>
      %1 = te.load %w[%i, %k] : tensor<4x8xf32>
      ...
    }
    %h = scf.for %t = %zero to %ten step %one iter_args(%g = %x) -> (tensor<4xf32>) {
      ... te.load %r[%t, %j] ...

so that the inputs of all steps of a recurrent network are multiplied by the weights at once: each
weight that comes from memory is used for many steps. The number of iterations is known, and some
element does not depend on it. No check may end an iteration early.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith, cf, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, ModuleOp, TensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.te import LoadOp, ReduceOp, tensor_type
from xdsl_torchscript.lowering.analysis.linear_index import depends_on
from xdsl_torchscript.lowering.analysis.trip_counts import (
    counts_from_zero,
    trip_count_of,
    without_casts,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of


def _read_inside(op: Operation, loop: scf.ForOp) -> list[SSAValue]:
    """Return the values of an iteration that an operation uses from outside itself."""
    body = loop.body.block
    used = dict.fromkeys(value for inner in op.walk() for value in inner.operands)
    return [value for value in used if _home(value) is body]


def _home(value: SSAValue) -> Block | None:
    return value.owner.parent if isinstance(value.owner, Operation) else value.owner


def _obstacle(op: ReduceOp, loop: scf.ForOp, limit: int) -> str | None:
    """Return why a reduction stays in its loop; None if it may leave."""
    if len(op.results) > 1:
        return "it has several results"
    counter, type = loop.body.block.args[0], tensor_type(op.result.type)
    count = trip_count_of(loop) or 0
    if count < 1 or not counts_from_zero(loop):
        return "the number of iterations is not known"
    if type is None or DYNAMIC_INDEX in type.get_shape():
        return "its sizes are not known"
    if count * prod(type.get_shape()) > limit:
        return f"the results of all iterations are more than {limit} elements"
    if any(isinstance(inner, cf.AssertOp) for inner in loop.walk()):
        return "a check may end an iteration"
    inside = [
        value for value in _read_inside(op, loop) if not isinstance(value.owner, arith.ConstantOp)
    ]
    if not inside or any(without_casts(value) is not counter for value in inside):
        return "it does not depend on the number of the iteration alone"
    if any(value in op.operands for value in inside):
        return "its initial value or its number of terms is the number of the iteration"
    loads = [inner for inner in op.body.block.ops if isinstance(inner, LoadOp)]
    if all(any(depends_on(index, counter) for index in load.indices) for load in loads):
        return "no element is used by several iterations"
    if not all(isinstance(use.operation, LoadOp) for use in op.result.uses):
        return "another operation than a load uses it"
    return None


def _hoist(op: ReduceOp, loop: scf.ForOp) -> None:
    """Compute a reduction for all iterations before the loop, and let these load their part."""
    counter, emit, body = loop.body.block.args[0], Emitter.before(loop, op), op.body.block
    old, count = tensor_type(op.result.type), trip_count_of(loop) or 0
    assert old is not None
    number = body.insert_arg(IndexType(), 0)
    number.name_hint, number.location = counter.name_hint, emit.location
    inside = {value: _outside(emit, body, number, value) for value in _read_inside(op, loop)}
    for inner in op.walk():
        for index, value in enumerate(inner.operands):
            inner.operands[index] = inside.get(value, value)
    type = TensorType(old.element_type, [count, *old.get_shape()])
    region = op.detach_region(op.body)
    new = emit(ReduceOp((count, *op.extents), op.reduced_extents, op.inits, [type], region))
    new.result.name_hint = op.result.name_hint
    for use in tuple(op.result.uses):
        load = use.operation
        assert isinstance(load, LoadOp)
        part = Emitter.before(load)(LoadOp(new.result, [counter, *load.indices]))
        Rewriter.replace_op(load, [], [part.result])
    Rewriter.erase_op(op)


def _outside(emit: Emitter, body: Block, number: SSAValue, value: SSAValue) -> SSAValue:
    """Return a value of an iteration where all iterations are computed: a constant before the loop,
    or the number of the iteration."""
    if isinstance(value.owner, arith.ConstantOp):
        return emit(value.owner.clone(), value.name_hint).result
    if value.type == number.type:
        return number
    assert body.first_op is not None
    return Emitter.before(body.first_op)(arith.IndexCastOp(number, value.type)).result


@dataclass(frozen=True)
class HoistReductionsPass(TsPass):
    """Compute reductions that differ by the number of an iteration alone before the loop."""

    name = "hoist-reductions"
    level = "te"
    requires = ()
    ensures = ()
    preserves = ()

    limit: int = field(
        default=1 << 24,
        metadata={"help": "largest number of elements of all iterations", "least": 0},
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for op in operations_of(module, ReduceOp):
            loop = op.parent_op()
            if not isinstance(loop, scf.ForOp):
                continue
            reason = _obstacle(op, loop, self.limit)
            if reason is None:
                _hoist(op, loop)
            else:
                refuse(op, reason)
