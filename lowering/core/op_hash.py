"""A key of an operation by structure: equal keys, equal operations.

    %1 = te.compute (%i = 4) ... { %a = te.load %x[%i] ... te.yield %a }
    %2 = te.compute (%j = 4) ... { %b = te.load %x[%j] ... te.yield %b }

have one key: values and blocks inside of an operation are numbered in textual order, so names do
not matter (alpha-equivalence); values from outside stand for themselves. Locations take no part.
A key is made and compared in time linear in the size of the operation with its regions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.lowering.core.diagnostics import operation_name

OpKey: TypeAlias = tuple[Hashable, ...]
"""Hashable and comparable; valid until an operand or attribute of the operation changes."""


def structural_key(op: Operation) -> OpKey:
    """Return the key of `op`: name, operands, attributes, result types, successors, regions."""
    if not op.regions:
        return _shallow_key(op, {})
    ops = _preorder(op)
    local = _local_numbers(ops)
    return tuple(part for inner in ops for part in _shallow_key(inner, local))


def _preorder(root: Operation) -> list[Operation]:
    """Return `root` and the operations in it, in textual order, without recursion."""
    order: list[Operation] = []
    stack = [root]
    while stack:
        op = stack.pop()
        order.append(op)
        inner = [o for region in op.regions for block in region.blocks for o in block.ops]
        stack.extend(reversed(inner))
    return order


def _local_numbers(ops: Sequence[Operation]) -> dict[SSAValue | Block, int]:
    """Number the blocks and values inside of the first operation, in textual order."""
    local: dict[SSAValue | Block, int] = {}
    for op in ops:
        if op is not ops[0]:
            _number(op.results, local)
        for region in op.regions:
            for block in region.blocks:
                _number((block, *block.args), local)
    return local


def _number(items: Sequence[SSAValue | Block], local: dict[SSAValue | Block, int]) -> None:
    for item in items:
        local[item] = len(local)


def _shallow_key(op: Operation, local: Mapping[SSAValue | Block, int]) -> OpKey:
    """The key of `op` without the operations in its regions, whose number and nesting it has."""
    return (
        operation_name(op),
        tuple(local.get(operand, operand) for operand in op.operands),
        tuple(op.result_types),
        _attributes_key(op.properties),
        _attributes_key(op.attributes),
        tuple(local.get(block, block) for block in op.successors),
        tuple(
            tuple(
                (tuple(arg.type for arg in block.args), len(block.ops)) for block in region.blocks
            )
            for region in op.regions
        ),
    )


def _attributes_key(attributes: Mapping[str, Attribute]) -> tuple[tuple[str, Attribute], ...]:
    return tuple(sorted(attributes.items(), key=lambda entry: entry[0]))
