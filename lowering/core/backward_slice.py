"""Backward slices: the values that others are computed from, each visited once.

An expression that uses a value twice, as `y * y`, is a graph, not a tree: recursion over operands
takes exponential time on a chain of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.constants import owner_of


def backward_slice(
    roots: Iterable[SSAValue], enters: Callable[[Operation], bool]
) -> list[SSAValue]:
    """Return `roots` and the values they are computed from, each once and behind its operands.

    The operands of an operation belong to the slice if the slice enters the operation.
    """
    order: dict[SSAValue, None] = {}
    pending = [(root, False) for root in roots][::-1]
    while pending:
        value, has_operands = pending.pop()
        if value in order:
            continue
        op = owner_of(value)
        if has_operands or op is None or not enters(op):
            order[value] = None
            continue
        pending.append((value, True))
        pending += [(operand, False) for operand in reversed(op.operands)]
    return list(order)


def slice_inputs(roots: Iterable[SSAValue], enters: Callable[[Operation], bool]) -> list[SSAValue]:
    """Return the values that a backward slice begins with: those of operations not entered."""
    owners = ((value, owner_of(value)) for value in backward_slice(roots, enters))
    return [value for value, op in owners if op is None or not enters(op)]
