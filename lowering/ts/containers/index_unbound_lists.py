"""`index-unbound-lists`: an element of the list that `unbind` makes is selected from its tensor.

    %l = aten.unbind.int(%x, %zero) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
    %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
    %r = prim.Loop %n, %true, iter(%h) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %g: !ts.tensor):
      %y = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor

becomes

    %n = aten.size.int(%x, %zero) : (!ts.tensor, i64) -> i64
    %r = prim.Loop %n, %true, iter(%h) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %g: !ts.tensor):
      %y = aten.select.int(%x, %zero, %i) : (!ts.tensor, i64, i64) -> !ts.tensor

so that a loop over the rows of a tensor needs no list. The list is never written, and the sizes of
the tensor are not. Each access makes a new view, so no code may tell the views apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.retype import retype

_LENGTH, _ITEM = "aten.len.t", "aten.__getitem__.t"


def _obstacle(unbind: Operation, facts: MemoryFacts) -> str | None:
    """Return why the list must be read; None if its tensor implies the result."""
    aliases, list_ = facts.aliases, unbind.results[0]
    if not facts.is_unwritten(list_):
        return "the list may be written"
    if facts.is_resized(unbind.operands[0]):
        return "the tensor may get other sizes"
    if aliases.allocated_locations(unbind) & aliases.distinguished:
        return "its elements are written, returned or compared"
    return None


def _unbind_of(op: Operation) -> Operation | None:
    """Return the `unbind` that makes the list whose length or element an operation reads."""
    unbind = owner_of(op.operands[0]) if op.name in (_LENGTH, _ITEM) else None
    return unbind if unbind is not None and unbind.name == "aten.unbind.int" else None


def read_tensor(op: Operation, unbind: Operation, facts: MemoryFacts) -> None:
    """Replace a length or an element of a list that `unbind` makes, if legal."""
    reason = _obstacle(unbind, facts)
    if reason is not None:
        return refuse(op, reason)
    tensor, dim = unbind.operands
    aten = OpBuilder.before(op).aten
    new = aten.size(tensor, dim) if op.name == _LENGTH else aten.select(tensor, dim, op.operands[1])
    new.name_hint = op.results[0].name_hint
    Rewriter.replace_op(op, [], [retype(new, op.results[0].type)])
    if unbind.results[0].first_use is None:
        Rewriter.erase_op(unbind)
    return None


@dataclass(frozen=True)
class IndexUnboundListsPass(TsPass):
    """Select the elements of lists that unbind makes from its tensor."""

    name = "index-unbound-lists"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            made = ((op, _unbind_of(op)) for op in nested_operations(function))
            reads = [(op, unbind) for op, unbind in made if unbind is not None]
            if not reads:
                continue
            facts = MemoryFacts(analyses.get(AliasAnalysis, function))
            for op, unbind in reads:
                read_tensor(op, unbind, facts)
