"""`split-index-sets`: a loop that compares its counter becomes several, each of one answer.

    scf.for %j = %c0 to %c64 step %c1 {
      %second = arith.cmpi sge, %j, %c32 : index
      %k = arith.maxsi %j - 32, %c0 : index
      %b = memref.load %y[%k] : memref<32xf32>
      %x = arith.select %second, %b, %a : f32
      ...
  ->
    scf.for %j = %c0 to %c32 step %c1 {
      ... %a
    }
    scf.for %i = %c0 to %c32 step %c1 {
      %j = arith.addi %c32, %i : index
      %b = memref.load %y[%j - 32] : memref<32xf32>
      ... %b
    }

So vectors copy the parts of a joined tensor, and no index is tested. The numbers may be sums of
sizes that only the run knows; where their order is not known, a comparison remains. A loop around
others is split only where it chooses between two elements: a border of constants is not worth
copies of a nest. The technique is index-set splitting (Banerjee 1979; Allen and Kennedy, Optimizing
Compilers for Modern Architectures, 2001).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp, i1
from xdsl.ir import Operation, SSAValue, Use
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.dialects.extended.arith import ConstantOp
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero, is_natural
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.unrolling import MOST_PARTS
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.lowering.loops.nests import is_inside, restrict
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    function_around,
    names_in,
    rename_copies,
)

_ANSWERS: dict[int, Callable[[int, int], bool]] = {
    0: operator.eq, 1: operator.ne, 2: operator.lt, 3: operator.le, 4: operator.gt, 5: operator.ge,
}  # fmt: skip
"""The signed predicates of `arith.cmpi`, by their numbers."""


def split_index_sets(loop: scf.ForOp) -> None:
    """Split a loop where comparisons of its counter change."""
    if not counts_from_zero(loop):
        return
    length = polynomial_of(loop.ub)
    starts = [Polynomial(), *_thresholds(loop, length)]
    if len(starts) < 2:
        return
    if len(starts) > MOST_PARTS:
        refuse(loop, f"it would have {len(starts)} parts, more than {MOST_PARTS}")
        return
    taken, carried, parts = names_in(function_around(loop)), loop.iter_args, list[scf.ForOp]()
    for first, end in pairwise([*starts, length]):
        part = _emit_part(loop, first, end, carried)
        carried = part.results
        parts.append(part)
    rename_copies(taken, parts[1:], "{}_part".format)
    for old, new in zip(loop.results, carried, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(loop)


def _thresholds(loop: scf.ForOp, length: Polynomial) -> list[Polynomial]:
    """Return the iterations, but the first, at which the answer of a comparison changes, in order
    as far as that is known; in a loop around others, only of one that chooses between elements."""
    counter, found = loop.body.block.args[0], dict[Polynomial, None]()
    is_innermost = not any(op.regions for op in loop.body.ops)
    for op in operations_of(loop, arith.CmpiOp):
        answer, line = _ANSWERS.get(op.predicate.value.data), _difference(op, counter)
        if answer is None or line is None or abs(line[0]) != 1:
            continue
        if not is_innermost and not any(map(_chooses_element, op.result.uses)):
            continue
        slope, start = line
        if any(is_inside(unknown, loop) for unknown in start.unknowns):
            continue
        # At the number `-slope * start + rest`, the difference is `slope * rest`.
        for rest in (0, 1):
            number = Polynomial.of(-slope) * start + Polynomial.of(rest)
            changes = answer(slope * (rest - 1), 0) != answer(slope * rest, 0)
            if changes and _is_less(Polynomial(), number) and _is_less(number, length):
                found[number] = None
    return _in_order([*found])


def _in_order(numbers: Sequence[Polynomial]) -> list[Polynomial]:
    """Return numbers in order, without those whose place is not known."""
    ordered = list[Polynomial]()
    for number in sorted(numbers, key=lambda n: sum(_is_less(other, n) for other in numbers)):
        if not ordered or _is_less(ordered[-1], number):
            ordered.append(number)
    return ordered


def _is_less(a: Polynomial, b: Polynomial) -> bool:
    """Return whether two numbers of iterations differ, and the first is known to be no greater."""
    return a != b and _is_natural(b + -a)


def _is_natural(number: Polynomial) -> bool:
    """Return whether a number is known to be at least 0: a sum of sizes."""
    return all(c >= 0 for c in number.terms.values()) and all(map(is_natural, number.unknowns))


def _chooses_element(use: Use) -> bool:
    """Return whether a use chooses between two values that are no constants."""
    op = use.operation
    chosen = (op.lhs, op.rhs) if isinstance(op, arith.SelectOp) else ()
    return bool(chosen) and not any(isinstance(v.owner, arith.ConstantOp) for v in chosen)


def _emit_part(
    loop: scf.ForOp, first: Polynomial, end: Polynomial, carried: Sequence[SSAValue]
) -> scf.ForOp:
    """Emit the iterations of a loop from number `first` on, until `end`."""
    emit, count = Emitter.before(loop), end + -first
    start, length = emit_polynomial(emit, first), emit_polynomial(emit, count)
    part = emit(scf.ForOp(loop.lb, length, loop.step, carried, loop.body.clone()))
    part.attributes |= loop.attributes
    if first.terms:
        restrict(part, start, count)
    counter = part.body.block.args[0]
    for op in list(nested_operations(part)):
        known = _known(op, counter, count + Polynomial.of(-1))
        if known is not None:
            op.results[0].replace_all_uses_with(known)
            Rewriter.erase_op(op)
    for op in reversed(list(nested_operations(part))):
        is_unused = bool(op.results) and all(result.first_use is None for result in op.results)
        if is_unused and (isinstance(op, memref.LoadOp) or is_side_effect_free(op)):
            Rewriter.erase_op(op)
    return part


def _known(op: Operation, counter: SSAValue, last: Polynomial) -> SSAValue | None:
    """Return the value that an operation has in all iterations up to `last`, None if it varies."""
    match op:
        case arith.SelectOp():
            chosen = constant_of(op.cond)
            return None if chosen is None else op.lhs if chosen else op.rhs
        case arith.AndIOp() if constant_of(op.lhs) is not None and op.lhs.type == i1:
            return op.rhs if constant_of(op.lhs) else op.lhs
        case arith.AndIOp() if constant_of(op.rhs) is not None and op.rhs.type == i1:
            return op.lhs if constant_of(op.rhs) else op.rhs
        case arith.CmpiOp() | arith.MaxSIOp() | arith.MinSIOp():
            line = _difference(op, counter)
            return None if line is None else _of_difference(op, *_signs(*line, last))
        case _:
            return None


def _difference(op: Operation, counter: SSAValue) -> tuple[int, Polynomial] | None:
    """Return `(a, b)` if the first operand, an index, is the second plus `a * counter + b`."""
    if not isinstance(op.operands[0].type, IndexType):
        return None
    left, right = map(polynomial_of, op.operands)
    parts = (left + -right).split(counter)
    slope = None if parts is None else parts[0].constant
    return None if parts is None or slope is None else (slope, parts[1])


def _signs(slope: int, start: Polynomial, last: Polynomial) -> tuple[int, int]:
    """Return the least and the greatest sign that `slope * n + start` may have for `n` up to
    `last`."""
    end, minus_one = Polynomial.of(slope) * last + start, Polynomial.of(-1)
    low, high = (start, end) if slope >= 0 else (end, start)
    least = 1 if _is_natural(low + minus_one) else 0 if _is_natural(low) else -1
    greatest = -1 if _is_natural(-high + minus_one) else 0 if _is_natural(-high) else 1
    return least, greatest


def _of_difference(op: Operation, low: int, high: int) -> SSAValue | None:
    """Return the result of an operation whose first operand is the second plus a number of these
    signs, at least and at most; None if that leaves it open."""
    if isinstance(op, arith.CmpiOp):
        answer = _ANSWERS.get(op.predicate.value.data)
        if answer is None or len({answer(sign, 0) for sign in range(low, high + 1)}) != 1:
            return None
        return Emitter.before(op)(ConstantOp(IntegerAttr(int(answer(low, 0)), i1))).result
    first, second = op.operands if isinstance(op, arith.MaxSIOp) else reversed(op.operands)
    if low >= 0:
        return first
    return second if high <= 0 else None


@dataclass(frozen=True)
class SplitIndexSetsPass(TsPass):
    """Split loops where comparisons of their counters change."""

    name = "split-index-sets"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for loop in reversed(list(operations_of(module, scf.ForOp))):
            split_index_sets(loop)
