"""`distribute-loop{loop=i}`: a loop becomes one loop for each part of its body.

    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %out[%i] : memref<?xf32>
      scf.for %k = %c0 to %m step %c1 {
        ... %out[%i] ...
      } {loop_name = "k"}
    } {loop_name = "i"}
  ->
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %out[%i] : memref<?xf32>
    } {loop_name = "i"}
    scf.for %i_1 = %c0 to %n step %c1 {
      scf.for %k = %c0 to %m step %c1 {
        ... %out[%i_1] ...
      } {loop_name = "k"}
    } {loop_name = "i_1"}

A part is an operation that writes memory or has a region, with the reads and arithmetic that it
needs. All iterations of a part then run before those of the next one, so iterations of one part
must not access what other iterations of another part write. NNC has it as `distributeLoop`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.walk import captured_values
from xdsl_torchscript.lowering.loops.guarded_loads import DIVISIONS
from xdsl_torchscript.lowering.loops.independence import (
    accesses_in,
    may_write,
    refusal_of_operations,
    refusal_of_pairs,
)
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    fresh_name,
    function_around,
    name_of,
    names_in,
    set_name,
)
from xdsl_torchscript.lowering.loops.schedule.loop_pass import LoopPass


def _is_reproducible(op: Operation, loop: scf.ForOp, noalias: bool) -> bool:
    """Return whether each part of a loop may compute an operation for itself."""
    if op.regions or isinstance(op, memref.StoreOp):
        return False
    if isinstance(op, memref.LoadOp):
        return not may_write(loop, op.memref, noalias=noalias)
    return is_side_effect_free(op) or isinstance(op, DIVISIONS)


def _needed_for(ops: Sequence[Operation], loop: scf.ForOp) -> set[Operation]:
    """Return the operations of a loop's body that compute what some of them use."""
    found, pending = set[Operation](), list(ops)
    while pending:
        for value in captured_values([pending.pop()]):
            owner = value.owner
            if isinstance(owner, Operation) and owner.parent_op() is loop and owner not in found:
                found.add(owner)
                pending.append(owner)
    return found


def _parts_of(loop: scf.ForOp, noalias: bool) -> list[list[Operation]]:
    """Return the operations of each part, in textual order; reproducible ones may be in several."""
    *body, _ = loop.body.block.ops
    parts: list[list[Operation]] = []
    for op in (op for op in body if not _is_reproducible(op, loop, noalias)):
        needed = _needed_for([op], loop)
        # The part that computes an operand and all parts behind it become one with `op`.
        kept = next((n for n, part in enumerate(parts) if needed & {*part}), len(parts))
        parts[kept:] = [[*(other for part in parts[kept:] for other in part), op]]
    wanted = [{*part} | _needed_for(part, loop) for part in parts]
    return [[op for op in body if op in ops] for ops in wanted]


def refusal(loop: scf.ForOp, parts: Sequence[Sequence[Operation]], *, noalias: bool) -> str | None:
    """Return why the parts of a loop's body cannot have loops of their own, or None if they can.

    With `noalias`, arguments of the function do not overlap written arguments.
    """
    if loop.iter_args:
        return "it carries values from iteration to iteration"
    if not isinstance(loop.lb.type, IndexType):
        return "its counter is not of type index"
    if len(parts) < 2:
        return "its body has one part"
    if (reason := refusal_of_operations(loop)) is not None:
        return reason
    owned = [{inner for op in part for inner in op.walk()} for part in parts]
    shared = accesses_in(loop)
    accesses = [[access for access in shared if access.op in ops] for ops in owned]
    pairs = (pair for a, b in combinations(accesses, 2) for pair in product(a, b))
    return refusal_of_pairs(pairs, loop, loop, noalias=noalias)


def _distribute(loop: scf.ForOp, parts: Sequence[Sequence[Operation]]) -> None:
    first, *others = parts
    name, successor = name_of(loop), loop.next_op
    assert name is not None and successor is not None
    emit = Emitter.before(successor, loop)
    for part in others:

        def fill(
            inside: Emitter, counter: SSAValue, _: object, part: Sequence[Operation] = part
        ) -> tuple[()]:
            values = dict[SSAValue, SSAValue]({loop.body.block.args[0]: counter})
            Rewriter.insert_op([op.clone(values) for op in part], inside.point)
            return ()

        made = emit.loop(loop.lb, loop.ub, loop.step, fill)
        set_name(made, fresh_name(names_in(function_around(loop)), name))
    for op in reversed([*loop.body.block.ops][:-1]):
        if op not in first:
            Rewriter.erase_op(op)


@dataclass(frozen=True)
class DistributeLoopPass(LoopPass):
    """Give each part of a loop's body a loop of its own."""

    name = "distribute-loop"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()
    refused = "be distributed"

    def refusal(self, loop: scf.ForOp) -> str | None:
        return refusal(loop, _parts_of(loop, self.noalias), noalias=self.noalias)

    def transform(self, loop: scf.ForOp) -> None:
        _distribute(loop, _parts_of(loop, self.noalias))
