"""Writes to a local value, as new versions of the value.

    %x = aten.zeros(...)                      %x = aten.zeros(...)
    %w = aten.add_.Tensor(%x, %y, %one)       %v = aten.add.Tensor(%x, %y, %one)
    func.return %x                            func.return %v

The walk follows the block from the operation that makes a fresh value. Until an operation keeps an
alias of the value, all references to it are visible operands. So a write becomes a new value for
later operations. The walk ends at the first operation that it cannot follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ConstantOp, UncheckedCastOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Kind, Locations
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import defined_values, nested_operations
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

VersionedWrite = tuple[Sequence[Operation], SSAValue, Sequence[SSAValue]]
"""The replacement of a write: operations, the new version, and the results of the write."""

Convert = Callable[[Operation, "Versions"], VersionedWrite]
"""Returns the replacement of a write to its first operand. Raises NotConstantError if it is
illegal.
"""


def own_memory(aliases: AliasAnalysis, value: OpResult) -> Locations:
    """Return the locations of a value that its operation allocates for it alone; 0 if there are
    others."""
    op = value.op
    if op.regions or isinstance(op, ConstantOp) or op not in aliases.order.first:
        return 0
    memory = aliases.points_to.of(value)
    memory |= aliases.points_to.storages(aliases.memory.only(memory, (Kind.TENSOR,)))
    others = (aliases.memory_of(result) for result in op.results if result is not value)
    shared = memory & ~aliases.allocated_locations(op) or any(memory & other for other in others)
    return 0 if shared else memory


class Versions:
    """The fresh values of one function, and the versions that writes have made of them."""

    def __init__(self, facts: TypeFacts) -> None:
        self.facts = facts
        self._aliases: AliasAnalysis = facts.aliases
        self._origin: dict[SSAValue, SSAValue] = {}

    def origin(self, value: SSAValue) -> SSAValue:
        """Return the value of the program of which `value` is a version, or `value` itself."""
        return self._origin.get(value, value)

    def follow(self, value: OpResult, convert: Convert) -> None:
        """Replace the writes to a fresh value as far as they can be followed. Later operations use
        the last version before them."""
        memory = own_memory(self._aliases, value)
        if not self._is_written(value, memory):
            return
        current: SSAValue = value
        follows, op = True, value.op.next_op
        while op is not None:
            version, uses = None, _let_use(op, value, current)
            if follows and uses and self._writes(op, current, memory):
                version = self._convert(op, value, convert)
                follows = version is not None
            elif follows and uses:
                follows = self._only_reads(op, memory)
            following = op.next_op  # Read late, as a cast may have come behind a write.
            if version is not None:
                Rewriter.erase_op(op)
                current = version
            op = following

    def _is_written(self, value: OpResult, memory: Locations) -> bool:
        """Return whether an operation of the same block may write its first operand, the value."""
        block = value.op.parent
        users = (use.operation for use in value.uses if use.index == 0)
        return any(user.parent is block and self._writes(user, value, memory) for user in users)

    def _writes(self, op: Operation, value: SSAValue, memory: Locations) -> bool:
        """Return whether an operation may write its first operand, a value of this memory."""
        if not op.operands or op.operands[0] is not value or op not in self._aliases.order.first:
            return False
        return bool(self._aliases.effects(op).writes & memory)

    def _only_reads(self, op: Operation, memory: Locations) -> bool:
        """Return whether `op` writes nothing, or draws random numbers, and no value in it or of it
        is an alias."""
        if op not in self._aliases.order.first:
            users = (use.operation for result in op.results for use in result.uses)
            is_alias = isinstance(op, UncheckedCastOp)
            return not is_alias or all(self._only_reads(user, memory) for user in users)
        values = defined_values(op)
        kept = any(self._aliases.memory_of(value) & memory for value in values)
        is_draw = self._aliases.only_draws(op)
        return not kept and (is_draw or not self._aliases.effects(op).writes)

    def _convert(self, op: Operation, value: SSAValue, convert: Convert) -> SSAValue | None:
        """Replace a write, which is left without uses, and return the new version, None if that is
        illegal. Operations that use the written value use `value` until the walk reaches them."""
        try:
            new_ops, version, results = convert(op, self)
        except NotConstantError as error:
            refuse(op, str(error))
            return None
        hints = [value.name_hint for value in (*op.results, op.operands[0])]
        version.name_hint = next(filter(None, hints), None)
        Rewriter.insert_op(propagate_location(op, new_ops), InsertPoint.before(op))
        for old, new in zip(op.results, results, strict=True):
            replace_uses(old, value if new is version else new)
        self._origin[version] = value
        return version


def _let_use(op: Operation, value: SSAValue, current: SSAValue) -> bool:
    """Let an operation, and those in it, use the current version of a value. Return whether they
    use it."""
    users = [user for user in (op, *nested_operations(op)) if value in user.operands]
    for user in users:
        user.operands = [current if operand is value else operand for operand in user.operands]
    return bool(users)
