"""The lists of numbers among the arguments of a function that it only reads.

    def f(l: list[int], m: list[int]):    # l, not m
        m[0] = l[0]
        return len(l)

A kernel takes the numbers of such a list as a tensor (`prim.list_tensor`), made when the function
is called. So no write may reach the list, by another argument either, which may be the same list.
Copies of it may be written.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Use

from xdsl_torchscript.dialects.prim import ListTensorOp
from xdsl_torchscript.dialects.types import ListType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.ts.containers.number_lists import (
    NUMBERS,
    is_inside,
    reads_list,
)


def read_lists(function: FuncOp) -> Sequence[BlockArgument]:
    """Return the lists of numbers among the arguments that a function only reads."""
    lists = [each for each in function.body.block.args if list_refusal(each) is None]
    if not lists:
        return ()
    facts = MemoryFacts(AliasAnalysis(function))
    return [each for each in lists if facts.is_unwritten(each)]


def list_refusal(argument: BlockArgument) -> str | None:
    """Return why an argument is not a list of numbers whose uses only read it, None if it is."""
    type = argument.type
    if not isinstance(type, ListType) or type.element not in NUMBERS:
        return "is no list of numbers"
    if argument.first_use is None:
        return "is not used"
    other = next((use.operation for use in argument.uses if not _reads(use)), None)
    return other and f"is a list that '{other.name}' takes"


def _reads(use: Use) -> bool:
    op = use.operation
    return isinstance(op, ListTensorOp) or (reads_list(use) and is_inside(op))
