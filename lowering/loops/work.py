"""An estimate of the work of a loop, by which passes decide whether to share it among threads.

The cost of an operation is the cost of one vector lane with cached data, in fractions of a cycle.
Loops over neighbouring elements will be vectorised, and products run at the rate of multiply-adds.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import arith, scf
from xdsl.ir import Operation

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    polynomial_of,
)
from xdsl_torchscript.lowering.core.walk import is_class_of
from xdsl_torchscript.lowering.loops.contractions.contraction import is_sum_of_products
from xdsl_torchscript.lowering.loops.guarded_loads import DIVISIONS
from xdsl_torchscript.lowering.loops.nests import is_index_arithmetic, is_inside
from xdsl_torchscript.lowering.loops.vectors.vector_body import ACCESSES

PARTS = 32
"""The parts of a cycle that costs count."""

_ACCESS, _SIMPLE, _DIVISION, _FUNCTION, _TERM = 8, 2, 16, 96, 2
_DIVISIONS = (arith.DivfOp, *DIVISIONS)
CHEAP_FUNCTIONS = ("math.absf", "math.absi", "math.copysign", "math.fma")
"""Operations of `math` that are single instructions."""


def work_of(loop: scf.ForOp) -> Polynomial:
    """Return the parts of a cycle that an iteration takes, in terms of sizes that `loop` is given.

    Where only the iteration itself knows how often an inner loop runs, that counts as once.
    """
    return _work_of_ops(loop.body.block.ops, loop)


def _work_of_ops(ops: Iterable[Operation], root: scf.ForOp) -> Polynomial:
    return sum((_work_of_op(op, root) for op in ops), Polynomial())


def _work_of_op(op: Operation, root: scf.ForOp) -> Polynomial:
    if isinstance(op, scf.ForOp):
        is_product = is_sum_of_products(op)
        work = Polynomial.of(_TERM) if is_product else _work_of_ops(op.body.block.ops, root)
        return _trips(op, root) * work
    if op.regions:
        inside = (inner for region in op.regions for block in region.blocks for inner in block.ops)
        return _work_of_ops(inside, root)
    if is_class_of(ACCESSES, type(op)):
        cost = _ACCESS
    elif is_index_arithmetic(op) or isinstance(op, scf.YieldOp):
        cost = 0
    elif is_class_of(_DIVISIONS, type(op)):
        cost = _DIVISION
    else:
        is_function = op.dialect_name() == "math" and op.name not in CHEAP_FUNCTIONS
        cost = _FUNCTION if is_function else _SIMPLE
    return Polynomial.of(cost)


def _trips(loop: scf.ForOp, root: scf.ForOp) -> Polynomial:
    """Return how often an inner loop runs in an iteration of `root`."""
    length = polynomial_of(loop.ub) + -polynomial_of(loop.lb)
    step = constant_of(loop.step) or 1
    if length.constant is not None:
        return Polynomial.of(max(-(-length.constant // step), 0))
    if step != 1 or any(is_inside(unknown, root) for unknown in length.unknowns):
        return Polynomial.of(1)
    return length
