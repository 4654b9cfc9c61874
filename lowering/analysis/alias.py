"""Alias analysis: which values share memory, which operations write it, and which may be reordered.

The one authority on mutation and aliasing of the ts level. It answers for one function:

    aliases = AliasAnalysis(function)
    aliases.may_alias(x, y)                       # may a write to one be seen through the other?
    aliases.is_mutated_between(x, first, later)   # may x have changed in the meantime?

`memory.py` defines locations, `points_to.py` the locations of each value, and `memory_effects.py`
the locations that an operation accesses. All answers are conservative: "no" is a fact, "yes" means
"may". They hold until the function changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.analysis.memory import CONTAINERS, Kind, Locations
from xdsl_torchscript.lowering.analysis.memory_effects import (
    NO_EFFECTS,
    Effects,
    MemoryEffects,
    compares_identity,
)
from xdsl_torchscript.lowering.analysis.points_to import PointsTo
from xdsl_torchscript.lowering.analysis.program_order import (
    ProgramOrder,
    RangeUnion,
    may_repeat,
)

_SHARED_FREELY = (Kind.TUPLE,)
"""Kinds of values without an identity: nothing can be written in them."""


class AliasAnalysis:
    """The aliases, reads and writes of one function, given as the operation that holds its body."""

    def __init__(self, root: Operation) -> None:
        self.order = ProgramOrder(root)
        self.points_to = PointsTo(root, self.order)
        self.memory = self.points_to.memory
        effects = MemoryEffects(self.points_to, self.order)
        self._own = [effects.of(op) for op in self.order.operations]
        self._nested = list(self._own)
        numbers = self.order.first
        for number in range(len(self._own) - 1, -1, -1):
            if self._nested[number] is NO_EFFECTS:
                continue
            parent = self.order.operations[number].parent_op()
            if parent is not None and parent in numbers:
                self._nested[numbers[parent]] |= self._nested[number]
        self._written = RangeUnion([effect.writes for effect in self._own])

    # Values

    def may_alias(self, a: SSAValue, b: SSAValue) -> bool:
        """Return whether the values may be the same object, or tensors that share elements."""
        first, second = self.points_to.of(a), self.points_to.of(b)
        if first & second & ~self.memory.only(first, _SHARED_FREELY):
            return True
        return bool(self.points_to.storages(first) & self.points_to.storages(second))

    def may_contain_alias(self, a: SSAValue, b: SSAValue) -> bool:
        """Return whether the values, or something that they contain, may share memory."""
        shared = self.memory_of(a) & self.memory_of(b)
        return bool(shared & ~self.memory.only(shared, _SHARED_FREELY))

    def memory_of(self, value: SSAValue) -> Locations:
        """Return every location that can be reached from the value."""
        return self.memory.reachable(self.points_to.of(value))

    @cached_property
    def returned(self) -> Locations:
        """Everything that the caller can reach when the function has returned."""
        return self.memory.reachable(self.points_to.returned) | self.memory.escaped

    def escapes(self, value: SSAValue) -> bool:
        """Return whether code outside the function can reach the value, now or afterwards."""
        found = self.memory_of(value) & self.returned
        return bool(found & ~self.memory.only(found, _SHARED_FREELY))

    # Operations

    def effects(self, op: Operation) -> Effects:
        """Return the locations that `op` and its nested operations read and write."""
        return self._nested[self.order.first[op]]

    def own_effects(self, op: Operation) -> Effects:
        """Return the locations that `op` reads and writes, nested operations left out."""
        return self._own[self.order.first[op]]

    def writes_to(self, op: Operation, value: SSAValue) -> bool:
        """Return whether `op` may write the value or something that it contains."""
        return bool(self.effects(op).writes & self.memory_of(value))

    def has_side_effects(self, op: Operation) -> bool:
        """Return whether `op` does more than compute results and write memory: prints, raises,
        draws random numbers, or runs unknown code."""
        return bool(self.effects(op).writes & (self.memory.world | self.memory.generator))

    def only_draws(self, op: Operation) -> bool:
        """Return whether the only effect of `op` is to draw random numbers."""
        return self.effects(op).writes == self.memory.generator

    def only_reads(self, op: Operation, container: SSAValue) -> bool:
        """Return whether `op` is an operator that writes nothing, and returns tensors, immutable
        values, or other lists than this container."""
        if not isinstance(op, SchemaOp) or op.schema.is_mutable:
            return False
        return all(
            isinstance(result.type, TensorType)
            or not is_mutable_type(result.type)
            or (isinstance(result.type, ListType) and not self.may_alias(result, container))
            for result in op.results
        )

    # Writes

    @cached_property
    def written(self) -> Locations:
        """Everything that the function writes."""
        return self._written.over(range(len(self._own)))

    def has_writers(self, value: SSAValue) -> bool:
        """Return whether the value, or something that it contains, is written anywhere."""
        return bool(self.written & self.memory_of(value))

    def has_changed_elements(self, value: SSAValue) -> bool:
        """Return whether a list, or a container in it, may be written anywhere: tensors in it are
        the same, whatever is written to them."""
        return bool(self.memory.only(self.written & self.memory_of(value), CONTAINERS))

    def has_changed_properties(self, value: SSAValue) -> bool:
        """Return whether the sizes or other properties of a tensor, not its elements, may be
        written anywhere."""
        return bool(self.written & self.points_to.of(value))

    def writes_between(self, earlier: Operation, later: Operation) -> Locations:
        """Return the locations that may be written after `earlier` and before `later`, which it
        dominates."""
        return self._written.over(self.order.between(earlier, later))

    def is_mutated_between(self, value: SSAValue, earlier: Operation, later: Operation) -> bool:
        """Return whether the value, or something that it contains, may be written after `earlier`
        and before `later`, which it dominates."""
        return bool(self.writes_between(earlier, later) & self.memory_of(value))

    def reads_same(self, earlier: Operation, later: Operation) -> bool:
        """Return whether `later` finds all memory that it reads as `earlier`, which dominates it,
        did."""
        return not self.writes_between(earlier, later) & self.effects(later).reads

    def may_share(self, earlier: Operation, later: Operation, merged: Locations = 0) -> bool:
        """Return whether the results of the dominating `earlier` may replace the results of
        `later`, which computes the same. Their allocations must never be written, and their
        identity must not be observed. `merged` lists the operations already replaced by
        `earlier`."""
        first, second = self.allocated_locations(earlier) | merged, self.allocated_locations(later)
        if (first | second) & (self.written | self.points_to.constants & self.returned):
            return False  # The caller may write a constant between two calls.
        repeats = any(map(may_repeat, self.order.around(later, earlier)))
        return not second & self._identifiable or not (first & self._identifiable or repeats)

    @cached_property
    def distinguished(self) -> Locations:
        """Everything that is written or whose identity is observed: it has to stay an object."""
        return self.written | self._identifiable

    @cached_property
    def _identifiable(self) -> Locations:
        """Everything whose identity the caller or an operation can compare."""
        compared = (op for op in self.order.operations if compares_identity(op))
        values = (operand for op in compared for operand in op.operands)
        return self.returned | self.memory.reachable(self.points_to.of_all(values))

    def allocated_locations(self, op: Operation) -> Locations:
        """Return the locations with an identity that `op` or its nested operations allocate."""
        allocated = self.points_to.allocated
        found = 0
        for inner in self.order.inside(op):
            found |= allocated.get(inner, 0)
        return found & ~self.memory.only(found, _SHARED_FREELY)

    # Moves

    def can_move_before(self, op: Operation, point: Operation) -> bool:
        """Return whether `op` may run just before `point`, an earlier operation of its block."""
        return self.moves_before(op, point) is not None

    def can_move_after(self, op: Operation, point: Operation) -> bool:
        """Return whether `op` may run just after `point`, a later operation of its block."""
        return self.moves_after(op, point) is not None

    def moves_before(self, op: Operation, point: Operation) -> Sequence[Operation] | None:
        """Return, in order, `op` and the operations it needs, which have to move before `point`.
        Return None if one of them depends on `point`, or `op` ends the block."""
        if op.has_trait(IsTerminator):
            return None
        moving, current = _MovedGroup(self, op), op.prev_op
        while current is not None:
            if moving.needs(current):
                if current is point:
                    return None
                moving.add(current)
            if current is point:
                return moving.operations[::-1]
            current = current.prev_op
        return None

    def moves_after(self, op: Operation, point: Operation) -> Sequence[Operation] | None:
        """Return, in order, `op` and the operations that depend on it, which have to move after
        `point`. Return None if `point` depends on one of them or ends the block."""
        moving, current = _MovedGroup(self, op), op.next_op
        while current is not None and not current.has_trait(IsTerminator):
            if moving.is_needed_by(current):
                if current is point:
                    return None
                moving.add(current)
            if current is point:
                return moving.operations
            current = current.next_op
        return None


class _MovedGroup:
    """Operations of one block that move together."""

    def __init__(self, aliases: AliasAnalysis, op: Operation) -> None:
        self._aliases = aliases
        self._effects = Effects()
        self._operands: set[SSAValue] = set()
        self._results: set[SSAValue] = set()
        self.operations: list[Operation] = []
        self.add(op)

    def add(self, op: Operation) -> None:
        self.operations.append(op)
        self._effects |= self._aliases.effects(op)
        self._operands.update(self._operands_of(op))
        self._results.update(op.results)

    def needs(self, earlier: Operation) -> bool:
        """Return whether an operation of the group uses a result of `earlier` or its effects."""
        used = not self._operands.isdisjoint(earlier.results)
        return used or self._effects.conflicts_with(self._aliases.effects(earlier))

    def is_needed_by(self, later: Operation) -> bool:
        """Return whether `later` uses a result of the group or its effects."""
        used = not self._results.isdisjoint(self._operands_of(later))
        return used or self._effects.conflicts_with(self._aliases.effects(later))

    def _operands_of(self, op: Operation) -> Iterator[SSAValue]:
        return (operand for inner in self._aliases.order.inside(op) for operand in inner.operands)
