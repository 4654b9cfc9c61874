"""Innermost loops over neighbouring elements do several of them at once.

    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %t[%i] : memref<?xf32>
      %y = arith.mulf %x, %k : f32
      memref.store %y, %out[%i] : memref<?xf32>
    }
  ->
    %v = vector.broadcast %k : f32 to vector<8xf32>
    %c8 = arith.constant 8 : index
    %0 = arith.remsi %n, %c8 : index
    %1 = arith.subi %n, %0 : index
    scf.for %i = %c0 to %1 step %c8 {
      %x = vector.load %t[%i] : memref<?xf32>, vector<8xf32>
      %y = arith.mulf %x, %v : vector<8xf32>
      vector.store %y, %out[%i] : memref<?xf32>, vector<8xf32>
    }
    scf.for %i = %1 to %n step %c1 {
      ... the loop as it was, for the elements left over
    }

With `masked`, a vector with lanes off computes the remainder instead, and short loops. Otherwise,
in a short loop of known length, narrower vectors compute most of the remainder. In a long one with
functions such as `math.sin`, `functions` may ask for wider vectors: an expansion of one is a long
chain of operations, and machines reorder too few of them to fill the time with other iterations.

A read that advances by one element per iteration becomes a vector. A constant one stays a scalar
and is broadcast. A read clamped to the borders becomes a masked load (`guarded_loads.py`), and one
at an index that arithmetic gives becomes a read for each lane. Views are traced to their buffers:
an allocation overlaps no other buffer. With `noalias`, which callers of kernels guarantee, an
argument overlaps no other argument. An inner loop that carries values, such as a reduction, then
carries vectors. A loop is left unchanged if it carries values or accesses memory with another
stride. So is a loop whose iterations may access elements written by others, or with an operation
without vector form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import may_overlap
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.vector_lanes import MOST_LANES
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.vectors.vector_body import (
    Access,
    VectorBody,
    access_of,
    can_mask,
    refusal_of_op,
    tail_mask,
)
from xdsl_torchscript.lowering.loops.work import CHEAP_FUNCTIONS

_SHORT = 16
"""The vectors of a loop up to which the elements left over are worth vectors of their own."""
NARROWER = (8, 4)
"""Widths of vectors for what is too short for wider ones."""
SPARSE = 4
"""A vector with lanes off is worth it if this part of them is on."""
_LONG = 8
"""The vectors of a loop from which on wider ones are worth their code."""


def _may_conflict(write: Access, other: Access, noalias: bool) -> bool:
    """Return whether different iterations may access one element through both."""
    if write.memory is other.memory:
        return write.indices != other.indices
    if not may_overlap(write.view, other.view, noalias=noalias):
        return False
    same_base = write.view.base is other.view.base
    return not same_base or write.element is None or write.element != other.element


def _description(write: Access, other: Access) -> str:
    """Return the conflict of two accesses in words."""
    if other.memory is write.memory:
        return "it reads or writes what another iteration writes"
    if other.view.base is write.view.base:
        return "it reads or writes what another iteration may write through another view"
    return "it reads or writes memory that may overlap what another iteration writes"


def has_only_reductions(loop: scf.ForOp) -> bool:
    """Return whether all operations with regions in the body of a loop are loops that carry."""
    regions = [op for op in loop.body.block.ops if op.regions]
    return all(isinstance(op, scf.ForOp) and op.iter_args for op in regions)


def refusal(loop: scf.ForOp, width: int, noalias: bool) -> str | None:
    """Return why `loop` cannot run `width` iterations at once, or None if it can."""
    if loop.iter_args:
        return "it carries values from iteration to iteration"
    if constant_of(loop.step) != 1:
        return "it does not count by 1"
    lower, upper = constant_of(loop.lb), constant_of(loop.ub)
    if lower is not None and upper is not None and upper - lower < width:
        return f"it runs fewer than {width} times"
    body = loop.body.block
    reasons = (refusal_of_op(op, body.args[0]) for op in body.ops)
    reason = next(filter(None, reasons), None)
    if reason is not None:
        return reason
    accesses = [access for access in map(access_of, body.walk()) if access is not None]
    pairs = product((access for access in accesses if access.writes), accesses)
    conflict = next((pair for pair in pairs if _may_conflict(*pair, noalias)), None)
    return conflict and _description(*conflict)


def vectorize(loop: scf.ForOp, width: int, noalias: bool, masked: bool) -> None:
    """Vectorize a loop as far as `refusal` lets it; a loop of scalars may be left behind it."""
    masked = masked and can_mask(loop)
    reason = refusal(loop, width // SPARSE if masked else width, noalias)
    if reason is not None:
        refuse(loop, reason)
        return
    emit, count = Emitter.before(loop), count_of(loop)
    step, end = main_range(emit, loop, width)
    _, rest = emit_vector_loops(emit, loop, width, step, end, (), masked=masked)
    if rest is None:
        Rewriter.erase_op(loop)
        return
    loop.operands[0] = rest
    if count.constant is not None and count.constant < _SHORT * width:
        fitting = [narrower for narrower in NARROWER if narrower <= count.constant % width]
        if fitting:
            vectorize(loop, fitting[0], noalias, masked)


def count_of(loop: scf.ForOp) -> Polynomial:
    """Return the number of iterations of a loop that counts by 1."""
    return polynomial_of(loop.ub) + -polynomial_of(loop.lb)


def emit_vector_loops(
    emit: Emitter,
    loop: scf.ForOp,
    width: int,
    step: SSAValue,
    end: SSAValue,
    carried: Sequence[SSAValue],
    *,
    masked: bool,
) -> tuple[Sequence[SSAValue], SSAValue | None]:
    """Emit a loop that does `width` iterations of an old one at once, up to `end`; with `masked`,
    also one for the iterations left over, with lanes off, which keep what they carry.

    Return the carried vectors, and the first iteration that is left to the old loop, if any.
    """
    old, count = loop.body.block, count_of(loop).constant

    def run(
        first: SSAValue, last: SSAValue, before: Sequence[SSAValue], *, is_tail: bool
    ) -> Sequence[SSAValue]:
        def fill(
            inside: Emitter, counter: BlockArgument, vectors: Sequence[BlockArgument]
        ) -> Sequence[SSAValue]:
            known: dict[SSAValue, SSAValue] = dict(zip(old.args[1:], vectors, strict=True))
            body = VectorBody(width, emit, old.args[0], {old.args[0]: counter}, known)
            body.mask = tail_mask(inside, counter, last, width) if is_tail else None
            *ops, finish = old.ops
            for op in ops:
                body.add(op, Emitter(inside.point, nearest_location(op)))
            found = [body.lanes(value, inside) for value in finish.operands]
            if body.mask is None:
                return found
            select = partial(ArithBuilder(inside).select, body.mask)
            return list(map(select, found, vectors))

        made = emit.loop(first, last, step, fill, before, old.args[0].name_hint)
        _place(emit, made)
        return made.results

    is_exact = polynomial_of(end) == polynomial_of(loop.ub)
    if count is None or count >= width:
        carried = run(loop.lb, end, carried, is_tail=False)
    if masked and not is_exact:
        carried = run(end, loop.ub, carried, is_tail=True)
    return carried, None if masked or is_exact else end


def main_range(emit: Emitter, loop: scf.ForOp, width: int) -> tuple[SSAValue, SSAValue]:
    """Return the step and the end of the vector loop."""
    count = count_of(loop)
    step = emit.index(width)
    if count.constant is not None:
        left_over = Polynomial.of(count.constant % width)
    elif all(coefficient % width == 0 for coefficient in count.terms.values()):
        left_over = Polynomial()
    else:
        number = emit_polynomial(emit, count)
        left_over = Polynomial.of(emit(arith.RemSIOp(number, step)).result)
    return step, emit_polynomial(emit, polynomial_of(loop.ub) + -left_over)


def _place(emit: Emitter, loop: scf.ForOp) -> None:
    """Emit a new loop after the values hoisted from its body; erase scalars that were only
    broadcast."""
    loop.detach()
    emit(loop)
    for op in reversed(list(loop.body.block.ops)):
        unused = bool(op.results) and all(result.first_use is None for result in op.results)
        if unused and is_side_effect_free(op):
            Rewriter.erase_op(op)


def _has_functions(loop: scf.ForOp) -> bool:
    return any(
        op.dialect_name() == "math" and op.name not in CHEAP_FUNCTIONS for op in loop.body.block.ops
    )


@dataclass(frozen=True)
class VectorizeLoopsPass(TsPass):
    """Vectorize innermost loops over contiguous elements."""

    name = "vectorize-loops"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    width: int = field(
        default=8, metadata={"help": "iterations per vector", "least": 2, "most": MOST_LANES}
    )
    functions: int = field(
        default=0,
        metadata={
            "help": "the same for long loops with functions, if it is greater",
            "least": 0,
            "most": MOST_LANES,
        },
    )
    masked: bool = field(
        default=False, metadata={"help": "a vector with lanes off computes the remainder"}
    )
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for loop in operations_of(module, scf.ForOp):
            if loop.parent is not None and has_only_reductions(loop):
                vectorize(loop, self._width_of(loop), self.noalias, self.masked)

    def _width_of(self, loop: scf.ForOp) -> int:
        """Return the iterations per vector; wider vectors leave nothing over, and narrower ones do
        a short loop with functions, or all but a few of its iterations."""
        count = count_of(loop).constant
        if count is not None and count < self.width and _has_functions(loop):
            is_masked = self.masked and count not in NARROWER
            return next((n for n in NARROWER if n <= count and not is_masked), self.width)
        if self.functions <= self.width or count is None or not _has_functions(loop):
            return self.width
        fits = count >= _LONG * self.functions and count % self.functions == 0
        return self.functions if fits else self.width
