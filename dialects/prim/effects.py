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


def _of(kind: MemoryEffectKind, values: Sequence[SSAValue]) -> set[EffectInstance]:
    """The effect on each value that can be written in place."""
    return {EffectInstance(kind, value) for value in values if is_mutable_type(value.type)}


class ReadsOperands(MemoryEffect):
    """Read the operands; the results are numbers, or objects that exist already."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return _of(MemoryEffectKind.READ, op.operands)


class FreshResults(MemoryEffect):
    """Make new objects: dce may remove the op if they are unused, cse keeps two of it apart."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return _of(MemoryEffectKind.ALLOC, op.results)


class FreshFromOperands(ReadsOperands):
    """Make new objects, or views, of what the operands hold."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return {*super().get_effects(op), *_of(MemoryEffectKind.ALLOC, op.results)}


class LiteralEffects(FreshResults, AlwaysSpeculatable):
    """Make the value of a literal. A list or a tensor is an object of its own that can be written,
    so two equal literals are two objects."""
