"""Trip counts of loops."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.core.backward_slice import backward_slice
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.walk import is_class_of

_NATURAL_OF_NATURALS = (
    arith.AddiOp,
    arith.MuliOp,
    arith.MinSIOp,
    arith.DivUIOp,
    arith.IndexCastOp,
)
"""Index arithmetic whose result is not negative if no operand is."""


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


def is_size(value: SSAValue) -> bool:
    """Return whether a value is an index argument of a function: a size, which is not negative."""
    if not isinstance(value, BlockArgument) or not isinstance(value.type, IndexType):
        return False
    return isinstance(value.block.parent_op(), func.FuncOp)


def is_natural(value: SSAValue) -> bool:
    """Return whether an integer is known not to be negative."""
    known: dict[SSAValue, bool] = {}
    for each in backward_slice([value], _has_rule):
        known[each] = _is_natural(each, known)
    return known[value]


def _has_rule(op: Operation) -> bool:
    return is_class_of((arith.MaxSIOp, *_NATURAL_OF_NATURALS), type(op))


def _is_natural(value: SSAValue, known: Mapping[SSAValue, bool]) -> bool:
    """Return whether an integer is not negative by the operands that are `known` not to be."""
    constant, op = constant_of(value), value.owner
    if constant is not None:
        return constant >= 0
    if not isinstance(op, Operation):
        return is_size(value)
    if isinstance(op, arith.MaxSIOp):
        return any(known[operand] for operand in op.operands)
    if isinstance(op, arith.DivUIOp) and (constant_of(op.rhs) or 0) > 1:
        return True
    if not _has_rule(op) or not isinstance(value.type, IndexType):
        return False
    return all(known[operand] for operand in op.operands)


def emit_length(emit: Emitter, loop: scf.ForOp) -> Polynomial:
    """Return the bound of a loop that counts up from 0; 0 for a negative one."""
    bound = polynomial_of(loop.ub)
    if bound.constant is not None:
        return Polynomial.of(max(bound.constant, 0))
    if is_natural(loop.ub):
        return bound
    clamped = arith.MaxSIOp(emit_polynomial(emit, bound), emit.index(0))
    return Polynomial.of(emit(clamped).result)


def _bounds(loop: scf.ForOp) -> tuple[int | None, int | None, int | None]:
    """Return the first number, the last one, exclusive, and the step, None where unknown."""
    lower, upper, step = (constant_of(without_casts(v)) for v in (loop.lb, loop.ub, loop.step))
    return lower, upper, step


def without_casts(value: SSAValue) -> SSAValue:
    """Return the number that an index was cast from, or the other way round."""
    while isinstance(value.owner, arith.IndexCastOp):
        value = value.owner.input
    return value
