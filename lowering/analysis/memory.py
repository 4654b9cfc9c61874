"""Abstract memory: the locations of a function as the bits of an int.

A *tensor* is an object with sizes and strides; it refers to the *storages* that may contain its
elements. Two tensors share elements if they refer to a common storage. Lists, dicts, tuples,
futures and objects of classes are *containers*; they refer to the tensors and containers they may
contain. For

    y = x.t(); l = [y]

there is one storage, two tensors that refer to it, and a list that refers to the second.

The *outside* exists before the function runs. It has a location for each kind of value, which
stands for everything reachable from callers, attributes and global state.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from typing import TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.mutability import IMMUTABLE, is_mutable_type
from xdsl_torchscript.dialects.types import (
    AwaitType,
    ClassType,
    DictType,
    FutureType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OptionalType,
    StorageType,
    TensorType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.lowering.analysis.closures import Closures

Locations: TypeAlias = int
"""A set of locations, one bit each."""


class Kind(IntEnum):
    """The kind of value at a location. Locations of different kinds are distinct."""

    STATE = 0
    """The random number generator, and the world outside of the program."""
    STORAGE = 1
    TENSOR = 2
    LIST = 3
    NUMBERS = 4
    """A list of numbers or strings."""
    DICT = 5
    TUPLE = 6
    OBJECT = 7
    FUTURE = 8


_KIND_OF: dict[type[Attribute], Kind] = {
    TensorType: Kind.TENSOR,
    StorageType: Kind.STORAGE,
    DictType: Kind.DICT,
    TupleType: Kind.TUPLE,
    NamedTupleType: Kind.TUPLE,
    ClassType: Kind.OBJECT,
    InterfaceType: Kind.OBJECT,
    FutureType: Kind.FUTURE,
    AwaitType: Kind.FUTURE,
}
_TENSOR = (Kind.TENSOR,)
_VALUES = tuple(kind for kind in Kind if kind is not Kind.STATE)
OBJECTS = tuple(kind for kind in _VALUES if kind is not Kind.STORAGE)
"""Kinds of values that a program can name."""
CONTAINERS = tuple(kind for kind in OBJECTS if kind is not Kind.TENSOR)
HOLDERS = tuple(kind for kind in CONTAINERS if kind is not Kind.NUMBERS)
"""Kinds of values that refer to other values."""


def kinds_of(type: Attribute) -> tuple[Kind, ...]:
    """Return the kinds that a value of the type may be; none for an immutable type."""
    if type.__class__ is TensorType:
        return _TENSOR
    return () if type.__class__ in IMMUTABLE else _kinds_of(type)


@cache
def _kinds_of(type: Attribute) -> tuple[Kind, ...]:
    if not is_mutable_type(type):
        return ()
    if (kind := _KIND_OF.get(type.__class__)) is not None:
        return (kind,)
    match type:
        case ListType():
            return (Kind.LIST if is_mutable_type(type.element) else Kind.NUMBERS,)
        case OptionalType():
            return kinds_of(type.element)
        case UnionType():
            return tuple(dict.fromkeys(k for part in type.elements for k in kinds_of(part)))
        case _:
            return _VALUES


def bits(locations: Locations) -> Iterator[int]:
    """Yield the numbers of the locations of a set."""
    while locations:
        lowest = locations & -locations
        yield lowest.bit_length() - 1
        locations ^= lowest


class FunctionMemory:
    """The locations of one function, and the locations that each may refer to. It only grows.

    `escaped` are the locations that the outside can reach. Unknown code may link any of them with
    any other. So everything reachable from an escaped container or tensor has escaped, too. A walk
    over operations is `stale` if something changed after it was read in the same walk.
    """

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.stale = False
        self._read: Locations = 0
        self._refers: list[Locations] = []
        self._of_kind: list[Locations] = [0] * len(Kind)
        self._holders: Locations = 0
        self._storages, self._elements, self._contents = (Closures(self._refers) for _ in range(3))
        self.generator = self.allocate(Kind.STATE)
        self.world = self.allocate(Kind.STATE)
        self.outside = {kind: self.allocate(kind) for kind in _VALUES}
        self.escaped: Locations = sum(self.outside.values())

    def allocate(self, kind: Kind) -> Locations:
        """Add a location distinct from all others."""
        location = 1 << len(self.kinds)
        self.kinds.append(kind)
        self._refers.append(0)
        self._of_kind[kind] |= location
        if kind in HOLDERS:
            self._holders |= location
        return location

    def only(self, locations: Locations, kinds: tuple[Kind, ...]) -> Locations:
        """Return the locations that are of one of the kinds."""
        found = 0
        for kind in kinds:
            if part := locations & self._of_kind[kind]:
                found |= part
        return found

    def holders(self, locations: Locations) -> Locations:
        """Return the locations that refer to other values."""
        return locations & self._holders

    def outside_locations(self, type: Attribute) -> Locations:
        """Return the outside locations that a value of the type may be."""
        return sum(self.outside[kind] for kind in kinds_of(type))

    # Changes

    def start_walk(self) -> None:
        """Begin a walk, which becomes stale if something changes that it has read."""
        self.stale = False
        self._read = 0

    def refer(self, sources: Locations, targets: Locations) -> None:
        """Let each of the sources refer to all targets."""
        if sources & self.escaped:
            self.escape(targets)
        for number in bits(sources & ~self.escaped):
            known = self._refers[number]
            if (grown := known | targets) != known:
                self._refers[number] = grown
                location = 1 << number
                self.stale |= bool(location & self._read)
                for closures in (self._storages, self._elements, self._contents):
                    closures.change(location)

    def escape(self, locations: Locations) -> bool:
        """Pass the locations to unknown code. Return whether any of them is new."""
        locations &= ~self.escaped
        if not locations:
            return False
        self.escaped |= self.reachable(locations)
        self.stale = True
        return True

    # Queries.

    def storages(self, tensors: Locations) -> Locations:
        """Return the storages that the tensors refer to."""
        self._read |= tensors
        if outside := tensors & self.escaped:
            outside_storages = self.escaped & self._of_kind[Kind.STORAGE]
            return outside_storages | self._storages.of(tensors ^ outside)
        return self._storages.of(tensors)

    def referents(self, locations: Locations) -> Locations:
        """Return everything that one of the locations refers to directly."""
        holders = self.holders(locations)
        self._read |= holders
        found = self.storages(self.only(locations, (Kind.TENSOR,)))
        found |= self._elements.of(holders & ~self.escaped)
        return found | self.only(self.escaped, OBJECTS) if holders & self.escaped else found

    def reachable(self, locations: Locations) -> Locations:
        """Return the locations and everything that can be reached from them."""
        holders = self.holders(locations)
        found = locations
        if holders:
            followed = self.holders(~self.escaped)
            found |= self._contents.of(holders & followed, followed)
            holders |= self.holders(found)
            self._read |= holders
        if holders & self.escaped:
            found |= self.only(self.escaped, OBJECTS)
        return found | self.storages(found & self._of_kind[Kind.TENSOR])
