"""Constants, tuples and lists, `prim.If` and `prim.Loop`, write-backs of arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import scf
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IndexType, IntegerAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects import te
from xdsl_torchscript.dialects.number_text import has_equal_elements
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    ListConstructOp,
    ListUnpackOp,
    LoopOp,
    SizeValueOp,
    ToListOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleUnpackOp,
    UncheckedCastOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import ListType, NamedTupleType, TensorType, TupleType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.result_types import element_types_of
from xdsl_torchscript.lowering.analysis.shapes import index_of
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.write_backs import is_write_back
from xdsl_torchscript.lowering.ts.containers.number_lists import is_return
from xdsl_torchscript.lowering.ts.containers.tuples import maker_of
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    Refusal,
    TeConversion,
    TeRule,
    TeValue,
    lower_type,
    shape_and_dtype,
)

_INDEX = IndexType()


# Constants


def _splat(value: Attribute) -> float | int | None:
    """Return the number that a tensor constant is filled with."""
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return None
    literal = cast("DenseIntOrFPElementsAttr", value)
    if not has_equal_elements(literal):
        return None
    first = next(iter(literal.get_attrs()))
    if isa(first, FloatAttr) or isa(first, IntegerAttr):
        return first.value.data
    return None


def _check_constant(op: Operation) -> None:
    if not isinstance(op, ConstantOp) or not isinstance(op.type, TensorType):
        return
    shape_and_dtype(op.type)
    if op.value is None or _splat(op.value) is None:
        raise Refusal("contains a tensor of different numbers")


def _convert_constant(to: TeConversion, op: Operation) -> TeValue:
    """Fill a tensor; other constants are created where they are used."""
    if not isinstance(op, ConstantOp) or op.value is None or not isinstance(op.type, TensorType):
        return None
    number = _splat(op.value)
    assert number is not None
    return _fill(to, op.type, number)


def _fill(to: TeConversion, type: Attribute, number: float) -> SSAValue:
    """Return the number, or a tensor filled with it."""
    if not isinstance(type, TensorType):
        return to.code.constant(number, type)
    shape, dtype = shape_and_dtype(type)
    return to.compute(shape, dtype, lambda code, _: code.constant(number, dtype))


def _check_uninitialized(op: Operation) -> None:
    lower_type(op.results[0].type)


def _convert_uninitialized(to: TeConversion, op: Operation) -> SSAValue:
    """Convert to zero: no path of the program reads the value."""
    return _fill(to, op.results[0].type, 0)


# Tuples and lists


def _convert_construct(to: TeConversion, op: Operation) -> None:
    """Convert nothing: elements are looked up where the tuple or list is unpacked."""


def _check_list_of_numbers(op: Operation) -> None:
    """Check that a list of the numbers in a tensor of rank 1 is returned. Raises `Refusal`."""
    shape, dtype = shape_and_dtype(op.operands[0].type)
    type = op.results[0].type
    if len(shape) != 1 or not isinstance(type, ListType) or type.element != dtype:
        raise Refusal("makes a list of other numbers than the tensor holds, or of lists")
    if not all(is_return(use.operation) for use in op.results[0].uses):
        raise Refusal("makes a list that is used in the function")


def _check_unchecked_cast(op: Operation) -> None:
    """Check that a cast keeps the type of a tensor or a number, and states nothing more about the
    elements of a tuple. Raises `Refusal`."""
    before, after = op.operands[0].type, op.results[0].type
    if isinstance(before, TupleType | NamedTupleType):
        is_kept = is_subtype_of(before, after)
    else:
        is_kept = lower_type(before) == lower_type(after)
    if not is_kept:
        raise Refusal(f"changes {before} to {after}")


def _convert_to_operand(to: TeConversion, op: Operation) -> TeValue:
    return to.aggregate(op.operands[0])


def _elements(to: TeConversion, aggregate: SSAValue) -> tuple[TeValue, ...]:
    elements = to.aggregate(aggregate)
    return elements if isinstance(elements, tuple) else ()


def _length(aggregate: SSAValue) -> int:
    """Return the length of a tuple or list that the program constructs. Raises `Refusal`."""
    source = maker_of(aggregate)
    if isinstance(source, ListConstructOp | TupleConstructOp):
        return len(source.operands)
    if source is not None and source.name == "aten.size":
        return len(shape_and_dtype(source.operands[0].type)[0])
    types = None if source is None else element_types_of(source, STATED)
    if types is not None:
        return len(types)
    raise Refusal("unpacks a value that is not constructed in this program")


def _check_unpack(op: Operation) -> None:
    length = _length(op.operands[0])
    if length != len(op.results):
        raise Refusal(f"unpacks {length} elements into {len(op.results)} values")


def _convert_unpack(to: TeConversion, op: Operation) -> list[TeValue]:
    return list(_elements(to, op.operands[0]))


def _check_index(op: Operation) -> None:
    index_of(_length(op.operands[0]), STATED.int_of(op.operands[1]))


def _convert_index(to: TeConversion, op: Operation) -> TeValue:
    return _elements(to, op.operands[0])[STATED.int_of(op.operands[1])]


# Control flow


def _check_if(op: IfOp) -> None:
    """Check that both branches yield tensors and numbers of the types of `op`. Raises `Refusal`."""
    for yielded in (op.then_yield, op.else_yield):
        _check_flow("yields", yielded.arguments, op.results)


def _check_loop(op: LoopOp) -> None:
    """Check that iterations carry tensors and numbers of unchanged types. Raises `Refusal`."""
    _check_flow("starts with", op.carried, op.results)
    _check_flow("is given", op.carried_args, op.results)
    _check_flow("carries on", op.body_condition.carried, op.results)


def _check_flow(verb: str, values: Sequence[SSAValue], results: Sequence[SSAValue]) -> None:
    for value, result in zip(values, results, strict=True):
        found, expected = lower_type(value.type), lower_type(result.type)
        if found != expected or _sizes(value) != _sizes(result):
            raise Refusal(f"{verb} {value.type} where {result.type} is expected")


def _sizes(value: SSAValue) -> object:
    return value.type.shape if isinstance(value.type, TensorType) else None


def _convert_if(to: TeConversion, op: IfOp) -> list[SSAValue]:
    """`prim.If` -> `scf.if`."""
    condition = to.value(op.condition)
    regions: list[Region] = []
    for old, yielded in ((op.then_block, op.then_yield), (op.else_block, op.else_yield)):
        block = Block()
        inside = to.at(op, InsertPoint.at_end(block))
        inside.convert_block(old, block)
        inside.emit(scf.YieldOp(*inside.operands(yielded.arguments)))
        regions.append(Region(block))
    types = [lower_type(result.type) for result in op.results]
    return list(to.emit(scf.IfOp(condition, types, regions[0], regions[1])).results)


def _convert_loop(to: TeConversion, op: LoopOp) -> list[SSAValue]:
    """Convert `prim.Loop` to `scf.for` if only the trip count ends it, else to `scf.while`."""
    conditions = (op.initial_condition, op.body_condition.condition)
    always = all(STATED.known_constant(condition) is True for condition in conditions)
    return list((_for if always else _while)(to, op))


def _for(to: TeConversion, op: LoopOp) -> Sequence[SSAValue]:
    code, count = to.code, _trip_count(to, op)
    start, step = code.constant(0, _INDEX), code.constant(1, _INDEX)

    def body(emit: Emitter, counter: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        inside = to.at(op, emit.point)
        return _iteration(inside, op, inside.code.cast(counter, i64), carried)

    return to.emit.loop(start, count, step, body, to.operands(op.carried)).results


def _trip_count(to: TeConversion, op: LoopOp) -> SSAValue:
    """Return the number of iterations, 0 for a negative one: later passes multiply trip counts."""
    known = STATED.known_constant(op.max_trip_count)
    if isinstance(known, int):
        return to.code.constant(max(known, 0), _INDEX)
    return to.code.cast(to.code.maximum(to.value(op.max_trip_count), 0), _INDEX)


def _iteration(
    inside: TeConversion, op: LoopOp, number: SSAValue, carried: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Convert one iteration of the body, and return its carried values."""
    inside.bind(op.trip, number)
    for old, new in zip(op.carried_args, carried, strict=True):
        inside.bind(old, new)
    inside.convert_block(op.body, inside.emit.point.block)
    return inside.operands(op.body_condition.carried)


def _while(to: TeConversion, op: LoopOp) -> Sequence[SSAValue]:
    """Convert to a loop that also carries the number of iterations and the condition."""
    limit = to.value(op.max_trip_count)
    first = to.code.constant(0, i64)
    initial = [first, to.value(op.initial_condition), *to.operands(op.carried)]
    types = [value.type for value in initial]
    before, after = (Block(arg_types=types) for _ in range(2))
    for argument in (*before.args, *after.args):
        argument.location = to.emit.location
    head = to.at(op, InsertPoint.at_end(before)).code
    more = head.compare("lt", before.args[0], limit)
    head.emit(scf.ConditionOp(head.bit_and(before.args[1], more), *before.args))
    inside = to.at(op, InsertPoint.at_end(after))
    carried = _iteration(inside, op, after.args[0], after.args[2:])
    end = inside.code
    following = end.add(after.args[0], end.constant(1, i64))
    condition = inside.value(op.body_condition.condition)
    inside.emit(scf.YieldOp(following, condition, *carried))
    loop = to.emit(scf.WhileOp(initial, types, Region(before), Region(after)))
    return loop.results[2:]


# Arguments


def _check_write_back(op: Operation) -> None:
    if not is_write_back(op):
        raise Refusal("writes to memory")


def _convert_write_back(to: TeConversion, op: Operation) -> None:
    target, version = map(to.value, op.operands[:2])
    if version is not target:
        to.emit(te.AssignOp(version, target))


STRUCTURE: dict[str, TeRule] = {
    ConstantOp.name: TeRule(_convert_constant, _check_constant),
    UninitializedOp.name: TeRule(_convert_uninitialized, _check_uninitialized),
    TupleConstructOp.name: TeRule(_convert_construct),
    ListConstructOp.name: TeRule(_convert_construct),
    ToListOp.name: TeRule(_convert_construct, _check_list_of_numbers),
    UncheckedCastOp.name: TeRule(_convert_to_operand, _check_unchecked_cast),
    SizeValueOp.name: TeRule(_convert_to_operand),
    "aten.device": TeRule(_convert_construct),
    "prim.device": TeRule(_convert_construct),
    TupleUnpackOp.name: TeRule(_convert_unpack, _check_unpack),
    ListUnpackOp.name: TeRule(_convert_unpack, _check_unpack),
    TupleIndexOp.name: TeRule(_convert_index, _check_index),
    "aten.__getitem__.t": TeRule(_convert_index, _check_index),
    IfOp.name: TeRule(_convert_if, _check_if),
    LoopOp.name: TeRule(_convert_loop, _check_loop),
    "aten.copy_": TeRule(_convert_write_back, _check_write_back),
}
