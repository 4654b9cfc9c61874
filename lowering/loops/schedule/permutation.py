"""Decide whether the loops of a perfect nest may stand in another order.

    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        scf.for %k = %c0 to %l step %c1 {
          %c = memref.load %out[%i, %j]
          ...
          memref.store %s, %out[%i, %j]

Iterations that reach the same element of written memory must keep their order. Each pair of `i` and
`j` has an element of its own, which the iterations along `k` repeat. So a loop may change places
with any other one, unless both repeat elements, as the loops of a split `k` do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from xdsl.dialects import scf
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    depends_on,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import may_overlap
from xdsl_torchscript.lowering.loops.independence import (
    accesses_in,
    greatest_of,
    is_never_negative,
    loops_around,
    positive_at,
    refusal_of_operations,
)
from xdsl_torchscript.lowering.loops.nests import UNKNOWN_ADDRESS, is_inside, steps_of
from xdsl_torchscript.lowering.loops.schedule.loop_names import name_of
from xdsl_torchscript.lowering.loops.vectors.vector_body import Access

_ONE = Polynomial.of(1)


@dataclass(frozen=True)
class _Reach:
    """The indices that an access reaches in one iteration of a nest, along one dimension."""

    strides: tuple[Polynomial, ...]
    """The distance to the indices of the next iteration, by loop."""
    first: Polynomial
    """The first index in the iteration in which all counters are 0."""
    length: Polynomial
    """The distance from the first index of an iteration to its last one."""
    positive: frozenset[SSAValue]
    """Sizes that are at least 1 where the access runs."""

    def moving(self, nest: Sequence[scf.ForOp]) -> list[tuple[scf.ForOp, Polynomial]]:
        """Return the loops that move the indices, with their strides."""
        pairs = zip(nest, self.strides, strict=True)
        return [(loop, stride) for loop, stride in pairs if stride.constant != 0]

    def tells_apart(self, moving: Sequence[tuple[scf.ForOp, Polynomial]]) -> bool:
        """Return whether iterations that differ in these loops alone reach no common index."""
        whole = self.length
        for loop, stride in sorted(moving, key=lambda pair: _magnitude(pair[1])):
            if not is_never_negative(stride + -whole + -_ONE, self.positive):
                return False
            whole += stride * (greatest_of(loop) + -polynomial_of(loop.lb))
        return True


def _magnitude(stride: Polynomial) -> tuple[int, int]:
    return max((len(monomial.factors), number) for monomial, number in stride.terms.items())


def _moving_loops(reaches: Sequence[_Reach], nest: Sequence[scf.ForOp]) -> set[scf.ForOp] | None:
    """Return the loops that move an access, None if iterations that differ in them may reach the
    same element."""
    found = set[scf.ForOp]()
    for reach in sorted(reaches, key=lambda reach: len(reach.moving(nest))):
        others = [(loop, stride) for loop, stride in reach.moving(nest) if loop not in found]
        if not reach.tells_apart(others):
            return None
        found |= {loop for loop, _ in others}
    return found


def refusal_of_order(
    nest: Sequence[scf.ForOp], order: Sequence[scf.ForOp], *, noalias: bool
) -> str | None:
    """Return why the loops of a nest, the outermost first, may not stand in another order, or None.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    for loop in nest:
        if loop.iter_args:
            return f"'{name_of(loop)}' carries values from iteration to iteration"
        around = (outer for outer in nest if outer is not loop)
        if any(depends_on(b, o.body.block.args[0]) for o in around for b in loop.operands):
            return f"the bounds of '{name_of(loop)}' depend on a counter"
    if (reason := refusal_of_operations(nest[0])) is not None:
        return reason
    swapped = [(a, b) for a, b in combinations(nest, 2) if order.index(a) > order.index(b)]
    shared = accesses_in(nest[0])
    reasons = (_refusal_of_write(w, shared, nest, swapped, noalias) for w in shared if w.writes)
    return next(filter(None, reasons), None)


def _refusal_of_write(
    write: Access,
    accesses: Sequence[Access],
    nest: Sequence[scf.ForOp],
    swapped: Sequence[tuple[scf.ForOp, scf.ForOp]],
    noalias: bool,
) -> str | None:
    others = [o for o in accesses if may_overlap(write.view, o.view, noalias=noalias)]
    if any(other.view.base is not write.view.base for other in others):
        return "it accesses memory that may overlap what it writes"
    by_index = all(_is_indexed_alike(write, other) for other in others)
    own, moving = _reaches_of(write, nest, by_index), set[scf.ForOp]()
    for other in others:
        reaches = _reaches_of(other, nest, by_index)
        if isinstance(own, str) or isinstance(reaches, str):
            return own if isinstance(own, str) else str(reaches)
        if [(r.strides, r.first) for r in own] != [(r.strides, r.first) for r in reaches]:
            return "it reads or writes what another iteration may write"
        found = _moving_loops(reaches, nest)
        if found is None:
            return "different iterations may write the same element"
        moving = found
    pairs = (f"'{name_of(a)}' and '{name_of(b)}'" for a, b in swapped if not {a, b} & moving)
    pair = next(pairs, None)
    return pair and f"{pair} repeat the elements that it writes, so they must keep their order"


def _is_indexed_alike(one: Access, other: Access) -> bool:
    """Return whether different indices of two accesses are different elements."""
    layout = cast(MemRefType[Attribute], one.memory.type).layout
    return one.memory is other.memory and isinstance(layout, NoneAttr)


def _reaches_of(access: Access, nest: Sequence[scf.ForOp], by_index: bool) -> list[_Reach] | str:
    """Return what an access reaches in an iteration of the nest, or why that is not known: along
    each dimension, or along the memory behind the view."""
    element = access.element
    if element is None and not by_index:
        return "the layout of memory that it writes is not known"
    indices = access.indices if by_index or element is None else (element,)
    found: list[_Reach] = []
    for index in indices:
        reach = _reach_of(index, access.op, nest)
        if isinstance(reach, str):
            return reach
        found.append(reach)
    return found


def _reach_of(index: Polynomial, op: Operation, nest: Sequence[scf.ForOp]) -> _Reach | str:
    length, positive = Polynomial(), positive_at(op)
    for loop in loops_around(op, nest[-1]):
        parts = index.split(loop.body.block.args[0])
        if parts is None or not is_never_negative(parts[0], positive):
            return "an address in memory that it writes is not linear in its inner loops"
        index = parts[1] + parts[0] * polynomial_of(loop.lb)
        length += parts[0] * (greatest_of(loop) + -polynomial_of(loop.lb))
    found = steps_of(index, [loop.body.block.args[0] for loop in nest], nest[0])
    if isinstance(found, str):
        return found
    strides, first = found
    if any(is_inside(unknown, nest[0]) for unknown in length.unknowns):
        return UNKNOWN_ADDRESS
    return _Reach(tuple(strides), first, length, positive)
