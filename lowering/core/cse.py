"""Common subexpression elimination: equal operations are computed once.

    %0 = arith.mulf %x, %y : f32
    %1 = arith.mulf %x, %y : f32        ->      %0 = arith.mulf %x, %y : f32
    "use"(%0, %1)                               "use"(%0, %0)

An operation is merged into an equal one that dominates it; regions are compared by structure. As in
MLIR, dead operations are erased on the way. A dead constant remains if it replaces equal ones in
nested blocks. `MergeRules` decide whether equal operations also compute equal results.
`EffectRules` decide by memory effects: operations without effects merge. Operations that only read
merge inside one block, unless an operation between them may write. Linear in the program's size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from xdsl.ir import Block, Operation, Region
from xdsl.traits import (
    ConstantLike,
    IsolatedFromAbove,
    IsTerminator,
    MemoryEffect,
    MemoryEffectKind,
    OpTrait,
    RecursiveMemoryEffect,
    SymbolOpInterface,
)

from xdsl_torchscript.lowering.core.dominance import immediate_dominators
from xdsl_torchscript.lowering.core.op_hash import OperationNumbers
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_in


class MergeRules(Protocol):
    """The conditions under which operations are dead, and equal ones interchangeable."""

    def is_dead(self, op: Operation) -> bool:
        """Return whether the program without `op` behaves the same."""
        ...

    def is_candidate(self, op: Operation) -> bool:
        """Return whether `op` may be merged with equal operations at all."""
        ...

    def can_merge(self, earlier: Operation, later: Operation) -> bool:
        """Return whether the results of the dominating `earlier` may replace the results of
        `later`."""
        ...


def merge_equal_operations(root: Operation, rules: MergeRules) -> None:
    """Merge the operations inside `root` into equal operations that dominate them."""
    known = _Known()
    for region in root.regions:
        _merge_region(region, rules, known)
    for constant in known.unused:
        if rules.is_dead(constant) and root.is_ancestor(constant):
            _erase(constant)


@dataclass
class _Known:
    """The candidates that dominate the current operation, by their numbers. Additions are undone in
    reverse.

    `unused` are the constants that were dead when added.
    """

    numbers: OperationNumbers = field(default_factory=OperationNumbers)
    unused: dict[Operation, None] = field(default_factory=dict[Operation, None])
    ops: dict[int, Operation] = field(default_factory=dict[int, Operation])
    trail: list[tuple[int, Operation | None]] = field(
        default_factory=list[tuple[int, Operation | None]]
    )

    def add(self, number: int, op: Operation) -> None:
        self.trail.append((number, self.ops.get(number)))
        self.ops[number] = op

    def undo_to(self, length: int) -> None:
        while len(self.trail) > length:
            number, shadowed = self.trail.pop()
            if shadowed is None:
                del self.ops[number]
            else:
                self.ops[number] = shadowed


def _merge_region(region: Region, rules: MergeRules, known: _Known) -> None:
    outside = len(known.trail)
    ends: dict[Block, int] = {}
    for block, dominator in _dominator_preorder(region):
        known.undo_to(ends.get(dominator, outside))
        for op in operations_in(block):
            _merge_operation(op, rules, known)
        ends[block] = len(known.trail)
    known.undo_to(outside)


def _dominator_preorder(region: Region) -> Iterator[tuple[Block, Block]]:
    """Yield the reachable blocks with their immediate dominators, each subtree in one piece."""
    dominators = immediate_dominators(region)
    children: dict[Block, list[Block]] = {block: [] for block in dominators}
    for block, dominator in dominators.items():
        if block is not dominator:
            children[dominator].append(block)
    stack = [block for block, dominator in dominators.items() if block is dominator]
    while stack:
        block = stack.pop()
        yield block, dominators[block]
        stack.extend(reversed(children[block]))


def _merge_operation(op: Operation, rules: MergeRules, known: _Known) -> None:
    if _has_trait(type(op), IsTerminator):
        return
    dead = rules.is_dead(op)
    if dead and not _has_trait(type(op), ConstantLike):
        _erase(op)
        return
    isolated = bool(op.regions) and op.has_trait(IsolatedFromAbove, value_if_unregistered=True)
    visible = _Known(known.numbers, known.unused) if isolated else known
    for region in op.regions:
        _merge_region(region, rules, visible)
    if not rules.is_candidate(op):
        return
    number = known.numbers.of(op)
    earlier = known.ops.get(number)
    if earlier is None or not rules.can_merge(earlier, op) or _stays_dead(earlier, op, known):
        known.add(number, op)
        known.unused.update({op: None} if dead else {})
        return
    for old, new in zip(op.results, earlier.results, strict=True):
        old.replace_all_uses_with(new)
    _erase(op)


@cache
def _has_trait(op_class: type[Operation], trait: type[OpTrait]) -> bool:
    """Return whether operations of a class have a trait; xDSL searches the list of its traits."""
    return op_class.has_trait(trait)


def _stays_dead(earlier: Operation, op: Operation, known: _Known) -> bool:
    """Return whether a dead constant of this block would only replace a later constant of it."""
    in_block = earlier.parent is op.parent and earlier in known.unused
    return in_block and not any(result.uses for result in earlier.results)


def _erase(op: Operation) -> None:
    op.detach()
    op.erase()


_NONE = frozenset[MemoryEffectKind]()
_READS = frozenset({MemoryEffectKind.READ})
_READS_AND_ALLOCATIONS = frozenset({MemoryEffectKind.READ, MemoryEffectKind.ALLOC})


class EffectRules:
    """Merge rules derived from MLIR's memory effects."""

    def __init__(self, root: Operation) -> None:
        self._effects: dict[Operation, frozenset[MemoryEffectKind] | None] = {}
        self._writes_before: dict[Operation, int] = {}
        self._traits: dict[type[Operation], list[MemoryEffect]] = {}
        for op in reversed((root, *nested_operations(root))):  # nested ones come first
            self._effects[op] = self._kinds(op)
            for region in op.regions:
                self._count_writes(region.blocks)

    def is_dead(self, op: Operation) -> bool:
        unused = all(result.first_use is None for result in op.results)
        return unused and self.is_candidate(op) and not _has_trait(type(op), SymbolOpInterface)

    def is_candidate(self, op: Operation) -> bool:
        kinds = self._effects[op]
        return kinds is not None and kinds <= _READS

    def can_merge(self, earlier: Operation, later: Operation) -> bool:
        if not self._effects[later]:
            return True
        no_write_between = self._writes_before[earlier] == self._writes_before[later]
        return earlier.parent is later.parent and no_write_between

    def _kinds(self, op: Operation) -> frozenset[MemoryEffectKind] | None:
        """Return the effects of `op`, given the effects of its nested operations; None if
        unknown."""
        traits = self._traits.get(type(op))
        if traits is None:
            traits = self._traits[type(op)] = op.get_traits_of_type(MemoryEffect)
        found = _NONE if traits else None
        for trait in traits:
            if isinstance(trait, RecursiveMemoryEffect):
                parts = [
                    self._effects[inner]
                    for region in op.regions
                    for block in region.blocks
                    for inner in operations_in(block)
                ]
            else:
                effects = trait.get_effects(op)
                parts = [None if effects is None else frozenset(e.kind for e in effects)]
            for part in parts:
                found = None if found is None or part is None else found | part
        return found

    def _count_writes(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            writes = 0
            for op in block.ops:
                self._writes_before[op] = writes
                kinds = self._effects[op]
                writes += kinds is None or not kinds <= _READS_AND_ALLOCATIONS
