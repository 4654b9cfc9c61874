"""Constants, tuples and lists, `prim.If` and `prim.Loop`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects import scf
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IndexType, IntegerAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    ListConstructOp,
    ListUnpackOp,
    LoopOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleUnpackOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.constants import owner_of
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import Call
from xdsl_torchscript.lowering.analysis.rules.views import parts_of
from xdsl_torchscript.lowering.analysis.shapes import index_of
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.ts_to_te.translation import (
    Lowering,
    Refusal,
    Translation,
    Value,
    known_constant,
    lowered_type,
    typed_tensor,
)

LowerBlock: TypeAlias = Callable[[Translation, Block], None]
"""Translates all operations of a block but the terminator."""

_INDEX = IndexType()


# Constants


def _splat(value: Attribute) -> float | int | None:
    """The number that all elements of a tensor constant are."""
    if not isinstance(value, DenseIntOrFPElementsAttr) or not value.is_splat():
        return None
    first = next(iter(value.get_attrs()))
    if isa(first, FloatAttr) or isa(first, IntegerAttr):
        return first.value.data
    return None


def _check_constant(op: Operation) -> None:
    if not isinstance(op, ConstantOp) or not isinstance(op.type, TensorType):
        return
    typed_tensor(op.type)
    if op.value is None or _splat(op.value) is None:
        raise Refusal("holds a tensor of different numbers")


def _lower_constant(state: Translation, op: Operation) -> None:
    """A tensor is filled; anything else is read, or written anew, where it is used."""
    result = op.results[0]
    if not isinstance(op, ConstantOp) or op.value is None or not isinstance(op.type, TensorType):
        state.bind(result, None)
        return
    state.bind(result, _filled(state, op.type, _splat(op.value) or 0))


def _filled(state: Translation, type: Attribute, number: float) -> SSAValue:
    """The number, or the tensor that holds it everywhere."""
    if not isinstance(type, TensorType):
        return state.code.constant(number, type)
    shape, dtype = typed_tensor(type)
    return state.compute(shape, dtype, lambda code, _: code.constant(number, dtype))


def _check_uninitialized(op: Operation) -> None:
    lowered_type(op.results[0].type)


def _lower_uninitialized(state: Translation, op: Operation) -> None:
    """No path of the program reads it: zero will do."""
    result = op.results[0]
    state.bind(result, _filled(state, result.type, 0))


# Tuples and lists


def _check_nothing(op: Operation) -> None:
    """What an op of this kind is made of was checked where that is made."""


def _lower_construct(state: Translation, op: Operation) -> None:
    """The elements are looked up where the tuple or list is taken apart."""


def _elements(state: Translation, aggregate: SSAValue) -> tuple[Value, ...]:
    elements = state.aggregate(aggregate)
    return elements if isinstance(elements, tuple) else ()


_PARTS = frozenset({"aten.chunk", "aten.split.Tensor", "aten.split", "aten.split_with_sizes"})


def _length(aggregate: SSAValue) -> int:
    """How many elements a tuple or list has that the program makes. Raises `Refusal`."""
    source = owner_of(aggregate)
    if isinstance(source, ListConstructOp | TupleConstructOp):
        return len(source.operands)
    if source is not None and source.name == "aten.size":
        return len(typed_tensor(source.operands[0].type)[0])
    if source is not None and source.name in _PARTS:
        return len(parts_of(Call(source, STATED))[1])
    raise Refusal("takes apart what is not made in this program")


def _check_unpack(op: Operation) -> None:
    length = _length(op.operands[0])
    if length != len(op.results):
        raise Refusal(f"unpacks {length} elements into {len(op.results)} values")


def _lower_unpack(state: Translation, op: Operation) -> None:
    for result, value in zip(op.results, _elements(state, op.operands[0]), strict=True):
        state.bind(result, value)


def _check_index(op: Operation) -> None:
    index_of(_length(op.operands[0]), STATED.int_of(op.operands[1]))


def _lower_index(state: Translation, op: Operation) -> None:
    state.bind(op.results[0], _elements(state, op.operands[0])[STATED.int_of(op.operands[1])])


DATA: dict[str, Lowering] = {
    ConstantOp.name: Lowering(_check_constant, _lower_constant),
    UninitializedOp.name: Lowering(_check_uninitialized, _lower_uninitialized),
    TupleConstructOp.name: Lowering(_check_nothing, _lower_construct),
    ListConstructOp.name: Lowering(_check_nothing, _lower_construct),
    TupleUnpackOp.name: Lowering(_check_unpack, _lower_unpack),
    ListUnpackOp.name: Lowering(_check_unpack, _lower_unpack),
    TupleIndexOp.name: Lowering(_check_index, _lower_index),
    "aten.__getitem__.t": Lowering(_check_index, _lower_index),
}


# Control flow


def check_if(op: IfOp) -> None:
    """Raises `Refusal` unless both branches yield tensors and numbers of the types of `op`."""
    for yielded in (op.then_yield, op.else_yield):
        _check_flow("yields", yielded.arguments, op.results)


def check_loop(op: LoopOp) -> None:
    """Raises `Refusal` unless every turn carries on tensors and numbers of the same types."""
    _check_flow("starts with", op.carried, op.results)
    _check_flow("is given", op.carried_args, op.results)
    _check_flow("carries on", op.body_condition.carried, op.results)


def _check_flow(verb: str, values: Sequence[SSAValue], results: Sequence[SSAValue]) -> None:
    for value, result in zip(values, results, strict=True):
        found, expected = lowered_type(value.type), lowered_type(result.type)
        if found != expected or _sizes(value) != _sizes(result):
            raise Refusal(f"{verb} {value.type} where {result.type} is expected")


def _sizes(value: SSAValue) -> object:
    return value.type.shape if isinstance(value.type, TensorType) else None


def lower_if(state: Translation, op: IfOp, lower_block: LowerBlock) -> None:
    """`prim.If` -> `scf.if`."""
    condition = state.value(op.condition)
    regions: list[Region] = []
    for old, yielded in ((op.then_block, op.then_yield), (op.else_block, op.else_yield)):
        block = Block()
        inside = state.at(op, block)
        lower_block(inside, old)
        inside.emit(scf.YieldOp(*(inside.value(value) for value in yielded.arguments)))
        regions.append(Region(block))
    types = [lowered_type(result.type) for result in op.results]
    new = state.emit(scf.IfOp(condition, types, regions[0], regions[1]))
    for old_result, new_result in zip(op.results, new.results, strict=True):
        state.bind(old_result, new_result)


def lower_loop(state: Translation, op: LoopOp, lower_block: LowerBlock) -> None:
    """`prim.Loop` -> `scf.for` if nothing but the trip count ends it, else `scf.while`."""
    always = all(
        _is_true(condition) for condition in (op.initial_condition, op.body_condition.condition)
    )
    new = (_lower_for if always else _lower_while)(state, op, lower_block)
    for old_result, new_result in zip(op.results, new, strict=True):
        state.bind(old_result, new_result)


def _is_true(value: SSAValue) -> bool:
    return known_constant(value) is True


def _lower_for(state: Translation, op: LoopOp, lower_block: LowerBlock) -> Sequence[SSAValue]:
    code = state.code
    count = code.cast(state.value(op.max_trip_count), _INDEX)
    start, step = code.constant(0, _INDEX), code.constant(1, _INDEX)

    def body(emit: Emitter, turn: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        inside = Translation(emit, state.values, state.symbols)
        inside.bind(op.trip, inside.code.cast(turn, i64))
        return _turn(inside, op, carried, lower_block)

    initial = [state.value(value) for value in op.carried]
    return state.emit.loop(start, count, step, body, initial).results


def _turn(
    inside: Translation, op: LoopOp, carried: Sequence[SSAValue], lower_block: LowerBlock
) -> Sequence[SSAValue]:
    """One turn of the body; the values that it carries on."""
    for old, new in zip(op.carried_args, carried, strict=True):
        inside.bind(old, new)
    lower_block(inside, op.body)
    return [inside.value(value) for value in op.body_condition.carried]


def _lower_while(state: Translation, op: LoopOp, lower_block: LowerBlock) -> Sequence[SSAValue]:
    """Carries the number of turns and the condition beside the values."""
    code = state.code
    limit = state.value(op.max_trip_count)
    initial = [
        code.constant(0, i64),
        state.value(op.initial_condition),
        *(state.value(value) for value in op.carried),
    ]
    types = [value.type for value in initial]
    before, after = (Block(arg_types=types) for _ in range(2))
    for argument in (*before.args, *after.args):
        argument.location = state.emit.location
    head = state.at(op, before)
    head_code = head.code
    more = head_code.compare("lt", before.args[0], limit)
    head.emit(scf.ConditionOp(head_code.bit_and(before.args[1], more), *before.args))
    inside = state.at(op, after)
    inside.bind(op.trip, after.args[0])
    carried = _turn(inside, op, after.args[2:], lower_block)
    end = inside.code
    following = end.add(after.args[0], end.constant(1, i64))
    condition = inside.value(op.body_condition.condition)
    inside.emit(scf.YieldOp(following, condition, *carried))
    loop = state.emit(scf.WhileOp(initial, types, Region(before), Region(after)))
    return loop.results[2:]
