"""The locations that each value of a function may be.

An inclusion-based points-to analysis (Andersen, 1994) over the locations of `memory.py`. One walk
in program order; operations only ever add locations, and the bodies of loops are walked until
nothing is added. A function whose forks run beside it is walked like the body of a loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.dialects import prim
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.schema.model import Argument
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import DictType, ListType, OptionalType
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of
from xdsl_torchscript.lowering.analysis.constants import NotConstantError
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory import (
    CONTAINERS,
    HOLDERS,
    OBJECTS,
    Kind,
    Locations,
    Memory,
    kinds_of,
)

_HANDS_ON = (
    prim.UncheckedCastOp,
    prim.ProfileOp,
    prim.ProfileIvalueOp,
    prim.GuardOp,
    prim.TypeCheckOp,
    prim.RequiresGradCheckOp,
)
"""Operations whose results are their operands, in order."""

PURE = (
    prim.IsInstanceOp,
    prim.UninitializedOp,
    prim.CudaFusionGuardOp,
    prim.OneDnnFusionGuardOp,
    prim.TensorExprDynamicGuardOp,
)
"""Operations that look at types alone and make no object."""

DEFERRED = (prim.ForkOp, prim.AwaitableOp)
"""Operations whose body runs at an unknown time."""

ENDS = (prim.IfYieldOp, prim.LoopConditionOp, prim.ReturnOp)

_CONSTRUCTS = (prim.ListConstructOp, prim.DictConstructOp, prim.TupleConstructOp)
_TAKES_APART = (prim.ListUnpackOp, prim.TupleUnpackOp, prim.TupleIndexOp)
_WITHOUT_OBJECTS = (
    *PURE,
    *ENDS,
    prim.HasAttrOp,
    prim.PrintOp,
    prim.RaiseExceptionOp,
    func.ReturnOp,
)
"""Operations that make no object and hand none on, save to the end of their region."""


def _element_type(type: Attribute) -> Attribute | None:
    match type:
        case ListType(element=element) | OptionalType(element=element):
            return element
        case DictType(value=value):
            return value
        case _:
            return None


class PointsTo:
    """`memory`, the locations of each value, and those that each operation allocates."""

    def __init__(self, root: Operation) -> None:
        self.memory = Memory()
        self.locations: dict[SSAValue, Locations] = {}
        self.allocated: dict[Operation, Locations] = {}
        self._fresh: dict[tuple[Operation, int, Kind], Locations] = {}
        self._resources: dict[str, Locations] = {}
        self._changed = False
        deferred = any(isinstance(op, DEFERRED) for op in root.walk())
        for region in root.regions:
            self._region(region)
            while deferred and self._changed:
                self._changed = False
                self._region(region)

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
        tensors = memory.only(objects, (Kind.TENSOR,))
        return memory.only(memory.referred(tensors), (Kind.STORAGE,))

    # Growing

    def _add(self, value: SSAValue, locations: Locations) -> None:
        """Let `value` be one of the locations, as far as its type allows."""
        possible = self.memory.only(locations, kinds_of(value.type))
        known = self.locations.get(value, 0)
        if possible & ~known:
            self.locations[value] = known | possible
            self._changed = True

    def _flow(self, sources: Sequence[SSAValue], targets: Sequence[SSAValue]) -> None:
        for source, target in zip(sources, targets, strict=False):
            self._add(target, self.of(source))

    def _refer(self, sources: Locations, targets: Locations) -> None:
        self._changed |= self.memory.refer(sources, targets)

    def _allocate(self, op: Operation, slot: int, kind: Kind) -> Locations:
        """Return the location number `slot` that `op` allocates."""
        key = (op, slot, kind)
        if key not in self._fresh:
            location = self._fresh[key] = self.memory.allocate(kind)
            self.allocated[op] = self.allocated.get(op, 0) | location
            self._changed = True
        return self._fresh[key]

    def _tensor(self, op: Operation, slot: int, storages: Locations | None = None) -> Locations:
        """Return a fresh tensor over the storages, or over a fresh one."""
        tensor = self._allocate(op, slot, Kind.TENSOR)
        if storages is None:
            storages = self._allocate(op, slot + 1, Kind.STORAGE)
        self._refer(tensor, storages)
        return tensor

    def _container(self, op: Operation, slot: int, kind: Kind, elements: Locations) -> Locations:
        container = self._allocate(op, slot, kind)
        self._refer(container, elements)
        return container

    def _object(self, op: Operation, slot: int, type: Attribute) -> Locations:
        """Return a fresh value of the type, with fresh elements."""
        kinds = kinds_of(type)
        if kinds == (Kind.TENSOR,):
            return self._tensor(op, slot)
        if len(kinds) != 1:
            return self.memory.outside_of(type)
        element = _element_type(type)
        elements = 0 if element is None else self._elements(op, slot + 1, element)
        return self._container(op, slot, kinds[0], elements)

    def _elements(self, op: Operation, slot: int, type: Attribute) -> Locations:
        return self._object(op, slot, type) if kinds_of(type) else 0

    # Walking

    def _region(self, region: Region) -> None:
        """Walk a region whose arguments come from outside."""
        for block in region.blocks:
            for argument in block.args:
                self._add(argument, self.memory.escaped)
            self._block(block)

    def _block(self, block: Block) -> None:
        for op in block.ops:
            self._operation(op)

    def _iterate(self, op: prim.LoopOp) -> None:
        """Walk the body of a loop until nothing is added."""
        before, self._changed = self._changed, True
        while self._changed:
            self._changed = False
            self._block(op.body)
            self._flow(op.body_condition.carried, op.carried_args)
            before |= self._changed
        self._changed = before

    def _operation(self, op: Operation) -> None:
        memory = self.memory
        match op:
            case SchemaOp():
                self._schema_op(op)
            case prim.ConstantOp():
                self._constant(op)
            case prim.IfOp():
                self._block(op.then_block)
                self._block(op.else_block)
                self._flow(op.then_yield.operands, op.results)
                self._flow(op.else_yield.operands, op.results)
            case prim.LoopOp():
                self._flow(op.carried, op.carried_args)
                self._iterate(op)
                self._flow(op.carried, op.results)
                self._flow(op.body_condition.carried, op.results)
            case prim.SubgraphOp() | prim.GradOfOp():
                self._flow(op.inputs, op.body.args)
                self._block(op.body)
                if isinstance(op, DEFERRED):
                    self._unknown(op)
                else:
                    self._flow(op.body_return.operands, op.results)
            case prim.ConstantChunkOp():
                storages = self.storages(self.of(op.input))
                for slot, part in enumerate(op.results):
                    self._add(part, self._tensor(op, slot, storages))
            case _ if isinstance(op, _CONSTRUCTS):
                kind = kinds_of(op.result.type)
                if kind:
                    elements = self.of_all(op.operands)
                    self._add(op.result, self._container(op, 0, kind[0], elements))
            case _ if isinstance(op, _TAKES_APART):
                self._take_apart(op)
            case prim.TupleSliceOp():
                elements = memory.referred(self.of(op.tuple_))
                self._add(op.result, self._container(op, 0, Kind.TUPLE, elements))
            case prim.GetAttrOp():
                self._add(op.result, memory.referred(self.of(op.object)))
            case prim.SetAttrOp():
                self._refer(self.of(op.object), self.of(op.value))
            case prim.CreateObjectOp():
                self._add(op.result, self._allocate(op, 0, Kind.OBJECT))
            case prim.BailOutOp():
                self._add(op.result, self.of_all(op.operands))
            case prim.ToListOp():
                self._add(op.result, self._object(op, 0, op.result.type))
            case _ if isinstance(op, _HANDS_ON):
                self._flow(op.operands, op.results)
            case _ if isinstance(op, _WITHOUT_OBJECTS) or is_arithmetic(op):
                pass
            case _:
                self._unknown(op)
                for region in op.regions:
                    self._region(region)

    def _constant(self, op: prim.ConstantOp) -> None:
        """Constants of one resource are one tensor; an object is one that the outside knows."""
        kinds = kinds_of(op.type)
        if kinds == (Kind.TENSOR,):
            if not isinstance(op.value, DenseResourceAttr):
                self._add(op.result, self._tensor(op, 0))
                return
            name = op.value.resource_handle.data
            if name not in self._resources:
                self._resources[name] = self._tensor(op, 0)
            self._add(op.result, self._resources[name])
        elif op.value is not None and kinds:
            known = op.type.__class__ in (ListType, DictType)
            outside = self.memory.outside_of(op.type)
            self._add(op.result, self._object(op, 0, op.type) if known else outside)

    def _take_apart(self, op: prim.ListUnpackOp | prim.TupleUnpackOp | prim.TupleIndexOp) -> None:
        """A tuple is immutable: its parts are those that its maker was given."""
        source = op.operands[0]
        maker = source.owner
        if isinstance(maker, prim.TupleConstructOp):
            self._flow(_parts(maker, op), op.results)
            return
        elements = self.memory.referred(self.of(source))
        for result in op.results:
            self._add(result, elements)

    def _unknown(self, op: Operation) -> None:
        """Hand everything that `op` and the operations in it see to unknown code."""
        nested = [operand for inner in op.walk() for operand in inner.operands]
        self._changed |= self.memory.escape(self.of_all(nested))
        for result in op.results:
            self._add(result, self.memory.escaped)

    # Operators with a schema

    def _schema_op(self, op: SchemaOp) -> None:
        facts, memory = aliasing_of(op.name), self.memory
        if facts.opaque:
            self._unknown(op)
            return
        sets: dict[str, Locations] = {}
        written = given = 0
        for operand, argument in zip(op.operands, facts.arguments, strict=False):
            if not (objects := self.of(operand)):
                continue
            for name in argument.sets:
                sets[name] = sets.get(name, 0) | objects
            for name in argument.element_sets:
                sets[name] = sets.get(name, 0) | memory.referred(objects)
            written |= objects if argument.written else 0
            given |= objects if argument.given else 0
        if facts.generic:
            sources = self.of_all(op.operands)
            elements = given | memory.referred(memory.only(sources, HOLDERS))
            self._refer(memory.only(written, HOLDERS), memory.only(elements, OBJECTS))
        elif facts.replaces_storage and len(op.operands) > 1:
            source = self.of(op.operands[1])
            storages = self.storages(source) | memory.only(source, (Kind.STORAGE,))
            self._refer(self.of(op.operands[0]), storages)
        returns = op.schema.returns
        for slot, result in enumerate(op.results):
            if kinds_of(result.type):
                returned = returns[min(slot, len(returns) - 1)]
                self._add(result, self._returned(op, 8 * slot, result.type, returned, sets))

    def _returned(
        self,
        op: SchemaOp,
        slot: int,
        type: Attribute,
        returned: Argument,
        sets: dict[str, Locations],
    ) -> Locations:
        """Return the locations of one result; `slot` numbers those that it allocates."""
        facts, memory = aliasing_of(op.name), self.memory
        alias = returned.alias or returned.element_alias
        names = (*alias.before, *alias.after) if alias else ()
        if names and "*" not in names:
            aliased = 0
            for name in names:
                aliased |= sets.get(name, 0)
            if returned.element_alias:
                return self._container(op, slot, Kind.LIST, self._view(op, slot, aliased))
            return aliased if returned.is_written else self._view(op, slot, aliased)
        if facts.generic:
            element = "*" in names and not isinstance(returned.type, ListType | DictType)
            return self._taken_out(op, slot, type, element)
        operands = self.of_all(op.operands)
        if "*" in names:
            return memory.reachable(operands) | memory.escaped
        fresh = self._object(op, slot, type)
        if facts.may_return_operand:
            aliased = self._view(op, slot, memory.reachable(operands))
            self._refer(memory.only(fresh, HOLDERS), aliased)
            fresh |= aliased
        return fresh

    def _view(self, op: SchemaOp, slot: int, operands: Locations) -> Locations:
        """Return a view of the operands; unless the operator always makes one, also the operands
        and a copy. Containers are handed back."""
        if not self.memory.only(operands, (Kind.TENSOR,)):
            return operands
        view = self._tensor(op, slot + 2, self.storages(operands))
        if aliasing_of(op.name).fresh_view:
            return view
        self._refer(view, self._allocate(op, slot + 3, Kind.STORAGE))
        return view | self.memory.only(operands, OBJECTS)

    def _taken_out(self, op: SchemaOp, slot: int, type: Attribute, element: bool) -> Locations:
        """Return an element of a container, or a new container that shares the elements.

        `add_` and `mul_` hand back the container that they write, unannotated.
        """
        memory = self.memory
        found = written = 0
        for operand, argument in zip(op.operands, aliasing_of(op.name).arguments, strict=False):
            objects = self.of(operand)
            found |= 0 if argument.container else objects
            written |= objects if argument.written else 0
            found |= memory.referred(memory.only(objects, HOLDERS))
        found |= memory.referred(memory.only(found, (Kind.TUPLE,)))
        found = memory.only(found, OBJECTS)
        kinds = kinds_of(type)
        if element or kinds[0] not in CONTAINERS:
            return found
        inner = _element_type(type)
        if inner is not None and kinds_of(inner) == (Kind.TUPLE,):
            found = self._container(op, slot + 1, Kind.TUPLE, found)
        return self._container(op, slot, kinds[0], found) | written


def is_arithmetic(op: Operation) -> bool:
    """Whether the operation of another dialect has no effects and no mutable values."""
    values = (*op.operands, *op.results)
    return is_side_effect_free(op) and not any(is_mutable_type(value.type) for value in values)


def _parts(maker: prim.TupleConstructOp, op: Operation) -> Sequence[SSAValue]:
    """Return the elements that the operation takes out of the tuple."""
    if not isinstance(op, prim.TupleIndexOp):
        return maker.operands
    try:
        return [maker.operands[Facts().int_of(op.index)]]
    except (NotConstantError, IndexError):
        return []
