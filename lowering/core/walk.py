"""Walks over nested operations at a constant cost per operation, however deep the nest.

`Operation.walk` of xDSL passes each operation through one generator per level of nesting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar, cast

from xdsl.ir import Block, Operation, SSAValue

OperationT = TypeVar("OperationT", bound=Operation)


def nested_operations(root: Operation) -> Iterator[Operation]:
    """Yield the operations inside `root`, which is left out, in textual order."""
    pending = child_operations(root)[::-1]
    while pending:
        op = pending.pop()
        yield op
        if op.regions:
            pending += child_operations(op)[::-1]


def child_operations(op: Operation) -> list[Operation]:
    """Return the operations directly in the regions of `op`, in textual order."""
    return [
        child for region in op.regions for block in region.blocks for child in operations_in(block)
    ]


def operations_in(block: Block) -> list[Operation]:
    """Return the operations directly in a block.

    Following their links takes a quarter of the time of `list(block.ops)`, which iterates twice in
    Python code, the first time for the length.
    """
    ops: list[Operation] = []
    op = block.first_op
    while op is not None:
        ops.append(op)
        op = op.next_op
    return ops


def operations_of(root: Operation, op_class: type[OperationT]) -> list[OperationT]:
    """Return the operations of a class inside `root`, which is left out, in textual order."""
    found = (op for op in nested_operations(root) if is_class_of(op_class, type(op)))
    return [cast(OperationT, op) for op in found]


@cache
def is_class_of(
    base: type[Operation] | tuple[type[Operation], ...], op_class: type[Operation]
) -> bool:
    """Return whether operations of a class are of a base class, or of one of several.

    xDSL's classes are abstract ones, for which each `isinstance` that fails calls Python code.
    """
    return issubclass(op_class, base)


def operations_around(op: Operation) -> Iterator[Operation]:
    """Yield the operations that contain `op`, the innermost first."""
    around = op.parent_op()
    while around is not None:
        yield around
        around = around.parent_op()


def defined_values(root: Operation) -> Iterator[SSAValue]:
    """Yield the results and block arguments of `root` and its nested operations, in textual
    order."""
    for op in (root, *nested_operations(root)):
        yield from op.results
        yield from (arg for region in op.regions for block in region.blocks for arg in block.args)


def captured_values(ops: Sequence[Operation]) -> dict[SSAValue, None]:
    """Return the values from outside that operations use, nested ones too, by their first use."""
    defined = {value for op in ops for value in defined_values(op)}
    used = (value for op in ops for each in (op, *nested_operations(op)) for value in each.operands)
    return dict.fromkeys(value for value in used if value not in defined)
