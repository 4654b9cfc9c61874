"""`compute-at{memory=t loop=i}`: each iteration computes the elements of a temporary that it reads.

    %t = memref.alloc() : memref<10xf32>
    scf.for %p = %c0 to %c10 step %c1 {
      memref.store (f of %p), %t[%p]
    }
    scf.for %i = %c0 to %c8 step %c1 {
      ... memref.load %t[%i], memref.load %t[%i + 2]
    } {loop_name = "i"}
    memref.dealloc %t : memref<10xf32>
  ->
    scf.for %i = %c0 to %c8 step %c1 {
      %t_cache = memref.alloc() : memref<3xf32>
      scf.for %t0 = %c0 to %c3 step %c1 {
        memref.store (f of %i + %t0), %t_cache[%t0]
      } {loop_name = "t0"}
      ... memref.load %t_cache[0], memref.load %t_cache[2]
      memref.dealloc %t_cache : memref<3xf32>
    } {loop_name = "i"}

The elements are the least box that holds those read; its bounds follow from those of the loops
inside. Elements that several iterations read are computed by each of them. The nest that computes
the temporary stores each element once, and nothing may write what it reads before the last use.
Halide and NNC have it as `compute_at` and `computeAt`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, polynomial_of
from xdsl_torchscript.lowering.analysis.memory_views import View, may_overlap, view_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_around
from xdsl_torchscript.lowering.loops.bounds import IndexBox, extent_of
from xdsl_torchscript.lowering.loops.guarded_loads import DIVISIONS
from xdsl_torchscript.lowering.loops.independence import accesses_in, refusal_of_operations
from xdsl_torchscript.lowering.loops.nests import counts_up, inner_of
from xdsl_torchscript.lowering.loops.schedule.local_copies import (
    LocalCopy,
    accessed_box,
    accesses_to,
    memory_named,
)
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    function_around,
    loops_named,
    names_in,
    rename_copies,
)


class _Producer(NamedTuple):
    """A perfect nest that computes each element of memory once, with a loop per dimension."""

    loops: tuple[scf.ForOp, ...]
    store: memref.StoreOp
    dimensions: tuple[scf.ForOp | None, ...]
    """The loop over each dimension, None for a dimension of size 1."""


def _producer_of(memory: SSAValue) -> _Producer | str:
    """Return the nest that computes memory, or why there is none."""
    users = [use.operation for use in memory.uses]
    stores = [op for op in users if not isinstance(op, memref.LoadOp | memref.DeallocOp)]
    store = stores[0] if len(stores) == 1 else None
    if not isinstance(memory.owner, memref.AllocOp) or not isinstance(store, memref.StoreOp):
        return "it is not a temporary that one store computes"
    around = [op for op in operations_around(store) if not op.is_ancestor(memory.owner)][::-1]
    loops = [op for op in around if isinstance(op, scf.ForOp) and counts_up(op)]
    if not loops or loops != around or any(inner_of(a) is not b for a, b in pairwise(loops)):
        return "the loops that compute it are not a perfect nest that counts from 0 by 1"
    by_counter = {Polynomial.of(loop.body.block.args[0]): loop for loop in loops}
    dimensions: list[scf.ForOp | None] = []
    for number, index in enumerate(store.indices):
        loop, size = by_counter.pop(polynomial_of(index), None), extent_of(memory, number)
        is_single = loop is None and size == Polynomial.of(1)
        if not is_single and (loop is None or polynomial_of(loop.ub) != size):
            return "the loops that compute it do not count through its elements"
        dimensions.append(loop)
    if by_counter:
        return "the loops that compute it repeat its elements"
    return _Producer(tuple(loops), store, tuple(dimensions))


def refusal(memory: SSAValue, producer: _Producer, loop: scf.ForOp, *, noalias: bool) -> str | None:
    """Return why iterations of a loop cannot compute what they read, or None if they can.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    nest = producer.loops[0]
    if (reason := refusal_of_operations(nest)) is not None:
        return reason
    accesses = accesses_in(nest)
    if any(access.writes and access.op is not producer.store for access in accesses):
        return "the loops that compute it write other memory, too"
    readers = [use.operation for use in memory.uses if isinstance(use.operation, memref.LoadOp)]
    if any(not loop.is_ancestor(reader) for reader in readers):
        return "it is read elsewhere"
    passed = _operations_up_to(nest, loop)
    if passed is None:
        return "the loop is not behind those that compute it"
    read = [access.view for access in accesses if not access.writes]
    writer = next((op for op in passed if _may_write(op, read, noalias)), None)
    return writer and f"'{writer.name}' may write what the loops that compute it read"


def _operations_up_to(nest: scf.ForOp, loop: scf.ForOp) -> list[Operation] | None:
    """Return the operations after a nest, up to the end of a loop behind it; None if it is not."""
    found: list[Operation] = []
    op = nest.next_op
    while op is not None:
        found += [op, *nested_operations(op)]
        if op.is_ancestor(loop):
            return found
        op = op.next_op
    return None


def _may_write(op: Operation, views: Sequence[View], noalias: bool) -> bool:
    """Return whether an operation, apart from those inside it, may write or free memory."""
    if isinstance(op, memref.StoreOp | memref.DeallocOp):
        own = view_of(op.memref)
        return any(may_overlap(own, view, noalias=noalias) for view in views)
    return not isinstance(op, _WITHOUT_WRITES) and not is_side_effect_free(op)


_WITHOUT_WRITES = (scf.ForOp, scf.IfOp, scf.YieldOp, memref.LoadOp, memref.AllocOp, *DIVISIONS)


def _compute(memory: SSAValue, producer: _Producer, loop: scf.ForOp, box: IndexBox) -> None:
    copy = LocalCopy.allocate(memory, loop, box)
    taken = names_in(function_around(loop)) - names_in(producer.loops[0])

    def element(inside: Emitter, near: Sequence[SSAValue], far: Sequence[SSAValue]) -> None:
        pairs = zip(producer.dimensions, far, strict=True)
        values: dict[SSAValue, SSAValue] = {
            dimension.body.block.args[0]: index for dimension, index in pairs if dimension
        }
        value = _clone_body(producer, inside, values, taken)
        inside(memref.StoreOp.get(value, copy.buffer.memory, near))

    copy.for_each(copy.start, element)
    for access in accesses_to(memory, loop):
        copy.redirect(access)
    copy.end()(memref.DeallocOp.get(copy.buffer.memory))
    Rewriter.erase_op(producer.loops[0])
    for op in [*(use.operation for use in memory.uses), memory.owner]:
        assert isinstance(op, memref.DeallocOp | memref.AllocOp)
        Rewriter.erase_op(op)


def _clone_body(
    producer: _Producer, emit: Emitter, values: dict[SSAValue, SSAValue], taken: set[str]
) -> SSAValue:
    """Compute an element, for these values of the counters, and return it."""
    bodies = ([*loop.body.block.ops][:-1] for loop in producer.loops)
    ops = [op for body in bodies for op in body if op not in (*producer.loops, producer.store)]
    copies = [op.clone(values) for op in ops]
    Rewriter.insert_op(copies, emit.point)
    rename_copies(taken, copies, "{}".format)
    return values.get(producer.store.value, producer.store.value)


@dataclass(frozen=True)
class ComputeAtPass(TsPass):
    """Let each iteration of a loop compute the elements of a temporary that it reads."""

    name = "compute-at"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    memory: str = field(metadata={"help": "the name of the temporary in the text, without `%`"})
    loop: str = field(metadata={"help": "the name of the loop that reads it"})
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for (loop,) in loops_named(module, self.loop):
            memory = memory_named(loop, self.memory)
            producer = _producer_of(memory)
            if isinstance(producer, str):
                fail(loop, f"'{self.memory}' cannot be computed at '{self.loop}': {producer}")
            reason = refusal(memory, producer, loop, noalias=self.noalias)
            box = accessed_box(memory, loop) if reason is None else reason
            if isinstance(box, str):
                fail(loop, f"'{self.memory}' cannot be computed at '{self.loop}': {box}")
            _compute(memory, producer, loop, box)
