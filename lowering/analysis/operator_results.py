"""The locations of the results of operators with a schema."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.model import Argument
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import OptionalType, VarType
from xdsl_torchscript.lowering.analysis.alias_facts import OperatorAliasing, aliasing_of_call
from xdsl_torchscript.lowering.analysis.memory import (
    CONTAINERS,
    OBJECTS,
    Kind,
    Locations,
    kinds_of,
)
from xdsl_torchscript.lowering.analysis.value_locations import ValueLocations, element_type


def bind_results(values: ValueLocations, op: SchemaOp) -> None:
    """Link a call's operands, and add the locations of its results."""
    facts = aliasing_of_call(op)
    if facts.makes_new_objects and op in values.allocated:
        return  # An earlier walk has added them.
    if facts.opaque:
        values.hand_to_unknown_code(op)
        return
    if facts.generic or facts.replaces_storage:
        _link_operands(values, op, facts)
    sets: Mapping[str, Locations] = _alias_sets(values, op, facts) if facts.has_sets else {}
    returns = op.schema.returns
    for slot, result in enumerate(op.results):
        if kinds_of(result.type):
            returned = returns[min(slot, len(returns) - 1)]
            call = _CallResults(values, op, facts, 0 if facts.results_share else 8 * slot, sets)
            values.add(result, call.result(result.type, returned))


def _link_operands(values: ValueLocations, op: SchemaOp, facts: OperatorAliasing) -> None:
    """Let written containers refer to their new elements, and tensors to new storages."""
    memory = values.memory
    if facts.replaces_storage and len(op.operands) > 1:
        source = values.of(op.operands[1])
        storages = values.storages(source) | memory.only(source, (Kind.STORAGE,))
        memory.refer(values.of(op.operands[0]), storages)
    if not facts.generic:
        return
    written = elements = 0
    for operand, argument in zip(op.operands, facts.arguments, strict=False):
        objects = values.of(operand)
        elements |= objects if argument.stored else 0
        if argument.written:
            written |= objects
        else:
            elements |= memory.referents(memory.holders(objects))
    memory.refer(memory.holders(written), memory.only(elements, OBJECTS))


def _alias_sets(
    values: ValueLocations, op: SchemaOp, facts: OperatorAliasing
) -> Mapping[str, Locations]:
    """Return the locations of the operands in each alias set of the schema."""
    sets: dict[str, Locations] = {}
    for operand, argument in zip(op.operands, facts.arguments, strict=False):
        objects = values.of(operand)
        for name in argument.sets:
            sets[name] = sets.get(name, 0) | objects
        for name in argument.element_sets:
            sets[name] = sets.get(name, 0) | values.memory.referents(objects)
    return sets


class _CallResults:
    """A call and its results; `slot` numbers the locations allocated for a result."""

    def __init__(
        self,
        values: ValueLocations,
        op: SchemaOp,
        facts: OperatorAliasing,
        slot: int,
        sets: Mapping[str, Locations],
    ) -> None:
        self._values, self._memory = values, values.memory
        self._op, self._facts, self._slot, self._sets = op, facts, slot, sets

    def result(self, type: Attribute, returned: Argument) -> Locations:
        """Return the locations of the result."""
        facts, memory, values = self._facts, self._memory, self._values
        alias = returned.alias or returned.element_alias
        names = (*alias.before, *alias.after) if alias else ()
        if names and "*" not in names:
            aliased = 0
            for name in names:
                aliased |= self._sets.get(name, 0)
            if returned.element_alias:
                return self._values.container(self._op, self._slot, Kind.LIST, self._view(aliased))
            return aliased if returned.is_written else self._view(aliased)
        if facts.generic:
            return self._element(type, returned)
        operands = values.of_all(self._op.operands)
        if "*" in names:
            return memory.reachable(operands) | memory.escaped
        fresh = values.object(self._op, self._slot, type)
        if facts.may_return_operand:
            aliased = self._view(memory.reachable(operands))
            memory.refer(memory.holders(fresh), aliased)
            fresh |= aliased
        return fresh

    def _view(self, operands: Locations) -> Locations:
        """Return the locations of a view result.

        Unless the operator always returns a view, also its operands and a copy. Containers are
        returned unchanged.
        """
        values, memory, slot = self._values, self._memory, self._slot
        if not memory.only(operands, (Kind.TENSOR,)):
            return operands
        storages = values.storages(operands)
        view = values.allocate(self._op, slot + 2, Kind.TENSOR)
        if self._facts.fresh_view:
            memory.refer(view, storages)
            return view
        memory.refer(view, storages | values.allocate(self._op, slot + 3, Kind.STORAGE))
        return view | memory.only(operands, OBJECTS)

    def _element(self, type: Attribute, returned: Argument) -> Locations:
        """Return the locations of an element of a container, or of a new container with its
        elements.

        `add_` and `mul_` return the container that they write, without annotation.
        """
        op, memory, values = self._op, self._memory, self._values
        found = written = 0
        for operand, argument in zip(op.operands, self._facts.arguments, strict=False):
            objects = values.of(operand)
            found |= 0 if argument.container else objects
            written |= objects if argument.written else 0
            found |= memory.referents(memory.holders(objects))
        found |= memory.referents(memory.only(found, (Kind.TUPLE,)))
        found = memory.only(found, OBJECTS)
        kinds = kinds_of(type)
        declared = returned.type
        is_element = isinstance(
            declared.element if isinstance(declared, OptionalType) else declared, VarType
        )
        if is_element or kinds[0] not in CONTAINERS:
            return found
        inner = element_type(type)
        if inner is not None and kinds_of(inner) == (Kind.TUPLE,):
            found = values.container(op, self._slot + 1, Kind.TUPLE, found)
        return values.container(op, self._slot, kinds[0], found) | written
