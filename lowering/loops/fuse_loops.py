"""A nest that reads the result of a contraction element by element joins its nest.

    %t = memref.alloc() : memref<3200xf32>
    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %c50 step %c1 {
        %s = scf.for %k = ... iter_args(%acc = %zero) -> (f32) { ... }
        memref.store %s, %t[%i * 50 + %j]
      }
    }
    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %c50 step %c1 {
        %x = memref.load %t[%i * 50 + %j]
        %y = arith.addf %x, %b : f32
        memref.store %y, %out[%i * 50 + %j]
      }
    }
    memref.dealloc %t
  ->
    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %c50 step %c1 {
        %s = scf.for %k = ... iter_args(%acc = %zero) -> (f32) { ... }
        %y = arith.addf %s, %b : f32
        memref.store %y, %out[%i * 50 + %j]
      }
    }

The memory between them is removed. Both nests count alike. Only the second reads that memory, at
the element that the first writes in the same iteration. It writes no memory that the first reads. A
contraction is unrolled later, so a second nest of more than `limit` operations stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, polynomial_of
from xdsl_torchscript.lowering.analysis.memory_views import may_overlap
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.lowering.loops.contractions.contraction import is_sum_of_products
from xdsl_torchscript.lowering.loops.nests import (
    counts_up,
    inner_of,
    is_index_arithmetic,
    next_loop,
)
from xdsl_torchscript.lowering.loops.vectors.vector_body import access_of


class _PerfectNest(NamedTuple):
    """Perfectly nested loops, the outermost first."""

    loops: tuple[scf.ForOp, ...]

    @property
    def counters(self) -> list[SSAValue]:
        return [loop.body.block.args[0] for loop in self.loops]

    @property
    def body(self) -> list[Operation]:
        *ops, _ = self.loops[-1].body.block.ops
        return ops


def _nest_of(loop: scf.ForOp) -> _PerfectNest:
    loops = [loop]
    while (inner := inner_of(loops[-1])) is not None and counts_up(inner):
        loops.append(inner)
    return _PerfectNest(tuple(loops))


def _is_contraction(nest: _PerfectNest) -> bool:
    loops = [op for op in nest.body if isinstance(op, scf.ForOp)]
    return len(loops) == 1 and is_sum_of_products(loops[0])


def _move(index: SSAValue, old: Sequence[SSAValue], new: Sequence[SSAValue]) -> Polynomial | None:
    """Return an index with other counters, or None if it is not linear in the old ones."""
    rest, result = polynomial_of(index), Polynomial()
    for before, after in zip(old, new, strict=True):
        parts = rest.split(before)
        if parts is None:
            return None
        result, rest = result + parts[0] * Polynomial.of(after), parts[1]
    return result + rest


def refusal(first: _PerfectNest, second: _PerfectNest, limit: int) -> str | None:
    """Return why the second nest cannot join the first, or None if it can."""
    bounds = [[polynomial_of(loop.ub) for loop in nest.loops] for nest in (first, second)]
    alike = all(map(counts_up, (*first.loops, *second.loops))) and bounds[0] == bounds[1]
    if not alike:
        return "the next nest has other bounds"
    if any(op.regions for op in second.body):
        return "the next nest has other loops inside"
    if sum(not is_index_arithmetic(op) for op in second.body) > limit:
        return f"the next nest has more than {limit} operations"
    stores = [op for op in first.body if isinstance(op, memref.StoreOp)]
    if len(stores) != 1 or not isinstance(stores[0].memref.owner, memref.AllocOp):
        return "it writes other memory than that of one temporary tensor"
    return _refusal_of_use(stores[0], first, second) or _refusal_of_writes(first, second)


def _refusal_of_use(store: memref.StoreOp, first: _PerfectNest, second: _PerfectNest) -> str | None:
    place = [polynomial_of(index) for index in store.indices]
    for use in store.memref.uses:
        load = use.operation
        if load is store or isinstance(load, memref.DeallocOp):
            continue
        if not isinstance(load, memref.LoadOp) or load.parent is not second.loops[-1].body.block:
            return "its result is used elsewhere"
        found = [_move(index, second.counters, first.counters) for index in load.indices]
        if found != place:
            return "the next nest reads another element than the one just written"
    return None


def _refusal_of_writes(first: _PerfectNest, second: _PerfectNest) -> str | None:
    inside = [access_of(op) for op in nested_operations(first.loops[-1])]
    reads = [access for access in inside if access is not None and not access.writes]
    writes = [access for access in map(access_of, second.body) if access and access.writes]
    for write in writes:
        if any(may_overlap(read.view, write.view, noalias=True) for read in reads):
            return "the next nest may write what this one reads"
    return None


def _join(first: _PerfectNest, second: _PerfectNest, between: Sequence[Operation]) -> None:
    """Append the body of the second nest to the body of the first."""
    (store,) = (op for op in first.body if isinstance(op, memref.StoreOp))
    for op in between:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(first.loops[0]))
    for loop in second.loops[:-1]:  # index arithmetic around the inner loops
        for op in [op for op in loop.body.block.ops if is_index_arithmetic(op)]:
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(store))
    moved = second.body
    for op in moved:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(store))
    for old, new in zip(second.counters, first.counters, strict=True):
        old.replace_all_uses_with(new)
    memory, value = store.memref, store.value
    Rewriter.erase_op(store)
    for use in list(memory.uses):
        if isinstance(use.operation, memref.LoadOp):
            use.operation.res.replace_all_uses_with(value)
        Rewriter.erase_op(use.operation)
    assert isinstance(memory.owner, memref.AllocOp)
    Rewriter.erase_op(memory.owner)
    Rewriter.erase_op(second.loops[0])


@dataclass(frozen=True)
class FuseLoopsPass(TsPass):
    """Fuse the pointwise nest behind a contraction into its nest."""

    name = "fuse-loops"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    limit: int = field(
        default=8, metadata={"help": "largest number of operations that are fused", "least": 0}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        nests = [_nest_of(loop) for loop in operations_of(module, scf.ForOp)]
        for nest in [nest for nest in nests if _is_contraction(nest)]:
            following, between = next_loop(nest.loops[0])
            if following is None:
                continue
            second = _nest_of(following)
            reason = refusal(nest, second, self.limit)
            if reason is None:
                _join(nest, second, between)
            else:
                refuse(nest.loops[0], reason)
