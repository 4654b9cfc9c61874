"""Facts that hold despite writes: facts in the text, checked by the alias analysis."""

from __future__ import annotations

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory import Kind


class MemoryFacts(Facts):
    """The facts of one function, except those its writes may invalidate."""

    def __init__(self, aliases: AliasAnalysis) -> None:
        self.aliases = aliases
        self._resized = aliases.memory.only(aliases.written, (Kind.TENSOR,))

    def type_of(self, value: SSAValue) -> Attribute:
        """Return a value's type; for a tensor whose sizes may be written, its stable part."""
        return self.without_ended(value, value.type)

    def without_ended(self, value: SSAValue, stated: Attribute) -> Attribute:
        """Return the part of a type that holds wherever the value is used."""
        if type(stated) is not TensorType or not stated.states_more:
            return stated
        if self._resized and self.is_resized(value):
            return TensorType.get(None, stated.dtype, device=stated.device)
        if stated.requires_grad is None:
            return stated
        # A write may change whether a tensor requires a gradient.
        if self.aliases.points_to.of(value) and not self.aliases.has_writers(value):
            return stated
        return TensorType.get(
            stated.shape, stated.dtype, strides=stated.strides, device=stated.device
        )

    def is_resized(self, value: SSAValue) -> bool:
        """Return whether some operation may change the sizes or strides of a tensor."""
        if not self._resized or not isinstance(value.type, TensorType):
            return False
        known = self.aliases.points_to.of(value)
        return not known or bool(known & self._resized)

    def is_unwritten(self, value: SSAValue) -> bool:
        """Return whether a list or a tensor always has the elements in the program text. Those of a
        list are objects, whatever is written to them.

        A constant outlives the execution, so the caller must not reach it either.
        """
        aliases, is_list = self.aliases, isinstance(value.type, ListType)
        if not aliases.points_to.of(value):
            return False  # Created after the analysis.
        if aliases.has_changed_elements(value) if is_list else aliases.has_writers(value):
            return False
        return not (isinstance(value.owner, ConstantOp) and aliases.escapes(value))

    def is_unwritten_between(self, maker: ListConstructOp, op: Operation) -> bool:
        """Return whether no operation writes a list after `maker` and before `op`."""
        analysed = self.aliases.order.first
        if maker not in analysed or op not in analysed:
            return False
        return not self.aliases.is_mutated_between(maker.result, maker, op)
