"""The locations that each value may be and each operation allocates. They only grow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.types import DictType, ListType, OptionalType, TupleType
from xdsl_torchscript.lowering.analysis.memory import FunctionMemory, Kind, Locations, kinds_of


def element_type(type: Attribute) -> Attribute | None:
    """Return the type of a list's elements, or of a dict's values."""
    match type:
        case OptionalType():
            return element_type(type.element)
        case ListType():
            return type.element
        case DictType():
            return type.value
        case _:
            return None


class ValueLocations:
    """`memory`, the locations of each value, and the locations that each operation allocates."""

    def __init__(self) -> None:
        self.memory = FunctionMemory()
        self.locations: dict[SSAValue, Locations] = {}
        self.allocated: dict[Operation, Locations] = {}
        self._fresh: dict[Operation, dict[int, Locations]] = {}
        self.ordered = True
        """Whether all additions to a value precede its uses in a walk, except in loops."""

    def of(self, value: SSAValue) -> Locations:
        """Return the locations that a value may be; none for a value of an immutable type."""
        return self.locations.get(value, 0)

    def of_all(self, values: Iterable[SSAValue]) -> Locations:
        found = 0
        for value in values:
            found |= self.locations.get(value, 0)
        return found

    def storages(self, objects: Locations) -> Locations:
        """Return the storages that tensors among the objects refer to."""
        memory = self.memory
        return memory.storages(memory.only(objects, (Kind.TENSOR,)))

    # Growth.

    def add(self, value: SSAValue, locations: Locations) -> bool:
        """Let `value` be any of the locations that its type allows. Return whether any is new."""
        known = self.locations.get(value, 0)
        if not locations & ~known:
            return False
        grown = known | self.memory.only(locations, kinds_of(value.type))
        if grown == known:
            return False
        self.locations[value] = grown
        self.memory.stale |= not self.ordered
        return True

    def flow(self, sources: Sequence[SSAValue], targets: Sequence[SSAValue]) -> bool:
        """Let each target be any location of its source. Return whether any is new."""
        grown = False
        for source, target in zip(sources, targets, strict=False):
            grown |= self.add(target, self.of(source))
        return grown

    def hand_to_unknown_code(self, op: Operation) -> None:
        """Let all operands escape, and each result be anything that has escaped."""
        self.memory.escape(self.of_all(op.operands))
        for result in op.results:
            self.add(result, self.memory.escaped)

    # Allocation.

    def allocate(self, op: Operation, slot: int, kind: Kind) -> Locations:
        """Return the location number `slot` that `op` allocates."""
        fresh = self._fresh.setdefault(op, {})
        key = len(Kind) * slot + kind
        location = fresh.get(key)
        if location is None:
            location = fresh[key] = self.memory.allocate(kind)
            self.allocated[op] = self.allocated.get(op, 0) | location
        return location

    def tensor(self, op: Operation, slot: int, storages: Locations | None = None) -> Locations:
        """Return a fresh tensor over the storages, or over a fresh one."""
        tensor = self.allocate(op, slot, Kind.TENSOR)
        if storages is None:
            storages = self.allocate(op, slot + 1, Kind.STORAGE)
        self.memory.refer(tensor, storages)
        return tensor

    def container(self, op: Operation, slot: int, kind: Kind, elements: Locations) -> Locations:
        """Return a fresh container with the elements."""
        container = self.allocate(op, slot, kind)
        self.memory.refer(container, elements)
        return container

    def object(self, op: Operation, slot: int, type: Attribute) -> Locations:
        """Return a fresh value of the type, with fresh elements."""
        kinds = kinds_of(type)
        if kinds == (Kind.TENSOR,):
            return self.tensor(op, slot)
        if kinds == (Kind.TUPLE,) and isinstance(type, TupleType):
            parts = [self.object(op, slot + 1, part) for part in type.elements]
            found = 0
            for locations in parts:
                found |= locations
            return self.container(op, slot, Kind.TUPLE, found)
        element = element_type(type)
        if len(kinds) != 1 or element is None:
            return self.memory.outside_locations(type)
        return self.container(op, slot, kinds[0], self.object(op, slot + 1, element))
