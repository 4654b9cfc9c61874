"""Mutators of single operations: erase them, or replace their results by other values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from xdsl.dialects.builtin import DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import ConstantLike

from xdsl_torchscript.dialects.prim import ListConstructOp, PrintOp
from xdsl_torchscript.tools.reduce.edits import (
    Edit,
    computing_ops,
    functions,
    insert_before,
    is_live,
    replace,
    without,
)
from xdsl_torchscript.tools.reduce.stand_ins import (
    constant,
    earliest,
    operand_like,
    values_before,
)

Choice = Callable[[Operation, Attribute], SSAValue | None]
"""A function from an operation and the type of a result to its replacement, or None."""


def drop_unused_ops(module: ModuleOp) -> Sequence[Edit]:
    """Erase operations whose results are unused, whatever their effects; erase users first."""

    def drop(op: Operation) -> None:
        if is_live(op) and not any(result.uses for result in op.results):
            Rewriter.erase_op(op)

    return [partial(drop, op) for op in reversed([*computing_ops(module)])]


def _replace_results(module: ModuleOp, choose: Choice) -> Sequence[Edit]:
    def edit(op: Operation) -> None:
        if not is_live(op):
            return
        values = [choose(op, result.type) for result in op.results]
        chosen = [value for value in values if value is not None]
        if len(chosen) == len(values):
            replace(op, chosen)

    return [partial(edit, op) for op in reversed([*computing_ops(module)]) if op.results]


def replace_with_first_operand(module: ModuleOp) -> Sequence[Edit]:
    """Replace the results of operations with their first operand of that type."""
    return _replace_results(module, operand_like)


def replace_with_last_operand(module: ModuleOp) -> Sequence[Edit]:
    """Replace the results of operations with their last operand of that type."""
    return _replace_results(module, partial(operand_like, last=True))


def replace_with_earliest_value(module: ModuleOp) -> Sequence[Edit]:
    """Replace the results of operations with the first value of that type in scope."""
    return _replace_results(module, earliest)


def _make_constant_before(number: int, op: Operation, type: Attribute) -> SSAValue | None:
    made = None if _is_constant(op) else constant(type, number)
    if made is None:
        return None
    insert_before(op, made)
    return made.results[0]


def replace_with_ones(module: ModuleOp) -> Sequence[Edit]:
    """Replace the results of operations with constants: 1, true, None, an empty list."""
    return _replace_results(module, partial(_make_constant_before, 1))


def replace_with_zeros(module: ModuleOp) -> Sequence[Edit]:
    """Replace the results of operations with constants: 0, false, None, an empty list."""
    return _replace_results(module, partial(_make_constant_before, 0))


def _is_constant(op: Operation) -> bool:
    return op.has_trait(ConstantLike, value_if_unregistered=False)


def replace_with_arguments(module: ModuleOp) -> Sequence[Edit]:
    """Replace the results of operations with new arguments of their function."""

    def edit(function: FuncOp, op: Operation) -> None:
        if not is_live(op):
            return
        block = function.body.blocks[0]
        values = [block.insert_arg(result.type, len(block.args)) for result in op.results]
        if function.arg_attrs is not None:
            function.arg_attrs = type(function.arg_attrs)(
                [*function.arg_attrs, *(DictionaryAttr({}) for _ in values)]
            )
        for value, result in zip(values, op.results, strict=True):
            value.name_hint = result.name_hint
        replace(op, values)

    return [
        partial(edit, function, op)
        for function in functions(module)
        for op in function.body.blocks[0].ops
        if op.results and not _is_constant(op)
    ]


def forward_operands(module: ModuleOp) -> Sequence[Edit]:
    """Give operations, one operand at a time, the first value of the same type in scope."""

    def edit(op: Operation, number: int) -> None:
        if not is_live(op):
            return
        same = op.operands[number].type
        value = next((value for value in values_before(op) if value.type == same), None)
        if value is not None:
            op.operands[number] = value

    return [
        partial(edit, op, number)
        for op in reversed([*module.walk()])
        for number in range(len(op.operands))
    ]


def drop_elements(module: ModuleOp) -> Sequence[Edit]:
    """Drop operands of variadic operations, such as list elements."""

    def edit(op: Operation, value: SSAValue) -> None:
        if is_live(op) and value in op.operands:
            op.operands = without(op.operands, op.operands.index(value))

    variadic = (ListConstructOp, PrintOp)
    return [
        partial(edit, op, value)
        for op in module.walk()
        if isinstance(op, variadic)
        for value in op.operands
    ]


def drop_attributes(module: ModuleOp) -> Sequence[Edit]:
    """Drop the optional attributes of operations and of functions' arguments."""

    def of_op(op: Operation, name: str) -> None:
        op.attributes.pop(name, None)

    def of_arguments(function: FuncOp) -> None:
        function.arg_attrs = None

    ops = [partial(of_op, op, name) for op in module.walk() for name in op.attributes]
    with_attributes = [f for f in functions(module) if f.arg_attrs is not None]
    return [*ops, *(partial(of_arguments, f) for f in with_attributes)]
