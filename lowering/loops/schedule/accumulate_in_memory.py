"""`accumulate-in-memory{loop=k}`: memory holds what a loop carries, from iteration to iteration.

    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      ...
      %0 = arith.addf %acc, %x : f32
      scf.yield %0 : f32
    } {loop_name = "k"}
    memref.store %sum, %out[%i, %j] : memref<4x8xf32>
  ->
    memref.store %zero, %out[%i, %j] : memref<4x8xf32>
    scf.for %k = %c0 to %n step %c1 {
      %acc = memref.load %out[%i, %j] : memref<4x8xf32>
      ...
      %0 = arith.addf %acc, %x : f32
      memref.store %0, %out[%i, %j] : memref<4x8xf32>
    } {loop_name = "k"}

The loop is then an update of memory, as reductions are in NNC and Halide: `distribute-loop` parts
it from the initialisation, and `reorder-loops` moves it. Each result must be stored right behind
the loop and used nowhere else, and the loop must not access that memory itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from xdsl.dialects import memref, scf
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import polynomial_of
from xdsl_torchscript.lowering.analysis.memory_views import may_overlap, view_of
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.loops.independence import (
    accesses_in,
    refusal_of_operations,
)
from xdsl_torchscript.lowering.loops.nests import is_index_arithmetic
from xdsl_torchscript.lowering.loops.schedule.loop_pass import LoopPass


def _stores_behind(loop: scf.ForOp) -> tuple[list[memref.StoreOp], list[Operation]]:
    """Return the stores that follow a loop, and the index arithmetic between these."""
    stores: list[memref.StoreOp] = []
    between: list[Operation] = []
    op = loop.next_op
    while op is not None and len(stores) < len(loop.results):
        if isinstance(op, memref.StoreOp):
            stores.append(op)
        elif is_index_arithmetic(op):
            between.append(op)
        else:
            break
        op = op.next_op
    return stores, between


def refusal(loop: scf.ForOp, *, noalias: bool) -> str | None:
    """Return why memory cannot hold what a loop carries, or None if it can.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    stores, _ = _stores_behind(loop)
    if not loop.results:
        return "it carries nothing"
    used = [[use.operation for use in result.uses] for result in loop.results]
    values = [store.value for store in stores]
    if values != [*loop.results] or used != [[store] for store in stores]:
        return "its results are not stored right behind it, in order, and used nowhere else"
    stored = [view_of(store.memref) for store in stores]
    if any(may_overlap(a, b, noalias=noalias) for a, b in combinations(stored, 2)):
        return "its results are stored in memory that may overlap"
    if (reason := refusal_of_operations(loop)) is not None:
        return reason
    views = [access.view for access in accesses_in(loop)]
    if any(may_overlap(a, b, noalias=noalias) for a in views for b in stored):
        return "it may access the memory in which its results are stored"
    return None


def _holds_already(store: memref.StoreOp, value: SSAValue, loop: scf.ForOp) -> bool:
    """Return whether the memory of a store holds a value, which was loaded right before a loop."""
    load = value.owner
    if not isinstance(load, memref.LoadOp) or load.memref is not store.memref:
        return False
    places = [[polynomial_of(index) for index in op.indices] for op in (load, store)]
    following = load.next_op
    while following is not None and is_index_arithmetic(following):
        following = following.next_op
    return places[0] == places[1] and following is loop


def _accumulate(loop: scf.ForOp) -> None:
    stores, between = _stores_behind(loop)
    for op in between:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(loop))
    emit, end, first = Emitter.before(loop), loop.body.block.last_op, loop.body.block.first_op
    assert end is not None and first is not None
    _, *carried = loop.body.block.args
    parts = zip(stores, list(loop.iter_args), carried, list(end.operands), strict=True)
    for store, init, argument, value in parts:
        if not _holds_already(store, init, loop):
            emit(memref.StoreOp.get(init, store.memref, store.indices))
        load = Emitter.before(first, store)(memref.LoadOp.get(store.memref, store.indices))
        load.res.name_hint = argument.name_hint
        Emitter.before(end, store)(memref.StoreOp.get(value, store.memref, store.indices))
        argument.replace_all_uses_with(load.res)
        loop.body.block.erase_arg(argument)
        Rewriter.erase_op(store)
    end.operands = ()
    made = emit(scf.ForOp(loop.lb, loop.ub, loop.step, (), loop.detach_region(loop.body)))
    made.attributes |= loop.attributes
    Rewriter.erase_op(loop)


@dataclass(frozen=True)
class AccumulateInMemoryPass(LoopPass):
    """Keep the values that a loop carries in the memory where its results are stored."""

    name = "accumulate-in-memory"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()
    refused = "accumulate in memory"

    def refusal(self, loop: scf.ForOp) -> str | None:
        return refusal(loop, noalias=self.noalias)

    def transform(self, loop: scf.ForOp) -> None:
        _accumulate(loop)
