"""`stack-appended-lists`: a loop writes each step into the stacked tensor, without a list.

    %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %r = prim.Loop %ten, %true, iter(%x) : (!ts.tensor<[4],f32,...>) -> (!ts.tensor<[4],f32,...>) {
    ^bb0(%i: i64, %y: !ts.tensor<[4],f32,...>):
      %z = aten.tanh(%y) : (!ts.tensor<[4],f32,...>) -> !ts.tensor<[4],f32,...>
      %w = aten.append.t(%l, %z) : (...) -> !ts.list<!ts.tensor>
      prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32,...>)
    }
    %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor

becomes

    %b = aten.empty.memory_format(%sizes, ...) : (...) -> !ts.tensor<[10,4],f32,...>
    %r, %s = prim.Loop %ten, %true, iter(%x, %b) : (...) -> (...) {
    ^bb0(%i: i64, %y: !ts.tensor<[4],f32,...>, %c: !ts.tensor<[10,4],f32,...>):
      %z = aten.tanh(%y) : (!ts.tensor<[4],f32,...>) -> !ts.tensor<[4],f32,...>
      %d = aten.select_scatter(%c, %z, %zero, %i) : (...) -> !ts.tensor<[10,4],f32,...>
      prim.Loop.condition %true, iter(%z, %d) : (...)
    }

and a `cat` becomes a `stack` whose two axes are flattened. The list grows by one tensor per
iteration, and only this operator reads it. Tensors that it begins with have the type of the others
and are written before the loop. The trip count and the element type are known; sizes may be
symbolic if a tensor before the loop has them. Nothing writes the tensors, so each is copied as it
is when the loop ends. The operation that reads the list runs once, so that its result is one
tensor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.prim import ListConstructOp, LoopOp
from xdsl_torchscript.dialects.size_expression import add, least
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import CallArgument, OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_around
from xdsl_torchscript.lowering.ts.control_flow.loop_copies import counts_only
from xdsl_torchscript.lowering.ts.control_flow.region_results import with_carried_value
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_APPENDS = ("aten.append.t", "aten.add_.t")
_JOINS = ("aten.stack", "aten.cat")


@dataclass(frozen=True)
class _Filling:
    """The operators that append a tensor per iteration to a list, and that read the list."""

    maker: ListConstructOp
    append: Operation
    join: Operation
    shape: tuple[Dim, ...]
    """The sizes of the tensor of all elements."""
    axis: int
    """Its axis that counts the iterations."""
    dtype: Attribute
    device: str

    @property
    def loop(self) -> LoopOp:
        """The loop that appends, also if the rewrite of another list has replaced it."""
        loop = self.append.parent_op()
        assert isinstance(loop, LoopOp)
        return loop

    @property
    def element(self) -> SSAValue:
        """The tensor that is appended, also if the rewrite of another list has replaced it."""
        return _appended(self.append)

    @property
    def type(self) -> TensorType:
        """The type of the tensor of all elements."""
        return TensorType.get(self.shape, self.dtype, device=self.device)


def _users(maker: ListConstructOp) -> tuple[Operation, Operation]:
    """Return the operators that append to a list and read it. Raises NotConstantError."""
    users = {use.operation.name: use.operation for use in maker.result.uses if use.index == 0}
    append = next((users[name] for name in _APPENDS if name in users), None)
    join = next((users[name] for name in _JOINS if name in users), None)
    if append is None or join is None or len([*maker.result.uses]) != 2:
        raise NotConstantError("its uses are not one write and one stack or cat")
    if append.results[0].first_use is not None:
        raise NotConstantError("the list that the write returns is used")
    return append, join


def _appended(append: Operation) -> SSAValue:
    """Return the one tensor that an operator appends. Raises NotConstantError."""
    if append.name == "aten.append.t":
        return append.operands[1]
    part = owner_of(append.operands[1])
    if not isinstance(part, ListConstructOp) or len(part.elements) != 1:
        raise NotConstantError("it may not grow by one element at a time")
    if not part.result.has_one_use():
        raise NotConstantError("the list of new elements has other uses")
    return part.elements[0]


def _filling_loop(
    maker: ListConstructOp, append: Operation, join: Operation, facts: Facts
) -> LoopOp:
    """Return the loop between a list and its use, which appends in each iteration. Raises
    NotConstantError."""
    loop, block = append.parent_op(), maker.parent
    if not isinstance(loop, LoopOp) or block is None or loop.parent is not block:
        raise NotConstantError("no loop in its block appends in each iteration")
    place = block.find_ancestor_op_in_block(join)
    if place is None or not loop.is_before_in_block(place):
        raise NotConstantError("it is read before the end of the loop")
    if any(isinstance(op, LoopOp) and place.is_ancestor(op) for op in operations_around(join)):
        raise NotConstantError("another loop makes several tensors of it")
    if not counts_only(loop, facts):
        raise NotConstantError("the loop may end early")
    if (least(facts.dim_of(loop.max_trip_count)) or 0) < 1:
        raise NotConstantError("the loop may have no iterations")
    return loop


def _values_before(op: Operation) -> Iterator[SSAValue]:
    """Yield the values that are defined before an operation in its block and those around it."""
    for around in (op, *operations_around(op)):
        block = around.parent
        if block is None:
            return
        yield from block.args
        for earlier in block.ops:
            if earlier is around:
                break
            yield from earlier.results


def _place_of(size: str, loop: LoopOp) -> tuple[SSAValue, int]:
    """Return a tensor before a loop, and its axis of a symbolic size. Raises NotConstantError."""
    for value in _values_before(loop):
        shape = value.type.shape if isinstance(value.type, TensorType) else None
        if shape is not None and size in shape:
            return value, shape.index(size)
    raise NotConstantError("no tensor before the loop has the sizes of the elements")


def _filling(maker: ListConstructOp, facts: TypeFacts) -> _Filling:
    """Return how a list is filled and read. Raises NotConstantError for other uses of a list."""
    append, join = _users(maker)
    loop, element = _filling_loop(maker, append, join, facts), _appended(append)
    if any(map(facts.aliases.has_writers, (element, *maker.elements))):
        raise NotConstantError("an element may be written")
    type, dim = facts.tensor_type_of(element), facts.int_of(join.operands[1])
    if type.shape is None or None in type.shape:
        raise NotConstantError("the sizes of the elements are not known")
    for size in [size for size in type.shape if isinstance(size, str)]:
        _place_of(size, loop)
    if type.dtype is None or type.device is None:
        raise NotConstantError("the element type or the device of the elements is not known")
    axes = len(type.shape) + (join.name == "aten.stack")
    if not -axes <= dim < axes:
        raise NotConstantError("the axis is out of range")
    if any(not _is_like(type, facts.type_of(first)) for first in maker.elements):
        raise NotConstantError("it begins with tensors of other types")
    count = add(facts.dim_of(loop.max_trip_count), len(maker.elements))
    axis = dim % axes
    return _Filling(
        maker=maker,
        append=append,
        join=join,
        shape=(*type.shape[:axis], count, *type.shape[axis:]),
        axis=axis,
        dtype=type.dtype,
        device=type.device,
    )


def _is_like(type: TensorType, other: Attribute) -> bool:
    """Return whether tensors of two types have the same sizes and element types."""
    if not isinstance(other, TensorType):
        return False
    return (type.shape, type.dtype, type.device) == (other.shape, other.dtype, other.device)


def _emit_sizes(filling: _Filling, before: OpBuilder) -> list[CallArgument]:
    """Emit the sizes of the tensor of all elements."""
    sizes, begun = list[CallArgument](), len(filling.maker.elements)
    for axis, size in enumerate(filling.shape):
        if isinstance(size, int):
            sizes.append(size)
        elif axis == filling.axis:
            trips = filling.loop.max_trip_count
            sizes.append(before.aten.add(trips, begun) if begun else trips)
        else:
            sizes.append(before.aten.size(*_place_of(str(size), filling.loop)))
    return sizes


def _carry(first: SSAValue, filling: _Filling) -> SSAValue:
    """Let the loop also carry the tensor of all elements; return the last one."""
    loop = filling.loop

    def following(inside: SSAValue) -> SSAValue:
        emit, begun = OpBuilder.before(filling.append), len(filling.maker.elements)
        place = emit.aten.add(loop.trip, begun) if begun else loop.trip
        whole = emit.aten.select_scatter(inside, filling.element, filling.axis, place)
        return retype(whole, filling.type)

    return with_carried_value(loop, first, following).results[-1]


def _stack(filling: _Filling) -> None:
    """Let the loop that fills a list fill the tensor that is made of it."""
    join, axis = filling.join, filling.axis
    before = OpBuilder.before(filling.loop)
    code = BY_TYPE[filling.dtype].code
    empty = before.aten.empty(_emit_sizes(filling, before), dtype=code, device=filling.device)
    first = retype(empty, filling.type)
    for place, element in enumerate(filling.maker.elements):
        scattered = before.aten.select_scatter(first, element, axis, place)
        first = retype(scattered, filling.type)
    whole = _carry(first, filling)
    if join.name == "aten.cat":
        whole = OpBuilder.before(join).aten.flatten(whole, axis, axis + 1)
    whole.name_hint = join.results[0].name_hint
    replace_uses(join.results[0], whole)
    for op in (join, filling.append, filling.maker):
        Rewriter.erase_op(op)


@dataclass(frozen=True)
class StackAppendedListsPass(TsPass):
    """Let loops write the tensors that they append to a list into the stack or cat of it."""

    name = "stack-appended-lists"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            makers = [
                op
                for op in function.body.walk()
                if isinstance(op, ListConstructOp)
                and isinstance(op.result.type.element, TensorType)
            ]
            fillings: list[_Filling] = []
            for maker in makers:
                try:
                    fillings.append(_filling(maker, analyses.get(TypeFacts, function)))
                except NotConstantError as error:
                    refuse(maker, str(error))
            for filling in fillings:
                _stack(filling)
