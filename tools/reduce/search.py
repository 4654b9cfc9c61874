"""`reduce_module`: delta debugging over the edits that mutators propose.

A mutator's edits are tried in chunks: all of them, then halves, down to single edits. A candidate
that is smaller, verifies and is interesting replaces the current module. The mutators run in
rounds, coarse ones first, until a round changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.traits import ConstantLike

from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.lowering.core.walk import defined_values
from xdsl_torchscript.tools.reduce import literals, ops, regions, signatures
from xdsl_torchscript.tools.reduce.edits import (
    Mutator,
    computing_ops,
    text_of,
    update_signatures,
)

MUTATORS: tuple[Mutator, ...] = (
    signatures.drop_symbols,
    regions.take_then,
    regions.take_else,
    regions.skip_loops,
    regions.run_loops_once,
    regions.inline_subgraphs,
    signatures.drop_returned,
    ops.drop_unused_ops,
    ops.replace_with_first_operand,
    ops.replace_with_last_operand,
    ops.replace_with_earliest_value,
    ops.replace_with_ones,
    ops.replace_with_zeros,
    ops.replace_with_arguments,
    regions.drop_if_results,
    regions.drop_carried,
    regions.drop_subgraph_results,
    regions.drop_subgraph_inputs,
    ops.drop_elements,
    ops.drop_attributes,
    signatures.drop_unused_arguments,
    signatures.merge_arguments,
    signatures.inline_ones,
    signatures.inline_zeros,
    ops.forward_operands,
    literals.erase_facts,
    literals.erase_layout,
    literals.erase_sizes,
    literals.shrink_sizes_to_one,
    literals.shrink_sizes_to_two,
    literals.shrink_constants,
)
"""The mutators in the order of a round: those that may remove most come first."""

MAX_RUNS = 2000
"""The default limit on runs of the predicate."""

Predicate: TypeAlias = Callable[[ModuleOp], bool]
"""A test whether a module is interesting, that is, still shows the failure; it may change the
module."""

ModuleSize: TypeAlias = tuple[int, int, int, int, int, str]
"""The measure of a module, compared lexicographically: operations; operands, results and arguments;
constants; distances of operands from their definitions; text."""


class NotInterestingError(ValueError):
    """The predicate does not hold for the original module."""


@dataclass(frozen=True)
class Progress:
    """An accepted candidate."""

    mutator: str
    runs: int
    ops: int


def _no_report(progress: Progress) -> None:
    pass


def reduce_module(
    module: ModuleOp,
    is_interesting: Predicate,
    *,
    max_runs: int = MAX_RUNS,
    report: Callable[[Progress], None] = _no_report,
) -> ModuleOp:
    """Return an interesting module that no single edit of any mutator makes smaller. `module` is
    unchanged; the result is deterministic.

    The predicate runs at most `max_runs` times, only on modules that verify, and once per text.
    Raises NotInterestingError if it does not hold for `module`.
    """
    current = module.clone()
    text = text_of(current)
    search = _Search(current, size_of(current, text), is_interesting, max_runs, report, {text})
    if not search.is_accepted(current):
        raise NotInterestingError("the predicate does not hold for the original module")
    search.run(MUTATORS)
    return search.current


def size_of(module: ModuleOp, text: str) -> ModuleSize:
    """Return the measure that accepted candidates decrease; `text` is the module's."""
    number = {value: index for index, value in enumerate(defined_values(module))}
    every = list(module.walk())
    constants = [op for op in every if op.has_trait(ConstantLike, value_if_unregistered=False)]
    operands = [operand for op in every for operand in op.operands]
    reach = sum(number.get(operand, 0) for operand in operands)
    ports = len(number) + len(operands) - len(constants)
    return len(every) - len(constants), ports, len(constants), reach, len(text), text


@dataclass(eq=False)
class _Search:
    """The state of a reduction: the smallest module so far, and the texts tried."""

    current: ModuleOp
    size: ModuleSize
    is_interesting: Predicate
    max_runs: int
    report: Callable[[Progress], None]
    seen: set[str] = field(default_factory=set[str])
    runs: int = 0

    @property
    def is_exhausted(self) -> bool:
        return self.runs >= self.max_runs

    def run(self, mutators: Sequence[Mutator]) -> None:
        """Run rounds of all mutators until one changes nothing."""
        before = None
        while self.size != before and not self.is_exhausted:
            before = self.size
            for mutator in mutators:
                self.sweep(mutator)

    def sweep(self, mutator: Mutator) -> None:
        """Try a mutator's edits in chunks of falling size."""
        chunk = count = len(mutator(self.current))
        while chunk:
            start = 0
            while start < count and not self.is_exhausted:
                if self.try_chunk(mutator, slice(start, start + chunk)):
                    # The edits after the chunk have moved to `start`.
                    count = len(mutator(self.current))
                else:
                    start += chunk
            chunk //= 2

    def try_chunk(self, mutator: Mutator, chunk: slice) -> bool:
        """Apply some edits of a mutator to a copy, and continue with it if it is interesting."""
        candidate = self.current.clone()
        for edit in mutator(candidate)[chunk]:
            edit()
        update_signatures(candidate)
        text = text_of(candidate)
        if text in self.seen:
            return False
        self.seen.add(text)
        size = size_of(candidate, text)
        if size >= self.size or verify_all(candidate) or not self.is_accepted(candidate):
            return False
        self.current, self.size = candidate, size
        ops = sum(1 for _ in computing_ops(candidate))
        self.report(Progress(mutator.__name__, self.runs, ops))
        return True

    def is_accepted(self, candidate: ModuleOp) -> bool:
        self.runs += 1
        return self.is_interesting(candidate.clone())
