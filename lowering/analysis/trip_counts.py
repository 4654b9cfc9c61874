"""Trip counts of loops."""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import constant_of


def trip_count_of(loop: scf.ForOp) -> int | None:
    """Return how often a loop runs, None if only a run knows it."""
    lower, upper, step = _bounds(loop)
    if lower is None or upper is None or step is None or step < 1:
        return None
    return max(0, -(-(upper - lower) // step))


def counts_from_zero(loop: scf.ForOp) -> bool:
    """Return whether a loop counts from 0 by 1."""
    lower, _, step = _bounds(loop)
    return (lower, step) == (0, 1)


def _bounds(loop: scf.ForOp) -> tuple[int | None, int | None, int | None]:
    """Return the first number, the last one, exclusive, and the step, None where unknown."""
    lower, upper, step = (constant_of(without_casts(v)) for v in (loop.lb, loop.ub, loop.step))
    return lower, upper, step


def without_casts(value: SSAValue) -> SSAValue:
    """Return the number that an index was cast from, or the other way round."""
    while isinstance(value.owner, arith.IndexCastOp):
        value = value.owner.input
    return value
