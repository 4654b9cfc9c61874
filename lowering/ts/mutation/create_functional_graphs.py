"""`create-functional-graphs`: neighbouring operations without mutation become one operation.

    %a = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %b = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    %w = aten.add_.Tensor(%z, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

becomes, with `min-size=2`,

    %b = prim.FunctionalGraph(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor {
    ^bb0(%c: !ts.tensor, %d: !ts.tensor):
      %e = aten.mul.Tensor(%c, %d) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      %f = aten.relu(%e) : (!ts.tensor) -> !ts.tensor
      prim.return %f : !ts.tensor
    }
    %w = aten.add_.Tensor(%z, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

An operation is a member if it and its nested operations write no value. Its results must never be
written or reach the caller: inside the graph, an equal tensor may replace any tensor. As for
PyTorch, members may print and draw random numbers; they keep their order. Immutable constants that
members use are repeated inside, and count for `min-size`. Members are neighbours in a block, apart
from constants and operations that cannot raise and that no member depends on. These, such as the
construction of a tuple, move after the graph. PyTorch also reorders operations that may raise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    FunctionalGraphOp,
    RaiseExceptionOp,
    ReturnOp,
    SubgraphOp,
)
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.raising import may_raise
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import captured_values, nested_operations
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


def _inner(op: Operation) -> Sequence[Operation]:
    """Return the operations nested in `op`, without the ends of blocks."""
    return [each for each in nested_operations(op) if not each.has_trait(IsTerminator)]


def _obstacle(op: Operation, aliases: AliasAnalysis) -> str | None:
    """Return why an operation is not functional, None if it is."""
    if isinstance(op, SubgraphOp):
        return "is a graph already"
    inner = [op, *_inner(op)]
    acting = [each for each in inner if not isinstance(each, RaiseExceptionOp)]
    unnamed = aliases.memory.world | aliases.memory.generator
    if any(aliases.own_effects(each).writes & ~unnamed for each in acting):
        return "writes a value"
    results = [result for each in inner for result in each.results]
    if any(map(aliases.has_writers, results)):
        return "has a result that is written"
    if any(map(aliases.escapes, results)):
        return "has a result that the caller may know"
    return None


@dataclass
class _Candidate:
    """Functional operations of a block, and the operations between them that can run after them."""

    members: list[Operation] = field(default_factory=list[Operation])
    behind: list[Operation] = field(default_factory=list[Operation])


class _CandidateFinder:
    """Finds the candidates for graphs in one function."""

    def __init__(self, aliases: AliasAnalysis) -> None:
        self._aliases, self._facts = aliases, MemoryFacts(aliases)

    def of(self, block: Block) -> Iterator[_Candidate]:
        """Yield the candidates of a block, and of the blocks in operations that stay outside."""
        candidate = _Candidate()
        for op in tuple(block.ops):
            if isinstance(op, ConstantOp):
                continue
            ends = op.has_trait(IsTerminator)
            reason = "ends the block" if ends else _obstacle(op, self._aliases)
            if reason is None:
                if any(self._needs(op, other) for other in candidate.behind):
                    yield candidate
                    candidate = _Candidate()
                candidate.members.append(op)
            # An operation may run after members that come behind it.
            elif not (
                ends or op.regions or isinstance(op, SubgraphOp) or may_raise(op, self._facts)
            ):
                candidate.behind.append(op)
            else:
                refuse(op, reason)
                yield candidate
                candidate = _Candidate()
                yield from self._nested_candidates(op)
        yield candidate

    def _needs(self, op: Operation, other: Operation) -> bool:
        """Return whether a member has to run after an operation that waits."""
        first, second = self._aliases.effects(other), self._aliases.effects(op)
        if first.conflicts_with(second):
            return True
        if first.writes and any(may_raise(each, self._facts) for each in (op, *_inner(op))):
            return True  # the write happens, whether the member raises or not
        return any(value.owner is other for value in captured_values([op]))

    def _nested_candidates(self, op: Operation) -> Iterator[_Candidate]:
        if not isinstance(op, SubgraphOp):
            for region in op.regions:
                for nested in region.blocks:
                    yield from self.of(nested)


def _escaping_values(members: Sequence[Operation]) -> Sequence[SSAValue]:
    """Return the results of members that operations outside use."""
    inside = {each for op in members for each in (op, *nested_operations(op))}
    results = (result for op in members for result in op.results)
    return [r for r in results if any(use.operation not in inside for use in r.uses)]


def _is_repeated(owner: Operation | Block) -> TypeGuard[ConstantOp]:
    """Return whether a graph holds a copy of an operation: a constant that nothing can write."""
    return isinstance(owner, ConstantOp) and not is_mutable_type(owner.type)


def create_functional_graph(members: Sequence[Operation]) -> FunctionalGraphOp:
    """Move operations of one block into a `prim.FunctionalGraph` in the place of the last one."""
    captured, results = captured_values(members), _escaping_values(members)
    constants = [owner for owner in (value.owner for value in captured) if _is_repeated(owner)]
    inputs = [value for value in captured if not _is_repeated(value.owner)]
    body = Block(arg_types=[value.type for value in inputs])
    graph = FunctionalGraphOp(inputs, [value.type for value in results], Region(body))
    Rewriter.insert_op(graph, InsertPoint.after(members[-1]))
    copies = [constant.clone() for constant in constants]
    for op in members:
        op.detach()
    body.add_ops([*copies, *members])
    inside = set(nested_operations(graph))
    sources = [*(constant.result for constant in constants), *inputs]
    targets: list[SSAValue] = [*(copy.result for copy in copies), *body.args]
    for old, new in zip(sources, targets, strict=True):
        old.replace_uses_with_if(new, lambda use: use.operation in inside)
    for old, new in zip(results, graph.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_uses_with_if(new, lambda use: use.operation not in inside)
    body.add_op(ReturnOp(*results))
    propagate_location(members[0], [graph])
    return graph


def create_functional_graphs(function: FuncOp, aliases: AliasAnalysis, min_size: int) -> None:
    """Group the functional operations of a function."""
    finder = _CandidateFinder(aliases)
    for candidate in [found for block in function.body.blocks for found in finder.of(block)]:
        members = candidate.members
        constants = [value for value in captured_values(members) if _is_repeated(value.owner)]
        size = len(constants) + sum(1 + len(_inner(op)) for op in members)
        if not members or size < min_size:
            continue
        late = [op for op in candidate.behind if op.is_before_in_block(members[-1])]
        point: Operation = create_functional_graph(members)
        for op in late:
            op.detach()
            Rewriter.insert_op(op, InsertPoint.after(point))
            point = op


@dataclass(frozen=True)
class CreateFunctionalGraphsPass(TsPass):
    """Group operations of a block that mutate nothing."""

    name = "create-functional-graphs"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    min_size: int = field(
        default=6, metadata={"help": "the least number of operations of a graph", "least": 1}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            aliases = analyses.get(AliasAnalysis, function)
            create_functional_graphs(function, aliases, self.min_size)
