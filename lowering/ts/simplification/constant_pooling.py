"""`constant-pooling`: equal constants become one, at the start of the function.

    %r = prim.If %c -> (i64) {
      %a = prim.Constant 1 : i64
      prim.If.yield %a : i64
    } else {
      %b = prim.Constant 1 : i64
      prim.If.yield %b : i64
    }

becomes

    %a = prim.Constant 1 : i64
    %r = prim.If %c -> (i64) {
      prim.If.yield %a : i64
    } else {
      prim.If.yield %a : i64
    }

Two constants of a mutable type are two objects, so they merge under the conditions of `cse` alone.
A subgraph is isolated from outer values and has a separate pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.simplification.cse import AliasRules


def _pool(region: Region, rules: AliasRules) -> None:
    """Pool the constants of an isolated region, then of the regions isolated in it."""
    pooled: dict[tuple[Attribute | None, Attribute], list[ConstantOp]] = {}
    start = region.blocks[0]
    last: Operation | None = None
    for op in list(_visible_ops(region)):
        if op.has_trait(IsolatedFromAbove, value_if_unregistered=False):
            for inner in op.regions:
                _pool(inner, rules)
        if not isinstance(op, ConstantOp):
            continue
        equal = pooled.setdefault((op.value, op.type), [])
        same = next((other for other in equal if rules.can_merge(other, op)), None)
        if same is not None:
            op.result.replace_all_uses_with(same.result)
            Rewriter.erase_op(op)
            continue
        equal.append(op)
        _place(op, start, last)
        last = op


def _visible_ops(region: Region) -> Iterator[Operation]:
    """Yield the operations that see the region's values, in textual order."""
    for block in region.blocks:
        for op in block.ops:
            yield op
            if not op.has_trait(IsolatedFromAbove, value_if_unregistered=False):
                for inner in op.regions:
                    yield from _visible_ops(inner)


def _place(op: ConstantOp, start: Block, last: Operation | None) -> None:
    """Move a constant to the end of the pool."""
    if (op is start.first_op) if last is None else (op is last.next_op):
        return
    op.detach()
    point = InsertPoint.at_start(start) if last is None else InsertPoint.after(last)
    Rewriter.insert_op(op, point)


@dataclass(frozen=True)
class ConstantPoolingPass(TsPass):
    """Merge equal constants and move all constants to the start of their function."""

    name = "constant-pooling"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            _pool(function.body, AliasRules(analyses.get(AliasAnalysis, function)))
