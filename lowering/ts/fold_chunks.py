"""`fold-chunks`: a chunk whose parts are known in number becomes one op with as many results.

    %l = aten.chunk(%x, %two, %one) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
    %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)

becomes

    %a, %b = prim.ConstantChunk(%x) {chunks = 2, dim = 1} : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_torchscript.dialects.prim import ConstantChunkOp, ListUnpackOp
from xdsl_torchscript.lowering.analysis.constants import NotConstantError, owner_of
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pattern import apply_patterns, refuse


class FoldChunk(RewritePattern):
    """The list must be taken apart at once; other uses of it would see a list."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ListUnpackOp, rewriter: PatternRewriter) -> None:
        chunk = owner_of(op.list_)
        if chunk is None or chunk.name != "aten.chunk":
            return None
        if not op.list_.has_one_use():
            return refuse(op, "the list of parts has other uses")
        try:
            chunks, dim = (STATED.int_of(operand) for operand in chunk.operands[1:3])
        except NotConstantError as error:
            return refuse(op, str(error))
        if chunks != len(op.results):
            return refuse(op, f"{chunks} chunks are unpacked into {len(op.results)} values")
        types = [result.type for result in op.results]
        rewriter.replace(op, ConstantChunkOp(chunk.operands[0], chunks, dim, types))
        rewriter.erase(chunk)
        return None


@dataclass(frozen=True)
class FoldChunksPass(TsPass):
    """Turns a chunk that is unpacked at once into prim.ConstantChunk."""

    name = "fold-chunks"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        apply_patterns(module, [FoldChunk()])
