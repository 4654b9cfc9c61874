"""The steps of a random program that are more than an operator: containers, attributes, control
flow, calls, prints and exceptions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from builder import ATTRIBUTES, INTS, TENSOR, Builder, dense, drop, erase_facts, list_op
from motifs import (
    pointwise_chain,
    read_write_read,
    sample,
    write_fresh_container,
    write_one_of_two,
)
from operators import (
    FAILING,
    GROUPS,
    LISTS,
    NUMBERS,
    PURE,
    RESIZES,
    SIZES,
    VIEWS,
    WRITES,
    NoOperandError,
    random_operator,
)
from state import REFUSALS
from xdsl.dialects.builtin import SymbolRefAttr, f64, i1, i64
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantChunkOp,
    ConstantOp,
    DictConstructOp,
    FusionGroupOp,
    GetAttrOp,
    IfOp,
    IfYieldOp,
    ListConstructOp,
    ListUnpackOp,
    LoopConditionOp,
    LoopOp,
    PrintOp,
    RaiseExceptionOp,
    ReturnOp,
    SetAttrOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleUnpackOp,
)
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import (
    ClassType,
    FunctionType,
    ListType,
    StrType,
    TupleType,
)

_DEEPEST = 2
_FAILURES = (ArithmeticError, LookupError, ValueError, RuntimeError)


def grow(builder: Builder, steps: int, depth: int = 0) -> None:
    """Add a number of random steps; stops where the program raises."""
    for _ in range(steps):
        if builder.raised:
            return
        if builder.chains and builder.chance(0.4):
            pointwise_chain(builder)
        choose = builder.random.choices(_STEPS, _WEIGHTS)[0]
        try:
            choose(builder, depth)
        except NoOperandError:
            continue


# ---- operators


def _operator(builder: Builder, depth: int) -> None:
    names = builder.random.choices([names for _, names in GROUPS], [w for w, _ in GROUPS])[0]
    for _ in range(3):
        if builder.attempt(random_operator(builder, builder.random.choice(names))):
            return


def _duplicate(builder: Builder, depth: int) -> None:
    """Repeat an operation of the program."""
    originals = [v.owner for v in builder.scope if isinstance(v.owner, Operation)]
    originals = [op for op in originals if not op.regions]
    if not originals:
        raise NoOperandError
    op = builder.random.choice(originals)
    builder.attempt(op.clone())


# ---- constants and containers


def _constant_list(builder: Builder, depth: int) -> None:
    values = [builder.random.choice((0, 1, 2, 3)) for _ in range(builder.random.randint(1, 3))]
    choices = (ConstantOp.from_int_list(values), list_op([float(v) for v in values], f64))
    builder.constant(builder.random.choice(choices))


def _constant_tensor(builder: Builder, depth: int) -> None:
    shape = builder.random.choice(((2,), (2, 3), (1, 2), (3,), ()))
    dtype = builder.random.choice(("float32", "float32", "int64"))
    array = np.arange(1, 1 + int(np.prod(shape, dtype=int)), dtype=dtype).reshape(shape)
    builder.constant(ConstantOp(dense(array), TENSOR))


def _pick_some(builder: Builder, type: Attribute, most: int = 3) -> list[SSAValue]:
    found = [builder.pick_type(type) for _ in range(builder.random.randint(1, most))]
    return [value for value in found if value is not None]


def _list(builder: Builder, depth: int) -> None:
    type = builder.random.choice((TENSOR, TENSOR, i64, INTS, f64))
    builder.attempt(ListConstructOp(_pick_some(builder, type), type))


def _dict(builder: Builder, depth: int) -> None:
    type = builder.random.choice((TENSOR, TENSOR, i64, INTS))
    values = _pick_some(builder, type, 2)
    keys = [builder.literal(key) for key in ("a", "b")]
    entries = [part for pair in zip(keys, values, strict=False) for part in pair]
    builder.attempt(DictConstructOp(entries, StrType(), type))


def _tuple(builder: Builder, depth: int) -> None:
    parts = [builder.pick(lambda value: True) for _ in range(builder.random.randint(1, 3))]
    builder.attempt(TupleConstructOp([part for part in parts if part is not None]))


def _unpack(builder: Builder, depth: int) -> None:
    value = builder.pick(lambda value: isinstance(value.type, TupleType | ListType))
    if value is None:
        raise NoOperandError
    if isinstance(value.type, TupleType):
        if builder.chance(0.5):
            builder.attempt(TupleUnpackOp(value))
            return
        index = builder.random.randrange(len(value.type.elements))
        type = value.type.elements.data[index]
        builder.attempt(TupleIndexOp(value, builder.literal(index), type))
        return
    count = len(builder.state.values[value])
    if 0 < count < 4:
        assert isinstance(value.type, ListType)
        builder.attempt(ListUnpackOp(value, [value.type.element] * count))


def _chunk(builder: Builder, depth: int) -> None:
    value = builder.pick_tensor()
    if value is not None:
        builder.attempt(ConstantChunkOp(value, builder.random.choice((1, 2)), 0))


# ---- attributes


def _owner(builder: Builder) -> SSAValue:
    found = builder.pick(lambda value: isinstance(value.type, ClassType))
    if found is None:
        raise NoOperandError
    return found


def _get_attribute(builder: Builder, depth: int) -> None:
    owner = _owner(builder)
    name = builder.random.choice(list(ATTRIBUTES))
    builder.attempt(GetAttrOp(owner, name, ATTRIBUTES[name]))


def set_attribute(builder: Builder, depth: int) -> None:
    owner = _owner(builder)
    name = builder.random.choice(list(ATTRIBUTES))
    value = builder.pick_type(ATTRIBUTES[name])
    if value is not None:
        builder.attempt(SetAttrOp(owner, name, value))


# ---- control flow


def _is_tensor_argument(value: SSAValue) -> bool:
    return isinstance(value, BlockArgument) and value.type == TENSOR


def _comparison(builder: Builder) -> SSAValue | None:
    """Compare a property of a value with its present number, or another."""
    value = builder.pick(lambda value: erase_facts(value.type) in (TENSOR, INTS))
    if builder.chance(0.4):
        value = builder.pick(_is_tensor_argument) or value
        if value is not None:
            sample(builder, RESIZES, value)
    asked = None if value is None else sample(builder, [*SIZES, "aten.len.t"], value, i64)
    if asked is None:
        return None
    number = builder.literal(builder.state.values[asked] + builder.chance(0.3))
    op = schema_op("aten.eq.int").create(operands=[asked, number], result_types=[i1])
    builder.attempt(op)
    return op.results[0]


def _condition(builder: Builder) -> SSAValue:
    compared = _comparison(builder) if builder.chance(0.4) else None
    if compared is not None:
        return compared
    found = builder.pick_type(i1)
    if found is not None and builder.chance(0.6):
        return found
    return builder.literal(builder.chance(0.5))


def _yield_types(builder: Builder) -> list[Attribute]:
    """Return types that have a value in scope."""
    found = [builder.pick(lambda value: not isinstance(value.type, FunctionType)) for _ in range(2)]
    count = builder.random.randint(0, 2)
    return [erase_facts(value.type) for value in found[:count] if value is not None]


def _branch(builder: Builder, depth: int) -> None:
    if depth >= _DEEPEST:
        return
    condition, types = _condition(builder), _yield_types(builder)
    blocks = Block(), Block()
    try:
        for block in blocks:
            with builder.nested(block):
                grow(builder, builder.random.randint(0, 4), depth + 1)
                builder.add(IfYieldOp(*_values_of(builder, types)))
    except NoOperandError:
        drop(blocks[0])
        raise
    _attempt_on_copy(builder, IfOp(condition, types, *map(Region, blocks)))


def _values_of(builder: Builder, types: Sequence[Attribute]) -> list[SSAValue]:
    """Return a value for each type. Raises NoOperandError if one has no value in scope."""
    found = [
        builder.pick(lambda value, type=type: erase_facts(value.type) == type) for type in types
    ]
    if None in found:
        raise NoOperandError
    return [value for value in found if value is not None]


def _attempt_on_copy(builder: Builder, op: Operation) -> bool:
    """Add an operation that runs a block if all of it succeeds."""
    trial = builder.state.copy()
    try:
        trial.execute(op)
    except REFUSALS:
        builder.discard(op)
        return False
    builder.state.adopt(trial)
    builder.define(op)
    return True


def _trip_count(builder: Builder) -> SSAValue:
    known = builder.pick_type(i64)
    if known is not None and 1 <= builder.state.values[known] <= 3 and builder.chance(0.6):
        return known
    return builder.literal(builder.random.choice((0, 1, 2, 3)))


def _loop(builder: Builder, depth: int) -> None:
    """Add a loop; its body is generated on the first iteration, and must succeed in all."""
    if depth >= _DEEPEST:
        return
    types = _yield_types(builder)
    carried = _values_of(builder, types)
    trips, more = _trip_count(builder), builder.literal(True)
    block = Block(arg_types=[i64, *types])
    with builder.nested(block, carried, first=(0,)):
        grow(builder, builder.random.randint(1, 5), depth + 1)
        again = builder.pick_type(i1) if builder.chance(0.3) else None
        condition = again or builder.literal(True)
        builder.add(LoopConditionOp(condition, _values_of(builder, types)))
    _attempt_on_copy(builder, LoopOp(trips, more, carried, types, Region(block)))


def _fresh_list(builder: Builder) -> SSAValue:
    """Add a list that is written once in each iteration."""
    op = ListConstructOp(_pick_some(builder, i64), i64)
    builder.attempt(op)
    sample(builder, ["aten.append.t", "aten.pop.t", "aten._set_item.t"], op.result)
    return op.result


def _accumulate(builder: Builder, depth: int) -> None:
    """Add a loop that changes a value and sums up a query of it in each iteration."""
    value = builder.pick(lambda value: erase_facts(value.type) in (TENSOR, INTS))
    if value is None or depth >= _DEEPEST:
        raise NoOperandError
    type, start = erase_facts(value.type), builder.literal(0)
    trips, more = _trip_count(builder), builder.literal(True)
    block = Block(arg_types=[i64, type, i64])
    with builder.nested(block, [value, start], first=(0,)):
        _, carried, total = block.args
        changing = builder.random.choice((carried, carried, value, _fresh_list(builder)))
        asked = sample(builder, [*SIZES, "aten.len.t", "aten.__getitem__.t"], changing)
        changed = sample(builder, WRITES + RESIZES * 3 + VIEWS + LISTS, changing, type)
        if asked is not None and asked.type != i64:
            asked = None
        for number in (asked, *_pick_some(builder, i64, 1)):
            added = schema_op("aten.add.int")
            operands = [total, number or builder.literal(1)]
            op = added.create(operands=operands, result_types=[i64])
            builder.attempt(op)
            total = op.results[0]
        builder.add(LoopConditionOp(more, [changed or carried, total]))
    op = LoopOp(trips, more, [value, start], [type, i64], Region(block))
    if _attempt_on_copy(builder, op):
        builder.telling += op.results


def _group(builder: Builder, depth: int) -> None:
    """Add a fusion group: a graph that sees only its arguments."""
    inputs = _pick_some(builder, TENSOR)
    if not inputs or depth >= _DEEPEST:
        raise NoOperandError
    block = Block(arg_types=[TENSOR] * len(inputs))
    with builder.nested(block, inputs, isolated=True):
        for name in builder.random.choices(PURE + VIEWS, k=3):
            builder.attempt(random_operator(builder, name))
        builder.add(ReturnOp(*_values_of(builder, [TENSOR])))
    _attempt_on_copy(builder, FusionGroupOp(inputs, [TENSOR], Region(block)))


# ---- calls


def _call(builder: Builder, depth: int) -> None:
    functions = builder.state.functions
    if not functions:
        raise NoOperandError
    name = builder.random.choice(list(functions))
    types = functions[name].function_type
    owner, _, method = name.rpartition(".")
    operands = _values_of(builder, types.inputs.data)
    if len(operands) < len(types.inputs):
        raise NoOperandError
    (result,) = types.outputs.data
    op: Any
    if owner:
        op = CallMethodOp(operands[0], method, operands[1:], result)
    else:
        callee = ConstantOp(SymbolRefAttr(name), FunctionType.get(name))
        op = CallFunctionOp(builder.constant(callee), operands, result)
    again = op.clone() if builder.chance(0.3) else None
    if _attempt_on_copy(builder, op) and again is not None:
        _attempt_on_copy(builder, again)


# ---- the world outside


def _print(builder: Builder, depth: int) -> None:
    values = [builder.pick(_is_printable) for _ in range(builder.random.randint(1, 2))]
    for _ in range(builder.random.choice((1, 1, 1, 2))):
        builder.add(PrintOp([value for value in values if value is not None]))


def _is_printable(value: SSAValue) -> bool:
    return not isinstance(value.type, ClassType | FunctionType)


def _raise_if(builder: Builder, depth: int) -> None:
    """Add `if condition: raise`, with a condition that is usually false."""
    condition = _condition(builder)
    if builder.state.values[condition] and not builder.chance(0.1):
        return
    then, otherwise = Block(), Block()
    outer, builder.block = builder.block, then
    message = ConstantOp.from_str(f"raised {builder.random.randrange(3)}")
    builder.add(message)
    raising = builder.add(RaiseExceptionOp(message))
    builder.add(IfYieldOp())
    builder.block = otherwise
    builder.add(IfYieldOp())
    builder.block = outer
    builder.add(IfOp(condition, [], Region(then), Region(otherwise)))
    if builder.state.values[condition] and depth == 0:
        builder.raise_at(raising)


def _fail(builder: Builder, depth: int) -> None:
    """End the program by operations that fail; their results are returned, so they are not dead."""
    if depth or not builder.chance(0.5):
        return
    for name in builder.random.choices(FAILING * 4 + NUMBERS + VIEWS, k=20):
        try:
            op = random_operator(builder, name)
            builder.state.execute(op)
        except NoOperandError:
            continue
        except _FAILURES:
            builder.add(op)
            builder.raise_at(op)
            builder.required += op.results
            if len(builder.required) > 1:
                return
        else:
            builder.discard(op)
            if builder.raised:
                return


_TABLE: tuple[tuple[int, Callable[[Builder, int], None]], ...] = (
    (46, _operator), (6, _duplicate), (3, _constant_list), (2, _constant_tensor), (4, _list),
    (2, _dict), (3, _tuple), (4, _unpack), (1, _chunk), (4, _get_attribute), (3, set_attribute),
    (6, _branch), (4, _loop), (1, _group), (4, _call), (2, _print), (1, _raise_if), (3, _fail),
    (9, read_write_read), (7, write_one_of_two), (2, _accumulate), (4, write_fresh_container),
)  # fmt: skip
_STEPS = [step for _, step in _TABLE]
_WEIGHTS = [weight for weight, _ in _TABLE]
