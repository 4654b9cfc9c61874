"""`lists-as-tuples`: a loop that carries a list of constant length carries a tuple.

    %w = prim.ListConstruct(%a, %b) : (f64, f64) -> !ts.list<f64>
    %r = prim.Loop %n, %true, iter(%w) : (!ts.list<f64>) -> (!ts.list<f64>) {
    ^bb0(%i: i64, %v: !ts.list<f64>):
      %c = aten.__getitem__.t(%v, %one) : (!ts.list<f64>, i64) -> f64
      %u = prim.ListConstruct(%c, %c) : (f64, f64) -> !ts.list<f64>
      prim.Loop.condition %true, iter(%u) : (!ts.list<f64>)
    }
    %x = aten.__getitem__.t(%r, %zero) : (!ts.list<f64>, i64) -> f64

becomes

    %w = prim.TupleConstruct(%a, %b) : (f64, f64) -> !ts.tuple<f64, f64>
    %r = prim.Loop %n, %true, iter(%w) : (!ts.tuple<f64, f64>) -> (!ts.tuple<f64, f64>) {
    ^bb0(%i: i64, %v: !ts.tuple<f64, f64>):
      %c = prim.TupleIndex(%v, %one) : (!ts.tuple<f64, f64>, i64) -> f64
      %u = prim.TupleConstruct(%c, %c) : (f64, f64) -> !ts.tuple<f64, f64>
      prim.Loop.condition %true, iter(%u) : (!ts.tuple<f64, f64>)
    }
    %x = prim.TupleIndex(%r, %zero) : (!ts.tuple<f64, f64>, i64) -> f64

of which kernels take the elements. The lists before the loop and at the end of an iteration have to
be constructed, of equal length. They may only be unpacked, counted, and read at constant positions,
so nobody can tell them from tuples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    ListConstructOp,
    ListUnpackOp,
    LoopOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleUnpackOp,
)
from xdsl_torchscript.dialects.types import ListType, TupleType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.retype import retype

_Operand = tuple[Operation, int]
"""An operation and the number of one of its operands."""


def lists_as_tuples(function: FuncOp) -> None:
    """Let loops carry tuples in place of lists of constant length."""
    for loop in [op for op in function.body.walk() if isinstance(op, LoopOp)]:
        for index, argument in enumerate(tuple(loop.carried_args)):
            if not isinstance(argument.type, ListType):
                continue
            length, reason = _length(loop, index), _obstacle(loop, index)
            if not length or reason is not None:
                refuse(loop, reason or "a list that it carries has no constant length")
                continue
            _carry_tuple(loop, index, TupleType.get([argument.type.element] * length))


def _carrying(loop: LoopOp, index: int) -> tuple[_Operand, _Operand]:
    """Return the operands by which a value enters a loop and the next iteration."""
    end, behind = loop.body_condition, index - len(loop.carried)
    return (loop, len(loop.operands) + behind), (end, len(end.operands) + behind)


def _carried(loop: LoopOp, index: int) -> Iterator[SSAValue]:
    """Yield all values of a carried variable."""
    yield from (op.operands[position] for op, position in _carrying(loop, index))
    yield from (loop.carried_args[index], loop.results[index])


def _length(loop: LoopOp, index: int) -> int | None:
    """Return the length that a carried list always has, None if it is not known."""
    lengths = {_constructed_length(op.operands[n]) for op, n in _carrying(loop, index)}
    return lengths.pop() if len(lengths) == 1 else None


def _constructed_length(value: SSAValue) -> int | None:
    owner = owner_of(value)
    if isinstance(owner, ListConstructOp):
        return len(owner.elements)
    literal = owner.value if isinstance(owner, ConstantOp) else None
    return len(literal) if isa(literal, ArrayAttr[Attribute]) else None


def _obstacle(loop: LoopOp, index: int) -> str | None:
    """Return why a carried list must stay a list, None if it need not."""
    length, carrying = _length(loop, index) or 0, _carrying(loop, index)
    uses = (use for value in _carried(loop, index) for use in value.uses)
    others = (use for use in uses if (use.operation, use.index) not in carrying)
    other = next((use for use in others if not _reads(use, length)), None)
    return other and f"'{other.operation.name}' takes a list that it carries"


def _reads(use: Use, length: int) -> bool:
    """Return whether an operation reads a list of this length as it would read a tuple."""
    op: Operation = use.operation
    if isinstance(op, ListUnpackOp):
        return len(op.elements) == length
    if op.name == "aten.__getitem__.t":
        position = STATED.known_constant(op.operands[1])
        return isinstance(position, int) and -length <= position < length
    return op.name == "aten.len.t"


def _carry_tuple(loop: LoopOp, index: int, type: TupleType) -> None:
    for op, position in _carrying(loop, index):
        made = _tuple_of(op.operands[position], type)
        old, op.operands[position] = op.operands[position].owner, made
        if isinstance(old, ListConstructOp) and old.result.first_use is None:
            Rewriter.erase_op(old)
    for value in (loop.carried_args[index], loop.results[index]):
        readers = [use.operation for use in value.uses]
        carried = retype(value, type)
        for op in readers:
            _read_tuple(op, carried, type)


def _tuple_of(list_: SSAValue, type: TupleType) -> SSAValue:
    """Construct the tuple with the elements of a constructed list behind it."""
    owner = owner_of(list_)
    assert isinstance(owner, ListConstructOp | ConstantOp)
    is_constant = isinstance(owner, ConstantOp)
    made = ConstantOp(owner.value, type) if is_constant else TupleConstructOp(owner.elements, type)
    Rewriter.insert_op(propagate_location(owner, [made]), InsertPoint.after(owner))
    return made.result


def _read_tuple(op: Operation, value: SSAValue, type: TupleType) -> None:
    """Replace an operation that reads a list by one that reads a tuple."""
    new: ConstantOp | TupleUnpackOp | TupleIndexOp
    if isinstance(op, ListUnpackOp):
        new = TupleUnpackOp(value, op.result_types)
    elif op.name == "aten.len.t":
        new = ConstantOp.of(len(type.elements))
    else:
        new = TupleIndexOp(value, op.operands[1], op.results[0].type)
    propagate_location(op, [new])
    Rewriter.replace_op(op, new)


@dataclass(frozen=True)
class ListsAsTuplesPass(TsPass):
    """Let loops carry tuples in place of lists of constant length."""

    name = "lists-as-tuples"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            lists_as_tuples(function)
