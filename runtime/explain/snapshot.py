"""A module before and after a pass: whether the pass changed it, and by how many operations.

    before = ModuleSnapshot.of(module)
    after = ModuleSnapshot.of(module)       # after the pass
    before.structure == after.structure
    ", ".join(before.differences(after))      # "loops -1, vector ops +2"

Structures are compared instead of texts, as printing a network takes longer than its passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.walk import nested_operations

_COUNTED = {
    "te.compute": "expressions",
    "te.reduce": "expressions",
    "te.scan": "expressions",
    "te.scatter": "expressions",
    "scf.for": "loops",
    "scf.while": "loops",
    "scf.parallel": "parallel loops",
    "memref.alloc": "allocations",
    "memref.prefetch": "prefetches",
}
_VECTORS = "vector ops"
_ORDER = tuple(dict.fromkeys([*_COUNTED.values(), _VECTORS]))


@dataclass(frozen=True)
class ModuleSnapshot:
    """The operations of a module, each with its place, operands, attributes and types, and their
    numbers by kind."""

    structure: tuple[tuple[object, ...], ...]
    counts: Mapping[str, int]

    @staticmethod
    def of(module: ModuleOp) -> ModuleSnapshot:
        ops = list(nested_operations(module))
        kinds = (_VECTORS if op.name.startswith("vector.") else _COUNTED.get(op.name) for op in ops)
        return ModuleSnapshot(tuple(_structure(ops)), Counter(kind for kind in kinds if kind))

    def differences(self, after: ModuleSnapshot) -> Iterator[str]:
        """Yield the kinds of which there is another number afterwards."""
        for kind in _ORDER:
            change = after.counts.get(kind, 0) - self.counts.get(kind, 0)
            if change:
                yield f"{kind} {change:+}"


def _structure(ops: list[Operation]) -> Iterator[tuple[object, ...]]:
    """Yield an entry for each operation. Equal entries of unchanged operations are identical in
    their attributes and types, so that comparing them is fast."""
    numbers: dict[int, int] = {}
    for op in ops:
        numbers[id(op)] = len(numbers)
        for value in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.args)):
            numbers[id(value)] = len(numbers)
        operands = [numbers.get(id(operand)) for operand in op.operands]
        types = [result.type for result in op.results]
        facts = (*op.properties.items(), *op.attributes.items())
        yield op.name, numbers.get(id(op.parent_op())), *operands, *types, *facts
