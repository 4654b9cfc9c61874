"""Trip counts of loops."""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import constant_of


def trip_count_of(loop: scf.ForOp) -> int | None:
    """Return how often a loop that counts from 0 by 1 runs; None for other loops, and if only a run
    knows it."""
    lower, upper, step = (constant_of(without_casts(v)) for v in (loop.lb, loop.ub, loop.step))
    return upper if (lower, step) == (0, 1) else None


def without_casts(value: SSAValue) -> SSAValue:
    """Return the number that an index was cast from, or the other way round."""
    while isinstance(value.owner, arith.IndexCastOp):
        value = value.owner.input
    return value
