"""Bounds of indices: the least and the greatest value, for all iterations of the loops around.

    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %0 = arith.muli %i, %c4 : index
        %1 = arith.addi %0, %j : index           // from 0 to 4 * n - 1
        %2 = memref.load %x[%1]

A counter is at least the lower bound of its loop and less than the upper one. Sizes stay unknowns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, polynomial_of
from xdsl_torchscript.lowering.analysis.memory_views import mixed
from xdsl_torchscript.lowering.loops.independence import greatest_of, is_never_negative


class Bounds(NamedTuple):
    """The least and the greatest value of an index."""

    least: Polynomial
    greatest: Polynomial


def bounds_of(
    index: Polynomial, loops: Iterable[scf.ForOp], positive: frozenset[SSAValue]
) -> Bounds | None:
    """Return the bounds of an index over all iterations of loops, the inner ones first; None if it
    is not linear in their counters. The sizes `positive` are at least 1."""
    least = greatest = index
    for loop in loops:
        counter = loop.body.block.args[0]
        ends = Bounds(polynomial_of(loop.lb), greatest_of(loop))
        low, high = least.split(counter), greatest.split(counter)
        if low is None or high is None:
            return None
        at_least, at_greatest = _ends(low[0], ends, positive), _ends(high[0], ends, positive)
        if at_least is None or at_greatest is None:
            return None
        least = low[0] * at_least.least + low[1]
        greatest = high[0] * at_greatest.greatest + high[1]
    return Bounds(least, greatest)


def _ends(slope: Polynomial, ends: Bounds, positive: frozenset[SSAValue]) -> Bounds | None:
    """Return the values of a counter at which a multiple of it is least and greatest."""
    if is_never_negative(slope, positive):
        return ends
    return Bounds(ends.greatest, ends.least) if is_never_negative(-slope, positive) else None


def extent_of(memory: SSAValue, dimension: int) -> Polynomial | None:
    """Return the size of a dimension of memory, None if the program does not state it."""
    shape = cast(MemRefType[Attribute], memory.type).get_shape()
    if shape[dimension] != DYNAMIC_INDEX:
        return Polynomial.of(shape[dimension])
    owner = memory.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return polynomial_of(owner.dynamic_sizes[shape[:dimension].count(DYNAMIC_INDEX)])
    if isinstance(owner, memref.ReinterpretCastOp):
        return mixed(owner.static_sizes, owner.sizes)[dimension]
    return None
