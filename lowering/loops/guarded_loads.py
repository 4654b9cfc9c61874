"""Reads beyond borders: of the nearest element, whose value is chosen only inside.

    %inside = ... 0 <= %p and %p < %n ...
    %near = arith.minsi (arith.maxsi %p, %c0), %last : index        // %last is %n - 1
    %x = memref.load %t[%row + %near] : memref<?xf32>
    %y = arith.select %inside, %x, %border : f32

No operation outside uses `%x`, so a vector may omit these lanes: it reads `%t[%row + %p]` under the
mask `%inside`. The choice may be of what is computed from the element, as before a convolution of
`relu(x)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator, is_side_effect_free

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    depends_on,
    polynomial_of,
)

_SIGNED_LESS, _SIGNED_AT_LEAST = 2, 5
"""The numbers of predicates of `arith.cmpi`."""


@dataclass(frozen=True)
class GuardedLoad:
    """A read at the index `near`, which equals `place` where `inside` is true."""

    inside: SSAValue
    near: SSAValue
    place: SSAValue


def guarded_load(load: memref.LoadOp, counter: SSAValue) -> GuardedLoad | None:
    """Return the guard of a read whose place moves by one element per iteration, None if it has
    none."""
    index = polynomial_of(load.indices[-1])
    moving = [unknown for unknown in index.unknowns if depends_on(unknown, counter)]
    if len(load.indices) != 1 or len(moving) != 1 or _step(index, moving[0]) != 1:
        return None
    near, inside = moving[0], _condition(load)
    if inside is None or not isinstance(near.owner, arith.MinSIOp):
        return None
    above, last = near.owner.operands
    if not isinstance(above.owner, arith.MaxSIOp):
        return None
    place, first = above.owner.operands
    moves = _step(polynomial_of(place), counter) == 1
    bounds = polynomial_of(first), polynomial_of(last)
    if not moves or any(depends_on(u, counter) for bound in bounds for u in bound.unknowns):
        return None
    return GuardedLoad(inside, near, place) if _implies(inside, place, *bounds) else None


def _step(index: Polynomial, value: SSAValue) -> int | None:
    """Return by how much an index grows with a value, None if that is not constant."""
    parts = index.split(value)
    if parts is None or any(depends_on(unknown, value) for unknown in parts[1].unknowns):
        return None
    return parts[0].constant


def _condition(load: memref.LoadOp) -> SSAValue | None:
    """Return the condition that selects the element, or what is computed from it, and is known
    before the read; None if any of this has other uses."""
    conditions, pending = set[SSAValue](), [load.res]
    while pending:
        for use in pending.pop().uses:
            op = use.operation
            if _is_known_choice(op, use.index, load):
                conditions.add(op.operands[0])
            elif op.parent is load.parent and _is_harmless(op):
                pending += op.results
            else:
                return None
    return conditions.pop() if len(conditions) == 1 else None


def _is_known_choice(op: Operation, position: int, load: memref.LoadOp) -> bool:
    """Return whether an operation chooses this operand by a condition that is known before a
    read."""
    if not isinstance(op, arith.SelectOp) or position != 1 or op.lhs is op.rhs:
        return False
    condition = op.cond.owner
    if not isinstance(condition, Operation) or condition.parent is not load.parent:
        return False
    return condition.is_before_in_block(load)


DIVISIONS = (
    arith.DivSIOp,
    arith.DivUIOp,
    arith.RemSIOp,
    arith.RemUIOp,
    arith.FloorDivSIOp,
    arith.CeilDivSIOp,
    arith.CeilDivUIOp,
)
"""Operations that trap if a lane holds 0, though they touch no memory."""


def _is_harmless(op: Operation) -> bool:
    """Return whether unused lanes may hold any number: the operation has no effects and no regions,
    does not trap as an integer division may, and passes its result to this block alone.
    """
    is_index = any(isinstance(value.type, IndexType) for value in (*op.operands, *op.results))
    is_local = not op.regions and not op.has_trait(IsTerminator)
    return is_local and not is_index and not isinstance(op, DIVISIONS) and is_side_effect_free(op)


def _implies(inside: SSAValue, place: SSAValue, first: Polynomial, last: Polynomial) -> bool:
    """Return whether a condition holds only for `first <= place <= last`."""
    tests = [
        (op.predicate.value.data, polynomial_of(op.rhs))
        for op in _tests(inside)
        if polynomial_of(op.lhs) == polynomial_of(place)
    ]
    return (_SIGNED_AT_LEAST, first) in tests and (_SIGNED_LESS, last + Polynomial.of(1)) in tests


def _tests(condition: SSAValue) -> Iterator[arith.CmpiOp]:
    """Yield the comparisons of a conjunction."""
    pending = [condition]
    while pending:
        value = pending.pop()
        if isinstance(value, OpResult) and isinstance(value.op, arith.AndIOp):
            pending += value.op.operands
        elif isinstance(value, OpResult) and isinstance(value.op, arith.CmpiOp):
            yield value.op
