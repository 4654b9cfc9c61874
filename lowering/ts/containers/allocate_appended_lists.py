"""`allocate-appended-lists`: a list of numbers that a loop appends to has all elements from the
start.

    %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
    prim.Loop %ten, %true : () -> () {
    ^bb0(%i: i64):
      %w = aten.append.t(%l, %b) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.Loop.condition %true
    }

becomes

    %s = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
    %z = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
    %t = aten.mul.left_t(%z, %ten) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %l = aten.add.t(%s, %t) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
    prim.Loop %ten, %true : () -> () {
    ^bb0(%i: i64):
      %p = aten.add.int(%i, %one) : (i64, i64) -> i64
      %w = aten._set_item.t(%l, %p, %b) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
      prim.Loop.condition %true
    }

so that it keeps one length, for kernels (`lists-as-tensors`). Each iteration appends one number,
and the trip count is known, or a size; then the list is made before the loop. In the loop, it is
only counted, read and written. There, an index counts from the end that the list has at that time.
One that is out of range becomes the length of the whole list, which fails as well. Before the loop,
it has no uses.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ListConstructOp, LoopOp
from xdsl_torchscript.dialects.size_expression import least
from xdsl_torchscript.dialects.types import ListType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.containers.number_lists import LENGTH, READ, WRITE
from xdsl_torchscript.lowering.ts.control_flow.loop_copies import counts_only
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_APPEND = "aten.append.t"
_ZEROS: dict[Attribute, int | float] = {i64: 0, f64: 0.0, i1: False}
_LONGEST = 1 << 16
"""The elements of a list at most, which are allocated before the loop."""


@dataclass(frozen=True)
class _Appending:
    """A list of numbers that a loop appends to, and the operations in the loop that use it."""

    maker: ListConstructOp
    append: Operation
    loop: LoopOp
    count: int | SSAValue
    """The number of iterations, or the value that is this size."""
    inside: list[Operation]
    """The other operations of the loop that take the list."""

    def length(self, emit: OpBuilder) -> int | SSAValue:
        """Return the length of the list at the end of the loop; emit it if it is computed."""
        first = len(self.maker.elements)
        if isinstance(self.count, int):
            return first + self.count
        return emit.aten.add(self.count, first) if first else self.count

    def length_at(self, emit: OpBuilder, op: Operation) -> SSAValue:
        """Emit the length of the list where an operation of the loop runs."""
        around = self.loop.body.find_ancestor_op_in_block(op)
        assert around is not None
        appended = len(self.maker.elements) + self.append.is_before_in_block(around)
        return emit.aten.add(self.loop.trip, appended) if appended else self.loop.trip


def _appending(append: Operation, facts: Facts) -> _Appending:
    """Return the list that an operator appends to. Raises NotConstantError if its length is not
    known."""
    maker, loop = append.operands[0].owner, append.parent_op()
    if not isinstance(maker, ListConstructOp) or append.results[0].first_use is not None:
        raise NotConstantError("the list has another name")
    if not isinstance(loop, LoopOp) or loop.parent is not maker.parent:
        raise NotConstantError("no loop in the block of the list appends in each iteration")
    size = facts.dim_of(loop.max_trip_count)
    count = loop.max_trip_count if isinstance(size, str) else facts.int_of(loop.max_trip_count)
    if (least(size) or 0) < 1 or not counts_only(loop, facts):
        raise NotConstantError("the loop may end early")
    if isinstance(count, int) and len(maker.elements) + count > _LONGEST:
        raise NotConstantError(f"the list gets more than {_LONGEST} elements")
    inside: list[Operation] = []
    for use in maker.result.uses:
        op: Operation = use.operation
        if loop.is_ancestor(op) and op is not append:
            inside.append(op)
        elif op is not append and not _is_after(loop, op):
            raise NotConstantError(f"'{op.name}' takes the list before the loop, or outside")
    other = next((op for op in inside if op.name not in (READ, WRITE, LENGTH)), None)
    if other is not None:
        raise NotConstantError(f"'{other.name}' takes the list in the loop")
    if any(op.name == WRITE and op.results[0].first_use is not None for op in inside):
        raise NotConstantError("the list has another name")
    return _Appending(maker, append, loop, count, inside)


def _is_after(loop: LoopOp, op: Operation) -> bool:
    """Return whether an operation stands behind a loop in its block, or in such an operation."""
    assert loop.parent is not None
    around = loop.parent.find_ancestor_op_in_block(op)
    return around is not None and loop.is_before_in_block(around)


def _allocate(appending: _Appending, facts: Facts) -> None:
    """Let a list have all of its elements before the loop, which writes them."""
    maker, append = appending.maker, appending.append
    assert isinstance(maker.result.type, ListType)
    element = maker.result.type.element
    for op in appending.inside:
        _use_length(op, appending, facts)
    emit = OpBuilder.before(append)
    place = appending.length_at(emit, append)
    written = emit.op("aten::_set_item", maker.result, place, append.operands[1])
    Rewriter.replace_op(append, [], written.results)
    is_known = isinstance(appending.count, int)
    before = OpBuilder.before(maker if is_known else appending.loop, maker)
    zero = before(ListConstructOp([before.constant(_ZEROS[element])], element)).result
    whole = before.aten.mul(zero, appending.count)
    if maker.elements:
        start = before(ListConstructOp(maker.elements, element)).result
        whole = before.aten.add(start, whole)
    whole.name_hint = maker.result.name_hint
    Rewriter.replace_op(maker, [], [whole])


def _use_length(op: Operation, appending: _Appending, facts: Facts) -> None:
    """Let an operation of the loop use the length that the list has there."""
    emit = OpBuilder.before(op)
    length = appending.length_at(emit, op)
    if op.name == LENGTH:
        Rewriter.replace_op(op, [], [length])
        return
    index, least = op.operands[1], len(appending.maker.elements)
    known = facts.known_constant(index)
    if isinstance(known, int) and -least <= known < least:
        op.operands[1] = emit.aten.add(length, known) if known < 0 else index
        return
    aten = emit.aten
    place = aten.add(index, aten.mul(length, aten.Int(aten.lt(index, 0))))
    is_inside = aten.Int(aten.__and__(aten.ge(place, 0), aten.lt(place, length)))
    outside = aten.mul(aten.sub(1, is_inside), appending.length(emit))
    op.operands[1] = aten.add(aten.mul(place, is_inside), outside)


@dataclass(frozen=True)
class AllocateAppendedListsPass(TsPass):
    """Let lists of numbers have the elements that a loop appends from the start."""

    name = "allocate-appended-lists"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            appends = [op for op in operations_of(function, Operation) if _appends_number(op)]
            for append in appends:
                facts = analyses.get(TypeFacts, function)
                try:
                    _allocate(_appending(append, facts), facts)
                except NotConstantError as error:
                    refuse(append, str(error))
                else:
                    analyses.invalidate(function)


def _appends_number(op: Operation) -> bool:
    type = op.operands[0].type if op.name == _APPEND else None
    return isinstance(type, ListType) and type.element in _ZEROS
