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
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Kind, Locations
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import defined_values
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
        """Replace the writes to a fresh value as far as they can be followed."""
        memory = own_memory(self._aliases, value)
        current: SSAValue = value
        op = value.op.next_op if self._is_written(value, memory) else None
        while op is not None and not op.has_trait(IsTerminator):
            following = op.next_op
            if any(current in inner.operands for inner in op.walk()):
                if op.operands and op.operands[0] is current and self._writes(op, memory):
                    version = self._convert(op, convert)
                    if version is None:
                        return
                    self._origin[version] = value
                    _replace_behind(current, version)
                    current = version
                elif not self._only_reads(op, memory):
                    return
            op = following

    def _is_written(self, value: OpResult, memory: Locations) -> bool:
        """Return whether an operation of the same block may write its first operand, the value."""
        block = value.op.parent
        users = (use.operation for use in value.uses if use.index == 0)
        return any(user.parent is block and self._writes(user, memory) for user in users)

    def _writes(self, op: Operation, memory: Locations) -> bool:
        return op in self._aliases.order.first and bool(self._aliases.effects(op).writes & memory)

    def _only_reads(self, op: Operation, memory: Locations) -> bool:
        """Return whether `op` writes nothing, or draws random numbers, and no value in it or of it
        is an alias."""
        if op not in self._aliases.order.first:
            return True  # A version of another value.
        values = defined_values(op)
        kept = any(self._aliases.memory_of(value) & memory for value in values)
        is_draw = self._aliases.only_draws(op)
        return not kept and (is_draw or not self._aliases.effects(op).writes)

    def _convert(self, op: Operation, convert: Convert) -> SSAValue | None:
        try:
            new_ops, version, results = convert(op, self)
        except NotConstantError as error:
            refuse(op, str(error))
            return None
        hints = [value.name_hint for value in (*op.results, op.operands[0])]
        version.name_hint = next(filter(None, hints), None)
        Rewriter.insert_op(propagate_location(op, new_ops), InsertPoint.before(op))
        for old, new in zip(op.results, results, strict=True):
            replace_uses(old, new)
        Rewriter.erase_op(op)
        return version


def _replace_behind(value: SSAValue, version: SSAValue) -> None:
    """Let the operations after the one that makes `version` use it in place of `value`."""
    maker = version.owner
    assert isinstance(maker, Operation) and maker.parent is not None
    for use in tuple(value.uses):
        user = maker.parent.find_ancestor_op_in_block(use.operation)
        if user is not None and user is not maker and maker.is_before_in_block(user):
            use.operation.operands[use.index] = version
