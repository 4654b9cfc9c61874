"""`reorder-loops{loops=j,i}`: the loops of a perfect nest change places.

    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        ...
      } {loop_name = "j"}
    } {loop_name = "i"}
  ->
    scf.for %j = %c0 to %m step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        ...
      } {loop_name = "i"}
    } {loop_name = "j"}

`loops` is the new order, the outermost first. Loops between these that it does not name keep their
places. Each loop must contain only the next one and index arithmetic, and the order of iterations
that reach one element must stay. NNC's `reorder` and `reorderAxis` do the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.analysis.linear_index import depends_on
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_around
from xdsl_torchscript.lowering.loops.nests import inner_of
from xdsl_torchscript.lowering.loops.schedule.loop_names import loops_named, name_of
from xdsl_torchscript.lowering.loops.schedule.permutation import refusal_of_order


def _nest_of(named: Sequence[scf.ForOp]) -> list[scf.ForOp]:
    """Return the perfect nest from the outermost of the named loops to the innermost one. Fails
    if there is none."""
    outermost = min(named, key=lambda loop: len(list(operations_around(loop))))
    nest = [outermost]
    while not {*named} <= {*nest}:
        inner = inner_of(nest[-1])
        if inner is None:
            missing = next(loop for loop in named if loop not in nest)
            how = "the only operation in" if nest[-1].is_ancestor(missing) else "inside"
            reason = f"'{name_of(missing)}' is not {how} '{name_of(nest[-1])}'"
            fail(nest[-1], f"'{name_of(outermost)}' cannot be reordered: {reason}")
        nest.append(inner)
    return nest


def _new_order(nest: Sequence[scf.ForOp], named: Sequence[scf.ForOp]) -> list[scf.ForOp]:
    """Return a nest with the named loops, in their new order, in the places that they had."""
    placed = iter(named)
    return [next(placed) if loop in named else loop for loop in nest]


def _sink_arithmetic(nest: Sequence[scf.ForOp]) -> None:
    """Move the index arithmetic between loops out of the nest, or into its body if it needs a
    counter."""
    counters = [loop.body.block.args[0] for loop in nest]
    first = nest[-1].body.block.first_op
    assert first is not None
    between = [op for loop in nest[:-1] for op in loop.body.block.ops]
    for op in between:
        if isinstance(op, scf.ForOp | scf.YieldOp):
            continue
        inside = any(depends_on(op.results[0], counter) for counter in counters)
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(first if inside else nest[0]))


def _permute(nest: Sequence[scf.ForOp], order: Sequence[scf.ForOp]) -> None:
    """Give each loop of a nest the bounds, name, location and counter of another one."""
    counters = [loop.body.block.args[0] for loop in nest]
    uses = {counter: list(counter.uses) for counter in counters}
    headers = {
        loop: ([*loop.operands], dict(loop.attributes), loop.location, counter.name_hint)
        for loop, counter in zip(nest, counters, strict=True)
    }
    for loop, counter, taken in zip(nest, counters, order, strict=True):
        loop.operands, loop.attributes, loop.location, counter.name_hint = headers[taken]
        for use in uses[taken.body.block.args[0]]:
            use.operation.operands[use.index] = counter


@dataclass(frozen=True)
class ReorderLoopsPass(TsPass):
    """Change the order of loops in a perfect nest."""

    name = "reorder-loops"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    loops: tuple[str, ...] = field(metadata={"help": "the names of loops, the outermost first"})
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        if not self.loops or len({*self.loops}) != len(self.loops):
            names = ",".join(self.loops) or "none"
            raise PassFailedException(f"reorder-loops: expected different loops, found {names}")
        for named in loops_named(module, *self.loops):
            nest = _nest_of(named)
            order = _new_order(nest, named)
            reason = refusal_of_order(nest, order, noalias=self.noalias)
            if reason is not None:
                fail(nest[0], f"'{name_of(nest[0])}' cannot be reordered: {reason}")
            _sink_arithmetic(nest)
            _permute(nest, order)
