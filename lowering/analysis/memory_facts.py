"""Facts that hold although the program writes: the text, checked against the alias analysis."""

from __future__ import annotations

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory import Kind


class MemoryFacts(Facts):
    """The facts of one function, without those that a write of it may end."""

    def __init__(self, aliases: AliasAnalysis) -> None:
        self._aliases = aliases

    def type_of(self, value: SSAValue) -> Attribute:
        """Return the type of a value; of a tensor whose sizes may be written, no more than that it
        is a tensor."""
        if isinstance(value.type, TensorType) and self._may_change_shape(value):
            return TensorType.get()
        return value.type

    def is_unwritten(self, list_: SSAValue) -> bool:
        """Return whether the list always has the elements that the program text gives it.

        A constant outlives the execution, so the caller must not reach it either.
        """
        if self._is_unknown(list_) or self._aliases.has_writers(list_):
            return False
        return not (isinstance(list_.owner, ConstantOp) and self._aliases.escapes(list_))

    def _is_unknown(self, value: SSAValue) -> bool:
        """Whether a value is younger than the analysis, given that its type is mutable."""
        return not self._aliases.points_to.of(value)

    def _may_change_shape(self, tensor: SSAValue) -> bool:
        memory, points_to = self._aliases.memory, self._aliases.points_to
        changed = memory.only(points_to.of(tensor), (Kind.TENSOR,)) & self._aliases.written
        return self._is_unknown(tensor) or bool(changed)
