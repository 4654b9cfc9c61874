"""Value numbering of operations by structure: equal operations have equal numbers.

    %1 = te.compute (%i = 4) ... { %a = te.load %x[%i] ... te.yield %a }
    %2 = te.compute (%j = 4) ... { %b = te.load %x[%j] ... te.yield %b }

have one number. Values and blocks inside an operation are numbered in textual order, so names do
not matter (alpha-equivalence). Values from outside are compared by identity; locations are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.lowering.core.diagnostics import operation_name

HashedItem: TypeAlias = SSAValue | Block
"""A part of the program that an operation refers to."""


class _Structure(NamedTuple):
    """The structure of an operation with regions.

    `number` names items from outside by position; `outer` has the items at these positions.
    """

    number: int
    outer: tuple[HashedItem, ...]


class OperationNumbers:
    """Numbers operations from the innermost outwards.

    Each is read once for itself and once for its parent. A number is valid until an operand or
    attribute of the operation changes.
    """

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._structures: dict[Operation, _Structure] = {}

    def of(self, op: Operation) -> int:
        """Return the number of `op`: of its name, operands, attributes, result types, successors
        and regions."""
        if not op.regions:
            return self._number(_shallow_key(op, lambda item: item))
        order: list[Operation] = []
        pending = [op]
        while pending:
            op = pending.pop()
            if op.regions and op not in self._structures:
                order.append(op)
                pending += [
                    o for region in op.regions for block in region.blocks for o in block.ops
                ]
        for op in reversed(order):
            self._structures[op] = self._structure(op)
        return self._number(self._structures[op])

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _structure(self, op: Operation) -> _Structure:
        """Number the items directly inside `op`, then outer items in order of first use."""
        items: dict[HashedItem, int] = {}
        for region in op.regions:
            for block in region.blocks:
                values = (value for inner in block.ops for value in inner.results)
                for item in (block, *block.args, *values):
                    items[item] = len(items)
        local = len(items)

        def number(item: HashedItem) -> int:
            return items.setdefault(item, len(items))

        regions = tuple(
            tuple(
                (
                    tuple(arg.type for arg in block.args),
                    tuple(self._inner_key(inner, number) for inner in block.ops),
                )
                for block in region.blocks
            )
            for region in op.regions
        )
        key = (*_shallow_key(op, number), regions)
        return _Structure(self._number(key), tuple(items)[local:])

    def _inner_key(self, op: Operation, number: Callable[[HashedItem], int]) -> Hashable:
        """Return the key of a nested operation; its parent numbers the items."""
        if not op.regions:
            return _shallow_key(op, number)
        structure = self._structures[op]
        return structure.number, *map(number, structure.outer)


def _shallow_key(op: Operation, item_key: Callable[[HashedItem], Hashable]) -> tuple[Hashable, ...]:
    """Return the key of `op` without its regions."""
    return (
        operation_name(op),
        tuple(map(item_key, op.operands)),
        tuple(op.result_types),
        _attributes_key(op.properties),
        _attributes_key(op.attributes),
        tuple(map(item_key, op.successors)),
    )


def _attributes_key(attributes: Mapping[str, Attribute]) -> tuple[tuple[str, Attribute], ...]:
    entries = attributes.items()
    return tuple(entries if len(entries) < 2 else sorted(entries, key=itemgetter(0)))
