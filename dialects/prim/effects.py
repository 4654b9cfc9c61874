"""Memory effects of the hand-written ops."""

from __future__ import annotations

from collections.abc import Sequence, Set

from xdsl.ir import Operation, SSAValue
from xdsl.traits import (
    AlwaysSpeculatable,
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    get_effects,
)

from xdsl_torchscript.dialects.mutability import is_mutable_type


class RegionEffects(MemoryEffect):
    """The effects of the ops inside, at any depth.

    xDSL's `RecursiveMemoryEffect` recurses on each level, and programs can be nested deeper than
    Python's stack.
    """

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance] | None:
        effects: set[EffectInstance] = set()
        pending = [op]
        while pending:
            children = [
                child
                for region in pending.pop().regions
                for block in region.blocks
                for child in block.ops
            ]
            for nested in children:
                if nested.has_trait(RegionEffects):
                    pending.append(nested)
                    continue
                of_nested = get_effects(nested)
                if of_nested is None:
                    return None
                effects |= of_nested
        return effects


def _effects_on(kind: MemoryEffectKind, values: Sequence[SSAValue]) -> set[EffectInstance]:
    """Return the effect on each value that can be written in place."""
    return {EffectInstance(kind, value) for value in values if is_mutable_type(value.type)}


class ReadsOperands(MemoryEffect):
    """Read the operands; the results are numbers, or existing objects."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return _effects_on(MemoryEffectKind.READ, op.operands)


class FreshResults(MemoryEffect):
    """Allocate new objects: dce may remove the op if unused, cse never merges two."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return _effects_on(MemoryEffectKind.ALLOC, op.results)


class FreshFromOperands(ReadsOperands):
    """Allocate new objects, or views, from the contents of the operands."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return {*super().get_effects(op), *_effects_on(MemoryEffectKind.ALLOC, op.results)}


class LiteralEffects(FreshResults, AlwaysSpeculatable):
    """Allocate a literal's value: two equal mutable literals are two objects."""
