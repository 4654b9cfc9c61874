"""The ints among the arguments of a function that are sizes of its tensors, or of lists of numbers.

    def f(x, n: int, i: int): return x[:, :n] + torch.zeros(n) * i        # n, not i
    def g(n: int): return [0] * n

Such are the sizes that an operator takes, the length of `narrow`, and the start or end of a slice,
unless both are computed from the same argument: `x[i : i + 2]` has two elements at a position. The
trip count of a loop that appends tensors to a list is the size of their stack. Sums and products of
sizes are sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue, Use

from xdsl_torchscript.dialects.prim import ListConstructOp, LoopOp
from xdsl_torchscript.dialects.schema.model import Argument
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.ts.containers.number_lists import is_list_of_numbers

_DERIVING = frozenset({"aten.add.int", "aten.sub.int", "aten.mul.int", "aten.floordiv.int"})
_REPEATED = "aten.mul.left_t"
"""The operator of a list and how often it is repeated."""
RANGES = frozenset({"aten::arange", "aten::range"})
"""Operators whose sizes follow from their scalars."""
_ENDS = {"start": "end", "end": "start"}
"""The names of the places that a slice is between."""
_OTHERS = frozenset({"index", "step", "k", "storage_offset", "stride", "dilation"})
"""The names of arguments that are positions or distances, or that no symbol can be."""


def declared_argument(use: Use) -> Argument | None:
    """Return the argument of an operator on tensors that a use passes, None for other uses."""
    op = use.operation
    if not isinstance(op, SchemaOp) or use.index >= len(op.schema.arguments):
        return None
    if not any(isinstance(value.type, TensorType) for value in (*op.operands, *op.results)):
        return None
    return op.schema.arguments[use.index]


def size_arguments(function: FuncOp) -> Sequence[BlockArgument]:
    """Return the ints among the arguments that decide sizes of tensors or lists."""
    return [each for each in function.body.block.args if each.type == i64 and _is_size(each)]


def _is_size(argument: BlockArgument) -> bool:
    derived, uses = _derived(argument)
    return any(_decides_size(use, derived) for use in uses)


def _derived(argument: BlockArgument) -> tuple[set[SSAValue], list[Use]]:
    """Return the ints, and lists of them, that are computed from an argument, and their uses."""
    found: dict[SSAValue, None] = {argument: None}
    uses: list[Use] = []
    for value in (pending := [argument]):
        for use in value.uses:
            uses.append(use)
            if _derives(use.operation):
                results = [r for r in use.operation.results if r not in found]
                found.update(dict.fromkeys(results))
                pending += results  # pyright: ignore[reportArgumentType]
    return {*found}, uses


def _derives(op: Operation) -> bool:
    return op.name in _DERIVING or isinstance(op, ListConstructOp)


def _counts_appended(use: Use) -> bool:
    """Return whether a use is the trip count of a loop that appends tensors."""
    loop = use.operation
    if not isinstance(loop, LoopOp) or loop.operands[use.index] is not loop.max_trip_count:
        return False
    appends = (op for op in loop.body.walk() if op.name == "aten.append.t")
    return any(isinstance(op.operands[1].type, TensorType) for op in appends)


def _decides_size(use: Use, derived: set[SSAValue]) -> bool:
    op, declared = use.operation, declared_argument(use)
    if _counts_appended(use):
        return True
    if op.name == _REPEATED:
        return bool(use.index) and is_list_of_numbers(op.operands[0])
    if declared is None or not isinstance(op, SchemaOp):
        return False
    if op.schema.kind in RANGES:
        return declared.name == "end"
    if declared.name in _OTHERS or not declared.spelling.startswith("SymInt"):
        return False
    if declared.name not in _ENDS:
        return True
    other = op.schema.argument_index(_ENDS[declared.name])
    return other is not None and op.operands[other] not in derived
