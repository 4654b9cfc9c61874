"""The locations that each value of a function may be.

An inclusion-based points-to analysis (Andersen, 1994) over the locations of `memory.py`. One walk
in program order; operations only ever add locations, and what may run several times, such as the
body of a loop, is walked until nothing is added. The walk keeps its own stack: programs are nested
deeper than Python's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects import func
from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.dialects import prim
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import DictType, ListType
from xdsl_torchscript.lowering.analysis.constants import NotConstantError
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory import Kind, Locations, kinds_of
from xdsl_torchscript.lowering.analysis.operator_results import bind_results
from xdsl_torchscript.lowering.analysis.program_order import ProgramOrder
from xdsl_torchscript.lowering.analysis.value_locations import ValueLocations

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
)
"""Operations that make no object and hand none on, save to the end of their region."""


class PointsTo(ValueLocations):
    """The locations of all values in the regions of `root`."""

    def __init__(self, root: Operation, order: ProgramOrder) -> None:
        super().__init__()
        self.returned: Locations = 0
        self._constants: Locations = 0
        self._resources: dict[str, Locations] = {}
        for op in order.operations:
            if isinstance(op, prim.ConstantOp):
                self._constant(op)
        self._repeats = any(isinstance(op, DEFERRED) for op in order.operations)
        for region in root.regions:
            _run(self._function(region))

    # Walking: a walk yields the walks nested in it.

    def _function(self, region: Region) -> Iterator[_Walk]:
        """Walk a body: again if forks run beside it, its blocks may be in a cycle, or an
        execution finds what another one left in a constant."""
        memory, version = self.memory, -1
        while version != self.version:
            version, known = self.version, memory.escaped & self._constants
            yield self._region(region)
            self._share_constants()
            escaped = memory.escaped & self._constants
            if escaped == known and not self._repeats and len(region.blocks) == 1:
                return

    def _share_constants(self) -> None:
        """A constant is one object in all executions: if it is linked to others or returned, let
        it escape."""
        memory = self.memory
        if memory.reachable(self._constants) & ~(self._constants | memory.escaped):
            memory.escape(self._constants)
        memory.escape(memory.reachable(self.returned) & self._constants)

    def _region(self, region: Region) -> Iterator[_Walk]:
        """Walk a region whose arguments come from outside."""
        for block in region.blocks:
            for argument in block.args:
                self.add(argument, self.memory.escaped)
            yield self._block(block)

    def _block(self, block: Block) -> Iterator[_Walk]:
        for op in block.ops:
            if op.regions:
                yield self._structured(op)
            else:
                self._operation(op)

    def _structured(self, op: Operation) -> Iterator[_Walk]:
        match op:
            case prim.IfOp():
                yield self._block(op.then_block)
                yield self._block(op.else_block)
                self.flow(op.then_yield.operands, op.results)
                self.flow(op.else_yield.operands, op.results)
            case prim.LoopOp():
                yield self._loop(op)
            case prim.SubgraphOp() | prim.GradOfOp():
                self.flow(op.inputs, op.body.args)
                yield self._block(op.body)
                if isinstance(op, DEFERRED):
                    self.memory.escape(self.of_all(op.body_return.operands))
                    self.hand_to_unknown_code(op)
                else:
                    self.flow(op.body_return.operands, op.results)
            case _:
                yield self._foreign(op)

    def _loop(self, op: prim.LoopOp) -> Iterator[_Walk]:
        """Walk the body until nothing is added."""
        self.flow(op.carried, op.carried_args)
        version = -1
        while version != self.version:
            version = self.version
            yield self._block(op.body)
            self.flow(op.body_condition.carried, op.carried_args)
        self.flow(op.carried, op.results)
        self.flow(op.body_condition.carried, op.results)

    def _foreign(self, op: Operation) -> Iterator[_Walk]:
        """Walk the regions of an unknown operation, which may run in any order and pass on what
        ends their blocks."""
        version = -1
        while version != self.version:
            version = self.version
            for region in op.regions:
                yield self._region(region)
            ends = (block.last_op for region in op.regions for block in region.blocks)
            passed = (operand for end in ends if end is not None for operand in end.operands)
            self.memory.escape(self.of_all(passed))
            self.hand_to_unknown_code(op)

    def _operation(self, op: Operation) -> None:
        memory = self.memory
        match op:
            case SchemaOp():
                bind_results(self, op)
            case prim.ConstantOp():
                pass
            case func.ReturnOp():
                self.returned |= self.of_all(op.operands)
            case prim.ConstantChunkOp():
                storages = self.storages(self.of(op.input))
                for slot, part in enumerate(op.results):
                    self.add(part, self.tensor(op, slot, storages))
            case _ if isinstance(op, _CONSTRUCTS):
                if kind := kinds_of(op.result.type):
                    elements = self.of_all(op.operands)
                    self.add(op.result, self.container(op, 0, kind[0], elements))
            case _ if isinstance(op, _TAKES_APART):
                self._take_apart(op)
            case prim.TupleSliceOp():
                elements = memory.referred(self.of(op.tuple_))
                self.add(op.result, self.container(op, 0, Kind.TUPLE, elements))
            case prim.GetAttrOp():
                self.add(op.result, memory.referred(self.of(op.object)))
            case prim.SetAttrOp():
                memory.refer(self.of(op.object), self.of(op.value))
            case prim.CreateObjectOp():
                self.add(op.result, self.allocate(op, 0, Kind.OBJECT))
            case prim.BailOutOp():
                self.add(op.result, self.of_all(op.operands))
            case prim.ToListOp():
                self.add(op.result, self.object(op, 0, op.result.type))
            case _ if isinstance(op, _HANDS_ON):
                self.flow(op.operands, op.results)
            case _ if not (isinstance(op, _WITHOUT_OBJECTS) or is_arithmetic(op)):
                self.hand_to_unknown_code(op)
            case _:
                pass

    def _constant(self, op: prim.ConstantOp) -> None:
        """A resource is one tensor in all functions; an object is one that the outside knows."""
        kinds = kinds_of(op.type)
        if op.value is None or not kinds:
            return
        if isinstance(op.value, DenseResourceAttr):
            name = op.value.resource_handle.data
            if name not in self._resources:
                self._resources[name] = self.tensor(op, 0)
                self.memory.escape(self._resources[name])
            self.add(op.result, self._resources[name])
        elif kinds == (Kind.TENSOR,) or op.type.__class__ in (ListType, DictType):
            self.add(op.result, self.object(op, 0, op.type))
            self._constants |= self.allocated.get(op, 0)
        else:
            self.add(op.result, self.memory.outside_of(op.type))

    def _take_apart(self, op: prim.ListUnpackOp | prim.TupleUnpackOp | prim.TupleIndexOp) -> None:
        """A tuple is immutable: its parts are those that its maker was given."""
        source = op.operands[0]
        maker = source.owner
        if isinstance(maker, prim.TupleConstructOp):
            self.flow(_parts(maker, op), op.results)
            return
        elements = self.memory.referred(self.of(source))
        for result in op.results:
            self.add(result, elements)


_Walk: TypeAlias = "Iterator[_Walk]"


def _run(walk: _Walk) -> None:
    """Run a walk and those nested in it, on a stack of their own."""
    stack = [walk]
    while stack:
        nested = next(stack[-1], None)
        if nested is None:
            stack.pop()
        else:
            stack.append(nested)


def is_arithmetic(op: Operation) -> bool:
    """Whether the operation of another dialect has no effects and no mutable values."""
    values = (*op.operands, *op.results)
    without_effects = not op.regions and is_side_effect_free(op)
    return without_effects and not any(is_mutable_type(value.type) for value in values)


def _parts(maker: prim.TupleConstructOp, op: Operation) -> Sequence[SSAValue]:
    """Return the elements that the operation takes out of the tuple."""
    if not isinstance(op, prim.TupleIndexOp):
        return maker.operands
    try:
        return [maker.operands[Facts().int_of(op.index)]]
    except (NotConstantError, IndexError):
        return []
