"""Bounds of indices: the least and the greatest value, for all iterations of the loops around.

    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %0 = arith.muli %i, %c4 : index
        %1 = arith.addi %0, %j : index           // from 0 to 4 * n - 1
        %2 = memref.load %x[%1]

A counter is at least the lower bound of its loop and less than the upper one. Sizes stay unknowns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias, cast

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, polynomial_of
from xdsl_torchscript.lowering.analysis.memory_views import mixed
from xdsl_torchscript.lowering.loops.independence import (
    greatest_of,
    is_never_negative,
    loops_around,
    positive_at,
)
from xdsl_torchscript.lowering.loops.nests import is_inside

ElementAccess: TypeAlias = memref.LoadOp | memref.StoreOp
"""An access to one element of memory."""


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


class IndexBox(NamedTuple):
    """A range of indices along each dimension of memory, of constant size."""

    first: tuple[Polynomial, ...]
    sizes: tuple[int, ...]


def box_of(accesses: Sequence[ElementAccess], loop: scf.ForOp) -> IndexBox | str:
    """Return the least box of all elements that accesses to one memory reach in an iteration of a
    loop, or why it is not known. Its first element is known before the iteration."""
    ranges: list[Bounds] = []
    for indices in zip(*(access.indices for access in accesses), strict=True):
        pairs = zip(indices, accesses, strict=True)
        found = [_bounds_within(index, access, loop) for index, access in pairs]
        known = [bounds for bounds in found if bounds is not None]
        least = _extreme([bounds.least for bounds in known], min)
        greatest = _extreme([bounds.greatest for bounds in known], max)
        if len(known) < len(found) or least is None or greatest is None:
            return "an index is not linear in the counters"
        ranges.append(Bounds(least, greatest))
    unknowns = {u for bounds in ranges for p in bounds for u in p.unknowns}
    if any(is_inside(u, loop) for u in unknowns - {loop.body.block.args[0]}):
        return "an index depends on more than counters and sizes"
    lengths = [(bounds.greatest + -bounds.least).constant for bounds in ranges]
    sizes = tuple(length + 1 for length in lengths if length is not None and length >= 0)
    if len(sizes) < len(lengths):
        return "the number of elements that an iteration accesses is not a constant"
    return IndexBox(tuple(bounds.least for bounds in ranges), sizes)


def _bounds_within(index: SSAValue, access: Operation, loop: scf.ForOp) -> Bounds | None:
    inner = loops_around(access, loop)
    return bounds_of(polynomial_of(index), inner, positive_at(access))


def _extreme(
    values: Sequence[Polynomial], choose: Callable[[Iterable[int]], int]
) -> Polynomial | None:
    """Return the least or the greatest of polynomials that differ by numbers, otherwise None."""
    offsets = [(value + -values[0]).constant for value in values]
    known = [offset for offset in offsets if offset is not None]
    return values[0] + Polynomial.of(choose(known)) if known and known == offsets else None


def is_in_range(index: SSAValue, size: Polynomial, access: Operation, *, lanes: int = 1) -> bool:
    """Return whether the loops around an access keep `lanes` numbers from an index on in a range
    from 0 to a size."""
    positive = positive_at(access)
    bounds = bounds_of(polynomial_of(index), loops_around(access, None), positive)
    if bounds is None:
        return False
    room = size + -bounds.greatest + -Polynomial.of(lanes)
    return is_never_negative(bounds.least, positive) and is_never_negative(room, positive)


def extent_of(memory: SSAValue, dimension: int) -> Polynomial | None:
    """Return the size of a dimension of memory, None if the program does not state it."""
    shape = cast(MemRefType[Attribute], memory.type).get_shape()
    if shape[dimension] != DYNAMIC_INDEX:
        return Polynomial.of(shape[dimension])
    owner = memory.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return polynomial_of(owner.dynamic_sizes[shape[:dimension].count(DYNAMIC_INDEX)])
    if isinstance(owner, memref.ViewOp):
        return polynomial_of(owner.sizes[shape[:dimension].count(DYNAMIC_INDEX)])
    if isinstance(owner, memref.ReinterpretCastOp):
        return mixed(owner.static_sizes, owner.sizes)[dimension]
    return None
