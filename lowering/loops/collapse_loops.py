"""A nest of loops that walks memory in order becomes one loop.

    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c128 step %c1 {
        %0 = arith.muli %i, %c128 : index
        %1 = arith.addi %0, %j : index
        %x = memref.load %t[%1] : memref<?xf32>
        ...
  ->
    %m = arith.muli %n, %c128 : index
    scf.for %k = %c0 to %m step %c1 {
      %x = memref.load %t[%k] : memref<?xf32>
      ...

It applies if the outer loop contains only the inner one. Both count from 0 by 1, and the inner one
carries on what the outer one carries, as in a sum over two dimensions, if anything. Every index in
the body must also move 128 times as far with `%i` as with `%j`. Here 128 is the number of
iterations of the inner loop. An operand that is broadcast along one of the two does not. One of the
bounds must be known not to be negative, as the product of two negative ones is positive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    depends_on,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero, is_natural
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.loops.memory.dead_indices import erase_dead_indices
from xdsl_torchscript.lowering.loops.nests import (
    carries_on,
    inner_of,
    is_index_arithmetic,
)


class _IndexUse(NamedTuple):
    """An index that something in the nest uses: operand number `position` of `op`."""

    op: Operation
    position: int
    collapsed: Polynomial
    """The index in terms of the one counter that takes the place of both."""


def _indices_used(body: Block) -> Iterator[tuple[Operation, int]]:
    """Yield each use of an index value outside the index arithmetic."""
    for op in body.walk():
        if is_index_arithmetic(op):
            continue
        for position, operand in enumerate(op.operands):
            if isinstance(operand.type, IndexType):
                yield op, position


def _collapsed_index(
    index: SSAValue, i: SSAValue, j: SSAValue, inner_count: Polynomial
) -> Polynomial | str:
    """Return `index` in terms of the collapsed loop's counter `j`, or the reason why this is
    impossible."""
    polynomial = polynomial_of(index)
    hidden = [u for u in polynomial.unknowns if u is not i and u is not j]
    if any(depends_on(unknown, i) or depends_on(unknown, j) for unknown in hidden):
        return "an index is not linear in the counters"
    outer = polynomial.split(i)
    inner = None if outer is None else outer[1].split(j)
    if outer is None or inner is None or j in outer[0].unknowns:
        return "an index is not linear in the counters"
    if outer[0] != inner[0] * inner_count:
        return "an index is not contiguous across rows"
    return inner[0] * Polynomial.of(j) + inner[1]


def _uses(outer: scf.ForOp, inner: scf.ForOp) -> list[_IndexUse] | str:
    """Return every index of the nest after collapsing, or the reason against collapsing it."""
    if not counts_from_zero(outer) or not counts_from_zero(inner):
        return "a loop does not count from 0 by 1"
    if not carries_on(outer, inner):
        return "a loop carries values that the other one does not carry on"
    i, j = outer.body.block.args[0], inner.body.block.args[0]
    if depends_on(inner.ub, i):
        return "the trip count of the inner loop varies"
    if not is_natural(outer.ub) and not is_natural(inner.ub):
        return "both bounds may be negative, and their product positive"
    count = polynomial_of(inner.ub)
    found: list[_IndexUse] = []
    for op, position in _indices_used(inner.body.block):
        if not depends_on(op.operands[position], i) and not depends_on(op.operands[position], j):
            continue
        index = _collapsed_index(op.operands[position], i, j, count)
        if isinstance(index, str):
            return index
        found.append(_IndexUse(op, position, index))
    return found


def _collapse(outer: scf.ForOp) -> None:
    inner = inner_of(outer)
    if inner is None:
        return
    uses = _uses(outer, inner)
    if isinstance(uses, str):
        refuse(outer, uses)
        return
    counter = outer.body.block.args[0]
    for op in list(outer.body.block.ops):
        if is_index_arithmetic(op) and not depends_on(op.results[0], counter):
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(outer))
    emit = Emitter.before(outer)
    total = emit_polynomial(emit, polynomial_of(outer.ub) * polynomial_of(inner.ub))
    emitted: dict[tuple[Block | None, Polynomial], SSAValue] = {}
    for op, position, index in uses:
        key = (op.parent, index)
        if key not in emitted:
            emitted[key] = emit_polynomial(Emitter.before(op), index)
        op.operands[position] = emitted[key]
    erase_dead_indices(inner)
    body = inner.detach_region(inner.body)
    made = emit(scf.ForOp(outer.lb, total, outer.step, outer.iter_args, body))
    for old, new in zip(outer.results, made.results, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(outer)


@dataclass(frozen=True)
class CollapseLoopsPass(TsPass):
    """Collapse loop nests that access memory sequentially."""

    name = "collapse-loops"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        # Inner loops before those around them, so that three become two become one.
        loops = [inner for inner in module.walk(region_first=True) if isinstance(inner, scf.ForOp)]
        for loop in loops:
            _collapse(loop)
