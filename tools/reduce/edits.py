"""The vocabulary of mutators: edits of a module, and the rewrites that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator, SymbolOpInterface

from xdsl_torchscript.tools.opt.instruments import PrintStyle

Edit: TypeAlias = Callable[[], None]
"""A change of the module that the mutator got. It does nothing if an earlier edit of the same chunk
has removed its target."""

Mutator: TypeAlias = Callable[[ModuleOp], Sequence[Edit]]
"""A function from a module to its edits of one kind, in an order determined by the module."""


def computing_ops(module: ModuleOp) -> Iterator[Operation]:
    """Yield the operations inside functions, without symbols and terminators."""
    for op in module.walk():
        is_symbol = op.has_trait(SymbolOpInterface, value_if_unregistered=False)
        is_end = op.has_trait(IsTerminator, value_if_unregistered=False)
        if op is not module and not is_symbol and not is_end:
            yield op


def functions(module: ModuleOp) -> Iterator[FuncOp]:
    """Yield the functions and methods with a body."""
    return (op for op in module.walk() if isinstance(op, FuncOp) and op.body.blocks)


def text_of(module: ModuleOp) -> str:
    """Return the module as MLIR text."""
    return PrintStyle().text(module)


def is_live(op: Operation) -> bool:
    """Return whether the operation is still in the module."""
    return op.parent is not None


def insert_before(op: Operation, *new_ops: Operation) -> None:
    """Insert operations before `op`."""
    Rewriter.insert_op(new_ops, InsertPoint.before(op))


def replace(op: Operation, values: Sequence[SSAValue]) -> None:
    """Replace the results of `op` with `values`, and erase it."""
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    Rewriter.erase_op(op)


def without(items: Sequence[SSAValue], number: int) -> list[SSAValue]:
    """Return `items` without the item at index `number`."""
    return [*items[:number], *items[number + 1 :]]


def update_signatures(module: ModuleOp) -> None:
    """Update the type of each function to its arguments and returned values."""
    for function in functions(module):
        function.update_function_type()
