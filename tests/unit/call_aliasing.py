"""A check of the memory accesses of operator calls against the alias analysis.

The operator is alone in a function, and each of its tensor operands is a fresh tensor. The call
runs on operands that share nothing. `Engine` abstracts from numpy and PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.subtyping import has_variables
from xdsl_torchscript.dialects.types import ListType, NoneType, OptionalType, TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis

_TENSOR = TensorType.get()


@dataclass(frozen=True)
class Engine:
    """Tensors of one implementation."""

    tensor: type[Any]
    storage: Callable[[Any], object]
    """Identifies the memory of a tensor; None for a tensor without elements."""

    layout: Callable[[Any], object]
    """Sizes, strides, offset and dtype."""

    elements: Callable[[Any], bytes]
    """All bytes of the memory of a tensor."""

    spoil: Callable[[Any], None]
    """Change all elements in the memory of a tensor."""

    generator_state: Callable[[], object]


class Promise:
    """A function of one operator, with its alias analysis."""

    def __init__(self, name: str, operands: Sequence[object], tensor: type[Any]) -> None:
        self._block, self._tensor = Block(), tensor
        schema = schema_named(name)
        types = [argument.type for argument in schema.arguments]
        values = [self._value(v, t) for v, t in zip(operands, types, strict=True)]
        results = [returned.type for returned in schema.returns]
        assert not any(map(has_variables, (*types, *results)))
        self.op: Operation = schema_op(name).create(operands=values, result_types=results)
        self._block.add_ops([self.op, ReturnOp()])
        self._function = FuncOp(
            "call", ([a.type for a in self._block.args], []), Region(self._block)
        )
        self.aliases = AliasAnalysis(self._function)

    def _value(self, value: object, type: Attribute) -> SSAValue:
        if isinstance(value, self._tensor):
            return self._fresh()
        if isinstance(value, list) and any(isinstance(part, self._tensor) for part in value):
            element = type.element if isinstance(type, ListType) else _TENSOR
            made = ListConstructOp([self._value(part, element) for part in value], element)
        elif isinstance(value, bool):
            made = ConstantOp.from_bool(value)
        elif value is None and isinstance(type, OptionalType):
            made = ConstantOp(None, NoneType())
        else:
            return self._block.insert_arg(type, len(self._block.args))
        self._block.add_op(made)
        return made.result

    def _fresh(self) -> SSAValue:
        source = self._block.insert_arg(_TENSOR, len(self._block.args))
        none = ConstantOp(None, NoneType())
        made = schema_op("aten.clone").create(
            operands=[source, none.result], result_types=[_TENSOR]
        )
        self._block.add_ops([none, made])
        return made.results[0]

    # Leaves: the tensors of an operand, and the locations that stand for them.

    def operand_tensors(self, operands: Sequence[object]) -> Iterator[tuple[str, Any, int]]:
        for number, value in enumerate(operands):
            of = self.op.operands[number]
            if isinstance(value, self._tensor):
                yield f"operand {number}", value, self._objects(of)
            elif isinstance(value, list) and isinstance(of.owner, ListConstructOp):
                for index, (part, inner) in enumerate(zip(value, of.owner.operands, strict=True)):
                    if isinstance(part, self._tensor):
                        yield f"operand {number}[{index}]", part, self._objects(inner)

    def result_tensors(self, results: Sequence[object]) -> Iterator[tuple[str, Any, int]]:
        for number, (value, result) in enumerate(zip(results, self.op.results, strict=True)):
            if isinstance(value, self._tensor):
                yield f"result {number}", value, self._objects(result)
            elif isinstance(value, list | tuple):
                elements = self.aliases.memory_of(result)
                for index, part in enumerate(value):
                    if isinstance(part, self._tensor):
                        yield f"result {number}[{index}]", part, elements

    def _objects(self, value: SSAValue) -> int:
        return self.aliases.points_to.of(value)


@cache
def can_stand_alone(name: str) -> bool:
    """Return whether aten has an operator of that name, on types stated in its schema."""
    schema = operator_table().get(name) if name.startswith("aten.") else None
    if schema is None or schema.is_vararg or schema.is_varret:
        return False
    return not any(has_variables(a.type) for a in (*schema.arguments, *schema.returns))


def broken_promises(
    name: str,
    engine: Engine,
    make: Callable[[], Sequence[object]],
    call: Callable[[Sequence[object]], object],
) -> Iterator[str]:
    """Yield the accesses of a call that the analysis excludes.

    `make` creates the operands, the same on each call. Raises the errors of the call.
    """
    operands = make()
    promise = Promise(name, operands, engine.tensor)
    aliases, effects = promise.aliases, promise.aliases.effects(promise.op)
    inputs = list(promise.operand_tensors(operands))
    before = [(engine.layout(t), engine.elements(t), engine.storage(t)) for _, t, _ in inputs]
    state = engine.generator_state()
    results = _flat(call(operands), promise.op)
    if engine.generator_state() != state and not effects.writes & aliases.memory.generator:
        yield "draws random numbers"
    outputs = list(promise.result_tensors(results))
    storages = aliases.points_to.storages
    for (place, tensor, objects), (layout, elements, storage) in zip(inputs, before, strict=True):
        if engine.layout(tensor) != layout and not objects & effects.writes:
            yield f"changes sizes or strides of {place}"
        changed = not engine.elements(tensor).startswith(elements)
        if changed and engine.storage(tensor) == storage and not storages(objects) & effects.writes:
            yield f"changes elements of {place}"
        for output, result, found in outputs:
            if result is tensor and not found & objects:
                yield f"hands back {place} as {output}"
            if (
                storage is not None
                and engine.storage(result) == storage
                and not storages(found) & storages(objects)
            ):
                yield f"{output} shares the elements of {place}"
    known = {engine.storage(tensor) for _, tensor, _ in inputs}
    owned = aliases.points_to.allocated.get(promise.op, 0)
    for output, result, found in outputs:
        is_operand = any(result is tensor for _, tensor, _ in inputs)
        if is_operand or engine.storage(result) in (None, *known):
            continue
        if not storages(found) & (owned | aliases.memory.escaped):
            yield f"{output} has memory of its own"
    yield from _sharing_results(engine, outputs, storages)
    yield from _reads(engine, promise, make, call, results, known)


def _sharing_results(engine: Engine, outputs: Any, storages: Callable[[int], int]) -> Iterator[str]:
    for i, (one, a, first) in enumerate(outputs):
        for other, b, second in outputs[:i]:
            same = engine.storage(a) is not None and engine.storage(a) == engine.storage(b)
            if same and not storages(first) & storages(second):
                yield f"{one} shares the elements of {other}"


def _reads(
    engine: Engine,
    promise: Promise,
    make: Callable[[], Sequence[object]],
    call: Callable[[Sequence[object]], object],
    results: Sequence[object],
    known: set[object],
) -> Iterator[str]:
    """Change the elements that the operator does not read, and compare the results."""
    reads = promise.aliases.effects(promise.op).reads
    operands, spoiled = make(), False
    for _, tensor, objects in promise.operand_tensors(operands):
        if not promise.aliases.points_to.storages(objects) & reads:
            engine.spoil(tensor)
            spoiled = True
    if not spoiled:
        return
    try:
        again = _flat(call(operands), promise.op)
    except Exception as error:  # noqa: BLE001 - whatever it is, it did not come before
        yield f"reads elements: {error}"
        return
    if _report(engine, again) != _report(engine, results):
        yield "reads elements"


def _report(engine: Engine, value: object) -> object:
    if isinstance(value, engine.tensor):
        return engine.layout(value)
    if isinstance(value, list | tuple):
        return [_report(engine, part) for part in value]
    return repr(value)


def _flat(results: object, op: Operation) -> Sequence[object]:
    if len(op.results) == 1:
        return [results]
    return results if isinstance(results, list | tuple) else []
