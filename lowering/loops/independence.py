"""Decide whether a loop's iterations may run in any order, and at the same time.

    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        memref.store %x, %out[%i * %m + %j]          // elements i * m to i * m + m - 1
      }
    }

An iteration reaches a span of elements in each buffer that the loop writes. Iterations are
independent if the spans are: here each is `m` long, and the next one begins `m` later. The bounds
of inner loops give the ends of a span. An inner loop may repeat the spans of all iterations further
on. An example is a loop over rows inside one over columns. Memory that an iteration allocates is
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product, takewhile
from typing import TypeAlias

from xdsl.dialects import arith, memref, scf
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    depends_on,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import View, may_overlap, view_of
from xdsl_torchscript.lowering.analysis.trip_counts import is_size
from xdsl_torchscript.lowering.core.walk import is_class_of, nested_operations, operations_around
from xdsl_torchscript.lowering.loops.guarded_loads import DIVISIONS
from xdsl_torchscript.lowering.loops.nests import is_inside
from xdsl_torchscript.lowering.loops.vectors.vector_body import Access, access_of

_KNOWN = (scf.ForOp, scf.IfOp, scf.YieldOp, memref.LoadOp, memref.StoreOp, memref.AllocOp)
"""Operations whose effects are those of the accesses among them."""

_ONE = Polynomial.of(1)


@dataclass(frozen=True)
class Span:
    """The elements of a buffer that an access reaches in one iteration."""

    step: Polynomial
    """The distance to the span of the next iteration."""
    first: Polynomial
    length: Polynomial
    """The distance from the first element to the last one."""
    rows: tuple[Polynomial, ...]
    """The distances at which inner loops repeat the spans of all iterations."""
    positive: frozenset[SSAValue]
    """Sizes that are at least 1 where the access runs."""

    def is_apart_from(self, other: Span) -> bool:
        """Return whether neither span reaches the span of another iteration."""
        if self.rows or other.rows:
            same = (self.step, self.first, self.length, self.rows)
            if same != (other.step, other.first, other.length, other.rows):
                return False
        return self.step == other.step and self._ends_before(other) and other._ends_before(self)

    def _ends_before(self, other: Span) -> bool:
        """Return whether `other` begins behind this span, if it is of the next iteration."""
        gap = self.step + other.first + -self.first + -self.length + -_ONE
        return is_never_negative(gap, self.positive | other.positive)


Spans: TypeAlias = Callable[[Access], Span | str]
"""Returns the span of an access in some loop, or why it is not known."""


def refusal_of_iterations(loop: scf.ForOp, *, noalias: bool) -> str | None:
    """Return why iterations of `loop` depend on each other, or None if they do not.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    if loop.iter_args:
        return "it carries values from iteration to iteration"
    if (reason := refusal_of_operations(loop)) is not None:
        return reason
    shared, spans = accesses_in(loop), spans_in(loop)
    writes = (access for access in shared if access.writes)
    reasons = (_refusal_of_write(write, shared, spans, noalias) for write in writes)
    return next(filter(None, reasons), None)


def refusal_of_operations(loop: scf.ForOp) -> str | None:
    """Return why accesses alone do not tell whether iterations depend on each other, or None."""
    foreign = next((op for op in loop.body.walk() if not _is_known(op, loop)), None)
    return None if foreign is None else f"'{foreign.name}' may depend on other iterations"


def refusal_of_accesses(first: scf.ForOp, second: scf.ForOp, *, noalias: bool) -> str | None:
    """Return why an iteration of one loop accesses memory that an iteration of the other writes, or
    None."""
    pairs = product(accesses_in(first), accesses_in(second))
    return refusal_of_pairs(pairs, first, second, noalias=noalias)


def refusal_of_pairs(
    pairs: Iterable[tuple[Access, Access]],
    first: scf.ForOp,
    second: scf.ForOp,
    *,
    noalias: bool,
) -> str | None:
    """Do as `refusal_of_accesses` for some of the accesses in the two loops."""
    spans_of_first, spans_of_second = spans_in(first), spans_in(second)
    for one, other in pairs:
        if not one.writes and not other.writes:
            continue
        if not may_overlap(one.view, other.view, noalias=noalias):
            continue
        if one.view.base is not other.view.base:
            return "it accesses memory that may overlap what another iteration writes"
        spans = spans_of_first(one), spans_of_second(other)
        if isinstance(spans[0], str) or isinstance(spans[1], str):
            return spans[0] if isinstance(spans[0], str) else str(spans[1])
        if not spans[0].is_apart_from(spans[1]):
            return "it accesses what another iteration writes"
    return None


def may_write(loop: scf.ForOp, memory: SSAValue, *, noalias: bool) -> bool:
    """Return whether an iteration may write memory from outside the loop."""
    if not all(_is_known(op, loop) for op in loop.body.walk()):
        return True
    view, accesses = view_of(memory), accesses_in(loop)
    return any(may_overlap(view, a.view, noalias=noalias) for a in accesses if a.writes)


def accesses_in(loop: scf.ForOp) -> list[Access]:
    """Return the accesses in a loop to memory that its iterations do not allocate."""
    found = (access_of(op) for op in nested_operations(loop))
    return [a for a in found if a is not None and not _is_own(a.view, loop)]


def _is_known(op: Operation, loop: scf.ForOp) -> bool:
    if isinstance(op, memref.DeallocOp):
        return _is_own(view_of(op.memref), loop)
    if is_class_of(_KNOWN, type(op)):
        return True
    return not op.regions and (is_class_of(DIVISIONS, type(op)) or is_side_effect_free(op))


def _is_own(view: View, loop: scf.ForOp) -> bool:
    """Return whether each iteration allocates the memory of this view."""
    return isinstance(view.base.owner, memref.AllocOp) and is_inside(view.base, loop)


def _refusal_of_write(
    write: Access, accesses: Sequence[Access], spans: Spans, noalias: bool
) -> str | None:
    own = spans(write)
    if isinstance(own, str):
        return own
    for other in accesses:
        if not may_overlap(write.view, other.view, noalias=noalias):
            continue
        if other.view.base is not write.view.base:
            return "it accesses memory that may overlap what another iteration writes"
        span = spans(other)
        if isinstance(span, str):
            return span
        if not own.is_apart_from(span):
            return "it reads or writes what another iteration may write"
    return None


def spans_in(loop: scf.ForOp) -> Spans:
    """Return a function that gives the span of an access in a loop, or why it is not known."""
    return cache(partial(_span_of, loop=loop))


def _span_of(access: Access, loop: scf.ForOp) -> Span | str:
    element, counter = access.element, loop.body.block.args[0]
    parts = element.split(counter) if element is not None else None
    if parts is None or any(depends_on(u, counter) for p in parts for u in p.unknowns):
        return "an address in memory that it writes is not linear in its counter"
    slope, rest = parts
    positive = positive_at(access.op)
    length, rest = _without_digits(rest, positive)
    whole, rows = slope * greatest_of(loop) + length, list[Polynomial]()
    for inner in loops_around(access.op, loop):
        counted = rest.split(inner.body.block.args[0])
        if counted is None or not is_never_negative(counted[0], positive):
            return "an address in memory that it writes is not linear in its inner loops"
        distance, rest = counted[0], counted[1] + counted[0] * polynomial_of(inner.lb)
        reach = distance * (greatest_of(inner) + -polynomial_of(inner.lb))
        if is_never_negative(distance + -whole + -_ONE, positive):
            rows.append(distance)
        elif rows and reach.constant != 0:
            return "its iterations write interleaved elements"
        else:
            length += reach
        whole += reach
    if any(is_inside(u, loop) for p in (slope, rest, whole) for u in p.unknowns):
        return "an address in memory that it writes depends on more than counters and sizes"
    return Span(slope * polynomial_of(loop.step), rest, length, tuple(rows), positive)


def _without_digits(
    address: Polynomial, positive: frozenset[SSAValue]
) -> tuple[Polynomial, Polynomial]:
    """Return how far digits of counters move an address at most, and its other terms."""
    reach = Polynomial()
    for unknown in address.unknowns:
        counted, greatest = address.split(unknown), _greatest_digit(unknown)
        if counted is None or greatest is None or not is_never_negative(counted[0], positive):
            continue
        reach += counted[0] * Polynomial.of(greatest)
        address = counted[1]
    return reach, address


def _greatest_digit(value: SSAValue) -> int | None:
    """Return the greatest value of a remainder, or of the quotient of a counter, by a number; None
    for other values."""
    op = value.owner
    divisor = constant_of(op.rhs) if isinstance(op, arith.DivUIOp | arith.RemUIOp) else None
    if divisor is None or divisor <= 0:
        return None
    if isinstance(op, arith.RemUIOp):
        return divisor - 1
    assert isinstance(op, arith.DivUIOp)
    loop = op.lhs.block.parent_op() if isinstance(op.lhs, BlockArgument) else None
    greatest = (
        greatest_of(loop).constant if isinstance(loop, scf.ForOp) else _greatest_digit(op.lhs)
    )
    return None if greatest is None else greatest // divisor


def greatest_of(loop: scf.ForOp) -> Polynomial:
    """Return the greatest value of a loop's counter, or a bound of it."""
    lower, upper, step = (constant_of(value) for value in (loop.lb, loop.ub, loop.step))
    if lower is None or upper is None or step is None or upper <= lower:
        return polynomial_of(loop.ub) + -_ONE
    return Polynomial.of(lower + (upper - lower - 1) // step * step)


def loops_around(op: Operation, end: Operation | None) -> Iterator[scf.ForOp]:
    """Return the loops around `op` and inside `end`, inner ones first."""
    inside = takewhile(lambda around: around is not end, operations_around(op))
    return (around for around in inside if isinstance(around, scf.ForOp))


def positive_at(op: Operation) -> frozenset[SSAValue]:
    """Return sizes that are at least 1 where `op` runs: factors of the bounds of loops around."""
    found: set[SSAValue] = set()
    for loop in loops_around(op, None):
        terms = polynomial_of(loop.ub).terms
        if constant_of(loop.lb) != 0 or len(terms) != 1:
            continue
        ((monomial, coefficient),) = terms.items()
        factors = monomial.factors
        is_bound = len(factors) == 1 and coefficient > 0
        found |= {*factors} if is_bound else {*filter(is_size, factors)}
    return frozenset(found)


def is_never_negative(polynomial: Polynomial, positive: frozenset[SSAValue]) -> bool:
    """Return whether a polynomial is at least 0 for all values of its unknowns from 1 on.

    Such are sums of products without negative coefficients in terms of `unknown - 1`.
    """
    if not positive.issuperset(polynomial.unknowns):
        return False
    shifted = Polynomial()
    for monomial, coefficient in polynomial.terms.items():
        term = Polynomial.of(coefficient)
        for factor in monomial.factors:
            term *= Polynomial.of(factor) + _ONE
        shifted += term
    return all(c >= 0 for c in shifted.terms.values())
