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

and a `cat` becomes a `stack` whose two axes are flattened. The list starts empty, grows by one
tensor per iteration, and only this operator reads it. The trip count and the element type are
known. Nothing writes the tensors, so each is copied as it is when the loop ends. The operation that
reads the list runs once, so that its result is one tensor.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.prim import ListConstructOp, LoopOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
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
    """The operators that append a tensor per iteration to an empty list, and that read the list."""

    maker: ListConstructOp
    append: Operation
    join: Operation
    shape: tuple[int, ...]
    """The sizes of the tensor of all elements."""
    axis: int
    """Its axis that counts the iterations."""
    dtype: Attribute
    device: str

    @property
    def element(self) -> SSAValue:
        """The tensor that is appended, also if the rewrite of another list has replaced it."""
        return _appended(self.append)

    @property
    def type(self) -> TensorType:
        """The type of the tensor of all elements."""
        return TensorType.get(self.shape, self.dtype, device=self.device)


def _users(maker: ListConstructOp) -> tuple[Operation, Operation]:
    """Return the operators that append to an empty list and read it. Raises NotConstantError."""
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


def _iterations(maker: ListConstructOp, append: Operation, join: Operation, facts: Facts) -> int:
    """Return how often a loop between an empty list and its use appends. Raises
    NotConstantError."""
    loop, block = append.parent_op(), maker.parent
    if not isinstance(loop, LoopOp) or block is None or loop.parent is not block:
        raise NotConstantError("no loop in its block appends in each iteration")
    place = block.find_ancestor_op_in_block(join)
    if place is None or not loop.is_before_in_block(place):
        raise NotConstantError("it is read before the end of the loop")
    if any(isinstance(op, LoopOp) and place.is_ancestor(op) for op in operations_around(join)):
        raise NotConstantError("another loop makes several tensors of it")
    count = facts.int_of(loop.max_trip_count)
    if count < 1 or not counts_only(loop, facts):
        raise NotConstantError("the loop may end early")
    return count


def _filling(maker: ListConstructOp, facts: TypeFacts) -> _Filling:
    """Return how a list is filled and read. Raises NotConstantError for other uses of a list."""
    append, join = _users(maker)
    count, element = _iterations(maker, append, join, facts), _appended(append)
    if facts.aliases.has_writers(element):
        raise NotConstantError("an element may be written")
    type, dim = facts.tensor_type_of(element), facts.int_of(join.operands[1])
    sizes = [size for size in type.shape or () if isinstance(size, int)]
    if type.shape is None or len(sizes) < len(type.shape):
        raise NotConstantError("the sizes of the elements are not known")
    if type.dtype is None or type.device is None:
        raise NotConstantError("the element type or the device of the elements is not known")
    axes = len(sizes) + (join.name == "aten.stack")
    if not -axes <= dim < axes:
        raise NotConstantError("the axis is out of range")
    shape = (*sizes[: dim % axes], count, *sizes[dim % axes :])
    return _Filling(maker, append, join, shape, dim % axes, type.dtype, type.device)


def _carry(first: SSAValue, filling: _Filling) -> SSAValue:
    """Let the loop also carry the tensor of all elements; return the last one."""
    loop = filling.append.parent_op()
    assert isinstance(loop, LoopOp)

    def following(inside: SSAValue) -> SSAValue:
        emit = OpBuilder.before(filling.append)
        whole = emit.aten.select_scatter(inside, filling.element, filling.axis, loop.trip)
        return retype(whole, filling.type)

    return with_carried_value(loop, first, following).results[-1]


def _stack(filling: _Filling) -> None:
    """Let the loop that fills a list fill the tensor that is made of it."""
    join, axis = filling.join, filling.axis
    before = OpBuilder.before(filling.maker)
    code = BY_TYPE[filling.dtype].code
    first = before.aten.empty(filling.shape, dtype=code, device=filling.device)
    whole = _carry(retype(first, filling.type), filling)
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
                if isinstance(op, ListConstructOp) and not op.elements
            ]
            fillings: list[_Filling] = []
            for maker in makers:
                try:
                    fillings.append(_filling(maker, analyses.get(TypeFacts, function)))
                except NotConstantError as error:
                    refuse(maker, str(error))
            for filling in fillings:
                _stack(filling)
