"""The lists of numbers among the arguments of a function that it only reads.

    def f(l: list[int], m: list[int]):    # l, not m
        m[0] = l[0]
        return len(l)

A kernel takes the numbers of such a list as a tensor (`prim.list_tensor`), made when the function
is called. So no write may reach the list, by another argument either, which may be the same list.
Copies of it may be written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, Use

from xdsl_torchscript.dialects.prim import ListTensorOp
from xdsl_torchscript.dialects.types import ListType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.ts.containers.number_lists import (
    NUMBERS,
    is_inside,
    is_list_of_numbers,
    is_return,
    reads_list,
)


def read_lists(function: FuncOp) -> Sequence[BlockArgument]:
    """Return the lists of numbers among the arguments that a function only reads."""
    reasons = _reasons(function)
    return [each for each, reason in reasons.items() if reason is None]


def list_refusals(function: FuncOp) -> Mapping[Operation, str]:
    """Return why no kernel takes operations on lists of numbers, or of such lists, that are
    arguments."""
    return {
        use.operation: f"takes '{argument.name_hint or argument.index}', {reason}"
        for argument, reason in _reasons(function).items()
        for use in argument.uses
        if reason is not None
    }


def _reasons(function: FuncOp) -> Mapping[BlockArgument, str | None]:
    """Return why a function does more than read the numbers of lists among its arguments, None for
    those that it only reads."""
    arguments = [each for each in function.body.block.args if each.first_use is not None]
    found = {each: _obstacle(each) for each in arguments if _is_list(each.type)}
    if None not in found.values():
        return found
    facts = MemoryFacts(AliasAnalysis(function))
    for argument, reason in found.items():
        if reason is None and not facts.is_unwritten(argument):
            found[argument] = "which may be a list that is written"
    return found


def _is_list(type: Attribute) -> bool:
    """Return whether values of a type are lists of numbers, or of such lists."""
    return isinstance(type, ListType) and (type.element in NUMBERS or _is_list(type.element))


def _obstacle(argument: BlockArgument) -> str | None:
    """Return what prevents that a tensor takes the place of a list, None if all uses read it."""
    if not is_list_of_numbers(argument):
        return "a list of lists"
    other = next((use.operation for use in argument.uses if not _reads(use)), None)
    if other is None:
        return None
    return (
        "which the caller gets back"
        if is_return(other)
        else f"which '{other.name}' needs as a list"
    )


def _reads(use: Use) -> bool:
    op = use.operation
    return isinstance(op, ListTensorOp) or (reads_list(use) and is_inside(op))
