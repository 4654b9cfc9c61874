"""The aliases of a tensor that a function allocates, and the writes to it.

    %t = aten.zeros(...)
    %r = prim.Loop %n, %true, iter(%t) {
    ^bb0(%i, %u):                              %u and %r are %t
      %v = aten.select.int(%u, %zero, %i)      %v is a view of %t
      %w = aten.copy_(%v, %x)                  a write, whose result is %v
      prim.Loop.condition %true, iter(%u)
    }

A tracked value is the tensor itself, or a view by an operator with an inverse, in every run. Other
values may share its memory, too, such as a list of it. They are only read, and before the next
write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import (
    IfOp,
    IfYieldOp,
    LoopConditionOp,
    LoopOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.mutation.remove_inplace_ops import only_writes_elements
from xdsl_torchscript.lowering.ts.mutation.versions import own_memory
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

PUT: dict[str, Callable[[OpBuilder, SSAValue, SSAValue, Sequence[SSAValue]], SSAValue]] = {
    "aten.select.int": lambda emit, whole, part, at: emit.aten.select_scatter(whole, part, *at),
    "aten.slice.Tensor": lambda emit, whole, part, at: emit.aten.slice_scatter(whole, part, *at),
    "aten.diagonal": lambda emit, whole, part, at: emit.aten.diagonal_scatter(whole, part, *at),
}
"""The inverse of each view: the tensor with another part, for the view's arguments."""

_CARRIES_OTHERS = "a loop carries the tensor and others by one name"
_ENDLESS = 2**62
"""The end of a slice that has none is at least this far."""


class LocalTensor:
    """The tracked values of a tensor, as canonical ones, and the writes to it, in textual order.

    Raises NotConstantError if its writes cannot be followed."""

    def __init__(self, made: OpResult, facts: TypeFacts) -> None:
        self.made = made
        self.canonical: dict[SSAValue, SSAValue] = {made: made}
        """The tensor, or the first name of a view of it, by each of its names."""
        self.parents: dict[SSAValue, SSAValue] = {}
        """The tensor or view that each view shows a part of."""
        self.writes: dict[Operation, SSAValue] = {}
        """The tensor or view that each operation writes."""
        self._facts, self._aliases = facts, facts.aliases
        self._memory = own_memory(self._aliases, made)
        if not self._memory:
            raise NotConstantError("the tensor is not allocated by one operation of the function")
        block = made.op.parent
        assert block is not None and block.last_op is not None
        self._end = block.last_op
        self._block(block, after=made.op)

    def is_written_in(self, op: Operation) -> bool:
        """Return whether an operation nested in `op` writes the tensor."""
        return any(op.is_ancestor(write) for write in self.writes)

    def may_overlap(self, written: SSAValue, other: SSAValue) -> bool:
        """Return whether an operand of a write shows other elements than those that are written,
        and may show some of them, which writes refuse. Rows are equal or apart."""
        name = self.canonical.get(other)
        if name is written or not self._shares(other):
            return False
        place = None if name is None else _row_of(name)
        return place is None or place != _row_of(written)

    # ---- the walk

    def _block(self, block: Block, after: Operation | None = None) -> None:
        op = block.first_op if after is None else after.next_op
        while op is not None:
            match op:
                case IfOp():
                    self._branch(op)
                case LoopOp():
                    self._loop(op)
                case _:
                    self._operation(op, is_end=after is not None and op is block.last_op)
            op = op.next_op

    def _operation(self, op: Operation, *, is_end: bool) -> None:
        first = self.canonical.get(op.operands[0]) if op.operands else None
        if self._aliases.effects(op).writes & self._memory:
            if first is None or not isinstance(op, SchemaOp):
                raise NotConstantError(f"'{op.name}' may write the tensor by another name")
            self.writes[op] = first
            self.canonical |= dict.fromkeys(op.results, first)
        elif self._may_keep(op):
            raise NotConstantError(f"'{op.name}' may keep the tensor")
        elif first is not None and op.name in PUT:
            view = op.results[0]
            self.canonical[view] = first if _is_whole(op, self._facts) else view
            self.parents[view] = first
        elif not is_end:
            for result in filter(self._shares, op.results):
                self._check_reads(op, result)

    def _branch(self, op: IfOp) -> None:
        for block in (op.then_block, op.else_block):
            self._block(block)
        for result, *yielded in zip(
            op.results, op.then_yield.operands, op.else_yield.operands, strict=True
        ):
            names = {self.canonical.get(value) for value in yielded if not _is_unread(value)}
            first = names.pop() if len(names) == 1 else None
            if first is not None and _is_defined_before(first, op):
                self.canonical[result] = first
            elif self._shares(result):
                self._check_reads(op, result)

    def _loop(self, op: LoopOp) -> None:
        """Follow a loop. A value that is tracked before it is the same value in all iterations. One
        that is not read before an iteration gives it a value, as by an early return, may only be
        the tensor."""
        carried = [*zip(op.carried_args, op.body_condition.carried, op.results, strict=True)]
        for start, (argument, following, result) in zip(op.carried, carried, strict=True):
            shares = any(map(self._shares, (start, argument, following, result)))
            if start in self.canonical or (shares and _is_unread(start)):
                name = self.canonical.get(start, self.made)
                self.canonical |= {argument: name, result: name}
            elif shares:
                raise NotConstantError(_CARRIES_OTHERS)
        self._block(op.body)
        for argument, following, _ in carried:
            name, found = self.canonical.get(argument), self.canonical.get(following)
            if name is not found and not (name is self.made and _is_unread(following)):
                raise NotConstantError(_CARRIES_OTHERS)

    # ---- values that are not tracked

    def _may_keep(self, op: Operation) -> bool:
        """Return whether an operation may put the tensor into something that exists before it."""
        if self._aliases.only_draws(op) or only_writes_elements(op):
            return False
        return bool(self._aliases.effects(op).writes) and any(map(self._shares, op.operands))

    def _shares(self, value: SSAValue) -> bool:
        return bool(self._aliases.memory_of(value) & self._memory)

    def _check_reads(self, origin: Operation, value: SSAValue) -> None:
        """Check that nothing reads a value, or what is made of it, after a write that runs after
        its origin."""
        if not self._may_write_between(origin, self._end):
            return
        pending, seen = [value], {value}
        while pending:
            for user in [use.operation for use in pending.pop().uses]:
                if self._may_write_between(origin, user):
                    raise NotConstantError(f"'{user.name}' reads another name after a write")
                found = [result for result in self._passes_to(user) if result not in seen]
                pending += found
                seen.update(found)

    def _may_write_between(self, earlier: Operation, later: Operation) -> bool:
        return bool(self._aliases.writes_between(earlier, later) & self._memory)

    def _passes_to(self, user: Operation) -> list[SSAValue]:
        """Return the values that share memory with the tensor because an operation reads one."""
        if user.has_trait(IsTerminator) and user.parent is self.made.op.parent:
            return []
        if isinstance(user, LoopOp | LoopConditionOp):
            raise NotConstantError(_CARRIES_OTHERS)
        around = user.parent_op() if isinstance(user, IfYieldOp) else user
        assert around is not None
        return [*filter(self._shares, around.results)]


def _row_of(value: SSAValue) -> tuple[SSAValue, ...] | None:
    """Return the tensor and the dimension that a row is selected from; None for other views."""
    owner = value.owner
    if not isinstance(owner, Operation) or owner.name != "aten.select.int":
        return None
    return tuple(owner.operands[:2])


def _is_unread(value: SSAValue) -> bool:
    return isinstance(value.owner, UninitializedOp)


def _is_defined_before(value: SSAValue, op: Operation) -> bool:
    owner = value.owner
    return isinstance(owner, Operation) and not op.is_ancestor(owner)


def _is_whole(view: Operation, facts: Facts) -> bool:
    """Return whether a view is a slice of the whole tensor."""
    if view.name != "aten.slice.Tensor":
        return False
    _, _, start, end, step = (facts.known_constant(operand) for operand in view.operands)
    has_end = not facts.is_none(view.operands[3]) and not (isinstance(end, int) and end >= _ENDLESS)
    # A start that only the run knows is no constant, either.
    is_from_start = start == 0 or facts.is_none(view.operands[2])
    return not has_end and is_from_start and step == 1
