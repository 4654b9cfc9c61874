"""The functions of a module that are TorchScript, and their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.call_syntax import TsOp
from xdsl_torchscript.dialects.prim import CallFunctionOp, CallMethodOp
from xdsl_torchscript.lowering.core.walk import (
    child_operations,
    is_class_of,
    nested_operations,
)


def defined_functions(module: ModuleOp) -> Iterator[FuncOp]:
    """Yield the functions and methods with a body, in textual order. None is inside another."""
    pending: list[Operation] = [module]
    while pending:
        op = pending.pop()
        if not isinstance(op, FuncOp):
            pending += reversed(child_operations(op))
        elif op.body.blocks:
            yield op


def torchscript_functions(module: ModuleOp) -> Sequence[FuncOp]:
    """Return the functions and methods with a body that holds operations of TorchScript."""
    functions = list(defined_functions(module))
    return [f for f in functions if any(map(_is_torchscript, nested_operations(f)))]


def _is_torchscript(op: Operation) -> bool:
    return is_class_of(TsOp, type(op))


def calls_others(function: FuncOp) -> bool:
    """Return whether it calls a function or method, as one of an interface that stays a call."""
    return any(isinstance(op, CallFunctionOp | CallMethodOp) for op in function.walk())


def values_of(root: Operation) -> Iterator[SSAValue]:
    """Yield the values in a function or another operation, its arguments first, in textual
    order."""
    yield from _arguments_in(root)
    for op in nested_operations(root):
        yield from op.results
        yield from _arguments_in(op)


def _arguments_in(op: Operation) -> Iterator[SSAValue]:
    return (a for region in op.regions for block in region.blocks for a in block.args)


def unique_names(values: Sequence[SSAValue]) -> dict[SSAValue, str]:
    """Name a function's values as the printer does: by their hints, or by numbers."""
    names: dict[SSAValue, str] = {}
    used: Counter[str | None] = Counter()
    for value in values:
        hint, count = value.name_hint, used[value.name_hint]
        used[hint] += 1
        names[value] = str(count) if hint is None else f"{hint}_{count}" if count else hint
    return names
