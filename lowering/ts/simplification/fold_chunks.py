"""`fold-chunks`: a chunk whose parts are known in number becomes one op with as many results.

    %l = aten.chunk(%x, %two, %one) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
    %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)

becomes

    %a, %b = prim.ConstantChunk(%x) {chunks = 2, dim = 1} : (!ts.tensor) -> (!ts.tensor, !ts.tensor)

The chunk moves to the place where its list is unpacked. So no operation between the two may change
the tensor's sizes, have side effects, or raise.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import ConstantChunkOp, ListUnpackOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.raising import may_raise
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


def fold_chunks(function: Operation, analyses: Analyses) -> None:
    """Fold all chunks of a function that are unpacked, as far as that is legal."""
    unpacks = [op for op in operations_of(function, ListUnpackOp) if _chunk_of(op) is not None]
    if not unpacks:
        return
    facts = MemoryFacts(analyses.get(AliasAnalysis, function))
    for unpack in unpacks:
        fold_chunk(unpack, facts)


def _chunk_of(unpack: ListUnpackOp) -> Operation | None:
    chunk = owner_of(unpack.list_)
    return chunk if chunk is not None and chunk.name == "aten.chunk" else None


def fold_chunk(unpack: ListUnpackOp, facts: MemoryFacts) -> None:
    """Turn a chunk and the operation that takes its list apart into one operation, if legal."""
    chunk = _chunk_of(unpack)
    assert chunk is not None
    try:
        chunks, dim = (facts.int_of(operand) for operand in chunk.operands[1:3])
    except NotConstantError as error:
        return refuse(unpack, str(error))
    reason = _obstacle(chunk, unpack, chunks, facts)
    if reason is not None:
        return refuse(unpack, reason)
    types = [result.type for result in unpack.results]
    folded = ConstantChunkOp(chunk.operands[0], chunks, dim, types)
    for old, new in zip(unpack.results, folded.results, strict=True):
        new.name_hint = old.name_hint
    Rewriter.replace_op(unpack, propagate_location(unpack, [folded]))
    Rewriter.erase_op(chunk)
    return None


def _obstacle(
    chunk: Operation, unpack: ListUnpackOp, chunks: int, facts: MemoryFacts
) -> str | None:
    """Return why the chunk may not be made where its list is taken apart; None if it may."""
    if not unpack.list_.has_one_use():
        return "the list of parts has other uses"
    if chunks != len(unpack.results):
        return f"{chunks} chunks are unpacked into {len(unpack.results)} values"
    if chunk.parent is not unpack.parent:
        return "the list is taken apart in another block"
    aliases, op = facts.aliases, chunk.next_op
    while op is not None and op is not unpack:
        if may_raise(op, facts):
            return f"'{op.name}' between may raise"
        if aliases.effects(op).writes & (aliases.effects(chunk).reads | aliases.memory.world):
            return f"'{op.name}' between may change the sizes or has side effects"
        op = op.next_op
    return None


@dataclass(frozen=True)
class FoldChunksPass(TsPass):
    """Convert a chunk that is unpacked immediately to prim.ConstantChunk."""

    name = "fold-chunks"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            fold_chunks(function, analyses)
