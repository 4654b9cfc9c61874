"""The locations that operations read and write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from xdsl.dialects import func
from xdsl.ir import Operation

from xdsl_torchscript.dialects import prim
from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.strict_fusion import marks_strict_fusion
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias_facts import (
    WAIT,
    ArgumentAliasing,
    aliasing_of,
    aliasing_of_call,
)
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory import CONTAINERS, Kind, Locations
from xdsl_torchscript.lowering.analysis.points_to import (
    ENDS,
    PURE,
    PointsTo,
    is_arithmetic,
)
from xdsl_torchscript.lowering.analysis.program_order import ProgramOrder
from xdsl_torchscript.lowering.core.walk import is_class_of

_READS_OPERANDS = (
    prim.ListUnpackOp,
    prim.GetAttrOp,
    prim.HasAttrOp,
    prim.ConstantChunkOp,
    prim.TypeCheckOp,
    prim.RequiresGradCheckOp,
)
"""Operations that read only their operands, not the elements of these."""

_WITHOUT_EFFECTS = (
    prim.ConstantOp,
    prim.ListConstructOp,
    *PURE,
    *ENDS,
    prim.IfOp,
    prim.LoopOp,
    prim.GradOfOp,
    prim.DictConstructOp,
    prim.TupleConstructOp,
    prim.TupleUnpackOp,
    prim.TupleIndexOp,
    prim.TupleSliceOp,
    prim.CreateObjectOp,
    prim.UncheckedCastOp,
)
"""Operations without effects of their own."""

_COMPARISONS = ("aten.__is__", "aten.__isnot__")
"""Operators that compare two objects; None is one object."""


@dataclass(frozen=True)
class Effects:
    """The locations that an operation reads and writes, nested operations included."""

    reads: Locations = 0
    writes: Locations = 0

    def __or__(self, other: Effects) -> Effects:
        return Effects(self.reads | other.reads, self.writes | other.writes)

    def conflicts_with(self, other: Effects) -> bool:
        """Return whether the order of the two operations can be observed."""
        touched = other.reads | other.writes
        return bool(self.writes & touched) or bool(self.reads & other.writes)


NO_EFFECTS = Effects()


def compares_identity(op: Operation) -> bool:
    """Return whether results may depend on the identity of equal operands."""
    if isinstance(op, prim.DictConstructOp):
        return op.result.type.key.__class__ is TensorType
    if not isinstance(op, SchemaOp) or not aliasing_of(op.name).compares_identity:
        return False
    return op.name not in _COMPARISONS or not any(map(Facts().is_none, op.operands))


class MemoryEffects:
    """The effects of operations, given the locations of their operands."""

    def __init__(self, points_to: PointsTo, order: ProgramOrder) -> None:
        self._points_to, self._order = points_to, order
        self._memory = points_to.memory

    def of(self, op: Operation) -> Effects:
        """Return the effects of `op` itself, without its nested operations."""
        if is_class_of(_WITHOUT_EFFECTS, type(op)):
            return NO_EFFECTS
        if isinstance(op, SchemaOp):
            return self._schema_effects(op)
        memory = self._memory
        read = self._points_to.of_all(op.operands)
        match op:
            case prim.PrintOp():
                return Effects(memory.reachable(read), memory.world)
            case func.ReturnOp():
                return Effects(memory.reachable(read) | memory.escaped)
            case prim.RaiseExceptionOp() | prim.GuardOp() | prim.BailOutOp():
                return Effects(memory.reachable(read) | memory.escaped, memory.world)
            case _ if marks_strict_fusion(op):
                return Effects(0, memory.world)
            case prim.ProfileOp() | prim.ProfileIvalueOp():
                return Effects(read, memory.world)
            case prim.ToListOp() | prim.ListTensorOp():
                return Effects(memory.reachable(read))
            case prim.SetAttrOp():
                return Effects(0, self._points_to.of(op.object))
            case _ if isinstance(op, _READS_OPERANDS):
                return Effects(read)
            case prim.ForkOp():
                return Effects(memory.reachable(read), memory.world)
            case prim.SubgraphOp() if not isinstance(op, prim.AwaitableOp):
                return NO_EFFECTS
            case _ if is_arithmetic(op):
                return NO_EFFECTS
            case _:
                return self._unknown_effects(op)

    def _unknown_effects(self, op: Operation) -> Effects:
        memory = self._memory
        everything = memory.reachable(self._points_to.of_all(op.operands)) | memory.escaped
        everything |= memory.world | memory.generator
        return Effects(everything, everything & ~memory.only(everything, (Kind.TUPLE,)))

    def _waits_for_own_forks(self, op: Operation) -> bool:
        """Return whether an operation waits for forks of this function, and no others."""
        futures = self._points_to.of_all(op.operands)
        return op.name == WAIT and bool(futures) and not futures & self._memory.escaped

    @cached_property
    def _of_forks(self) -> Effects:
        """The effects of the bodies of all forks, which end when they are awaited."""
        forks = (op for op in self._order.operations if isinstance(op, prim.ForkOp))
        inside = dict.fromkeys(op for fork in forks for op in self._order.inside(fork))
        own = (self.of(op) for op in inside if not self._waits_for_own_forks(op))
        return reduce(Effects.__or__, own, NO_EFFECTS)

    def _schema_effects(self, op: SchemaOp) -> Effects:
        facts, memory, points_to = aliasing_of_call(op), self._memory, self._points_to
        if self._waits_for_own_forks(op):
            held = memory.reachable(points_to.of_all(op.operands)) | memory.world
            return self._of_forks | Effects(held, memory.world)
        if facts.opaque or op.name == WAIT:
            known = facts.known_namespace and not points_to.of_all(op.operands)
            state = memory.world | memory.generator
            return Effects(state, state) if known else self._unknown_effects(op)
        # Without operands, an operator can only query a state, such as a mode.
        reads, writes = 0 if op.operands else memory.world, 0
        shallow = facts.generic or facts.metadata_only
        for operand, argument in zip(op.operands, facts.arguments, strict=False):
            objects = points_to.of(operand)
            if not objects:
                continue
            reads |= objects if shallow else memory.reachable(objects)
            if argument.written or argument.elements_written:
                writes |= self._written_locations(argument, objects)
        for operand in op.operands[len(facts.arguments) :]:
            reads |= memory.reachable(points_to.of(operand))
        if (facts.random or facts.statistics) and may_train(op):
            writes |= points_to.storages(points_to.of_all(op.operands[i] for i in facts.statistics))
            if facts.random:
                reads |= memory.generator
                writes |= memory.generator
        return Effects(reads, writes)

    def _written_locations(self, argument: ArgumentAliasing, objects: Locations) -> Locations:
        """Return the locations behind an operand that the call writes."""
        memory = self._memory
        if argument.elements_written:
            objects = memory.referents(objects)
        tensors = memory.only(objects, (Kind.TENSOR,))
        written = memory.only(objects, CONTAINERS)
        written |= self._points_to.storages(tensors) if argument.data_written else 0
        return written | (tensors if argument.metadata_written else 0)


def may_train(op: SchemaOp) -> bool:
    """Return whether all training flags of a call may be other than false and 0."""
    constants = (op.operands[position] for position in aliasing_of_call(op).training)
    stated = [c for c in constants if isinstance(c.owner, prim.ConstantOp)]
    return not any(Facts().known_constant(c) == 0 for c in stated)
