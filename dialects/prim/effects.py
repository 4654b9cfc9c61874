"""Memory effects of ops with regions, told without recursion."""

from __future__ import annotations

from collections.abc import Set

from xdsl.ir import Operation
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, get_effects


class RegionEffects(MemoryEffect):
    """The effects of the ops inside, at any depth.

    xDSL's `RecursiveMemoryEffect` says the same but calls itself on each level, and programs can
    be nested deeper than Python's stack.
    """

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance] | None:
        effects: set[EffectInstance] = set()
        pending = [op]
        while pending:
            for nested in _direct_children(pending.pop()):
                if nested.has_trait(RegionEffects):
                    pending.append(nested)
                    continue
                of_nested = get_effects(nested)
                if of_nested is None:
                    return None
                effects |= of_nested
        return effects


def _direct_children(op: Operation) -> list[Operation]:
    return [child for region in op.regions for block in region.blocks for child in block.ops]


class FreshResults(MemoryEffect):
    """Makes objects of its own: the op may go if they are unused, but two of it stay two."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.ALLOC, result) for result in op.results}
