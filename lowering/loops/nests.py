"""Loop nests: perfectly nested loops that count from 0 by 1."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    depends_on,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.walk import is_class_of

_ARITHMETIC = (arith.AddiOp, arith.SubiOp, arith.MuliOp)


def is_index_arithmetic(op: Operation) -> bool:
    """Return whether an operation is a constant, or a sum or product of indices."""
    if isinstance(op, arith.ConstantOp):
        return True
    return is_class_of(_ARITHMETIC, type(op)) and isinstance(op.results[0].type, IndexType)


def inner_of(loop: scf.ForOp) -> scf.ForOp | None:
    """Return the loop that is alone in the body of `loop`, index arithmetic aside."""
    *others, end = loop.body.block.ops
    inner = [op for op in others if not is_index_arithmetic(op)]
    if len(inner) != 1 or not isinstance(inner[0], scf.ForOp) or not isinstance(end, scf.YieldOp):
        return None
    return inner[0]


def carries_on(outer: scf.ForOp, inner: scf.ForOp) -> bool:
    """Return whether the inner loop starts from the values that the outer one carries, which end as
    the results of the inner one, and nothing else reads them."""
    _, *carried = outer.body.block.args
    end = outer.body.block.last_op
    return (
        isinstance(end, scf.YieldOp)
        and [*inner.iter_args] == carried
        and [*end.operands] == [*inner.results]
        and all(value.has_one_use() for value in carried)
    )


def counts_up(loop: scf.ForOp) -> bool:
    """Return whether a loop counts from 0 by 1 and carries nothing."""
    return counts_from_zero(loop) and not loop.iter_args


def next_loop(loop: scf.ForOp) -> tuple[scf.ForOp | None, list[Operation]]:
    """Return the next loop of a block, and the index arithmetic and allocations between them."""
    between: list[Operation] = []
    op = loop.next_op
    while op is not None and (is_index_arithmetic(op) or isinstance(op, memref.AllocOp)):
        between.append(op)
        op = op.next_op
    return (op if isinstance(op, scf.ForOp) else None), between


def restrict(loop: scf.ForOp, start: SSAValue, count: Polynomial) -> SSAValue:
    """Let a loop from 0 by 1 run `count` of its iterations, from number `start` on. Return the
    number of an iteration, which the body now computes."""
    loop.operands[1] = emit_polynomial(Emitter.before(loop), count)
    first, counter = loop.body.block.first_op, loop.body.block.args[0]
    assert first is not None
    number = Emitter.before(first)(arith.AddiOp(start, counter)).result
    counter.replace_uses_with_if(number, lambda use: use.operation is not number.owner)
    return number


NOT_LINEAR = "an address is not linear in the counters"
UNKNOWN_ADDRESS = "an address depends on more than counters and sizes"


def linear_steps(
    address: SSAValue, counters: Sequence[SSAValue | None], nest: scf.ForOp
) -> tuple[list[Polynomial], Polynomial] | str:
    """Return the steps of an address along the counters of a nest, and the address where all are 0;
    or why it is not linear. The step along None is 0."""
    return steps_of(polynomial_of(address), counters, nest)


def steps_of(
    address: Polynomial, counters: Sequence[SSAValue | None], nest: scf.ForOp
) -> tuple[list[Polynomial], Polynomial] | str:
    """Do as `linear_steps` for an address that is given as a polynomial."""
    rest, steps = address, list[Polynomial]()
    for counter in counters:
        parts = (Polynomial(), rest) if counter is None else rest.split(counter)
        if parts is None or (counter and any(depends_on(u, counter) for u in parts[1].unknowns)):
            return NOT_LINEAR
        rest = parts[1]
        steps.append(parts[0])
    unknowns = (unknown for polynomial in (*steps, rest) for unknown in polynomial.unknowns)
    return UNKNOWN_ADDRESS if any(is_inside(u, nest) for u in unknowns) else (steps, rest)


def is_inside(value: SSAValue, loop: scf.ForOp) -> bool:
    """Return whether the body of a loop defines a value."""
    owner = value.owner.parent_op() if isinstance(value, BlockArgument) else value.owner
    return isinstance(owner, Operation) and loop.is_ancestor(owner)
