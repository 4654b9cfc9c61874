"""The locations that each value of a function may be.

An inclusion-based points-to analysis (Andersen, 1994) over the locations of `memory.py`. One walk
in program order; operations only ever add locations. An outermost loop and its nested operations
are walked again while a walk adds locations that earlier operations read. As in iterative dataflow
analysis in depth-first order (Kam and Ullman, 1976), few walks suffice, however deep the nest.
Flows out of a region happen at its terminator.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.ir import Operation, SSAValue
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.dialects import prim
from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.strict_fusion import marks_strict_fusion
from xdsl_torchscript.dialects.types import DictType, ListType, OptionalType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory import Kind, Locations, kinds_of
from xdsl_torchscript.lowering.analysis.operator_results import bind_results
from xdsl_torchscript.lowering.analysis.program_order import ProgramOrder, may_repeat
from xdsl_torchscript.lowering.analysis.value_locations import ValueLocations
from xdsl_torchscript.lowering.core.walk import is_class_of

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
    prim.SizeValueOp,
    prim.UninitializedOp,
    prim.CudaFusionGuardOp,
    prim.OneDnnFusionGuardOp,
    prim.TensorExprDynamicGuardOp,
)
"""Operations that read only types and create no object."""

DEFERRED = (prim.ForkOp, prim.AwaitableOp)
"""Operations whose body runs at an unknown time."""

_STRUCTURED = (prim.IfOp, prim.LoopOp, prim.SubgraphOp, prim.GradOfOp)
"""Operations with regions that add to a value before any operation reads it, loops aside."""

ENDS = (prim.IfYieldOp, prim.LoopConditionOp, prim.ReturnOp)

_WITHOUT_OBJECTS = (
    *PURE,
    prim.HasAttrOp,
    prim.PrintOp,
    prim.RaiseExceptionOp,
)
"""Operations that neither create nor forward an object."""


class PointsTo(ValueLocations):
    """The locations of all values in the regions of `root`. Those of `constants` are one object
    in all calls."""

    def __init__(self, root: Operation, order: ProgramOrder) -> None:
        super().__init__()
        self.returned: Locations = 0
        self.constants: Locations = 0
        self._root, self._order = root, order
        self._has_branches = any(len(region.blocks) > 1 for region in root.regions)
        self._resources: dict[str, Locations] = {}
        for op in order.operations:
            if type(op) is prim.ConstantOp:
                self._constant(op)
        # Repeat if forks run concurrently, blocks may form a cycle, or a constant carries writes
        # from one execution to the next.
        memory, operations = self.memory, self._order.operations
        deferred = any(is_class_of(DEFERRED, type(op)) for op in operations)
        repeats = self._has_branches or deferred
        walk = self._until_stable if repeats else self._walk
        known = None
        while known != memory.escaped & self.constants:
            known = memory.escaped & self.constants
            self._enter(self._root)
            walk(range(len(operations)))
            # Each constant is one object in all executions: those that are returned or linked to
            # others escape.
            if memory.reachable(self.constants) & ~(self.constants | memory.escaped):
                memory.escape(self.constants)
            memory.escape(memory.reachable(self.returned) & self.constants)

    # Walking

    def _walk(self, numbers: range) -> None:
        """Walk the operations with these numbers; repeat loops until they are stable."""
        number, operations = numbers.start, self._order.operations
        while number < numbers.stop:
            op = operations[number]
            if op.regions and may_repeat(op):
                nested = range(number, self._order.last[op] + 1)
                self._until_stable(nested)
                number = nested.stop
            else:
                self._operation(op)
                number += 1

    def _until_stable(self, numbers: range) -> None:
        """Walk the operations with these numbers until a walk changes nothing that it has read."""
        operations = self._order.operations[numbers.start : numbers.stop]
        unknown = (op.regions and not isinstance(op, _STRUCTURED) for op in operations)
        self.ordered = not self._has_branches and not any(unknown)
        self.memory.stale = True
        while self.memory.stale:
            self.memory.start_walk()
            for op in operations:
                self._operation(op)

    def _enter(self, op: Operation) -> None:
        """Let the arguments of all blocks come from outside."""
        blocks = (block for region in op.regions for block in region.blocks)
        for argument in (argument for block in blocks for argument in block.args):
            self.add(argument, self.memory.escaped)

    def _enter_regions(self, op: Operation) -> None:
        """Enter an operation with regions."""
        match op:
            case prim.IfOp():
                pass
            case prim.LoopOp():
                carried = op.carried
                self.flow(carried, op.carried_args)
                self.flow(carried, op.results)
            case prim.SubgraphOp() | prim.GradOfOp():
                self.flow(op.inputs, op.body.args)
            case _:
                self._enter(op)
                ends = (block.last_op for region in op.regions for block in region.blocks)
                passed = (operand for end in ends if end is not None for operand in end.operands)
                self.memory.escape(self.of_all(passed))
                self.hand_to_unknown_code(op)

    def _end(self, end: Operation) -> None:
        """Leave a region by its terminator."""
        match end.parent_op(), end:
            case prim.LoopOp() as loop, prim.LoopConditionOp():
                carried = end.carried
                self.memory.stale |= self.flow(carried, loop.carried_args)
                self.flow(carried, loop.results)
            case prim.ForkOp() as fork, _:
                held = self.of_all((*fork.inputs, *end.operands))
                future = self.container(fork, 0, Kind.FUTURE, held)
                for result in fork.results:
                    self.add(result, future)
            case prim.AwaitableOp() as awaitable, _:
                self.memory.escape(self.of_all(end.operands))
                self.hand_to_unknown_code(awaitable)
            case prim.IfOp() | prim.SubgraphOp() | prim.GradOfOp() as parent, _:
                self.flow(end.operands, parent.results)
            case _:
                pass

    def _operation(self, op: Operation) -> None:
        memory = self.memory
        match op:
            case prim.ConstantOp():
                pass
            case SchemaOp():
                bind_results(self, op)
            case _ if op.regions:
                self._enter_regions(op)
            case _ if isinstance(op, ENDS):
                self._end(op)
            case func.ReturnOp():
                self.returned |= self.of_all(op.operands)
            case prim.ConstantChunkOp():
                storages = self.storages(self.of(op.input))
                for slot, part in enumerate(op.results):
                    self.add(part, self.tensor(op, slot, storages))
            case prim.ListConstructOp() | prim.DictConstructOp() | prim.TupleConstructOp():
                if kind := kinds_of(op.result.type):
                    elements = self.of_all(op.operands)
                    self.add(op.result, self.container(op, 0, kind[0], elements))
            case prim.ListUnpackOp() | prim.TupleUnpackOp() | prim.TupleIndexOp():
                self._unpack(op)
            case prim.TupleSliceOp():
                elements = memory.referents(self.of(op.tuple_))
                self.add(op.result, self.container(op, 0, Kind.TUPLE, elements))
            case prim.GetAttrOp():
                self.add(op.result, memory.referents(self.of(op.object)))
            case prim.SetAttrOp():
                memory.refer(self.of(op.object), self.of(op.value))
            case prim.CreateObjectOp():
                self.add(op.result, self.allocate(op, 0, Kind.OBJECT))
            case prim.BailOutOp():
                memory.escape(self.of_all(op.operands))  # to the remainder, which may return them
                self.flow([op.checked], op.results)
            case prim.ToListOp() | prim.ListTensorOp():
                self.add(op.result, self.object(op, 0, op.result.type))
            case _ if isinstance(op, _HANDS_ON):
                self.flow(op.operands, op.results)
            case _ if not (
                isinstance(op, _WITHOUT_OBJECTS) or is_arithmetic(op) or marks_strict_fusion(op)
            ):
                self.hand_to_unknown_code(op)
            case _:
                pass

    def _constant(self, op: prim.ConstantOp) -> None:
        """Add the object of a constant; a resource is one tensor in all functions, and escapes."""
        kinds = kinds_of(op.type)
        if not kinds or op.value is None:
            return
        inner = op.type.element if isinstance(op.type, OptionalType) else op.type
        if isinstance(op.value, DenseResourceAttr):
            name = op.value.resource_handle.data
            if name not in self._resources:
                self._resources[name] = self.tensor(op, 0)
                self.memory.escape(self._resources[name])
            self.add(op.result, self._resources[name])
        elif kinds == (Kind.TENSOR,) or inner.__class__ in (ListType, DictType):
            self.add(op.result, self.object(op, 0, inner))
            self.constants |= self.allocated.get(op, 0)
        else:
            self.add(op.result, self.memory.outside_locations(op.type))

    def _unpack(self, op: prim.ListUnpackOp | prim.TupleUnpackOp | prim.TupleIndexOp) -> None:
        """Link the results to the elements: for a constructed tuple, to its operands."""
        source = op.operands[0]
        maker = source.owner
        if isinstance(maker, prim.TupleConstructOp):
            self.flow(_parts(maker, op), op.results)
            return
        elements = self.memory.referents(self.of(source))
        for result in op.results:
            self.add(result, elements)


def is_arithmetic(op: Operation) -> bool:
    """Return whether the operation of another dialect has no effects and no mutable values."""
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
