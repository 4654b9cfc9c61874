"""`lower-all-tuples`: values, arguments and results of tuple types become their elements.

    func.func @f(%t: !ts.tuple<!ts.tensor, i64>) -> !ts.tuple<!ts.tensor> {
      %x, %n = prim.TupleUnpack(%t) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
      %y = aten.mul.Scalar(%x, %n) : (!ts.tensor, i64) -> !ts.tensor
      %r = prim.TupleConstruct(%y) : (!ts.tensor) -> !ts.tuple<!ts.tensor>
      func.return %r : !ts.tuple<!ts.tensor>
    }

becomes

    func.func @f(%x: !ts.tensor, %n: i64) -> !ts.tensor {
      %y = aten.mul.Scalar(%x, %n) : (!ts.tensor, i64) -> !ts.tensor
      func.return %y : !ts.tensor
    }

Branches yield and loops carry elements, too. The interface of a function changes, so its calls have
to be inlined first. A tuple that is printed, or taken out of a container, stays. Any other use of a
tuple, such as an element of a new list, is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, UnitAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    LoopConditionOp,
    LoopOp,
    TupleConstructOp,
    TupleUnpackOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.prim.data import AnyTuple
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.containers.lower_simple_tuples import (
    construct_behind,
    lower_simple_tuples,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions, values_of


def _elements_before(op: Operation, value: SSAValue) -> Sequence[SSAValue]:
    """Take a tuple apart in front of `op`, nested tuples too."""
    if not isinstance(value.type, AnyTuple):
        return [value]
    unpack = TupleUnpackOp(value)
    Rewriter.insert_op(propagate_location(op, [unpack]), InsertPoint.before(op))
    return [part for result in unpack.results for part in _elements_before(op, result)]


def flatten_argument(block: Block, argument: BlockArgument) -> int:
    """Replace a tuple among a block's arguments by its elements, and return their number."""
    type = argument.type
    if not isinstance(type, AnyTuple):
        return 1
    parts = [
        block.insert_arg(element, argument.index + 1 + number)
        for number, element in enumerate(type.elements)
    ]
    for part in parts:
        part.location = argument.location
    made = TupleConstructOp(parts, type)
    made.location = argument.location
    Rewriter.insert_op(made, InsertPoint.at_start(block))
    argument.replace_all_uses_with(made.result)
    block.erase_arg(argument)
    return sum(flatten_argument(block, part) for part in parts)


def _flatten_function(function: FuncOp) -> None:
    """Flatten the arguments and results of a function."""
    block = function.body.block
    counts = [flatten_argument(block, argument) for argument in tuple(block.args)]
    if function.arg_attrs is not None:
        pairs = zip(function.arg_attrs, counts, strict=True)
        attributes = [[a] if count == 1 else [DictionaryAttr({})] * count for a, count in pairs]
        function.arg_attrs = ArrayAttr([a for group in attributes for a in group])
    end = block.last_op
    assert isinstance(end, ReturnOp)
    values = [part for value in end.operands for part in _elements_before(end, value)]
    Rewriter.replace_op(end, propagate_location(end, [ReturnOp(*values)]), [])
    function.update_function_type()


def _flatten_branch(op: IfOp) -> None:
    """Let both branches construct the tuples that they yield, so that they move behind `op`."""
    for end in (op.then_yield, op.else_yield):
        for index, value in enumerate(end.operands):
            type = op.results[index].type
            if isinstance(type, AnyTuple) and isinstance(value.type, AnyTuple):
                unpack = TupleUnpackOp(value)
                made = TupleConstructOp(unpack.results, type)
                Rewriter.insert_op(propagate_location(end, [unpack, made]), InsertPoint.before(end))
                end.operands[index] = made.result
    construct_behind(op)


def _flatten_loop(loop: LoopOp) -> None:
    """Let a loop carry the tuple elements."""
    if not any(isinstance(argument.type, AnyTuple) for argument in loop.carried_args):
        return
    initial = [part for value in loop.carried for part in _elements_before(loop, value)]
    end = loop.body_condition
    carried = [part for value in end.carried for part in _elements_before(end, value)]
    Rewriter.replace_op(end, propagate_location(end, [LoopConditionOp(end.condition, carried)]), [])
    for argument in tuple(loop.carried_args):
        flatten_argument(loop.body, argument)
    types = [argument.type for argument in loop.carried_args]
    body = loop.detach_region(loop.body_region)
    new = LoopOp(loop.max_trip_count, loop.initial_condition, initial, types, body)
    Rewriter.insert_op(propagate_location(loop, [new]), InsertPoint.before(loop))
    parts = iter(new.results)
    for result in loop.results:
        result.replace_all_uses_with(_construct_before(loop, result.type, parts))
    Rewriter.erase_op(loop)


def _construct_before(op: Operation, type: Attribute, parts: Iterator[SSAValue]) -> SSAValue:
    """Construct a value of the type in front of `op`, of as many parts as it needs."""
    if not isinstance(type, AnyTuple):
        return next(parts)
    made = TupleConstructOp([_construct_before(op, each, parts) for each in type.elements], type)
    Rewriter.insert_op(propagate_location(op, [made]), InsertPoint.before(op))
    return made.result


def _flatten_leaf(op: ConstantOp | UninitializedOp) -> None:
    """Construct a tuple that is a constant, or that no path reads, of such elements."""
    type = op.result.type
    if not isinstance(type, AnyTuple):
        return
    parts: list[ConstantOp | UninitializedOp] = []
    if isinstance(op, UninitializedOp):
        parts += map(UninitializedOp, type.elements)
    elif isa(op.value, ArrayAttr[Attribute]):
        literals = (None if isinstance(v, UnitAttr) else v for v in op.value.data)
        parts += map(ConstantOp, literals, type.elements)
    else:
        return
    made = TupleConstructOp([part.result for part in parts], type)
    Rewriter.replace_op(op, propagate_location(op, [*parts, made]), [made.result])
    for part in parts:
        _flatten_leaf(part)


def lower_inner_tuples(function: FuncOp) -> None:
    """Let branches yield, and loops carry, the elements of tuples; unpack what is constructed."""
    for op in list(function.body.walk(region_first=True)):
        if isinstance(op, LoopOp):
            _flatten_loop(op)
        elif isinstance(op, IfOp):
            _flatten_branch(op)
        elif isinstance(op, ConstantOp | UninitializedOp):
            _flatten_leaf(op)
    lower_simple_tuples(function)
    for op in list(function.body.walk(reverse=True)):
        if isinstance(op, TupleConstructOp) and op.result.first_use is None:
            Rewriter.erase_op(op)


def lower_all_tuples(function: FuncOp) -> None:
    """Replace all tuples of a function by their elements. Raises FindingsError for
    a tuple that an operation needs as it is."""
    _flatten_function(function)
    lower_inner_tuples(function)
    for value in values_of(function):
        users = [use.operation for use in value.uses if use.operation.name not in _TAKES_TUPLES]
        if isinstance(value.type, AnyTuple) and (users or value.first_use is None):
            user = users[0] if users else function
            fail(user, f"takes a tuple that cannot be lowered, of type {value.type}")


_TAKES_TUPLES = ("aten.format", "prim.Print", "prim.TupleUnpack", "prim.TupleIndex")
"""Operations that take a tuple for its text, or take one of a container apart."""


@dataclass(frozen=True)
class LowerAllTuplesPass(TsPass):
    """Replace tuples by their elements, in the interfaces of functions too."""

    name = "lower-all-tuples"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            lower_all_tuples(function)
