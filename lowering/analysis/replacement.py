"""Replacement of results by existing values, where the difference is not observable.

    replacements = Replacements(aliases)
    reason = replacements.obstacle(op, value)     # None: `value` may stand for the results of `op`

A result that shares no memory with the value, such as the copy `x * 1`, may be replaced under two
conditions. Neither of them is written. The caller gets neither both nor a constant, which is one
object in all calls. The checks hold for a series of replacements in one function without a new
alias analysis.
"""

from __future__ import annotations

from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Kind
from xdsl_torchscript.lowering.analysis.program_order import may_repeat

_RETURNS_OPERAND = frozenset(
    """
    aten._unwrap_optional prim.unchecked_unwrap_optional aten.__getitem__.t
    aten.__getitem__.Dict_str aten.__getitem__.Dict_int
    aten.dropout aten.feature_dropout aten.alpha_dropout aten.feature_alpha_dropout
    """.split()
)
"""Operators whose result is an existing object, without an annotation in their schemas; of
dropouts, where they do nothing."""


class Replacements:
    """The legal replacements in one function, given its aliases before the first of them."""

    def __init__(self, aliases: AliasAnalysis) -> None:
        self._aliases = aliases
        self._distinguished = aliases.distinguished
        self._constants = aliases.points_to.constants

    def obstacle(self, op: Operation, value: SSAValue) -> str | None:
        """Return why `value` may not replace a result of `op`, None if it may. A permitted
        replacement is recorded.
        """
        aliases = self._aliases
        if not is_mutable_type(value.type):
            return None
        objects = aliases.points_to.of(value)
        if op not in aliases.order.first or not objects:
            return "has been made by this pass"
        made = aliases.allocated_locations(op)
        if not made or op.name in _RETURNS_OPERAND:
            return None
        copies = aliases.memory.only(made, (Kind.STORAGE,))
        seen = aliases.memory_of(value) if copies else objects
        if (made | seen) & aliases.written:
            return "is written, or what replaces it is"
        if not made & self._distinguished:
            return None
        if seen & (self._distinguished | self._constants) or _repeats(op, value.owner):
            return "has an identity that the caller or a comparison observes"
        self._distinguished |= seen
        return None


def _repeats(op: Operation, owner: Operation | Block) -> bool:
    """Return whether `op` may run more than once while the value of `owner` stays the same."""
    home = owner if isinstance(owner, Block) else owner.parent
    block = op.parent
    while block is not None and block is not home:
        parent = block.parent_op()
        if parent is None or may_repeat(parent):
            return True
        block = parent.parent
    return False
