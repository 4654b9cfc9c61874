"""A loop over columns that lie in panels becomes a loop over panels, around the whole nest.

    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %c1024 step %c1 {
        scf.for %k = ... {
          %p = arith.divui %j, %c32 : index
          %l = arith.remui %j, %c32 : index
          ... %w[%p * 8192 + %k * 32 + %l]
  ->
    scf.for %p = %c0 to %c32 step %c1 {
      scf.for %i = %c0 to %c64 step %c1 {
        scf.for %l = %c0 to %c32 step %c1 {
          %j = %p * 32 + %l
          scf.for %k = ... {
            ... %w[%p * 8192 + %k * 32 + %l]

So all rows read a panel while it is in a cache, and its elements are neighbours along the innermost
loop. NNC's `splitWithTail` and `reorderAxis` do the same. It applies where whole panels cover the
columns, and iterations may run in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, constant_of, emit_polynomial
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.independence import refusal_of_iterations
from xdsl_torchscript.lowering.loops.nests import counts_up, inner_of, restrict


def _digits_of(columns: scf.ForOp) -> list[arith.DivUIOp | arith.RemUIOp]:
    """Return the divisions of a loop's counter."""
    uses = columns.body.block.args[0].uses
    return [
        use.operation
        for use in uses
        if use.index == 0 and isinstance(use.operation, arith.DivUIOp | arith.RemUIOp)
    ]


def refusal(columns: scf.ForOp, noalias: bool) -> str | None:
    """Return why a loop whose counter is divided is not split into panels; None if it can be."""
    extent, widths = constant_of(columns.ub), {constant_of(op.rhs) for op in _digits_of(columns)}
    width = widths.pop()
    if widths or width is None or extent is None or extent % width or not counts_up(columns):
        return "whole panels of one width do not cover its columns"
    return refusal_of_iterations(columns, noalias=noalias)


def _nest_around(columns: scf.ForOp, noalias: bool) -> scf.ForOp:
    """Return the outermost of the loops that contain only the loop over columns, as far as their
    iterations may run in any order."""
    nest = columns
    while isinstance(outer := nest.parent_op(), scf.ForOp) and inner_of(outer) is nest:
        if not counts_up(outer) or refusal_of_iterations(outer, noalias=noalias) is not None:
            break
        nest = outer
    return nest


def _split(columns: scf.ForOp, nest: scf.ForOp) -> None:
    """Let a nest compute the columns of one panel, in a loop over panels."""
    digits = _digits_of(columns)
    count, width = constant_of(columns.ub), constant_of(digits[0].rhs)
    assert count is not None and width is not None
    emit = Emitter.before(nest)

    def fill(inside: Emitter, panel: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
        start = emit_polynomial(inside, Polynomial.of(panel) * Polynomial.of(width))
        nest.detach()
        inside(nest)
        restrict(columns, start, Polynomial.of(width))
        for op in digits:
            digit = panel if isinstance(op, arith.DivUIOp) else columns.body.block.args[0]
            Rewriter.replace_op(op, [], [digit])
        return ()

    bounds = emit.index(0), emit.index(count // width), emit.index(1)
    emit.loop(*bounds, fill, name="panel")


@dataclass(frozen=True)
class SplitPanelsPass(TsPass):
    """Let all rows of a product read a panel of columns before the next one."""

    name = "split-panels"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for terms in operations_of(module, scf.ForOp):
            columns = terms.parent_op()
            if not terms.iter_args or not isinstance(columns, scf.ForOp) or columns.iter_args:
                continue
            if not _digits_of(columns):
                continue
            reason = refusal(columns, self.noalias)
            if reason is None:
                _split(columns, _nest_around(columns, self.noalias))
            else:
                refuse(columns, reason)
