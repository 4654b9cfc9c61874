"""Execution of programs one operation at a time, checked against the alias analysis.

The analysis gives each value its locations, which the memory of the execution must fit. Memory that
several values reach must be a location of each. Memory that an operation changes must be among its
writes. Memory that it does not read must not affect its results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_

from copies import Copier
from state import State
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.prim import CallFunctionOp, CallMethodOp, ConstantOp, PrintOp
from xdsl_torchscript.dialects.types import ClassType, FunctionType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Kind, Locations
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.runtime.storage import address_of, memory_of, owner_of
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


class BrokenPromise(AssertionError):
    """The execution contradicts the analysis."""


@dataclass
class Place:
    """An object or a memory, and the locations that each of the values that reach it allows."""

    object: object
    kinds: tuple[Kind, ...]
    state: object
    allowed: list[tuple[SSAValue, Locations]] = field(default_factory=list)

    @property
    def locations(self) -> Locations:
        """The locations that it may have."""
        return reduce(and_, (locations for _, locations in self.allowed))


class Survey:
    """The places that the values of a function reach at some time."""

    def __init__(self, aliases: AliasAnalysis, values: dict[SSAValue, Value]) -> None:
        self._aliases = aliases
        self.places: dict[int, Place] = {}
        for value, found in values.items():
            direct = aliases.points_to.of(value)
            self._visit(value, found, direct, aliases.memory_of(value), set())

    def _visit(
        self, value: SSAValue, found: Value, direct: Locations, deep: Locations, seen: set[int]
    ) -> None:
        if not isinstance(found, Tensor | list | dict | tuple | Object):
            return
        if isinstance(found, Tensor):
            self._place(value, found, (Kind.TENSOR,), _layout(found), direct)
            if found.array.size:
                owner = owner_of(found.array)
                storages = self._aliases.points_to.storages(direct)
                self._place(value, owner, (Kind.STORAGE,), memory_of(owner).tobytes(), storages)
            return
        if id(found) in seen:
            return
        seen.add(id(found))
        parts = _parts(found)
        if not isinstance(found, tuple):
            kinds = (Kind.OBJECT,) if isinstance(found, Object) else _KINDS[type(found)]
            self._place(value, found, kinds, _contents(parts), direct)
        for part in parts:
            self._visit(value, part, deep, deep, seen)

    def _place(
        self,
        value: SSAValue,
        object: object,
        kinds: tuple[Kind, ...],
        state: object,
        allowed: Locations,
    ) -> None:
        place = self.places.setdefault(id(object), Place(object, kinds, state))
        place.allowed.append((value, self._aliases.memory.only(allowed, kinds)))


_KINDS: dict[type, tuple[Kind, ...]] = {list: (Kind.LIST, Kind.NUMBERS), dict: (Kind.DICT,)}


def _parts(value: list[Value] | dict[Value, Value] | tuple[Value, ...] | Object) -> list[Value]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return list(value.slots.values()) if isinstance(value, Object) else list(value)


def _contents(parts: Sequence[Value]) -> object:
    objects = Tensor | list | dict | tuple | Object
    return [id(part) if isinstance(part, objects) else repr(part) for part in parts]


def _layout(tensor: Tensor) -> object:
    array = tensor.array
    where = (id(owner_of(array)), address_of(array)) if array.size else None
    return array.shape, tensor.strides, array.dtype, where, tensor.device, tensor.requires_grad


class WatchedState(State):
    """Executes operations and raises BrokenPromise where the analysis is wrong about one."""

    def __init__(self, functions: dict[str, FuncOp], main: FuncOp) -> None:
        super().__init__(functions)
        self._function = main
        self._aliases: dict[FuncOp, AliasAnalysis] = {}

    def start(self, function: FuncOp, arguments: Sequence[Value]) -> list[Value]:
        """Run a function. Constants keep writes of earlier executions."""
        outer, self._function = self._function, function
        mine = [v for v in self.values if self._is_of(v, function)]
        for value in mine:
            if not isinstance(value.owner, ConstantOp):
                del self.values[value]
        try:
            return self.run_block(function.body.block, arguments)
        finally:
            self._function = outer

    @staticmethod
    def _is_of(value: SSAValue, function: FuncOp) -> bool:
        return function.is_ancestor(value.owner)

    @property
    def aliases(self) -> AliasAnalysis:
        if self._function not in self._aliases:
            self._aliases[self._function] = AliasAnalysis(self._function)
        return self._aliases[self._function]

    def _survey(self) -> Survey:
        values = {v: x for v, x in self.values.items() if self._is_of(v, self._function)}
        return Survey(self.aliases, values)

    def execute(self, op: Operation) -> None:
        if isinstance(op, PrintOp):
            return
        before, kept = self._survey(), list(self.values.values())
        if not op.regions and not isinstance(op, CallFunctionOp | CallMethodOp | ConstantOp):
            self._check_reads(op, before)
        super().execute(op)
        after = self._survey()
        self._check_changes(op, before, after)
        self._check_aliases(op, after)
        del kept  # an id is that of an object while the object lives

    def _call(self, op: CallFunctionOp | CallMethodOp) -> None:
        if isinstance(op, CallFunctionOp):
            assert isinstance(op.callee.type, FunctionType)
            name, operands = op.callee.type.symbol.data, op.operands[1:]
        else:
            assert isinstance(op.object.type, ClassType)
            name, operands = f"{op.object.type.symbol.data}.{op.method.data}", op.operands
        self._define(op, self.start(self.functions[name], self.of(operands)))

    # Checks

    def _check_aliases(self, op: Operation, after: Survey) -> None:
        for place in after.places.values():
            if not place.locations:
                names = ", ".join(str(value) for value, _ in place.allowed)
                raise BrokenPromise(f"after {op}\none {place.kinds[0].name}: {names}")

    def _check_changes(self, op: Operation, before: Survey, after: Survey) -> None:
        writes = self.aliases.effects(op).writes
        for key, place in before.places.items():
            now = after.places.get(key)
            changed = now is not None and now.object is place.object and now.state != place.state
            if changed and not all(locations & writes for _, locations in place.allowed):
                raise BrokenPromise(f"{op}\nwrites {place.kinds[0].name} {place.allowed[0][0]}")

    def _check_reads(self, op: Operation, before: Survey) -> None:
        """Change memory that the operation does not read, and compare its results and writes."""
        reads = self.aliases.effects(op).reads
        unread = [p for p in before.places.values() if not p.locations & reads]
        reached = Survey(self.aliases, {v: self.values[v] for v in set(op.operands)}).places
        if not any(id(place.object) in reached for place in unread):
            return
        plain, spoiled = self._twin(), self._twin()
        for place in unread:
            if id(place.object) in reached:
                spoiled.spoil(place)
        first, second = plain.outcome(op), spoiled.outcome(op)
        if first != second:
            raise BrokenPromise(f"{op}\nreads more than stated: {first} became {second}")

    def _twin(self) -> _Twin:
        return _Twin(self.functions, self.values)


class _Twin(State):
    """A copy of a state, to try an operation on changed memory."""

    def __init__(self, functions: dict[str, FuncOp], values: dict[SSAValue, Value]) -> None:
        self._copier = Copier()
        super().__init__(functions, {key: self._copier(value) for key, value in values.items()})
        self._known: dict[int, int] = {}
        for value in self._objects():
            self._known.setdefault(id(value), len(self._known))

    def spoil(self, place: Place) -> None:
        match place.object:
            case Tensor() as tensor:
                copy = self._copier(tensor)
                copy.array = copy.array[None]
            case list() as values if values:
                copy = self._copier(values)
                copy.append(copy[0])
            case dict() | list() | Object():
                return
            case array:
                owner = owner_of(self._copier._array(array))
                memory = memory_of(owner)
                memory[:] = memory == 0

    def outcome(self, op: Operation) -> object:
        """Return the results of an operation, or its failure."""
        manual_seed(1)
        try:
            self.execute(op)
        except Exception as error:  # noqa: BLE001 - whatever the operator raises
            return type(error).__name__
        return [_describe(value, self._known) for value in self.of(op.results)]

    def _objects(self) -> Iterator[object]:
        pending = list(self.values.values())
        while pending:
            value = pending.pop()
            if isinstance(value, Tensor):
                yield owner_of(value.array)
                yield value
            elif isinstance(value, list | tuple | dict | Object):
                yield value
                pending += _parts(value)


def _describe(value: Value, known: dict[int, int]) -> object:
    """Return a description of a result; an existing object is its number."""
    if id(value) in known and isinstance(value, Tensor | list | dict | Object):
        return known[id(value)]
    if isinstance(value, Tensor):
        array = value.array
        owner = known.get(id(owner_of(array)))
        elements = array.tobytes() if owner is None else None
        return array.shape, array.dtype, array.strides, owner, elements
    if isinstance(value, list | tuple):
        return [_describe(part, known) for part in value]
    return None if isinstance(value, dict | Object) else repr(value)
