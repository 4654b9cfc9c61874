"""Mutators of symbols: functions, classes, their attributes, arguments and results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import SymbolOpInterface

from xdsl_torchscript.dialects.modules import AttrOp, ClassOp, ObjectOp
from xdsl_torchscript.dialects.prim import CallFunctionOp, CallMethodOp
from xdsl_torchscript.dialects.types import ClassType, FunctionType
from xdsl_torchscript.tools.reduce.edits import Edit, functions, is_live, without
from xdsl_torchscript.tools.reduce.stand_ins import constant


def drop_symbols(module: ModuleOp) -> Sequence[Edit]:
    """Erase functions, classes, methods, objects and attributes, last ones first."""

    def drop(op: Operation) -> None:
        if not is_live(op):
            return
        if isinstance(op, AttrOp):
            _drop_slot(module, op)
        Rewriter.erase_op(op)

    symbols = [op for op in module.walk() if op.has_trait(SymbolOpInterface)]
    return [partial(drop, op) for op in reversed(symbols) if op is not module]


def _drop_slot(module: ModuleOp, attr: AttrOp) -> None:
    """Remove a slot from the objects of a class."""
    owner = attr.parent_op()
    for op in module.ops:
        if isinstance(op, ObjectOp) and isinstance(owner, ClassOp) and op.type == owner.type:
            kept = {k: v for k, v in op.slots.data.items() if k != attr.sym_name.data}
            op.slots = DictionaryAttr(kept)


def drop_returned(module: ModuleOp) -> Sequence[Edit]:
    """Drop returned values; a function that is called keeps at least one."""

    def drop(end: Operation, value: SSAValue) -> None:
        if is_live(end) and value in end.operands:
            end.operands = without(end.operands, list(end.operands).index(value))

    ends = [function.body.blocks[-1].last_op for function in functions(module)]
    return [partial(drop, end, value) for end in ends if end for value in end.operands]


def _argument_edits(
    module: ModuleOp, release: Callable[[FuncOp, BlockArgument], None]
) -> Sequence[Edit]:
    """Return edits that remove arguments of functions, after `release` has replaced their uses."""

    def edit(function: FuncOp, arg: BlockArgument) -> None:
        if not is_live(function) or arg not in function.args:
            return
        release(function, arg)
        if not arg.uses:
            number = arg.index
            for call, first in _calls(module, function):
                call.operands = without(call.operands, first + number)
            if function.arg_attrs is not None:
                rows = list(function.arg_attrs)
                function.arg_attrs = ArrayAttr([*rows[:number], *rows[number + 1 :]])
            arg.block.erase_arg(arg)

    found = [(function, arg) for function in functions(module) for arg in function.args]
    return [partial(edit, function, arg) for function, arg in reversed(found)]


def drop_unused_arguments(module: ModuleOp) -> Sequence[Edit]:
    """Drop unused arguments, at the call sites too."""
    return _argument_edits(module, lambda function, arg: None)


def merge_arguments(module: ModuleOp) -> Sequence[Edit]:
    """Replace arguments with the first one of the same type."""

    def release(function: FuncOp, arg: BlockArgument) -> None:
        first = next(other for other in function.args if other.type == arg.type)
        if first is not arg:
            arg.replace_all_uses_with(first)

    return _argument_edits(module, release)


def inline_ones(module: ModuleOp) -> Sequence[Edit]:
    """Replace arguments with constants: 1, true, None, a tensor of ones."""
    return _argument_edits(module, partial(_inline_constant, 1))


def inline_zeros(module: ModuleOp) -> Sequence[Edit]:
    """Replace arguments with constants: 0, false, None, a tensor of zeros."""
    return _argument_edits(module, partial(_inline_constant, 0))


def _inline_constant(number: int, function: FuncOp, arg: BlockArgument) -> None:
    made = constant(arg.type, number)
    if made is not None:
        Rewriter.insert_op(made, InsertPoint.at_start(function.body.blocks[0]))
        made.results[0].name_hint = arg.name_hint
        arg.replace_all_uses_with(made.results[0])


def _calls(module: ModuleOp, function: FuncOp) -> Iterator[tuple[Operation, int]]:
    """Yield the calls of a function, each with the index of its first argument."""
    name, owner = function.sym_name.data, function.parent_op()
    for op in module.walk():
        match op:
            case CallFunctionOp() if owner is module:
                callee = op.callee.type
                if isinstance(callee, FunctionType) and callee.symbol.data == name:
                    yield op, 1
            case CallMethodOp() if isinstance(owner, ClassOp) and op.method.data == name:
                if isinstance(op.object.type, ClassType) and op.object.type == owner.type:
                    yield op, 0
            case _:
                pass
